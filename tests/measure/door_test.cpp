// What a device tells of a run passes the door before anybody sees it.
#include "fake_experiment.hpp"
#include "measure/collect.hpp"

#include <gmock/gmock.h>

namespace door_test {

using testing::Contains;
using testing::HasSubstr;

class Door : public testing::Test {
 protected:
  /// As a worker's card.
  Door() {
    device_.called = "NVIDIA H200";
    experiment_.submits = "stream";
    experiment_.time = [](int plan, int n) { return (plan == 0 ? 2e-3 : 1e-3) + 1e-7 * n; };
    rules_.wanted = {0.01};
    rules_.least = 30;
  }
  record::Measurement run() { return measure::collect(device_, experiment_, spec_, rules_, {}, {}, "onetrip run"); }
  std::string refusal() {
    try {
      static_cast<void>(run());
    } catch (const device::DeviceError& error) {
      return std::string(error.what()) + " / " + error.remedy;
    }
    return "believed";
  }

  device::RunSpec spec_ = tests::both_plans("x: f32[4096, 4096]; b: f32[4096]; y = gelu(x + b)");
  tests::FakeDevice device_;
  tests::FakeExperiment experiment_{spec_};
  measure::Rules rules_;
};

TEST_F(Door, ATrueRunPassesWithoutADoubt) {
  const record::Measurement m = run();
  EXPECT_EQ(m.tier, record::Tier::counters);
  EXPECT_THAT(m.doubts, testing::IsEmpty());
}

TEST_F(Door, TimesThatCannotBeTakeTheRunWithThem) {
  experiment_.time = [](int, int n) { return 1e-12 * (1 + n % 3); };
  EXPECT_THAT(refusal(),
              testing::AllOf(HasSubstr("What NVIDIA H200 reported about this run is impossible and is not shown"),
                             HasSubstr("is too short"), HasSubstr("Run it again.")));
  experiment_.time = [](int, int n) { return (10 + 0.001 * (n % 3)) * 1e-6; };
  EXPECT_THAT(refusal(), HasSubstr("over the memory road of NVIDIA H200 SXM 141GB"));
}

TEST_F(Door, BytesThatCannotBeAreNotShownAndTimesAre) {
  const std::pair<std::int64_t, const char*> lies[] = {{2'000'000'000'000'000, "at most"},
                                                       {100'000'000'000'000'000, "at most"},
                                                       {2, "a cold run reads at least its inputs"},
                                                       {0, "a cold run reads at least its inputs"}};
  for (const auto& [bytes, says] : lies) {
    experiment_.lie = [bytes = bytes](device::PlanCount& count) { count.read = base::Bytes{bytes}; };
    const record::Measurement m = run();
    EXPECT_EQ(m.tier, record::Tier::times_only) << bytes;
    EXPECT_FALSE(m.plans[0].bytes()) << bytes;
    EXPECT_FALSE(m.plans[1].kernels[0].dram_read) << bytes;
    EXPECT_THAT(m.plans[0].no_bytes_because, HasSubstr(says)) << bytes;
    EXPECT_TRUE(m.plans[0].cold) << bytes;
  }
}

TEST_F(Door, WhatIsStrangeIsDoubted) {
  experiment_.time = [](int plan, int) { return plan == 0 ? 2e-3 : 1e-3; };
  EXPECT_THAT(run().doubts, Contains(HasSubstr("to the last digit, which no clock would show")));
}

TEST_F(Door, ACardThatNoSheetIsOfIsHeldToWhatAnyCanDo) {
  device_.called = "Emerald 9000";
  EXPECT_THAT(run().doubts, testing::IsEmpty()) << "its owner knows it";
  experiment_.lie = [](device::PlanCount& count) { count.read = base::Bytes{2'000'000'000'000'000}; };
  EXPECT_THAT(run().plans[0].no_bytes_because, HasSubstr("any GPU moves at most"));
}

TEST_F(Door, AProcessorThatCallsItselfAfterACardIsNotBelieved) {
  experiment_.submits = "threads";
  EXPECT_THAT(refusal(), HasSubstr("its kernels are said to have been started as a CPU's threads"));
}

}  // namespace door_test
