// Everything that compiled functions may call on numpy arrays.
#pragma once

#include "numpy/array.h"
