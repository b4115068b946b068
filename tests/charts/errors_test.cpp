// Distances from double: who has them, what the title says, and why there are none.
#include "charts/bars/errors.hpp"

#include "charts/cases.hpp"
#include "charts/looks.hpp"

#include <gmock/gmock.h>

namespace errors_test {

using testing::HasSubstr;
using testing::Not;

/// So many ulps off, each once.
record::Errors off_by(const std::vector<double>& ulps) {
  std::vector<double> exact(ulps.size(), 1), got;
  for (const double u : ulps) got.push_back(1 + u * chain::ulp(1, chain::Dtype::bf16));
  return record::errors_of("y", chain::Dtype::bf16, got, exact);
}

charts::ChartData compared(const std::vector<double>& unfused, const std::vector<double>& fused) {
  charts::ChartData data = tests::modelled("x: bf16[4096, 8192]\ny = exp(relu(x))\n");
  record::Measurement measurement;
  measurement.source = record::Source::measured;
  for (const auto& [name, ulps] : {std::pair("unfused", unfused), std::pair("fused", fused)}) {
    record::PlanMeasurement& plan = measurement.plans.emplace_back();
    plan.plan = name;
    plan.verdict.passed = true;
    if (!ulps.empty()) plan.errors = {off_by(ulps)};
  }
  data.measurements.push_back(measurement);
  return data;
}

TEST(ErrorsFigure, SaysWhichPlanIsNearer) {
  EXPECT_EQ(charts::errors(compared({-2, 0.3, 1.5}, {0.4, -0.5})).title,
            "Fused is nearer to double: at most 0.50 ulps, unfused 2.0");
  EXPECT_EQ(charts::errors(compared({0.4}, {3, -1})).title,
            "Fused is farther from double: at most 3.0 ulps, unfused 0.40");
  EXPECT_THAT(charts::errors(compared({0.5}, {-0.5})).title, HasSubstr("equally far"));
}

TEST(ErrorsFigure, OfHugeDistancesThePowerIsSaid) {
  EXPECT_EQ(charts::errors(compared({0.4}, {3e13})).title,
            "Fused is farther from double: at most 2^45 ulps, unfused 0.40");
}

TEST(ErrorsFigure, HoldsOutputsBesideEachOtherWherePlansAreAlike) {
  charts::ChartData data = tests::modelled("x: bf16[64, 64]\ny = exp(x)\nz = y + x\nout y, z\n");
  record::Measurement measurement;
  for (const char* name : {"unfused", "fused"}) {
    record::PlanMeasurement& plan = measurement.plans.emplace_back();
    plan.plan = name;
    plan.errors = {off_by({-2000, 1}), off_by({0.5})};
    plan.errors[1].output = "z";
  }
  data.measurements = {measurement};
  const figure::Figure figure = charts::errors(data);
  EXPECT_EQ(figure.title, "y is up to 2\u202f000 ulps from double, z up to 0.50");
  EXPECT_EQ(figure.table.rows[1].cells[0], "fused") << "the plans of an output one above the other";
  EXPECT_EQ(figure.table.rows[1].cells[1], "y");
}

TEST(ErrorsFigure, SaysHowManyOverflowed) {
  charts::ChartData data = compared({1, 0.5}, {0.25});
  data.measurements[0].plans[0].errors[0].not_finite = 1;
  EXPECT_EQ(charts::errors(data).title, "1 of 3 results overflowed");
}

TEST(ErrorsFigure, TellsNothingBeforeTheTruth) {
  const figure::Figure figure = charts::errors(compared({-2, 0.3, 1.5}, {0.4, -0.5}));
  EXPECT_THAT(tests::readable(figure, figure::Stage::model), Not(HasSubstr("worst 2")));
  EXPECT_THAT(tests::dump(figure::at(figure, figure::Stage::guess)), Not(HasSubstr("bin.")));
  EXPECT_THAT(tests::readable(figure, figure::Stage::truth), HasSubstr("worst 2.0 ulps"));
  EXPECT_THAT(tests::dump(figure::at(figure, figure::Stage::truth)), HasSubstr("bin.fused.y"));
}

TEST(ErrorsFigure, ItsTableHasEachOutputsNumbers) {
  const figure::Figure figure = charts::errors(compared({-2, 1}, {0.5}));
  ASSERT_EQ(figure.table.rows.size(), 2u);
  EXPECT_EQ(figure.table.rows[0].cells[5], "2");
  EXPECT_EQ(figure.table.rows[0].cells[7], "-0.5");
  EXPECT_EQ(figure.table.rows[1].cells[5], "0.5");
}

TEST(ErrorsFigure, SaysWhyThereAreNone) {
  charts::ChartData data = compared({}, {});
  EXPECT_THAT(charts::errors(data).title, HasSubstr("not compared"));
  data.measurements[0].source = record::Source::recorded;
  EXPECT_THAT(charts::errors(data).title, HasSubstr("Not recorded yet"));
  data.measurements[0].source = record::Source::measured;
  data.chain = tests::parsed("x: f32[64, 64]\nw: f32[64, 64]\ny = x @ w\n");
  EXPECT_THAT(charts::errors(data).title, HasSubstr("Use smaller tensors"));
  data.measurements.clear();
  EXPECT_THAT(charts::errors(data).title, HasSubstr("Not run yet"));
}

/// As low as a wall of 1280 x 720 leaves it.
TEST(ErrorsFigure, InALowSheetBothPlansStay) {
  for (double height = 400; height > 150; height -= 10) {
    charts::ChartData data = compared({-2, 0.3, 1.5}, {0.4, -0.5});
    data.height = height;
    const figure::Figure figure = charts::errors(data);
    const std::string shapes = tests::dump(figure);
    if (shapes.find("bin.fused") == std::string::npos) {
      EXPECT_LT(height, 250) << "the title speaks of both";
      break;
    }
    tests::expect_tidy(figure, "errors " + std::to_string(height));
  }
}

TEST(ErrorsFigure, WordsDoNotCoverEachOther) {
  for (const double scale : {1.0, 1.4}) {
    charts::ChartData data = compared({-3e6, 0.3, 1.5, 100}, {0.4, -0.5});
    data.text_scale = scale;
    tests::expect_tidy(charts::errors(data), "errors");
    tests::expect_clear_type(charts::errors(data), "errors");
  }
}

}  // namespace errors_test
