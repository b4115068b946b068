// Counted against computed: only what is known has a name.
#include "record/residue.hpp"

#include <gtest/gtest.h>

namespace residue_test {

using base::Bytes;
using record::ComputedKernel;
using record::KernelMeasurement;
using record::PlanMeasurement;

constexpr std::int64_t tensor = 100'000'000, row = 32'768;

/// x + b with a row b, then gelu of it.
std::vector<ComputedKernel> two_kernels() {
  return {{.read = {tensor + row}, .written = {tensor}, .small = {row}, .rows = {row}, .again = {}},
          {.read = {tensor}, .written = {tensor}, .small = {}, .rows = {}, .again = {tensor}}};
}

PlanMeasurement counted(std::int64_t read, std::int64_t written) {
  PlanMeasurement plan;
  plan.dram_read = Bytes{read};
  plan.dram_written = Bytes{written};
  return plan;
}

PlanMeasurement counted_by_kernel(std::int64_t first, std::int64_t second) {
  PlanMeasurement plan = counted(first + second, 2 * tensor);
  for (const std::int64_t read : {first, second}) {
    KernelMeasurement kernel;
    kernel.dram_read = Bytes{read};
    kernel.dram_written = Bytes{tensor};
    plan.kernels.push_back(kernel);
  }
  return plan;
}

record::Residue of(const PlanMeasurement& plan) {
  const auto found = record::residue(two_kernels(), plan);
  EXPECT_TRUE(found);
  const record::Residue residue = found.value_or(record::Residue{});
  EXPECT_EQ(residue.difference(), residue.rows_again.value - residue.cached.value + residue.unexplained);
  return residue;
}

TEST(Residue, EqualCountsLeaveNothing) {
  const auto residue = of(counted(2 * tensor + row, 2 * tensor));
  EXPECT_EQ(residue.difference(), 0);
  EXPECT_EQ(residue.small, Bytes{row});
  EXPECT_EQ(residue.unexplained, 0);
}

TEST(Residue, NothingOfBytesThatNobodyCounted) {
  EXPECT_FALSE(record::residue(two_kernels(), PlanMeasurement{}));
}

TEST(Residue, TheTailIsNamedAndIsNoDifference) {
  PlanMeasurement plan = counted(2 * tensor + row, 2 * tensor);
  plan.dram_tail = Bytes{30'000'000};
  const auto residue = of(plan);
  EXPECT_EQ(residue.tail, Bytes{30'000'000});
  EXPECT_EQ(residue.unexplained, 0);
}

TEST(Residue, ACacheServesNoMoreThanWasTouchedBefore) {
  EXPECT_EQ(of(counted(2 * tensor + row - 40'000'000, 2 * tensor)).cached, Bytes{40'000'000});
  const auto less = of(counted(row / 2, 2 * tensor));
  EXPECT_EQ(less.cached, Bytes{tensor});
  EXPECT_EQ(less.unexplained, -tensor - row / 2) << "the first read of x has no cache to come from";
}

TEST(Residue, WritesThatAreMissingAreNotExplained) {
  const auto residue = of(counted(2 * tensor + row, 2 * tensor - 5'000'000));
  EXPECT_EQ(residue.cached, Bytes{});
  EXPECT_EQ(residue.unexplained, -5'000'000);
  EXPECT_FALSE(residue.within_counters());
}

TEST(Residue, RowsAreFetchedAgainWhereKernelsWithoutOneShowIt) {
  const auto residue = of(counted_by_kernel(tensor + row + 60'000, tensor + 4'000));
  EXPECT_EQ(residue.rows_again, Bytes{56'000});
  EXPECT_EQ(residue.unexplained, 8'000);
  EXPECT_TRUE(residue.within_counters());
}

TEST(Residue, NoKernelToCompareWithNoRowsBlamed) {
  std::vector<ComputedKernel> fused = two_kernels();
  fused.pop_back();
  PlanMeasurement plan = counted(tensor + row + 60'000, tensor);
  plan.kernels.resize(1);
  plan.kernels[0].dram_read = plan.dram_read;
  const auto residue = record::residue(fused, plan);
  ASSERT_TRUE(residue);
  EXPECT_EQ(residue->rows_again, Bytes{});
  EXPECT_EQ(residue->unexplained, 60'000);
}

TEST(Residue, CountersAreGoodForAShareOrForALeast) {
  EXPECT_TRUE(of(counted(2 * tensor + row + 1'999'000, 2 * tensor)).within_counters());
  EXPECT_FALSE(of(counted(2 * tensor + row + 2'001'000, 2 * tensor)).within_counters());
  const std::vector<ComputedKernel> small = {{.read = {1000}, .written = {1000}, .small = {}, .rows = {}, .again = {}}};
  EXPECT_TRUE(record::residue(small, counted(101'000, 101'000)).value().within_counters());
  EXPECT_FALSE(record::residue(small, counted(102'000, 101'000)).value().within_counters());
}

}  // namespace residue_test
