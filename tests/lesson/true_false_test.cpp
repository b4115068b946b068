// A statement: read, answered, judged, voted on, typed, on a page and on paper.
#include "lesson/kinds/kind.hpp"
#include "lesson/loader.hpp"
#include "lesson/quiz.hpp"
#include "lesson/quiz_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace true_false_test {

using lesson::Answer;
using testing::HasSubstr;

lesson::Lesson with_statement(std::string_view more) {
  const std::string text =
      "+++\nid = \"90\"\ntitle = \"T\"\nminutes = 5\ngoal = \"G\"\n+++\n\n## One\n\nWords.\n\n"
      "```task\nid = \"less\"\nkind = \"true_false\"\nquestion = \"Fusing saves sums.\"\n" +
      std::string(more) + "```\n";
  return lesson::parse(text, "l").value();
}

const char* const wrong =
    "right = false\nbecause = \"It saves roads.\"\n\n[[misconception]]\nid = \"sums\"\nexplanation = \"None is left "
    "out.\"\n";

TEST(TrueFalse, IsReadAndJudged) {
  const lesson::Task task = with_statement(wrong).steps.front().task.value();
  EXPECT_EQ(task.kind->name, "true_false");
  EXPECT_THAT(task.choices, testing::ElementsAre("True", "False"));
  EXPECT_TRUE(lesson::judge(task, 1, {}).right);
  EXPECT_EQ(lesson::judge(task, 1, {}).explanation, "It saves roads.");
  EXPECT_FALSE(lesson::judge(task, 0, {}).right);
  EXPECT_EQ(lesson::judge(task, 0, {}).misconception, "sums");
  EXPECT_EQ(with_statement("right = true\n").steps.front().task->right, 0);
}

TEST(TrueFalse, IsAnsweredByALetter) {
  const lesson::Task task = with_statement(wrong).steps.front().task.value();
  Answer answer;
  EXPECT_FALSE(is_complete(answer, task));
  answer.chosen = 1;
  EXPECT_TRUE(is_complete(answer, task));
  EXPECT_EQ(task.kind->typed(answer), "B");
  answer.locked = true;
  EXPECT_TRUE(answers_task(answer, task));
  answer.chosen = 2;
  EXPECT_FALSE(answers_task(answer, task));
}

TEST(TrueFalse, IsVotedOnAndStandsOnAPage) {
  const lesson::Task task = with_statement(wrong).steps.front().task.value();
  const auto letters = task.kind->letters(task, {}, {});
  ASSERT_EQ(letters.size(), 2u);
  EXPECT_FALSE(letters[0].right);
  EXPECT_TRUE(letters[1].right);
  EXPECT_THAT(task.kind->field_html(task, {}, 1), HasSubstr("B. False"));
  EXPECT_EQ(task.kind->answer_html(task, {}), "B. False");
}

TEST(TrueFalse, StandsOnPaperInItsOrder) {
  const std::vector<lesson::Lesson> lessons = {with_statement(wrong)};
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const auto items = lesson::make_quiz(lessons, 1, seed, machine::device_named("h200").value());
    ASSERT_TRUE(items);
    EXPECT_EQ(items->front().question, "Fusing saves sums.");
    EXPECT_EQ(items->front().letters[0].words, "True");
    EXPECT_EQ(items->front().answer, "False");
  }
}

}  // namespace true_false_test
