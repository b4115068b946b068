// Rows of a product reduced in its kernel: what goes where, what is fused, and what is refused.
#include "plan/product_rows.hpp"

#include "plan/launches.hpp"
#include "plan/plans.hpp"

namespace {

using plan::Schedule;

constexpr const char* log_sum_exp =
    "x: f32[6, 8]; w: f32[8, 40]; z = x @ w; m = max(z); e = exp(z - m); s = sum(e); l = log(s) + m";

std::string refusal_of(std::string_view text, std::vector<const char*> names) {
  const auto chain = tests::chain_of(text);
  std::vector<int> ops;
  for (const char* name : names) ops.push_back(chain->find(name));
  return plan::why_not(*chain, ops, tests::roomy);
}

std::vector<int> named(const chain::Chain& chain, const std::vector<const char*>& names) {
  std::vector<int> values;
  for (const char* name : names) values.push_back(chain.find(name));
  return values;
}

TEST(MatmulReduce, ARowOfAProductIsReducedInItsKernel) {
  for (const char* op : {"sum", "mean", "max"}) {
    const std::string text = "x: f32[4, 8]; w: f32[8, 8]; b: f32[8]; y = " + std::string(op) + "(gelu(x @ w + b))";
    const plan::FusionPlan fused = tests::plan_of(text, "none");
    EXPECT_EQ(tests::show(fused), "matmul-reduce{y.1 y.2 y.3 y | x w b -> y}");
    EXPECT_EQ(tests::crossings(fused), 2);  // the product is never written, its row's number is none
    EXPECT_EQ(plan::launches(*fused.chain, fused.groups[0], 132), 2);
    EXPECT_EQ(fused.groups[0].engine, plan::Engine::own);
  }
}

TEST(MatmulReduce, AProductThatIsKeptIsOneCrossing) {
  const plan::FusionPlan fused = tests::plan_of("x: f32[4, 8]; w: f32[8, 8]; z = x @ w; y = sum(z); out z, y", "none");
  EXPECT_EQ(tests::show(fused), "matmul-reduce{z y | x w -> z y}");
  EXPECT_EQ(tests::crossings(fused), 3);
}

TEST(MatmulReduce, LogSumExpNeedsOnePass) {
  const plan::FusionPlan fused = tests::plan_of(log_sum_exp, "none");
  ASSERT_EQ(fused.groups.size(), 1u);
  EXPECT_EQ(fused.groups[0].schedule, Schedule::matmul_reduce);
  const chain::Chain& chain = *fused.chain;
  const plan::ProductRows rows = plan::product_rows(chain, fused.groups[0].ops);
  const int m = chain.find("m"), s = chain.find("s");
  EXPECT_EQ(rows.tile, named(chain, {"z"}));
  EXPECT_EQ(rows.shifted, named(chain, {"e.1", "e"}));
  EXPECT_EQ(rows.parts, (std::vector<plan::RowPart>{{m, -1}, {s, m}}));
  EXPECT_EQ(rows.rows, named(chain, {"l.1", "l"}));
  EXPECT_EQ(tests::plan_of(log_sum_exp, "none", machine::Limits(16)).groups.size(), 1u);  // however long the row is
  EXPECT_EQ(tests::plan_of(log_sum_exp, "z").groups.size(), 2u);
  EXPECT_EQ(tests::plan_of(log_sum_exp, "every").groups.size(), 7u);
}

TEST(MatmulReduce, SeveralReductionsOfOneTile) {
  const char* text = "x: f32[4, 8]; w: f32[8, 8]; z = x @ w; a = max(z); b = sum(square(z)); c = a * b; out c";
  EXPECT_EQ(tests::show(tests::plan_of(text, "none")), "matmul-reduce{z a b.1 b c | x w -> c}");
}

TEST(MatmulReduce, GateAndUpMeetBeforeTheirRowIsReduced) {
  const char* text = "x: f32[4, 8]; g: f32[8, 8]; u: f32[8, 8]; y = max(silu(x @ g) * (x @ u))";
  EXPECT_EQ(tests::plan_of(text, "none").groups.size(), 1u);
}

TEST(MatmulReduce, WhatReadsARowTwiceStaysTogether) {
  const plan::FusionPlan softmax = tests::plan_of("x: f32[4, 8]; w: f32[8, 8]; p = softmax(x @ w)", "none");
  ASSERT_EQ(softmax.groups.size(), 2u);
  EXPECT_EQ(softmax.groups[0].schedule, Schedule::matmul);
  EXPECT_EQ(softmax.groups[1].schedule, Schedule::inner_persistent);
  EXPECT_EQ(
      tests::show(tests::plan_of("x: f32[4, 8]; w: f32[8, 8]; z = x @ w; m = max(z); a = relu(z); p = a - m", "none")),
      "matmul{z | x w -> z} inner-persistent{m a p | z -> p}");
  ASSERT_FALSE(softmax.notes.empty());
  EXPECT_NE(softmax.notes.front().find("after the last tile of a row"), std::string::npos);
}

TEST(MatmulReduce, RefusesInSentences) {
  const std::string after = "after the last tile of a row";
  EXPECT_NE(refusal_of("x: f32[4, 8]; w: f32[8, 8]; h = x @ w; s = sum(h); y = h / s", {"h", "s", "y"}).find(after),
            std::string::npos);
  EXPECT_NE(refusal_of("x: f32[4, 8]; w: f32[8, 8]; h = x @ w; s = mean(h); d = h - s; v = sum(square(d))",
                       {"h", "s", "d", "v.1", "v"})
                .find(after),
            std::string::npos);
  // The exponentials are of the tile's own maximum: nobody may see them.
  EXPECT_NE(refusal_of("x: f32[4, 8]; w: f32[8, 8]; z = x @ w; m = max(z); e = exp(z - m); s = sum(e); out e, s",
                       {"z", "m", "e.1", "e", "s"})
                .find(after),
            std::string::npos);
  // Nor are exponentials of anything but the maximum's own row.
  EXPECT_NE(refusal_of("x: f32[4, 8]; w: f32[8, 8]; z = x @ w; m = max(z); e = exp(z * 2 - m); s = sum(e)",
                       {"z", "m", "e.1", "e.2", "e", "s"})
                .find(after),
            std::string::npos);
  EXPECT_NE(refusal_of("x: f32[4, 8]; w: f32[8, 8]; z = x @ w; m = max(z); e = exp(z - m); s = max(e)",
                       {"z", "m", "e.1", "e", "s"})
                .find(after),
            std::string::npos);
  EXPECT_NE(
      refusal_of("x: f32[4, 8]; w: f32[8, 8]; v: f32[8, 8]; a = x @ w; b = max(x @ v); out a, b", {"a", "b.1", "b"})
          .find("makes only one product"),
      std::string::npos);
  EXPECT_NE(refusal_of("x: f32[4, 8]; w: f32[8, 8]; v: f32[1, 8]; m = max(x @ w); y = m @ v", {"m.1", "m", "y"})
                .find("two kernels"),
            std::string::npos);
  EXPECT_NE(refusal_of("x: f32[4, 8]; w: f32[8, 8]; b: f32[8]; z = x @ w; s = sum(z); c = sum(b); y = s + c",
                       {"z", "s", "c", "y"})
                .find("a kernel of its own"),
            std::string::npos);
}

}  // namespace
