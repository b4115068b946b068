// What is said of equal and of differing outputs.
#include "charts/frame/verdict_words.hpp"

#include <gmock/gmock.h>

namespace verdict_words_test {

using testing::HasSubstr;
using testing::Not;

record::Measurement run(std::int64_t identical, double difference) {
  record::Measurement out;
  for (const char* name : {"unfused", "fused"}) {
    record::PlanMeasurement plan;
    plan.plan = name;
    plan.verdict.passed = true;
    plan.verdict.outputs = plan.verdict.identical = 64;
    plan.verdict.fused_equals_unfused = true;
    out.plans.push_back(plan);
  }
  record::Verdict& fused = out.plans[1].verdict;
  fused.identical = identical;
  fused.fused_equals_unfused = identical == 64;
  fused.largest_difference = difference;
  return out;
}

TEST(VerdictWords, NumbersOfEntriesThatDifferHaveNoDifference) {
  EXPECT_THAT(charts::same_math_words(run(64, 0)), HasSubstr("same math"));
  EXPECT_THAT(charts::same_math_words(run(63, 0.5)), HasSubstr("the largest difference is 0.50"));
  const std::string numbers = charts::same_math_words(run(63, 0));
  EXPECT_THAT(numbers, HasSubstr("63 of 64"));
  EXPECT_THAT(numbers, HasSubstr("entry numbers"));
  EXPECT_THAT(numbers, Not(HasSubstr("largest difference")));
}

}  // namespace verdict_words_test
