// Fused and unfused chains on a real card through a real worker. Skipped where there is none.
#include "codegen/program.hpp"
#include "device/cuda_client/cuda_device.hpp"
#include "device/runs.hpp"
#include "places.hpp"

#include <gmock/gmock.h>

#include <cstdio>

namespace {

class CudaLive : public testing::TestWithParam<const char*> {
 protected:
  static void SetUpTestSuite() {
    device::cuda_client::Options options;
    options.command = "exec '" + tests::worker().string() + "'";
    options.lower = codegen::lower;
    options.limits = codegen::limits;
    try {
      card = device::cuda_client::make_device(std::move(options));
    } catch (const base::MachineError& error) {
      reason = error.what();
    }
  }
  static void TearDownTestSuite() { card.reset(); }
  void SetUp() override {
    if (!card) GTEST_SKIP() << reason;
  }

  static inline std::unique_ptr<device::Device> card;
  static inline std::string reason;
};

TEST_P(CudaLive, EveryPlanIsRightAndTimed) {
  const device::RunSpec spec = tests::run_spec(GetParam(), {"every", "none"}, card->limits());
  const auto experiment = card->prepare(spec);
  for (int plan = 0; plan < 2; ++plan) EXPECT_EQ(tests::check(*experiment, spec, plan).wrong, "");
  device::Batch batch;
  batch.count = 9;
  const device::Samples samples = experiment->sample(batch);
  for (std::size_t plan = 0; plan < 2; ++plan) {
    ASSERT_FALSE(samples.plans[plan].empty());
    std::printf("%s: %.1f us\n", spec.plans[plan].name.c_str(), samples.plans[plan].back().time.value * 1e6);
  }
  const device::Counts counts = experiment->count();
  if (counts.plans.empty()) {
    std::printf("bytes: %s\n", counts.refusal.c_str());
  } else {
    for (const device::PlanCount& plan : counts.plans)
      std::printf("read %lld, written %lld\n", static_cast<long long>(plan.read.value),
                  static_cast<long long>(plan.written.value));
  }
}

INSTANTIATE_TEST_SUITE_P(Chains, CudaLive,
                         testing::Values("x: f32[8192, 8192]; b: f32[8192]; y = gelu(x + b)",
                                         "x: bf16[4096, 8192]; r: bf16[4096, 8192]; y = relu(x * 1.5) + r",
                                         "x: f16[1023, 4097]; y = tanh(sigmoid(x)) * x",
                                         "x: f32[4096, 4096]; y = softmax(x)", "x: bf16[2048, 32768]; y = rmsnorm(x)",
                                         "x: f32[1, 2097155]; y = exp(x) - 1", "x: f32[4096, 4096]; y = sum(x * x)"));

}  // namespace
