// A step that starts its kernel several times, each told its number: on a machine of stubs.
#include "worker/stub_worker.hpp"

#include <gmock/gmock.h>

namespace turns_test {

using tests::StubMachine;
using tests::StubWorker;

/// Every start copies as many elements as its number says: the last one, `times` - 1.
wire::Job in_turns(StubWorker& worker, std::int64_t times) {
  wire::Job job = worker.job(100);
  for (wire::Plan& plan : job.plans) {
    auto& kernel = std::get<wire::Kernel>(plan.steps[0]);
    kernel.times = times;
    kernel.arguments[2] = {wire::Argument::Kind::turn, 0};
  }
  return job;
}

TEST(Turns, AreToldTheirNumbersInStreamsAndGraphs) {
  const StubMachine machine;
  StubWorker worker;
  for (const wire::Submit submit : {wire::Submit::stream, wire::Submit::graph}) {
    wire::Job job = in_turns(worker, 61);
    job.submit = submit;
    const auto ran = worker.ran(StubWorker::look(job));
    ASSERT_TRUE(ran);
    EXPECT_EQ(ran->seen[0].poison, 40) << "60 of 100 were written";
  }
}

TEST(Turns, AreOneRecordOfTheirStep) {
  const StubMachine machine("records = 1");
  StubWorker worker;
  const wire::Body body = worker.ask(wire::Trace{in_turns(worker, 5), 2, 20, {}});
  const auto* traced = std::get_if<wire::Traced>(&body);
  ASSERT_NE(traced, nullptr) << std::get<wire::Failure>(body).sentence;
  ASSERT_EQ(traced->records.size(), 4u) << "two plans, two runs";
  for (const wire::Record& one : traced->records) EXPECT_GT(one.end, one.begin);
}

TEST(Turns, HaveALimit) {
  const StubMachine machine;
  StubWorker worker;
  EXPECT_FALSE(worker.ran(StubWorker::look(in_turns(worker, wire::Limit::times + 1))));
}

}  // namespace turns_test
