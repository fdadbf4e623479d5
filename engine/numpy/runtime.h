// Everything that compiled functions may call on numpy arrays.
#pragma once

#include "numpy/argument.h"
#include "numpy/arrange.h"
#include "numpy/counting.h"
#include "numpy/create.h"
#include "numpy/einsum.h"
#include "numpy/elementwise.h"
#include "numpy/index.h"
#include "numpy/linear.h"
#include "numpy/order.h"
#include "numpy/product.h"
#include "numpy/random.h"
#include "numpy/reduce.h"
#include "numpy/scalar.h"
#include "numpy/search.h"
#include "numpy/shape.h"
#include "numpy/text.h"
