#include "functions.h"

MODELET_DECLARE(linked)
