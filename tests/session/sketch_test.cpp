// A curve drawn by hand: by pointer, keys and typed; nothing of the truth before its lock; then the gap.
#include "session/lesson/sketch.hpp"

#include "device/recorded/recorded_device.hpp"
#include "lesson/loader.hpp"
#include "record/recording.hpp"
#include "record/samples.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace sketch_test {

using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

constexpr auto lesson_text = R"(+++
id = "77"
title = "Copies"
minutes = 5
goal = "g"
+++
## Sketch

```chain one
x: f32[8, 64]
y = cos(x)
```

```chain four
x: f32[8, 64]
y = cos(cos(cos(cos(x))))
```

```class
Where does it bend?
```

```task
id = "curve"
kind = "sketch"
sweep = "one over n=1..8 growth"
question = "Sketch it."
because = "So it is."

[[misconception]]
id = "for-ever"
shape = "flat"
explanation = "Nothing is free for ever."
```

## After

```sweep one over n=1..8 growth
```

Four take {four: time.fused}, {four: ratio.time} times, of {four: crossings.fused} crossings.
)";

std::string copies(int n) {
  std::string op = "x";
  for (int i = 0; i < n; ++i) op = "cos(" + op + ")";
  return "x: f32[8, 64]\ny = " + op + "\n";
}

/// With a recorded card that is as slow as the copies are many from the fourth on.
class SketchStage {
 public:
  SketchStage()
      : stage_([&](session::Services& services) {
          std::vector<record::Measurement> all;
          for (int n = 1; n <= 8; ++n) {
            record::Measurement one = tests::sample_of(copies(n));
            one.provenance.device = "NVIDIA H200";
            for (auto& plan : one.plans) {
              const double factor = plan.plan == "unfused" ? n : std::max(1.0, n / 3.0);
              tests::set_cold(plan, 12.5e-6 * factor);
              tests::set_batch(plan, 12.5e-6 * factor);
            }
            all.push_back(std::move(one));
          }
          record::save(all, folder_.path() / "a.json");
          device::recorded::Options options;
          options.card = "h200";
          options.folders = {folder_.path()};
          services.recorded = device::recorded::make_device(std::move(options));
          services.find_lesson = [](std::string_view) { return lesson::parse(lesson_text, "lesson.md"); };
          services.course = [] { return base::Expected<std::vector<lesson::Listed>>(); };
        }) {
    const auto opened = stage_->open_lesson("77");
    EXPECT_TRUE(opened) << (opened ? "" : base::render(opened.error()));
  }
  Stage* operator->() { return &stage_; }
  session::Session& operator*() { return *stage_; }

  [[nodiscard]] std::string typed() { return stage_.node("task.guess")->value; }
  [[nodiscard]] const figure::Figure& figure() { return *stage_.node("figure.sketch")->figure; }
  /// "x y" where the guess's point at this index would stand for a height: by its marks.
  [[nodiscard]] std::vector<figure::Point> points() {
    std::vector<figure::Point> all;
    for (const auto& mark : figure().marks) {
      const auto* circle = std::get_if<figure::Circle>(&mark.shape);
      if (circle != nullptr && circle->fill) all.push_back(circle->center);
    }
    return all;
  }

 private:
  tests::TemporaryFolder folder_;
  Stage stage_;
};

std::string place(const figure::Point& at, double up = 0) {
  return std::to_string(at.x) + " " + std::to_string(at.y - up);
}

TEST(Sketch, IsTypedWithStraightLinesBetween) {
  SketchStage stage;
  EXPECT_FALSE(stage->node("button.primary")->actions[0].enabled) << "there is nothing to lock";
  (*stage).act("guess.set", "4:1 8:2");
  EXPECT_THAT(stage.figure().description, HasSubstr("Guess: 1 1.00x, 2 1.00x, 3 1.00x, 4 1.00x, 5 "));
  EXPECT_THAT(stage.figure().description, HasSubstr("8 2.00x"));
  EXPECT_TRUE(stage->node("button.primary")->actions[0].enabled);
  (*stage).act("guess.set", "9:2");
  EXPECT_THAT(stage->node("task.message")->label, HasSubstr("no point at 9"));
  EXPECT_FALSE(stage->node("button.primary")->actions[0].enabled);
  (*stage).act("guess.set", "four:2");
  EXPECT_THAT(stage->node("task.message")->label, HasSubstr("'four:2' is not a point"));
  (*stage).act("guess.set", "4:0");
  EXPECT_THAT(stage->node("task.message")->label, HasSubstr("above 0"));
}

TEST(Sketch, IsDrawnInOneStrokeAndUndone) {
  SketchStage stage;
  (*stage).act("guess.set", "8:1");
  const auto level = stage.points();
  ASSERT_EQ(level.size(), 8U);
  // From the first point to the last, over all between them.
  EXPECT_TRUE((*stage).act("guess.drag", place(level[0]) + " down"));
  EXPECT_TRUE((*stage).act("guess.drag", place(level[7], 80)));
  const auto drawn = stage.points();
  ASSERT_EQ(drawn.size(), 8U);
  EXPECT_EQ(drawn[0].y, level[0].y) << "growth begins at one";
  for (std::size_t i = 2; i < 8; ++i) EXPECT_LT(drawn[i].y, drawn[i - 1].y) << i;
  EXPECT_NEAR(drawn[7].y, level[7].y - 80, 6);
  const std::string text = stage.typed();
  EXPECT_TRUE((*stage).act("sketch.undo"));
  EXPECT_EQ(stage.points(), level) << "one stroke, one step back";
  EXPECT_TRUE((*stage).act("sketch.redo"));
  EXPECT_EQ(stage.typed(), text);
  // What is typed is the same curve.
  (*stage).act("guess.set", text);
  EXPECT_EQ(stage.points(), drawn);
}

TEST(Sketch, IsDrawnInALowFrameToo) {
  SketchStage stage;
  for (const auto& [width, height] : {std::pair{325.0, 65.0}, {100.0, 100.0}, {960.0, 100.0}}) {
    (*stage).set_figure_frame(width, height);
    (*stage).act("guess.set", "8:1");
    const auto level = stage.points();
    ASSERT_EQ(level.size(), 8U);
    EXPECT_LT(level[7].y, stage.figure().height);
    (*stage).act("guess.set", "8:4");
    EXPECT_LT(stage.points()[7].y, level[7].y - 10) << "more is farther up, at " << width << "x" << height;
  }
}

TEST(Sketch, GoesPointByPointUnderTheKeys) {
  SketchStage stage;
  EXPECT_FALSE((*stage).act("sketch.undo"));
  for (int i = 0; i < 3; ++i) (*stage).act("sketch.on");
  (*stage).act("guess.more");
  EXPECT_EQ(stage.typed(), "4:1") << "level with the point before";
  (*stage).act("guess.more");
  EXPECT_EQ(stage.typed(), "4:1.2");
  (*stage).act("guess.less");
  (*stage).act("guess.less");
  EXPECT_EQ(stage.typed(), "4:0.85");
  (*stage).act("sketch.back");
  (*stage).act("guess.more");
  EXPECT_EQ(stage.typed(), "3:1 4:0.85");
}

TEST(Sketch, NothingOfTheTruthBeforeTheLock) {
  SketchStage stage;
  (*stage).act("guess.set", "8:1");
  const auto before = stage.points();
  for (const int step : {1, 2}) {
    (*stage).go_to_step(step);
    const std::string all = stage->everything();
    for (const char* planted :
         {"25.0 µs", "2.67x", "1.33x", "bends at 4", "Model: 1", "Recorded from a.json: 1", "recorded,1"}) {
      EXPECT_THAT(all, Not(HasSubstr(planted))) << step;
    }
  }
  EXPECT_THAT(stage->twin(), HasSubstr("Four take ?, ? times, of 2 crossings.")) << "counts are no clock's";
  EXPECT_EQ(stage->node("figure.sweep")->figure->stage, figure::Stage::question);
  (*stage).go_to_step(1);
  ASSERT_TRUE((*stage).act("guess.lock"));
  EXPECT_EQ(stage.figure().stage, figure::Stage::truth);
  const auto after = stage.points();
  for (const auto& point : before) EXPECT_THAT(after, ::testing::Contains(point)) << "the frame stays";
  EXPECT_FALSE((*stage).act("guess.drag", place(before[3], 50))) << "locked";
  EXPECT_FALSE((*stage).act("sketch.undo"));
  (*stage).go_to_step(2);
  EXPECT_EQ(stage->node("figure.sweep")->figure->stage, figure::Stage::truth);
}

TEST(Sketch, TellsTheBendsAndTheGap) {
  SketchStage stage;
  (*stage).act("guess.set", "8:1");
  (*stage).act("guess.lock");
  EXPECT_EQ(stage->node("task.answer")->label,
            "Your curve never bends; the recorded one bends at 4. On average they are 1.61x apart.");
  EXPECT_THAT(stage->twin(), HasSubstr("Nothing is free for ever."));
  EXPECT_EQ(stage.figure().title, "Your curve never bends; the recorded one bends at 4");
  EXPECT_THAT(stage->everything(), HasSubstr("you guessed 1.00x; it is 2.67x"));
  EXPECT_THAT(stage.figure().description, HasSubstr("Recorded from a.json: 1 1.00x"));
  SketchStage right;
  (*right).act("guess.set", "3:1 8:2.6");
  (*right).act("guess.lock");
  EXPECT_THAT(right->twin(), HasSubstr("So it is."));
}

TEST(Sketch, ARoomHasPlacesToBend) {
  SketchStage stage;
  ASSERT_TRUE((*stage).act("class.open"));
  EXPECT_THAT(stage->twin(), HasSubstr("Bends at 4"));
  EXPECT_EQ(stage->node("figure.sketch")->figure->stage, figure::Stage::question);
  EXPECT_THAT(stage->everything(), Not(HasSubstr("2.67x")));
  (*stage).act("class.next");
  (*stage).act("class.next");
  EXPECT_EQ(stage->node("figure.sketch")->figure->stage, figure::Stage::truth);
  const auto* letters = stage->node("class.letter.B");
  ASSERT_NE(letters, nullptr);
  int right = 0;
  for (const auto* node : session::all_nodes((*stage).view()))
    right += node->id.starts_with("class.letter.") && node->selected;
  EXPECT_EQ(right, 1);
}

}  // namespace sketch_test
