// The bars: one frame, nothing told too early, gaps and ratios in words, missing numbers as missing.
#include "charts/bars/bytes_bars.hpp"

#include "charts/cases.hpp"
#include "charts/frame/bar_frame.hpp"
#include "charts/frame/findings.hpp"
#include "charts/frame/reading.hpp"
#include "charts/looks.hpp"
#include "charts/roofline/roofline.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace bytes_bars_test {

using charts::ChartData;
using charts::Quantity;
using figure::Stage;
using ::testing::HasSubstr;
using ::testing::Not;

/// The mark with that id; fails the test if there is none.
const figure::Mark& mark(const figure::Figure& figure, std::string_view id) {
  for (const figure::Mark& one : figure.marks) {
    if (one.id == id) return one;
  }
  ADD_FAILURE() << "no mark " << id;
  static const figure::Mark none{figure::Rect{}, {}, {}, {}};
  return none;
}

const figure::Rect& bar(const figure::Figure& figure, std::string_view id) {
  return std::get<figure::Rect>(mark(figure, id).shape);
}

TEST(BytesBars, FrameDoesNotDependOnTheAnswer) {
  const ChartData first = tests::whole_loop();
  ChartData second = first;
  second.guesses = {{"crossings.unfused", 17}, {"bytes.unfused", 3}, {"time.fused", 1}};
  second.measurements = {
      tests::measurement(second, {0.9, 1e-6}, record::Tier::counters, record::Source::measured, 3.7)};
  EXPECT_EQ(tests::shapes_at(charts::bytes_bars(first), Stage::question),
            tests::shapes_at(charts::bytes_bars(second), Stage::question));
}

TEST(BytesBars, SlotsKeepTheFrameUntilTheNumbersCome) {
  const ChartData whole = tests::whole_loop();
  ChartData before = whole;
  before.guesses.clear();
  before.predictions.clear();
  before.measurements.clear();
  before.slots = {record::Source::guess, record::Source::model, record::Source::measured};
  EXPECT_EQ(tests::shapes_at(charts::bytes_bars(before), Stage::truth),
            tests::shapes_at(charts::bytes_bars(whole), Stage::question));
  ChartData guessed = before;
  guessed.guesses = whole.guesses;
  const charts::BarFrame a = charts::bar_frame(before, Quantity::all), b = charts::bar_frame(guessed, Quantity::all);
  EXPECT_EQ(a.row(1, 2), b.row(1, 2));
  EXPECT_EQ(a.panels[2].axis.place(1e-4), b.panels[2].axis.place(1e-4));
}

TEST(BytesBars, ARunElsewhereFillsTheSlotAndMovesNothing) {
  ChartData before = tests::modelled(tests::bias_gelu);
  before.slots = {record::Source::guess, record::Source::model, record::Source::measured};
  for (const record::Source source : {record::Source::recorded, record::Source::measured}) {
    ChartData after = before;
    after.measurements = {tests::measurement(after, {0.08, 0.04}, record::Tier::counted, source)};
    after.measurements[0].provenance.device_id = "elsewhere";
    const charts::BarFrame a = charts::bar_frame(before, Quantity::all), b = charts::bar_frame(after, Quantity::all);
    EXPECT_EQ(a.tellers.size(), b.tellers.size());
    EXPECT_EQ(a.row(1, 2), b.row(1, 2));
    EXPECT_EQ(a.panels[1].axis.begin, b.panels[1].axis.begin);
  }
}

TEST(BytesBars, BytesByCountersSayThatTheyAreTheMemorys) {
  ChartData data = tests::modelled(tests::bias_gelu);
  const auto about = [&] { return tests::shapes_at(charts::bytes_bars(data, Quantity::all), Stage::truth); };
  EXPECT_THAT(about(), HasSubstr("'read and written"));
  data.measurements = {tests::measurement(data, {0.08, 0.04}, record::Tier::counters)};
  EXPECT_THAT(about(), HasSubstr("counted at the memory (DRAM)"));
  data.measurements = {tests::measurement(data, {0.08, 0.04}, record::Tier::counted)};
  EXPECT_THAT(about(), HasSubstr("'read and written"));
}

TEST(BytesBars, EveryTellerWeKnowIsNamedInFull) {
  for (const record::Tier tier : {record::Tier::counted, record::Tier::counters, record::Tier::times_only}) {
    for (const std::string device : {"cpu", "cuda", "h200"}) {
      ChartData data = tests::whole_loop();
      data.measurements = {tests::measurement(data, {1e-3, 6e-4}, tier),
                           tests::measurement(data, {2e-4, 1e-4}, tier, record::Source::recorded)};
      for (auto& measurement : data.measurements) measurement.provenance.device_id = device;
      for (const double scale : {1.0, 1.25, 2.0}) {
        for (const double width : {1920.0, 960.0, 720.0, 520.0}) {
          data.text_scale = scale;
          data.width = width;
          data.height = width * 0.5625;
          const std::string words = tests::readable(charts::bytes_bars(data), Stage::truth);
          const auto shown = charts::bar_frame(data, Quantity::all, charts::Axes::blind);
          if (scale < 2) {
            EXPECT_EQ(shown.plans, 2u) << "both, to be compared: " << width << ", type " << scale;
          }
          if (scale * 960 <= width) {
            EXPECT_EQ(shown.tellers, charts::tellers(data)) << width << ", type " << scale;
          }
          for (const charts::Teller& teller : shown.tellers) {
            EXPECT_THAT(words, HasSubstr("\n" + charts::label(data, teller) + "\n")) << width << ", type " << scale;
          }
        }
      }
    }
  }
}

TEST(BytesBars, WithAPlanOfTheLessonsOwnUnfusedAndFusedStayToBeCompared) {
  ChartData data = tests::whole_loop();
  data.plans.push_back(tests::cut(data.chain, "every", "again"));
  data.plans.back().own_name = true;
  data.guesses = {{"crossings.again", 3}};
  data.measurements = {
      tests::measurement(data, {2e-4, 1e-4, 1.5e-4}, record::Tier::counters, record::Source::recorded)};
  data.width = 1280;
  for (const double height : {720.0, 480.0, 420.0}) {
    data.height = height;
    data.text_scale = 1.5;
    const auto shown = charts::bar_frame(data, Quantity::all, charts::Axes::told);
    EXPECT_GE(shown.plans, 2u) << height;
    EXPECT_TRUE(std::ranges::find(shown.tellers, record::Source::recorded, &charts::Teller::source) !=
                shown.tellers.end())
        << height;
  }
}

TEST(BytesBars, ALongNameIsShortenedOnTheChartAndWholeInTheTable) {
  ChartData data = tests::whole_loop();
  data.measurements[0].provenance.device_id = "the-card-in-the-cellar";
  const figure::Figure figure = charts::bytes_bars(data);
  const std::string words = tests::readable(figure, Stage::truth);
  EXPECT_THAT(words, HasSubstr("\nmeasured t"));
  EXPECT_THAT(words, Not(HasSubstr("\nmeasured the-card-in-the-cellar\n")));
  EXPECT_TRUE(std::ranges::any_of(figure.table.rows, [](const auto& row) {
    return std::ranges::find(row.cells, "measured the-card-in-the-cellar") != row.cells.end();
  }));
}

TEST(BytesBars, AChainThatIsTooLongSaysThatItsBeginIsLeftOut) {
  ChartData data = tests::modelled(
      "x: bf16[8192, 4096]\ni: i32[16384]\nw: bf16[32, 4096, 1024]\nends: i32[32]\nxs = gather(x, i)\n"
      "h = silu(grouped(xs, w, ends))\n");
  const auto seen = [&] { return tests::shapes_at(charts::bytes_bars(data), Stage::question); };
  EXPECT_THAT(seen(), HasSubstr("'... w: bf16[32, 4096, 1024]; ends:"));
  data.width = 1600;
  EXPECT_THAT(seen(), HasSubstr("'x: bf16[8192, 4096]; i:"));
}

TEST(BytesBars, GridLinesBreakOnlyWhileWordsStandInTheirWay) {
  const ChartData data = tests::whole_loop();
  const figure::Figure figure = charts::bytes_bars(data);
  const auto hairlines = [&](Stage stage) {
    std::pair<int, double> out;  // how many, and how long together
    for (const figure::Mark& one : figure::at(figure, stage).marks) {
      const auto* line = std::get_if<figure::Polyline>(&one.shape);
      if (line == nullptr || line->stroke.paint.role != figure::Role::hairline) continue;
      ++out.first;
      out.second += line->points.back().y - line->points.front().y;
    }
    return out;
  };
  EXPECT_GT(hairlines(Stage::truth).first, hairlines(Stage::question).first);
  EXPECT_LT(hairlines(Stage::truth).second, hairlines(Stage::question).second);
  EXPECT_GT(hairlines(Stage::truth).second, 0.7 * hairlines(Stage::question).second);
}

TEST(BytesBars, WhatIsAbsentIsNotDrawn) {
  const figure::Figure figure = charts::bytes_bars(tests::modelled(tests::bias_gelu));
  const std::string all = tests::readable(figure, Stage::truth);
  EXPECT_THAT(all, Not(HasSubstr("guess")));
  EXPECT_THAT(all, Not(HasSubstr("measured")));
  EXPECT_THAT(all, Not(HasSubstr("?\n")));
  EXPECT_EQ(figure.table.rows.size(), 6u);
}

TEST(BytesBars, NothingIsToldBeforeItsStage) {
  ChartData data = tests::modelled(tests::bias_gelu);
  data.guesses = {{"crossings.unfused", 5}, {"bytes.unfused", 111e6}, {"time.unfused", 111e-6}};
  data.predictions[0].crossings = 23;
  data.predictions[0].read = {222'000'000}, data.predictions[0].written = {0};
  data.predictions[0].cold = {222e-6};
  record::Measurement truth = tests::measurement(data, {333e-6, 77e-6}, record::Tier::counters);
  truth.plans[0].crossings = 29;
  truth.plans[0].dram_read = base::Bytes{333'000'000};
  truth.plans[0].dram_written = base::Bytes{0};
  truth.remarks = {"throttled to 444 MHz"};
  data.measurements = {truth};
  const figure::Figure figure = charts::bytes_bars(data);
  const std::vector<std::string> guess = {"111"}, model = {"222", "23"},
                                 real = {"333", "29", "77.0 µs", "444", "as fast here"};
  for (Stage stage : tests::stages) {
    std::string all = tests::readable(figure, stage);
    // A scene restores the figure with its guesses, whatever stage was written; it knows no answer.
    if (stage < Stage::guess) all.erase(all.find(figure.scene), figure.scene.size());
    const auto expect = [&](const std::vector<std::string>& planted, Stage from) {
      for (const std::string& number : planted) {
        EXPECT_EQ(all.find(number) != std::string::npos, stage >= from)
            << "'" << number << "' at stage " << figure::name(stage);
      }
    };
    expect(guess, Stage::guess);
    expect(model, Stage::model);
    expect(real, Stage::truth);
  }
  for (const std::string number : {"222", "23", "333", "29", "444"}) {
    EXPECT_EQ(figure.scene.find(number), std::string::npos) << number;
  }
}

TEST(BytesBars, TitleIsTheQuestionAndThenTheFinding) {
  const figure::Figure figure = charts::bytes_bars(tests::whole_loop());
  EXPECT_EQ(figure.title, "Fused makes 2 trips instead of 4 and is 2.02 times as fast here");
  EXPECT_EQ(figure::at(figure, Stage::model).title, "How many trips does each plan make?");
  EXPECT_THAT(tests::shapes_at(figure, Stage::model),
              HasSubstr("2 trips instead of 4 and is 2.03 times as fast in the model"));
  EXPECT_THAT(tests::shapes_at(figure, Stage::model), Not(HasSubstr("as fast here")));
  EXPECT_THAT(tests::shapes_at(figure, Stage::guess), Not(HasSubstr("instead of")));
}

TEST(BytesBars, ATitleOfOnesOwnTakesTheFindingsPlaceOnly) {
  ChartData data = tests::whole_loop();
  data.title = "Halved!";
  const figure::Figure figure = charts::bytes_bars(data);
  EXPECT_EQ(figure.title, "Halved!");
  EXPECT_THAT(tests::shapes_at(figure, Stage::model), Not(HasSubstr("Halved!")));
  data.no_title = true;
  EXPECT_THAT(tests::shapes_at(charts::bytes_bars(data), Stage::truth), Not(HasSubstr("Halved!")));
}

TEST(BytesBars, BarsAreInProportion) {
  const ChartData data = tests::whole_loop();
  const figure::Figure figure = charts::bytes_bars(data);
  EXPECT_NEAR(bar(figure, "bar.crossings.unfused.measured").width,
              2 * bar(figure, "bar.crossings.fused.measured").width, 1e-9);
  EXPECT_NEAR(bar(figure, "bar.crossings.unfused.guess").width / bar(figure, "bar.crossings.unfused.model").width, 0.75,
              1e-9);
  const double time = bar(figure, "bar.time.unfused.measured").width / bar(figure, "bar.time.fused.measured").width;
  const auto& plans = data.measurements[0].plans;
  EXPECT_NEAR(time, plans[0].cold->median.value / plans[1].cold->median.value, 1e-9);
}

TEST(BytesBars, SourcesDifferInShapeAndNotInColourAlone) {
  ChartData data = tests::whole_loop();
  data.measurements = {tests::measurement(data, {2.6e-4, 1.3e-4}),
                       tests::measurement(data, {2.5e-4, 1.3e-4}, record::Tier::counters, record::Source::recorded)};
  const figure::Figure figure = charts::bytes_bars(data);
  const figure::Rect& guess = bar(figure, "bar.bytes.fused.guess");
  EXPECT_FALSE(guess.fill);
  EXPECT_EQ(guess.stroke->dash, 0);
  const figure::Rect& model = bar(figure, "bar.bytes.fused.model");
  EXPECT_FALSE(model.fill);
  EXPECT_GT(model.stroke->dash, 0);
  EXPECT_TRUE(bar(figure, "bar.bytes.fused.measured").hatched);
  EXPECT_TRUE(bar(figure, "bar.crossings.fused.measured").hatched);
  EXPECT_FALSE(bar(figure, "bar.time.fused.measured").hatched);
  EXPECT_THAT(tests::shapes_at(figure, Stage::truth), HasSubstr("'worked out: "));
  const figure::Rect& recorded = bar(figure, "bar.bytes.fused.recorded_h200");
  EXPECT_TRUE(recorded.fill && !recorded.hatched);
  EXPECT_EQ(recorded.fill->role, figure::Role::fused);
  EXPECT_EQ(bar(figure, "bar.bytes.unfused.measured").fill->role, figure::Role::unfused);
}

TEST(BytesBars, TheGapHasAName) {
  const std::string words = tests::shapes_at(charts::bytes_bars(tests::whole_loop()), Stage::truth);
  EXPECT_THAT(words, HasSubstr("'you guessed 3; it is 4'"));
  EXPECT_THAT(words, HasSubstr("'you guessed 2: right'"));
  EXPECT_THAT(words, HasSubstr("'you guessed 900 MB; it is 1.07 GB'"));
}

TEST(BytesBars, AnExampleGuessIsNobodys) {
  ChartData data = tests::whole_loop();
  data.example_guess = true;
  const figure::Figure figure = charts::bytes_bars(data);
  EXPECT_THAT(tests::shapes_at(figure, Stage::truth), HasSubstr("'example guess'"));
  EXPECT_THAT(tests::readable(figure, Stage::truth), HasSubstr("example guess"));
  EXPECT_THAT(tests::readable(figure, Stage::truth), Not(HasSubstr("you guessed")));
  EXPECT_THAT(tests::readable(charts::roofline(data), Stage::truth), Not(HasSubstr("you guessed")));
}

TEST(BytesBars, RatiosAreSaidEvenWhenFusionLoses) {
  ChartData data = tests::whole_loop();
  data.measurements = {tests::measurement(data, {1e-4, 1.2e-4})};
  EXPECT_THAT(charts::bytes_bars(data).title, HasSubstr("1.2 times as slow here"));
  EXPECT_THAT(tests::shapes_at(charts::bytes_bars(data), Stage::truth), HasSubstr("'Fused: takes 1.2 times as long'"));
  data.measurements = {tests::measurement(data, {1e-4, 1.01e-4})};
  EXPECT_THAT(charts::bytes_bars(data).title, HasSubstr("as fast here"));
  data = tests::whole_loop("x: f32[4096, 4096]\ny = relu(x)\n");
  EXPECT_THAT(charts::bytes_bars(data).title, HasSubstr("Both plans make 2 trips"));
}

TEST(BytesBars, WhatWouldBeShownAsOneIsNoDifference) {
  using charts::Quantity, charts::ratio_words;
  EXPECT_EQ(ratio_words("fused", "unfused", Quantity::bytes, 0.998, true), "Fused: just as many bytes");
  EXPECT_EQ(ratio_words("fused", "unfused", Quantity::bytes, 0.98, false), "Fused: 1.02 times as many bytes");
  EXPECT_EQ(ratio_words("fused", "unfused", Quantity::bytes, 2.001, false), "Fused: half the bytes");
  EXPECT_EQ(ratio_words("model", "unfused", Quantity::bytes, 2.7, false), "Model: unfused, 2.7 times the bytes");
  const charts::Teller model{record::Source::model, -1};
  for (const double ratio : {0.998, 1.004}) EXPECT_FALSE(charts::tells_apart({}, model, Quantity::bytes, ratio));
  EXPECT_TRUE(charts::tells_apart({}, model, Quantity::bytes, 0.98));
}

/// One op: both plans are the same kernel, and differ by what clock and counters scatter.
TEST(BytesBars, WhatNeitherClockNorCountersCanTellApartIsTheSame) {
  ChartData data = tests::whole_loop("x: f32[8192, 4096]\ny = relu(x)\n");
  data.guesses.clear();
  data.measurements = {tests::measurement(data, {1.03e-4, 1e-4}, record::Tier::counters)};
  auto& plans = data.measurements[0].plans;
  plans[0].dram_read = base::Bytes{plans[0].dram_read->value + 50'000};
  const figure::Figure bars = charts::bytes_bars(data);
  EXPECT_THAT(bars.title, HasSubstr("not measurably faster or slower here"));
  const std::string words = tests::readable(bars, Stage::truth);
  EXPECT_THAT(words, HasSubstr("no difference this clock sees"));
  EXPECT_THAT(words, HasSubstr("Fused: just as many bytes"));
  EXPECT_THAT(words, Not(HasSubstr("times as fast here")));
  EXPECT_THAT(words, Not(HasSubstr("fewer bytes")));
  EXPECT_THAT(words, Not(HasSubstr("times as many bytes")));

  plans[0].cold->median.value = 1.5e-4;
  plans[0].cold->q1.value = 1.49e-4;
  plans[0].cold->q3.value = 1.51e-4;
  plans[0].dram_read = base::Bytes{plans[0].dram_read->value * 2};
  const std::string told = tests::readable(charts::bytes_bars(data), Stage::truth);
  EXPECT_THAT(told, HasSubstr("1.5 times as fast"));
  EXPECT_THAT(told, HasSubstr("Unfused: 1.5 times as many bytes"));
}

constexpr auto token = "x: f32[1, 8192]\nr: f32[1, 8192]\ny = relu(x + r) * 1.5\n";

/// Small tensors stay in the L2 between the kernels: the rule counts them again, the DRAM does not see them.
TEST(BytesBars, BesideCountersTheModelTellsWhatTheDramSees) {
  ChartData data = tests::modelled(token);
  const auto counters = tests::measurement(data, {8e-6, 4e-6}, record::Tier::counters);
  const auto loops = tests::measurement(data, {8e-6, 4e-6}, record::Tier::counted);
  const auto times = tests::measurement(data, {8e-6, 4e-6}, record::Tier::times_only);
  const charts::Teller model{record::Source::model, -1};
  const auto told = [&](const std::vector<record::Measurement>& beside) {
    data.measurements = beside;
    return charts::reading(data, 0, model, Quantity::bytes);
  };
  const auto rule = static_cast<double>(data.predictions[0].bytes().value);
  const auto dram = static_cast<double>(data.predictions[0].cold_levels.dram.value().both().value);
  ASSERT_LT(dram, 0.8 * rule);
  EXPECT_EQ(told({counters}).value, dram);
  EXPECT_TRUE(told({counters}).at_dram);
  EXPECT_THAT(figure::text_twin(charts::bytes_bars(data)), HasSubstr("(at the DRAM)"));
  for (const auto& beside : {std::vector<record::Measurement>{}, {loops}, {times}, {loops, counters}}) {
    EXPECT_EQ(told(beside).value, rule);
    EXPECT_FALSE(told(beside).at_dram);
  }
  data = tests::whole_loop();
  EXPECT_EQ(charts::reading(data, 0, model, Quantity::bytes).value, data.predictions[0].bytes().value);
}

TEST(BytesBars, WhatDiffersByLessThanCountersAreGoodToIsSaidToBeTooNear) {
  ChartData data = tests::modelled(token);
  data.measurements = {tests::measurement(data, {8e-6, 4e-6}, record::Tier::counters)};
  const figure::Figure bars = charts::bytes_bars(data, Quantity::bytes);
  EXPECT_THAT(bars.title, HasSubstr("too close for the counters (good to 200 kB) to tell apart, and fused is 2 times"));
  const std::string words = tests::readable(bars, Stage::truth);
  EXPECT_THAT(words, HasSubstr("too close for counters good to 200 kB"));
  EXPECT_THAT(words, Not(HasSubstr("as many bytes")));
  data.measurements = {tests::measurement(data, {8e-6, 4e-6}, record::Tier::counted)};
  EXPECT_THAT(tests::readable(charts::bytes_bars(data, Quantity::bytes), Stage::truth), Not(HasSubstr("too close")));
}

/// Of caches and quartiles no lesson has told yet.
TEST(BytesBars, BeforeTheLessonOfNumbersTheTimesSayWhichRunTheyAreOf) {
  ChartData data = tests::whole_loop();
  EXPECT_THAT(tests::readable(charts::bytes_bars(data), Stage::truth), HasSubstr("each run fetches all anew"));
  data.no_cold = true;
  EXPECT_THAT(tests::readable(charts::bytes_bars(data), Stage::truth),
              testing::AllOf(HasSubstr("the middle one of many runs"), Not(HasSubstr("each run fetches"))));
  EXPECT_THAT(tests::readable(charts::bytes_bars(data), Stage::question), Not(HasSubstr("the middle one")));
  ChartData taught = data;
  taught.no_cold = false;
  EXPECT_LT(charts::bytes_bars(data).marks.size(), charts::bytes_bars(taught).marks.size()) << "no mark on a bar";
}

/// As the reveal of a guess says it: three digits would tell more than the clock knows.
TEST(BytesBars, ARatioOfTimesThatVaryHasTwoDigits) {
  ChartData data = tests::whole_loop();
  record::Times& fused = *data.measurements[0].plans[1].cold;
  const std::string sharp = charts::bytes_bars(data).title;
  EXPECT_THAT(sharp, Not(HasSubstr("about")));
  fused.q1 = {fused.median.value * 0.92}, fused.q3 = {fused.median.value * 1.08};
  const figure::Figure rough = charts::bytes_bars(data);
  EXPECT_THAT(rough.title, testing::MatchesRegex(".* is about [0-9][.][0-9] times as fast here"));
  EXPECT_THAT(tests::shapes_at(rough, Stage::truth), HasSubstr("Fused: about "));
}

TEST(BytesBars, OfTimesThatScatterNoRatioIsClaimed) {
  ChartData data = tests::whole_loop();
  record::Times& noisy = *data.measurements[0].plans[1].cold;
  noisy.q3 = {noisy.median.value * 120};
  const figure::Figure bars = charts::bytes_bars(data);
  EXPECT_EQ(bars.title, "Fused makes 2 trips instead of 4; the times scatter too much to compare");
  for (const figure::Figure& figure : {bars, charts::roofline(data)}) {
    const std::string words = tests::readable(figure, Stage::truth);
    EXPECT_THAT(words, HasSubstr("to compare"));
    EXPECT_THAT(words, Not(HasSubstr("as fast here")));
    EXPECT_THAT(words, Not(HasSubstr("times as fast. ")));
  }
  EXPECT_THAT(tests::shapes_at(bars, Stage::truth), HasSubstr("'too scattered to compare'"));
  EXPECT_EQ(charts::bytes_bars(data, charts::Quantity::time).title, "The times scatter too much to compare");
  EXPECT_THAT(tests::shapes_at(bars, Stage::model), HasSubstr("2.03 times as fast in the model"))
      << "the model does not";
}

TEST(BytesBars, MissingNumbersShowTheirReasonAndNeverZero) {
  ChartData data = tests::modelled(tests::bias_gelu);
  data.guesses = {{"bytes.unfused", std::nan("")}, {"crossings.fused", 0}};
  record::Measurement times = tests::measurement(data, {2.6e-4, 1.3e-4}, record::Tier::times_only);
  times.plans[1].verdict.passed = false;
  data.measurements = {times};
  const figure::Figure figure = charts::bytes_bars(data);
  const std::string words = tests::shapes_at(figure, Stage::truth);
  EXPECT_THAT(words, HasSubstr("the driver lets only"));
  EXPECT_THAT(words, HasSubstr("the guess is not a number"));
  EXPECT_THAT(words, HasSubstr("outputs wrong, not timed"));
  int zeros = 0, reasons = 0;
  for (const figure::Row& row : figure.table.rows) {
    EXPECT_NE(row.cells[4].empty(), row.cells[9].empty()) << "a number or a reason: " << row.cells[0] << row.cells[1];
    reasons += row.cells[4].empty() ? 1 : 0;
    zeros += row.cells[4] == "0" ? 1 : 0;
  }
  EXPECT_EQ(zeros, 1) << "the guess of zero crossings, which somebody did make";
  EXPECT_EQ(reasons, 6);
}

TEST(BytesBars, WhatIsOutsideIsTrueAndPointedAt) {
  ChartData data = tests::modelled(tests::bias_gelu);
  data.guesses = {{"crossings.unfused", 50}};
  const figure::Figure figure = charts::bytes_bars(data);
  const charts::BarFrame frame = charts::bar_frame(data, Quantity::all);
  EXPECT_NEAR(bar(figure, "bar.crossings.unfused.guess").width, frame.panels[0].axis.end - frame.panels[0].axis.begin,
              1e-9);
  EXPECT_THAT(tests::shapes_at(figure, Stage::guess), HasSubstr("'50'"));
  EXPECT_THAT(tests::shapes_at(figure, Stage::guess), HasSubstr("polygon"));
}

TEST(BytesBars, AxesComeFromTheChainAndTheDevice) {
  ChartData data = tests::modelled(tests::bias_gelu);
  EXPECT_EQ(charts::extents(data).crossings, 8);
  EXPECT_EQ(charts::extents(data).bytes, 8.0 * 8192 * 8192 * 4);
  EXPECT_GT(charts::extents(data).time.value(), 8.0 * 8192 * 8192 * 4 / 4.8e12);
  data.spec.reset();
  EXPECT_FALSE(charts::extents(data).time);
  EXPECT_THAT(tests::shapes_at(charts::bytes_bars(data), Stage::truth), HasSubstr("no device chosen, so no scale"));
}

TEST(BytesBars, NoAnswerCanBeReadFromTheAxes) {
  const ChartData four = tests::modelled("x: f32[8192, 8192]\nb: f32[8192]\nt = x + b\ny = gelu(t)\n");
  const ChartData five = tests::modelled("x: f32[8192, 8192]\nb: f32[8192, 8192]\nt = x + b\ny = gelu(t)\n");
  const ChartData six = tests::modelled("x: f32[8192, 8192]\ny = exp(abs(sin(x)))\n");
  ASSERT_EQ(six.predictions[0].crossings, 6);
  for (const ChartData& other : {five, six}) {
    EXPECT_EQ(charts::extents(other).crossings, charts::extents(four).crossings);
    EXPECT_EQ(charts::extents(other).bytes, charts::extents(four).bytes);
    EXPECT_EQ(charts::extents(other).time, charts::extents(four).time);
  }
}

/// Of each panel: how much of its axis the longest bar of anyone but the guesser takes.
std::map<std::string, double> fills(const ChartData& data) {
  std::map<std::string, double> out;
  const charts::BarFrame frame = charts::bar_frame(data, Quantity::all, charts::Axes::told);
  for (const figure::Mark& mark : charts::bytes_bars(data, Quantity::all, charts::Axes::told).marks) {
    const auto* bar = std::get_if<figure::Rect>(&mark.shape);
    if (bar == nullptr || !mark.id.starts_with("bar.") || mark.id.ends_with(".guess")) continue;
    for (const charts::Panel& panel : frame.panels) {
      const std::string name(charts::name(panel.quantity));
      if (!mark.id.starts_with("bar." + name)) continue;
      out[name] = std::max(out[name], bar->width / (panel.axis.end - panel.axis.begin));
    }
  }
  return out;
}

TEST(BytesBars, OnceAllIsToldTheLongestBarFillsMostOfItsPanel) {
  std::vector<ChartData> all = {tests::whole_loop(), tests::modelled(tests::bias_gelu)};
  ChartData slow = tests::modelled("x: f32[64]\ny = relu(x)\n");
  for (const double time : {1.01e-6, 1.32e-4, 2.01e-3, 0.5, 9.99}) {
    slow.measurements = {tests::measurement(slow, {time, time / 2})};
    all.push_back(slow);
  }
  ChartData wild = tests::whole_loop();
  wild.guesses = {{"crossings.unfused", 60}, {"bytes.fused", 1e30}, {"time.fused", 3e9}};
  all.push_back(wild);
  std::string chain = "x: f32[1048576]\n", last = "x";
  for (int i = 1; i <= 64; ++i) {
    chain += fmt::format("t{} = relu({})\n", i, last);
    last = fmt::format("t{}", i);
    all.push_back(tests::modelled(chain));
  }
  for (const ChartData& data : all) {
    const auto filled = fills(data);
    EXPECT_EQ(filled.size(), 3u);
    for (const auto& [panel, share] : filled) {
      EXPECT_GE(share, 0.5) << panel << " of " << data.chain->ops().size() << " ops";
      EXPECT_LE(share, 1.0) << panel;
    }
  }
  // A guess near enough has its whole bar too.
  ChartData near = tests::whole_loop();
  near.guesses = {{"crossings.unfused", 7}};
  EXPECT_GE(charts::told_extents(near).crossings, 7);
}

TEST(BytesBars, AColumnHasOneUnit) {
  ChartData data = tests::modelled(tests::bias_gelu, tests::processor());
  data.measurements = {tests::measurement(data, {0.0832, 0.0421}),
                       tests::measurement(data, {2.55e-4, 1.29e-4}, record::Tier::counters, record::Source::recorded)};
  const figure::Figure figure = charts::bytes_bars(data);
  for (const charts::Panel& panel : charts::bar_frame(data, Quantity::all).panels) {
    if (panel.unit.empty()) continue;
    int values = 0;
    for (const figure::Mark& one : figure.marks) {
      const auto* text = std::get_if<figure::Text>(&one.shape);
      const bool value =
          text != nullptr && text->face == figure::Face::figures && text->anchor == figure::Anchor::start;
      if (!value || text->text == "?" || text->at.x < panel.axis.begin || text->at.x > panel.right) continue;
      EXPECT_TRUE(text->text.ends_with(" " + panel.unit)) << text->text << " in a column of " << panel.unit;
      ++values;
    }
    EXPECT_EQ(values, 6) << "three tellers of two plans";
  }
}

TEST(BytesBars, TheRatiosBelowHaveOneSize) {
  for (double width : {640.0, 720.0, 800.0, 960.0}) {
    ChartData data = tests::whole_loop();
    data.width = width;
    const figure::Figure figure = charts::bytes_bars(data);
    std::set<double> sizes;
    for (const figure::Mark& one : figure.marks) {
      const auto* text = std::get_if<figure::Text>(&one.shape);
      const bool ratio = text != nullptr && one.from == Stage::truth && text->face == figure::Face::words_bold &&
                         text->text.find("x ") != std::string::npos && text->text.find(':') == std::string::npos;
      if (ratio && text->at.y > charts::bar_frame(data, Quantity::all).bottom) sizes.insert(text->size);
    }
    EXPECT_LE(sizes.size(), 1u) << width;
  }
}

TEST(BytesBars, ManyPlansAreNamedOrCounted) {
  ChartData data = tests::whole_loop("x: f32[4096, 4096]\ny = exp(tanh(sin(cos(abs(sqrt(square(relu(x))))))))\n");
  for (int i = 1; i <= 7; ++i) {
    data.plans.push_back(tests::cut(data.chain, "y." + std::to_string(i), "cut y." + std::to_string(i)));
  }
  const figure::Figure figure = charts::bytes_bars(data);
  const std::size_t shown = charts::bar_frame(data, Quantity::all).plans;
  EXPECT_LT(shown, data.plans.size());
  EXPECT_THAT(tests::shapes_at(figure, Stage::truth),
              HasSubstr(fmt::format("and {} more plans", data.plans.size() - shown)));
  EXPECT_THAT(figure::text_twin(figure), HasSubstr("cut y.7")) << "the table leaves nobody out";
}

TEST(BytesBars, ADragMeansAValueOnThatAxis) {
  ChartData data = tests::modelled(tests::bias_gelu);
  data.slots = {record::Source::guess, record::Source::model, record::Source::measured};
  const charts::BarFrame frame = charts::bar_frame(data, Quantity::all);
  const charts::Panel &crossings = frame.panels[0], &bytes = frame.panels[1];
  const auto grip = charts::grip(data, Quantity::all, {crossings.axis.place(3.2), frame.row(0, 0)});
  ASSERT_TRUE(grip);
  EXPECT_EQ(grip->guess, "crossings.unfused");
  EXPECT_EQ(grip->value, 3);
  const auto other = charts::grip(data, Quantity::all, {bytes.axis.place(5e8), frame.row(1, 0)});
  ASSERT_TRUE(other);
  EXPECT_EQ(other->guess, "bytes.fused");
  EXPECT_NEAR(other->value, 5e8, 1);
  EXPECT_FALSE(charts::grip(data, Quantity::all, {crossings.axis.place(3), frame.row(0, 1)})) << "the model's row";
  EXPECT_EQ(charts::bar_value(data, Quantity::all, "crossings.fused", -1000), 0.0);
  EXPECT_EQ(charts::bar_value(data, Quantity::all, "crossings.fused", 5000), 8.0);
  EXPECT_FALSE(charts::bar_value(data, Quantity::all, "crossings.nobody", 100));
  EXPECT_FALSE(charts::bar_value(data, Quantity::bytes, "crossings.fused", 100));
}

TEST(BytesBars, ProvenanceNamesDeviceDateTierAndCommand) {
  const figure::Figure figure = charts::bytes_bars(tests::whole_loop());
  std::string facts;
  for (const figure::Fact& fact : figure.provenance) facts += fact.key + "=" + fact.value + "\n";
  EXPECT_THAT(facts, HasSubstr("source=measured (bytes by counters)"));
  EXPECT_THAT(facts, HasSubstr("device=AMD EPYC"));
  EXPECT_THAT(facts, HasSubstr("date=2026-11-21T07:00:00Z"));
  EXPECT_THAT(facts, HasSubstr("remake=onetrip figure bytes"));
  EXPECT_THAT(figure.scene, HasSubstr("gelu(x + b)"));
  EXPECT_THAT(figure.scene, HasSubstr(R"("cuts":["y.1"])"));
}

TEST(BytesBars, GoldenTwinAndMarks) {
  const figure::Figure figure = charts::bytes_bars(tests::whole_loop());
  std::string twins;
  for (Stage stage : tests::stages) {
    twins += "== " + std::string(figure::name(stage)) + "\n" + tests::masked_twin(figure::at(figure, stage)) + "\n";
  }
  tests::expect_golden("charts/bytes_bars.txt", twins);
  tests::expect_golden("charts/bytes_bars.marks", tests::dump(figure));
}

TEST(BytesBars, NamesOfManyPlansKeepTheirEnds) {
  charts::ChartData data = tests::modelled(tests::bias_gelu);
  for (int i = 0; i < 8; ++i) {
    data.plans.push_back(data.plans[1]);
    data.predictions.push_back(data.predictions[1]);
    data.plans.back().name = data.predictions.back().plan = fmt::format("the_same_long_beginning_of_all_cuts_{}", i);
  }
  const std::string read = tests::readable(charts::bytes_bars(data), figure::Stage::truth);
  for (int i = 0; i < 8; ++i) EXPECT_THAT(read, testing::ContainsRegex(fmt::format("the_.*\u2026.*_{}\n", i)));
}

TEST(BytesBars, WhatIsByConstructionStandsUnderNoMeasured) {
  charts::ChartData data = tests::modelled(tests::bias_gelu);
  data.spec.reset();
  data.measurements = {tests::measurement(data, {2e-2, 1e-2}, record::Tier::counted)};
  const std::string rows = tests::shapes_at(charts::bytes_bars(data), Stage::truth);
  EXPECT_THAT(rows, testing::AllOf(HasSubstr("'this run'"), Not(HasSubstr("'measured'"))));
  const std::string bytes = tests::shapes_at(charts::bytes_bars(data, charts::Quantity::bytes), Stage::truth);
  EXPECT_THAT(bytes, testing::AllOf(HasSubstr("'worked out'"), Not(HasSubstr("'measured'"))));
  data.measurements = {tests::measurement(data, {2e-2, 1e-2}, record::Tier::counters)};
  EXPECT_THAT(tests::shapes_at(charts::bytes_bars(data), Stage::truth), HasSubstr("'measured'"));
}

TEST(BytesBars, AGuessedRatioStandsClearOfTheFoot) {
  charts::ChartData data = tests::modelled(tests::bias_gelu);
  data.guesses = {{"ratio.crossings", 3}};
  const figure::Figure figure = charts::bytes_bars(data);
  const double foot = charts::body_of(data, true).bottom;
  const auto said = std::ranges::find_if(figure.marks, [](const figure::Mark& mark) {
    const auto* text = std::get_if<figure::Text>(&mark.shape);
    return text != nullptr && text->text.find("guessed 3 times") != std::string::npos;
  });
  ASSERT_NE(said, figure.marks.end());
  EXPECT_LT(std::get<figure::Text>(said->shape).at.y, foot - 6);
}

}  // namespace bytes_bars_test
