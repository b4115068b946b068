// Counters that are refused, held, missing, lost or untrue; no GPU is needed to play them.
#ifdef ONETRIP_CUPTI
#include "worker/stub_worker.hpp"

#include <gmock/gmock.h>

namespace counter_faults_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using tests::StubMachine;
using tests::StubWorker;
using Kind = wire::Failure::Kind;

wire::Count count_of(wire::Job job) {
  wire::Count count;
  count.job = std::move(job);
  return count;
}

double value(const wire::Range& range, std::string_view name) {
  const auto found = std::ranges::find(range.readings, name, &wire::Reading::name);
  return found == range.readings.end() ? -1 : found->value;
}

/// What is said of the counters on a machine that plays this; times can be taken all the same.
wire::RoleState counters(const std::string& script, std::initializer_list<std::string_view> missing = {}) {
  const StubMachine machine(script, missing);
  StubWorker worker;
  const wire::RoleState state = worker.role("count", true);
  EXPECT_TRUE(worker.ran(StubWorker::look(worker.job()))) << script;
  return state;
}

TEST(Faults, F10_WhereCountersAreNotSupported) {
  const std::pair<const char*, const char*> cases[] = {{"vgpu = 1", "virtual one"},
                                                       {"confidential = 1", "confidential computing"},
                                                       {"wsl = 1", "WSL"},
                                                       {"unsupported = 1", "not supported by CUPTI"},
                                                       {"cuptiProfilerGetCounterAvailability = 43", "MIG"},
                                                       {"cuptiRangeProfilerEnable = 45", "WSL"},
                                                       {"cuptiRangeProfilerStart = 33", "virtual one"},
                                                       {"cuptiProfilerDeviceSupported = 41", "confidential computing"}};
  for (const auto& [script, reason] : cases) {
    const wire::RoleState state = counters(script);
    EXPECT_FALSE(state.ready) << script;
    EXPECT_THAT(state.reason, HasSubstr(reason)) << script;
    EXPECT_THAT(state.remedy, HasSubstr("Times are still measured")) << script;
  }
  EXPECT_THAT(counters("cuptiRangeProfilerStart = 40").reason, HasSubstr("only administrators"));
}

TEST(Faults, F12_NoRightsAtTheImageOrAtTheStart) {
  for (const char* where : {"cuptiProfilerGetCounterAvailability", "cuptiRangeProfilerStart"}) {
    const wire::RoleState state = counters(std::string(where) + " = 35");
    EXPECT_THAT(state.reason, HasSubstr("only administrators")) << where;
    EXPECT_THAT(state.remedy_admin, HasSubstr("NVreg_RestrictProfilingToAdminUsers=0")) << where;
  }
}

TEST(Faults, F13_CountersHeldByAnother) {
  EXPECT_TRUE(counters("cuptiRangeProfilerEnable@1 = 26").ready) << "given back within two seconds";
  const wire::RoleState held = counters("cuptiRangeProfilerEnable = 26");
  EXPECT_THAT(held.reason, HasSubstr("Another program holds"));
  EXPECT_THAT(held.remedy_admin, HasSubstr("dcgmi"));
}

TEST(Faults, F14_AnotherProfilerAround) {
  const wire::RoleState state = counters("cuptiRangeProfilerEnable = 39");
  EXPECT_THAT(state.reason, HasSubstr("Another profiler"));
  EXPECT_THAT(state.remedy, HasSubstr("compute-sanitizer"));
}

TEST(Faults, F15_LibrariesMissingOrOfAnotherVersion) {
  const wire::RoleState none = counters("", {"libcupti"});
  EXPECT_THAT(none.reason, AllOf(HasSubstr("counter library is missing"), HasSubstr("libcupti")));
  const wire::RoleState part = counters("cuptiProfilerInitialize = 15");  // it finds no libnvperf_host
  EXPECT_THAT(part.reason, AllOf(HasSubstr("counter library is missing"), HasSubstr("libnvperf_host")));
  const wire::RoleState old = counters("cuptiProfilerHostInitialize = 14");  // not compatible
  EXPECT_FALSE(old.ready);
  EXPECT_THAT(old.reason, HasSubstr("no usable reading"));
  const StubMachine machine;
  machine.stand_in("libcupti.so.13");  // before CUDA 12.6 it has no range profiler
  StubWorker worker;
  EXPECT_THAT(worker.role("count", true).reason, HasSubstr("do not match"));
}

TEST(Faults, F16_AMetricThatTheChipDoesNotHave) {
  const StubMachine machine("lts__t_sectors_op_read = none");
  StubWorker worker;
  EXPECT_TRUE(worker.role("count", true).ready) << "the others are read";
  const wire::Body body = worker.ask(count_of(worker.job()));
  const auto* counted = std::get_if<wire::Counted>(&body);
  ASSERT_NE(counted, nullptr);
  for (const wire::Reading& reading : counted->ranges.at(0).readings) {
    EXPECT_THAT(reading.name, Not(HasSubstr("l2_"))) << "half a level is none";
  }
  EXPECT_FALSE(counters("dram__bytes_read = none").ready) << "without bytes of DRAM there is nothing to tell";
}

TEST(Faults, F17_ReadingsThatAreNone) {
  const std::pair<const char*, const char*> cases[] = {{"passes = 3", "more than one pass"},
                                                       {"dropped = 1", "ranges were dropped"},
                                                       {"ranges = 0", "ranges were dropped"},
                                                       {"dram__bytes_read = nan", "did not run"},
                                                       {"dram__bytes_write = -5", "did not run"}};
  for (const auto& [script, reason] : cases) {
    const StubMachine machine;
    StubWorker worker;
    const wire::Job job = worker.job();
    if (std::string_view(script) != "passes = 3") {  // which shows when it starts
      EXPECT_TRUE(worker.role("count", true).ready);
    }
    machine.play(script);
    const wire::Failure failed = worker.refusal(count_of(job));
    EXPECT_THAT(failed.kind, testing::AnyOf(Kind::counters, Kind::unavailable)) << script;
    EXPECT_THAT(failed.sentence, HasSubstr(reason)) << script;
    machine.play("");
    EXPECT_TRUE(worker.ran(StubWorker::look(job))) << script;
  }
}

TEST(Faults, F17_ZeroEverywhereIsNoReading) {
  const StubMachine machine;
  StubWorker worker;
  const wire::Job job = worker.job();
  std::string nothing;
  for (const char* counter :
       {"dram__bytes_read", "dram__bytes_write", "lts__t_sectors_op_read", "lts__t_sectors_op_write",
        "l1tex__t_bytes_pipe_lsu_mem_global_op_ld", "l1tex__t_bytes_pipe_lsu_mem_global_op_st"}) {
    nothing += std::string(counter) + " = 0\n";
  }
  machine.play(nothing);
  EXPECT_THAT(worker.refusal(count_of(job)).sentence, HasSubstr("every counter read zero"));
}

TEST(Faults, F18_TheCounterDiesBetweenPushAndPop) {
  const StubMachine machine("cuptiRangeProfilerPopRange@1 = die");
  StubWorker worker("0.1");
  const wire::Job job = worker.job();
  const wire::Failure died = worker.refusal(count_of(job));
  EXPECT_EQ(died.kind, Kind::set_aside);
  EXPECT_THAT(died.sentence, AllOf(HasSubstr("count"), HasSubstr("Killed")));
  EXPECT_TRUE(worker.ran(StubWorker::look(job))) << "times are kept";
  machine.play("");
  wire::Count other = count_of(job);
  other.launches = 4;
  const wire::Body body = worker.ask(other);
  EXPECT_TRUE(std::holds_alternative<wire::Counted>(body)) << "and the next question is answered";
}

TEST(Counted, TheStubsCountsAreThoseOfTheCopy) {
  const StubMachine machine;
  StubWorker worker;
  const wire::Body body = worker.ask(count_of(worker.job(4096)));
  const auto* counted = std::get_if<wire::Counted>(&body);
  ASSERT_NE(counted, nullptr);
  for (const wire::Range& range : counted->ranges) {
    const double plan = range.regime == wire::Regime::control ? 0 : 4.0 * 4096;
    const bool flushed = range.regime == wire::Regime::control || range.regime == wire::Regime::tail;
    EXPECT_EQ(value(range, "dram_read_bytes"), plan + (flushed ? static_cast<double>(counted->flushed) : 0));
    EXPECT_EQ(value(range, "dram_write_bytes"), plan);
  }
}

}  // namespace counter_faults_test
#endif
