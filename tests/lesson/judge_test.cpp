// Guesses judged: counts exactly, other quantities by their distance; each planted wrong number earns its own words.
#include "lesson/judge.hpp"

#include "base/words.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/planned.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace judge_test {

using lesson::Band;
using lesson::judge;
using lesson::Judgement;
using lesson::Quantities;
using lesson::Task;
using testing::HasSubstr;

Task asking(std::string quantity) {
  Task task;
  task.kind = &lesson::kinds::number;
  task.chain = "c";
  task.asked = std::move(quantity);
  task.right_text = "Right.";
  return task;
}

// Right numbers of no chain in particular: far enough apart that every wrong turn ends somewhere else.
const Quantities apart = {{"crossings.unfused", 47},      {"crossings.fused", 19},
                          {"reads.unfused", 29},          {"reads.fused", 13},
                          {"writes.unfused", 18},         {"writes.fused", 6},
                          {"rereads.unfused", 11},        {"rereads.fused", 3},
                          {"rewrites.unfused", 9},        {"rewrites.fused", 2},
                          {"vectors.unfused", 5},         {"vectors.fused", 4},
                          {"operands.extra", 7},          {"kernels.unfused", 16},
                          {"kernels.fused", 1.25},        {"tensor.bytes", 1e6},
                          {"elements.unfused", 11.8e6},   {"elements.fused", 4.85e6},
                          {"bytes.unfused", 47.2e6},      {"bytes.fused", 19.4e6},
                          {"time.unfused", 61e-6},        {"time.fused", 17e-6},
                          {"intensity.unfused", 0.3},     {"intensity.fused", 0.7},
                          {"ratio.crossings", 47.0 / 19}, {"ratio.bytes", 47.2 / 19.4},
                          {"ratio.time", 61.0 / 17},      {"ratio.kernels", 16 / 1.25},
                          {"saved.crossings", 28},        {"saved.crossings.percent", 2800.0 / 47},
                          {"saved.bytes", 27.8e6},        {"saved.bytes.percent", 2780 / 47.2}};

struct Planted {
  const char* asked;
  double guess;
  const char* id;
};

TEST(Judge, EveryPlantedWrongNumberReachesItsOwnWords) {
  const Planted planted[] = {
      {"crossings.unfused", 36, "forgot-reread"},
      {"crossings.unfused", 29, "reads-only"},
      {"crossings.unfused", 18, "writes-only"},
      {"crossings.unfused", 23.5, "round-trips"},
      {"crossings.unfused", 52, "counted-vector"},
      {"crossings.unfused", 40, "forgot-operand"},
      {"crossings.unfused", 19, "gave-fused"},
      {"crossings.unfused", 16, "kernels"},
      {"crossings.unfused", 94, "every-arrow-twice"},
      {"crossings.fused", 47, "gave-unfused"},
      {"crossings.fused", 13, "reads-only"},
      {"crossings.fused", 6, "writes-only"},
      {"crossings.fused", 12, "forgot-operand"},
      {"crossings.fused", 23, "counted-vector"},
      {"crossings.fused", 26, "kept-write"},
      {"ratio.crossings", 19.0 / 47, "upside-down"},
      {"ratio.crossings", 1, "no-difference"},
      {"ratio.crossings", 40.0 / 12, "forgot-operand"},
      {"ratio.crossings", 28, "saved-count"},
      {"ratio.crossings", 29.0 / 13, "reads-only"},
      {"ratio.crossings", 3, "writes-only"},
      {"ratio.crossings", 47, "one-plan"},
      {"ratio.crossings", 19, "one-plan"},
      {"ratio.crossings", 12.8, "kernel-ratio"},
      {"ratio.crossings", 59.6, "percent-saved"},
      {"ratio.crossings", 40.4, "percent-left"},
      {"ratio.crossings", 0.596, "share-saved"},
      {"ratio.bytes", 19.4 / 47.2, "upside-down"},
      {"ratio.bytes", 1, "no-difference"},
      {"ratio.bytes", 12.8, "kernel-ratio"},
      {"ratio.bytes", 58.9, "percent-saved"},
      {"ratio.time", 47.0 / 19, "road-only"},
      {"ratio.time", 17.0 / 61, "upside-down"},
      {"ratio.time", 12.8, "starts-only"},
      {"ratio.time", 72.1, "percent-saved"},
      {"ratio.time", 27.9, "percent-left"},
      {"saved.crossings", 14, "half-the-journey"},
      {"saved.crossings", 19, "what-is-left"},
      {"saved.crossings", 47, "what-there-was"},
      {"saved.crossings", 2800.0 / 47, "percent-instead"},
      {"saved.crossings.percent", 40.4, "percent-left"},
      {"saved.crossings.percent", 147, "percent-of-fused"},
      {"saved.crossings.percent", 0.596, "share-saved"},
      {"saved.crossings.percent", 2.47, "ratio-instead"},
      {"saved.crossings.percent", 28, "count-instead"},
      {"saved.bytes", 13.9e6, "half-the-journey"},
      {"saved.bytes", 19.4e6, "what-is-left"},
      {"saved.bytes", 47.2e6, "what-there-was"},
      {"saved.bytes.percent", 41.1, "percent-left"},
      {"bytes.unfused", 19.4e6, "gave-fused"},
      {"bytes.unfused", 29e6, "reads-only"},
      {"bytes.unfused", 18e6, "writes-only"},
      {"bytes.unfused", 36.2e6, "forgot-reread"},
      {"bytes.unfused", 40.2e6, "forgot-operand"},
      {"bytes.unfused", 1e6, "one-tensor"},
      {"bytes.unfused", 23.6e6, "round-trips"},
      {"bytes.unfused", 11.8e6, "elements"},
      {"bytes.unfused", 47.2e3, "thousandfold"},
      {"bytes.unfused", 47.2e9, "thousandfold"},
      {"bytes.fused", 47.2e6, "gave-unfused"},
      {"time.unfused", 17e-6, "gave-fused"},
      {"time.fused", 61e-6, "gave-unfused"},
      {"time.fused", 17e-3, "thousandfold"},
      {"kernels.unfused", 1.25, "gave-fused"},
      {"kernels.unfused", 47, "crossings-instead"},
      {"kernels.fused", 16, "gave-unfused"},
      {"intensity.unfused", 0.7, "gave-fused"},
      {"intensity.fused", 0.3, "gave-unfused"},
      {"intensity.fused", 1 / 0.7, "upside-down"},
  };
  std::set<std::string> reached;
  for (const Planted& plant : planted) {
    const Judgement found = judge(asking(plant.asked), plant.guess, apart);
    EXPECT_FALSE(found.right) << plant.asked << ' ' << plant.guess;
    EXPECT_EQ(found.misconception, plant.id) << plant.asked << ' ' << plant.guess;
    EXPECT_THAT(found.explanation,
                testing::StartsWith(std::string(base::text("lesson.mistake." + std::string(plant.id)))));
    reached.insert(found.misconception);
  }
  std::set<std::string> all;
  for (const auto quantity : lesson::quantity_names()) {
    for (const auto& mistake : lesson::usual_mistakes(quantity, apart, "c")) all.insert(mistake.id);
  }
  EXPECT_EQ(reached, all) << "a usual mistake that no planted number reaches";
}

TEST(Judge, EveryUsualMistakeHasItsWords) {
  for (const auto quantity : lesson::quantity_names()) {
    for (const auto& mistake : lesson::usual_mistakes(quantity, apart, "c")) {
      const std::string key = "lesson.mistake." + mistake.id;
      EXPECT_NE(base::text(key), key);
      EXPECT_NE(base::text(key + ".short"), key + ".short");
      EXPECT_FALSE(lesson::same_number(quantity, mistake.value, apart.at(std::string(quantity))))
          << "the truth is no mistake";
    }
  }
}

TEST(Judge, RealChainsExplainThemselves) {
  const Quantities row = tests::quantities_of("x: f32[1024, 1024]\nb: f32[1024]\ny = gelu(x + b)");
  const Quantities tensor = tests::quantities_of("x: f32[1024, 1024]\nb: f32[1024, 1024]\ny = gelu(x + b)");
  const Quantities five = tests::quantities_of("x: f32[1024, 1024]\ny = relu(exp(neg(abs(square(x)))))");
  EXPECT_TRUE(judge(asking("crossings.unfused"), 4, row).right);
  EXPECT_EQ(judge(asking("crossings.unfused"), 3, row).misconception, "forgot-reread");
  EXPECT_EQ(judge(asking("crossings.unfused"), 5, row).misconception, "counted-vector");
  EXPECT_EQ(judge(asking("crossings.fused"), 4, row).misconception, "gave-unfused");
  EXPECT_EQ(judge(asking("crossings.fused"), 3, row).misconception, "counted-vector");
  EXPECT_TRUE(judge(asking("crossings.fused"), 3, tensor).right);
  EXPECT_EQ(judge(asking("crossings.fused"), 5, tensor).misconception, "gave-unfused");
  EXPECT_EQ(judge(asking("ratio.crossings"), 0.6, tensor).misconception, "upside-down");
  EXPECT_TRUE(judge(asking("crossings.unfused"), 10, five).right);
  EXPECT_EQ(judge(asking("crossings.unfused"), 6, five).misconception, "forgot-reread");
  EXPECT_EQ(judge(asking("crossings.unfused"), 5, five).misconception, "reads-only");
  EXPECT_EQ(judge(asking("crossings.unfused"), 2, five).misconception, "gave-fused");
}

TEST(Judge, AClockIsNeverToldOfCountingTwice) {
  Quantities row = tests::quantities_of("x: f32[1024, 1024]\nb: f32[1024]\ny = gelu(x + b)");
  row["measured.time.unfused"] = 10e-6;
  row["measured.ratio.time"] = row["ratio.batch"] = 1.83;
  for (const auto& [asked, guesses] :
       {std::pair{"measured.time.unfused", std::pair{2.3e-6, 71e-6}},
        std::pair{"measured.ratio.time", std::pair{1.2, 2.7}}, std::pair{"ratio.batch", std::pair{1.2, 2.7}}}) {
    for (const double guess : {guesses.first, guesses.second}) {
      const auto told = judge(asking(asked), guess, row);
      EXPECT_FALSE(told.right) << asked << ' ' << guess;
      EXPECT_THAT(told.explanation, testing::Not(testing::ContainsRegex("count|left out|leave"))) << asked;
    }
  }
  EXPECT_THAT(judge(asking("bytes.unfused"), 1.4 * row["bytes.unfused"], row).explanation, testing::HasSubstr("twice"));
}

TEST(Judge, OneNumberSeveralWaysTellsTheLikeliestAndKeepsTheOthersForWhoTeaches) {
  const Quantities row = tests::quantities_of("x: f32[1024, 1024]\nb: f32[1024]\ny = gelu(x + b)");
  const Judgement two = judge(asking("crossings.unfused"), 2, row);
  EXPECT_EQ(two.misconception, "reads-only");
  EXPECT_EQ(two.explanation, base::text("lesson.mistake.reads-only"));
  EXPECT_THAT(two.other_ways, HasSubstr("counting only what is sent back, "));
  EXPECT_THAT(two.other_ways, testing::EndsWith(" or counting shifts"));
}

TEST(Judge, TheTasksOwnMisconceptionComesFirst) {
  Task task = asking("crossings.unfused");
  task.misconceptions = {
      {.id = "mine", .value = "{reads.unfused}", .shape = {}, .explanation = "Mine."},
      {.id = "missing", .value = "{ratio.time} * {measured.time.fused}", .shape = {}, .explanation = "Never."}};
  const Judgement found = judge(task, 29, apart);
  EXPECT_EQ(found.misconception, "mine");
  EXPECT_EQ(found.explanation, "Mine.");
}

TEST(Judge, CountsAreRightOrWrong) {
  EXPECT_TRUE(judge(asking("crossings.unfused"), 47, apart).right);
  EXPECT_FALSE(judge(asking("crossings.unfused"), 47.001, apart).right);
  const Judgement off = judge(asking("crossings.unfused"), 46, apart);
  EXPECT_FALSE(off.right);
  EXPECT_EQ(off.band, Band::within_10_percent);
  EXPECT_EQ(off.misconception, "");
  EXPECT_EQ(off.explanation, base::text("lesson.judge.too_few"));
  EXPECT_EQ(judge(asking("crossings.unfused"), 49, apart).explanation, base::text("lesson.judge.too_many"));
  EXPECT_EQ(judge(asking("crossings.unfused"), 47, apart).explanation, "Right.");
}

TEST(Judge, AWrongCountIsToldWhatFitsIt) {
  const Quantities one = tests::quantities_of("gift: f32[4096, 8192]\ndone = gift + 1");
  const auto said = [&](const char* asked, double guess) { return judge(asking(asked), guess, one).explanation; };
  EXPECT_EQ(said("crossings.unfused", 0), base::text("lesson.judge.none"));
  EXPECT_EQ(said("crossings.unfused", 3), base::text("lesson.judge.too_many.one")) << "there is one worker";
  EXPECT_THAT(said("crossings.unfused", 3), testing::Not(HasSubstr("each worker")));
  const Quantities row = tests::quantities_of("x: f32[1024, 1024]\nb: f32[1024]\ny = gelu(x + b)");
  EXPECT_EQ(judge(asking("crossings.unfused"), 0, row).explanation, base::text("lesson.judge.none"));
  EXPECT_EQ(judge(asking("crossings.unfused"), 7, row).explanation, base::text("lesson.judge.too_many"));
  EXPECT_EQ(judge(asking("crossings.fused"), 6, row).explanation, base::text("lesson.judge.too_many.one"));
}

TEST(Judge, AWrongNumberOfKernelsIsToldHowToCountThem) {
  const Quantities row = tests::quantities_of("x: f32[1024, 1024]\nb: f32[1024]\ny = gelu(x + b)");
  EXPECT_EQ(judge(asking("kernels.unfused"), 7, row).explanation, base::text("lesson.judge.more.kernels"));
  Task jobs = asking("kernels.unfused");
  jobs.counted_in = "jobs";
  EXPECT_EQ(judge(jobs, 7, row).explanation, base::text("lesson.judge.more.tried"));
}

TEST(Judge, BandsBySize) {
  const Quantities one = {
      {"bytes.fused", 1000}, {"ratio.bytes", 2}, {"time.fused", 1}, {"ratio.time", 4}, {"ratio.crossings", 5.0 / 3}};
  const auto band = [&](const char* quantity, double guess) { return judge(asking(quantity), guess, one).band; };
  const auto right = [&](const char* quantity, double guess) { return judge(asking(quantity), guess, one).right; };
  EXPECT_EQ(band("bytes.fused", 1019), Band::exact);
  EXPECT_EQ(band("bytes.fused", 1021), Band::within_10_percent);
  EXPECT_EQ(band("bytes.fused", 1000 / 1.09), Band::within_10_percent);
  EXPECT_EQ(band("bytes.fused", 1101), Band::within_2x);
  EXPECT_EQ(band("bytes.fused", 500), Band::within_2x);
  EXPECT_EQ(band("bytes.fused", 499), Band::wrong);
  EXPECT_EQ(band("bytes.fused", 0), Band::wrong);
  EXPECT_EQ(band("ratio.bytes", 8), Band::right_direction);
  EXPECT_EQ(band("ratio.time", 0.5), Band::wrong);
  EXPECT_TRUE(right("bytes.fused", 1099));
  EXPECT_FALSE(right("bytes.fused", 1101));
  EXPECT_TRUE(right("time.fused", 1.9));
  EXPECT_FALSE(right("time.fused", 2.1));
  EXPECT_TRUE(right("ratio.crossings", 1.67)) << "rounded as a person rounds";
  EXPECT_FALSE(right("ratio.crossings", 1.6));
}

TEST(Judge, AWildRatioIsNotToldOfBytes) {
  for (const char* asked : {"ratio.crossings", "saved.bytes.percent"}) {
    for (double factor : {3.75, 0.2}) {
      const double truth = apart.at(asked);
      const auto said = judge(asking(asked), factor * truth, apart).explanation;
      EXPECT_THAT(said, HasSubstr("each plan by itself")) << asked;
      EXPECT_THAT(said, testing::Not(HasSubstr("bytes"))) << asked;
    }
  }
}

/// What was not counted by trips is not told of tensors that travel.
TEST(Judge, AWildIntensityIsToldToWorkItOutAgain) {
  for (double factor : {100.0, 0.01}) {
    const auto said = judge(asking("intensity.fused"), 50 * factor, {{"intensity.fused", 50}}).explanation;
    EXPECT_THAT(said, HasSubstr("one step at a time"));
    EXPECT_THAT(said, testing::Not(HasSubstr("tensor")));
  }
}

TEST(Judge, ATaskMaySetItsOwnTolerance) {
  Task task = asking("bytes.fused");
  task.tolerance = 0.5;
  EXPECT_TRUE(judge(task, 1400, {{"bytes.fused", 1000}}).right);
  EXPECT_FALSE(judge(task, 1600, {{"bytes.fused", 1000}}).right);
  task.tolerance = 0;
  EXPECT_TRUE(judge(task, 1000, {{"bytes.fused", 1000}}).right);
  EXPECT_FALSE(judge(task, 1001, {{"bytes.fused", 1000}}).right);
}

TEST(Judge, WhatIsNotMeasuredIsNotJudged) {
  const Judgement found = judge(asking("measured.time.fused"), 1, apart);
  EXPECT_FALSE(found.right);
  EXPECT_TRUE(std::isnan(found.truth));
  EXPECT_EQ(found.explanation, base::text("lesson.judge.no_truth"));
}

TEST(Judge, TheTasksChainIsMeant) {
  EXPECT_TRUE(judge(asking("crossings.fused"), 3, {{"c/crossings.fused", 3}, {"crossings.fused", 2}}).right);
}

TEST(ShowAnswer, TheTasksNounStandsBesideAnyNumberButOne) {
  Task task = asking("kernels.unfused");
  task.counted_in = "jobs";
  EXPECT_EQ(lesson::show_answer(task, "kernels.unfused", 0), "0 jobs");
  EXPECT_EQ(lesson::show_answer(task, "kernels.unfused", 1), "1") << "the noun is a plural";
  EXPECT_EQ(lesson::show_answer(task, "kernels.unfused", 2), "2 jobs");
  EXPECT_EQ(lesson::show_answer(task, "kernels.unfused", 16), "16 jobs");
  EXPECT_EQ(lesson::show_answer(task, "kernels.fused", 2), "2 kernels") << "not what the task asks";
}

TEST(Judge, Choices) {
  Task task;
  task.kind = &lesson::kinds::choice;
  task.choices = {"a", "b", "c"};
  task.right = 1;
  task.right_text = "Because b.";
  task.misconceptions = {{.id = "first", .value = {}, .choice = 0, .shape = {}, .explanation = "Not a."}};
  EXPECT_TRUE(judge(task, 1, {}).right);
  EXPECT_EQ(judge(task, 1, {}).explanation, "Because b.");
  EXPECT_EQ(judge(task, 0, {}).misconception, "first");
  EXPECT_EQ(judge(task, 0, {}).explanation, "Not a.");
  EXPECT_FALSE(judge(task, 2, {}).right);
  EXPECT_EQ(judge(task, 2, {}).explanation, "Because b.");
}

}  // namespace judge_test
