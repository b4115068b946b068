// A lesson's fence `levels`: bytes at the three places where they are counted, of the plans that it names, once nothing
// of their chain is asked.
#include "publish/lesson_figures.hpp"
#include "publish/lesson_html.hpp"
#include "session/state/services.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

namespace levels_fence_test {

using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

constexpr auto lesson_text = R"(+++
id = "78"
title = "Places"
minutes = 5
goal = "g"
stage = true
+++
## Three places

```chain norm
x: f32[4096, 8192]
g: f32[8192]
y = rmsnorm(x, g)
```

```plan norm statistics
cuts y.4
```

```task
id = "fused"
kind = "number"
asked = "crossings.fused"
question = "How many?"
because = "{crossings.fused}."
```

```levels norm statistics fused
```
)";

void with_lesson(session::Services& services) {
  const session::Services own = session::own_services({.worker = {}, .own_card = false});
  services.recorded = own.recorded;
  services.recorded_graphs = own.recorded_graphs;
  services.find_lesson = [](std::string_view) { return lesson::parse(lesson_text, "lesson.md"); };
  services.course = [] { return base::Expected<std::vector<lesson::Listed>>(); };
}

TEST(LevelsFence, ShowsThePlansItNamesOnceNothingIsAsked) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("78"));
  EXPECT_EQ(stage.node("figure.levels"), nullptr) << stage.twin();
  ASSERT_TRUE(stage->act("guess.set", "2"));
  ASSERT_TRUE(stage->act("guess.lock"));
  ASSERT_NE(stage.node("figure.levels"), nullptr) << stage.twin();
  const std::string svg = exporter::to_svg(*stage.node("figure.levels")->figure);
  EXPECT_THAT(svg, HasSubstr("read.issued.statistics"));
  EXPECT_THAT(svg, HasSubstr("read.dram.fused"));
  EXPECT_THAT(svg, Not(HasSubstr("unfused."))) << "the fence names two others";
  EXPECT_THAT(svg, HasSubstr("onetrip figure levels"));
}

TEST(LevelsFence, IsOnThePageOfTheLesson) {
  const auto parsed = lesson::parse(lesson_text, "lesson.md");
  ASSERT_TRUE(parsed) << base::render(parsed.error());
  const session::Services own = session::own_services({.worker = {}, .own_card = false});
  const auto findings = publish::findings_of(*parsed, own.recorded.get(), *machine::device_named("h200"));
  ASSERT_TRUE(findings);
  const std::string page = publish::lesson_html(*parsed, *findings, {});
  EXPECT_THAT(page, HasSubstr("read.l2.statistics"));
}

}  // namespace levels_fence_test
