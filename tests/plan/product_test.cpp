// Kernels around products: epilogues, siblings, views, and what is refused.
#include "plan/product.hpp"

#include "chain/parser.hpp"

#include <gtest/gtest.h>

namespace {

using plan::Engine;
using plan::Schedule;

std::shared_ptr<const chain::Chain> parsed(std::string_view text) {
  return std::make_shared<const chain::Chain>(chain::parse(text).value());
}

plan::FusionPlan planned(std::string_view text, std::string_view cuts) {
  auto plan = plan::segment(parsed(text), plan::parse_cuts(cuts).value(), machine::Limits(4096));
  if (!plan) throw std::runtime_error(plan.error().front().message);
  return *std::move(plan);
}

std::string refusal(std::string_view text, std::vector<const char*> names) {
  const auto chain = parsed(text);
  std::vector<int> ops;
  for (const char* name : names) ops.push_back(chain->find(name));
  return plan::why_not(*chain, ops, machine::Limits(4096));
}

constexpr const char* linear = "x: bf16[64, 32]; w: bf16[32, 128]; b: bf16[128]; y = gelu(x @ w + b)";
constexpr const char* qkv =
    "x: f32[8, 16]; g: f32[16]; wq: f32[16, 16]; wk: f32[16, 4]; wv: f32[16, 4]; h = rmsnorm(x, g); q = h @ wq; k = h "
    "@ wk; "
    "v = h @ wv; out q, k, v";

TEST(Matmul, PointwiseConsumersBecomeItsEpilogue) {
  const plan::FusionPlan fused = planned(linear, "none"), unfused = planned(linear, "every");
  ASSERT_EQ(fused.groups.size(), 1u);
  EXPECT_EQ(fused.groups[0].schedule, Schedule::matmul);
  EXPECT_EQ(fused.groups[0].engine, Engine::own);
  ASSERT_EQ(unfused.groups.size(), 3u);
  EXPECT_EQ(unfused.groups[0].engine, Engine::library);
  EXPECT_EQ(unfused.groups[1].schedule, Schedule::pointwise);
  EXPECT_EQ(fused.groups[0].reads.size(), 3u);
}

TEST(Matmul, SiblingsOfAComputedValueAreOneKernel) {
  const plan::FusionPlan fused = planned(qkv, "none");
  ASSERT_EQ(fused.groups.size(), 2u);
  const auto products = plan::products(*fused.chain, fused.groups[1]);
  ASSERT_EQ(products.size(), 3u);
  EXPECT_EQ(products[0].left, fused.chain->find("h"));
  EXPECT_EQ(products[1].n, 4);
  EXPECT_EQ(planned(qkv, "h").groups.size(), 4u);
  EXPECT_EQ(planned(qkv, "h,q+k+v").groups.size(), 2u);
  EXPECT_EQ(planned(qkv, "h,k+v").groups.size(), 3u);
}

TEST(Matmul, GateAndUpMeetInOneEpilogue) {
  const char* swiglu = "x: f32[8, 16]; wg: f32[16, 64]; wu: f32[16, 64]; y = silu(x @ wg) * (x @ wu)";
  const plan::FusionPlan fused = planned(swiglu, "none");
  ASSERT_EQ(fused.groups.size(), 1u);
  const auto made = plan::made_of(*fused.chain, fused.groups[0]);
  EXPECT_EQ(made[fused.chain->find("y")], (std::vector<int>{0, 1}));
}

constexpr const char* weights = "wg: f32[16, 64]; wu: f32[16, 64]; wd: f32[64, 16]; ";

TEST(Matmul, HalfALayerIsEightKernelsEagerAndThreeFused) {
  const std::string block = std::string("x: f32[8, 16]; a: f32[8, 16]; g: f32[16]; ") + weights +
                            "h = x + a; n = rmsnorm(h, g); y = silu(n @ wg) * (n @ wu); o = y @ wd + h";
  EXPECT_EQ(planned(block, "eager").groups.size(), 8u);
  EXPECT_EQ(planned(block, "none").groups.size(), 3u);
}

TEST(Matmul, AFoldedNormScalesTheRowsOfBothSiblings) {
  // The scales of gate and of up both read r: joined with each other first, they would be nobody's epilogue.
  const std::string folded = std::string("x: f32[8, 16]; a: f32[8, 16]; ") + weights +
                             "h = x + a; r = rsqrt(mean(h * h) + 1e-6); y = silu((h @ wg) * r) * ((h @ wu) * r); "
                             "o = y @ wd + h";
  const plan::FusionPlan fused = planned(folded, "none");
  ASSERT_EQ(fused.groups.size(), 3u);
  EXPECT_EQ(fused.groups[0].schedule, Schedule::reduction);
  EXPECT_EQ(plan::products(*fused.chain, fused.groups[1]).size(), 2u);
  EXPECT_EQ(fused.groups[0].writes.size(), 2u) << "h and r";
}

TEST(Matmul, RefusesInSentences) {
  EXPECT_NE(refusal("x: f32[4, 8]; w: f32[8, 8]; a = relu(x); y = a @ w", {"a", "y"}).find("Every tile"),
            std::string::npos);
  EXPECT_NE(refusal("x: f32[4, 8]; w: f32[8, 8]; v: f32[8, 8]; h = x @ w; y = h @ v", {"h", "y"}).find("two kernels"),
            std::string::npos);
  EXPECT_NE(refusal("x: f32[4, 8]; z: f32[4, 8]; w: f32[8, 8]; a = x @ w; b = z @ w\nout a, b", {"a", "b"})
                .find("different left operands"),
            std::string::npos);
  EXPECT_NE(refusal("x: f32[4, 8]; r: f32[4, 8]; w: f32[8, 8]; a = x @ w; b = relu(r)\nout a, b", {"a", "b"})
                .find("a kernel of its own"),
            std::string::npos);
  EXPECT_NE(refusal("x: f32[4, 8]; w: f32[8, 8]; z: f32[2, 4, 8]; a = x @ w; b = a + z", {"a", "b"}).find("larger"),
            std::string::npos);
  EXPECT_NE(refusal("x: f32[4, 8]; w: f32[8, 8]; a = x @ w; b = transpose(a)", {"a", "b"}).find("other places"),
            std::string::npos);
}

TEST(Matmul, FreeViewsAreNoKernels) {
  const char* scores = "q: f32[6, 8]; k: f32[5, 4]; s = heads(q, 4) @ transpose(heads(k, 2))";
  const plan::FusionPlan unfused = planned(scores, "every");
  ASSERT_EQ(unfused.groups.size(), 1u);
  const plan::Product p = plan::products(*unfused.chain, unfused.groups[0]).at(0);
  EXPECT_EQ(p.left, unfused.chain->find("q"));
  EXPECT_EQ(p.left_at, (plan::Place{0, 2, 8, 1}));
  EXPECT_EQ(p.right_at, (plan::Place{0, 2, 1, 4}));
  EXPECT_EQ((std::array{p.outer, p.inner, p.m, p.n, p.k, p.share}), (std::array<std::int64_t, 6>{1, 4, 6, 5, 2, 2}));
  const auto refused = plan::segment(parsed(scores), plan::parse_cuts("s.1").value(), machine::Limits(4096));
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().front().message.find("nothing to cut"), std::string::npos);
}

TEST(Matmul, AViewThatOthersReadIsAKernelOfItsOwn) {
  const plan::FusionPlan fused = planned("x: f32[4, 6]; y = relu(transpose(x))", "none");
  ASSERT_EQ(fused.groups.size(), 2u);
  EXPECT_EQ(fused.groups[0].schedule, Schedule::view);
}

TEST(Matmul, MatricesThatMeetOneRightMatrixAreRows) {
  const plan::FusionPlan plan = planned("x: f32[2, 3, 4, 5]; w: f32[5, 6]; y = x @ w", "every");
  const plan::Product p = plan::products(*plan.chain, plan.groups[0]).at(0);
  EXPECT_EQ((std::array{p.outer, p.inner, p.m}), (std::array<std::int64_t, 3>{1, 1, 24}));
  EXPECT_EQ(p.flops(), 2.0 * 24 * 5 * 6);
}

TEST(Matmul, RolesTellHowAReadIsRead) {
  const plan::FusionPlan plan = planned("x: f32[8, 8]; y = x @ x + x", "none");
  ASSERT_EQ(plan.groups.size(), 1u);
  EXPECT_EQ(plan::roles(*plan.chain, plan.groups[0], 0), (plan::Roles{true, true, true}));
}

TEST(ByLibrary, ACallDoesBiasAndActivation) {
  const plan::FusionPlan plan = planned(linear, "library");
  ASSERT_EQ(plan.groups.size(), 1u);
  EXPECT_EQ(plan.groups[0].engine, Engine::library_epilogue);
}

TEST(ByLibrary, WhatNoCallDoesStaysApart) {
  const plan::FusionPlan silu = planned("x: f32[4, 8]; w: f32[8, 8]; b: f32[8]; y = silu(x @ w + b) * 2", "library");
  ASSERT_EQ(silu.groups.size(), 3u);
  EXPECT_EQ(silu.groups[0].engine, Engine::library_epilogue);
  const plan::FusionPlan after = planned("x: f32[4, 8]; w: f32[8, 8]; r: f32[4, 8]; y = relu(x @ w) + r", "library");
  EXPECT_EQ(after.groups.size(), 2u);  // the residual comes too late
  const plan::FusionPlan before = planned("x: f32[4, 8]; w: f32[8, 8]; r: f32[4, 8]; y = relu(x @ w + r)", "library");
  EXPECT_EQ(before.groups.size(), 1u);
  const plan::FusionPlan two = planned("x: f32[4, 8]; w: f32[8, 8]; h = x @ w; y = relu(h)\nout h, y", "library");
  EXPECT_EQ(two.groups.size(), 2u);  // h is written as well
  EXPECT_EQ(planned("x: f32[4, 8]; w: f32[8, 8]; y = x @ w", "library").notes.size(), 1u);
  const auto refused =
      plan::segment(parsed("x: f32[8]; y = relu(x)"), plan::parse_cuts("library").value(), machine::Limits(64));
  EXPECT_FALSE(refused);
}

TEST(Products, StayTheLibrarysAndTheRestIsFused) {
  const plan::FusionPlan layer = planned(linear, "products");
  ASSERT_EQ(layer.groups.size(), 2u);
  EXPECT_EQ(layer.name, "products");
  EXPECT_EQ(layer.groups[0].engine, Engine::library);
  EXPECT_EQ(layer.groups[1].engine, Engine::own);
  const plan::FusionPlan gate =
      planned("x: f32[4, 8]; g: f32[8, 8]; u: f32[8, 8]; y = silu(x @ g) * (x @ u)", "products");
  EXPECT_EQ(gate.groups.size(), 3u);
  const plan::FusionPlan norm = planned("x: f32[4, 8]; g: f32[8]; w: f32[8, 8]; y = rmsnorm(x, g) @ w", "products");
  EXPECT_EQ(norm.groups.size(), 2u);
  EXPECT_FALSE(
      plan::segment(parsed("x: f32[8]; y = relu(x)"), plan::parse_cuts("products").value(), machine::Limits(64)));
}

TEST(Products, AreAPlanWithAName) {
  for (const char* name : {"eager", "library", "products"}) EXPECT_TRUE(plan::is_named_plan(name));
  for (const char* other : {"every", "none", "best", "y.1", ""}) EXPECT_FALSE(plan::is_named_plan(other));
}

}  // namespace
