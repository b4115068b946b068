// A card that throttles or cannot decide how fast it is, measured from end to end: worker, link, samples, remarks.
#include "base/words.hpp"
#include "device/cuda_client/cuda_device.hpp"
#include "device/runs.hpp"
#include "measure/collect.hpp"
#include "stubs/machine.hpp"

#include <gmock/gmock.h>

namespace stub_card_test {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using tests::StubMachine;

/// The stub of the driver knows one op.
codegen::Program relu_only(const plan::FusionPlan& plan, const codegen::Target&) {
  codegen::Program program;
  for (std::size_t g = 0; g < plan.groups.size(); ++g) {
    codegen::Kernel kernel;
    kernel.group = static_cast<int>(g);
    kernel.entry = "relu";
    kernel.source = "extern \"C\" __global__ void relu(const float* x, float* y, long long n) {}";
    using Kind = codegen::Argument::Kind;
    const int to = plan.groups[g].writes.front();
    kernel.arguments = {{Kind::tensor, plan.groups[g].reads.front(), 0},
                        {Kind::tensor, to, 0},
                        {Kind::integer, 0, plan.chain->values[static_cast<std::size_t>(to)].shape.elements()}};
    program.kernels.push_back(std::move(kernel));
  }
  return program;
}

/// Two relus, apart and together, in at most `seconds`; `during` hears of the progress.
record::Measurement measured(double seconds = 2, const measure::OnProgress& during = {}) {
  const tests::TemporaryFolder cache;
  device::cuda_client::Options options;
  options.command = "exec " + tests::worker().string() + " --cache " + cache.path().string();
  options.lower = relu_only;
  options.limits = [](const codegen::Target&) { return machine::Limits(64 * 1024); };
  const auto card = device::cuda_client::make_device(std::move(options));
  const device::RunSpec spec = tests::run_spec("x: f32[64, 32]; t = relu(x); y = relu(t)");
  measure::Rules rules;
  rules.limit = {seconds};
  rules.rest = {0.01};
  const auto experiment = card->prepare(spec);
  return measure::collect(*card, *experiment, spec, rules, during, {}, "a test");
}

TEST(Faults, F25_ThrottledSamplesAreDroppedAndCounted) {
  const StubMachine machine("clock = 0.6");
  const std::string_view single = base::text("measure.sampling.cold");
  int asked = 0;
  const record::Measurement some = measured(60, [&](const measure::Progress& progress) {
    if (progress.word == single && ++asked == 3) machine.play("clock = 1");
  });
  ASSERT_EQ(some.plans.size(), 2u);
  for (const record::PlanMeasurement& plan : some.plans) {
    EXPECT_TRUE(plan.verdict.passed);
    EXPECT_GT(plan.throttled, 0);
    ASSERT_TRUE(plan.cold) << "of those that were not throttled";
  }
  EXPECT_THAT(some.remarks, Contains(HasSubstr("60%")));
}

TEST(Faults, F25_ACardThatOnlyThrottlesGivesNoTime) {
  const StubMachine machine("clock = 0.6");
  const record::Measurement none = measured();
  for (const record::PlanMeasurement& plan : none.plans) EXPECT_FALSE(plan.cold) << "no number rather than a false one";
  EXPECT_FALSE(none.remarks.empty());
}

TEST(Faults, F26_TwoSpeedsEndInTimeAndAreTold) {
  const StubMachine machine("slow_every = 2");
  const auto begin = std::chrono::steady_clock::now();
  const record::Measurement both = measured();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
  ASSERT_TRUE(both.plans.at(0).cold);
  EXPECT_GT(both.plans[0].cold->q3.value, 1.5 * both.plans[0].cold->q1.value);
  EXPECT_THAT(both.remarks, Contains(HasSubstr("good only to within")));
}

TEST(StubCard, MeasuresWithoutARemarkWhereNothingIsWrong) {
  const StubMachine machine;
  const record::Measurement good = measured();
  for (const record::PlanMeasurement& plan : good.plans) {
    ASSERT_TRUE(plan.cold);
    EXPECT_EQ(plan.throttled, 0);
  }
  EXPECT_DOUBLE_EQ(good.plans[0].cold->median.value, 20e-6) << "two kernels of 10 us";
  EXPECT_DOUBLE_EQ(good.plans[1].cold->median.value, 10e-6);
}

}  // namespace stub_card_test
