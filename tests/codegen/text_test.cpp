// The generated text itself: golden files, what never gets into it, index widths, and that emit's text is nvcc's.
#include "codegen/plans.hpp"
#include "codegen/program.hpp"
#include "golden.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace text_test {

using testing::HasSubstr;
using testing::Not;

std::string sources(const codegen::Program& program) {
  std::string all;
  for (const codegen::Kernel& kernel : program.kernels) all += kernel.source + "\n";
  return all;
}

codegen::Program lowered(const std::string& text, const std::string& cuts) {
  return codegen::lower(tests::planned(tests::parsed(text), cuts), codegen::Target{});
}

TEST(Text, PresetsAsTheyWere) {
  for (const char* name :
       {"bias-gelu", "rmsnorm", "softmax", "layernorm", "dropout-residual", "cast-thrash", "sum-bf16", "var-welford"}) {
    const auto chain = std::make_shared<const chain::Chain>(std::move(*plan::preset(name)));
    for (const char* cuts : {"every", "none"}) {
      const codegen::Program program = codegen::lower(tests::planned(chain, cuts), codegen::Target{});
      tests::expect_golden(fmt::format("codegen/{}.{}.cu", name, std::string(cuts) == "none" ? "fused" : "unfused"),
                           sources(program));
    }
  }
  tests::expect_golden("codegen/ranking.warp.cu",
                       sources(lowered("z: bf16[8192, 256]; v = topk(z, 8); i = topk_index(z, 8)\nout v, i", "none")));
  tests::expect_golden(
      "codegen/ranking.block.cu",
      sources(lowered("x: bf16[64, 131072]; i = topk_index(x * 1.25, 50); a = argmax(x)\nout i, a", "none")));
  tests::expect_golden("codegen/awkward.cu",
                       sources(lowered("x: f16[7, 1001]; s: f16[7, 1]; b: f16[1001]; y = (x + b) * s", "none")));
  tests::expect_golden("codegen/softmax.long.cu", sources(lowered("x: bf16[4096, 131072]; y = softmax(x)", "none")));
  tests::expect_golden("codegen/softmax.few-long.cu", sources(lowered("x: f32[4, 1000000]; y = softmax(x)", "none")));
  tests::expect_golden("codegen/long-sum.cu", sources(lowered("x: f32[1, 100000000]; y = mean(square(x))", "none")));
}

TEST(Text, TheSamePlanGivesTheSameProgram) {
  for (const auto& [name, chain] : tests::shipped_chains()) {
    const auto plan = tests::planned(chain, "none");
    EXPECT_EQ(codegen::lower(plan, {}), codegen::lower(plan, {})) << name;
  }
}

TEST(Text, NoNameOfAPersonGetsIn) {
  const auto hostile = lowered(
      "trap_me: f32[64, 64]; asm_volatile = trap_me * 2; system = exp(asm_volatile); y = softmax(system)", "every");
  for (const char* name : {"trap_me", "asm_volatile", "system"}) EXPECT_THAT(sources(hostile), Not(HasSubstr(name)));
  const auto plain = lowered("a: f32[64, 64]; b = a * 2; c = exp(b); y = softmax(c)", "every");
  EXPECT_EQ(sources(hostile), sources(plain));
  EXPECT_EQ(hostile.kernels, plain.kernels);
}

TEST(Text, NamesAndCommentsSayWhatIsMadeAgain) {
  const auto again = lowered("x: f32[64, 64]; t = exp(x); y = relu(t); z = abs(t); out y, z", "~t");
  ASSERT_EQ(again.kernels.size(), 2u);
  EXPECT_EQ(again.kernels[0].entry, "k1_exp_again_relu");
  EXPECT_EQ(again.kernels[1].entry, "k2_exp_again_abs");
  for (const codegen::Kernel& kernel : again.kernels) {
    EXPECT_THAT(kernel.source, HasSubstr("// Made again: v1. No kernel writes it"));
  }
  EXPECT_THAT(sources(lowered("x: f32[64, 64]; y = relu(exp(x))", "none")), Not(HasSubstr("again")));
  const auto product = lowered("a: f32[64, 64]; b: f32[64, 64]; t = a @ b; y = relu(t); z = abs(t); out y, z", "~t");
  EXPECT_EQ(product.kernels[1].entry, "k2_matmul_again_abs");
  EXPECT_THAT(product.kernels[1].source, HasSubstr("// Made again: v2."));
}

TEST(Text, ATransposeReadInPlaceIsAColumnForThreadsBesideEachOther) {
  const auto program = lowered("a: f32[64, 32]; t = transpose(a); s = t + 1; y = relu(s)", "s");
  EXPECT_EQ(program.kernels[0].entry, "k1_transpose_add");
  EXPECT_THAT(program.kernels[0].source, HasSubstr("// Reads v0: f32[64, 32], read with a stride"));
  EXPECT_THAT(program.kernels[0].source, HasSubstr("to_f32(p0[(i + e) % 64 * 32 + (i + e) / 64])"));
}

TEST(Text, NumbersAreWrittenAsF32AndNothingElse) {
  EXPECT_THAT(sources(lowered("x: f32[64]; y = x * 0.1 + 1e30 - 1e-40", "none")), HasSubstr("v0 * 0.1f"));
  EXPECT_THAT(sources(lowered("x: f32[64]; y = x - (0 - 3)", "none")), HasSubstr("v0 - (-3.0f)"));
}

TEST(Text, IndicesAreAsWideAsTheTensorAsksFor) {
  EXPECT_THAT(sources(lowered("x: f32[2147483648]; y = relu(x)", "none")), HasSubstr("const u32 i = (u32(blockIdx.x)"));
  const auto wide = lowered("x: f32[2147483653]; b: f32[1]; y = relu(x)+b", "none");
  EXPECT_THAT(sources(wide), HasSubstr("const u64 i = (u64(blockIdx.x)"));
  EXPECT_EQ(wide.kernels[0].arguments.back().integer, 2147483653);
  EXPECT_THAT(sources(lowered("x: f32[600000, 8192]; y = softmax(x)", "none")),
              HasSubstr("const i64 row = blockIdx.x"));
}

TEST(Text, OneKernelAnOpOrOneInAll) {
  const auto unfused = lowered("x: f32[4096, 8192]; y = sigmoid(relu(x) * 2 + 1)", "every");
  ASSERT_EQ(unfused.kernels.size(), 4u);
  EXPECT_EQ(unfused.kernels[0].entry, "k1_relu");
  const auto fused = lowered("x: f32[4096, 8192]; y = sigmoid(relu(x) * 2 + 1)", "none");
  ASSERT_EQ(fused.kernels.size(), 1u);
  EXPECT_EQ(fused.kernels[0].entry, "k1_relu_mul_add_sigmoid");
  EXPECT_EQ(fused.kernels[0].launch, unfused.kernels[0].launch) << "no straw man";
  EXPECT_EQ(fused.kernels[0].options, std::vector<std::string>{"-fmad=false"});
}

TEST(Text, LongRowsTakeTwoLaunchesAndScratch) {
  const auto program = lowered("x: f32[2, 100000000]; y = mean(x) + 1", "none");
  ASSERT_EQ(program.kernels.size(), 2u);
  ASSERT_EQ(program.scratch.size(), 1u);
  EXPECT_EQ(program.kernels[0].group, program.kernels[1].group);
  EXPECT_EQ(program.scratch[0], program.kernels[0].launch.grid[0] * 4);
}

TEST(Text, NvccTakesWhatEmitWrites) {
  const char* compiler = "/usr/local/cuda/bin/nvcc";
  if (!std::filesystem::exists(compiler)) GTEST_SKIP() << "no " << compiler;
  const tests::TemporaryFolder folder;
  const auto plan = tests::planned(
      tests::parsed("x: bf16[64, 1000]; r: bf16[64, 1000]; y = dropout(softmax(gelu(x + r)), 0.1, 7)"), "every");
  std::ofstream(folder.path() / "kernels.cu") << codegen::emit(codegen::lower(plan, {}), plan);
  const auto command =
      fmt::format("{0} -arch=sm_90 -c {1}/kernels.cu -o {1}/kernels.o >{1}/log 2>&1", compiler, folder.path().string());
  const int status = std::system(command.c_str());
  std::ifstream log(folder.path() / "log");
  EXPECT_EQ(status, 0) << std::string(std::istreambuf_iterator<char>(log), {});
}

}  // namespace text_test
