// Where a plan says that rows stay on chip, the kernel reads each once: the counting rule holds at every length.
#include "codegen/plans.hpp"
#include "machine/device_spec.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace long_rows_test {

constexpr const char* chains[] = {
    "x: {0}; y = softmax(x)",
    "x: {0}; r: {0}; y = layernorm(x + r)",
    "x: {0}; y = softmax(x) * x",
    "x: {0}; z: {0}; y = (x - mean(x)) * (z - mean(z))",
    "x: {0}; r: {0}; t = x + r; y = softmax(t) * t",
    "x: {0}; z: {0}; w: {0}; y = (x - mean(x)) * (z - mean(z)) * (w - mean(w))",
    "x: {0}; z: {0}; v: {0}; w: {0}; y = (x - max(x)) * (z - max(z)) + (v - max(v)) * (w - max(w))",
};

/// Here and there, and the longest of which so many stay.
std::vector<std::int64_t> columns_to_try(const codegen::Target& target) {
  std::vector<std::int64_t> columns;
  for (std::int64_t one = 1000; one < 70'000; one += 1000 - one % 3) columns.push_back(one);
  for (int rows = 1; rows <= 4; ++rows) {
    const std::int64_t longest = codegen::limits(target).persistent_row / rows;
    columns.insert(columns.end(), {longest, longest / 2 * 2, longest / 4 * 4, longest / 8 * 8, longest + 1});
  }
  return columns;
}

class LongRows : public testing::TestWithParam<std::pair<int, int>> {};  // compute capability, KB of shared memory

TEST_P(LongRows, NoneThatAPlanKeepsIsReadAgain) {
  codegen::Target target;
  target.compute_capability = GetParam().first;
  target.shared_per_block = GetParam().second * 1024;
  for (const char* const text : chains) {
    for (const char* const dtype : {"f32", "bf16"}) {
      bool one_kernel = false, parted = false;
      for (const std::int64_t columns : columns_to_try(target)) {
        const auto chain = tests::parsed(fmt::format(fmt::runtime(text), fmt::format("{}[500, {}]", dtype, columns)));
        const plan::FusionPlan plan = tests::planned(chain, "none", target);
        const bool streams = plan.groups[0].schedule == plan::Schedule::streaming;
        (plan.groups.size() == 1 && !streams ? one_kernel : parted) = true;
        if (streams) continue;  // it is counted twice
        const codegen::Program program = codegen::lower(plan, target);
        for (const codegen::Kernel& kernel : program.kernels) {
          EXPECT_EQ(kernel.source.find("too long to stay on chip"), std::string::npos)
              << text << " " << dtype << " " << columns;
        }
      }
      EXPECT_TRUE(one_kernel && parted) << text;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cards, LongRows,
                         testing::Values(std::pair{75, 64}, std::pair{80, 163}, std::pair{86, 99}, std::pair{90, 227},
                                         std::pair{120, 99}));

TEST(Limits, SheetsSayWhatOurKernelsKeepOnChip) {
  const std::pair<const char*, std::int64_t> cards[] = {{"h200", 227}, {"h100", 227}, {"a100", 163}};
  for (const auto& [id, kib] : cards) {
    const auto spec = machine::device_named(id);
    ASSERT_TRUE(spec) << id;
    codegen::Target target;
    target.shared_per_block = kib * 1024;
    EXPECT_EQ(spec->limits(), codegen::limits(target)) << id;
  }
}

}  // namespace long_rows_test
