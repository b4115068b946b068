// A lesson's fence `refusal`: why kernels stay apart, once its task is answered, as the plan itself says it.
#include "publish/refusal_fence.hpp"

#include "publish/lesson_html.hpp"
#include "stage.hpp"
#include "study/plans.hpp"

#include <gmock/gmock.h>

namespace refusal_fence_test {

using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

constexpr auto lesson_text = R"(+++
id = "79"
title = "Refused"
minutes = 5
goal = "g"
+++
## Two products

```chain two
x: bf16[64, 64]
w: bf16[64, 64]
v: bf16[64, 64]
t = x @ w
y = t @ v
```

```task
id = "count"
kind = "number"
asked = "kernels.fused"
question = "How many kernels?"
because = "{kernels.fused}."
```

```class
{kernels.fused}.
```

A library may do better: {fact 1 kernel; source a hand-written one}.

```refusal two
```

## Asked again

```task
id = "again"
kind = "number"
chain = "two"
asked = "crossings.fused"
question = "How many trips?"
because = "{crossings.fused}."
```
)";

constexpr auto reason = "two products are two kernels";

void with_lesson(session::Services& services) {
  services.find_lesson = [](std::string_view) { return lesson::parse(lesson_text, "lesson.md"); };
  services.course = [] { return base::Expected<std::vector<lesson::Listed>>(); };
}

TEST(RefusalFence, ComesWhenNothingIsAskedOfItsChain) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("79"));
  EXPECT_THAT(stage.everything(), Not(HasSubstr(reason)));
  ASSERT_TRUE(stage->act("guess.set", "2") && stage->act("guess.lock"));
  EXPECT_THAT(stage.everything(), Not(HasSubstr(reason))) << "the next step still asks";
  ASSERT_TRUE(stage->act("next"));
  ASSERT_TRUE(stage->act("guess.set", "6") && stage->act("guess.lock"));
  ASSERT_TRUE(stage->act("back"));
  EXPECT_THAT(stage.everything(), HasSubstr(reason)) << stage.twin();
}

TEST(RefusalFence, SourcesOfWhatStandsBelowATaskWaitWithIt) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("79"));
  EXPECT_THAT(stage.everything(), Not(HasSubstr("a hand-written one")));
  ASSERT_TRUE(stage->act("guess.set", "2") && stage->act("guess.lock"));
  EXPECT_THAT(stage.everything(), HasSubstr("a hand-written one"));
}

std::string words_of(const char* text) {
  const auto chain = std::make_shared<const chain::Chain>(chain::parse(text, "chain").value());
  return publish::refusal_words(study::plans_of(chain, {}, machine::Limits(57856)).value().at(1));
}

TEST(RefusalFence, SaysThatNothingKeepsThemApart) {
  EXPECT_EQ(words_of("x: f32[64, 64]\nt = relu(x)\ny = exp(t)\n"), "Onetrip says: nothing keeps these ops apart here.");
}

/// Lesson 08 tells these reasons in its own words before the program says them.
TEST(RefusalFence, LessonEightMeetsFourReasons) {
  const auto lesson = lesson::find("08");
  ASSERT_TRUE(lesson);
  const auto of = [&](const char* name) {
    return publish::refusal_words(study::plans_of(lesson->chains.at(name), {}, machine::Limits(57856)).value().at(1));
  };
  EXPECT_THAT(of("long-share"), HasSubstr("cannot stay on chip"));
  EXPECT_THAT(of("sizes"), HasSubstr("neither is a part of the other"));
  EXPECT_THAT(of("before"), HasSubstr("Every tile"));
  EXPECT_THAT(of("products"), HasSubstr("each tile holds only a part of them"));
  EXPECT_THAT(of("share"), HasSubstr("nothing keeps"));
  EXPECT_THAT(of("wanted"), HasSubstr("nothing keeps"));
}

}  // namespace refusal_fence_test
