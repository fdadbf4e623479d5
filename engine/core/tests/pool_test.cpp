// The pool under many callers, jobs inside jobs, changes of its size, and what bodies throw. Also run under the thread sanitizer.
#include "core/pool.h"

#include <atomic>
#include <new>
#include <thread>
#include <vector>

#include "core/context.h"
#include "core/host.h"
#include "testing/check.h"

using modelet::Context;
using modelet::own_host;
using modelet::parallel;

namespace {

Context context() {
  return {&own_host(), modelet::Isa::generic, nullptr};
}

int64_t sum_to(int64_t count) {
  std::vector<int64_t> values(static_cast<std::size_t>(count));
  parallel(context(), count, [&](int64_t index) { values[static_cast<std::size_t>(index)] = index; });
  int64_t sum = 0;
  for (int64_t value : values) sum += value;
  return sum;
}

void every_index_runs_once() {
  for (int64_t count : {0, 1, 2, 3, 17, 1000}) CHECK_EQUAL(sum_to(count), count * (count - 1) / 2);
}

void jobs_inside_jobs_finish() {
  std::atomic<int64_t> runs{0};
  parallel(context(), 8, [&](int64_t) { parallel(context(), 8, [&](int64_t) { parallel(context(), 8, [&](int64_t) { ++runs; }); }); });
  CHECK_EQUAL(runs.load(), 512);
}

void many_callers_do_not_block_one_another() {
  std::atomic<int64_t> sum{0};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 16; ++caller) {
    callers.emplace_back([&] {
      for (int round = 0; round < 50; ++round) sum += sum_to(20);
    });
  }
  for (std::thread &caller : callers) caller.join();
  CHECK_EQUAL(sum.load(), int64_t{16} * 50 * 190);
}

void no_more_run_at_once_than_asked_for() {
  modelet::host_configure(own_host(), 3);
  std::atomic<int64_t> inside{0}, most{0};
  for (int round = 0; round < 20; ++round) {
    parallel(context(), 32, [&](int64_t) {
      const int64_t now = ++inside;
      for (int64_t seen = most.load(); seen < now && !most.compare_exchange_weak(seen, now);) {
      }
      std::this_thread::yield();
      --inside;
    });
  }
  CHECK(most.load() <= 3);
  CHECK_EQUAL(modelet::concurrency(context()), 3);
}

void the_size_changes_while_it_works() {
  std::thread caller([] {
    for (int round = 0; round < 200; ++round) CHECK_EQUAL(sum_to(30), 435);
  });
  for (uint64_t threads : {1U, 4U, 2U, 0U, 3U, 1U, 2U}) {
    modelet::host_configure(own_host(), threads);
    modelet::host_attach(own_host(), 1);
    CHECK_EQUAL(sum_to(40), 780);
    modelet::host_attach(own_host(), -1);
  }
  caller.join();
}

void lent_threads_work_until_the_last_instance_closes() {
  modelet::host_configure(own_host(), 3);
  modelet::host_attach(own_host(), 1);
  std::thread lent([] { modelet::host_work(own_host()); });
  for (int round = 0; round < 100; ++round) CHECK_EQUAL(sum_to(30), 435);
  modelet::host_attach(own_host(), -1);
  lent.join();
  modelet::host_work(own_host());  // nobody is there: it returns
}

void what_a_body_throws_reaches_the_caller() {
  for (int64_t thrower : {0, 13, 63}) {
    std::atomic<int64_t> runs{0};
    bool caught = false;
    try {
      parallel(context(), 64, [&](int64_t index) {
        ++runs;
        if (index == thrower) throw std::bad_alloc();
      });
    } catch (const std::bad_alloc &) {
      caught = true;
    }
    CHECK(caught);
    CHECK_EQUAL(runs.load(), 64);
  }
}

}  // namespace

int main() {
  modelet::host_configure(own_host(), 4);
  every_index_runs_once();
  jobs_inside_jobs_finish();
  many_callers_do_not_block_one_another();
  what_a_body_throws_reaches_the_caller();
  no_more_run_at_once_than_asked_for();
  the_size_changes_while_it_works();
  lent_threads_work_until_the_last_instance_closes();
  return modelet::testing::result();
}
