// Plans that a lesson has named: read, cut, counted, measured, found in recordings.
#include "lesson/named_plans.hpp"

#include "device/recorded/recorded_device.hpp"
#include "golden.hpp"
#include "lesson/asked.hpp"
#include "lesson/letters.hpp"
#include "lesson/lint.hpp"
#include "lesson/loader.hpp"
#include "lesson/machine_values.hpp"
#include "lesson/plan_values.hpp"
#include "lesson/planned.hpp"
#include "places.hpp"
#include "record/recording.hpp"
#include "record/samples.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace named_plans_test {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* rows = "x: f32[1024, 1024]\ns = square(x)\nm = mean(s)\ny = x * m\n";
constexpr double tensor = 4.0 * 1024 * 1024;
const lesson::NamedPlan statistics{"statistics", "m"};

lesson::Lesson own() {
  return lesson::load(tests::folder() / "lessons/named-plans").value();
}

TEST(NamedPlans, AFenceGivesAChainAPlan) {
  const auto lesson = own();
  EXPECT_THAT(lesson::plans_of(lesson, "rows"), ElementsAre(statistics));
  EXPECT_TRUE(lesson::plans_of(lesson, "columns").empty());
  EXPECT_EQ(base::render(lesson::lint(lesson, machine::device_named("h200").value())), "");
}

TEST(NamedPlans, TheyAreCountedWhereverTheOthersAre) {
  auto lesson = own();
  const auto all = lesson::lesson_quantities(lesson, study::machine_of(tests::round_device()));
  const auto of = [&](const char* quantity) { return lesson::value_of(all, "rows", quantity).value_or(-1); };
  EXPECT_EQ(of("crossings.statistics"), 3);
  EXPECT_EQ(of("kernels.statistics"), 2);
  EXPECT_EQ(of("ratio.crossings.statistics"), of("crossings.unfused") / 3);
  EXPECT_NEAR(of("bytes.statistics"), 3 * tensor, 3 * 4096) << "and the row's numbers once each way";
  EXPECT_EQ(of("saved.bytes.statistics"), of("bytes.unfused") - of("bytes.statistics"));
  EXPECT_EQ(of("ratio.time.statistics"), of("time.unfused") / of("time.statistics"));
  EXPECT_EQ(of("crossings.statistics.of.x"), 2);
  EXPECT_EQ(of("h200.ratio.time.statistics"), of("h200.time.unfused") / of("h200.time.statistics"));
  EXPECT_GT(of("memory.statistics"), 0);
  EXPECT_EQ(of("crossings.fused"), 2) << "what else is known stays as it was";
}

TEST(NamedPlans, TheirQuantitiesMeanWhatUnfusedsDo) {
  using lesson::Unit;
  for (const auto& [name, unit] : {std::pair{"crossings.statistics", Unit::crossings},
                                   {"time.two-kernels", Unit::seconds},
                                   {"ratio.bytes.statistics", Unit::ratio},
                                   {"saved.bytes.statistics", Unit::bytes},
                                   {"measured.time.statistics", Unit::seconds},
                                   {"measured.scatter.statistics", Unit::percent},
                                   {"measured.ratio.time.statistics", Unit::ratio},
                                   {"recorded.time.statistics", Unit::seconds},
                                   {"h200.time.statistics", Unit::seconds},
                                   {"crossings.statistics.of.y", Unit::crossings},
                                   {"time.statistics.over.rows", Unit::ratio}}) {
    EXPECT_EQ(lesson::unit_of(name), unit) << name;
    EXPECT_NE(lesson::named_plan_in(name), "") << name;
  }
  for (const char* name : {"crossings.unfused", "time.eager", "h200.ratio.time", "bytes.Rows", "spread.statistics",
                           "measured.spread.statistics", "wider.time.statistics", "h200.ridge.tensor",
                           "saved.bytes.percent", "measured.ratio.time", "machine.bandwidth"})
    EXPECT_EQ(lesson::named_plan_in(name), "") << name;
  EXPECT_FALSE(lesson::unit_of("spread.statistics"));
  EXPECT_FALSE(lesson::hangs_on_a_clock("bytes.half-time"));
  EXPECT_TRUE(lesson::hangs_on_a_clock("time.half"));
  EXPECT_FALSE(lesson::gives_away("kernels.statistics", "bytes.two-kernels"));
  EXPECT_TRUE(lesson::gives_away("bytes.two-kernels", "crossings.unfused"));
}

TEST(NamedPlans, KnobsMakeAPlanAGpus) {
  const std::string text = "+++\nid = \"90\"\ntitle = \"T\"\nminutes = 1\ngoal = \"G.\"\n+++\n## S\n```chain rows\n" +
                           std::string(rows) + "```\n```plan rows few\nknobs registers=32\n```\n" +
                           "```plan rows both\ncuts m block=512\n```\n";
  const auto lesson = lesson::parse(text, "lesson.md");
  ASSERT_TRUE(lesson) << base::render(lesson.error());
  const auto& plans = lesson::plans_of(*lesson, "rows");
  ASSERT_EQ(plans.size(), 2u);
  EXPECT_EQ(plans[0], (lesson::NamedPlan{"few", "none registers=32", true}));
  EXPECT_TRUE(plans[1].knobs) << "behind the cuts too";
  const auto all = lesson::lesson_quantities(*lesson, study::machine_of(tests::round_device()));
  EXPECT_EQ(lesson::value_of(all, "rows", "crossings.few"), lesson::value_of(all, "rows", "crossings.fused"));
}

/// The chain as unfused, fused and perhaps the lesson's plan ran; a recording calls that by its cuts.
record::Measurement ran(bool all) {
  std::vector<std::string> cuts = {"every", "none"};
  if (all) cuts.emplace_back("m");
  return tests::sample_of(rows, cuts);
}

TEST(NamedPlans, ARecordingGivesThemTheirNames) {
  tests::TemporaryFolder folder;
  const auto chain = std::make_shared<const chain::Chain>(chain::parse(rows).value());
  const auto recorded = [&](bool all) {
    record::save({ran(all)}, folder.path() / "a.json");
    device::recorded::Options options;
    options.card = "h200";
    options.folders = {folder.path()};
    const auto device = device::recorded::make_device(std::move(options));
    return lesson::recorded_of(device.get(), chain, {statistics});
  };
  const auto whole = recorded(true), before = recorded(false);
  ASSERT_TRUE(whole && before);
  ASSERT_EQ(whole->plans.size(), 3u);
  EXPECT_EQ(whole->plans[2].plan, "statistics");
  EXPECT_EQ(before->plans.size(), 2u) << "a recording of before the plan was named is as good as it was";
  const auto all = lesson::recorded_quantities(&*whole, nullptr);
  EXPECT_EQ(all.at("recorded.ratio.time.statistics"),
            all.at("recorded.time.unfused") / all.at("recorded.time.statistics"));
  EXPECT_FALSE(lesson::recorded_quantities(&*before, nullptr).contains("recorded.time.statistics"));
}

TEST(NamedPlans, WhatARunMeasuresHasItsRatioAndItsInterval) {
  record::Measurement one = ran(true);
  one.plans[2].plan = "statistics";
  const auto all = lesson::measured_quantities(one);
  EXPECT_EQ(all.at("measured.ratio.time.statistics"),
            all.at("measured.time.unfused") / all.at("measured.time.statistics"));
  EXPECT_TRUE(all.contains(lesson::scatter_of("measured.ratio.time.statistics")));
  const auto names = lesson::measured_names({"statistics"});
  for (const char* name : {"measured.time.fused", "measured.time.statistics", "measured.ratio.time.statistics"})
    EXPECT_THAT(names, testing::Contains(name));
}

TEST(NamedPlans, AnOpenQuestionHidesThem) {
  const auto lesson = own();
  const std::string form = chain::form(*lesson.chains.at("rows"));
  lesson::Asked asked;
  asked.open(form, *lesson.steps[0].task);
  EXPECT_TRUE(asked.hides(form, "crossings.unfused"));
  EXPECT_TRUE(asked.hides(form, "measured.time.statistics"));
  EXPECT_FALSE(asked.hides(form, "kernels.statistics"));
  lesson::Asked curve;
  curve.open_times(form);
  EXPECT_TRUE(curve.hides(form, "time.statistics"));
  EXPECT_FALSE(curve.hides(form, "crossings.statistics")) << "a curve of times asks for nothing counted";
}

TEST(NamedPlans, AsSceneItStandsInFusedsPlace) {
  const auto lesson = own();
  const auto& blocks = lesson.steps[0].blocks;
  const auto scene = std::ranges::find(blocks, lesson::SceneKind::named_plan, &lesson::Block::scene);
  ASSERT_NE(scene, blocks.end());
  EXPECT_EQ(scene->plan, "statistics");
  auto study = lesson::study_of(lesson, "rows", study::machine_of(tests::round_device())).value();
  charts::ChartData data;
  data.plans = study.plans;
  lesson::choose_plans(data, scene->scene, study.limits, scene->plan);
  ASSERT_EQ(data.plans.size(), 2u);
  EXPECT_EQ(data.plans[1].name, "statistics");
  data.plans = study.plans;
  lesson::choose_plans(data, lesson::SceneKind::named_beside_fused, study.limits, scene->plan);
  ASSERT_EQ(data.plans.size(), 2u);
  EXPECT_EQ(data.plans[0].name, "statistics");
  EXPECT_EQ(data.plans[1].name, "fused");
}

}  // namespace named_plans_test
