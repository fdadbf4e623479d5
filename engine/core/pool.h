// The worker pool of one process.
//
// A job is `count` indices. Whoever has work runs it itself and is joined by workers that have nothing else to do, so that
// a job never waits for a free thread, and jobs inside jobs and jobs of many callers cannot block one another. Workers join while
// fewer than `concurrency` threads run jobs; they are made when first needed, spin briefly for more work, then sleep.
#pragma once

#include <cstdint>

#if !defined(__wasm__)
#define MODELET_THREADS 1
#include <atomic>
#include <condition_variable>
#include <mutex>
#endif

namespace modelet {

// Any thread may call anything at any time. Never destroyed: workers may sleep in it while the process exits.
class Pool {
 public:
  using Body = void (*)(void *argument, uint64_t index);

  // Runs body(argument, 0) … body(argument, count - 1), on this thread and on workers; returns when all are done.
  void parallel(uint64_t count, Body body, void *argument);

  // Threads that may run jobs at once, callers included.
  uint64_t concurrency();
  // Wanted concurrency; 0: `platform::available_processors`.
  void configure(uint64_t threads);

  // An instance was opened (+1) or closed (-1). When the last one closes, workers end and `work` returns.
  void attach(int32_t change);
  // Lends the calling thread as a worker until the last instance closes. One lent thread replaces one that the pool would make.
  void work();

#if defined(MODELET_THREADS)
 private:
  struct Job;
  struct Spare;

  uint64_t limit_locked();
  void enter(Job &job, bool counted);
  void leave(Job &job, bool counted);
  void await(Job &job);
  uint64_t workers_to_make(uint64_t wanted);
  void make_workers(uint64_t count);
  void run_worker(bool lent);
  Job *claim();
  bool surplus(bool lent, uint64_t epoch) const;
  void idle(std::unique_lock<std::mutex> &lock);

  std::mutex mutex_;                // guards everything that is not atomic
  std::condition_variable wake_;    // workers sleep here
  std::condition_variable done_;    // callers sleep here until the workers have left their job
  Job *jobs_ = nullptr;             // newest first
  std::atomic<uint64_t> limit_{0};  // concurrency; 0: not asked yet
  std::atomic<uint64_t> news_{0};   // grows when there may be work for an idle worker
  uint64_t active_ = 0;             // threads that run jobs
  uint64_t workers_ = 0;            // made here or lent
  uint64_t spinning_ = 0;
  uint64_t sleeping_ = 0;
  uint64_t waiting_ = 0;     // callers in done_
  uint64_t epoch_ = 0;       // grows when the last instance closes
  uint64_t made_epoch_ = 0;  // epoch_ when workers were last made
  int64_t instances_ = 0;    // attached
#endif
};

}  // namespace modelet
