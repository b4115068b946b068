// Bytes at three levels: who says what, and what is missing says why.
#include "charts/bars/levels.hpp"

#include "charts/cases.hpp"
#include "charts/looks.hpp"

#include <gmock/gmock.h>

namespace levels_test {

using testing::HasSubstr;
using testing::Not;

/// The cell of a column in the row of plan, level and source; fails where there is no such row.
std::string cell(const figure::Figure& figure, std::string_view plan, std::string_view level, std::string_view source,
                 std::size_t column) {
  for (const figure::Row& row : figure.table.rows) {
    if (row.cells[0] == plan && row.cells[1] == level && row.cells[2].starts_with(source)) return row.cells[column];
  }
  ADD_FAILURE() << plan << " " << level << " " << source;
  return {};
}

charts::ChartData counted() {
  charts::ChartData data = tests::modelled("x: f32[4096, 8192]\ny = exp(relu(x))\n");
  record::Measurement measurement;
  measurement.source = record::Source::recorded;
  measurement.tier = record::Tier::counters;
  for (const char* name : {"unfused", "fused"}) {
    record::PlanMeasurement& plan = measurement.plans.emplace_back();
    plan.plan = name;
    plan.verdict.passed = true;
    plan.dram_read = base::Bytes{134'000'000};
    plan.dram_written = base::Bytes{135'000'000};
    plan.l2 = base::Moved{{201'000'000}, {202'000'000}};
  }
  data.measurements.push_back(measurement);
  return data;
}

TEST(Levels, TheModelAloneTellsWhatItKnows) {
  charts::ChartData data = tests::modelled("x: f32[4096, 8192]\ny = exp(relu(x))\n");
  data.spec->l2_crossing = {1.5, "made up"};
  for (std::size_t p = 0; p < 2; ++p) data.predictions[p] = model::predict(data.plans[p], *data.spec);
  const figure::Figure figure = charts::levels(data);
  EXPECT_EQ(cell(figure, "fused", "issued", "model", 4), std::to_string(4096LL * 8192 * 4));
  EXPECT_EQ(cell(figure, "fused", "l2", "model", 4), std::to_string(4096LL * 8192 * 6));
  EXPECT_EQ(cell(figure, "unfused", "dram", "model", 5), std::to_string(2 * 4096LL * 8192 * 4));
  EXPECT_THAT(figure.title, HasSubstr("threads ask for 268 MB, 403 MB through the L2, 268 MB at the DRAM"));
  data.spec->l2_crossing = {};
  for (std::size_t p = 0; p < 2; ++p) data.predictions[p] = model::predict(data.plans[p], *data.spec);
  const figure::Figure unknown = charts::levels(data);
  EXPECT_EQ(cell(unknown, "fused", "l2", "model", 4), "") << "never a zero";
  EXPECT_EQ(cell(unknown, "fused", "l2", "model", 6), "not modeled for this device");
}

TEST(Levels, CountersStandBesideTheModel) {
  const figure::Figure figure = charts::levels(counted());
  EXPECT_EQ(cell(figure, "fused", "l2", "recorded", 4), "201000000");
  EXPECT_EQ(cell(figure, "fused", "dram", "recorded", 5), "135000000");
  EXPECT_EQ(cell(figure, "fused", "issued", "recorded", 4), "");
  EXPECT_EQ(cell(figure, "fused", "issued", "recorded", 6), "not counted in this run");
  EXPECT_THAT(figure.title, HasSubstr("403 MB through the L2, 269 MB at the DRAM"));
  const std::string drawn = tests::dump(figure::at(figure, figure::Stage::truth));
  EXPECT_THAT(drawn, HasSubstr("read.dram.fused.recorded"));
  EXPECT_THAT(drawn, HasSubstr("written.dram.fused.model"));
  const std::string before = tests::dump(figure::at(figure, figure::Stage::guess));
  EXPECT_THAT(before, Not(HasSubstr("read.dram"))) << "nothing before its stage";
}

}  // namespace levels_test
