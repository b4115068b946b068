// The worker's own deadlines: shorter than the program's patience, and not begun anew by whoever dies slowly.
#include "worker/patience.hpp"
#include "worker/stub_worker.hpp"

#include <gmock/gmock.h>

namespace deadlines_test {

using testing::HasSubstr;
using tests::StubMachine;
using tests::StubWorker;
using Kind = wire::Failure::Kind;

TEST(Deadlines, TheWorkerSpeaksBeforeTheProgramGivesUp) {
  const worker::Patience patience;
  const double margin = 2;  // a link, and a machine that is busy
  EXPECT_LE(2 * patience.start + margin, wire::Deadline::program) << "those that count start after the one that runs";
  EXPECT_LE(patience.work + margin, wire::Deadline::program);
  EXPECT_LE(patience.cancel + margin, wire::Deadline::program);
  EXPECT_LT(wire::Deadline::program, wire::Deadline::answer);
}

TEST(Deadlines, ARequestThatKillsItsRolesSlowlyHasNoMoreTimeThanOneThatHangs) {
  const StubMachine machine;
  StubWorker worker("0.05");  // a second for the request; three deaths would take two
  EXPECT_TRUE(worker.role("compile").ready);
  machine.play("nvrtcCompileProgram@2+ = die late");  // it compiles once to start
  EXPECT_EQ(worker.refusal(StubWorker::source()).kind, Kind::deadline);
}

TEST(Deadlines, ARoleThatDiesSlowlyAtItsStartHasNoMoreTimeThanOneThatHangs) {
  const StubMachine machine("cuInit = die late");
  StubWorker worker("0.1");  // a second to start
  EXPECT_THAT(worker.role("run").reason, HasSubstr("does not finish starting"));
}

TEST(Deadlines, ARequestMayAskForLessTimeAndNotForMore) {
  const StubMachine machine("copy = hang");
  StubWorker worker("0.05");
  wire::Run run = StubWorker::look(worker.job());
  run.deadline = wire::Limit::seconds;
  const wire::Failure failed = worker.refusal(run);
  EXPECT_EQ(failed.kind, Kind::deadline);
  EXPECT_THAT(failed.sentence, HasSubstr("within 1.0 s"));
}

}  // namespace deadlines_test
