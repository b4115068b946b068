// Attention in the model: what is computed and asked for, against numbers worked out by hand.
#include "model/attention_kernel.hpp"

#include "model/predict.hpp"
#include "model/specs.hpp"
#include "plan/plans.hpp"

#include <gtest/gtest.h>

namespace {

using tests::plan_of;

const std::string heads = "q: bf16[4, 16, 4096, 128]; k: bf16[4, 16, 4096, 128]; v: bf16[4, 16, 4096, 128]; ";
const std::string full = heads + "o = softmax(q @ transpose(k) * 0.0884) @ v";
const std::string causal = heads + "o = softmax(causal(q @ transpose(k) * 0.0884)) @ v";
constexpr std::int64_t tensor = 4LL * 16 * 4096 * 128 * 2, square = 4LL * 16 * 4096 * 4096 * 2;

TEST(AttentionModel, OneKernelMovesFourTensorsAndNoSquare) {
  const plan::FusionPlan fused = plan_of(full, "none"), eager = plan_of(full, "eager");
  const machine::DeviceSpec gpu = tests::round_gpu();
  const model::Prediction one = model::predict(fused, gpu), several = model::predict(eager, gpu);
  EXPECT_EQ(one.bytes().value, 4 * tensor);
  EXPECT_EQ(one.crossings, 4);
  EXPECT_EQ(several.bytes().value, 4 * tensor + 6 * square);  // S, the scaled S and P, each written and read
}

TEST(AttentionModel, TilesAskForTheKeysAgain) {
  const plan::FusionPlan fused = plan_of(full, "none");
  const base::Moved asked = model::asked_by_attention(*fused.chain, fused.groups[0], 132);
  EXPECT_EQ(asked.read.value, tensor + 32 * 2 * tensor);  // 4096 / 128 tiles of queries
  EXPECT_EQ(asked.written.value, tensor);
  const plan::FusionPlan half = plan_of(causal, "none");
  const base::Moved fewer = model::asked_by_attention(*half.chain, half.groups[0], 132);
  EXPECT_NEAR(static_cast<double>(fewer.read.value), static_cast<double>(tensor + 33 * tensor), 1e-6 * tensor);
}

TEST(AttentionModel, CausalHalvesTheWork) {
  const plan::FusionPlan fused = plan_of(causal, "none");
  const plan::Attention of = plan::attention(*fused.chain, fused.groups[0]);
  EXPECT_NEAR(model::share_made(of), 0.5 + 1.0 / 64, 1e-12);  // tiles on the diagonal are made whole
  const machine::DeviceSpec gpu = tests::round_gpu();
  const double all = model::predict(plan_of(full, "none"), gpu).flops.value;
  const double half = model::predict(fused, gpu).flops.value;
  EXPECT_NEAR(half / all, 0.5156, 0.02);
}

TEST(AttentionModel, PartsOfTheKeysMeetInAWorkspace) {
  const plan::FusionPlan decode = plan_of(
      "q: bf16[1, 32, 1, 128]; k: bf16[1, 8, 65536, 128]; v: bf16[1, 8, 65536, 128]; o = softmax(q @ transpose(k)) @ v",
      "none");
  const plan::Attention of = plan::attention(*decode.chain, decode.groups[0]);
  const machine::DeviceSpec gpu = tests::round_gpu();
  EXPECT_EQ(model::attention_workspace(of, gpu), 4.0 * 25 * 32 * 130);  // 25 parts of each group of four heads
  const model::Prediction told = model::predict(decode, gpu);
  EXPECT_EQ(told.launches, 2);
  // Keys and values once: the road is all there is to it.
  const double road = 2.0 * 8 * 65536 * 128 * 2 / 1e12;
  EXPECT_GT(told.cold.value, road);
  EXPECT_LT(told.cold.value, 1.3 * road + 2e-5);
}

}  // namespace
