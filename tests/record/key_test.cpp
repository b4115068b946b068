// Keys: equal for the same work, different for any other.
#include "record/key.hpp"

#include "plan/plans.hpp"
#include "record/by_rule.hpp"

#include <gtest/gtest.h>

#include <set>

namespace key_test {

using tests::plan_of;

TEST(Structure, GroupsAndSchedulesBySsaPosition) {
  EXPECT_EQ(record::structure(plan_of("x: f32[8]; y = exp(relu(x))", "every")), "pointwise(1) pointwise(2)");
  EXPECT_EQ(record::structure(plan_of("x: f32[4, 8]; m = mean(x); y = x - m", "none")), "inner-persistent(1 2)");
  constexpr const char* linear = "x: f32[4, 8]; w: f32[8, 2]; y = relu(x @ w)";
  EXPECT_EQ(record::structure(plan_of("x: f32[8]; t = exp(x); y = relu(t); z = abs(t); out y, z", "~t")),
            "pointwise(1 2) pointwise(1 3)");
  EXPECT_EQ(record::structure(plan_of(linear, "every")), "matmul:library(2) pointwise(3)");
  EXPECT_EQ(record::structure(plan_of(linear, "none")), "matmul(2 3)");
}

TEST(Structure, KnobsAreToldOfKernelsThatHaveThem) {
  EXPECT_EQ(record::structure(plan_of("x: f32[8]; y = exp(relu(x))", "every registers=32 elements=8")),
            "pointwise[registers=32 elements=8](1) pointwise[registers=32 elements=8](2)");
  const auto chain = tests::chain_of("x: f32[4, 8]; m = mean(x); y = x - m");
  const auto found = record::by_rule(*chain, "inner-persistent[block=64 keep=nowhere](1 2)", 0);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->crossings, 2) << "the row is read in both sweeps, and is in the cache by the second";
  EXPECT_EQ(record::by_rule(*chain, "inner-persistent(1 2)", 0)->crossings, 2);
  EXPECT_FALSE(record::by_rule(*chain, "inner-persistent[elements=2](1 2)", 0)) << "no kernel over rows has that";
  EXPECT_FALSE(record::by_rule(*chain, "inner-persistent[block=7](1 2)", 0));
  EXPECT_FALSE(record::by_rule(*chain, "inner-persistent[block=64(1 2)", 0));
}

TEST(Key, NamesDoNotMatter) {
  EXPECT_EQ(record::key({plan_of("x: f32[8]; y = exp(relu(x))", "none")}, "threads"),
            record::key({plan_of("in: f32[8]\nt = relu(in) # named\nout_ = exp(t)", "none")}, "threads"));
}

TEST(Key, EverythingElseDoes) {
  const std::set<std::string> keys = {
      record::key({plan_of("x: f32[8]; y = exp(relu(x))", "none")}, "threads"),
      record::key({plan_of("x: f32[8]; y = exp(relu(x))", "none")}, "stream"),
      record::key({plan_of("x: f32[8]; y = exp(relu(x))", "every")}, "threads"),
      record::key({plan_of("x: f32[8]; y = exp(relu(x))", "none block=64")}, "threads"),
      record::key({plan_of("x: f32[9]; y = exp(relu(x))", "none")}, "threads"),
      record::key({plan_of("x: bf16[8]; y = exp(relu(x))", "none")}, "threads"),
      record::key({plan_of("x: f32[8]; y = log(relu(x))", "none")}, "threads"),
      record::key({plan_of("x: f32[8]; t = relu(x); y = exp(t); out t; out y", "none")}, "threads"),
      record::key({plan_of("x: f32[8]; y = exp(relu(x))", "none"), plan_of("x: f32[8]; y = exp(relu(x))", "every")},
                  "threads"),
  };
  EXPECT_EQ(keys.size(), 9u);
}

}  // namespace key_test
