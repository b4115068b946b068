// Products of rows in groups: their sizes, what may follow them in a kernel, and what is refused in a sentence.
#include "plan/plans.hpp"
#include "plan/product.hpp"
#include "plan/reads.hpp"
#include "plan/scheduler.hpp"

#include <algorithm>
#include <numeric>

namespace grouped_plan_test {

using plan::Schedule;

const std::string x = "x: bf16[1000, 64]; ", w = "w: bf16[8, 64, 32]; ends: i32[8]; ", u = "u: bf16[8, 64, 32]; ",
                  v = "v: bf16[8, 32, 64]; ", other = "other: i32[8]; ";

TEST(Grouped, IsAProductWithItsEpilogue) {
  const plan::FusionPlan fused = tests::plan_of(
      "x: bf16[1000, 64]; w: bf16[8, 64, 32]; ends: i32[8]; "
      "y = silu(grouped(x, w, ends))",
      "none");
  EXPECT_EQ(tests::show(fused), "matmul{y.1 y | x w ends -> y}");
  EXPECT_EQ(tests::crossings(fused), 3) << "rows, weights, result; the table is no full tensor";
  const plan::Product product = plan::products(*fused.chain, fused.groups[0]).front();
  EXPECT_EQ(product.experts, (plan::Experts{2, 8, 64 * 32}));
  EXPECT_EQ(product.m, 1000);
  EXPECT_EQ(product.matrices(), 1);
  EXPECT_EQ(product.share, 1);
  EXPECT_EQ(product.right_at, (plan::Place{0, 0, 32, 1}));
  EXPECT_EQ(product.flops(), 2.0 * 1000 * 64 * 32);
  EXPECT_TRUE(plan::roles(*fused.chain, fused.groups[0], 2).table);
  EXPECT_FALSE(plan::roles(*fused.chain, fused.groups[0], 2).walked);
}

TEST(Grouped, ItsTilesEndWithTheirGroup) {
  const plan::FusionPlan fused =
      tests::plan_of("x: bf16[1000, 64]; w: bf16[8, 64, 32]; ends: i32[8]; y = grouped(x, w, ends)", "every");
  EXPECT_EQ(fused.groups[0].engine, plan::Engine::own) << "no library multiplies groups";
  const plan::Product product = plan::products(*fused.chain, fused.groups[0]).front();
  const std::vector<std::int64_t> rows = product.group_rows();
  ASSERT_EQ(rows.size(), 8u);
  EXPECT_EQ(std::accumulate(rows.begin(), rows.end(), std::int64_t{0}), 1000);
  std::int64_t tiles = 0;
  for (const std::int64_t own : rows) tiles += (own + 127) / 128;
  EXPECT_EQ(product.row_tiles(128), tiles);
  EXPECT_GT(tiles, 8);
  EXPECT_EQ(plan::bytes_read(*fused.chain, fused.groups[0], 1).value, 7 * 64 * 32 * 2) << "one expert has no rows";
  EXPECT_EQ(plan::bytes_needed(*fused.chain, 1).value, 7 * 64 * 32 * 2);
  EXPECT_EQ(plan::bytes_read(*fused.chain, fused.groups[0], 2).value, 8 * 4);
}

TEST(Grouped, SiblingsShareRowsAndEnds) {
  const plan::FusionPlan fused = tests::plan_of(
      "x: bf16[1000, 64]; w: bf16[8, 64, 32]; u: bf16[8, 64, 32]; ends: i32[8]; "
      "y = silu(grouped(x, w, ends)) * grouped(x, u, ends)",
      "none");
  ASSERT_EQ(fused.groups.size(), 1u);
  EXPECT_EQ(fused.groups[0].schedule, Schedule::matmul);
  EXPECT_EQ(tests::crossings(fused), 4);
}

TEST(Grouped, FindsItsRowsByATable) {
  const std::string x = "x: bf16[500, 64]; i: i32[1000]; w: bf16[8, 64, 32]; ends: i32[8]; ";
  const plan::FusionPlan fused = tests::plan_of(x + "xs = gather(x, i); y = silu(grouped(xs, w, ends))", "none");
  EXPECT_EQ(tests::show(fused), "matmul{xs y.1 y | x i w ends -> y}");
  EXPECT_EQ(tests::crossings(fused), 3);
  const plan::Product product = plan::products(*fused.chain, fused.groups[0]).front();
  EXPECT_EQ(product.left, 0);
  EXPECT_EQ(product.left_table, 1);
  EXPECT_EQ(product.m, 1000);
  EXPECT_EQ(plan::bytes_read(*fused.chain, fused.groups[0], 0).value, 1000 * 64 * 2) << "each row twice";
  EXPECT_EQ(plan::space(*fused.chain, fused.groups[0].ops), (chain::Shape{{1000, 32}}));
  // Kept, or read by others as well: written first.
  const plan::FusionPlan kept = tests::plan_of(x + "xs = gather(x, i); y = grouped(xs, w, ends)\nout xs, y", "none");
  EXPECT_EQ(tests::show(kept), "gather{xs | x i -> xs} matmul{y | xs w ends -> y}");
  const plan::FusionPlan both =
      tests::plan_of(x + "xs = gather(x, i); y = grouped(xs, w, ends); z = relu(xs)\nout y, z", "none");
  EXPECT_EQ(both.groups.size(), 3u);
  // A plain product has a library's call, which knows no table.
  const plan::FusionPlan plain =
      tests::plan_of("x: bf16[500, 64]; i: i32[1000]; w: bf16[64, 32]; y = gather(x, i) @ w", "none");
  EXPECT_EQ(plain.groups.size(), 2u);
}

std::string why_not(const std::string& text) {
  const auto chain = tests::chain_of(text);
  return plan::why_not(*chain, chain->ops(), tests::roomy);
}

TEST(Grouped, SaysWhatIsAnotherKernel) {
  EXPECT_EQ(why_not(x + w + "y = sum(grouped(x, w, ends))"),
            "y.1 multiplies each expert's rows separately, but y needs whole rows of it, so that is another kernel.");
  EXPECT_EQ(why_not(x + w + v + "h = silu(grouped(x, w, ends)); y = grouped(h, v, ends)"),
            "y needs whole rows of h.1, but each tile holds only a part of them: two products are two kernels, except "
            "in attention.");
  EXPECT_EQ(why_not(x + w + u + other + "y = grouped(x, w, ends) + grouped(x, u, other)"),
            "y.1 and y.2 multiply different left operands, or walk them differently: one kernel would share nothing "
            "between them.");
  EXPECT_EQ(
      why_not(x + w + "y = grouped(relu(x), w, ends)"),
      "y.1 is made before the product y. Every tile that needs it would make it again, so it is a kernel of its own.");
}

TEST(Grouped, ALibraryHasNoCallForIt) {
  const plan::FusionPlan plan =
      tests::plan_of("x: bf16[1000, 64]; w: bf16[8, 64, 32]; ends: i32[8]; y = silu(grouped(x, w, ends))", "products");
  ASSERT_EQ(plan.groups.size(), 2u);
  EXPECT_EQ(plan.groups[0].engine, plan::Engine::own);
  EXPECT_NE(
      std::ranges::find(plan.notes, "No library call here multiplies by groups of rows: y.1 is a kernel of ours."),
      plan.notes.end());
}

TEST(ScatterAdd, IsAKernelOfItsOwn) {
  const plan::FusionPlan fused =
      tests::plan_of("v: f32[40, 8]; i: i32[40]; y = relu(scatter_add(v * 2, i, 10))", "none");
  EXPECT_EQ(tests::show(fused), "pointwise{y.1 | v -> y.1} scatter{y.2 | y.1 i -> y.2} pointwise{y | y.2 -> y}");
  EXPECT_EQ(tests::crossings(fused), 6) << "each kernel reads one and writes one";
  EXPECT_NE(std::ranges::find(fused.notes, "y.2 adds to any row of its result, so it is a kernel of its own."),
            fused.notes.end());
}

}  // namespace grouped_plan_test
