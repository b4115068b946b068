// Curves drawn by hand: judged by their bend and by how far off they are; planted ones are known by their shape.
#include "lesson/sketch.hpp"

#include "lesson/answers.hpp"
#include "lesson/kinds/kind.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace sketch_test {

using lesson::Curve;
using lesson::Shape;
using lesson::SweepHeight;

lesson::Task growth() {
  lesson::Task task;
  task.id = "curve";
  task.kind = &lesson::kinds::sketch;
  task.over = chain::parse_axis("n=1..32").value();  // 1 2 3 4 6 8 12 16 24 32
  task.height = SweepHeight::growth;
  task.right_text = "because";
  return task;
}

/// Flat to n = 3, then each op is paid; unfused each is paid from the first on.
lesson::SketchTruth bends_at(double free) {
  lesson::SketchTruth truth;
  for (const std::int64_t n : chain::places(growth().over)) {
    truth.asked.emplace_back(std::max(1.0, static_cast<double>(n) / free));
    truth.other.emplace_back(static_cast<double>(n));
  }
  return truth;
}

template <class Height>
Curve curve(Height height) {
  Curve drawn;
  for (const std::int64_t n : chain::places(growth().over)) drawn[n] = height(static_cast<double>(n));
  return drawn;
}

lesson::SketchJudgement judged(const Curve& drawn, double free = 6) {
  return lesson::judge_sketch(growth(), drawn, bends_at(free));
}

TEST(Sketch, IsRightNearTheTruthThoughNotOnIt) {
  const auto exact = judged(curve([](double n) { return std::max(1.0, n / 6); }));
  EXPECT_TRUE(exact.right);
  EXPECT_NEAR(exact.factor, 1, 1e-9);
  EXPECT_EQ(exact.bend, 5U);  // n = 8
  EXPECT_EQ(exact.explanation, "because");
  const auto near = judged(curve([](double n) { return std::max(1.0, n / 5); }));
  EXPECT_TRUE(near.right) << near.factor;
  EXPECT_GT(near.factor, 1);
}

TEST(Sketch, NamesTheWidestGap) {
  const auto flat = judged(curve([](double) { return 1; }));
  EXPECT_FALSE(flat.right);
  EXPECT_EQ(flat.widest, 9U);  // at n = 32
  EXPECT_EQ(flat.guess, 1);
  EXPECT_NEAR(flat.truth, 32.0 / 6, 1e-9);
}

TEST(Sketch, EachShapeIsKnown) {
  const std::vector<std::pair<Shape, Curve>> planted = {
      {Shape::flat, curve([](double) { return 1; })},
      {Shape::straight, curve([](double n) { return n; })},
      {Shape::falling, curve([](double n) { return 1 / n; })},
      {Shape::early, curve([](double n) { return std::max(1.0, std::pow(n / 1.5, 0.5)); })},
      {Shape::late, curve([](double n) { return std::max(1.0, n / 14); })},
      {Shape::steep, curve([](double n) { return std::max(1.0, std::pow(n / 6, 3)); })},
      {Shape::gentle, curve([](double n) { return n < 7 ? 1.0 : 1.2; })},
      {Shape::steep, curve([](double n) { return n < 7    ? 1.0
                                                 : n < 30 ? 9.0
                                                          : 5.0; })},  // though it ends below
  };
  for (const auto& [shape, drawn] : planted) {
    const auto judgement = judged(drawn);
    ASSERT_FALSE(judgement.right) << name(shape);
    ASSERT_FALSE(judgement.shapes.empty()) << name(shape);
    EXPECT_EQ(name(judgement.shapes.front()), name(shape));
    EXPECT_EQ(judgement.misconception, "sketch-" + std::string(name(shape)));
    EXPECT_NE(judgement.explanation, "lesson.mistake." + judgement.misconception) << "it has words";
  }
}

TEST(Sketch, TheOtherPlansCurveIsKnownWhereItIsAnother) {
  lesson::Task task = growth();
  lesson::SketchTruth truth = bends_at(6);
  for (auto& height : truth.other) height = std::sqrt(*height);
  const auto judgement = lesson::judge_sketch(task, curve([](double n) { return std::sqrt(n); }), truth);
  ASSERT_FALSE(judgement.right);
  EXPECT_EQ(name(judgement.shapes.front()), name(Shape::other));
}

TEST(Sketch, WherePlansGrowAlikeNoneIsTakenForTheOther) {
  lesson::SketchTruth truth = bends_at(4);
  for (std::size_t i = 0; i < truth.other.size(); ++i) truth.other[i] = *truth.asked[i] * 1.1;
  const auto judgement = lesson::judge_sketch(growth(), curve([](double n) { return n < 16 ? 1.0 : n / 4; }), truth);
  ASSERT_FALSE(judgement.right);
  EXPECT_EQ(name(judgement.shapes.front()), name(Shape::late));
}

TEST(Sketch, TheLessonsOwnWordsComeFirst) {
  lesson::Task task = growth();
  task.misconceptions.push_back({.id = "mine", .value = {}, .choice = -1, .shape = "flat", .explanation = "own words"});
  const auto judgement = lesson::judge_sketch(task, curve([](double) { return 1; }), bends_at(6));
  EXPECT_EQ(judgement.misconception, "mine");
  EXPECT_EQ(judgement.explanation, "own words");
}

TEST(Sketch, WithoutATruthNothingIsJudged) {
  const auto judgement = lesson::judge_sketch(growth(), curve([](double) { return 1; }), {});
  EXPECT_FALSE(judgement.right);
  EXPECT_FALSE(judgement.true_bend);
  EXPECT_TRUE(std::isnan(judgement.truth));
  EXPECT_TRUE(judgement.misconception.empty());
  EXPECT_TRUE(lesson::sketch_letters(growth(), {}).empty());
}

TEST(Sketch, LettersArePlacesToBendWithTheTrueOneAmongThem) {
  for (const double free : {1.0, 2.5, 6.0, 14.0, 1000.0}) {
    const auto letters = lesson::sketch_letters(growth(), bends_at(free));
    ASSERT_GE(letters.size(), 3U) << free;
    EXPECT_LE(letters.size(), 5U);
    EXPECT_EQ(std::ranges::count(letters, true, &lesson::Letter::right), 1) << free;
    EXPECT_TRUE(std::ranges::is_sorted(letters, {}, &lesson::Letter::value));
    EXPECT_EQ(letters.front().words, "Climbs at once");
    EXPECT_EQ(letters.back().words, "Flat to the end");
  }
}

TEST(Sketch, IsKeptInTheStudentsFile) {
  lesson::AnswerEvent event;
  event.lesson = "03";
  event.task = "curve";
  event.answer.locked = true;
  event.answer.typed = "32:5";
  event.answer.curve = curve([](double n) { return std::max(1.0, n / 6); });
  const auto read = lesson::read_answers(lesson::sealed_line(event, ""), "file");
  ASSERT_EQ(read.events.size(), 1U) << base::render(read.flaws);
  EXPECT_EQ(read.events[0].answer, event.answer);
  EXPECT_TRUE(lesson::answers_task(event.answer, growth()));
}

TEST(Sketch, WhatIsNoCurveOfItsTaskIsNoAnswer) {
  lesson::Answer answer;
  answer.curve = curve([](double) { return 1; });
  EXPECT_TRUE(lesson::answers_task(answer, growth()));
  answer.locked = true;
  answer.curve.erase(8);
  EXPECT_FALSE(lesson::answers_task(answer, growth())) << "a point is left out";
  answer.curve[8] = -1;
  EXPECT_FALSE(lesson::answers_task(answer, growth()));
  answer.curve[8] = std::nan("");
  EXPECT_FALSE(lesson::answers_task(answer, growth()));
  answer.curve[8] = 1;
  answer.curve[9] = 1;
  EXPECT_FALSE(lesson::answers_task(answer, growth())) << "there is no such place";
  answer.curve.erase(9);
  answer.curve[1] = 2;
  EXPECT_FALSE(lesson::answers_task(answer, growth())) << "growth begins at 1";
  lesson::Task other = growth();
  other.kind = &lesson::kinds::number;
  EXPECT_FALSE(lesson::answers_task(answer, other));
}

}  // namespace sketch_test
