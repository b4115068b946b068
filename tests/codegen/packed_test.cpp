// Kernels that unpack weights: what is taken, what they read, and that they compile for every card.
#include "codegen/nvrtc.hpp"
#include "codegen/plans.hpp"
#include "codegen/prelude.hpp"
#include "codegen/product_work.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace packed_test {

using testing::HasSubstr;
using testing::Not;

codegen::Target card(int capability) {
  codegen::Target target;
  target.compute_capability = capability;
  target.multiprocessors = 132;
  target.shared_per_block = 1024 * (capability == 75 ? 64 : capability == 80 ? 163 : capability == 90 ? 227 : 99);
  return target;
}

std::string linear(const char* dtype, const char* packed, int m, int n, int k) {
  return fmt::format("x: {0}[{2}, {4}]; w: {1}[{4}, {3}]; s: {0}[{3}]; b: {0}[{3}]; y = gelu(x @ dequant(w, s) + b)",
                     dtype, packed, m, n, k);
}

codegen::Program lowered(const std::string& text, int capability = 90, const char* cuts = "none") {
  const codegen::Target target = card(capability);
  return codegen::lower(tests::planned(tests::parsed(text), cuts, target), target);
}

TEST(Packed, AProductUnpacksOnItsWay) {
  const codegen::Program program = lowered(linear("bf16", "i4", 9, 8192, 4096));
  ASSERT_EQ(program.kernels.size(), 1u);
  const codegen::Kernel& kernel = program.kernels[0];
  EXPECT_EQ(kernel.arguments.size(), 5u) << "x, w, s, b, y";
  EXPECT_THAT(kernel.source, HasSubstr("const i4* __restrict__ p1"));
  EXPECT_THAT(kernel.source, HasSubstr("PackedSums<Left, true, Right, 4, 1,"));
  EXPECT_THAT(kernel.source, HasSubstr("Halves<depth, columns>"));
  EXPECT_THAT(kernel.source, HasSubstr("* to_f32(p2[column])"));
  EXPECT_THAT(kernel.source, HasSubstr("// Right, unpacked on the way, v1: i4[4096, 8192]"));
  EXPECT_EQ(kernel.architecture, "") << "the general kernel, on Hopper too";
}

TEST(Packed, ByItselfItIsAKernel) {
  const codegen::Program program = lowered(linear("f16", "i4", 1, 8192, 4096), 90, "every");
  ASSERT_GE(program.kernels.size(), 1u);
  EXPECT_EQ(program.kernels[0].entry, "k1_dequant");
  EXPECT_EQ(program.kernels[0].launch.grid[0], 8192 * 4096 / 2 / 8 / 256);
  EXPECT_THAT(program.kernels[0].source, HasSubstr("// Kernel 1, unpack"));
}

TEST(Packed, StreamsKeepEveryMultiprocessorBusy) {
  const auto blocks = [](int n) { return lowered(linear("bf16", "i4", 12, n, 4096)).kernels[0].launch.grid[0]; };
  EXPECT_EQ(blocks(28672), 224) << "128 columns each";
  EXPECT_EQ(blocks(8192), 128) << "64 columns each: 128 would leave half of them without a block";
  EXPECT_EQ(blocks(132 * 128), 132);
}

TEST(Packed, AFewRowsStreamTheWeightsOutOfRegisters) {
  const codegen::Kernel kernel = lowered(linear("bf16", "i4", 4, 28672, 4096)).kernels[0];
  EXPECT_THAT(kernel.source, HasSubstr("PackedStream<bf16, 4, 4, 8, 4, 4>"));
  EXPECT_THAT(kernel.source, HasSubstr("* to_f32(p2[column])"));
  EXPECT_EQ(kernel.arguments.size(), 5u) << "x, w, s, b, y";
  EXPECT_EQ(kernel.launch.grid[0], 224) << "128 columns each";
  EXPECT_EQ(kernel.launch.dynamic_shared, 0);
  EXPECT_THAT(lowered(linear("bf16", "i8", 4, 28672, 4096)).kernels[0].source,
              HasSubstr("PackedStream<bf16, 8, 4, 8, 4, 2>"));
  const codegen::Kernel narrow = lowered(linear("bf16", "i4", 4, 8192, 4096)).kernels[0];
  EXPECT_EQ(narrow.launch.grid[0], 128) << "64 columns each, for 132 multiprocessors";
  EXPECT_EQ(narrow.launch.block[0], 512) << "one block on each: twice as many warps";
  const codegen::Kernel one_turn = lowered(linear("bf16", "i4", 8, 132 * 128, 4096)).kernels[0];
  EXPECT_EQ(one_turn.launch.block[0], 256) << "what 16 warps leave of eight rows does not fit";
  const auto streams = [](int m, int n, int k, const char* packed = "i4", int capability = 90) {
    const std::string source = lowered(linear("bf16", packed, m, n, k), capability).kernels[0].source;
    return source.find("PackedStream<") != std::string::npos;
  };
  EXPECT_TRUE(streams(1, 16, 16));
  EXPECT_TRUE(streams(1, 4096, 4096, "i4", 80));
  EXPECT_TRUE(streams(8, 4096, 4096, "i8"));
  EXPECT_FALSE(streams(9, 4096, 4096)) << "an operand of mma.sync has eight columns";
  EXPECT_FALSE(streams(1, 4104, 4096)) << "words of a line stand askew";
  EXPECT_FALSE(streams(1, 4096, 4104)) << "a step is 16 of k";
  EXPECT_FALSE(streams(1, 4096, 4096, "i4", 75));
}

TEST(Packed, AWeightIsUnpackedByFewWarps) {
  const auto sums = [](int m) {
    const std::string source = lowered(linear("bf16", "i8", m, 28672, 8192)).kernels[0].source;
    const std::size_t at = source.find("PackedSums<");
    return source.substr(at, source.find('>', at) - at);
  };
  EXPECT_EQ(sums(17), "PackedSums<Left, true, Right, 8, 1, 4, 2");
  EXPECT_EQ(sums(64), "PackedSums<Left, true, Right, 8, 1, 4, 2");
  EXPECT_EQ(sums(65), "PackedSums<Left, true, Right, 8, 2, 4, 1");
}

class PackedCompiles : public testing::TestWithParam<int> {};

TEST_P(PackedCompiles, SpillsNothingAndSaysNothing) {
  std::string reason;
  const auto nvrtc = tests::Nvrtc::open(reason);
  if (nvrtc == nullptr) GTEST_SKIP() << reason;
  std::vector<std::string> texts;
  for (const char* packed : {"i4", "i8"}) {
    for (const char* dtype : {"bf16", "f16", "f32"}) {
      texts.push_back(linear(dtype, packed, 1, 8192, 4096));
      texts.push_back(linear(dtype, packed, 3, 28672, 4080));
      texts.push_back(linear(dtype, packed, 8, 28672, 4096));
      texts.push_back(linear(dtype, packed, 8, 16896, 4096));
      texts.push_back(linear(dtype, packed, 30, 1000, 514));
      texts.push_back(linear(dtype, packed, 4, 4000, 48));
      texts.push_back(linear(dtype, packed, 16, 77, 130));
      texts.push_back(linear(dtype, packed, 100, 1000, 514));
      texts.push_back(linear(dtype, packed, 4096, 4096, 4096));
      texts.push_back(
          fmt::format("x: {0}[40, 64]; a: {1}[64, 96]; c: {1}[64, 96]; s: {0}[96]; t: {0}[96]; y = silu(x @ "
                      "dequant(a, s)) * (x @ dequant(c, t))",
                      dtype, packed));
    }
    texts.push_back(
        fmt::format("x: bf16[64, 40]; w: {}[64, 96]; s: bf16[96]; y = transpose(x) @ dequant(w, s)", packed));
  }
  for (const std::string& text : texts) {
    for (const char* cuts : {"none", "every"}) {
      for (const codegen::Kernel& kernel : lowered(text, GetParam(), cuts).kernels) {
        EXPECT_LE(kernel.launch.dynamic_shared, card(GetParam()).shared_per_block) << text;
        const auto compiled = nvrtc->compile(codegen::prelude_for(kernel.source) + "\n" + kernel.source,
                                             fmt::format("sm_{}", GetParam()), kernel.options);
        ASSERT_TRUE(compiled.ok) << text << "\n" << compiled.log;
        EXPECT_EQ(compiled.log.find("warning"), std::string::npos) << text << "\n" << compiled.log;
        EXPECT_EQ(tests::spills(compiled.log), "") << text << "\n" << compiled.log;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cards, PackedCompiles, testing::Values(75, 80, 89, 90, 120),
                         [](const auto& card) { return fmt::format("sm_{}", card.param); });

}  // namespace packed_test
