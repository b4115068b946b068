// A lesson's fence `timeline`: the recorded GPU's kernels and the gaps between them, once no time of theirs is asked;
// and the short names of the pictures that a step has of its own.
#include "publish/lesson_figures.hpp"
#include "publish/lesson_html.hpp"
#include "session/state/services.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

namespace timeline_fence_test {

using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

constexpr auto lesson_text = R"(+++
id = "78"
title = "Starts"
minutes = 5
goal = "g"
stage = true
+++
## The gaps

```chain token
x: f32[1, 8192]
r1: f32[1, 8192]
r2: f32[1, 8192]
r3: f32[1, 8192]
y = relu(x + r1 + r2 + r3) * 1.5
```

```timeline token unfused
```

```task
id = "fast"
kind = "number"
asked = "recorded.ratio.stream"
question = "How many times as fast?"
because = "{recorded.ratio.stream}."

[[misconception]]
id = "one"
value = "1"
explanation = "No."
```

## The curve

```chain page
x: f32[256, 8192]
y = relu(x) * 1.5
```

```task
id = "curve"
kind = "sketch"
sweep = "page over size=64K..1M growth"
question = "How does it grow?"
because = "So."
```

```sweep page over size=64K..1M growth
```

```sweep page over size=64K..1M speedup
```
)";

void with_lesson(session::Services& services) {
  const session::Services own = session::own_services({.worker = {}, .own_card = false});
  services.recorded = own.recorded;
  services.recorded_graphs = own.recorded_graphs;
  services.find_lesson = [](std::string_view) { return lesson::parse(lesson_text, "lesson.md"); };
  services.course = [] { return base::Expected<std::vector<lesson::Listed>>(); };
}

TEST(TimelineFence, TellsTheGapsOnceNoTimeIsAsked) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("78"));
  ASSERT_NE(stage.node("figure.recorded"), nullptr) << stage.twin();
  EXPECT_THAT(exporter::to_svg(*stage.node("figure.recorded")->figure), Not(HasSubstr("no kernel runs")));
  EXPECT_THAT(stage.everything(), Not(HasSubstr("idle")));
  ASSERT_TRUE(stage->act("guess.set", "1"));
  ASSERT_TRUE(stage->act("guess.lock"));
  const std::string svg = exporter::to_svg(*stage.node("figure.recorded")->figure);
  EXPECT_THAT(svg, testing::ContainsRegex("5 kernels in [0-9.]+ .?.s; for [0-9.]+ .?.s of that, no kernel runs"));
  EXPECT_THAT(svg, HasSubstr("gap.unfused"));
  EXPECT_THAT(svg, Not(HasSubstr("kernel.fused"))) << "unfused alone";
  EXPECT_THAT(svg, HasSubstr("onetrip figure timeline"));
}

TEST(TimelineFence, IsOnThePageOfTheLesson) {
  const auto parsed = lesson::parse(lesson_text, "lesson.md");
  ASSERT_TRUE(parsed) << base::render(parsed.error());
  const session::Services own = session::own_services({.worker = {}, .own_card = false});
  const auto findings = publish::findings_of(*parsed, own.recorded.get(), *machine::device_named("h200"));
  ASSERT_TRUE(findings);
  const std::string page = publish::lesson_html(*parsed, *findings, {});
  EXPECT_THAT(page, HasSubstr("When does each kernel run?"));
}

TEST(StageTabs, ASketchAndSweepsHaveShortNames) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("78"));
  ASSERT_TRUE(stage->act("guess.set", "1"));
  ASSERT_TRUE(stage->act("guess.lock"));
  stage->go_to_step(2);
  ASSERT_TRUE(stage->act("guess.set", "64K:1 128K:1 256K:1 512K:1 1M:1"));
  ASSERT_TRUE(stage->act("guess.lock"));
  std::vector<std::string> names;
  for (const auto& one : stage.node("stage")->actions) names.push_back(one.label);
  EXPECT_THAT(names, testing::ElementsAre("Your curve", "Growth", "Speedup"));
}

}  // namespace timeline_fence_test
