// A processor's cold samples tell their kernels, at the cost of one look at the clock each.
#include "device/runs.hpp"

#include <algorithm>

namespace cpu_steps_test {

TEST(CpuSteps, ColdSamplesTellEveryKernelAndNothingIsLeftBetween) {
  const device::RunSpec spec = tests::run_spec("x: f32[64, 256]; b: f32[256]; y = relu(gelu(x + b))");
  const auto experiment = tests::cpu().prepare(spec);
  device::Batch batch;
  batch.count = 3;
  const device::Samples cold = experiment->sample(batch);
  for (std::size_t plan = 0; plan < 2; ++plan) {
    for (const device::Sample& sample : cold.plans.at(plan)) {
      ASSERT_EQ(sample.steps.size(), spec.plans[plan].groups.size() + 1);
      EXPECT_EQ(sample.steps.front(), sample.begin);
      EXPECT_EQ(sample.steps.back(), sample.end);
      EXPECT_TRUE(std::ranges::is_sorted(sample.steps));
      EXPECT_DOUBLE_EQ(sample.time.value, std::chrono::duration<double>(sample.end - sample.begin).count());
    }
  }
  batch.temperature = device::Temperature::batch;
  const device::Samples warm = experiment->sample(batch);
  EXPECT_TRUE(warm.plans.at(0).front().steps.empty()) << "a batch sample is of many runs";
}

}  // namespace cpu_steps_test
