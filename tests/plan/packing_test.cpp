// Packed weights: a kernel that writes them in full, or unpacked on their way into a product.
#include "plan/product.hpp"
#include "plan/scheduler.hpp"
#include "plans.hpp"

#include <gtest/gtest.h>

namespace packing_test {

using plan::Schedule;

constexpr const char* linear =
    "x: bf16[4, 64]; w: i4[64, 128]; s: bf16[128]; b: bf16[128]; y = gelu(x @ dequant(w, s) + b)";

std::string refusal(std::string_view text, std::vector<const char*> names) {
  const auto chain = tests::chain_of(text);
  std::vector<int> ops;
  for (const char* name : names) ops.push_back(chain->find(name));
  return plan::why_not(*chain, ops, tests::roomy);
}

TEST(PackedPlan, UnfusedUnpackingIsAKernelThatWritesAll) {
  EXPECT_EQ(
      tests::show(tests::plan_of(linear, "every")),
      "unpack{y.1 | w s -> y.1} matmul{y.2 | x y.1 -> y.2} pointwise{y.3 | y.2 b -> y.3} pointwise{y | y.3 -> y}");
  EXPECT_EQ(tests::plan_of(linear, "every").groups[1].engine, plan::Engine::library);
  EXPECT_EQ(tests::show(tests::plan_of(linear, "y.1")), "unpack{y.1 | w s -> y.1} matmul{y.2 y.3 y | x y.1 b -> y}");
}

TEST(PackedPlan, AProductUnpacksItsRightOperandOnTheWay) {
  const plan::FusionPlan fused = tests::plan_of(linear, "none");
  ASSERT_EQ(tests::show(fused), "matmul{y.1 y.2 y.3 y | w s x b -> y}");
  const auto products = plan::products(*fused.chain, fused.groups[0]);
  ASSERT_EQ(products.size(), 1u);
  EXPECT_EQ(products[0].right, fused.chain->find("w"));
  EXPECT_EQ(products[0].scales, fused.chain->find("s"));
  EXPECT_EQ(products[0].right_at, (plan::Place{0, 0, 128, 1}));
  EXPECT_EQ(products[0].n, 128);
  const auto role = [&](const char* name) {
    return plan::roles(*fused.chain, fused.groups[0], fused.chain->find(name));
  };
  EXPECT_EQ(role("w"), (plan::Roles{false, false, true}));
  EXPECT_EQ(role("s"), (plan::Roles{true, false, false}));
  EXPECT_EQ(role("x"), (plan::Roles{false, true, false}));
  EXPECT_EQ(plan::space(*fused.chain, fused.groups[0].ops), (chain::Shape{{4, 128}})) << "not the weights'";
}

TEST(PackedPlan, SiblingsUnpackTheirOwn) {
  const char* gate =
      "x: f16[4, 8]; a: i8[8, 16]; b: i8[8, 16]; s: f16[16]; t: f16[16]; y = silu(x @ dequant(a, s)) * (x "
      "@ dequant(b, t))";
  const plan::FusionPlan fused = tests::plan_of(gate, "none");
  ASSERT_EQ(fused.groups.size(), 1u);
  const auto products = plan::products(*fused.chain, fused.groups[0]);
  ASSERT_EQ(products.size(), 2u);
  EXPECT_EQ(products[1].scales, fused.chain->find("t"));
  const char* mixed =
      "x: f16[4, 8]; a: i8[8, 16]; b: f16[8, 16]; s: f16[16]; q = x @ dequant(a, s); k = x @ b; out q, k";
  EXPECT_EQ(tests::plan_of(mixed, "none").groups.size(), 2u);
  EXPECT_NE(refusal(mixed, {"q.1", "q", "k"}).find("different dtypes"), std::string::npos);
}

TEST(PackedPlan, WhatElseReadsThemReadsAWrittenTensor) {
  const char* twice =
      "x: f16[4, 8]; z: f16[2, 8]; w: i8[8, 16]; s: f16[16]; d = dequant(w, s); y = x @ d; u = z @ d; out y, u";
  EXPECT_EQ(tests::plan_of(twice, "none").groups.size(), 3u);
  EXPECT_NE(refusal(twice, {"d", "y"}).find("d is also needed outside"), std::string::npos);
  const char* kept = "x: f16[4, 8]; w: i8[8, 16]; s: f16[16]; d = dequant(w, s); y = x @ d; out d, y";
  EXPECT_EQ(tests::plan_of(kept, "none").groups.size(), 2u);
  const char* relu = "w: i8[8, 16]; s: f16[16]; d = dequant(w, s); y = relu(d)";
  EXPECT_EQ(tests::show(tests::plan_of(relu, "none")), "unpack{d | w s -> d} pointwise{y | d -> y}");
  EXPECT_NE(refusal(relu, {"d", "y"}).find("d unpacks weights"), std::string::npos);
  const char* turned = "x: f16[4, 16]; w: i8[8, 16]; s: f16[16]; d = dequant(w, s); y = x @ transpose(d)";
  EXPECT_EQ(tests::plan_of(turned, "none").groups.size(), 2u);
  EXPECT_NE(refusal(turned, {"d", "y"}).find("d is made before the product y"), std::string::npos);
  const char* left = "x: f16[16, 4]; w: i8[8, 16]; s: f16[16]; d = dequant(w, s); y = d @ x";
  EXPECT_EQ(tests::plan_of(left, "none").groups.size(), 2u);
}

}  // namespace packing_test
