// A class's answers counted: planted wrong numbers get their cause, whoever did not answer is not counted as wrong.
#include "lesson/class_tally.hpp"

#include "lesson/loader.hpp"
#include "machine/device_spec.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace class_tally_test {

using lesson::AnswerEvent;
using lesson::Answers;
using lesson::TaskTally;
using testing::HasSubstr;

AnswerEvent said(const std::string& task) {
  AnswerEvent event;
  event.lesson = "02";
  event.task = task;
  event.line = 3;
  event.answer.locked = true;
  return event;
}

AnswerEvent number(const std::string& task, double guess) {
  AnswerEvent event = said(task);
  event.answer.guess = guess;
  return event;
}

AnswerEvent letter(const std::string& task, char of) {
  AnswerEvent event = said(task);
  event.answer.chosen = of - 'A';
  return event;
}

Answers student(std::vector<AnswerEvent> events) {
  Answers out;
  out.events = std::move(events);
  return out;
}

std::vector<TaskTally> counted(const std::vector<Answers>& students) {
  const auto lesson = lesson::find("02");
  return lesson::tally(*lesson, students,
                       lesson::lesson_quantities(*lesson, study::machine_of(*machine::device_named("h200"))));
}

const TaskTally& task(const std::vector<TaskTally>& all, const std::string& id) {
  const auto found = std::ranges::find_if(all, [&](const TaskTally& one) { return one.task.id == id; });
  if (found == all.end()) throw std::runtime_error(id);
  return *found;
}

TEST(ClassTally, CountsEveryAnswerAgainstTheModel) {
  std::vector<Answers> students;
  for (const double guess : {5.0, 5.0, 5.0, 4.0, 4.0, 3.0})
    students.push_back(student({number("full-unfused", guess)}));
  students.push_back(student({}));
  AnswerEvent skipped = said("full-unfused");
  skipped.answer.locked = false;
  skipped.answer.skipped = true;
  students.push_back(student({skipped}));
  const auto all = counted(students);
  const TaskTally& one = task(all, "full-unfused");
  EXPECT_EQ(one.answered, 6);
  EXPECT_EQ(one.skipped, 1);
  EXPECT_TRUE(one.judged);
  EXPECT_EQ(one.truth, 5.0) << "x, b in; t out; t in; y out";
  EXPECT_EQ(one.right, 3);
  ASSERT_EQ(one.answers.size(), 3u);
  EXPECT_EQ(one.answers[0].shown, "3");
  EXPECT_EQ(one.answers[1].students, 2);
  EXPECT_FALSE(one.answers[1].right);
  EXPECT_EQ(one.answers[1].mistake, "b still a row") << "the lesson's own misconception";
  EXPECT_TRUE(one.answers[2].right);
  ASSERT_FALSE(one.causes.empty());
  EXPECT_EQ(one.causes[0].students, 2);
  EXPECT_THAT(one.causes[0].explanation, HasSubstr("single row"));
  const lesson::Spread spread = lesson::spread_of(one.guesses);
  EXPECT_EQ(spread.median, 4.5);
  EXPECT_EQ(spread.q1, 4);
  EXPECT_EQ(spread.q3, 5);
}

TEST(ClassTally, OnlyWhoSaidSoIsCountedAsSure) {
  using lesson::Confidence;
  const auto guessing = [](double guess, Confidence confidence) {
    AnswerEvent event = number("full-unfused", guess);
    event.answer.confidence = confidence;
    return student({event});
  };
  const auto all =
      counted({guessing(4, Confidence::unsaid), guessing(4, Confidence::guess), guessing(4, Confidence::likely),
               guessing(4, Confidence::sure), guessing(5, Confidence::likely)});
  const TaskTally& one = task(all, "full-unfused");
  ASSERT_EQ(one.answers.size(), 2u);
  EXPECT_EQ(one.answers[0].students, 4) << "of the 4";
  EXPECT_EQ(one.answers[0].sure, 1);
  EXPECT_EQ(one.answers[1].students, 1) << "of the 5";
  EXPECT_EQ(one.answers[1].sure, 0);
}

TEST(ClassTally, LettersNobodyChoseAreThereToo) {
  const auto all = counted({student({letter("why", 'A')}), student({letter("why", 'B')})});
  const TaskTally& one = task(all, "why");
  ASSERT_EQ(one.answers.size(), one.task.choices.size());
  EXPECT_EQ(one.answers[0].students + one.answers[1].students, 2);
  EXPECT_EQ(one.answers[2].students, 0);
  EXPECT_EQ(one.right, 1);
  EXPECT_EQ(std::ranges::count(one.answers, true, &lesson::SameAnswer::right), one.right == 1 ? 1 : 0);
}

TEST(ClassTally, TheFirstLockCountsThoughTheLessonStartedOver) {
  AnswerEvent again;
  again.kind = AnswerEvent::Kind::restarted;
  again.lesson = "02";
  const auto all = counted({student({number("ratio", 1), again, number("ratio", 2)})});
  EXPECT_EQ(task(all, "ratio").right, 0);
  EXPECT_EQ(task(all, "ratio").answered, 1);
}

TEST(ClassTally, WhatAClockTellsIsNotJudged) {
  const auto lesson = lesson::find("01");
  AnswerEvent guess = number("clock", 1);
  guess.lesson = "01";
  const auto all = lesson::tally(*lesson, {student({guess})},
                                 lesson::lesson_quantities(*lesson, study::machine_of(*machine::device_named("h200"))));
  const TaskTally& one = task(all, "clock");
  EXPECT_FALSE(one.judged);
  EXPECT_EQ(one.answered, 1);
  EXPECT_EQ(one.right, 0);
  EXPECT_TRUE(one.truth.has_value()) << "the model's, to lay the guesses beside";
}

TEST(ClassTally, ANumberThatIsNotThatOfItsTextIsNamedAndLeftOut) {
  AnswerEvent same = number("ratio", 2), other = number("ratio", 7);
  same.answer.typed = " 2.0 ";
  other.answer.typed = "3";
  EXPECT_EQ(task(counted({student({same})}), "ratio").right, 1);
  EXPECT_EQ(task(counted({student({other})}), "ratio").answered, 0);
}

TEST(ClassTally, AnswersThatNoTaskCouldHaveGotAreNamedAndLeftOut) {
  const Answers odd =
      student({letter("why", 'Z'), said("ratio"), number("no-such", 1), number("ratio", 1e300), letter("ratio", 'A')});
  const auto lesson = lesson::find("02");
  const auto misfits = lesson::misfits(*lesson, odd, "odd.jsonl");
  EXPECT_EQ(misfits.size(), 5u);
  EXPECT_THAT(base::render(misfits), testing::AllOf(HasSubstr("odd.jsonl:3: "), HasSubstr("no task 'no-such'")));
  for (const TaskTally& one : counted({odd})) EXPECT_EQ(one.answered, 0) << one.task.id;
}

}  // namespace class_tally_test
