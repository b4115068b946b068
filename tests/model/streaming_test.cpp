// A row that is swept twice is priced twice: in crossings, bytes, requests and arithmetic, and where it is found again.
#include "model/levels.hpp"
#include "model/predict.hpp"
#include "model/specs.hpp"
#include "plan/plans.hpp"

namespace model_streaming_test {

using tests::plan_of;

constexpr std::string_view large = "x: f32[4096, 262144]; y = softmax(x)";  // 4 GB a tensor
constexpr double T = 4096.0 * 262144 * 4;

TEST(Streaming, TheSecondSweepIsACrossingMore) {
  const auto plan = plan_of(large, "none");
  const model::Traffic traffic = model::traffic(plan);
  ASSERT_EQ(traffic.transfers.size(), 3u);
  EXPECT_FALSE(traffic.transfers[0].again);
  EXPECT_TRUE(traffic.transfers[1].again);
  EXPECT_EQ(traffic.transfers[1].value, traffic.transfers[0].value);
  EXPECT_EQ(traffic.crossings, 3);
  EXPECT_EQ(traffic.read.value, static_cast<std::int64_t>(2 * T));
  EXPECT_EQ(traffic.crossings, tests::crossings(plan));
}

TEST(Streaming, ItsTimeIsThatOfThreeCrossings) {
  const auto fused = model::predict(plan_of(large, "none"), tests::round_gpu());
  EXPECT_NEAR(fused.batch.value, 3 * T / 1e12, 0.01 * T / 1e12);
  EXPECT_NEAR(static_cast<double>(fused.cold_levels.issued->read.value), 2 * T, 1e6);
  EXPECT_NEAR(static_cast<double>(fused.cold_levels.dram->read.value), 2 * T, 1e6);
  const auto unfused = model::predict(plan_of(large, "every"), tests::round_gpu());
  EXPECT_GT(fused.flops.value, unfused.flops.value);  // each exponential is computed in both sweeps
}

TEST(Streaming, ARowThatWouldFitAndIsKeptNowhereIsFoundInTheL2) {
  const double bytes = 16384.0 * 8192 * 4;
  const auto plan = plan_of("x: f32[16384, 8192]; y = rmsnorm(x)", "none keep=nowhere");
  const auto asked_twice = model::predict(plan, tests::round_gpu());
  EXPECT_EQ(asked_twice.crossings, 2);
  EXPECT_NEAR(static_cast<double>(asked_twice.cold_levels.issued->read.value), 2 * bytes, 1e6);
  EXPECT_NEAR(static_cast<double>(asked_twice.cold_levels.dram->read.value), bytes, 1e6);
}

TEST(Streaming, ATensorThatTheCacheHoldsIsFoundThere) {
  const double small = 64.0 * 131072 * 4;
  for (const machine::DeviceSpec& spec : {tests::round_gpu(), tests::round_cpu()}) {
    const bool gpu = spec.kind == machine::Kind::gpu;
    const char* text = gpu ? "x: f32[64, 131072]; y = softmax(x)" : "x: f32[2, 131072]; y = softmax(x)";
    const auto cold = model::predict(plan_of(text, "none"), spec);
    EXPECT_EQ(cold.crossings, 3);
    EXPECT_NEAR(static_cast<double>(cold.cold_levels.dram->read.value), gpu ? small : small / 32, 1e3);
  }
}

TEST(Streaming, OneSweepIsPricedOnce) {
  const auto fused = model::predict(plan_of("x: f32[4096, 262144]; m = max(x); y = log(sum(exp(x - m))) + m", "none"),
                                    tests::round_gpu());
  EXPECT_EQ(fused.crossings, 1);
  EXPECT_EQ(fused.launches, 1);
  EXPECT_NEAR(static_cast<double>(fused.cold_levels.issued->read.value), T, 1e6);
}

}  // namespace model_streaming_test
