#include "core/pool.h"

#if defined(MODELET_THREADS)

#include <algorithm>

#include "platform/process.h"

namespace modelet {

// On its caller's stack. Workers hold it only while they are counted in `helpers`.
struct Pool::Job {
  Body body;
  void *argument;
  uint64_t count;
  std::atomic<uint64_t> next{0};
  std::atomic<uint64_t> helpers{0};
  Job *newer = nullptr;
  Job *older = nullptr;

  bool open() const { return next.load(std::memory_order_relaxed) < count; }
  void run() {
    for (uint64_t index; (index = next.fetch_add(1, std::memory_order_relaxed)) < count;) body(argument, index);
  }
};

namespace {

// How many jobs this thread is inside: only the outermost one counts as an active thread.
thread_local constinit uint32_t depth = 0;

inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

// Some 20 to 50 microseconds: longer than the gap between two kernels, shorter than another process's patience.
constexpr int spins = 1000;

template <typename Condition>
bool spin_until(Condition condition) {
  for (int spin = 0; spin < spins; ++spin) {
    if (condition()) return true;
    relax();
  }
  return condition();
}

}  // namespace

void Pool::parallel(uint64_t count, Body body, void *argument) {
  if (count <= 1 || concurrency() <= 1) {
    for (uint64_t index = 0; index < count; ++index) body(argument, index);
    return;
  }
  Job job{body, argument, count};
  const bool counted = depth++ == 0;
  enter(job, counted);
  job.run();
  leave(job, counted);
  await(job);
  --depth;
}

// Publishes the job and calls as many workers as can take part.
void Pool::enter(Job &job, bool counted) {
  std::unique_lock lock(mutex_);
  if (counted) ++active_;
  job.older = jobs_;
  if (jobs_ != nullptr) jobs_->newer = &job;
  jobs_ = &job;
  news_.fetch_add(1, std::memory_order_relaxed);
  const uint64_t limit = limit_.load(std::memory_order_relaxed);
  const uint64_t room = limit > active_ ? limit - active_ : 0;
  const uint64_t wanted = std::min(job.count - 1, room);
  const uint64_t ready = spinning_ + sleeping_;
  for (uint64_t call = spinning_; call < std::min(wanted, ready); ++call) wake_.notify_one();
  const uint64_t missing = wanted > ready ? workers_to_make(wanted - ready) : 0;
  lock.unlock();
  if (missing > 0) make_workers(missing);
}

uint64_t Pool::workers_to_make(uint64_t wanted) {
  const uint64_t limit = limit_.load(std::memory_order_relaxed);
  const uint64_t room = limit > workers_ + 1 ? limit - 1 - workers_ : 0;
  const uint64_t made = std::min(wanted, room);
  workers_ += made;
  if (made > 0) made_epoch_ = epoch_;
  return made;
}

void Pool::make_workers(uint64_t count) {
  auto entry = [](void *pool) -> void * {
    static_cast<Pool *>(pool)->run_worker(false);
    return nullptr;
  };
  uint64_t failed = 0;
  for (uint64_t made = 0; made < count; ++made) {
    if (!platform::make_thread(entry, this)) ++failed;
  }
  if (failed == 0) return;
  std::lock_guard lock(mutex_);
  workers_ -= failed;
}

// Withdraws the job, whose indices are all taken, and lets an idle worker have this thread's place.
void Pool::leave(Job &job, bool counted) {
  std::lock_guard lock(mutex_);
  (job.newer != nullptr ? job.newer->older : jobs_) = job.older;
  if (job.older != nullptr) job.older->newer = job.newer;
  if (!counted) return;
  --active_;
  if (jobs_ == nullptr) return;
  news_.fetch_add(1, std::memory_order_relaxed);
  if (sleeping_ > 0) wake_.notify_one();
}

void Pool::await(Job &job) {
  auto alone = [&job] { return job.helpers.load(std::memory_order_acquire) == 0; };
  if (spin_until(alone)) return;
  std::unique_lock lock(mutex_);
  ++waiting_;
  done_.wait(lock, alone);
  --waiting_;
}

Pool::Job *Pool::claim() {
  if (active_ >= limit_.load(std::memory_order_relaxed)) return nullptr;
  for (Job *job = jobs_; job != nullptr; job = job->older) {
    if (job->open()) return job;
  }
  return nullptr;
}

bool Pool::surplus(bool lent, uint64_t epoch) const {
  if (epoch != epoch_) return true;
  return !lent && workers_ + 1 > limit_.load(std::memory_order_relaxed);
}

void Pool::run_worker(bool lent) {
  std::unique_lock lock(mutex_);
  // A worker that only starts after the last instance was closed leaves at once.
  const uint64_t epoch = lent ? epoch_ : made_epoch_;
  depth = 1;
  while (!surplus(lent, epoch)) {
    Job *job = claim();
    if (job == nullptr) {
      idle(lock);
      continue;
    }
    ++active_;
    job->helpers.fetch_add(1, std::memory_order_relaxed);
    lock.unlock();
    job->run();
    lock.lock();
    --active_;
    // After this the caller may return and the job be gone.
    if (job->helpers.fetch_sub(1, std::memory_order_release) == 1 && waiting_ > 0) done_.notify_all();
  }
  --workers_;
  depth = 0;
}

// Returns when there is news, after a brief spin and then sleep.
void Pool::idle(std::unique_lock<std::mutex> &lock) {
  const uint64_t seen = news_.load(std::memory_order_relaxed);
  auto news = [this, seen] { return news_.load(std::memory_order_relaxed) != seen; };
  ++spinning_;
  lock.unlock();
  spin_until(news);
  lock.lock();
  --spinning_;
  ++sleeping_;
  wake_.wait(lock, news);
  --sleeping_;
}

uint64_t Pool::concurrency() {
  const uint64_t limit = limit_.load(std::memory_order_relaxed);
  if (limit != 0) return limit;
  uint64_t unknown = 0;
  limit_.compare_exchange_strong(unknown, platform::available_processors());
  return limit_.load(std::memory_order_relaxed);
}

void Pool::configure(uint64_t threads) {
  std::lock_guard lock(mutex_);
  limit_.store(threads != 0 ? threads : platform::available_processors(), std::memory_order_relaxed);
  news_.fetch_add(1, std::memory_order_relaxed);
  wake_.notify_all();
}

void Pool::attach(int32_t change) {
  std::lock_guard lock(mutex_);
  instances_ += change;
  if (instances_ != 0 || change > 0) return;
  ++epoch_;
  news_.fetch_add(1, std::memory_order_relaxed);
  wake_.notify_all();
}

void Pool::work() {
  concurrency();
  {
    std::lock_guard lock(mutex_);
    if (instances_ <= 0) return;  // a thread that was lent, and came only after the last instance had been closed
    ++workers_;                   // one of the pool's own threads is surplus now and ends
    news_.fetch_add(1, std::memory_order_relaxed);
    wake_.notify_all();
  }
  run_worker(true);
}

}  // namespace modelet

#else

namespace modelet {

void Pool::parallel(uint64_t count, Body body, void *argument) {
  for (uint64_t index = 0; index < count; ++index) body(argument, index);
}
uint64_t Pool::concurrency() {
  return 1;
}
void Pool::configure(uint64_t) {}
void Pool::attach(int32_t) {}
void Pool::work() {}

}  // namespace modelet

#endif
