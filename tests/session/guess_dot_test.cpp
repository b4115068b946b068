// The dot on the roofline: dragged, stepped and typed come to the same; the answer comes with the lock.
#include "session/lesson/guess_dot.hpp"

#include "lesson/loader.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

namespace guess_dot_test {

using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

constexpr auto lesson_text = R"(+++
id = "77"
title = "Dots"
minutes = 5
goal = "g"
+++
## The ridge

```chain axpb
x: f32[64, 64]
t = x * 1.5
y = t + 0.25
```

```task
id = "ridge"
kind = "number"
asked = "machine.ridge"
question = "Where is the ridge?"
```

## The dot

```task
id = "dot"
kind = "number"
asked = "intensity.fused"
given = ["crossings.unfused", "crossings.fused", "intensity.unfused"]
question = "Where does it lie?"
because = "There, at {intensity.fused}."
```
)";

class DotStage : public Stage {
 public:
  DotStage()
      : Stage([](session::Services& services) {
          services.find_lesson = [](std::string_view) { return lesson::parse(lesson_text, "lesson.md"); };
          services.course = [] { return base::Expected<std::vector<lesson::Listed>>(); };
        }) {
    EXPECT_TRUE((*this)->open_lesson("77"));
  }
  void answer_ridge() {
    (*this)->go_to_step(1);
    (*this)->act("guess.set", "10");
    (*this)->act("guess.lock");
    (*this)->go_to_step(2);
  }
  std::string guess() { return node("task.guess")->value; }
};

figure::Point place_of(const figure::Figure& figure, std::string_view id) {
  const auto found = std::ranges::find(figure.marks, id, &figure::Mark::id);
  EXPECT_NE(found, figure.marks.end());
  const auto& rect = std::get<figure::Rect>(found->shape);
  return {rect.at.x + rect.width / 2, rect.at.y + rect.height / 2};
}

TEST(GuessDot, StandsUnderNoRoofsThatAreAsked) {
  DotStage stage;
  stage->go_to_step(2);
  EXPECT_EQ(stage.node("figure.dot"), nullptr) << "the roofs tell the ridge";
  EXPECT_EQ(stage.node("task.guess")->figure_id, "");
  stage.answer_ridge();
  ASSERT_NE(stage.node("figure.dot"), nullptr);
  EXPECT_EQ(stage.node("task.guess")->figure_id, "dot");
}

TEST(GuessDot, IsDraggedAndSteppedAlongTheRoof) {
  DotStage stage;
  stage.answer_ridge();
  const double width = stage.node("figure.dot")->figure->width;
  stage->act("guess.drag", std::to_string(width / 3) + " 100");
  const double low = std::stod(stage.guess());
  const auto there = place_of(*stage.node("figure.dot")->figure, "guess");
  EXPECT_NEAR(there.x, width / 3, width / 100) << "to two figures";
  stage->act("guess.drag", std::to_string(width / 2.5) + " 100");
  EXPECT_GT(std::stod(stage.guess()), low);
  EXPECT_LT(place_of(*stage.node("figure.dot")->figure, "guess").y, there.y) << "up the slope, wherever the pointer is";
  stage->act("guess.set", "0.25");
  const auto typed = place_of(*stage.node("figure.dot")->figure, "guess");
  stage->act("guess.more");
  EXPECT_GT(place_of(*stage.node("figure.dot")->figure, "guess").x, typed.x);
  stage->act("guess.less");
  EXPECT_EQ(stage.guess(), "0.25");
}

TEST(GuessDot, TheAnswerAndTheGapComeWithTheLock) {
  DotStage stage;
  stage.answer_ridge();
  stage->act("guess.set", "0.5");
  EXPECT_EQ(stage.node("figure.dot")->figure->stage, figure::Stage::guess);
  // Two operations over two crossings of four bytes.
  EXPECT_THAT(stage.everything(), Not(HasSubstr("0.250")));
  EXPECT_THAT(stage.everything(), HasSubstr("unfused, model: 0.125 FLOP/byte")) << "it is given";
  const auto before = place_of(*stage.node("figure.dot")->figure, "guess");
  ASSERT_TRUE(stage->act("guess.lock"));
  EXPECT_EQ(stage.node("figure.dot")->figure->stage, figure::Stage::model);
  EXPECT_THAT(stage.everything(), HasSubstr("you guessed 0.500; it is 0.250"));
  EXPECT_EQ(place_of(*stage.node("figure.dot")->figure, "guess").x, before.x) << "the frame stays";
  EXPECT_FALSE(stage->act("guess.more")) << "locked";
}

TEST(GuessDot, ARoomSeesTheRoofsAndThenTheDot) {
  DotStage stage;
  stage.answer_ridge();
  stage->act("class.open");
  ASSERT_NE(stage.node("figure.dot"), nullptr);
  EXPECT_EQ(stage.node("figure.dot")->figure->stage, figure::Stage::question);
  stage->act("class.next");
  stage->act("class.next");
  EXPECT_GE(stage.node("figure.dot")->figure->stage, figure::Stage::model);
}

}  // namespace guess_dot_test
