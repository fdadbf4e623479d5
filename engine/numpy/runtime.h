// Everything that compiled functions may call on numpy arrays.
#pragma once

#include "numpy/elementwise.h"
#include "numpy/index.h"
#include "numpy/reduce.h"
#include "numpy/scalar.h"
#include "numpy/shape.h"
