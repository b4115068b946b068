// Knobs in the text of a kernel, and what a card refuses of them before anything is launched.
#include "codegen/card_limits.hpp"

#include "codegen/launch.hpp"
#include "codegen/plans.hpp"

#include <gmock/gmock.h>

namespace card_limits_test {

using testing::HasSubstr;
using testing::Not;

std::string refusal(const std::string& text, const std::string& cuts, const codegen::Target& target = {}) {
  const auto fits = codegen::allowed(tests::planned(tests::parsed(text), cuts, target), target);
  return fits ? "" : base::render(fits.error());
}

TEST(CardLimits, WhatFitsIsAllowed) {
  EXPECT_EQ(refusal("x: f32[64, 8192]; y = softmax(x)", "none"), "");
  EXPECT_EQ(refusal("x: f32[64, 8192]; y = softmax(x)", "none keep=shared block=1024 registers=64"), "");
  EXPECT_EQ(refusal("x: f32[64, 200]; y = softmax(x)", "none rows=8 block=256"), "");
  EXPECT_EQ(refusal("x: f32[1000]; y = relu(x)", "none elements=1 block=32"), "");
}

TEST(CardLimits, WhatDoesNotIsToldWithWhatTheCardAllows) {
  codegen::Target small;
  small.shared_per_block = 16 * 1024;
  EXPECT_THAT(refusal("x: f32[64, 8192]; y = softmax(x)", "none keep=shared", small), HasSubstr("384 bytes at most"));
  EXPECT_THAT(refusal("x: f32[64, 32768]; y = softmax(x)", "none keep=registers block=32"), HasSubstr("255 registers"));
  EXPECT_THAT(refusal("x: f32[64, 8192]; r: f32[64, 8192]; y = softmax(x + r)", "none registers=255 block=256"), "");
  EXPECT_THAT(refusal("x: f32[64, 8192]; y = softmax(x)", "none registers=255"), HasSubstr("registers"))
      << "its block has 1024 threads unless a knob says otherwise";
  EXPECT_THAT(refusal("x: f32[64, 200]; y = softmax(x)", "none rows=4 block=96"), HasSubstr("24 threads"));
  EXPECT_THAT(refusal("x: f32[64, 200]; y = softmax(x)", "none rows=4 keep=shared"), HasSubstr("rows=1"));
  EXPECT_THAT(refusal("x: f32[1, 3000000]; y = sum(x)", "none rows=4"), HasSubstr("blocks share"));
  EXPECT_THAT(refusal("x: f32[1048576, 1048576]; y = relu(x)", "none elements=1 block=32"),
              HasSubstr("blocks at most"));
}

TEST(CardLimits, ATileIsOneThatTheKernelCanHave) {
  const std::string x = "x: bf16[512, 256]; w: bf16[256, 512]; y = relu(x @ w)",
                    turned = "x: f32[512, 256]; y = transpose(x)";
  codegen::Target other;
  other.compute_capability = 80;
  EXPECT_EQ(refusal(x, "none tile=128x256"), "");
  EXPECT_THAT(refusal(x, "none tile=128x256", other), HasSubstr("32, 64 or 128 columns"));
  for (const char* tile : {"64x32", "64x64", "64x128", "128x32", "128x64", "128x128"}) {
    EXPECT_EQ(refusal(x, std::string("none tile=") + tile), "") << tile;
    EXPECT_EQ(refusal(x, std::string("none tile=") + tile, other), "") << tile;
  }
  EXPECT_THAT(refusal(x, "none tile=32x64"), HasSubstr("cannot be made in tiles of 32x64"));
  EXPECT_THAT(refusal("x: bf16[4, 256]; w: bf16[256, 512]; y = relu(x @ w)", "none tile=64x64"),
              HasSubstr("without tiles"));
  EXPECT_EQ(refusal(turned, "none tile=64x64"), "");
  EXPECT_THAT(refusal(turned, "none tile=64x32"), HasSubstr("it is a square"));
  EXPECT_THAT(refusal(turned, "none tile=128x128"), HasSubstr("16x16, 32x32 or 64x64"));
}

TEST(CardLimits, ATileStandsInTheText) {
  const auto kernel = [](const std::string& text, const std::string& cuts) {
    return codegen::lower(tests::planned(tests::parsed(text), cuts), {}).kernels.front();
  };
  const std::string x = "x: bf16[512, 256]; w: bf16[256, 512]; y = relu(x @ w)";
  const auto general = kernel(x, "none tile=64x64"), hopper = kernel(x, "none tile=128x128");
  EXPECT_THAT(general.source, HasSubstr("// Knobs: tile=64x64."));
  EXPECT_THAT(general.source, HasSubstr("a block makes 64 x 64 elements"));
  EXPECT_EQ(general.launch.grid[0], 64);
  EXPECT_THAT(hopper.source, HasSubstr("16 tiles of 128 x 128"));
  EXPECT_EQ(hopper.architecture, "90a");
  EXPECT_THAT(kernel(x, "none").source, Not(HasSubstr("Knobs")));
  EXPECT_EQ(kernel("x: f32[512, 256]; y = transpose(x)", "none tile=64x64").launch.grid[0], 32);
}

TEST(CardLimits, KnobsStandInTheText) {
  const auto kernel = [](const std::string& text, const std::string& cuts) {
    return codegen::lower(tests::planned(tests::parsed(text), cuts), {}).kernels.front();
  };
  const std::string text = "x: f32[1000]; y = relu(x)";
  const auto turned = kernel(text, "none registers=32 block=512 elements=8");
  EXPECT_THAT(turned.source, HasSubstr("// Knobs: registers=32 block=512 elements=8."));
  EXPECT_THAT(turned.source, HasSubstr("constexpr int vectors = 2;"));
  EXPECT_THAT(turned.source, Not(HasSubstr("__launch_bounds__"))) << "they would silence the cap";
  EXPECT_EQ(turned.options.back(), "--maxrregcount=32");
  EXPECT_EQ(turned.launch.block[0], 512);
  EXPECT_EQ(turned.launch.grid[0], 1);
  EXPECT_THAT(kernel(text, "none block=64").source, HasSubstr("__launch_bounds__(64, 1)"));
  EXPECT_THAT(kernel(text, "none").source, Not(HasSubstr("Knobs")));
  const auto shared = kernel("x: f32[64, 1000]; y = softmax(x)", "none keep=shared");
  EXPECT_EQ(shared.launch.dynamic_shared, 4000);
}

}  // namespace card_limits_test
