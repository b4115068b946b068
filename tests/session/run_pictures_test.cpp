// A lesson's fence `stage show=TAB`: which of a run's pictures is seen first, and where no run of its own left one.
#include "stage.hpp"

#include <gmock/gmock.h>

namespace run_pictures_test {

using ::testing::HasSubstr;
using tests::Stage;

constexpr auto lesson_text = R"(+++
id = "78"
title = "Pictures"
minutes = 5
goal = "g"
stage = true
+++
## Run

```chain pair
x: f32[4096, 64]
t = relu(x)
y = t * 2
```

```task
id = "run"
kind = "run"
chain = "pair"
question = "Run both."
```

```stage show=kernels
```

## Again

```stage show=roofline
```

```task
id = "again"
kind = "words"
chain = "pair"
question = "What did it show?"
answer = "Two dots."
```

## Ridge

```stage show=roofline
```

```task
id = "ridge"
kind = "number"
chain = "pair"
asked = "machine.ridge"
question = "Where do they meet?"
```
)";

void with_lesson(session::Services& services) {
  services.find_lesson = [](std::string_view) { return lesson::parse(lesson_text, "lesson.md"); };
  services.course = [] { return base::Expected<std::vector<lesson::Listed>>(); };
}

/// The id of the picture that is seen.
std::string seen(Stage& stage) {
  for (const session::Node& picture : stage.node("stage")->children) {
    if (picture.selected) return picture.id;
  }
  return {};
}

void run(Stage& stage) {
  ASSERT_TRUE(stage->act("run.start"));
  stage->wait();
}

TEST(RunPictures, TheOneThatTheStepNamesIsSeenFirstUntilAnotherIsChosen) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("78"));
  EXPECT_EQ(stage.node("figure.timeline"), nullptr) << "nothing ran yet";
  run(stage);
  EXPECT_EQ(seen(stage), "figure.timeline");
  ASSERT_TRUE(stage->act("stage:figure.trips"));
  EXPECT_EQ(seen(stage), "figure.trips");
}

TEST(RunPictures, ARunIsSeenWhoeverLookedAtTheSceneBefore) {
  Stage stage([](session::Services& services) {
    services.course = [] { return base::Expected<std::vector<lesson::Listed>>(); };
    services.find_lesson = [](std::string_view) {
      std::string text(lesson_text);
      return lesson::parse(text.replace(text.find("```task"), 0, "```scene pair\n```\n\n"), "lesson.md");
    };
  });
  ASSERT_TRUE(stage->open_lesson("78"));
  run(stage);
  ASSERT_TRUE(stage->act("stage:figure.warehouse"));
  EXPECT_EQ(seen(stage), "figure.warehouse");
  run(stage);
  EXPECT_EQ(seen(stage), "figure.timeline");
  ASSERT_TRUE(stage->act("stage:figure.trips"));
  run(stage);
  EXPECT_EQ(seen(stage), "figure.trips") << "another picture of the run stays";
}

TEST(RunPictures, AStepWithoutARunShowsWhatOneBeforeItLeft) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("78"));
  run(stage);
  stage->go_to_step(2);
  EXPECT_EQ(seen(stage), "figure.fusing") << "roofs meet where the last step asks";
  stage->go_to_step(3);
  ASSERT_TRUE(stage->act("guess.set", "10"));
  ASSERT_TRUE(stage->act("guess.lock"));
  EXPECT_EQ(seen(stage), "figure.roofline");
  stage->go_to_step(2);
  EXPECT_EQ(seen(stage), "figure.roofline");
}

TEST(RunPictures, TheRoomSeesItOneClickAfterTheAnswer) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("78"));
  run(stage);
  ASSERT_TRUE(stage->act("class.open"));
  EXPECT_EQ(stage.node("figure.trips"), nullptr) << "a run from before the class waits for the room's guess";
  ASSERT_TRUE(stage->act("class.next"));
  stage->wait();
  ASSERT_NE(stage.node("figure.trips"), nullptr) << stage.twin();
  EXPECT_THAT(stage.node("page")->actions.front().label, HasSubstr("figure"));
  ASSERT_TRUE(stage->act("class.next"));
  EXPECT_NE(stage.node("figure.timeline"), nullptr) << stage.twin();
  EXPECT_EQ(stage.node("figure.trips"), nullptr);
}

TEST(RunPictures, TheRoadIsWidenedBelowItsOwnPicture) {
  Stage stage([](session::Services& services) {
    services.course = [] { return base::Expected<std::vector<lesson::Listed>>(); };
    services.find_lesson = [](std::string_view) {
      return lesson::parse(std::string(lesson_text) + "\n## Road\n\n```bandwidth pair\n```\n", "lesson.md");
    };
  });
  ASSERT_TRUE(stage->open_lesson("78"));
  stage->go_to_step(4);
  EXPECT_EQ(seen(stage), "figure.road");
  const auto& on_stage = stage.node("stage")->children;
  EXPECT_EQ(std::ranges::count(on_stage, "road.width", &session::Node::id), 1);
  EXPECT_EQ(stage.node("road.width")->actions.size(), 1u) << "by hand, or by Left and Right";
}

}  // namespace run_pictures_test
