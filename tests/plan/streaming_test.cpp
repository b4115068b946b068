// Rows longer than the chip keeps, with a running maximum and sum: what is one kernel, what it counts, what is refused.
#include "plan/launches.hpp"
#include "plan/plans.hpp"
#include "plan/row_stream.hpp"
#include "plan/sweeps.hpp"

namespace streaming_test {

using plan::Schedule;
using tests::crossings;
using tests::plan_of;
using tests::show;

constexpr machine::Limits tight(32);  // rows of the chains below do not stay

std::string refusal_of(std::string_view text, const std::vector<const char*>& names) {
  const auto chain = tests::chain_of(text);
  std::vector<int> ops;
  for (const char* name : names) ops.push_back(chain->find(name));
  return plan::why_not(*chain, ops, tight);
}

TEST(Streaming, ALongSoftmaxIsThreeCrossings) {
  for (const char* dtype : {"f32", "f16", "bf16"}) {
    const std::string text = std::string("x: ") + dtype + "[4, 64]; y = softmax(x)";
    const plan::FusionPlan fused = plan_of(text, "none", tight);
    EXPECT_EQ(show(fused), "streaming{y.1 y.2 y.3 y.4 y | x -> y}");
    EXPECT_EQ(crossings(fused), 3);
    EXPECT_TRUE(fused.notes.empty());
    EXPECT_EQ(crossings(plan_of(text, "every", tight)), 8);
  }
}

TEST(Streaming, ARowThatStaysIsReadOnce) {
  const plan::FusionPlan fused = plan_of("x: f32[4, 64]; y = softmax(x)", "none");
  EXPECT_EQ(show(fused), "inner-persistent{y.1 y.2 y.3 y.4 y | x -> y}");
  EXPECT_EQ(crossings(fused), 2);
}

TEST(Streaming, LogSumExpIsOneSweep) {
  const plan::FusionPlan fused = plan_of("x: f32[4, 64]; m = max(x); y = log(sum(exp(x - m))) + m", "none", tight);
  ASSERT_EQ(fused.groups.size(), 1u);
  EXPECT_EQ(fused.groups[0].schedule, Schedule::streaming);
  EXPECT_EQ(crossings(fused), 1);
  const plan::Piece piece(*fused.chain, fused.groups[0].ops);
  EXPECT_EQ(plan::streaming_sweeps(piece).count, 1);
}

TEST(Streaming, WhatIsDoneBeforeAndAfterComesAlong) {
  const plan::FusionPlan fused = plan_of(
      "x: bf16[4, 64]; mask: bf16[4, 64]; g: bf16[64]; z = x * 0.125 + mask; p = softmax(z); y = p * g", "none", tight);
  ASSERT_EQ(fused.groups.size(), 1u);
  EXPECT_EQ(fused.groups[0].schedule, Schedule::streaming);
  EXPECT_EQ(crossings(fused), 5);  // x and mask twice, y once; g is no full tensor
  const std::vector<int> times = plan::times_met(*fused.chain, fused.groups[0]);
  EXPECT_EQ(times[fused.chain->find("x")], 2);
  EXPECT_EQ(times[fused.chain->find("mask")], 2);
  EXPECT_EQ(times[fused.chain->find("g")], 1);
}

TEST(Streaming, SaysWhatEachSweepMakes) {
  const plan::FusionPlan fused =
      plan_of("x: f32[4, 64]; z = x + 1; m = max(z); e = exp(z - m); s = sum(e); y = e / s + m", "none", tight);
  ASSERT_EQ(fused.groups.size(), 1u);
  const chain::Chain& chain = *fused.chain;
  const plan::RowStream stream = plan::row_stream(chain, fused.groups[0].ops);
  const int m = chain.find("m"), s = chain.find("s");
  EXPECT_EQ(stream.first.tile, std::vector<int>{chain.find("z")});
  EXPECT_EQ(stream.first.shifted, (std::vector<int>{chain.find("e.1"), chain.find("e")}));
  EXPECT_EQ(stream.first.parts, (std::vector<plan::RowPart>{{m, -1}, {s, m}}));
  EXPECT_EQ(stream.second, (std::vector<int>{chain.find("y.1"), chain.find("y")}));
}

TEST(Streaming, SeveralNumbersOfARow) {
  const plan::FusionPlan fused =
      plan_of("x: f32[4, 64]; a = mean(x); b = mean(exp(x - max(x))); y = x * a + b", "none", tight);
  ASSERT_EQ(fused.groups.size(), 1u);
  EXPECT_EQ(crossings(fused), 3);
}

TEST(Streaming, AKeptExponentialIsF32) {
  const char* text = "x: f32[4, 64]; e = exp(x - max(x)); s = sum(e); out e, s";
  const plan::FusionPlan kept = plan_of(text, "none", tight);
  ASSERT_EQ(kept.groups.size(), 1u);
  EXPECT_EQ(crossings(kept), 3);
  const std::string narrow = "x: bf16[4, 64]; m = max(x); d = x - m; e = exp(d); s = sum(e); out e, s";
  EXPECT_NE(refusal_of(narrow, {"m", "d", "e", "s"}).find("rounded to bf16"), std::string::npos);
  EXPECT_EQ(plan_of(narrow, "none", tight).groups.size(), 2u);
}

TEST(Streaming, AThirdSweepIsTheNextKernel) {
  const char* text = "x: f32[4, 64]; p = softmax(x); m = mean(square(p)); y = p * m";
  const plan::FusionPlan fused = plan_of(text, "none", tight);
  EXPECT_GT(fused.groups.size(), 1u);
  const std::string reason = refusal_of(text, {"p.1", "p.2", "p.3", "p.4", "p", "m.1", "m"});
  EXPECT_NE(reason.find("m needs"), std::string::npos) << reason;
  EXPECT_NE(reason.find("a third belongs in the next"), std::string::npos) << reason;
  const plan::FusionPlan twice = plan_of("x: f32[4, 64]; y = softmax(softmax(x))", "none", tight);
  EXPECT_EQ(twice.groups.size(), 2u);
  EXPECT_EQ(crossings(twice), 6);
}

TEST(Streaming, WithoutSuchASumTheRowIsWrittenFirst) {
  EXPECT_NE(refusal_of("x: f32[4, 64]; m = mean(x); y = x - m", {"m", "y"}).find("cannot stay on chip"),
            std::string::npos);
  EXPECT_EQ(plan_of("x: f32[4, 64]; y = layernorm(x)", "none", tight).groups.size(), 3u);
}

TEST(Streaming, RowsOfAProductAreReducedWithIt) {
  const char* text = "x: f32[4, 8]; w: f32[8, 64]; z = x @ w; m = max(z); e = exp(z - m); s = sum(e); l = log(s) + m";
  EXPECT_EQ(plan_of(text, "none", tight).groups[0].schedule, Schedule::matmul_reduce);
  const plan::FusionPlan softmax = plan_of("x: f32[4, 8]; w: f32[8, 64]; p = softmax(x @ w)", "none", tight);
  ASSERT_EQ(softmax.groups.size(), 2u);
  EXPECT_EQ(softmax.groups[1].schedule, Schedule::streaming);
  EXPECT_EQ(crossings(softmax), 6);  // x, w, z; z, z, p
}

TEST(Streaming, FewLongRowsAreParted) {
  const auto parted = [](const char* text) {
    const plan::FusionPlan fused = plan_of(text, "none");
    EXPECT_EQ(fused.groups[0].schedule, Schedule::streaming);
    return plan::launches(*fused.chain, fused.groups[0], 132);
  };
  EXPECT_EQ(parted("x: f32[4, 1000000]; y = softmax(x)"), 2);
  EXPECT_EQ(parted("x: f32[1024, 131072]; y = softmax(x)"), 1);
}

TEST(Streaming, ByHandItIsCutAndOfEagerNothingIsKnown) {
  const char* text = "x: f32[4, 64]; y = softmax(x)";
  EXPECT_EQ(crossings(plan_of(text, "y.1,y.3,y.4", tight)), 6);
  EXPECT_FALSE(tests::try_plan(text, "eager", tight));
}

}  // namespace streaming_test
