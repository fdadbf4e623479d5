#include "../../../../../engine/include/modelet/modelet.h"
