// Kernels that break, hang, lie or want too much; compilers that refuse, hang or take all memory; killed caches.
#include "worker/cubin_cache.hpp"
#include "worker/stub_worker.hpp"

#include <gmock/gmock.h>

#include <sys/resource.h>

namespace kernel_faults_test {

using testing::AllOf;
using testing::HasSubstr;
using tests::StubMachine;
using tests::StubWorker;
using Kind = wire::Failure::Kind;

wire::Run sampled(wire::Job job, wire::Temperature temperature = wire::Temperature::cold) {
  wire::Run run;
  run.job = std::move(job);
  run.sampling = wire::Sampling{temperature, 5, 1};
  return run;
}

TEST(Faults, F20_AKernelThatBreaksItsContext) {
  for (const char* code : {"700", "716", "710", "715", "714"}) {
    const StubMachine machine(std::string("copy = ") + code);
    StubWorker worker;
    const wire::Job job = worker.job();
    const wire::Failure broken = worker.refusal(StubWorker::look(job));
    EXPECT_EQ(broken.kind, Kind::fault) << code;
    EXPECT_THAT(broken.sentence, HasSubstr("Its result was thrown away")) << code;
    machine.play("");
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_TRUE(worker.ran(StubWorker::look(job))) << "the next request succeeds after " << code;
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2)) << code;
  }
}

TEST(Faults, F21_AKernelWithoutAnEnd) {
  const StubMachine machine("copy = hang");
  StubWorker worker;
  const wire::Job job = worker.job();
  wire::Run run = StubWorker::look(job);
  run.deadline = 0.5;
  const wire::Failure failed = worker.refusal(run);
  EXPECT_EQ(failed.kind, Kind::deadline);
  EXPECT_THAT(failed.sentence, AllOf(HasSubstr("run"), HasSubstr("0.50 s")));
  machine.play("");
  EXPECT_TRUE(worker.ran(StubWorker::look(job)));
}

TEST(Faults, F22_MemoryThatIsNotThereOrIsTakenMeanwhile) {
  const StubMachine machine("memory = 20e6");
  StubWorker worker;
  const wire::Job small = worker.job(), large = worker.job(10'000'000);
  const wire::Failure refused = worker.refusal(StubWorker::look(large));
  EXPECT_EQ(refused.kind, Kind::memory);
  EXPECT_THAT(refused.sentence,
              AllOf(HasSubstr("134 MB"), HasSubstr("18.0 MB may be used"), HasSubstr("Nothing was allocated")));
  EXPECT_TRUE(worker.ran(StubWorker::look(small)));
  machine.play("memory = 20e6\ncuMemAlloc_v2 = 2");
  EXPECT_THAT(worker.refusal(StubWorker::look(worker.job(2000))).sentence, HasSubstr("another program took some"));
  machine.play("memory = 20e6");
  // Were anything left of one, thirty would not fit.
  for (int i = 0; i < 30; ++i) EXPECT_TRUE(worker.ran(StubWorker::look(worker.job(200'000 + i)))) << i;
}

TEST(Faults, F23_AKernelThatLiesIsSeen) {
  const StubMachine machine;
  StubWorker worker;
  const wire::Job job = worker.job();
  const auto look = [&](const char* lie) {
    machine.play(lie);
    // Plan 0 is right and runs once; after it, plan 1 lies.
    const auto ran = worker.ran(StubWorker::look(job));
    EXPECT_TRUE(ran && ran->seen.size() == 1) << lie;
    return ran.value_or(wire::Ran{true, {wire::Seen{}}, {}, {}, 0, {}});
  };
  EXPECT_EQ(look("").seen[0].identical, 1000);
  EXPECT_EQ(look("copy = wrong").seen[0].identical, 999);
  const wire::Ran unwritten = look("copy = unwritten");
  EXPECT_EQ(unwritten.seen[0].poison, 3);
  EXPECT_FALSE(look("copy = guard").guards_whole);
  EXPECT_TRUE(look("").guards_whole);
}

TEST(Faults, F25_AFallingClockIsToldWithEachSample) {
  const StubMachine machine;
  StubWorker worker;
  const wire::Job job = worker.job();
  for (const wire::Temperature how : {wire::Temperature::cold, wire::Temperature::batch}) {
    for (const double share : {1.0, 0.6}) {
      machine.play("clock = " + std::to_string(share));
      const auto ran = worker.ran(sampled(job, how));
      ASSERT_TRUE(ran);
      for (const wire::Timed& sample : ran->times.at(0).samples) EXPECT_NEAR(sample.clock, share * 1.98e9, 1e6);
    }
  }
}

TEST(Faults, F27_TheCompilerRefuses) {
  const StubMachine machine("nvrtcCompileProgram = 6");
  StubWorker worker;
  const wire::Failure failed = worker.refusal(StubWorker::source());
  EXPECT_EQ(failed.kind, Kind::compiler);
  EXPECT_THAT(failed.detail, HasSubstr("kernel.cu(1)"));
  machine.play("image = none");
  EXPECT_THAT(worker.refusal(StubWorker::source()).sentence, HasSubstr("made no code"));
  const StubMachine without({}, {"libnvrtc"});
  StubWorker other;
  EXPECT_THAT(other.role("compile").reason, HasSubstr("libnvrtc.so.13"));
}

TEST(Faults, F28_ACompilerThatNeverEndsOrTakesAllMemory) {
  const StubMachine machine("nvrtcCompileProgram@2+ = hang");  // it compiles once to start
  StubWorker worker("0.05");
  const wire::Failure hung = worker.refusal(StubWorker::source());
  EXPECT_EQ(hung.kind, Kind::deadline);
  EXPECT_THAT(hung.sentence, HasSubstr("compile"));
  wire::Compile other = StubWorker::source();  // the first is remembered for what it did
  other.source += "\n";
#ifndef ONETRIP_SANITIZED  // there memory is not limited
  machine.play("nvrtcCompileProgram@2+ = fill");
  EXPECT_EQ(worker.refusal(other).kind, Kind::compiler) << "refused within its four gigabytes";
#endif
  machine.play("");
  other.source += "\n";
  EXPECT_TRUE(std::holds_alternative<wire::Compiled>(worker.ask(other)));
}

TEST(Faults, F31_AFileThatMayNotGrowCostsOnlyTheCache) {
  const StubMachine machine;
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{100, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  StubWorker worker;
  ::setrlimit(RLIMIT_FSIZE, &before);
  for (int i = 0; i < 2; ++i) {
    const wire::Body body = worker.ask(StubWorker::source());
    const auto* compiled = std::get_if<wire::Compiled>(&body);
    ASSERT_NE(compiled, nullptr);
    EXPECT_FALSE(compiled->cached) << "nothing was kept";
  }
}

TEST(Faults, F31_TwoWritersLeaveWholeEntries) {
  const tests::TemporaryFolder folder;
  const worker::CubinCache cache(folder.path().string());
  const wire::Compiled entry{"0123", {{"k", 8, 0, 0, 0, 0}}, "log", false, 0.1, std::string(1 << 16, 'x')};
  const pid_t other = ::fork();
  for (int i = 0; i < 100; ++i) {
    cache.keep(entry);
    const auto found = cache.find("0123");
    if (other == 0 && !found) ::_exit(1);
    EXPECT_TRUE(found && found->image == entry.image) << i;
  }
  if (other == 0) ::_exit(0);
  int status = -1;
  ::waitpid(other, &status, 0);
  EXPECT_EQ(status, 0) << "and the other found its own each time";
}

TEST(Faults, F32_KilledWhileItWritesTheCache) {
  const tests::TemporaryFolder folder;
  const worker::CubinCache cache(folder.path().string());
  wire::Compiled entry{"0123", {{"k", 8, 0, 0, 0, 0}}, "log", false, 0.1, std::string(1 << 20, 'x')};
  int whole = 0;
  constexpr int writers = 40;
  for (int i = 0; i < writers; ++i) {
    const pid_t writer = ::fork();
    if (writer == 0) {
      cache.keep(entry);
      ::_exit(0);
    }
    ::usleep(static_cast<useconds_t>(200 * i));
    if (i < writers - 1) ::kill(writer, SIGKILL);  // the last may finish
    ::waitpid(writer, nullptr, 0);
    const auto found = cache.find("0123");
    if (!found) continue;
    ++whole;
    EXPECT_EQ(found->image, entry.image);
    std::filesystem::remove(folder.path() / "0123.cubin");
  }
  EXPECT_GT(whole, 0);
  EXPECT_LT(whole, writers) << "some were killed while they wrote";
}

}  // namespace kernel_faults_test
