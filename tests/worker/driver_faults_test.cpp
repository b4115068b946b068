// A driver that is not there, does not start, hangs, or loses its card; no GPU is needed to play them.
#include "worker/stub_worker.hpp"

#include <gmock/gmock.h>

namespace driver_faults_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using tests::StubMachine;
using tests::StubWorker;
using Kind = wire::Failure::Kind;

const std::string first = "GPU-01010101-0101-0101-0101-010101010101",
                  second = "GPU-02020202-0202-0202-0202-020202020202";

TEST(Faults, F1_NoDriver) {
  const StubMachine machine({}, {"libcuda"});
  StubWorker worker;
  const wire::RoleState run = worker.role("run");
  EXPECT_THAT(run.reason, HasSubstr("no NVIDIA driver here"));
  EXPECT_THAT(run.remedy, HasSubstr("cpu device"));
  EXPECT_TRUE(worker.role("compile").ready) << "what needs no driver goes on";
}

TEST(Faults, F2_NoDevice) {
  const StubMachine machine("cuInit = 100");
  StubWorker worker;
  EXPECT_THAT(worker.role("run").reason, HasSubstr("sees no GPU"));
  EXPECT_EQ(worker.refusal(StubWorker::look(worker.job())).kind, Kind::unavailable);
}

TEST(Faults, F3_TooOldADriver) {
  const StubMachine machine("cuInit = 35\ndriver = 11040");
  StubWorker worker;
  const wire::RoleState run = worker.role("run");
  EXPECT_THAT(run.reason, HasSubstr("does not start"));
  EXPECT_THAT(run.remedy, HasSubstr("525 or later"));
  machine.stand_in("libcuda.so.1");
  StubWorker other;
  EXPECT_THAT(other.role("run").reason, HasSubstr("has no cuInit"));
}

TEST(Faults, F4_NotReadyOrOfAnotherVersion) {
  const std::pair<const char*, const char*> cases[] = {
      {"803", "reboot"}, {"802", "fabricmanager"}, {"804", "LD_LIBRARY_PATH"}};
  for (const auto& [code, remedy] : cases) {
    const StubMachine machine(std::string("cuInit = ") + code);
    StubWorker worker;
    EXPECT_THAT(worker.role("run").remedy, HasSubstr(remedy)) << code;
    machine.play("");
    EXPECT_TRUE(worker.role("run").ready) << "asked again after " << code << " was mended";
  }
}

TEST(Faults, F5_TheCardIsBusyForAWhileOrForGood) {
  const StubMachine machine("cuDevicePrimaryCtxRetain@1 = 46");
  StubWorker worker;
  EXPECT_TRUE(worker.role("run").ready) << "it was free a second later";
  const StubMachine busy("cuDevicePrimaryCtxRetain = 46");
  StubWorker other;
  const wire::RoleState run = other.role("run");
  EXPECT_THAT(run.reason, HasSubstr("Another program has the GPU"));
  EXPECT_THAT(run.remedy, HasSubstr("nvidia-smi"));
}

TEST(Faults, F6_CuInitHangs) {
  const StubMachine machine("cuInit = hang");
  StubWorker worker("0.05");
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THAT(worker.role("run").reason, HasSubstr("does not finish starting"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
  EXPECT_EQ(worker.refusal(StubWorker::look(worker.job())).kind, Kind::unavailable);
}

TEST(Faults, F7_TheCardIsLostDuringARun) {
  const StubMachine machine("cuStreamSynchronize@4 = vanish");
  StubWorker worker;
  const wire::Job job = worker.job();
  const wire::Failure lost = worker.refusal(StubWorker::look(job));
  EXPECT_EQ(lost.kind, Kind::device);
  EXPECT_THAT(lost.sentence, HasSubstr("CUDA_ERROR_UNKNOWN"));
  EXPECT_THAT(lost.remedy, HasSubstr("fallen off its bus"));
  machine.play("cuInit = 999");
  EXPECT_EQ(worker.refusal(StubWorker::look(job)).kind, Kind::unavailable) << "and nothing is shown of it";
  machine.play("");
  EXPECT_EQ(worker.refusal(StubWorker::look(job)).kind, Kind::unavailable) << "it comes back when it is asked for";
  EXPECT_TRUE(worker.role("run").ready);
  EXPECT_TRUE(worker.ran(StubWorker::look(job)));
}

TEST(Faults, F8_MemoryThatCannotBeCorrected) {
  const StubMachine machine("copy = 214");
  StubWorker worker;
  const wire::Failure failed = worker.refusal(StubWorker::look(worker.job()));
  EXPECT_THAT(failed.sentence, AllOf(HasSubstr("uncorrectable memory error"), HasSubstr("thrown away")));
  EXPECT_THAT(failed.remedy, HasSubstr("no more measurements"));
}

TEST(Faults, F9_AChipThatTheCompilerDoesNotKnow) {
  for (const int chip : {35, 70, 998}) {
    const StubMachine machine("capability = " + std::to_string(chip));
    StubWorker worker;
    EXPECT_EQ(worker.hello().card->compute_capability, chip);
    const wire::Failure failed = worker.refusal(StubWorker::source(chip));
    EXPECT_THAT(failed.sentence, AllOf(HasSubstr("sm_" + std::to_string(chip)), HasSubstr("sm_75 to sm_120")));
    EXPECT_THAT(failed.remedy, HasSubstr("CUDA toolkit"));
    EXPECT_THAT(worker.refusal(StubWorker::look(worker.job())).sentence, HasSubstr("cannot make code"))
        << "of the worker's own kernels likewise";
  }
}

TEST(Faults, F11_CardsAreKnownByUuidNotByPlace) {
  const StubMachine machine("cards = 2\nused.0 = 4e9");
  StubWorker worker;
  EXPECT_EQ(worker.hello().card->uuid, second) << "the idler one";
  machine.play("cards = 2\norder = reversed\nused.1 = 4e9");
  StubWorker again;
  const wire::Capabilities told = again.hello(false, second);
  EXPECT_EQ(told.card->uuid, second);
  EXPECT_EQ(told.card->index, 0) << "where it is now";
  machine.play("cards = 1");
  StubWorker later;
  const wire::Capabilities gone = later.hello(false, second);
  const auto run = std::ranges::find(gone.roles, "run", &wire::RoleState::role);
  ASSERT_NE(run, gone.roles.end());
  EXPECT_THAT(run->reason, AllOf(HasSubstr(second), HasSubstr("no longer there")));
  EXPECT_THAT(run->reason, Not(HasSubstr(first)));
}

TEST(Faults, F11_TheCardDisappearsUnderTheWorker) {
  const StubMachine machine("cards = 2\nused.0 = 4e9");
  StubWorker worker;
  const wire::Job job = worker.job();
  ASSERT_EQ(worker.hello().card->uuid, second);
  machine.play("cards = 1\ncopy = 999");
  EXPECT_EQ(worker.refusal(StubWorker::look(job)).kind, Kind::device);
  machine.play("cards = 1");
  EXPECT_THAT(worker.refusal(StubWorker::look(job)).sentence, HasSubstr("no longer there"))
      << "no other card takes its place";
}

}  // namespace driver_faults_test
