// Random chains: whatever is planned is a legal plan.
#include "plan/piece.hpp"
#include "plan/plans.hpp"
#include "plan/random_chain.hpp"

#include <gtest/gtest.h>

#include <set>

namespace property_test {

/// Every op in one group, operands made before they are read, reads and writes as the counting rule says.
void expect_legal(const plan::FusionPlan& plan) {
  const chain::Chain& chain = *plan.chain;
  std::vector<int> group_of(chain.values.size(), -1);
  std::vector<bool> ready(chain.values.size(), false);
  for (const int input : chain.inputs()) ready[input] = true;
  for (int index = 0; index < static_cast<int>(plan.groups.size()); ++index) {
    const plan::Group& group = plan.groups[index];
    ASSERT_FALSE(group.ops.empty());
    ASSERT_TRUE(std::is_sorted(group.ops.begin(), group.ops.end()));
    ASSERT_EQ(plan::why_not(chain, group.ops, tests::roomy), "");
    for (const int read : group.reads) ASSERT_TRUE(ready[read]) << "group " << index << " reads too early";
    ASSERT_EQ(std::set<int>(group.reads.begin(), group.reads.end()).size(), group.reads.size());
    for (const int op : group.ops) {
      ASSERT_EQ(group_of[op], -1) << "in two groups";
      group_of[op] = index;
    }
    for (const int write : group.writes) ready[write] = true;
  }
  for (const int op : chain.ops()) {
    ASSERT_NE(group_of[op], -1) << "in no group";
    const plan::Group& own = plan.groups[group_of[op]];
    for (const chain::Operand& operand : chain.values[op].operands) {
      if (operand.is_literal() || group_of[operand.value] == group_of[op]) continue;
      ASSERT_EQ(std::count(own.reads.begin(), own.reads.end(), operand.value), 1);
    }
    const std::vector<int> users = chain.consumers(op);
    const bool outside =
        std::any_of(users.begin(), users.end(), [&](int user) { return group_of[user] != group_of[op]; });
    ASSERT_EQ(std::count(own.writes.begin(), own.writes.end(), op), outside || chain.values[op].output ? 1 : 0);
  }
}

TEST(Property, PlansOfRandomChainsAreLegal) {
  int multiple = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const std::string text = tests::RandomChain(seed).text();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    const auto every = tests::plan_of(text, "every");
    const auto none = tests::plan_of(text, "none");
    ASSERT_NO_FATAL_FAILURE(expect_legal(every));
    ASSERT_NO_FATAL_FAILURE(expect_legal(none));
    ASSERT_EQ(every.groups.size(), every.chain->ops().size());
    ASSERT_LE(tests::crossings(none), tests::crossings(every));
    multiple += none.groups.size() > 1 ? 1 : 0;
    machine::Limits short_rows(8);
    const auto cut = tests::plan_of(text, "none", short_rows);
    ASSERT_NO_FATAL_FAILURE(expect_legal(cut));
  }
  EXPECT_GT(multiple, 50) << "the chains have become too simple to test anything";
}

TEST(Property, EntriesArePickedByLegalKernels) {
  int fused = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const std::string plain = tests::RandomChain(seed).text();
    const std::string text = tests::with_pick(plain, *tests::chain_of(plain), seed);
    if (text.empty()) continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    const auto every = tests::plan_of(text, "every"), none = tests::plan_of(text, "none");
    ASSERT_NO_FATAL_FAILURE(expect_legal(every));
    ASSERT_NO_FATAL_FAILURE(expect_legal(none));
    ASSERT_LE(tests::crossings(none), tests::crossings(every));
    const int pick = none.chain->find("p");
    for (const plan::Group& group : none.groups) fused += plan::lists(group.ops, pick) && group.ops.size() > 1;
    ASSERT_NO_FATAL_FAILURE(expect_legal(tests::plan_of(text, "none", machine::Limits(8))));
  }
  EXPECT_GT(fused, 50) << "hardly any kernel walks the row anyway";
}

TEST(Property, LargestEntriesAreFoundByLegalKernels) {
  int fused = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const std::string plain = tests::RandomChain(seed).text();
    const std::string text = tests::with_ranking(plain, *tests::chain_of(plain), seed);
    if (text.empty()) continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    const auto every = tests::plan_of(text, "every"), none = tests::plan_of(text, "none");
    ASSERT_NO_FATAL_FAILURE(expect_legal(every));
    ASSERT_NO_FATAL_FAILURE(expect_legal(none));
    ASSERT_LE(tests::crossings(none), tests::crossings(every));
    const int ranking = none.chain->find("j");
    for (const plan::Group& group : none.groups) fused += plan::lists(group.ops, ranking) && group.ops.size() > 3;
  }
  EXPECT_GT(fused, 50) << "hardly any kernel makes the rows whose entries it ranks";
}

TEST(Property, CutsByHandAreLegalOrRefusedWithAWayOut) {
  int planned = 0, refused = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const std::string text = tests::RandomChain(seed).text();
    const auto chain = tests::chain_of(text);
    std::string cuts;
    for (const int op : chain->ops()) {
      if (base::random_bits(seed, 5, static_cast<std::uint64_t>(op)) % 3 != 0) continue;
      cuts += (cuts.empty() ? "" : ",") + chain->values[op].name;
    }
    if (cuts.empty()) continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + " --cuts " + cuts + "\n" + text);
    const auto plan = tests::try_plan(text, cuts);
    if (plan) {
      ASSERT_NO_FATAL_FAILURE(expect_legal(*plan));
      ++planned;
      continue;
    }
    ++refused;
    ASSERT_FALSE(plan.error().at(0).message.empty());
    // "Also cut a, b." must be true: with those, it is a plan or the next refusal is another one.
    const std::string& hint = plan.error()[0].hint;
    const std::string lead = "Also cut ";
    if (hint.rfind(lead, 0) != 0) continue;
    std::string more = hint.substr(lead.size(), hint.size() - lead.size() - 1);
    const auto mended = tests::try_plan(text, cuts + "," + more);
    if (!mended) {
      ASSERT_NE(mended.error()[0].message, plan.error()[0].message);
    }
  }
  EXPECT_GT(planned, 200);
  EXPECT_GT(refused, 50);
}

TEST(Property, TheLargestChainIsPlanned) {
  std::string text = "x: f32[64, 32]\nv0 = relu(x)\n";
  for (int op = 1; op < 64; ++op) text += "v" + std::to_string(op) + " = v" + std::to_string(op - 1) + " + x\n";
  EXPECT_EQ(tests::plan_of(text, "none").groups.size(), 1u);
  EXPECT_EQ(tests::plan_of(text, "every").groups.size(), 64u);
}

}  // namespace property_test
