// A lesson's attention: nothing struck while the ratio is asked; its times below their task alone.
#include "publish/lesson_figures.hpp"
#include "publish/lesson_html.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

namespace attention_fence_test {

using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

constexpr auto lesson_text = R"(+++
id = "78"
title = "Attention"
minutes = 5
goal = "g"
+++
## The box

```chain one
x: f32[64, 64]
y = relu(x)
```

```attention strip
```

```task
id = "box"
kind = "number"
chain = "one"
asked = "attention.ratio"
question = "How many times fewer bytes?"
because = "{attention.ratio}."

[[misconception]]
id = "half"
value = "2"
explanation = "No."
```

## And time?

```task
id = "time"
kind = "choice"
chain = "one"
question = "As much?"
choices = ["Yes.", "No."]
right = "B"
because = "So it is."

[[misconception]]
id = "yes"
choice = "A"
explanation = "No."
```

```attention times
```
)";

void with_lesson(session::Services& services) {
  services.find_lesson = [](std::string_view) { return lesson::parse(lesson_text, "lesson.md"); };
  services.course = [] { return base::Expected<std::vector<lesson::Listed>>(); };
}

TEST(AttentionFence, IsStruckOutWithTheAnswer) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("78"));
  ASSERT_NE(stage.node("figure.attention"), nullptr) << stage.twin();
  EXPECT_THAT(exporter::to_svg(*stage.node("figure.attention")->figure), HasSubstr("what does nobody outside ask for"));
  for (const char* early : {"33.0x", "4.19 MB", "never set down"}) {
    EXPECT_THAT(stage.everything(), Not(HasSubstr(early)));
    EXPECT_THAT(exporter::to_svg(*stage.node("figure.attention")->figure), Not(HasSubstr(early)));
  }
  ASSERT_TRUE(stage->act("guess.set", "2"));
  ASSERT_TRUE(stage->act("guess.lock"));
  EXPECT_THAT(stage.node("figure.attention")->figure->title, HasSubstr("33.0x fewer"));
}

TEST(AttentionFence, ItsTimesComeBelowTheirTaskAndAreImported) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("78"));
  ASSERT_TRUE(stage->act("guess.set", "2"));
  ASSERT_TRUE(stage->act("guess.lock"));
  ASSERT_TRUE(stage->act("next"));
  EXPECT_EQ(stage.node("figure.ways"), nullptr);
  ASSERT_TRUE(stage->act("choice:B"));
  ASSERT_TRUE(stage->act("guess.lock"));
  ASSERT_NE(stage.node("figure.ways"), nullptr) << stage.twin();
  const std::string svg = exporter::to_svg(*stage.node("figure.ways")->figure);
  EXPECT_THAT(svg, HasSubstr("imported, PyTorch"));
  EXPECT_THAT(svg, HasSubstr("onetrip figure attention"));
}

TEST(AttentionFence, TheRoomSeesTheStripAndThenItStruck) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("78"));
  ASSERT_TRUE(stage->act("class.open"));
  ASSERT_NE(stage.node("figure.attention"), nullptr) << stage.twin();
  EXPECT_THAT(stage.everything(), Not(HasSubstr("33.0x")));
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(stage->act("class.next"));
  ASSERT_NE(stage.node("figure.attention"), nullptr) << stage.twin();
  EXPECT_THAT(stage.twin(), HasSubstr("33.0x"));
}

TEST(AttentionFence, IsAmongTheFiguresOfTheLessonAndOnItsPage) {
  const auto parsed = lesson::parse(lesson_text, "lesson.md");
  ASSERT_TRUE(parsed);
  const auto findings = publish::findings_of(*parsed, nullptr, *machine::device_named("h200"));
  ASSERT_TRUE(findings);
  std::vector<std::string> names;
  for (const auto& one : publish::lesson_figures(*parsed, *findings, {})) {
    if (one.name.starts_with("attention")) names.push_back(one.name);
  }
  EXPECT_THAT(names, testing::ElementsAre("attention-strip", "attention-times"));
  const std::string page = publish::lesson_html(*parsed, *findings, {});
  const auto struck = page.find("33.0x fewer"), asked = page.find("what does nobody outside ask for");
  ASSERT_NE(asked, std::string::npos);
  ASSERT_NE(struck, std::string::npos) << "drawn again behind the answer";
  EXPECT_LT(asked, struck);
  EXPECT_LT(page.find("class=\"reveal\""), struck);
}

}  // namespace attention_fence_test
