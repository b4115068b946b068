// A pick by itself reads a sector a row; in a kernel that has the row anyway it reads nothing more.
#include "plan/plans.hpp"
#include "plan/product_rows.hpp"
#include "plan/reads.hpp"
#include "plan/scheduler.hpp"

namespace {

using plan::Schedule;

const std::string rows = "z: bf16[64, 1000]; t: i32[64]; ",
                  product = "x: bf16[64, 32]; w: bf16[32, 1000]; t: i32[64]; ";

TEST(Pick, ByItselfFetchesASectorOfEachRow) {
  const plan::FusionPlan plan = tests::plan_of(rows + "y = pick(z, t)", "every");
  const chain::Chain& chain = *plan.chain;
  ASSERT_EQ(plan.groups.size(), 1u);
  EXPECT_EQ(plan.groups[0].schedule, Schedule::gather);
  EXPECT_EQ(plan::bytes_read(chain, plan.groups[0], chain.find("z")).value, 64 * 32);
  EXPECT_EQ(plan::bytes_read(chain, plan.groups[0], chain.find("t")).value, 64 * 4);
  EXPECT_EQ(plan::bytes_needed(chain, chain.find("z")).value, 64 * 32);
  EXPECT_TRUE(chain.is_full(chain.find("z")));
  EXPECT_FALSE(plan::crosses(chain, plan.groups[0], chain.find("z"))) << "the tensor does not come";
  // Rows shorter than a sector are read whole.
  const plan::FusionPlan narrow = tests::plan_of("z: f32[64, 3]; t: i32[64]; y = pick(z, t)", "every");
  EXPECT_EQ(plan::bytes_read(*narrow.chain, narrow.groups[0], 0).value, 64 * 12);
}

TEST(Pick, IsDoneByAKernelThatWalksTheRowAnyway) {
  const plan::FusionPlan plan = tests::plan_of(rows + "y = max(z) - pick(z, t)", "none");
  ASSERT_EQ(plan.groups.size(), 1u) << tests::show(plan);
  EXPECT_EQ(plan.groups[0].schedule, Schedule::reduction);
  EXPECT_EQ(plan::bytes_read(*plan.chain, plan.groups[0], 0).value, 64 * 2000);
  EXPECT_TRUE(plan::crosses(*plan.chain, plan.groups[0], 0));
  EXPECT_EQ(plan::bytes_needed(*plan.chain, 0).value, 64 * 2000);
}

TEST(Pick, StaysAloneWhereNobodyWalksTheRow) {
  const plan::FusionPlan plan = tests::plan_of(rows + "y = relu(pick(z, t))", "none");
  EXPECT_EQ(tests::show(plan), "gather{y.1 | z t -> y.1} pointwise{y | y.1 -> y}");
  ASSERT_EQ(plan.notes.size(), 1u);
  EXPECT_EQ(
      plan.notes[0],
      "y.1 takes one entry of each row: it is a kernel of its own, unless another op of the kernel reads the rows "
      "anyway.");
}

TEST(CrossEntropy, OfAProductIsOneKernel) {
  const plan::FusionPlan plan = tests::plan_of(product + "y = cross_entropy(x @ w, t)", "none");
  ASSERT_EQ(plan.groups.size(), 1u) << tests::show(plan);
  EXPECT_EQ(plan.groups[0].schedule, Schedule::matmul_reduce);
  EXPECT_EQ(tests::crossings(plan), 2) << "x and w: no logits";
  const plan::ProductRows of = plan::product_rows(*plan.chain, plan.groups[0].ops);
  ASSERT_EQ(of.parts.size(), 3u) << "the entry, the maximum and the sum of exponentials";
  EXPECT_EQ(plan.chain->values[of.parts[0].op].op, chain::Op::pick);
  EXPECT_EQ(of.parts[0].maximum, -1);
}

TEST(CrossEntropy, OfRowsIsOneKernel) {
  const plan::FusionPlan kept = tests::plan_of(rows + "y = cross_entropy(z, t)", "none");
  ASSERT_EQ(kept.groups.size(), 1u) << tests::show(kept);
  EXPECT_EQ(tests::crossings(kept), 1);
  const plan::FusionPlan unfused = tests::plan_of(rows + "y = cross_entropy(z, t)", "every");
  EXPECT_EQ(unfused.groups.size(), 8u);
  EXPECT_EQ(tests::crossings(unfused), 6) << "max and sub read z, sub writes, exp reads and writes, sum reads";
  const auto eager = tests::try_plan(rows + "y = cross_entropy(z, t)", "eager");
  ASSERT_FALSE(eager) << "PyTorch's two kernels hand on what no value of the chain is";
  EXPECT_NE(eager.error()[0].message.find("log-softmax"), std::string::npos);
  // Longer than the chip keeps: a running maximum and sum, and the entry on the way.
  const plan::FusionPlan streaming = tests::plan_of("z: f32[64, 100000]; t: i32[64]; y = cross_entropy(z, t)", "none");
  ASSERT_EQ(streaming.groups.size(), 1u) << tests::show(streaming);
  EXPECT_EQ(streaming.groups[0].schedule, Schedule::streaming);
  EXPECT_EQ(tests::crossings(streaming), 1);
}

}  // namespace
