// Attention recognised from its primitives, cut by hand, and refused in sentences.
#include "plan/attention.hpp"

#include "plan/launches.hpp"
#include "plan/plans.hpp"
#include "plan/scheduler.hpp"

namespace {

using plan::Schedule;

const std::string heads = "q: bf16[2, 8, 64, 32]; k: bf16[2, 2, 96, 32]; v: bf16[2, 2, 96, 40]; ";
const std::string scaled = heads + "s = q @ transpose(k) * 0.25; ";

std::string refusal_of(const std::string& text) {
  const plan::FusionPlan fused = tests::plan_of(text, "none");
  EXPECT_GT(fused.groups.size(), 1u) << text;
  for (const plan::Group& group : fused.groups) EXPECT_NE(group.schedule, Schedule::attention) << text;
  for (const std::vector<int>& ops : plan::attention_candidates(*fused.chain)) {
    const std::string reason = plan::why_not(*fused.chain, ops, tests::roomy);
    if (!reason.empty()) return reason;
  }
  return "no candidate";
}

TEST(Attention, IsOneKernelOfFourTrips) {
  const plan::FusionPlan fused = tests::plan_of(scaled + "p = softmax(s); o = p @ v", "none");
  EXPECT_EQ(tests::show(fused), "attention{s.2 s p.1 p.2 p.3 p.4 p o | q k v -> o}");
  EXPECT_EQ(tests::crossings(fused), 4);
  const plan::FusionPlan unfused = tests::plan_of(scaled + "p = softmax(s); o = p @ v", "every");
  EXPECT_EQ(unfused.groups.size(), 8u);
  EXPECT_EQ(plan::space(*fused.chain, fused.groups[0].ops), (chain::Shape{{2, 8, 64, 40}}));
}

TEST(Attention, SaysWhatItDoesWhere) {
  const plan::FusionPlan fused = tests::plan_of(scaled + "p = softmax(causal(s)); o = p @ v", "none");
  ASSERT_EQ(fused.groups.size(), 1u);
  const chain::Chain& chain = *fused.chain;
  const plan::Attention found = plan::attention(chain, fused.groups[0]);
  EXPECT_EQ(found.tile, (std::vector<int>{chain.find("s.2"), chain.find("s"), chain.find("p.1")}));
  EXPECT_EQ(found.maximum, chain.find("p.2"));
  EXPECT_EQ(found.shifted, chain.find("p.3"));
  EXPECT_EQ(found.exponentials, chain.find("p.4"));
  EXPECT_EQ(found.sum, chain.find("p.5"));
  EXPECT_EQ(found.weights, chain.find("p"));
  EXPECT_EQ(found.scores.m, 64);
  EXPECT_EQ(found.scores.n, 96);
  EXPECT_EQ(found.scores.k, 32);
  EXPECT_EQ(found.scores.share, 4);
  EXPECT_EQ(found.values.n, 40);
  EXPECT_EQ(found.values.k, 96);
  EXPECT_EQ(found.values.share, 4);
}

TEST(Attention, KnowsWhichKeysAreSeen) {
  const std::string operands = "q: f32[4, 100, 8]; k: f32[300, 8]; v: f32[300, 8]; ";  // rows of four heads are joined
  const auto seen = [&](const char* score, std::int64_t first, std::int64_t rows) {
    const plan::FusionPlan fused = tests::plan_of(operands + "o = softmax(" + score + ") @ v", "none");
    return plan::attention(*fused.chain, fused.groups[0]).keys_seen(first, rows);
  };
  EXPECT_EQ(seen("q @ transpose(k)", 0, 1), 300);
  EXPECT_EQ(seen("causal(q @ transpose(k))", 0, 1), 201);
  EXPECT_EQ(seen("causal(q @ transpose(k))", 0, 100), 300);
  EXPECT_EQ(seen("causal(q @ transpose(k))", 110, 20), 230);
  EXPECT_EQ(seen("causal(q @ transpose(k))", 90, 20), 300);    // the last query of one head, the first of the next
  EXPECT_EQ(seen("causal(q @ transpose(k)) * 2", 0, 1), 300);  // what follows may make any number of -inf
}

plan::Attention attention_of(const std::string& text) {
  const plan::FusionPlan fused = tests::plan_of(text, "none");
  EXPECT_EQ(fused.groups.size(), 1u) << text;
  return plan::attention(*fused.chain, fused.groups[0]);
}

TEST(Attention, HeadsThatShareKeysAreRowsOfOneTileWhereTheyLieSo) {
  const std::string rest = "o = softmax(q @ transpose(k)) @ v";
  EXPECT_EQ(attention_of(heads + rest).heads_together(), 4);
  const std::string in_place = "; k: f32[1, 2, 90, 8]; v: f32[1, 2, 90, 8]; q = heads(x, 8); " + rest;
  EXPECT_EQ(attention_of("x: f32[1, 60, 64]" + in_place).heads_together(), 1);  // a head's rows are 64 apart
  EXPECT_EQ(attention_of("x: f32[1, 1, 64]" + in_place).heads_together(), 4);   // one row each
}

TEST(Attention, FewQueriesHaveTheirKeysInParts) {
  const auto parts = [](const std::string& sizes) {
    return plan::key_parts(attention_of(sizes + "o = softmax(q @ transpose(k)) @ v"), 132);
  };
  EXPECT_EQ(parts("q: f32[16, 4096, 8]; k: f32[16, 4096, 8]; v: f32[16, 4096, 8]; "), 1);
  EXPECT_EQ(parts("q: f32[4, 1, 8]; k: f32[4, 65536, 8]; v: f32[4, 65536, 8]; "), 66);  // two blocks a multiprocessor
  EXPECT_EQ(parts("q: f32[4, 1, 8]; k: f32[4, 2048, 8]; v: f32[4, 2048, 8]; "), 4);     // 512 keys at least
  EXPECT_EQ(parts("q: f32[4, 1, 8]; k: f32[4, 100, 8]; v: f32[4, 100, 8]; "), 1);
}

TEST(Attention, TakesAnyOpsOnAScore) {
  for (const std::string& between :
       {std::string("softmax(tanh(q @ transpose(k) / 30) * 30)"), std::string("softmax(q @ transpose(k) * 0.1 + m)"),
        std::string("softmax(causal(q @ transpose(k)) + m)"), std::string("softmax(q @ transpose(k))")}) {
    const std::string text = "q: f32[4, 7, 8]; k: f32[4, 9, 8]; v: f32[4, 9, 5]; " +
                             std::string(between.find("+ m") == std::string::npos ? "" : "m: f32[7, 9]; ") +
                             "o = " + between + " @ v";
    const plan::FusionPlan fused = tests::plan_of(text, "none");
    ASSERT_EQ(fused.groups.size(), 1u) << text;
    EXPECT_EQ(fused.groups[0].schedule, Schedule::attention) << text;
  }
}

TEST(Attention, IsFoundInsideABlock) {
  const plan::FusionPlan fused = tests::plan_of(
      "x: bf16[2, 32, 64]; wq: bf16[64, 64]; wk: bf16[64, 64]; wv: bf16[64, 64]; wo: bf16[64, 64]; "
      "q = heads(x @ wq, 4); k = heads(x @ wk, 4); v = heads(x @ wv, 4); "
      "a = softmax(causal(q @ transpose(k) * 0.25)) @ v; y = merge(a) @ wo + x",
      "none");
  std::vector<std::string> schedules;
  for (const plan::Group& group : fused.groups) schedules.emplace_back(plan::name(group.schedule));
  EXPECT_EQ(schedules, (std::vector<std::string>{"matmul", "attention", "view", "matmul"}));
}

TEST(Attention, CutsByHandGiveEveryPlanBetween) {
  const std::string text = scaled + "p = softmax(s); o = p @ v";
  EXPECT_EQ(tests::show(tests::plan_of(text, "s,p")),
            "matmul{s.2 s | q k -> s} inner-persistent{p.1 p.2 p.3 p.4 p | s -> p} matmul{o | p v -> o}");
  EXPECT_EQ(tests::plan_of(text, "p.1,p.3,p.4,s,p").groups.size(), 6u);
}

TEST(Attention, RefusesInSentences) {
  EXPECT_NE(refusal_of(scaled + "p = softmax(s); o = p @ v; out p; out o").find("also needed outside"),
            std::string::npos);
  EXPECT_NE(refusal_of(scaled + "p = softmax(s) * 2; o = p @ v").find("after each row has been divided"),
            std::string::npos);
  EXPECT_NE(refusal_of(scaled + "e = exp(s); p = e / sum(e); o = p @ v").find("is not exp(s - max(s))"),
            std::string::npos);
  EXPECT_NE(refusal_of("q: f32[8, 300]; k: f32[9, 300]; v: f32[9, 5]; o = softmax(q @ transpose(k)) @ v")
                .find("cannot stay on chip"),
            std::string::npos);
  EXPECT_NE(refusal_of("x: f32[8, 8]; w: f32[8, 8]; v: f32[8, 8]; o = gelu(x @ w) @ v").find("two products"),
            std::string::npos);
}

}  // namespace
