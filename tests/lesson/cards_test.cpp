// Cards of lessons: their ids stay, their numbers are fresh, and what can't be asked by itself is not asked.
#include "lesson/cards.hpp"

#include "lesson/loader.hpp"
#include "machine/cards.hpp"
#include "machine/device_spec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace cards_test {

using lesson::Card;
using testing::HasSubstr;
using testing::Not;

const machine::DeviceSpec& spec() {
  static const machine::DeviceSpec found = machine::device_named(machine::course_card).value();
  return found;
}

lesson::Lesson parsed(const std::string& body) {
  const auto lesson =
      lesson::parse("+++\nid = \"07\"\ntitle = \"T\"\nminutes = 5\ngoal = \"G\"\n+++\n## S\n" + body, "l.md");
  EXPECT_TRUE(lesson) << (lesson ? "" : base::render(lesson.error()));
  return lesson.value_or(lesson::Lesson{});
}

const std::string two_ops = R"(```chain two
x: f32[4096, 4096]
y = relu(x * 2)
```
```task
id = "count"
kind = "number"
asked = "crossings.unfused"
question = "How many?"
because = "Each op: {crossings.unfused}."
```
```recall
What does it move, and how much?
= It moves {bytes.fused}
= in all.
A second one?
= Yes.
```
)";

TEST(Cards, OfALessonInItsOrder) {
  const auto cards = lesson::cards_of(parsed(two_ops));
  ASSERT_EQ(cards.size(), 3u);
  EXPECT_EQ(cards[0].id, "07/count");
  EXPECT_EQ(cards[0].task, "count");
  EXPECT_TRUE(cards[1].task.empty());
  EXPECT_EQ(cards[1].after, "count") << "shown once that is answered";
  EXPECT_EQ(cards[2].nth, 1u);
  // Another answer, another place: the same card.
  std::string moved = two_ops;
  moved.replace(moved.find("= Yes."), 6, "= No.");
  moved.insert(0, "Prose.\n\n## T\n");
  EXPECT_EQ(lesson::cards_of(parsed(moved))[2].id, cards[2].id);
}

TEST(Cards, NumbersAreFresh) {
  const auto lesson = parsed(two_ops);
  const auto cards = lesson::cards_of(lesson);
  std::set<std::string> answers;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const auto asked = lesson::ask(cards[1], lesson, seed, spec(), {});
    ASSERT_TRUE(asked);
    EXPECT_EQ(asked->question, "What does it move, and how much?");
    EXPECT_THAT(asked->answer, HasSubstr("It moves "));
    EXPECT_THAT(asked->answer, HasSubstr(" in all."));
    EXPECT_THAT(asked->answer, Not(HasSubstr("{")));
    answers.insert(asked->answer);
  }
  EXPECT_GT(answers.size(), 1u);
  EXPECT_EQ(lesson::ask(cards[1], lesson, 3, spec(), {})->answer, lesson::ask(cards[1], lesson, 3, spec(), {})->answer);
}

TEST(Cards, ATaskIsAskedOverOtherChains) {
  const auto lesson = parsed(two_ops);
  const Card card = lesson::cards_of(lesson)[0];
  std::set<std::string> answers;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const auto asked = lesson::ask(card, lesson, seed, spec(), {});
    ASSERT_TRUE(asked);
    EXPECT_FALSE(asked->answer.empty());
    EXPECT_NE(asked->chain, nullptr);
    answers.insert(asked->answer);
  }
  EXPECT_GT(answers.size(), 1u);
}

TEST(Cards, WhatAnOpenTaskAsksIsNotTold) {
  const auto lesson = parsed(two_ops);
  const Card card = lesson::cards_of(lesson)[0];
  const lesson::QuizRules closed{
      .at_most = true, .closed = [](const chain::Chain&, std::string_view) { return true; }, .recorded = {}};
  EXPECT_FALSE(lesson::ask(card, lesson, 1, spec(), closed));
}

TEST(Cards, WhatOnlyARunTellsIsNoCard) {
  const auto lesson = parsed(R"(```chain two
x: f32[4096, 4096]
y = relu(x * 2)
```
```recall
How long?
= {machine.launch}
```
)");
  const auto cards = lesson::cards_of(lesson);
  ASSERT_EQ(cards.size(), 1u);
  EXPECT_TRUE(lesson::ask(cards[0], lesson, 1, spec(), {})) << "the data sheet knows it";
  Card gone = cards[0];
  gone.nth = 7;
  EXPECT_FALSE(lesson::ask(gone, lesson, 1, spec(), {})) << "the lesson has changed meanwhile";
  gone.step = 9;
  EXPECT_FALSE(lesson::ask(gone, lesson, 1, spec(), {}));
}

TEST(Cards, OfTheCourseHaveIdsOfTheirOwn) {
  const auto course = lesson::course();
  ASSERT_TRUE(course);
  std::set<std::string> ids;
  for (const lesson::Listed& one : *course) {
    const auto lesson = lesson::load(one.path);
    ASSERT_TRUE(lesson);
    const auto cards = lesson::cards_of(*lesson);
    EXPECT_FALSE(cards.empty()) << one.id;
    for (const Card& card : cards) EXPECT_TRUE(ids.insert(card.id).second) << card.id;
  }
}

}  // namespace cards_test
