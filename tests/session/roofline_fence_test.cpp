// A lesson's fence `roofline`: dots under the recorded GPU's roofs, once nothing of their chain is asked.
#include "publish/lesson_figures.hpp"
#include "publish/lesson_html.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

namespace roofline_fence_test {

using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

constexpr auto lesson_text = R"(+++
id = "78"
title = "Attention"
minutes = 5
goal = "g"
+++
## The dots

```chain heads
q: bf16[4, 16, 4096, 128]
k: bf16[4, 16, 4096, 128]
v: bf16[4, 16, 4096, 128]
s = q @ transpose(k)
p = softmax(s)
o = p @ v
```

```task
id = "count"
kind = "number"
asked = "crossings.eager"
question = "How many?"
because = "{crossings.eager}."

[[misconception]]
id = "one"
value = "1"
explanation = "No."
```

```roofline heads eager
```
)";

void with_lesson(session::Services& services) {
  services.find_lesson = [](std::string_view) { return lesson::parse(lesson_text, "lesson.md"); };
  services.course = [] { return base::Expected<std::vector<lesson::Listed>>(); };
}

TEST(RooflineFence, ComesWithTheAnswer) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("78"));
  EXPECT_EQ(stage.node("figure.roofline"), nullptr) << stage.twin();
  ASSERT_TRUE(stage->act("guess.set", "1"));
  ASSERT_TRUE(stage->act("guess.lock"));
  ASSERT_NE(stage.node("figure.roofline"), nullptr) << stage.twin();
  const std::string svg = exporter::to_svg(*stage.node("figure.roofline")->figure);
  EXPECT_THAT(svg, HasSubstr("eager"));
  EXPECT_THAT(svg, Not(HasSubstr("unfused, model")));
  EXPECT_THAT(svg, HasSubstr("--cuts eager"));
}

TEST(RooflineFence, TheRoomSeesItBehindTheAnswer) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("78"));
  ASSERT_TRUE(stage->act("class.open"));
  // What to answer, the answer, then the figure behind it.
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(stage.node("figure.roofline"), nullptr) << stage.twin();
    ASSERT_TRUE(stage->act("class.next"));
  }
  EXPECT_NE(stage.node("figure.roofline"), nullptr) << stage.twin();
}

TEST(RooflineFence, IsAmongTheFiguresOfTheLessonAndOnItsPage) {
  const auto parsed = lesson::parse(lesson_text, "lesson.md");
  ASSERT_TRUE(parsed);
  const auto findings = publish::findings_of(*parsed, nullptr, *machine::device_named("h200"));
  ASSERT_TRUE(findings);
  std::vector<std::string> names;
  for (const auto& one : publish::lesson_figures(*parsed, *findings, {})) {
    if (one.name.starts_with("roofline")) names.push_back(one.name);
  }
  EXPECT_THAT(names, testing::ElementsAre("roofline-heads"));
  const std::string page = publish::lesson_html(*parsed, *findings, {});
  const auto reveal = page.find("class=\"reveal\""), dots = page.find("Arithmetic intensity");
  ASSERT_NE(dots, std::string::npos);
  EXPECT_LT(reveal, dots);
}

}  // namespace roofline_fence_test
