// A lesson's ladder: recorded, told below its task alone, in the window, the class view and the folder of figures.
#include "publish/lesson_figures.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

namespace lesson_ladder_test {

using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

constexpr auto lesson_text = R"(+++
id = "77"
title = "Ladder"
minutes = 5
goal = "g"
+++
## Climb

```chain one
x: f32[64, 64]
y = relu(x)
```

```task
id = "which"
kind = "choice"
chain = "one"
question = "Which one?"
choices = ["This one.", "That one."]
right = "A"
because = "So it is."

[[misconception]]
id = "that"
choice = "B"
explanation = "No."
```

```ladder costume
```
)";

void with_lesson(session::Services& services) {
  services.find_lesson = [](std::string_view) { return lesson::parse(lesson_text, "lesson.md"); };
  services.course = [] { return base::Expected<std::vector<lesson::Listed>>(); };
}

TEST(LessonLadder, StandsBelowItsTaskOnceThatIsAnsweredAndSaysThatItIsRecorded) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("77"));
  EXPECT_EQ(stage.node("figure.ladder"), nullptr);
  EXPECT_THAT(stage.everything(), Not(HasSubstr("v2_costume")));
  ASSERT_TRUE(stage->act("choice:A"));
  ASSERT_TRUE(stage->act("guess.lock"));
  ASSERT_NE(stage.node("figure.ladder"), nullptr) << stage.twin();
  const std::string svg = exporter::to_svg(*stage.node("figure.ladder")->figure);
  EXPECT_THAT(svg, HasSubstr("recorded (bytes by counters)"));
  EXPECT_THAT(svg, HasSubstr("onetrip figure ladder costume"));
  EXPECT_THAT(stage.twin(), HasSubstr("v2_costume"));
}

TEST(LessonLadder, FollowsTheTruthInClass) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("77"));
  ASSERT_TRUE(stage->act("class.open"));
  for (int click = 0; click < 3 && stage.node("figure.ladder") == nullptr; ++click) {
    EXPECT_THAT(stage.everything(), Not(HasSubstr("v2_costume")));
    ASSERT_TRUE(stage->act("class.next"));
  }
  ASSERT_NE(stage.node("figure.ladder"), nullptr) << stage.twin();
  ASSERT_TRUE(stage->act("class.back"));
  EXPECT_EQ(stage.node("figure.ladder"), nullptr);
}

TEST(LessonLadder, IsTheLastOfALessonsFigures) {
  const auto lesson = lesson::parse(lesson_text, "lesson.md");
  ASSERT_TRUE(lesson);
  const auto findings = publish::findings_of(*lesson, nullptr, machine::device_named("h200").value());
  ASSERT_TRUE(findings);
  const auto figures = publish::lesson_figures(*lesson, *findings, {});
  ASSERT_FALSE(figures.empty());
  EXPECT_EQ(figures.back().name, "ladder-costume");
  EXPECT_FALSE(figures.back().closed({}));
}

}  // namespace lesson_ladder_test
