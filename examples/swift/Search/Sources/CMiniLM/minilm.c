#include "minilm.h"
