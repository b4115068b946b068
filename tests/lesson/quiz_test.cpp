// Quizzes: hung on their seed, every chain legal, every answer the engine's, none given away.
#include "lesson/quiz.hpp"

#include "lesson/loader.hpp"
#include "lesson/quiz_text.hpp"
#include "plan/fusion_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace {

using lesson::Letter;
using lesson::QuizItem;
using testing::HasSubstr;
using testing::Not;

const machine::DeviceSpec& h200() {
  static const machine::DeviceSpec spec = machine::device_named("h200").value();
  return spec;
}

std::vector<lesson::Lesson> lessons(const std::vector<std::string>& ids) {
  std::vector<lesson::Lesson> found;
  for (const std::string& id : ids) found.push_back(lesson::find(id).value());
  return found;
}

std::string text(const std::vector<QuizItem>& items, bool key) {
  lesson::Handout handout;
  handout.items = items;
  handout.key = key;
  handout.lessons = "02";
  handout.command = "onetrip quiz 02";
  return lesson::quiz_markdown(handout);
}

TEST(Quiz, TheSameSeedIsTheSameQuizAndAnotherIsNot) {
  const auto course = lessons({"01", "02"});
  const auto first = text(lesson::make_quiz(course, 6, 7, h200()).value(), true);
  EXPECT_EQ(first, text(lesson::make_quiz(course, 6, 7, h200()).value(), true));
  EXPECT_NE(first, text(lesson::make_quiz(course, 6, 8, h200()).value(), true));
}

TEST(Quiz, AnyLessonHasEightQuestionsOverLegalChains) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto course = lessons({seed % 2 == 0 ? "01" : "02"});
    const auto items = lesson::make_quiz(course, 8, seed, h200());
    ASSERT_TRUE(items) << seed << " " << base::render(items.error());
    ASSERT_EQ(items->size(), 8u);
    for (const QuizItem& item : *items) {
      EXPECT_FALSE(item.question.empty());
      EXPECT_FALSE(item.answer.empty());
      EXPECT_THAT(item.question, Not(HasSubstr("{")));
      if (!item.chain) continue;
      EXPECT_TRUE(plan::segment(item.chain, {plan::Cuts::Kind::every, {}}));
      EXPECT_TRUE(plan::segment(item.chain, {plan::Cuts::Kind::none, {}}));
    }
  }
}

TEST(Quiz, SizesChangeAndTheCountsOfTheSameTaskDoNot) {
  std::set<std::string> sizes, answers;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto items = lesson::make_quiz(lessons({"02"}), 8, seed, h200()).value();
    for (const QuizItem& item : items) {
      if (item.task != "full-fused" || item.answer.find("B") != std::string::npos) continue;
      sizes.insert(item.chain->text);
      answers.insert(item.answer);
    }
  }
  EXPECT_GT(sizes.size(), 3u);
  EXPECT_EQ(answers, std::set<std::string>{"3 crossings"});
}

TEST(Quiz, LettersHoldTheRightAnswerOnce) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto items = lesson::make_quiz(lessons({"01", "02"}), 12, seed, h200()).value();
    for (const QuizItem& item : items) {
      if (item.letters.empty()) continue;
      EXPECT_EQ(std::ranges::count(item.letters, true, &Letter::right), 1) << item.task;
      std::set<std::string> words;
      for (const Letter& letter : item.letters) words.insert(letter.words);
      EXPECT_EQ(words.size(), item.letters.size()) << item.task;
    }
  }
}

TEST(Quiz, WithoutTheKeyNoReasonAndNoMarkIsInIt) {
  const auto items = lesson::make_quiz(lessons({"02"}), 8, 3, h200()).value();
  const std::string handout = text(items, false), with_key = text(items, true);
  for (const QuizItem& item : items) {
    EXPECT_THAT(handout, Not(HasSubstr(item.because))) << item.task;
    EXPECT_THAT(with_key, HasSubstr(item.because)) << item.task;
  }
  EXPECT_THAT(handout, Not(HasSubstr("Key")));
}

TEST(Quiz, TooManyAreRefusedWithHowManyThereAre) {
  const auto refused = lesson::make_quiz(lessons({"02"}), 100, 1, h200());
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().front().message, HasSubstr("100 questions"));
}

TEST(Quiz, WordsOfALessonAreTextInHtml) {
  QuizItem item{"02", "a", nullptr, "Is `a < b` **so**?", {}, "4", "<script>alert(1)</script>"};
  lesson::Handout handout;
  handout.items = {item};
  handout.key = true;
  const std::string html = lesson::quiz_html(handout);
  EXPECT_THAT(html, HasSubstr("<code>a &lt; b</code> <strong>so</strong>?"));
  EXPECT_THAT(html, Not(HasSubstr("<script")));
}

}  // namespace
