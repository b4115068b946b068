// Which groups a GPU is started for twice.
#include "plan/launches.hpp"

#include "plan/plans.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace launches_test {

constexpr int processors = 132;

std::int64_t segments(std::string_view chain, int multiprocessors = processors) {
  const plan::FusionPlan plan = tests::plan_of(chain, "none");
  return plan::segments(*plan.chain, plan.groups.front(), multiprocessors);
}

TEST(Launches, ALongRowIsPartedAmongTheWholeCard) {
  EXPECT_EQ(segments("x: f32[1, 1073741824]; y = sum(x)"), 8 * processors);
  EXPECT_EQ(segments("x: f32[7, 10000000]; y = sum(x * x)"), (8 * processors + 6) / 7);
  EXPECT_EQ(segments("x: f32[1, 1073741824]; y = sum(x)", 10), 80);
}

TEST(Launches, ShortRowsManyRowsAndOtherSchedulesAreNot) {
  EXPECT_EQ(segments("x: f32[1, 65535]; y = sum(x)"), 7) << "an odd row: one element a thread";
  EXPECT_EQ(segments("x: f32[1, 65536]; y = sum(x)"), 2) << "four";
  EXPECT_EQ(segments("x: f32[1, 65532]; y = sum(x)"), 1) << "less than two segments of 32 768";
  EXPECT_EQ(segments("x: bf16[1, 65536]; y = sum(x)"), 1) << "eight";
  EXPECT_EQ(segments("x: bf16[1, 131072]; y = sum(x)"), 2);
  EXPECT_EQ(segments("x: f32[1, 32767]; y = sum(x)"), 1) << "one block holds it";
  EXPECT_EQ(segments("x: f32[263, 1048576]; y = sum(x)"), 5);
  EXPECT_EQ(segments("x: f32[264, 1048576]; y = sum(x)"), 1) << "two rows for each multiprocessor";
  EXPECT_EQ(segments("x: f32[1, 1048576]; y = relu(x)"), 1);
  EXPECT_EQ(segments("x: f32[1, 32768]; y = softmax(x)"), 1);
  EXPECT_EQ(segments("x: f32[1048576, 1]; y = sum(x)"), 1);
  EXPECT_EQ(segments("x: f32[1, 1048576]; y = sum(x)", 0), 1) << "nobody said how many multiprocessors";
}

TEST(Launches, TwoWhereRowsAreParted) {
  const plan::FusionPlan plan = tests::plan_of("x: f32[1, 1048576]; y = sum(x * x)", "every");
  ASSERT_EQ(plan.groups.size(), 2u);
  EXPECT_EQ(plan::launches(*plan.chain, plan.groups[0], processors), 1);
  EXPECT_EQ(plan::launches(*plan.chain, plan.groups[1], processors), 2);
}

}  // namespace launches_test
