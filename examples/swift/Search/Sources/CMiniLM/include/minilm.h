// The functions of libmodelet_minilm.a, which `modelet_minilm_functions()` gives as a table.
#include "functions.h"

MODELET_DECLARE(minilm)
