// Kernels that reduce rows of products: two launches, scratch between them, and every card's compiler takes them.
#include "codegen/nvrtc.hpp"
#include "codegen/plans.hpp"
#include "golden.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

namespace product_rows_test {

using codegen::Kernel;
using codegen::Program;
using testing::HasSubstr;

constexpr const char* log_sum_exp = "m = max(z); e = exp(z - m); s = sum(e); l = log(s) + m";

codegen::Target card(int capability) {
  codegen::Target target;
  target.compute_capability = capability;
  const bool large = capability / 10 == 9 || capability == 100;
  target.shared_per_block = 1024 * (capability == 75 ? 64 : capability == 80 ? 163 : large ? 227 : 99);
  return target;
}

Program lowered(const std::string& text, int capability = 90) {
  const plan::FusionPlan plan = tests::planned(tests::parsed(text), "none", card(capability));
  EXPECT_EQ(plan.groups.size(), 1u) << text;
  EXPECT_EQ(plan.groups[0].schedule, plan::Schedule::matmul_reduce) << text;
  return codegen::lower(plan, card(capability));
}

std::string product(const std::string& dtype, int m, int n, int k) {
  return fmt::format("x: {0}[{1}, {3}]; w: {0}[{3}, {2}]; ", dtype, m, n, k);
}

/// As the second launch is told.
std::int64_t tiles_of(const Program& program) {
  const std::string& source = program.kernels.back().source;
  const std::string before = "constexpr int tiles = ";
  return std::stoll(source.substr(source.find(before) + before.size()));
}

class ProductRowsCompile : public testing::TestWithParam<int> {};

TEST_P(ProductRowsCompile, SpillsNothingAndSaysNothing) {
  std::string reason;
  const auto nvrtc = tests::Nvrtc::open(reason);
  if (nvrtc == nullptr) GTEST_SKIP() << reason;
  std::vector<std::string> all;
  for (const std::string dtype : {"bf16", "f32"}) {
    all.push_back(product(dtype, 4096, 32768, 4096) + "z = x @ w; " + log_sum_exp);
    all.push_back(product(dtype, 4096, 8191, 512) + "b: " + dtype + "[8191]; r: " + dtype +
                  "[4096, 8191]; z = gelu(x @ w + b) + r; a = max(z); c = mean(square(z))\nout z, a, c");
    all.push_back(product(dtype, 7, 8191, 512) + "z = x @ w; " + log_sum_exp);
  }
  all.push_back("x: f16[256, 512]; g: f16[512, 768]; u: f16[512, 768]; y = sum(silu(x @ g) * (x @ u))");
  all.push_back("x: f16[256, 512]; w: f16[768, 512]; y = max(x @ transpose(w))");
  all.push_back("q: bf16[2, 8, 128, 64]; k: bf16[2, 2, 96, 64]; z = (q @ transpose(k)) * 0.125; " +
                std::string(log_sum_exp));
  all.push_back(product("bf16", 4096, 8192, 512) +
                "b: bf16[8192]; r: bf16[4096, 8192]; t: bf16[4096, 1]; z = gelu((x @ w) * t + b) + r; y = sum(z) * "
                "t\nout z, y");
  all.push_back("x: f16[256, 512]; w: i4[512, 768]; c: f16[768]; z = x @ dequant(w, c); " + std::string(log_sum_exp));
  all.push_back("x: f16[4, 512]; w: i8[512, 768]; c: f16[768]; z = x @ dequant(w, c); " + std::string(log_sum_exp));
  for (const std::string dtype : {"bf16", "f32"}) {
    for (const char* sizes : {"8192, 131072, 4096", "131, 999, 264", "7, 8191, 512"}) {
      int m = 0, n = 0, k = 0;
      std::sscanf(sizes, "%d, %d, %d", &m, &n, &k);
      const std::string table = fmt::format("t: i32[{}]; ", m);
      all.push_back(product(dtype, m, n, k) + table + "y = cross_entropy(x @ w, t)");
      all.push_back(product(dtype, m, n, k) + table + "z = silu(x @ w); y = pick(z, t) * sum(z)\nout z, y");
    }
  }
  all.push_back(
      "q: bf16[2, 8, 128, 64]; k: bf16[2, 2, 96, 64]; t: i32[2, 8, 128]; y = cross_entropy(q @ transpose(k), t)");
  for (const std::string& text : all) {
    const Program program = lowered(text, GetParam());
    for (const Kernel& kernel : program.kernels) {
      EXPECT_LE(kernel.launch.dynamic_shared, card(GetParam()).shared_per_block) << text;
      const std::string architecture = kernel.architecture.empty() ? std::to_string(GetParam()) : kernel.architecture;
      const auto compiled = nvrtc->compile(program.text(kernel), "sm_" + architecture, kernel.options);
      ASSERT_TRUE(compiled.ok) << text << "\n" << compiled.log;
      EXPECT_EQ(compiled.log.find("warning"), std::string::npos) << text << "\n" << compiled.log;
      EXPECT_EQ(compiled.log.find("C75"), std::string::npos) << "wgmma is held up: " << text << "\n" << compiled.log;
      EXPECT_EQ(tests::spills(compiled.log), "") << text << "\n" << compiled.log;
    }
  }
}

/// More than two keys of each of a thread's rows are not kept in its registers.
TEST_P(ProductRowsCompile, LargestEntries) {
  std::string reason;
  const auto nvrtc = tests::Nvrtc::open(reason);
  if (nvrtc == nullptr) GTEST_SKIP() << reason;
  for (const std::string dtype : {"bf16", "f32"}) {
    for (const auto& [m, n, k] : {std::tuple{8192, 64, 4096}, {7, 8191, 512}}) {
      for (const int best : {1, 2, 8}) {
        const std::string text = product(dtype, m, n, k) +
                                 fmt::format("r = x @ w; v = topk(r, {0}); i = topk_index(r, {0})\nout v, i", best);
        const Program program = lowered(text, GetParam());
        ASSERT_EQ(program.kernels.size(), 2u);
        EXPECT_EQ(program.scratch.front(), std::int64_t{m} * tiles_of(program) * best * 8);
        for (const Kernel& kernel : program.kernels) {
          const std::string architecture =
              kernel.architecture.empty() ? std::to_string(GetParam()) : kernel.architecture;
          const auto compiled = nvrtc->compile(program.text(kernel), "sm_" + architecture, kernel.options);
          ASSERT_TRUE(compiled.ok) << text << "\n" << compiled.log;
          EXPECT_EQ(compiled.log.find("warning"), std::string::npos) << text << "\n" << compiled.log;
          EXPECT_EQ(compiled.log.find("C75"), std::string::npos) << "wgmma is held up: " << text << compiled.log;
          if (best > 2) continue;
          EXPECT_EQ(tests::spills(compiled.log), "") << text << "\n" << compiled.log;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cards, ProductRowsCompile, testing::Values(75, 80, 86, 89, 90, 100, 120),
                         [](const auto& capability) { return fmt::format("sm_{}", capability.param); });

TEST(ProductRows, TwoLaunchesWithAPartOfEachRowAndTileBetween) {
  const Program program = lowered(product("f32", 300, 1000, 64) + "z = x @ w; " + log_sum_exp, 80);
  ASSERT_EQ(program.kernels.size(), 2u);
  const std::int64_t tiles = (1000 + 127) / 128;
  EXPECT_EQ(program.scratch, (std::vector<std::int64_t>(2, 300 * tiles * 4)));
  EXPECT_EQ(program.kernels[0].entry, "k1_matmul_max_sub_exp_sum_log_and_1_more_tiles");
  EXPECT_EQ(program.kernels[1].entry, "k1_matmul_max_sub_exp_sum_log_and_1_more_finish");
  EXPECT_EQ(program.kernels[1].launch.grid[0], 75) << "four rows a block";
  EXPECT_THAT(program.kernels[1].source, HasSubstr("constexpr int tiles = 8;"));
  int scratch = 0;
  for (const Kernel& kernel : program.kernels) {
    for (const codegen::Argument& argument : kernel.arguments) {
      scratch += argument.kind == codegen::Argument::Kind::scratch;
      EXPECT_FALSE(argument.kind == codegen::Argument::Kind::tensor && argument.index > 1 &&
                   &kernel == &program.kernels[0])
          << "the tiles write nothing of the chain";
    }
  }
  EXPECT_EQ(scratch, 4);
}

TEST(ProductRows, HoppersKernelLeavesPartsOfWiderTiles) {
  const Program program = lowered(product("bf16", 300, 1000, 64) + "z = x @ w; " + log_sum_exp, 90);
  EXPECT_EQ(program.kernels[0].architecture, "90a");
  EXPECT_EQ(program.scratch, (std::vector<std::int64_t>(2, 300 * 4 * 4)));
  EXPECT_THAT(program.kernels[0].source, HasSubstr("column_tiles = 4"));
  EXPECT_THAT(program.kernels[1].source, HasSubstr("constexpr int tiles = 4;"));
  EXPECT_EQ(lowered(product("bf16", 16, 1000, 64) + "y = sum(x @ w)", 90).kernels[0].architecture, "") << "few rows";
}

TEST(ProductRows, ReadableText) {
  const auto chain =
      tests::parsed(product("bf16", 8192, 32000, 4096) + "b: bf16[32000]; z = x @ w + b; " + log_sum_exp);
  const plan::FusionPlan plan = tests::planned(chain, "none", card(80));
  const Program program = codegen::lower(plan, card(80));
  tests::expect_golden("codegen/logits.log-sum-exp.cu", program.kernels[0].source + program.kernels[1].source);
  const Program hopper = codegen::lower(tests::planned(chain, "none", card(90)), card(90));
  tests::expect_golden("codegen/logits.log-sum-exp.hopper.cu", hopper.kernels[0].source);
}

}  // namespace product_rows_test
