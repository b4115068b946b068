// Jobs: results enter by poll, exceptions and cancels end at the edge, the owner is woken.
#include "session/state/job_queue.hpp"

#include "base/error.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <thread>

using session::JobQueue;

namespace job_queue_test {

TEST(JobQueue, AppliesTheResultOnThePollingThreadOnly) {
  JobQueue jobs;
  const auto owner = std::this_thread::get_id();
  std::thread::id worked, applied;
  jobs.start("adding",
             [&](const JobQueue::Report&, std::stop_token) -> JobQueue::Apply {
               worked = std::this_thread::get_id();
               return [&] { applied = std::this_thread::get_id(); };
             },
             {}, {});
  EXPECT_TRUE(jobs.busy());
  EXPECT_EQ(jobs.word(), "adding");
  jobs.wait();
  EXPECT_FALSE(jobs.busy());
  EXPECT_NE(worked, owner);
  EXPECT_EQ(applied, owner);
}

TEST(JobQueue, NothingIsAppliedBeforePoll) {
  JobQueue jobs;
  std::promise<void> done;
  jobs.on_wake([&] { done.set_value(); });
  bool applied = false;
  jobs.start("", [&](const JobQueue::Report&, std::stop_token) -> JobQueue::Apply { return [&] { applied = true; }; },
             {}, {});
  done.get_future().wait();
  EXPECT_FALSE(applied);
  EXPECT_TRUE(jobs.busy());
  EXPECT_TRUE(jobs.poll());
  EXPECT_TRUE(applied);
  EXPECT_FALSE(jobs.poll());
}

TEST(JobQueue, ProgressWakesAndIsToldOnceByPoll) {
  JobQueue jobs;
  std::atomic<int> wakes{0};
  std::promise<void> reported, go_on;
  jobs.on_wake([&] {
    if (++wakes == 1) reported.set_value();
  });
  jobs.start("starting",
             [&](const JobQueue::Report& report, std::stop_token) -> JobQueue::Apply {
               report(0.25, "cold 3 of about 12");
               report(0.25, "cold 3 of about 12");  // nothing new: no wake
               go_on.get_future().wait();
               return {};
             },
             {}, {});
  reported.get_future().wait();
  EXPECT_TRUE(jobs.poll());
  EXPECT_DOUBLE_EQ(jobs.share(), 0.25);
  EXPECT_EQ(jobs.word(), "cold 3 of about 12");
  EXPECT_FALSE(jobs.poll());
  EXPECT_EQ(wakes, 1);
  go_on.set_value();
  jobs.wait();
  EXPECT_EQ(wakes, 2);
}

TEST(JobQueue, AnExceptionBecomesACallOfFailed) {
  JobQueue jobs;
  std::string cause, remedy;
  jobs.start(
      "",
      [](const JobQueue::Report&, std::stop_token) -> JobQueue::Apply {
        throw base::MachineError("the memory", "close something");
      },
      [&](const std::exception& e) {
        cause = e.what();
        if (const auto* machine = dynamic_cast<const base::MachineError*>(&e)) remedy = machine->remedy;
      },
      [&] { cause = "cancelled"; });
  jobs.wait();
  EXPECT_EQ(cause, "the memory");
  EXPECT_EQ(remedy, "close something");
}

TEST(JobQueue, CancelIsNoFailure) {
  JobQueue jobs;
  std::string end;
  jobs.start(
      "",
      [](const JobQueue::Report&, std::stop_token stop) -> JobQueue::Apply {
        while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        throw base::Cancelled();
      },
      [&](const std::exception&) { end = "failed"; }, [&] { end = "cancelled"; });
  jobs.cancel();
  jobs.wait();
  EXPECT_EQ(end, "cancelled");
}

TEST(JobQueue, TheNextJobMayBeStartedFromTheEndOfTheLast) {
  JobQueue jobs;
  int done = 0;
  const auto job = [&](const JobQueue::Report&, std::stop_token) -> JobQueue::Apply { return [&] { ++done; }; };
  jobs.start("",
             [&](const JobQueue::Report&, std::stop_token) -> JobQueue::Apply {
               return [&] {
                 ++done;
                 jobs.start("", job, {}, {});
               };
             },
             {}, {});
  jobs.wait();
  EXPECT_EQ(done, 2);
}

TEST(JobQueue, GoingAwayCancelsAndJoins) {
  std::atomic<bool> stopped{false};
  {
    JobQueue jobs;
    std::promise<void> running;
    jobs.start("",
               [&](const JobQueue::Report&, std::stop_token stop) -> JobQueue::Apply {
                 running.set_value();
                 while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                 stopped = true;
                 throw base::Cancelled();
               },
               {}, {});
    running.get_future().wait();
  }
  EXPECT_TRUE(stopped);
}

}  // namespace job_queue_test
