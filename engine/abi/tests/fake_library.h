// A library written by hand, as the emitter would write it, to test the interface without a compiler.
//   echo(any arguments) -> the object of arguments, its tensors too
//   count(count, fail_at=-1) -> yields 0 … count - 1, raises ValueError at fail_at
//   slow(parallel=false) -> works until it is cancelled; sets the first byte of the request's first tensor, if any, when it begins
//   embed(texts, width=4) -> float32 [texts, width]; row i is made from text i alone; "boom" raises ValueError, "crash" RuntimeError
//   allocate(bytes) -> a uint8 array of that size
//   hold(bytes) -> throws std::bad_alloc, from a worker too
#pragma once

#include "core/library.h"

namespace fake {
extern const modelet::Function functions[6];
extern const modelet::Endpoint endpoints[1];
extern const modelet::TextCodec codec;  // ids are letters: 0 begins, 1 ends a text, 2 … 27 are a … z, 28 a blank
}  // namespace fake
