// Everything that compiled functions may call on Python values.
#pragma once

#include "python/builtins.h"
#include "python/clock.h"
#include "python/closure.h"
#include "python/copying.h"
#include "python/deque.h"
#include "python/dict_kinds.h"
#include "python/exact.h"
#include "python/instances.h"
#include "python/itertools.h"
#include "python/json_module.h"
#include "python/match.h"
#include "python/mathematics.h"
#include "python/optional_keys.h"
#include "python/random.h"
#include "python/run.h"
#include "python/unicode_data.h"
