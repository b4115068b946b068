// Kernels of experts' products: how many tiles are dealt out, what the maps say, that all compile, and their text.
#include "codegen/card_limits.hpp"
#include "codegen/nvrtc.hpp"
#include "codegen/plans.hpp"
#include "codegen/product_shape.hpp"
#include "golden.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace grouped_codegen_test {

using testing::HasSubstr;

const std::string experts = "x: bf16[1000, 64]; w: bf16[8, 64, 512]; ends: i32[8]; y = silu(grouped(x, w, ends))";

/// Two experts for each of 500 rows, found by their numbers.
const std::string named =
    "x: bf16[500, 64]; i: i32[1000]; w: bf16[8, 64, 512]; ends: i32[8]; "
    "y = silu(grouped(gather(x, i), w, ends))";

codegen::Target card(int capability) {
  codegen::Target target;
  target.compute_capability = capability;
  target.shared_per_block = 1024 * (capability == 75 ? 64 : capability == 80 ? 163 : capability == 90 ? 227 : 99);
  return target;
}

plan::FusionPlan planned(const std::string& text, int capability) {
  return tests::planned(tests::parsed(text), "none", card(capability));
}

std::vector<codegen::Kernel> lowered(const std::string& text, int capability = 90) {
  return codegen::lower(planned(text, capability), card(capability)).kernels;
}

TEST(GroupedKernel, DealsOutAsManyTilesAsThereMayBe) {
  plan::Product product;
  product.m = 1000;
  product.experts = {2, 8, 1};
  EXPECT_EQ(codegen::most_row_tiles(product, 128), 8 + 7);
  product.m = 5;
  EXPECT_EQ(codegen::most_row_tiles(product, 128), 5) << "no tile without a row";
  const codegen::Kernel general = lowered(experts, 80).front();
  EXPECT_EQ(general.launch.grid[0] % 4, 0) << "columns of tiles";
  EXPECT_EQ(general.architecture, "");
}

TEST(GroupedKernel, AMatrixForEachExpert) {
  const codegen::Kernel hopper = lowered(experts).front();
  ASSERT_EQ(hopper.architecture, "90a");
  ASSERT_EQ(hopper.maps.size(), 3u) << "rows, weights, result";
  EXPECT_EQ(hopper.maps[1].dims, (std::vector<std::int64_t>{512, 64, 8, 1}));
  EXPECT_EQ(hopper.maps[1].strides[1], 64 * 512 * 2);
  EXPECT_EQ(hopper.maps[2].dims, (std::vector<std::int64_t>{512, 1000}));
  EXPECT_THAT(hopper.source, HasSubstr("part_of_box_out(")) << "a box may end in the next expert's rows";
}

TEST(GroupedKernel, RowsComeByTheirNumbers) {
  const std::vector<codegen::Kernel> hopper = lowered(named);
  ASSERT_EQ(hopper.size(), 1u) << "no copy of the rows is made";
  EXPECT_EQ(hopper[0].architecture, "90a");
  EXPECT_EQ(hopper[0].maps.size(), 2u) << "weights and result: the copy engine knows no table";
}

TEST(GroupedKernel, OneLaunchForAll) {
  EXPECT_EQ(lowered("x: bf16[1000, 64]; w: bf16[8, 64, 512]; u: bf16[8, 64, 512]; ends: i32[8]; "
                    "y = silu(grouped(x, w, ends)) * grouped(x, u, ends)")
                .size(),
            1u);
}

TEST(GroupedKernel, AllCompile) {
  std::string reason;
  const auto nvrtc = tests::Nvrtc::open(reason);
  if (nvrtc == nullptr) GTEST_SKIP() << reason;
  for (const int capability : {75, 80, 90, 120}) {
    for (const std::string& text :
         {experts, std::string("x: f32[1000, 64]; w: f32[8, 64, 512]; ends: i32[8]; y = relu(grouped(x, w, ends))"),
          std::string("x: bf16[1000, 65]; w: bf16[8, 65, 33]; b: bf16[33]; ends: i32[8]; y = grouped(x, w, ends) + b"),
          std::string("x: bf16[4000, 512]; w: bf16[64, 512, 512]; u: bf16[64, 512, 512]; r: bf16[4000, 512]; "
                      "b: bf16[512]; ends: i32[64]; y = silu(grouped(x, w, ends) + b) * grouped(x, u, ends) + r"),
          std::string("x: f16[4000, 512]; w: f16[4, 512, 512]; ends: i32[4]; h = grouped(x, w, ends); y = relu(h)\n"
                      "out h, y"),
          std::string("x: bf16[4000, 512]; i: i32[8000]; w: bf16[64, 512, 512]; u: bf16[64, 512, 512]; b: bf16[512]; "
                      "ends: i32[64]; h = gather(x, i); y = silu(grouped(h, w, ends) + b) * grouped(h, u, ends)"),
          std::string("x: f32[400, 51]; i: i32[800]; w: f32[6, 51, 52]; ends: i32[6]; "
                      "y = silu(grouped(gather(x, i), w, ends))"),
          std::string("x: bf16[400, 64]; i: i32[800]; w: bf16[6, 64, 56]; r: bf16[800, 56]; ends: i32[6]; "
                      "y = grouped(gather(x, i), w, ends) + r"),
          std::string("x: bf16[9, 512]; w: bf16[4, 256, 512]; ends: i32[4]; y = grouped(x, transpose(w), ends)"),
          std::string("x: bf16[900, 512]; w: bf16[4, 256, 512]; ends: i32[4]; "
                      "y = cast(grouped(x, transpose(w), ends), f32)")}) {
      const plan::FusionPlan plan = planned(text, capability);
      const codegen::Program program = codegen::lower(plan, card(capability));
      std::string architecture = std::to_string(capability);
      for (const codegen::Kernel& kernel : program.kernels) {
        if (!kernel.architecture.empty()) architecture = kernel.architecture;
      }
      const auto compiled =
          nvrtc->compile(codegen::emit(program, plan), "sm_" + architecture, program.kernels.front().options);
      ASSERT_TRUE(compiled.ok) << text << capability << "\n" << compiled.log;
      EXPECT_EQ(compiled.log.find("warning"), std::string::npos) << text << capability << "\n" << compiled.log;
      EXPECT_EQ(compiled.log.find("C75"), std::string::npos) << "wgmma is held up: " << text << compiled.log;
      EXPECT_EQ(tests::spills(compiled.log), "") << text << capability << "\n" << compiled.log;
    }
  }
}

TEST(GroupedKernel, TextsAsTheyWere) {
  tests::expect_golden("codegen/experts_sm_90.cu", lowered(experts).front().source);
  tests::expect_golden("codegen/experts_sm_80.cu", lowered(experts, 80).front().source);
  tests::expect_golden("codegen/experts_named_sm_90.cu", lowered(named).front().source);
}

TEST(ScatterAdd, IsRefusedOnAGpu) {
  const std::string text = "v: f32[40, 8]; i: i32[40]; y = scatter_add(v, i, 10)";
  const auto fits = codegen::allowed(planned(text, 90), card(90));
  ASSERT_FALSE(fits);
  EXPECT_THAT(fits.error().front().message + fits.error().front().hint, HasSubstr("onetrip ladder combine"));
  EXPECT_THAT(fits.error().front().hint, HasSubstr("gather"));
  EXPECT_THAT(lowered(text).front().source, HasSubstr("// y: ")) << "what is shown in its place";
}

}  // namespace grouped_codegen_test
