// Experts in the model: each expert's tiles end with its rows, and its weights come once.
#include "model/predict.hpp"
#include "model/product.hpp"
#include "model/specs.hpp"
#include "model/traffic.hpp"
#include "plan/plans.hpp"
#include "plan/product.hpp"

namespace grouped_model_test {

const std::string chain = "x: bf16[16384, 4096]; w: bf16[32, 4096, 1024]; ends: i32[32]; h = silu(grouped(x, w, ends))";

TEST(GroupedModel, CountsTilesByGroups) {
  const plan::FusionPlan fused = tests::plan_of(chain, "none");
  const plan::Product product = plan::products(*fused.chain, fused.groups[0]).front();
  const model::Tiling tiles = model::tiling(product, machine::Kind::gpu);
  EXPECT_EQ(tiles.down, product.row_tiles(128));
  EXPECT_GT(tiles.down, 16384 / 128) << "the last tile of a group is not whole";
  EXPECT_LT(tiles.down, 16384 / 128 + 32);
}

TEST(GroupedModel, AnExpertWithoutRowsIsNotRead) {
  const plan::FusionPlan fused = tests::plan_of(chain, "none");
  const model::Traffic traffic = model::traffic(fused);
  constexpr std::int64_t x = 16384L * 4096 * 2, matrix = 4096L * 1024 * 2, result = 16384L * 1024 * 2;
  EXPECT_EQ(traffic.read.value, x + 31 * matrix + 32 * 4);
  EXPECT_EQ(traffic.written.value, result);
  EXPECT_EQ(traffic.crossings, 3);
}

TEST(GroupedModel, WorkIsThatOfItsRows) {
  const model::Prediction fused = model::predict(tests::plan_of(chain, "none"), tests::round_gpu());
  EXPECT_NEAR(fused.flops.value, 2.0 * 16384 * 4096 * 1024, 0.01 * fused.flops.value);
  const std::string one = "x: bf16[16384, 4096]; w: bf16[4096, 1024]; h = silu(x @ w)";
  const model::Prediction plain = model::predict(tests::plan_of(one, "none"), tests::round_gpu());
  EXPECT_GE(fused.arithmetic.value, plain.arithmetic.value) << "tiles that are not whole cost as much";
  EXPECT_LT(fused.arithmetic.value, 1.3 * plain.arithmetic.value);
}

}  // namespace grouped_model_test
