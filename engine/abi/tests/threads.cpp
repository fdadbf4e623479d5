// Many threads start, stream, cancel and finish calls of one instance while others open and close; for the thread sanitizer.
#include <atomic>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "modelet/modelet.h"
#include "testing/check.h"

namespace {

modelet_message empty() {
  modelet_message message{};
  message.size = sizeof message;
  return message;
}

modelet_call *start(modelet_instance *instance, const std::string &text) {
  modelet_message request = empty(), error = empty();
  request.json = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(text.data()));
  request.json_bytes = text.size();
  modelet_call *call = nullptr;
  CHECK(modelet_start(instance, &request, &call, &error) == MODELET_OK);
  modelet_release(&error);
  return call;
}

// Reads the answer to its end; the last status.
modelet_status read(modelet_call *call) {
  for (;;) {
    modelet_message out = empty();
    const modelet_status status = modelet_next(call, &out);
    modelet_release(&out);
    if (status == MODELET_END || status == MODELET_ERROR) return status;
  }
}

void stream(modelet_instance *instance) {
  modelet_call *call = start(instance, R"({"call": {"count": 5}, "function": "count"})");
  CHECK(read(call) == MODELET_END);
  modelet_finish(call);
}

void embed(modelet_instance *instance) {
  modelet_call *call = start(instance, R"({"endpoint": "embeddings", "body": {"model": "m", "input": ["a", "b", "c", "d", "e", "f"]}})");
  CHECK(read(call) == MODELET_END);
  modelet_finish(call);
}

void cancel_from_outside(modelet_instance *instance) {
  modelet_call *call = start(instance, R"({"call": {"parallel": true}, "function": "slow"})");
  std::thread canceller([call] { modelet_cancel(call); });
  CHECK(read(call) == MODELET_ERROR);
  canceller.join();
  modelet_finish(call);
}

// A second thread is told busy, or comes after the first was cancelled; a third finishes the call meanwhile.
void crowd(modelet_instance *instance) {
  modelet_call *call = start(instance, R"({"call": {}, "function": "slow"})");
  std::thread second([call] {
    modelet_message out = empty();
    CHECK(modelet_next(call, &out) == MODELET_ERROR);
    modelet_release(&out);
    modelet_cancel(call);
  });
  modelet_message out = empty();
  CHECK(modelet_next(call, &out) == MODELET_ERROR);
  modelet_release(&out);
  modelet_cancel(call);
  second.join();
  modelet_finish(call);
}

void open_and_close() {
  modelet_instance *instance = nullptr;
  modelet_message error = empty();
  CHECK(modelet_open("{}", nullptr, &instance, &error) == MODELET_OK);
  embed(instance);
  modelet_close(instance);
}

}  // namespace

int main() {
  modelet_instance *instance = nullptr;
  modelet_message error = empty();
  CHECK(modelet_open(R"({"threads": 3})", nullptr, &instance, &error) == MODELET_OK);
  std::vector<std::thread> threads;
  for (int index = 0; index < 16; ++index) {
    threads.emplace_back([instance] {
      for (int round = 0; round < 5; ++round) {
        stream(instance);
        embed(instance);
        cancel_from_outside(instance);
        crowd(instance);
        open_and_close();
      }
    });
  }
  for (std::thread &thread : threads) thread.join();
  modelet_close(instance);
  return modelet::testing::result();
}
