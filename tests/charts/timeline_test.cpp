// The timeline: every kernel at its time, launches between them, nothing told before its stage.
#include "charts/timeline.hpp"

#include "charts/cases.hpp"
#include "charts/looks.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using figure::Stage;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Timeline, KernelsFollowEachOtherAndEndWhereTheModelSays) {
  charts::ChartData data = tests::modelled(tests::bias_gelu);
  data.spec->start = {1e-6, "its sheet"};
  for (std::size_t plan = 0; plan < data.plans.size(); ++plan) {
    data.predictions[plan] = model::predict(data.plans[plan], *data.spec);
    const auto spans = charts::modelled_spans(data, plan);
    ASSERT_EQ(spans.size(), data.plans[plan].groups.size());
    double at = 0;
    for (const charts::KernelSpan& span : spans) {
      EXPECT_DOUBLE_EQ(span.begin, at);
      EXPECT_NEAR(span.work - span.begin, span.kernel == 0 ? 3.5e-6 : 2.5e-6, 1e-12);
      EXPECT_GT(span.end, span.work);
      at = span.end;
    }
    EXPECT_NEAR(at, data.predictions[plan].cold.value, 1e-12);
  }
}

TEST(Timeline, SaysHowOftenEachPlanStarts) {
  const auto title = [](std::string_view chain) { return charts::timeline(tests::modelled(chain)).title; };
  EXPECT_THAT(title(tests::bias_gelu), HasSubstr("Fused starts once instead of 2 times: "));
  EXPECT_THAT(title("x: f32[64]\ny = relu(x)\n"), HasSubstr("Both plans start once"));
}

TEST(Timeline, TellsNothingBeforeItsStage) {
  const figure::Figure figure = charts::timeline(tests::whole_loop());
  for (const Stage stage : {Stage::question, Stage::guess}) {
    const std::string seen = tests::dump(figure::at(figure, stage));
    EXPECT_THAT(seen, Not(HasSubstr("kernel."))) << figure::name(stage);
    EXPECT_THAT(seen, Not(HasSubstr("whole.unfused.measured"))) << figure::name(stage);
    EXPECT_THAT(seen, Not(HasSubstr("faster"))) << figure::name(stage);
  }
  const std::string model = tests::dump(figure::at(figure, Stage::model));
  EXPECT_THAT(model, HasSubstr("kernel.unfused.2"));
  EXPECT_THAT(model, Not(HasSubstr("whole.unfused.measured")));
  EXPECT_THAT(tests::dump(figure::at(figure, Stage::truth)), HasSubstr("whole.unfused.measured"));
}

TEST(Timeline, WithoutALaunchCostDrawsNoKernels) {
  charts::ChartData data = tests::modelled(tests::bias_gelu);
  data.spec->launch = {};
  EXPECT_TRUE(charts::modelled_spans(data, 0).empty());
  EXPECT_THAT(tests::dump(charts::timeline(data)), Not(HasSubstr("launch.")));
}

TEST(Timeline, Golden) {
  const figure::Figure figure = charts::timeline(tests::whole_loop());
  tests::expect_golden("charts/timeline.marks", tests::dump(figure));
  tests::expect_golden("charts/timeline.txt", tests::masked_twin(figure));
}

}  // namespace
