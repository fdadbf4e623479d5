// The methods of a captured ContinuousBatchingManager, as compiled Python calls them. Requests are local to a call: an id that the user's
// code always gives cannot collide with that of another call.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/call.h"
#include "python/list.h"
#include "python/str.h"

namespace modelet::generation {

// manager.add_request: the id, made up when `id` is empty. `limit` counts when `limited`. ValueError for an id that this call uses already.
python::Str start_request(Call &call, std::size_t service, const python::List<int64_t> &prompt, const python::Str &id, bool limited,
                          int64_t limit, bool streaming);
python::Str start_request(Call &call, std::size_t service, const python::List<int64_t> &prompt, const python::Str &id, bool limited,
                          int64_t limit, bool streaming, const python::List<int64_t> &end_tokens);

// Below, ValueError for an id that this call has not added.
bool is_streaming(Call &call, std::size_t service, const python::Str &id);
python::List<int64_t> prompt_ids(Call &call, std::size_t service, const python::Str &id);
double created_time(Call &call, std::size_t service, const python::Str &id);  // seconds, as time.perf_counter
int64_t next_token(Call &call, std::size_t service, const python::Str &id);   // waits
double last_logprob(Call &call, std::size_t service, const python::Str &id);
bool is_finished(Call &call, std::size_t service, const python::Str &id);
void cancel(Call &call, std::size_t service, const python::Str &id);

}  // namespace modelet::generation
