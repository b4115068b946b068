// One thread at a time; what it hands back is applied by poll() on the owner's thread.
#include "session/state/job_queue.hpp"

#include "base/error.hpp"
#include "base/words.hpp"

#include <cassert>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

namespace session {
namespace {

std::exception_ptr no_memory() {
  return std::make_exception_ptr(
      base::MachineError(base::say("session.no_memory"), base::say("session.no_memory.hint")));
}

}  // namespace

struct JobQueue::State {
  mutable std::mutex mutex;
  std::condition_variable news;
  // Guarded by the mutex.
  std::function<void()> wake;
  double share = 0;
  std::string word;
  bool reported = false;  ///< progress that poll() has not told of yet
  bool finished = false;
  Apply apply;
  std::exception_ptr error;
  // The owner's alone.
  bool busy = false;
  std::function<void(const std::exception&)> failed;
  Apply cancelled;
  std::jthread thread;  // last: it is joined before what it uses goes

  void tell() {
    std::function<void()> call;
    {
      const std::lock_guard lock(mutex);
      call = wake;
    }
    news.notify_all();
    if (call) call();
  }

  void work(const Work& job, const std::stop_token& stop) {
    Apply result;
    std::exception_ptr problem;
    try {
      result = job(
          [this](double done, std::string_view what) {
            {
              const std::lock_guard lock(mutex);
              if (share == done && word == what) return;
              share = done;
              word = what;
              reported = true;
            }
            tell();
          },
          stop);
    } catch (const std::bad_alloc&) {
      problem = no_memory();
    } catch (...) {
      problem = std::current_exception();
    }
    {
      const std::lock_guard lock(mutex);
      apply = std::move(result);
      error = problem;
      finished = true;
    }
    tell();
  }

  void finish() {
    if (thread.joinable()) thread.join();
    const Apply result = std::move(apply);
    const std::exception_ptr problem = std::exchange(error, nullptr);
    const auto on_failure = std::move(failed);
    const Apply on_cancel = std::move(cancelled);
    finished = false;
    busy = false;  // before the callbacks: they may start the next job
    if (!problem) {
      if (result) result();
      return;
    }
    try {
      std::rethrow_exception(problem);
    } catch (const base::Cancelled&) {
      if (on_cancel) on_cancel();
    } catch (const std::exception& e) {
      if (on_failure) on_failure(e);
    }
  }
};

JobQueue::JobQueue() : state_(std::make_unique<State>()) {}

JobQueue::~JobQueue() {
  // Nobody is left to be woken.
  on_wake({});
  state_->thread.request_stop();
  if (state_->thread.joinable()) state_->thread.join();
}

void JobQueue::on_wake(std::function<void()> wake) {
  const std::lock_guard lock(state_->mutex);
  state_->wake = std::move(wake);
}

void JobQueue::start(std::string name, Work work, std::function<void(const std::exception&)> failed, Apply cancelled) {
  assert(!busy() && "one job at a time: ask busy() first");
  state_->share = 0;
  state_->word = std::move(name);
  state_->reported = false;
  state_->failed = std::move(failed);
  state_->cancelled = std::move(cancelled);
  state_->busy = true;
  try {
    state_->thread = std::jthread(
        [state = state_.get(), job = std::move(work)](const std::stop_token& stop) { state->work(job, stop); });
  } catch (const std::system_error&) {  // no thread can be had
    {
      const std::lock_guard lock(state_->mutex);
      state_->error = no_memory();
      state_->finished = true;
    }
    state_->tell();
  }
}

void JobQueue::cancel() {
  state_->thread.request_stop();
}

bool JobQueue::busy() const {
  return state_->busy;
}

double JobQueue::share() const {
  const std::lock_guard lock(state_->mutex);
  return state_->share;
}

std::string JobQueue::word() const {
  const std::lock_guard lock(state_->mutex);
  return state_->word;
}

bool JobQueue::poll() {
  if (!state_->busy) return false;
  bool finished = false, reported = false;
  {
    const std::lock_guard lock(state_->mutex);
    finished = state_->finished;
    reported = std::exchange(state_->reported, false);
  }
  if (finished) state_->finish();
  return finished || reported;
}

void JobQueue::wait() {
  while (state_->busy) {
    {
      std::unique_lock lock(state_->mutex);
      state_->news.wait(lock, [this] { return state_->finished; });
    }
    poll();
  }
}

}  // namespace session
