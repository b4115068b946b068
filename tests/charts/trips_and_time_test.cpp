// The reveal: what it says, what it hides, how it moves, and that it fits every sheet.
#include "charts/bars/trips_and_time.hpp"

#include "charts/bars/trips_words.hpp"
#include "charts/cases.hpp"
#include "charts/frame/findings.hpp"
#include "charts/looks.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace trips_test {

using charts::ChartData;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const char* const four_jobs = "x: f32[4096, 8192]\ny = relu(square(abs(x + 1)))\n";

ChartData revealed(double guess = 4, std::vector<double> seconds = {12.1e-3, 3.1e-3}) {
  ChartData data = tests::modelled(four_jobs);
  if (guess > 0) data.guesses = {{"ratio.time", guess}};
  data.measurements = {tests::measurement(data, seconds)};
  record::Verdict& verdict = data.measurements[0].plans[1].verdict;
  verdict.outputs = verdict.identical = data.chain->full_elements();
  verdict.fused_equals_unfused = true;
  return data;
}

std::string title(const ChartData& data) {
  return charts::trips_and_time(data, {}).title;
}

std::string words(const figure::Figure& figure) {
  std::string out;
  for (const figure::Mark& mark : figure.marks) {
    if (const auto* text = std::get_if<figure::Text>(&mark.shape)) out += text->text + "\n";
  }
  return out;
}

std::optional<figure::Rect> rect_of(const figure::Figure& figure, std::string_view id) {
  for (const figure::Mark& mark : figure.marks) {
    if (mark.id == id) {
      if (const auto* rect = std::get_if<figure::Rect>(&mark.shape)) return *rect;
    }
  }
  return std::nullopt;
}

TEST(Trips, TheTitleHoldsTheGuessAgainstTheResult) {
  EXPECT_EQ(title(revealed()), "You guessed 4 times as fast. The clock says 3.9.");
  EXPECT_EQ(title(revealed(1.3)), "You guessed 1.3 times as fast. The clock says 3.9.");
  EXPECT_EQ(title(revealed(0)), "The fused plan ran 3.9 times as fast.");
  EXPECT_EQ(title(revealed(4, {3e-3, 4.5e-3})), "You guessed 4 times as fast. The clock says 1.5 times as slow.");
  EXPECT_EQ(title(revealed(1)), "You guessed just as fast. The clock says 3.9 times as fast.");
  ChartData trips = revealed(0);
  trips.guesses = {{"ratio.crossings", 4}};
  EXPECT_EQ(title(trips), "You guessed 4 times fewer trips. It is 4.");
  trips.guesses = {{"time.fused", 3e-3}};
  EXPECT_EQ(title(trips), "You guessed 3.00 ms. The clock says 3.10 ms.");
  trips.example_guess = true;
  EXPECT_EQ(title(trips), "The example guess was 3.00 ms. The clock says 3.10 ms.");
}

TEST(Trips, NoRatioIsClaimedOfNoise) {
  const ChartData near = revealed(4, {3.10e-3, 3.00e-3});  // quartiles 9 % apart
  EXPECT_EQ(title(near),
            "You guessed 4 times as fast. These times differ by less than they scatter: this clock can't tell the two "
            "apart.");
  EXPECT_THAT(words(charts::trips_and_time(near, {})), Not(HasSubstr("saved")));
  ChartData wild = revealed();
  wild.measurements[0].plans[0].cold->n = 2;
  EXPECT_EQ(title(wild), "You guessed 4 times as fast. The times scatter too much to compare.");
}

TEST(Trips, SaysWhatEachPlanDidAndWhoseNumbersTheseAre) {
  const ChartData data = revealed();
  const std::string said = words(charts::trips_and_time(data, {.plain = true}));
  EXPECT_THAT(said,
              AllOf(HasSubstr("12.1 ms\n8 trips · 1.07 GB"), HasSubstr("3.10 ms\n2 trips · 268 MB"),
                    HasSubstr("9.00 ms saved"), HasSubstr("4 workers, 4 shifts"), HasSubstr("one worker, one shift"),
                    HasSubstr("your guess"), HasSubstr("results identical, fused and unfused: same math."),
                    HasSubstr("measured here, 2026-11-21"), Not(HasSubstr("threads"))));
  const std::string kernels = words(charts::trips_and_time(data, {.bytes = false}));
  EXPECT_THAT(kernels, HasSubstr("measured here on AMD EPYC, 2026-11-21"));
  EXPECT_THAT(kernels,
              AllOf(HasSubstr("4 kernels"), HasSubstr("1 kernel"), HasSubstr("8 trips\n"), Not(HasSubstr("GB"))));
  const figure::Figure no_bytes = charts::trips_and_time(data, {.bytes = false});
  for (const figure::Row& row : no_bytes.table.rows) EXPECT_NE(row.cells[1], "bytes");
}

TEST(Trips, WhatIsSavedIsTheDifferenceOfTheNumbersShown) {
  const auto said = [](double unfused, double fused) {
    return words(charts::trips_and_time(revealed(0, {unfused, fused}), {}));
  };
  EXPECT_THAT(said(27.751e-3, 16.149e-3),
              AllOf(HasSubstr("27.8 ms"), HasSubstr("16.1 ms"), HasSubstr("11.7 ms saved")));
  EXPECT_THAT(said(128.8e-6, 63.7e-6), AllOf(HasSubstr("129"), HasSubstr("63.7"), HasSubstr("65.3 µs saved")));
}

TEST(Trips, ASecondRunStandsInTheLineBelow) {
  ChartData data = revealed();
  data.measurements.push_back(
      tests::measurement(data, {4.07e-4, 1e-4}, record::Tier::counters, record::Source::recorded));
  EXPECT_THAT(words(charts::trips_and_time(data, {})), HasSubstr("; recorded on NVIDIA H200: fused 4.07 times"));
}

TEST(Trips, TheGuessIsAnOutlineOnTheScaleOfTheBars) {
  const figure::Figure figure = charts::trips_and_time(revealed(2), {});
  const auto guess = rect_of(figure, "guess"), unfused = rect_of(figure, "bar.unfused"),
             fused = rect_of(figure, "bar.fused");
  ASSERT_TRUE(guess && unfused && fused);
  EXPECT_FALSE(guess->fill);
  EXPECT_GT(guess->stroke->dash, 0);
  EXPECT_NEAR(guess->at.x + guess->width, unfused->at.x + unfused->width / 2, 0.01);
  EXPECT_NEAR(fused->width, unfused->width * 3.1 / 12.1, 0.01);
  // Slower than the longest bar: it ends with an arrow.
  const figure::Figure off = charts::trips_and_time(revealed(0.25), {});
  EXPECT_NEAR(rect_of(off, "guess")->at.x + rect_of(off, "guess")->width, unfused->at.x + unfused->width, 0.01);
  const auto heads = [](const figure::Figure& of) {
    return std::ranges::count_if(of.marks, [](const figure::Mark& mark) {
      const auto* head = std::get_if<figure::Polygon>(&mark.shape);
      return head != nullptr && head->fill && head->fill->role == figure::Role::guess;
    });
  };
  EXPECT_EQ(heads(off), 1);
  EXPECT_EQ(heads(figure), 0);
}

TEST(Trips, TheBracketIsHonestInBothDirections) {
  const figure::Figure slower = charts::trips_and_time(revealed(4, {3e-3, 4.5e-3}), {});
  EXPECT_THAT(words(slower), HasSubstr("1.50 ms slower"));
  EXPECT_GT(rect_of(slower, "bar.fused")->width, rect_of(slower, "bar.unfused")->width);
}

TEST(Trips, MovesAsAPureFunctionOfItsMoment) {
  const ChartData data = revealed();
  const auto at = [&](double seconds) { return charts::trips_and_time(data, {.seconds = seconds}); };
  const figure::Figure last = at(charts::trips_end);
  double unfused = 0, fused = 0;
  for (double t = 0; t < 1; t += 0.03) {
    const figure::Figure now = at(t);
    EXPECT_EQ(now, at(t));
    EXPECT_EQ(now.title, last.title);
    tests::expect_tidy(now, fmt::format("at {}", t));
    const double a = rect_of(now, "bar.unfused")->width, b = rect_of(now, "bar.fused")->width;
    EXPECT_GE(a, unfused);
    EXPECT_GE(b, fused);
    unfused = a;
    fused = b;
    if (t < charts::trips_end) {
      EXPECT_THAT(words(now), AllOf(Not(HasSubstr("saved")), Not(HasSubstr("3.9")), Not(HasSubstr("ms"))));
    }
  }
  EXPECT_EQ(rect_of(at(0.3), "bar.unfused")->width, rect_of(last, "bar.unfused")->width);
  EXPECT_LT(rect_of(at(0.3), "bar.fused")->width, 2);
  EXPECT_EQ(at(5), last);
  EXPECT_EQ(charts::trips_and_time(data, {.seconds = 0.1, .reduced_motion = true}), last);
}

TEST(Trips, BeforeTheTruthNothingCanBeReadFromIt) {
  for (const figure::Stage stage : {figure::Stage::question, figure::Stage::guess, figure::Stage::model}) {
    const figure::Figure one = charts::trips_and_time(revealed(4, {12.1e-3, 3.1e-3}), {});
    const figure::Figure other = charts::trips_and_time(revealed(4, {14.2e-3, 6.6e-3}), {});
    EXPECT_EQ(tests::shapes_at(one, stage), tests::shapes_at(other, stage));
    EXPECT_THAT(words(figure::at(one, stage)), AllOf(HasSubstr("?"), Not(HasSubstr("ms")), Not(HasSubstr("3.9"))));
    EXPECT_EQ(figure::at(one, stage).title, "How long does each plan take?");
  }
}

TEST(Trips, WhatIsMissingIsAnEmptyPlaceWithItsReason) {
  ChartData wrong = revealed();
  wrong.measurements[0].plans[1].verdict.passed = false;
  wrong.measurements[0].plans[1].cold.reset();
  const figure::Figure figure = charts::trips_and_time(wrong, {});
  EXPECT_FALSE(rect_of(figure, "bar.fused"));
  EXPECT_THAT(words(figure),
              AllOf(HasSubstr("outputs wrong, not timed"), HasSubstr("The two plans were not both timed."),
                    Not(HasSubstr("0.00")), Not(HasSubstr("saved"))));
}

TEST(Trips, WithoutAClockItIsBytesAndWithoutCountersTimes) {
  ChartData bytes = revealed(0);
  for (auto& plan : bytes.measurements[0].plans) plan.cold.reset();
  EXPECT_EQ(title(bytes), "The unfused plan moved 4 times as many bytes.");
  EXPECT_THAT(words(charts::trips_and_time(bytes, {})), HasSubstr("1.07 GB\n8 trips\n"));
  ChartData times = revealed(0);
  times.measurements = {tests::measurement(times, {12.1e-3, 3.1e-3}, record::Tier::times_only)};
  EXPECT_THAT(words(charts::trips_and_time(times, {})), HasSubstr("8 trips (model) · 1.07 GB (model)"));
  ChartData model = tests::modelled(four_jobs);
  EXPECT_THAT(title(model), AllOf(HasSubstr("In the model"), HasSubstr("times as fast")));
  EXPECT_THAT(words(charts::trips_and_time(model, {})), HasSubstr("model: Test card"));
}

std::vector<std::pair<std::string, ChartData>> cases() {
  std::vector<std::pair<std::string, ChartData>> out{{"guessed", revealed()},
                                                     {"no guess", revealed(0)},
                                                     {"slower", revealed(0.1, {3e-3, 4.5e-3})},
                                                     {"model", tests::modelled(four_jobs)}};
  ChartData three = revealed();
  three.plans.push_back(tests::cut(three.chain, "y.1", "y.1"));
  three.measurements = {tests::measurement(three, {12.1e-3, 3.1e-3, 6e-3})};
  out.emplace_back("three plans", three);
  ChartData both = revealed();
  both.measurements.push_back(
      tests::measurement(both, {4.07e-4, 1e-4}, record::Tier::counters, record::Source::recorded));
  both.eager = "eager PyTorch runs 3 kernels: 210 µs";
  out.emplace_back("live and recorded", both);
  ChartData times = revealed();
  times.measurements = {tests::measurement(times, {12.1e-3, 3.1e-3}, record::Tier::times_only)};
  times.measurements[0].plans.pop_back();
  out.emplace_back("one plan missing", times);
  return out;
}

/// Everything that is drawn, from its first to its last place, as a share of the sheet.
std::pair<double, double> ink(const figure::Figure& figure) {
  double left = 1e9, right = 0, top = 1e9, bottom = 0;
  for (const figure::Mark& mark : figure::at(figure, figure::Stage::truth).marks) {
    const auto box = figure::bounds(mark);
    if (!box) continue;
    left = std::min(left, box->x), right = std::max(right, box->x + box->width);
    top = std::min(top, box->y), bottom = std::max(bottom, box->y + box->height);
  }
  return {(right - left) / figure.width, (bottom - top) / figure.height};
}

TEST(Trips, FillsEverySheetAndCutsNoWord) {
  for (auto& [name, data] : cases()) {
    for (const double scale : {1.0, 1.3, 2.0}) {
      for (const double width : {300.0, 420.0, 640.0, 960.0, 1280.0, 1800.0}) {
        for (const double height : {220.0, 300.0, 540.0, 720.0, 900.0}) {
          data.width = width, data.height = height, data.text_scale = scale;
          const std::string what = fmt::format("{} at {}x{}, type {}", name, width, height, scale);
          const figure::Figure figure = charts::trips_and_time(data, {.plain = true});
          tests::expect_tidy(figure, what);
          tests::expect_clear_type(figure, what);
          const auto [across, down] = ink(figure);
          EXPECT_GE(std::max(across, down), 0.8) << what;
          EXPECT_GE(std::min(across, down), 0.6) << what;
          EXPECT_THAT(words(figure), Not(HasSubstr("\u2026"))) << what;
        }
      }
    }
  }
}

TEST(Trips, LettersAreLargeOnTheWall) {
  ChartData data = revealed();
  data.width = 1280, data.height = 720, data.text_scale = 1.3;
  for (const figure::Mark& mark : charts::trips_and_time(data, {.plain = true}).marks) {
    if (const auto* text = std::get_if<figure::Text>(&mark.shape)) {
      EXPECT_GE(text->size, 720.0 / 32) << text->text;
    }
  }
}

TEST(Trips, APageAboutAPlanOfTheLessonsOwnHoldsItAgainstFused) {
  ChartData data = revealed(0);
  data.plans.push_back(tests::cut(data.chain, "y.1", "again"));
  data.plans.back().own_name = true;
  data.measurements = {tests::measurement(data, {12.1e-3, 3.1e-3, 6.2e-3})};
  EXPECT_EQ(title(data), "The fused plan ran 3.9 times as fast.") << "on a page about both plans";
  data.about = "again";
  EXPECT_EQ(title(data), "Versus fused: The again plan took 2 times as long.");
  const auto bars = charts::bars_titles(data, charts::Quantity::all);
  EXPECT_THAT(bars.truth,
              AllOf(HasSubstr("Versus fused: Again makes 4 trips instead of 2"), HasSubstr("2 times as slow")));
  data.guesses = {{"ratio.time", 4}};
  EXPECT_EQ(title(data), "You guessed 4 times as fast. The clock says 3.9.") << "as it was asked";
  data.guesses.clear();
  data.about = "for another chain";
  EXPECT_EQ(title(data), "The fused plan ran 3.9 times as fast.");
}

TEST(Trips, WithLittleRoomTheTwoThatTheTitleComparesStay) {
  ChartData data = revealed(0);
  data.plans.push_back(tests::cut(data.chain, "y.1", "again"));
  data.plans.back().own_name = true;
  data.about = "again";
  data.guesses.clear();
  data.measurements = {tests::measurement(data, {12.1e-3, 3.1e-3, 6.2e-3})};
  bool met = false;
  for (const double height : {540.0, 280.0, 240.0, 200.0, 170.0}) {
    data.width = 640, data.height = height;
    const figure::Figure figure = charts::trips_and_time(data, {});
    tests::expect_tidy(figure, fmt::format("{}", height));
    ASSERT_TRUE(rect_of(figure, "bar.fused")) << height;
    ASSERT_TRUE(rect_of(figure, "bar.again")) << height;
    EXPECT_LT(rect_of(figure, "bar.fused")->width, rect_of(figure, "bar.again")->width) << height;
    const bool cut = !rect_of(figure, "bar.unfused");
    EXPECT_EQ(testing::Value(words(figure), HasSubstr("and 1 more plan: see the table")), cut) << height;
    met |= cut;
  }
  EXPECT_TRUE(met) << "room for all of them everywhere";
}

TEST(Trips, ManyPlansSayHowManyAreLeftOut) {
  ChartData data = tests::whole_loop("x: f32[4096, 4096]\ny = exp(tanh(sin(cos(abs(sqrt(square(relu(x))))))))\n");
  data.predictions.clear();
  for (int i = 1; i <= 7; ++i)
    data.plans.push_back(tests::cut(data.chain, "y." + std::to_string(i), "cut after y." + std::to_string(i)));
  data.measurements = {tests::measurement(data, std::vector<double>(9, 1e-3))};
  data.width = 420, data.height = 300;
  const figure::Figure figure = charts::trips_and_time(data, {});
  tests::expect_tidy(figure, "many");
  EXPECT_THAT(words(figure), HasSubstr("more plans: see the table"));
}

TEST(Trips, Golden) {
  const figure::Figure figure = charts::trips_and_time(revealed(), {.plain = true});
  tests::expect_golden("charts/trips.marks", tests::dump(figure));
  tests::expect_golden("charts/trips.txt", tests::masked_twin(figure));
}

}  // namespace trips_test
