// Rankings are kernels over rows that leave k entries of each; of a product, each tile leaves its own.
#include "plan/plans.hpp"
#include "plan/product_rows.hpp"
#include "plan/scheduler.hpp"

namespace ranking_test {

using plan::Schedule;

const std::string rows = "z: bf16[64, 1000]; ", product = "x: bf16[64, 32]; w: bf16[32, 1000]; ";

TEST(Ranking, ValuesAndNumbersOfOneRowAreOneKernel) {
  const std::string text = rows + "v = topk(z, 8); i = topk_index(z, 8)\nout v, i";
  EXPECT_EQ(tests::show(tests::plan_of(text, "every")), "ranking{v | z -> v} ranking{i | z -> i}");
  EXPECT_EQ(tests::crossings(tests::plan_of(text, "every")), 2);
  const plan::FusionPlan fused = tests::plan_of(text, "none");
  EXPECT_EQ(tests::show(fused), "ranking{v i | z -> v i}");
  EXPECT_EQ(tests::crossings(fused), 1);
  EXPECT_EQ(tests::show(tests::plan_of(text, "eager")), "ranking{v | z -> v} ranking{i | z -> i}");
}

TEST(Ranking, MakesItsRowsElementByElement) {
  EXPECT_EQ(tests::show(tests::plan_of("x: f32[8, 50]; g: f32[50]; i = argmax(x * 1.25 + g)", "none")),
            "ranking{i.1 i.2 i | x g -> i}");
  EXPECT_EQ(tests::show(tests::plan_of("x: f32[8, 50]; z = relu(x); i = argmax(z)\nout z, i", "none")),
            "ranking{z i | x -> z i}");
}

TEST(Ranking, IsDoneBesideNoOtherReduction) {
  const plan::FusionPlan plan = tests::plan_of(rows + "i = argmax(z); y = sum(z)\nout i, y", "none");
  EXPECT_EQ(plan.groups.size(), 2u) << tests::show(plan);
  ASSERT_EQ(plan.notes.size(), 1u);
  EXPECT_EQ(plan.notes[0],
            "i looks for the largest entries as the rows go by. A kernel can do that only beside ops on single "
            "elements, so y is in another kernel.");
}

TEST(Ranking, WhatIsMadeOfItIsAnotherKernel) {
  for (const char* text : {"v = topk(z, 4); y = softmax(v)", "v = topk(z, 1); y = relu(v)"}) {
    const plan::FusionPlan plan = tests::plan_of(rows + text, "none");
    EXPECT_EQ(plan.groups.size(), 2u) << tests::show(plan);
    ASSERT_FALSE(plan.notes.empty());
    EXPECT_TRUE(plan.notes[0].ends_with("is in another kernel.")) << plan.notes[0];
  }
  // Of two tensors, two kernels.
  const plan::FusionPlan two = tests::plan_of(rows + "a = relu(z); i = argmax(z); j = argmax(a)\nout i, j", "none");
  EXPECT_EQ(two.groups.size(), 2u) << tests::show(two);
}

TEST(Ranking, OfAProductIsLeftByItsTiles) {
  const plan::FusionPlan plan =
      tests::plan_of(product + "r = x @ w; v = topk(r, 2); i = topk_index(r, 3)\nout v, i", "none");
  ASSERT_EQ(plan.groups.size(), 1u) << tests::show(plan);
  EXPECT_EQ(plan.groups[0].schedule, Schedule::matmul_reduce);
  EXPECT_EQ(tests::crossings(plan), 2) << "x and w: no logits";
  const plan::ProductRows of = plan::product_rows(*plan.chain, plan.groups[0].ops);
  ASSERT_EQ(of.parts.size(), 1u) << "the values and the numbers of one row";
  EXPECT_EQ(of.parts[0].best, 3);
  EXPECT_EQ(of.parts[0].numbers(), 6);
  EXPECT_TRUE(of.part(plan.chain->find("v")) == of.part(plan.chain->find("i")));
  EXPECT_EQ(tests::plan_of(product + "g: bf16[64, 1000]; i = argmax(x @ w * 1.25 + g)", "none").groups.size(), 1u);
  EXPECT_EQ(
      tests::plan_of(product + "z = x @ w; i = argmax(z); s = sum(exp(z - max(z)))\nout i, s", "none").groups.size(),
      1u)
      << "beside other reductions of its rows";
}

TEST(Ranking, OfAProductIsItsOwnKernelWhereTilesWouldLeaveTooMuch) {
  const plan::FusionPlan plan =
      tests::plan_of(product + "r = x @ w; v = topk(r, 50); i = topk_index(r, 50)\nout v, i", "none");
  ASSERT_EQ(plan.groups.size(), 2u) << tests::show(plan);
  EXPECT_EQ(plan.groups[1].schedule, Schedule::ranking);
  ASSERT_FALSE(plan.notes.empty());
  EXPECT_EQ(
      plan.notes[0],
      "Each tile of the product would leave its 50 largest entries of a row, with their positions: nearly as much as "
      "the row itself. A tile can leave at most 8 entries, so here the product is written and v is in another kernel.");
  // A router's softmax works on what the tiles left.
  const plan::FusionPlan router =
      tests::plan_of(product + "r = x @ w; p = softmax(topk(r, 2)); i = topk_index(r, 2)\nout p, i", "none");
  EXPECT_EQ(router.groups.size(), 2u) << tests::show(router);
  EXPECT_EQ(tests::plan_of(product + "z = softmax(x @ w); i = argmax(z)\nout i", "none").groups.size(), 3u)
      << "the product, the softmax of its rows, what looks at that";
}

TEST(Ranking, CanBeCutByHand) {
  EXPECT_EQ(tests::show(tests::plan_of(product + "r = x @ w; i = topk_index(r, 4)", "r")),
            "matmul{r | x w -> r} ranking{i | r -> i}");
}

}  // namespace ranking_test
