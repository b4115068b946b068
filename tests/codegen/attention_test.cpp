// Kernels of attention: all compile for every card; how they are launched.
#include "codegen/nvrtc.hpp"
#include "codegen/plans.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace attention_test {

codegen::Target card(int capability) {
  codegen::Target target;
  target.compute_capability = capability;
  target.shared_per_block = 1024 * (capability == 75                            ? 64
                                    : capability == 80                          ? 163
                                    : capability / 10 == 9 || capability == 100 ? 227
                                                                                : 99);
  return target;
}

std::string chain_of(const std::string& dtype, int heads, int shared, int queries, int keys, int head,
                     const std::string& score) {
  return fmt::format(
      "q: {0}[4, {1}, {3}, {5}]; k: {0}[4, {2}, {4}, {5}]; v: {0}[4, {2}, {4}, {5}]; o = softmax({6}) @ v", dtype,
      heads, shared, queries, keys, head, score);
}

codegen::Program lowered(const std::string& text, int capability) {
  const plan::FusionPlan plan = tests::planned(tests::parsed(text), "none", card(capability));
  EXPECT_EQ(plan.groups.size(), 1u) << text;
  return codegen::lower(plan, card(capability));
}

std::string paged(const std::string& dtype, int heads, int shared, int queries, int page, int pages, int head) {
  return fmt::format(
      "q: {0}[4, {1}, {3}, {6}]; a: {0}[4096, {2}, {4}, {6}]; b: {0}[4096, {2}, {4}, {6}]; t: i32[4, {5}]; "
      "k = gather(a, t); v = gather(b, t); o = softmax(q @ transpose(k) * 0.0884) @ v",
      dtype, heads, shared, queries, page, pages, head);
}

class AttentionCompiles : public testing::TestWithParam<int> {};

TEST_P(AttentionCompiles, SpillsNothingAndSaysNothing) {
  std::string reason;
  const auto nvrtc = tests::Nvrtc::open(reason);
  if (nvrtc == nullptr) GTEST_SKIP() << reason;
  const std::string plain = "q @ transpose(k) * 0.0884", causal = "causal(q @ transpose(k) * 0.0884)";
  const std::string capped = "tanh(q @ transpose(k) / 30) * 30";
  std::vector<std::string> all = {
      chain_of("bf16", 16, 16, 4096, 4096, 128, plain),
      chain_of("f16", 16, 16, 4096, 4096, 64, causal),
      chain_of("bf16", 32, 8, 1, 8192, 128, plain),
      chain_of("f32", 4, 4, 1024, 1024, 128, causal),
      paged("bf16", 32, 8, 1, 16, 512, 128),
      paged("f32", 4, 4, 1, 64, 32, 128),
  };
  if (GetParam() == 80 || GetParam() == 90) {  // the others: these, for the suite's time
    all.push_back(chain_of("bf16", 16, 4, 1000, 999, 40, capped));
    all.push_back(chain_of("bf16", 2, 2, 500, 500, 256, plain));
    all.push_back(chain_of("f32", 2, 2, 500, 500, 256, capped));
    all.push_back(paged("f16", 16, 4, 1000, 128, 32, 64));
    all.push_back(paged("bf16", 2, 2, 500, 7, 99, 256));
    all.push_back("e: bf16[1000, 64]; t: i32[99]; y = gather(e, t)");
  }
  for (const std::string& text : all) {
    const codegen::Program program = lowered(text, GetParam());
    for (const codegen::Kernel& kernel : program.kernels) {
      EXPECT_LE(kernel.launch.dynamic_shared, card(GetParam()).shared_per_block) << text;
      const std::string architecture = kernel.architecture.empty() ? std::to_string(GetParam()) : kernel.architecture;
      const auto compiled = nvrtc->compile(program.text(kernel), "sm_" + architecture, kernel.options);
      ASSERT_TRUE(compiled.ok) << text << "\n" << compiled.log << kernel.source;
      EXPECT_EQ(compiled.log.find("warning"), std::string::npos) << text << "\n" << compiled.log;
      EXPECT_EQ(tests::spills(compiled.log), "") << text << "\n" << compiled.log;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cards, AttentionCompiles, testing::Values(75, 80, 86, 89, 90, 100, 120),
                         [](const auto& capability) { return fmt::format("sm_{}", capability.param); });

TEST(AttentionLaunch, FewQueriesOverManyKeysArePartedAndJoined) {
  const codegen::Program decode = lowered(chain_of("bf16", 32, 8, 1, 8192, 128, "q @ transpose(k)"), 90);
  ASSERT_EQ(decode.kernels.size(), 2u);
  EXPECT_EQ(decode.kernels[0].launch.grid[0], 32 * 8);  // four heads share keys: 32 groups, of 8 parts
  EXPECT_EQ(decode.scratch, (std::vector<std::int64_t>{4 * 8 * 128 * 128, 4 * 8 * 128 * 2}));
}

TEST(AttentionLaunch, HoppersKernelIsTakenWhereTheCopyEngineCan) {
  const std::string prefill = chain_of("bf16", 16, 16, 4096, 4096, 128, "q @ transpose(k)");
  const codegen::Program general = lowered(prefill, 80), hopper = lowered(prefill, 90);
  ASSERT_EQ(general.kernels.size(), 1u);
  EXPECT_EQ(general.kernels[0].launch.grid[0], 64 * 32);
  EXPECT_EQ(hopper.kernels[0].architecture, "90a");
  EXPECT_EQ(hopper.kernels[0].launch.grid[0], 132);
  EXPECT_EQ(hopper.kernels[0].maps.size(), 3u);
  for (const char* dtype : {"f32", "bf16"}) {
    const bool narrow = std::string_view(dtype) == "bf16";
    const std::string odd = chain_of(dtype, 16, 16, 4096, 4096, narrow ? 100 : 128, "q @ transpose(k)");
    EXPECT_EQ(lowered(odd, 90).kernels[0].architecture, "") << "f32, or lines that are not aligned";
  }
  EXPECT_EQ(lowered(chain_of("bf16", 4, 4, 4096, 512, 64, "causal(q @ transpose(k))"), 90).kernels[0].architecture, "");
}

TEST(AttentionLaunch, PagesAreLookedUpLineByLine) {
  const codegen::Program decode = lowered(paged("bf16", 32, 8, 1, 16, 512, 128), 90);
  ASSERT_EQ(decode.kernels.size(), 2u);
  EXPECT_EQ(decode.kernels[0].launch.grid[0], 32 * 8) << "as without pages";
  EXPECT_NE(decode.kernels[0].source.find("Pages<bf16, 16> key_matrix"), std::string::npos);
  // The copy engine knows no tables.
  EXPECT_EQ(lowered(paged("bf16", 16, 16, 4096, 128, 32, 128), 90).kernels[0].architecture, "");
}

}  // namespace attention_test
