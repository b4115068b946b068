// Values made again by each kernel that reads them: what is moved, what is refused, what is said.
#include "plan/plans.hpp"
#include "plan/random_chain.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace recompute_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using tests::plan_of;
using tests::show;
using tests::try_plan;

/// One value, two readers, and both results are kept: the four ways of it.
constexpr std::string_view two = "x: f32[64, 32]; t = exp(x); y = relu(t); z = abs(t); out y, z";

std::string refusal(std::string_view text, std::string_view cuts) {
  const auto plan = try_plan(text, cuts);
  return plan ? "a plan: " + show(*plan) : plan.error().at(0).message + " | " + plan.error().at(0).hint;
}

TEST(Recompute, TwoConsumersMoveSixFourOrThree) {
  EXPECT_EQ(tests::crossings(plan_of(two, "t")), 6);
  EXPECT_EQ(tests::crossings(plan_of(two, "~t")), 4);
  EXPECT_EQ(tests::crossings(plan_of(two, "none")), 3);
}

TEST(Recompute, EachReaderMakesItAndNobodyWritesIt) {
  const auto plan = plan_of(two, "~t");
  EXPECT_EQ(show(plan), "pointwise{t y | x -> y} pointwise{t z | x -> z}");
  EXPECT_EQ(plan.name, "~t");
  const int t = plan.chain->find("t");
  EXPECT_THAT(plan.groups[0].again, ElementsAre(t));
  EXPECT_THAT(plan.groups[1].again, ElementsAre(t));
  EXPECT_FALSE(plan.stored()[static_cast<std::size_t>(t)]);
  EXPECT_THAT(plan.intermediates(), IsEmpty());
  EXPECT_THAT(plan.notes, IsEmpty());
}

TEST(Recompute, AllThatTheValueIsMadeOfComesAlong) {
  constexpr std::string_view text = "x: f32[64, 32]; u = exp(x); t = u * u; y = relu(t); z = abs(t); out y, z";
  EXPECT_EQ(show(plan_of(text, "~t")), "pointwise{u t y | x -> y} pointwise{u t z | x -> z}");
  EXPECT_EQ(show(plan_of(text, "u,~t")), "pointwise{u | x -> u} pointwise{t y | u -> y} pointwise{t z | u -> z}");
  EXPECT_EQ(show(plan_of(text, "~u,~t")), show(plan_of(text, "~t")));
}

TEST(Recompute, WhatAnotherKernelNeedsOfItStaysThere) {
  constexpr std::string_view text = "x: f32[64, 32]; u = exp(x); t = u * u; w = sqrt(u); y = relu(t); out w, y";
  EXPECT_EQ(show(plan_of(text, "~t")), "pointwise{u w | x -> w} pointwise{u t y | x -> y}");
  constexpr std::string_view kept = "x: f32[64, 32]; u = exp(x); t = u * u; y = relu(t); out u, y";
  EXPECT_EQ(show(plan_of(kept, "~t")), "pointwise{u | x -> u} pointwise{t y | u -> y}") << "u is written: it is read";
}

TEST(Recompute, ARowsElementsAreMadeAgainAfterTheirSum) {
  constexpr std::string_view text = "x: f32[64, 32]; e = exp(x); s = sum(e); y = e / s";
  const auto plan = plan_of(text, "~e,s");
  EXPECT_EQ(show(plan), "reduction{e s | x -> s} pointwise{e y | x s -> y}");
  EXPECT_EQ(tests::crossings(plan), 3);
  EXPECT_EQ(tests::crossings(plan_of(text, "e,s")), 5);
}

TEST(Recompute, ARowsNumberIsMadeAgainWhereARowStays) {
  constexpr std::string_view text = "x: f32[64, 32]; m = mean(x); y = x - m; z = x * m; out y, z";
  EXPECT_EQ(show(plan_of(text, "~m")), "inner-persistent{m y | x -> y} inner-persistent{m z | x -> z}");
}

TEST(Recompute, WhatWasMadeInTheKernelOfAReaderIsNoLeak) {
  // Cut at t alone, u would hold t and y together; made again, nothing has to be parted there.
  constexpr std::string_view text = "x: f32[64, 32]; u = exp(x); t = u * u; y = t + u; s = sum(t); out y, s";
  EXPECT_EQ(show(plan_of(text, "~t")), "pointwise{u t y | x -> y} reduction{u t s | x -> s}");
}

TEST(Recompute, SaysWhatItComesTo) {
  constexpr std::string_view drops = "x: f32[64, 32]; t = dropout(x, 0.5, 7); y = relu(t); z = abs(t); out y, z";
  EXPECT_THAT(plan_of(drops, "~t").notes, ElementsAre(HasSubstr("t draws random numbers, and draws the same ones")));
  const auto once = plan_of("x: f32[64, 32]; t = exp(x); y = relu(t)", "~t");
  EXPECT_EQ(show(once), "pointwise{t y | x -> y}");
  EXPECT_THAT(once.notes, ElementsAre(HasSubstr("Only one kernel reads t")));
  EXPECT_THAT(once.groups[0].again, IsEmpty());
}

TEST(Recompute, RefusesInASentence) {
  EXPECT_THAT(refusal(two, "~x"), HasSubstr("x is an input"));
  EXPECT_THAT(refusal(two, "~y"), HasSubstr("y is an output"));
  EXPECT_THAT(refusal(two, "t,~t"), HasSubstr("t is both cut and made again"));
  EXPECT_THAT(refusal(two, "~q"), HasSubstr("q"));
  EXPECT_THAT(refusal("x: f16[64, 32]; w: f16[32, 32]; t = relu(x); y = t @ w; z = abs(t); out y, z", "~t"),
              testing::AllOf(HasSubstr("The kernel that makes y cannot make t again."), HasSubstr("Cut t instead")));
  // A random op without its seed is no chain: each kernel would draw numbers of its own.
  EXPECT_FALSE(chain::parse("x: f32[64, 32]; t = dropout(x, 0.5); y = relu(t); z = abs(t); out y, z"));
}

/// Every op in some kernel; one in several is written by none, and each kernel reads only what was written before.
void expect_legal(const plan::FusionPlan& plan) {
  const chain::Chain& chain = *plan.chain;
  std::vector<bool> ready(chain.values.size(), false), made(chain.values.size(), false);
  for (const int input : chain.inputs()) ready[static_cast<std::size_t>(input)] = true;
  for (const plan::Group& group : plan.groups) {
    for (const int read : group.reads) ASSERT_TRUE(ready[static_cast<std::size_t>(read)]) << "reads too early";
    for (const int op : group.ops) {
      made[static_cast<std::size_t>(op)] = true;
      for (const chain::Operand& operand : chain.values[static_cast<std::size_t>(op)].operands) {
        if (operand.is_literal()) continue;
        const auto has = [&](const std::vector<int>& list) { return std::ranges::count(list, operand.value) > 0; };
        ASSERT_TRUE(has(group.ops) != has(group.reads)) << "made here or read, not both";
      }
    }
    for (const int write : group.writes) {
      ASSERT_FALSE(ready[static_cast<std::size_t>(write)]) << "written twice";
      ready[static_cast<std::size_t>(write)] = true;
    }
  }
  for (const int op : chain.ops()) ASSERT_TRUE(made[static_cast<std::size_t>(op)]);
  for (const int output : chain.outputs()) ASSERT_TRUE(ready[static_cast<std::size_t>(output)]);
}

TEST(Recompute, RandomChainsAreLegalOrRefused) {
  int planned = 0, copied = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const std::string text = tests::RandomChain(seed).text();
    const auto chain = tests::chain_of(text);
    std::string cuts;
    for (const int op : chain->ops()) {
      const auto& value = chain->values[static_cast<std::size_t>(op)];
      const std::uint64_t draw = base::random_bits(seed, 6, static_cast<std::uint64_t>(op)) % 3;
      if (draw == 0 || value.output) continue;
      cuts += (cuts.empty() ? "" : ",") + std::string(draw == 1 ? "~" : "") + value.name;
    }
    if (cuts.empty()) continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + " --cuts " + cuts + "\n" + text);
    const auto plan = try_plan(text, cuts);
    if (!plan) {
      ASSERT_FALSE(plan.error().at(0).message.empty());
      continue;
    }
    ASSERT_NO_FATAL_FAILURE(expect_legal(*plan));
    ++planned;
    copied += std::ranges::any_of(plan->groups, [](const plan::Group& group) { return !group.again.empty(); }) ? 1 : 0;
  }
  EXPECT_GT(planned, 500);
  EXPECT_GT(copied, 100);
}

}  // namespace recompute_test
