// The timeline: every kernel at its time, launches between them, nothing told before its stage.
#include "charts/bars/timeline.hpp"

#include "charts/bars/kernel_spans.hpp"
#include "charts/cases.hpp"
#include "charts/frame/bar_frame.hpp"
#include "charts/looks.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace timeline_test {

using figure::Stage;
using ::testing::AllOf;
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
      EXPECT_NEAR(span.work - span.begin, at == 0 ? 3.5e-6 : 2.5e-6, 1e-12);
      EXPECT_GT(span.end, span.work);
      at = span.end;
    }
    EXPECT_NEAR(at, data.predictions[plan].cold.value, 1e-12);
  }
}

TEST(Timeline, SaysHowOftenEachPlanStarts) {
  const auto title = [](std::string_view chain) { return charts::timeline(tests::modelled(chain)).title; };
  EXPECT_THAT(title(tests::bias_gelu),
              HasSubstr("Fused starts one kernel instead of 2 and takes 124 µs instead of 252 µs"));
  EXPECT_THAT(title("x: f32[64]\ny = relu(x)\n"), HasSubstr("Both plans start one kernel, and both take "));
  EXPECT_THAT(title("x: f32[8192, 8192]\ny = exp(relu(x))\n"), HasSubstr("fewer bytes to and from DRAM"));
  EXPECT_THAT(title("x: f32[64]\ny = exp(relu(x))\n"), HasSubstr("fewer starts"));
}

TEST(Timeline, AKernelOfTwoLaunchesIsCalledSoInTitleRowAndDescription) {
  const charts::ChartData data =
      tests::modelled("x: bf16[512, 512]\nw: bf16[512, 8192]\nt: i32[512]\ny = cross_entropy(x @ w, t)\n");
  ASSERT_EQ(data.plans[1].groups.size(), 1u);
  ASSERT_EQ(data.predictions[1].launches, 2);
  const figure::Figure figure = charts::timeline(data);
  EXPECT_THAT(figure.title, HasSubstr("Fused has 1 kernel in 2 launches instead of 9 kernels"));
  EXPECT_THAT(tests::shapes_at(figure, Stage::truth), HasSubstr("1 kernel in 2 launches: matmul"));
  EXPECT_THAT(figure.description, HasSubstr("1 kernel in 2 launches: matmul"));
  const charts::KernelSpan span = charts::modelled_spans(data, 1).front();
  EXPECT_NEAR(span.work - span.begin, 2 * 2.5e-6, 1e-12);
}

TEST(Timeline, WhatNoKernelOfAGpuDoesHasNoTime) {
  const auto told = [](const machine::DeviceSpec& spec) {
    const charts::ChartData data =
        tests::modelled("v: f32[4096, 1024]\ni: i32[4096]\ny = scatter_add(v, i, 2048)\n", spec);
    return tests::readable(charts::timeline(data), Stage::truth);
  };
  EXPECT_THAT(told(tests::card()), HasSubstr("no GPU kernel for it"));
  EXPECT_THAT(told(tests::card()), Not(HasSubstr(" µs")));
  EXPECT_THAT(told(tests::card()), Not(HasSubstr("Both plans start")));
  EXPECT_THAT(told(tests::processor()), Not(HasSubstr("no GPU kernel for")));
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

/// Live on the card, with the H200's recording beside it.
charts::ChartData timed(double gap = 0.9e-6) {
  charts::ChartData data = tests::whole_loop();
  const double t0 = data.predictions[0].cold.value, t1 = data.predictions[1].cold.value;
  data.measurements.push_back(
      tests::measurement(data, {t0 * 0.98, t1 * 0.97}, record::Tier::counters, record::Source::recorded));
  tests::keep_runs(data, gap);
  return data;
}

TEST(Timeline, MeasuredKernelsAreDrawnWithTheirGapsAndTheModelBecomesOneBar) {
  const figure::Figure figure = charts::timeline(timed());
  const std::string truth = tests::dump(figure::at(figure, Stage::truth));
  for (const char* mark :
       {"kernel.unfused.measured.1", "gap.unfused.measured.2", "kernel.unfused.measured.2", "kernel.fused.measured.1",
        "gap.unfused.recorded_h200.2", "kernel.fused.recorded_h200.1", "whole.unfused.model", "'0.90 µs'",
        "'gelu 127 µs'", "by the GPU's clock (measured, recorded)", "legend.gap"}) {
    EXPECT_THAT(truth, HasSubstr(mark));
  }
  EXPECT_THAT(truth, Not(HasSubstr("kernel.unfused.1"))) << "the model's kernels would be taken for measured ones";
  EXPECT_THAT(truth, Not(HasSubstr("whole.unfused.measured")));
  const std::string model = tests::dump(figure::at(figure, Stage::model));
  EXPECT_THAT(model, HasSubstr("kernel.unfused.1"));
  for (const char* early : {"measured.1", "recorded-h200.1", "gap.", "0.90 µs", "GPU's clock"}) {
    EXPECT_THAT(model, Not(HasSubstr(early)));
    EXPECT_THAT(tests::readable(figure, Stage::model), Not(HasSubstr(early)));
  }
}

TEST(Timeline, OneRunDoesNotTellWhatAllRunsCannot) {
  charts::ChartData data = timed();
  EXPECT_THAT(charts::timeline(data).title, HasSubstr("instead of"));
  record::Times& noisy = *data.measurements[0].plans[1].cold;
  noisy.q3 = {noisy.median.value * 120};
  EXPECT_EQ(charts::timeline(data).title, "Fused starts one kernel instead of 2; too noisy to compare");
  data = timed();
  data.measurements[0].plans[1].cold = data.measurements[0].plans[0].cold;
  EXPECT_EQ(charts::timeline(data).title, "Fused starts one kernel instead of 2; just as fast here");
}

TEST(Timeline, TheFrameStandsStillWhenTheRecordsCome) {
  charts::ChartData data = timed();
  // Whatever is seen while only the model may be, but for how long it will be.
  const auto seen = [&] {
    figure::Figure figure = figure::at(charts::timeline(data), Stage::model);
    for (figure::Mark& mark : figure.marks) mark.until = Stage::truth;
    return tests::dump(figure);
  };
  const std::string with = seen();
  for (record::Measurement& measurement : data.measurements) {
    for (record::PlanMeasurement& plan : measurement.plans) plan.timeline.reset();
  }
  EXPECT_EQ(seen(), with);
}

TEST(Timeline, OnceAllIsToldTheLongestRunFillsMostOfTheAxis) {
  for (const double gap : {-1.0, 1e-6, 4e-5}) {  // the last: kernel records make the run longer than its median
    charts::ChartData data = tests::whole_loop();
    if (gap >= 0) tests::keep_runs(data, gap);
    if (gap > 1e-5) data.measurements[0].plans[0].timeline->kernels.back().end += 300000;
    const charts::BarFrame frame = charts::bar_frame(data, charts::Quantity::time, charts::Axes::told);
    const charts::Panel& panel = frame.panels.at(0);
    double right = 0;
    for (const figure::Mark& mark : charts::timeline(data, charts::Axes::told).marks) {
      const auto* bar = std::get_if<figure::Rect>(&mark.shape);
      if (bar != nullptr && bar->at.y < frame.bottom) right = std::max(right, bar->at.x + bar->width);
    }
    EXPECT_GT(right - panel.axis.begin, 0.5 * (panel.axis.end - panel.axis.begin)) << gap;
    EXPECT_LE(right, panel.axis.end + 1) << gap;
    if (gap > 1e-5) {
      EXPECT_GE(panel.axis.to, data.measurements[0].plans[0].timeline->length().value);
    }
  }
}

TEST(Timeline, TellsTheGapsInWordsAndInTheTable) {
  const figure::Figure figure = charts::timeline(timed());
  EXPECT_THAT(figure.description,
              HasSubstr("measured (bytes by counters), stream, run 2 of 3: add 127 µs, idle 0.90 µs, gelu"));
  EXPECT_THAT(figure.description, HasSubstr("recorded (bytes by counters), stream, run 2 of 3: add"));
  std::size_t measured = 0, whole = 0;
  for (const figure::Row& row : figure.table.rows) {
    measured += row.cells.at(2) == "measured" && row.cells.at(7) == "stream, run 2 of 3" ? 1 : 0;
    whole += row.cells.at(7) == "the median of all cold runs" ? 1 : 0;
  }
  EXPECT_EQ(measured, 3u) << "two kernels unfused, one fused";
  EXPECT_EQ(whole, 4u);
}

TEST(Timeline, WhereNobodyTimedTheKernelsItSaysSoWithTheReason) {
  charts::ChartData data = tests::whole_loop();
  data.measurements[0].plans[0].no_timeline_because = "Only administrators may read counters here.";
  const figure::Figure figure = charts::timeline(data);
  EXPECT_THAT(figure.description, AllOf(HasSubstr("as one bar: Only administrators may read counters here."),
                                        HasSubstr("no kernel was timed in that run")));
  const std::string truth = tests::dump(figure::at(figure, Stage::truth));
  EXPECT_THAT(truth, AllOf(HasSubstr("its kernels"), HasSubstr("kernel.unfused.2")));
}

TEST(Timeline, OnAProcessorNothingLiesBetweenKernels) {
  charts::ChartData data = tests::whole_loop();
  tests::keep_runs(data, 0, "threads");
  const std::string truth = tests::dump(figure::at(charts::timeline(data), Stage::truth));
  EXPECT_THAT(truth,
              AllOf(HasSubstr("seam.unfused.measured.2"), HasSubstr("waking the threads counts as part of each kernel"),
                    Not(HasSubstr("gap.unfused"))));
}

TEST(Timeline, AWideGapHasItsNameAndAFailedPlanHasNoKernels) {
  charts::ChartData data = timed(60e-6);
  EXPECT_THAT(tests::dump(charts::timeline(data)), HasSubstr("'60 µs'"));
  data.measurements[0].plans[0].verdict.passed = false;
  EXPECT_THAT(tests::dump(charts::timeline(data)), Not(HasSubstr("kernel.unfused.measured")));
}

TEST(Timeline, ManyKernelsAreSummedInWords) {
  std::vector<charts::KernelSpan> spans;
  for (int i = 0; i < 20; ++i) spans.push_back({"relu", i * 11e-6, i * 11e-6 + 1e-6, i * 11e-6 + 11e-6});
  EXPECT_EQ(charts::spans_words(spans), "20 kernels take 200 µs in all, with 20 µs idle between them");
}

TEST(Timeline, WhoseTimesTheyAreIsNeverCutWithinAClause) {
  int found = 0;  // flat frames and large type leave no line for it
  for (const auto& [width, height] : {std::pair{960.0, 540.0}, {720.0, 540.0}, {688.0, 387.0}, {560.0, 440.0}}) {
    for (const double scale : {1.0, 1.25, 1.5}) {
      charts::ChartData data = timed();
      data.width = width;
      data.height = height;
      data.text_scale = scale;
      for (const figure::Mark& mark : charts::timeline(data).marks) {
        const auto* words = std::get_if<figure::Text>(&mark.shape);
        if (words == nullptr || !(words->text.starts_with("one run") || words->text.starts_with("by the GPU")))
          continue;
        ++found;
        EXPECT_EQ(words->text.find("…"), std::string::npos) << words->text << " at " << width << " x " << scale;
        EXPECT_LE(figure::bounds(*words).x + figure::bounds(*words).width, width) << words->text;
      }
    }
  }
  EXPECT_GE(found, 6);
}

TEST(Timeline, GoldenMeasured) {
  const figure::Figure figure = charts::timeline(timed());
  tests::expect_golden("charts/timeline_measured.marks", tests::dump(figure));
  tests::expect_golden("charts/timeline_measured.txt", tests::masked_twin(figure));
}

TEST(Timeline, Golden) {
  const figure::Figure figure = charts::timeline(tests::whole_loop());
  tests::expect_golden("charts/timeline.marks", tests::dump(figure));
  tests::expect_golden("charts/timeline.txt", tests::masked_twin(figure));
}

}  // namespace timeline_test
