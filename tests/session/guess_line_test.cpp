// A guess on a line: dragged, stepped and typed come to the same; the answer and the gap come after the lock.
#include "session/lesson/guess_line.hpp"

#include "charts/bars/number_line.hpp"
#include "figure/box.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

namespace guess_line_test {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

bool says(const figure::Figure& figure, std::string_view words) {
  return std::ranges::any_of(figure.marks, [&](const figure::Mark& mark) {
    const auto* text = std::get_if<figure::Text>(&mark.shape);
    return text != nullptr && text->text.find(words) != std::string::npos;
  });
}

/// Step 4 of lesson 02: how many times fewer crossings?
void open_ratio(Stage& stage) {
  ASSERT_TRUE(stage->open_lesson("02"));
  stage->go_to_step(4);
}

std::string guess(Stage& stage) {
  return stage.node("task.guess")->value;
}

TEST(GuessLine, IsDraggedInRoundSteps) {
  Stage stage;
  open_ratio(stage);
  EXPECT_EQ(stage.node("task.guess")->figure_id, "line");
  const double width = stage.node("figure.line")->figure->width;
  EXPECT_TRUE(stage->act("guess.drag", std::to_string(width / 2) + " 60"));
  EXPECT_EQ(guess(stage), "2");
  EXPECT_TRUE(says(*stage.node("figure.line")->figure, "guess 2 times"));
  EXPECT_TRUE(stage->act("guess.drag", std::to_string(width * 0.42) + " 60"));
  EXPECT_EQ(std::remainder(std::stod(guess(stage)) * 20, 1), 0) << guess(stage);
  EXPECT_TRUE(stage->act("guess.drag", "-50 60"));
  EXPECT_EQ(guess(stage), "0");
  EXPECT_TRUE(stage->act("guess.drag", std::to_string(width * 2) + " 60"));
  EXPECT_EQ(guess(stage), "4") << "the line's end";
}

TEST(GuessLine, LabelsOfNearValuesStandSideBySide) {
  for (const double guess : {0.02, 1.04, 1.05, 1.06, 7.9}) {
    charts::NumberLine line;
    line.to = 8;
    line.low = true;
    line.guess = charts::LinePlace{guess, "1.05x"};
    line.model = charts::LinePlace{1.05, "1.05x"};
    line.width = 400;
    std::vector<figure::Box> labels;
    for (const figure::Mark& mark : figure::at(charts::number_line(line), figure::Stage::model).marks) {
      const auto* text = std::get_if<figure::Text>(&mark.shape);
      if (text != nullptr && text->text.find("1.05x") != std::string::npos) labels.push_back(figure::bounds(*text));
    }
    ASSERT_EQ(labels.size(), 2u) << guess;
    EXPECT_DOUBLE_EQ(labels[0].y, labels[1].y);
    EXPECT_TRUE(labels[0].x + labels[0].width < labels[1].x || labels[1].x + labels[1].width < labels[0].x) << guess;
  }
}

TEST(GuessLine, GoesByStepsFromWhatWasTyped) {
  Stage stage;
  open_ratio(stage);
  EXPECT_TRUE(stage->act("guess.more"));
  EXPECT_EQ(guess(stage), "0.1");
  stage->act("guess.set", "1.65");
  stage->act("guess.more");
  EXPECT_EQ(guess(stage), "1.7");
  stage->act("guess.less");
  EXPECT_EQ(guess(stage), "1.6");
  stage->act("guess.set", "0");
  stage->act("guess.less");
  EXPECT_EQ(guess(stage), "0");
}

TEST(GuessLine, CountsAreWhole) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  stage->go_to_step(7);
  EXPECT_EQ(stage.node("task.guess")->figure_id, "line");
  stage->act("guess.more");
  stage->act("guess.more");
  EXPECT_EQ(guess(stage), "2");
  EXPECT_EQ(stage.node("figure.bytes"), nullptr) << "a stage has one place for a guess";
}

TEST(GuessLine, StandsUnderTheWarehouse) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("01"));
  bool found = false;
  for (int step = 1; step <= 12 && !found; ++step) {
    stage->go_to_step(step);
    found = stage.node("figure.warehouse") != nullptr && stage.node("figure.line") != nullptr;
    if (!found) continue;
    stage->act("guess.drag", std::to_string(stage.node("figure.line")->figure->width * 0.3) + " 60");
    EXPECT_EQ(std::stod(guess(stage)), std::floor(std::stod(guess(stage)))) << "whole ones";
  }
  EXPECT_TRUE(found);
}

TEST(GuessLine, TheAnswerAndTheGapComeWithTheLock) {
  Stage stage;
  open_ratio(stage);
  stage->act("guess.set", "3");
  EXPECT_EQ(stage.node("figure.line")->figure->stage, figure::Stage::guess);
  EXPECT_THAT(stage.everything(), Not(AnyOf(HasSubstr("it is 2.00x"), HasSubstr("It is 2.00x"))));
  const auto before = *stage.node("figure.line")->figure;
  for (int step : {1, 2}) {
    stage->go_to_step(step);
    for (const char* arrow : {"arrow:k1.read.x", "arrow:k1.write.t", "arrow:k2.read.t", "arrow:k2.write.y"}) {
      if (step == 1) stage->act(arrow);
    }
    if (step == 2) {
      for (const char* act : {"arrow:k1.write.t", "arrow:k2.read.t", "guess.lock"}) stage->act(act);
    }
  }
  stage->go_to_step(4);
  ASSERT_TRUE(stage->act("guess.lock"));
  const auto& figure = *stage.node("figure.line")->figure;
  EXPECT_EQ(figure.stage, figure::Stage::model);
  EXPECT_FALSE(says(figure, "you guessed 3 times; it is 2 times")) << "said once:";
  EXPECT_EQ(stage.node("task.answer")->label, "You guessed 3 times. It is 2 times.");
  EXPECT_TRUE(says(figure, "model 2 times"));
  EXPECT_EQ(figure.height, before.height);
  const auto circle = [](const figure::Figure& one) {
    return std::get<figure::Circle>(std::ranges::find(one.marks, "guess", &figure::Mark::id)->shape);
  };
  EXPECT_EQ(circle(figure), circle(before)) << "the frame stays";
  EXPECT_FALSE(stage->act("guess.more")) << "locked";
}

TEST(GuessLine, HasItsEndsFromTheChainAlone) {
  charts::NumberLine line;
  line.quantity = "crossings.unfused";
  line.to = 16;
  for (const double value : {0., 1., 7., 16.}) {
    line.guess = charts::LinePlace{value, "n"};
    const auto figure = charts::number_line(line);
    const auto mark = std::ranges::find(figure.marks, "guess", &figure::Mark::id);
    ASSERT_NE(mark, figure.marks.end());
    EXPECT_NEAR(charts::line_value(line, std::get<figure::Circle>(mark->shape).center.x), value, 1e-9);
  }
}

TEST(GuessLine, AHandIsDrawnToWholeRatios) {
  EXPECT_EQ(session::dragged(2.06, lesson::Unit::ratio), "2");
  EXPECT_EQ(session::dragged(0.94, lesson::Unit::ratio), "1");
  EXPECT_EQ(session::dragged(1.33, lesson::Unit::ratio), "1.35");
  EXPECT_EQ(session::dragged(2.58, lesson::Unit::ratio), "2.6");
}

}  // namespace guess_line_test
