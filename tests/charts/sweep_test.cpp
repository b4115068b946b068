// A sweep: lines by who says it, bands by what runs out, titles by what it comes to.
#include "charts/sweep/sweep.hpp"

#include "charts/frame/reopen.hpp"
#include "charts/looks.hpp"
#include "charts/sweep/words.hpp"
#include "charts/sweep_cases.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sweep_test {

using charts::Band;
using charts::SweepData;
using charts::SweepHeight;
using figure::Stage;
using model::Bound;
using record::Source;
using ::testing::HasSubstr;
using ::testing::Not;

SweepData sizes() {
  return tests::swept(tests::bias_gelu, "size=64K..1G");
}
SweepData copies() {
  return tests::swept("x: f32[8192, 8192]\ny = cos(x)\n", "n=1..32");
}
using tests::measured;

TEST(Sweep, LinesAreTimesRatiosOrGrowth) {
  const SweepData data = measured(copies());
  const auto times = charts::series_of(data, SweepHeight::time);
  ASSERT_EQ(times.size(), 4U);
  EXPECT_EQ(times[0].source, Source::model);
  EXPECT_EQ(times[3].plan, 1U);
  EXPECT_EQ(times[3].values[2], data.points[2].measurements[0].plans[1].cold->median.value);
  const auto ratios = charts::series_of(data, SweepHeight::speedup);
  ASSERT_EQ(ratios.size(), 2U);
  EXPECT_EQ(ratios[0].values[4], data.points[4].predictions[0].cold.value / data.points[4].predictions[1].cold.value);
  const auto growth = charts::series_of(data, SweepHeight::growth);
  EXPECT_EQ(growth[2].values[0], 1);
  EXPECT_NEAR(*growth[2].values[9], 32, 1);
}

TEST(Sweep, BesideLettersOfAClassItIsAPlotStill) {
  SweepData data = tests::swept("x: bf16[512, 512]\nw: bf16[512, 512]\ny = gelu(relu(x @ w) + x)\n", "m=1..1K");
  data.sheet.height = 0.33 * data.sheet.width;  // as the class view has it, with its large type
  data.sheet.text_scale = 1.52;
  data.sheet.no_title = true;
  EXPECT_GT(charts::plot_height(data), 75);
  const figure::Figure figure = charts::sweep(data, SweepHeight::speedup);
  tests::expect_tidy(figure, "class");
  const auto is = [](const char* words) {
    return [words](const figure::Mark& mark) {
      const auto* text = std::get_if<figure::Text>(&mark.shape);
      return text != nullptr && text->text == words;
    };
  };
  EXPECT_TRUE(std::ranges::any_of(figure.marks, is("4"))) << "of a product nobody expects more";
  EXPECT_FALSE(std::ranges::any_of(figure.marks, is("5")));
}

TEST(Sweep, APointThatLacksIsAGapAndIsSaid) {
  SweepData data = measured(sizes(), Source::recorded);
  data.points[3].measurements.clear();
  data.points[3].missing = "Not recorded on the H200.";
  const auto lines = charts::series_of(data, SweepHeight::time);
  EXPECT_EQ(lines[2].values[3], std::nullopt);
  EXPECT_TRUE(lines[0].values[3]);
  const figure::Figure figure = charts::sweep(data, SweepHeight::time);
  EXPECT_THAT(figure.description, HasSubstr("1 of 15 points come from the model alone: Not recorded on the H200."));
  // No growth from a first point that nobody measured.
  data.points[0].measurements.clear();
  EXPECT_EQ(charts::series_of(data, SweepHeight::growth).size(), 2U);
}

TEST(Sweep, BandsFollowTheSizeFromLaunchesOverTheCacheToDram) {
  machine::DeviceSpec card = tests::card();
  card.last_level_cache = {60e6, "an H200's"};  // of less, a chain that fits is over before its launches are
  const SweepData data = tests::swept(tests::bias_gelu, "size=64K..1G", card);
  const auto bands = charts::bands_of(data);
  ASSERT_EQ(bands.size(), 3U);
  EXPECT_EQ(bands[0].bound, Bound::launch);
  EXPECT_EQ(bands[1].bound, Bound::cache);
  EXPECT_EQ(bands[2].bound, Bound::memory);
  EXPECT_EQ(bands[0].first, 0U);
  EXPECT_EQ(bands[1].first, bands[0].last + 1);
  EXPECT_EQ(bands[2].last, 14U);
  EXPECT_EQ(charts::band_words(data, Bound::cache), "L2-bound");
  EXPECT_EQ(charts::band_words(tests::swept(tests::bias_gelu, "size=64K..1G", tests::processor()), Bound::cache),
            "cache-bound");
}

TEST(Sweep, CopiesBendWhereTheFusedKernelRunsOutOfArithmetic) {
  const SweepData data = copies();
  const auto bands = charts::bands_of(data);
  ASSERT_EQ(bands.size(), 2U);
  EXPECT_EQ(bands[0].bound, Bound::memory);
  EXPECT_EQ(bands[1].bound, Bound::compute);
  const auto& bend = data.points[bands[1].first];
  EXPECT_GT(bend.predictions[1].arithmetic, bend.predictions[1].road);
}

TEST(Sweep, TitlesAreTheQuestionThenTheFinding) {
  const charts::Titles size = charts::sweep_titles(measured(sizes()), SweepHeight::speedup);
  EXPECT_THAT(size.question, HasSubstr("At which sizes"));
  EXPECT_THAT(size.model, ::testing::MatchesRegex("Model: fusing gives [0-9.]+x launch-bound, .*x memory-bound"));
  EXPECT_THAT(size.truth, HasSubstr("Measured: fusing gives"));
  const charts::Titles count = charts::sweep_titles(measured(copies(), Source::recorded), SweepHeight::growth);
  EXPECT_THAT(count.truth, ::testing::MatchesRegex("Recorded: [0-9]+ cos in one kernel take 1.* 32 take .*"));
  EXPECT_TRUE(charts::sweep_titles(sizes(), SweepHeight::time).truth.empty());
}

TEST(Sweep, GrowthOverRowsSaysWhatTheLastOfThemTake) {
  const SweepData rows = tests::swept("x: bf16[1, 4096]\nw: bf16[4096, 11008]\ny = x @ w\n", "m=1..64");
  EXPECT_THAT(charts::sweep_titles(rows, SweepHeight::growth).model,
              ::testing::MatchesRegex("Model: 64 rows take 1\\.0[0-9]x the time of 1"));
  EXPECT_THAT(charts::sweep_titles(rows, SweepHeight::speedup).model, HasSubstr("fusing gives"));
  EXPECT_THAT(charts::sweep_titles(measured(sizes()), SweepHeight::growth).truth,
              ::testing::MatchesRegex("Measured: 1 GiB takes [0-9]+x the time of 64 KiB"));
}

/// Rows of 64 to 512, whose error doubles with each point, the fused plan's not.
SweepData compared() {
  SweepData data = measured(tests::swept("x: f32[8, 64]\ny = sum(square(x))\n", "row=64..512"));
  double off = 0.5;
  for (charts::SweepPoint& point : data.points) {
    const std::vector<double> exact{1, 1}, near{1, 1 + 0.25 * chain::ulp(1, chain::Dtype::f32)};
    const std::vector<double> far{1, 1 + off * chain::ulp(1, chain::Dtype::f32)};
    auto& plans = point.measurements[0].plans;
    plans[0].errors = {record::errors_of("y", chain::Dtype::f32, far, exact)};
    plans[1].errors = {record::errors_of("y", chain::Dtype::f32, near, exact)};
    off *= 2;
  }
  return data;
}

TEST(Sweep, ErrorsGrowWithTheRow) {
  const SweepData data = compared();
  const auto lines = charts::series_of(data, SweepHeight::error);
  ASSERT_EQ(lines.size(), 2U) << "the model has none";
  EXPECT_NEAR(*lines[0].values[3] / *lines[0].values[0], 8, 1e-9);
  EXPECT_EQ(lines[1].values[3], lines[1].values[0]);
  EXPECT_THAT(charts::sweep_titles(data, SweepHeight::error).truth,
              "Measured: from rows of 64 to 512, error 0.35 to 2.8 ulps unfused, 0.18 to 0.18 fused");
  EXPECT_EQ(charts::sweep_titles(data, SweepHeight::error).model, "");
  const figure::Figure figure = charts::sweep(data, SweepHeight::error);
  EXPECT_THAT(figure.description, HasSubstr("Unfused, measured: 64 0.35, 128 0.71"));
  EXPECT_THAT(figure.description, Not(HasSubstr("bound")));
  EXPECT_EQ(figure.table.rows.size(), 8U);
  EXPECT_EQ(figure.table.rows[7].cells[1], "fused");
  tests::expect_tidy(figure, "errors over rows");
}

TEST(Sweep, ErrorsSayWhereResultsOverflow) {
  SweepData data = compared();
  data.points[2].measurements[0].plans[0].errors[0].not_finite = 1;
  EXPECT_EQ(charts::sweep_titles(data, SweepHeight::error).truth, "Measured: results overflow at rows of 256 and up");
}

TEST(Sweep, ThePlanInPlaceOfUnfusedIsNamed) {
  SweepData data = sizes();
  for (charts::SweepPoint& point : data.points) point.plans[0].name = "eager";
  const figure::Figure figure = charts::sweep(data, SweepHeight::speedup);
  EXPECT_THAT(tests::shapes_at(figure, Stage::question), HasSubstr("eager time / fused time"));
  EXPECT_THAT(figure.description, HasSubstr("eager and fused"));
  EXPECT_THAT(tests::shapes_at(charts::sweep(data, SweepHeight::time), Stage::model), HasSubstr("eager, model"));
  const auto again = charts::parse_scene(figure.scene);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->cuts, std::vector<std::string>{"eager"});
}

TEST(Sweep, ABandWhoseRatiosDifferHasBothEnds) {
  SweepData data = sizes();
  data.points.back().predictions[0].cold.value *= 2;
  EXPECT_THAT(charts::sweep_titles(data, SweepHeight::speedup).model,
              ::testing::MatchesRegex(".* [0-9.]+x to [0-9.]+x memory-bound"));
}

/// The name of the axis stands on the same line: who says it outlives how well it is known.
TEST(Sweep, WhereNumbersAreFromGivesUpItsBracketsFirst) {
  SweepData data = measured(sizes());
  data.sheet.no_title = true;
  const auto foot = [&](double width) {
    data.sheet.width = width;
    const figure::Figure figure = charts::sweep(data, SweepHeight::speedup);
    std::string words;
    for (const figure::Mark& mark : figure.marks) {
      const auto* text = std::get_if<figure::Text>(&mark.shape);
      if (text != nullptr && mark.id == "provenance" && text->text.starts_with("measured")) words = text->text;
    }
    return words;
  };
  EXPECT_THAT(foot(900), HasSubstr("measured (bytes worked out) on "));
  bool without = false;
  for (double width = 900; width > 300; width -= 5) {
    const std::string words = foot(width);
    if (!words.empty() && words.find("(") == std::string::npos && words.find("\u2026") == std::string::npos)
      without = true;
  }
  EXPECT_TRUE(without);
}

TEST(Sweep, OnAWallItsPlotTakesMostOfTheHeight) {
  charts::ChartData wall;
  wall.width = 900, wall.height = 330, wall.text_scale = 1.52, wall.no_title = true;
  SweepData data = sizes();
  data.sheet.width = wall.width, data.sheet.height = wall.height;
  data.sheet.text_scale = wall.text_scale, data.sheet.no_title = true;
  EXPECT_GT(charts::plot_height(data), 0.5 * wall.height);
  for (const Stage stage : tests::stages)
    tests::expect_tidy(figure::at(charts::sweep(data, SweepHeight::speedup), stage), "a sweep on a wall");
}

TEST(Sweep, BeforeTheModelNothingCanBeReadFromIt) {
  for (const SweepHeight y : {SweepHeight::time, SweepHeight::speedup, SweepHeight::growth}) {
    const figure::Figure figure = charts::sweep(measured(sizes()), y);
    for (const Stage stage : {Stage::question, Stage::guess}) {
      const std::string seen = tests::shapes_at(figure, stage) + figure::text_twin(figure::at(figure, stage));
      EXPECT_THAT(seen, Not(HasSubstr("bound")));
      EXPECT_THAT(seen, Not(HasSubstr("fusing gives")));
      EXPECT_TRUE(figure::at(figure, stage).table.rows.empty());
    }
    EXPECT_THAT(tests::shapes_at(figure, Stage::model), HasSubstr("launch-bound"));
    EXPECT_THAT(tests::shapes_at(figure, Stage::model), Not(HasSubstr("measured")));
    // Not even from where the frame lies.
    SweepData slower = sizes();
    for (auto& point : slower.points) {
      for (auto& prediction : point.predictions) prediction.cold.value *= 1.7;
    }
    if (y == SweepHeight::speedup) {
      EXPECT_EQ(tests::shapes_at(charts::sweep(slower, y), Stage::guess),
                tests::shapes_at(charts::sweep(sizes(), y), Stage::guess));
    }
  }
}

TEST(Sweep, RecordedPointsBearTheirTab) {
  const auto tabs = [](const figure::Figure& figure) {
    return std::ranges::count_if(
        figure.marks, [](const figure::Mark& mark) { return std::holds_alternative<figure::Polygon>(mark.shape); });
  };
  EXPECT_EQ(tabs(charts::sweep(measured(sizes()), SweepHeight::time)), 0);
  EXPECT_EQ(tabs(charts::sweep(measured(sizes(), Source::recorded), SweepHeight::time)), 30);
}

TEST(Sweep, TableHasARowAFact) {
  const figure::Table table = charts::sweep(measured(copies()), SweepHeight::time).table;
  EXPECT_EQ(table.rows.size(), 10U * 2 * 2);
  EXPECT_EQ(table.columns[0].name, "n");
  EXPECT_EQ(table.rows.back().cells[0], "32");
  EXPECT_EQ(table.rows.back().from, Stage::truth);
}

TEST(Sweep, ARecordedRowNamesTheDeviceThatShowsIt) {
  const charts::SweepData data = measured(copies(), Source::recorded);
  for (const SweepHeight y : {SweepHeight::time, SweepHeight::speedup}) {
    const figure::Table table = charts::sweep(data, y).table;
    const auto column = static_cast<std::size_t>(std::ranges::find(table.columns, "device", &figure::Column::name) -
                                                 table.columns.begin());
    EXPECT_EQ(table.rows.back().cells.at(column), "recorded-h200");
  }
}

}  // namespace sweep_test
