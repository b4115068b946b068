// The roofline: the machine's frame, dots where they belong, doubts where they are due.
#include "charts/roofline/roofline.hpp"

#include "charts/cases.hpp"
#include "charts/looks.hpp"
#include "charts/roofline/dots.hpp"
#include "charts/roofline/frame.hpp"
#include "charts/roofline/own_roofs.hpp"
#include "golden.hpp"
#include "places.hpp"
#include "record/recording.hpp"
#include "record/recording_store.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <set>

namespace roofline_test {

using charts::ChartData;
using figure::Stage;
using ::testing::HasSubstr;
using ::testing::Not;

charts::RooflineFrame frame_of(const ChartData& data) {
  return charts::roofline_frame(data, charts::body_of(data, true)).value();
}

figure::Point center(const figure::Figure& figure, const std::string& id) {
  for (const figure::Mark& mark : figure.marks) {
    if (mark.id != id) continue;
    const figure::Box box = figure::bounds(mark).value();
    return {box.x + box.width / 2, box.y + box.height / 2};
  }
  ADD_FAILURE() << "no mark " << id;
  return {};
}

TEST(Roofline, SameMachineSameFrame) {
  const ChartData small = tests::modelled("x: f32[64]\ny = relu(x)\n");
  const ChartData large = tests::whole_loop();
  const charts::RooflineFrame a = frame_of(small), b = frame_of(large);
  EXPECT_EQ(a.place(1, 1e12), b.place(1, 1e12));
  EXPECT_EQ(a.x.from, 0.01);
  EXPECT_EQ(a.x.to, 1000);
  EXPECT_EQ(a.y.to, 1e15);
}

TEST(Roofline, TheAxisReachesTheDotsOfALargeProduct) {
  const ChartData large = tests::modelled("x: bf16[8192, 8192]\nw: bf16[8192, 8192]\ny = relu(x @ w)\n");
  const charts::RooflineFrame frame = frame_of(large);
  EXPECT_EQ(frame.x.to, 10000);
  for (const model::Prediction& plan : large.predictions) {
    EXPECT_FALSE(frame.outside(plan.intensity(), plan.flops.value / plan.cold.value));
  }
}

TEST(Roofline, TwoRoofsOnAGpuOneOnAProcessorBothNamedWithTheirOrigin) {
  const std::string gpu = tests::shapes_at(charts::roofline(tests::modelled(tests::bias_gelu)), Stage::question);
  EXPECT_THAT(gpu, HasSubstr("tensor cores, bf16 dense: 989 TFLOP/s (data sheet)"));
  EXPECT_THAT(gpu, HasSubstr("CUDA cores, f32: 66.9 TFLOP/s (data sheet)"));
  EXPECT_THAT(gpu, HasSubstr("ridge 15.7"));
  EXPECT_THAT(gpu, HasSubstr("Arithmetic intensity (FLOP/byte)"));
  const std::string cpu =
      tests::shapes_at(charts::roofline(tests::modelled(tests::bias_gelu, tests::processor())), Stage::question);
  EXPECT_THAT(cpu, HasSubstr("vector units, f32: 140 GFLOP/s (calibrated)"));
  EXPECT_THAT(cpu, HasSubstr("18.0 GB/s (calibrated)"));
}

TEST(Roofline, DotsLieAtTheirNumbers) {
  const ChartData data = tests::whole_loop();
  const figure::Figure figure = charts::roofline(data);
  const charts::RooflineFrame frame = frame_of(data);
  const double flops = data.predictions[0].flops.value;
  const auto& plan = data.measurements[0].plans[0];
  const figure::Point want =
      frame.place(flops / static_cast<double>(plan.bytes()->value), flops / plan.cold->median.value);
  const figure::Point got = center(figure, "dot.unfused.measured");
  EXPECT_NEAR(got.x, want.x, 1e-6);
  EXPECT_NEAR(got.y, want.y, 1e-6);
  EXPECT_GT(center(figure, "dot.fused.measured").x, got.x) << "fusing moves the dot right";
}

TEST(Roofline, AGuessOfBytesAloneLiesOnTheRoof) {
  ChartData data = tests::modelled(tests::bias_gelu);
  data.guesses = {{"crossings.fused", 3}};
  const charts::RooflineFrame frame = frame_of(data);
  const auto dots = charts::roofline_dots(data, frame.roofs);
  ASSERT_EQ(dots.size(), 3u);
  const charts::Dot& guess = dots[1];
  EXPECT_EQ(guess.teller.source, record::Source::guess);
  EXPECT_EQ(guess.bytes, 3.0 * 8192 * 8192 * 4);
  EXPECT_NEAR(guess.performance(), frame.roofs.bandwidth * guess.intensity(), 1e-3 * guess.performance());
  EXPECT_THAT(guess.note, HasSubstr("no time was guessed"));
}

TEST(Roofline, TimesWithoutBytesTakeTheRulesBytesAndSayIt) {
  ChartData data = tests::modelled(tests::bias_gelu);
  data.measurements = {tests::measurement(data, {2.6e-4, 1.3e-4}, record::Tier::times_only)};
  EXPECT_THAT(figure::text_twin(charts::roofline(data)), HasSubstr("bytes by the counting rule"));
}

TEST(Roofline, BesideCountersTheModelsDotHasTheDramsBytes) {
  ChartData data = tests::modelled("x: f32[1, 8192]\nr: f32[1, 8192]\ny = relu(x + r) * 1.5\n");
  const auto bytes_of_model = [&] { return charts::roofline_dots(data, frame_of(data).roofs).at(0).bytes; };
  const double by_rule = bytes_of_model();
  data.measurements = {tests::measurement(data, {8e-6, 4e-6}, record::Tier::counters)};
  const model::Prediction& unfused = data.predictions[0];
  const auto clocked = unfused.cold_levels.dram.value().both().value - unfused.tail.value;
  EXPECT_EQ(bytes_of_model(), static_cast<double>(clocked));
  EXPECT_LT(bytes_of_model(), by_rule);
  const std::string title = charts::roofline(data).title;
  EXPECT_THAT(title, HasSubstr("nearly as many bytes as unfused (too close for counters good to 200 kB), goes"));
  EXPECT_THAT(title, Not(HasSubstr("just as many")));
}

TEST(Roofline, AboveTheRoofIsDoubted) {
  ChartData data = tests::whole_loop();
  EXPECT_THAT(tests::readable(charts::roofline(data), Stage::truth), Not(HasSubstr("bove the roof")));
  data.measurements = {tests::measurement(data, {2.6e-4, 1e-5}, record::Tier::counters)};
  const figure::Figure figure = charts::roofline(data);
  EXPECT_THAT(tests::readable(figure, Stage::truth), HasSubstr("Above the roof: fused. Check units"));
  EXPECT_THAT(tests::readable(figure, Stage::model), Not(HasSubstr("bove the roof")));
}

/// Type for the back row, two machines, their dots: nothing lies on anything else, and most of the sheet is the plot.
TEST(Roofline, OnAWallFewWordsAndATallPlot) {
  ChartData data = tests::modelled("x: f32[4096, 8192]\nt = x * 1.5\ny = t + 0.25\n", tests::processor());
  data.beside = tests::card();
  data.beside->name = "NVIDIA H200 SXM 141GB";
  data.slots = {record::Source::model, record::Source::measured, record::Source::recorded};
  data.measurements = {tests::measurement(data, {0.0322, 0.0143}),
                       tests::measurement(data, {1.3e-4, 6.4e-5}, record::Tier::counters, record::Source::recorded)};
  data.no_title = true;
  data.text_scale = 1.52;
  for (const auto& [width, height] : {std::pair{900.0, 400.0}, {960.0, 420.0}, {720.0, 470.0}}) {
    data.width = width;
    data.height = height;
    const figure::Figure figure = charts::roofline(data);
    const std::string what = fmt::format("wall of {} x {}", width, height);
    tests::expect_tidy(figure, what);
    const auto frame = charts::roofline_frame(data, charts::roofline_body(data), true).value();
    EXPECT_GE(frame.y.begin - frame.y.end, 0.55 * height) << what;
    const std::string words = tests::shapes_at(figure, Stage::truth);
    for (const char* known : {"unfused: 2", "fused: 4", "Intensity (FLOP/byte)", "NVIDIA H200"})
      EXPECT_THAT(words, HasSubstr(known)) << what;
    EXPECT_THAT(words, Not(HasSubstr("x: f32"))) << "the room has the chain on another page";
  }
}

/// Unfused and fused of a shipped measurement under its own card's roofs; nothing where they are cut otherwise today.
std::optional<ChartData> shipped(const record::Measurement& one, const machine::DeviceSpec& card) {
  auto chain = chain::parse(one.chain);
  if (!chain) return std::nullopt;
  ChartData data;
  data.chain = std::make_shared<const chain::Chain>(std::move(*chain));
  data.spec = card.ordered(one.provenance.submit == "graph" ? machine::Submit::graph : machine::Submit::stream);
  for (const auto& [kind, name] : {std::pair{plan::Cuts::Kind::every, "unfused"}, {plan::Cuts::Kind::none, "fused"}}) {
    auto plan = plan::segment(data.chain, {kind, {}}, card.limits());
    if (!plan) return std::nullopt;
    data.plans.push_back(*std::move(plan));
    data.plans.back().name = name;
    data.predictions.push_back(model::predict(data.plans.back(), *data.spec));
    data.predictions.back().plan = name;
  }
  const auto held = record::answer_of({one}, data.plans);
  if (!held) return std::nullopt;
  data.measurements = {*held};
  return data;
}

TEST(Roofline, NoShippedRecordingLiesAboveTheRoofOfItsUnit) {
  const machine::DeviceSpec card = machine::recorded_card("h200").value();
  int seen = 0;
  for (const char* file : {"attention", "bf16", "f32", "products"}) {
    const auto path = tests::folder() / "../assets/recordings/h200" / (file + std::string(".json"));
    const std::vector<record::Measurement> all = record::load(path).value();
    for (const record::Measurement& one : all) {
      const auto data = shipped(one, card);
      if (!data) continue;
      const charts::RooflineFrame frame = frame_of(*data);
      for (const charts::Dot& dot : charts::roofline_dots(*data, frame.roofs)) {
        if (dot.teller.measurement < 0) continue;
        ++seen;
        EXPECT_FALSE(dot.above_roof) << data->plans[dot.plan].name << " of " << one.chain << " in " << file << ": "
                                     << charts::show_rate(dot.performance());
      }
    }
  }
  EXPECT_GT(seen, 500);
}

TEST(Roofline, AnF32PlanAboveItsOwnUnitIsDoubtedThoughTensorCoresAreFaster) {
  ChartData data = tests::modelled("x: f32[4096, 4096]\nw: f32[4096, 4096]\ny = relu(x @ w)\n");
  const double at_twice = data.predictions[1].flops.value / (2 * 66.9e12);
  data.measurements = {tests::measurement(data, {at_twice, at_twice}, record::Tier::counters)};
  EXPECT_THAT(tests::readable(charts::roofline(data), Stage::truth), HasSubstr("Above the roof: unfused, fused"));
}

TEST(Roofline, AnotherMachinesRunHasNoPlaceUnderTheseRoofs) {
  ChartData data = tests::modelled(tests::bias_gelu, tests::processor());
  data.measurements = {tests::measurement(data, {2.6e-4, 1.3e-4}, record::Tier::counters, record::Source::recorded)};
  for (const charts::Dot& dot : charts::roofline_dots(data, frame_of(data).roofs)) EXPECT_LT(dot.teller.measurement, 0);
}

TEST(Roofline, ARecordedRunBesideALiveOneLiesUnderItsOwnRoofs) {
  ChartData data = tests::modelled(tests::bias_gelu, tests::processor());
  data.beside = tests::card();
  data.beside->name = "NVIDIA H200 SXM 141GB";
  data.slots = {record::Source::model, record::Source::measured, record::Source::recorded};
  const std::string before = tests::shapes_at(charts::roofline(data), Stage::question);
  data.measurements = {tests::measurement(data, {0.0832, 0.0421}),
                       tests::measurement(data, {2.55e-4, 1.29e-4}, record::Tier::counters, record::Source::recorded)};
  const figure::Figure figure = charts::roofline(data);
  EXPECT_EQ(tests::shapes_at(figure, Stage::question), before) << "its roofs are there from the start";
  int live = 0, recorded = 0;
  for (const charts::Dot& dot : charts::roofline_dots(data, frame_of(data).roofs)) {
    live += dot.teller.source == record::Source::measured;
    recorded += dot.teller.source == record::Source::recorded;
    EXPECT_FALSE(frame_of(data).outside(dot.intensity(), dot.performance()));
    EXPECT_FALSE(dot.above_roof) << "judged by its own machine's roofs";
  }
  EXPECT_EQ(live, 2);
  EXPECT_EQ(recorded, 2);
  const std::string words = tests::readable(figure, Stage::truth);
  EXPECT_THAT(words, HasSubstr("fused, recorded h200: "));
  EXPECT_THAT(words, HasSubstr("NVIDIA H200 SXM 141GB, data sheet: 4.27 TB/s, 66.9 TFLOP/s"));
  // The provenance of both is whole, on two lines if one does not hold them.
  EXPECT_THAT(words, HasSubstr("measured (bytes worked out) on AMD EPYC, 2 threads, AVX3, 2026-11-21, seed 1"));
  EXPECT_THAT(words, HasSubstr("recorded (bytes by counters) on NVIDIA H200, 2026-11-21, seed 1"));
}

TEST(Roofline, ALiveRunAndARecordingOfTheSameCardShareItsRoofs) {
  ChartData data = tests::modelled(tests::bias_gelu);
  data.spec->id = "h200";
  data.spec->name = "NVIDIA H200 SXM 141GB";
  data.beside = data.spec;
  data.measurements = {tests::measurement(data, {2.6e-4, 1.3e-4}, record::Tier::counters),
                       tests::measurement(data, {2.5e-4, 1.3e-4}, record::Tier::counters, record::Source::recorded)};
  data.measurements[0].provenance.device = "NVIDIA H200 on gpu7";
  data.measurements[0].provenance.device_id = "gpu7";
  EXPECT_FALSE(frame_of(data).beside);
  const std::string words = tests::readable(charts::roofline(data), Stage::truth);
  for (const char* name : {"fused, measured: ", "fused, recorded: "}) EXPECT_THAT(words, HasSubstr(name));
}

TEST(Roofline, AWarningCutsNoProvenance) {
  ChartData data = tests::whole_loop();
  data.measurements.push_back(data.measurements[0]);
  for (auto& one : data.measurements) one.plans[0].cold->median = one.plans[1].cold->median = base::Seconds{1e-6};
  data.measurements[1].source = record::Source::recorded;
  const std::string words = tests::readable(charts::roofline(data), Stage::truth);
  EXPECT_THAT(words, HasSubstr("\nAbove the roof: "));
  EXPECT_THAT(words, HasSubstr("measured (bytes by counters) on AMD EPYC, 2 threads, AVX3, 2026-11-21, seed 1"));
  EXPECT_THAT(words, HasSubstr("recorded (bytes by counters) on AMD EPYC, 2 threads, AVX3, 2026-11-21, seed 1"));
}

/// The names of the roofs, and what is drawn of the plans.
TEST(Roofline, NoDotOrArrowLiesOnARoofsName) {
  std::string sigmoids = "x: f32[8192, 8192]\n", relus = sigmoids;
  for (int i = 1; i <= 64; ++i) {
    const std::string from = i == 1 ? "x" : "t" + std::to_string(i - 1), to = "t" + std::to_string(i);
    sigmoids.append(to).append(" = sigmoid(").append(from).append(")\n");
    relus.append(to).append(" = relu(").append(from).append(")\n");
  }
  for (const char* id : {"h200", "a100", "here"}) {
    const machine::DeviceSpec spec = id == std::string("here") ? tests::processor() : machine::device_named(id).value();
    std::set<std::string> places;
    for (const std::string& text : {sigmoids, relus, std::string(tests::bias_gelu)}) {
      for (const double scale : {1.0, 1.2, 1.5}) {
        ChartData data = tests::modelled(text, spec);
        data.text_scale = scale;
        data.guesses = {{"bytes.fused", 536870912.0}};
        data.measurements = {
            tests::measurement(data, {data.predictions[0].cold.value, data.predictions[1].cold.value})};
        const figure::Figure figure = charts::roofline(data);
        for (const model::Ceiling& ceiling : frame_of(data).roofs.ceilings) {
          std::optional<figure::Box> named;
          for (const figure::Mark& mark : figure.marks) {
            const auto* words = std::get_if<figure::Text>(&mark.shape);
            if (words == nullptr || !words->text.starts_with(ceiling.name)) continue;
            named = figure::bounds(*words);
            if (scale == 1) places.insert(tests::dump(mark));
          }
          ASSERT_TRUE(named) << ceiling.name;
          for (const figure::Mark& mark : figure.marks) {
            if (!mark.id.starts_with("dot.") && mark.id != "arrow") continue;
            if (const auto* line = std::get_if<figure::Polyline>(&mark.shape)) {
              EXPECT_EQ(figure::length_inside(*named, line->points[0], line->points[1]), 0) << id << ' ' << mark.id;
            } else {
              EXPECT_EQ(figure::overlap(*named, figure::bounds(mark).value()), 0)
                  << id << ' ' << ceiling.name << ' ' << mark.id << ' ' << scale << ' ' << text.size()
                  << tests::dump(mark);
            }
          }
        }
      }
    }
    EXPECT_EQ(places.size(), spec.roofs.size()) << "the same place whatever the answer";
  }
}

TEST(Roofline, NoRoofsNameLiesOnARoofOrIsCut) {
  for (const char* id : {"h200", "h100", "a100", "here"}) {
    const machine::DeviceSpec spec = id == std::string("here") ? tests::processor() : machine::device_named(id).value();
    for (const auto& [width, height] :
         {std::pair{960.0, 540.0}, {720.0, 540.0}, {688.0, 387.0}, {960.0, 700.0}, {560.0, 440.0}}) {
      for (const double scale : {1.0, 1.25, 1.5, 2.0}) {
        ChartData data = tests::modelled(tests::bias_gelu, spec);
        data.width = width;
        data.height = height;
        data.text_scale = scale;
        const figure::Figure figure = charts::roofline(data);
        std::vector<const figure::Polyline*> roofs;
        for (const figure::Mark& mark : figure.marks) {
          if (mark.id.starts_with("roof.")) roofs.push_back(&std::get<figure::Polyline>(mark.shape));
        }
        ASSERT_FALSE(roofs.empty());
        for (const figure::Mark& mark : figure.marks) {
          const auto* words = std::get_if<figure::Text>(&mark.shape);
          if (words == nullptr || mark.from != Stage::question) continue;
          const bool rate = words->text[0] >= '0' && words->text[0] <= '9';
          if (rate) {
            EXPECT_EQ(words->text.find("…"), std::string::npos) << words->text;
          }
          if (words->text.find("/s") == std::string::npos || words->text.starts_with("Perf")) continue;
          for (const figure::Polyline* roof : roofs) {
            for (std::size_t p = 0; p + 1 < roof->points.size(); ++p) {
              EXPECT_EQ(figure::length_inside(figure::bounds(*words), roof->points[p], roof->points[p + 1]), 0)
                  << id << ' ' << width << 'x' << height << " at " << scale << ": " << words->text;
            }
          }
        }
      }
    }
  }
}

/// Eight cosines on a card that prices them: 12 operations a byte, left of the ridge of plain arithmetic at 15.7, and
/// yet it is arithmetic that they wait for.
ChartData eight_cosines(double width = 960) {
  machine::DeviceSpec spec = tests::card();
  spec.op_cost = {{"cos:f32", 12 / 16e12}};
  ChartData data = tests::modelled("x: f32[8192, 8192]\ny = cos(cos(cos(cos(cos(cos(cos(cos(x))))))))\n", spec);
  data.width = width;
  data.guesses = {{"bytes.fused", 536870912.0}};
  data.measurements = {tests::measurement(data, {data.predictions[0].cold.value, 1.02 * data.predictions[1].cold.value},
                                          record::Tier::counters)};
  return data;
}

TEST(Roofline, TheRoofOfTheseOperationsSaysWhereFreeArithmeticEnds) {
  const ChartData data = eight_cosines();
  const auto own = charts::own_roofs(data, frame_of(data).roofs);
  ASSERT_EQ(own.size(), 1u) << "both plans share it";
  EXPECT_NEAR(own[0].flops_per_second, 16e12, 1e6);
  EXPECT_NEAR(own[0].knee, 16e12 / frame_of(data).roofs.bandwidth, 1e-6);
  const figure::Figure figure = charts::roofline(data);
  EXPECT_THAT(tests::shapes_at(figure, Stage::model), HasSubstr("'these operations: 16.0 TFLOP/s, free up to 3.75"));
  for (const Stage before : {Stage::question, Stage::guess}) {
    EXPECT_THAT(tests::readable(figure, before), Not(HasSubstr("these operations"))) << figure::name(before);
    EXPECT_THAT(tests::dump(figure::at(figure, before)), Not(HasSubstr("own_roof"))) << figure::name(before);
  }
  EXPECT_THAT(figure.description, HasSubstr("these operations: 16.0 TFLOP/s"));
}

TEST(Roofline, LeftOfTheRidgeAndStillBoundByArithmetic) {
  const ChartData data = eight_cosines();
  for (const charts::Dot& dot : charts::roofline_dots(data, frame_of(data).roofs)) {
    if (dot.teller.source == record::Source::guess) {
      EXPECT_FALSE(dot.limit);
      continue;
    }
    EXPECT_LT(dot.intensity(), frame_of(data).roofs.ceilings[0].ridge);
    EXPECT_EQ(dot.limit, dot.plan == 0 ? charts::Limit::memory : charts::Limit::compute);
  }
  const figure::Figure figure = charts::roofline(data);
  EXPECT_THAT(figure.title, testing::EndsWith("its limit is arithmetic, not the road"));
  EXPECT_THAT(figure.description, HasSubstr("compute-bound"));
  EXPECT_THAT(charts::roofline(tests::whole_loop()).title, Not(HasSubstr("limit")));
}

TEST(Roofline, WhatStartsTakeIsNoRoofs) {
  const ChartData data = tests::modelled("x: f32[64]\ny = relu(x)\n");
  for (const charts::Dot& dot : charts::roofline_dots(data, frame_of(data).roofs)) EXPECT_FALSE(dot.limit);
}

TEST(Roofline, ARoofThatIsNotClearlyLowerIsNotDrawn) {
  EXPECT_TRUE(charts::own_roofs(tests::whole_loop(), frame_of(tests::whole_loop()).roofs).empty()) << "nothing priced";
  ChartData data = eight_cosines();
  data.spec->op_cost = {{"cos:f32", 12 / 64e12}};
  data.predictions = {model::predict(data.plans[0], *data.spec), model::predict(data.plans[1], *data.spec)};
  data.predictions[0].plan = "unfused";
  data.predictions[1].plan = "fused";
  EXPECT_TRUE(charts::own_roofs(data, frame_of(data).roofs).empty());
}

TEST(Roofline, TheNameOfItsOwnRoofLiesOnNothing) {
  for (const double width : {960.0, 720.0, 560.0}) {
    for (const double scale : {1.0, 1.5}) {
      ChartData data = eight_cosines(width);
      data.text_scale = scale;
      const figure::Figure figure = charts::roofline(data);
      std::optional<figure::Box> named;
      for (const figure::Mark& mark : figure.marks) {
        const auto* words = std::get_if<figure::Text>(&mark.shape);
        if (words != nullptr && words->text.starts_with("these operations")) named = figure::bounds(*words);
      }
      if (width > 600) {
        ASSERT_TRUE(named) << width << ' ' << scale;
      }
      if (!named) continue;  // no room for it
      for (const figure::Mark& mark : figure.marks) {
        if (const auto* line = std::get_if<figure::Polyline>(&mark.shape)) {
          if (!mark.id.starts_with("roof.") && !mark.id.starts_with("own_roof.") && mark.id != "arrow") continue;
          EXPECT_EQ(figure::length_inside(*named, line->points[0], line->points[1]), 0) << mark.id << ' ' << width;
        } else if (const auto* words = std::get_if<figure::Text>(&mark.shape)) {
          if (words->text.starts_with("these operations")) continue;
          EXPECT_EQ(figure::overlap(*named, figure::bounds(mark).value()), 0) << words->text << ' ' << width;
        } else if (mark.id.starts_with("dot.")) {
          EXPECT_EQ(figure::overlap(*named, figure::bounds(mark).value()), 0) << mark.id << ' ' << width;
        }
      }
    }
  }
}

TEST(Roofline, BytesThatLeaveTheCacheAfterTheClockAreNoPartOfTheRate) {
  ChartData data = tests::whole_loop();
  data.measurements[0].plans[1].dram_tail = base::Bytes{20'000'000};
  const auto& plan = data.measurements[0].plans[1];
  for (const charts::Dot& dot : charts::roofline_dots(data, frame_of(data).roofs)) {
    if (dot.teller.measurement < 0 || dot.plan != 1) continue;
    EXPECT_EQ(dot.bytes, static_cast<double>(plan.bytes_on_the_clock()->value));
    EXPECT_THAT(dot.note, HasSubstr("without 20.0 MB"));
  }
}

TEST(Roofline, ALongNameLosesItsMiddleAndKeepsItsNumber) {
  ChartData data = tests::modelled(tests::bias_gelu);
  const std::string name = "first_" + std::string(120, 'n') + "_last";
  data.plans.push_back(data.plans[1]);
  data.predictions.push_back(data.predictions[1]);
  data.plans.back().name = data.predictions.back().plan = name;
  std::string shown;
  for (const figure::Mark& mark : charts::roofline(data).marks) {
    const auto* text = std::get_if<figure::Text>(&mark.shape);
    if (text != nullptr && text->text.starts_with("cut at first_")) shown = text->text;
  }
  EXPECT_THAT(shown, HasSubstr("n_last, model: "));
  EXPECT_THAT(shown, testing::EndsWith(" TFLOP/s"));
}

TEST(Roofline, OutsideTheFrameIsNamedTrue) {
  ChartData data = tests::modelled(tests::bias_gelu);
  data.measurements = {tests::measurement(data, {500, 1.3e-4}, record::Tier::counters)};
  const std::string words = tests::shapes_at(charts::roofline(data), Stage::truth);
  EXPECT_THAT(words, HasSubstr("unfused, measured: 1.31 FLOP/byte, 2.82 MFLOP/s"));
}

TEST(Roofline, NothingIsToldBeforeItsStage) {
  ChartData data = tests::modelled(tests::bias_gelu);
  data.measurements = {tests::measurement(data, {1.2345e-3, 9.8765e-4}, record::Tier::counters)};
  const figure::Figure figure = charts::roofline(data);
  for (const char* planted : {"0.0012345", "0.00098765", "1.14 TFLOP", "1.43 TFLOP", "1.25 times"}) {
    EXPECT_THAT(tests::readable(figure, Stage::truth), HasSubstr(planted));
    for (Stage stage : {Stage::question, Stage::guess, Stage::model}) {
      EXPECT_THAT(tests::readable(figure, stage), Not(HasSubstr(planted))) << figure::name(stage);
    }
  }
  EXPECT_THAT(tests::readable(figure, Stage::guess), Not(HasSubstr("unfused, model")));
}

TEST(Roofline, WithoutASpecItSaysSo) {
  ChartData data = tests::modelled(tests::bias_gelu);
  data.spec.reset();
  EXPECT_THAT(tests::shapes_at(charts::roofline(data), Stage::truth), HasSubstr("No device chosen"));
}

TEST(Roofline, GoldenTwinAndMarks) {
  const figure::Figure figure = charts::roofline(tests::whole_loop());
  tests::expect_golden("charts/roofline.txt",
                       tests::masked_twin(figure::at(figure, Stage::question)) + "\n" + tests::masked_twin(figure));
  tests::expect_golden("charts/roofline.marks", tests::dump(figure));
}

}  // namespace roofline_test
