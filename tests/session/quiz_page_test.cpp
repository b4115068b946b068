// The quiz in the window: chosen, answered, locked; nothing is told before the last lock, nor what a lesson still asks.
#include "session/quiz/quiz_page.hpp"

#include "lesson/loader.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

#include <set>

namespace quiz_page_test {

using session::Purpose;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

/// Opens the quiz from the course's list and begins one of these lessons alone; an empty n: as many as it offers.
void begin(Stage& stage, const std::vector<std::string>& lessons, const std::string& n, const std::string& seed = "7") {
  if (stage.node("button.close") == nullptr) {
    stage->open_free_play("x: f32[8]\ny = relu(x)\n");
    ASSERT_TRUE(stage->act("course.open"));
    ASSERT_TRUE(stage->act("quiz.open"));
  }
  for (const auto* node : session::all_nodes(stage->view())) {
    if (node->purpose == Purpose::choice && node->selected) {
      ASSERT_TRUE(stage->act("quiz.lesson:" + node->label));
      break;
    }
  }
  for (const std::string& id : lessons) ASSERT_TRUE(stage->act("quiz.lesson:" + id)) << id;
  if (!n.empty()) {
    ASSERT_TRUE(stage->act("quiz.n", n));
  }
  ASSERT_TRUE(stage->act("quiz.seed", seed));
  ASSERT_TRUE(stage->act("quiz.begin"));
}

/// Answers the question that stands there: the first letter, or a number.
void answer(Stage& stage) {
  if (stage.node("quiz.letter.A") != nullptr) {
    ASSERT_TRUE(stage->act("quiz.answer:A"));
  } else {
    ASSERT_TRUE(stage->act("quiz.answer", "3"));
  }
  ASSERT_TRUE(stage->act("quiz.lock"));
}

/// The same quiz as the engine makes it.
std::vector<lesson::QuizItem> made(const std::string& id, int n, std::uint64_t seed) {
  return lesson::make_quiz({lesson::find(id).value()}, n, seed, machine::device_named("h200").value()).value();
}

TEST(QuizPage, NothingIsToldBeforeTheLastLockThenAllOfItWithItsReason) {
  Stage stage;
  begin(stage, {"02"}, "5");
  const auto items = made("02", 5, 7);
  for (std::size_t i = 0; i < items.size(); ++i) {
    EXPECT_EQ(stage.node("header")->value, "question " + std::to_string(i + 1) + " of 5");
    EXPECT_THAT(stage.everything(), AllOf(Not(HasSubstr("Right.")), Not(HasSubstr("It is ")),
                                          Not(HasSubstr("The right one")), Not(HasSubstr("right\n"))));
    if (!items[i].because.empty()) {
      EXPECT_THAT(stage.everything(), Not(HasSubstr(items[i].because)));
    }
    answer(stage);
  }
  EXPECT_EQ(stage.node("header")->value, "question 1 of 5");
  int right = 0;
  for (const lesson::QuizItem& item : items) {
    ASSERT_NE(stage.node("quiz.told"), nullptr);
    EXPECT_FALSE(stage->act("quiz.lock")) << "what was told is not answered again";
    const bool said = stage.node("quiz.told")->label == "Right.";
    right += said ? 1 : 0;
    if (!item.letters.empty()) {
      EXPECT_EQ(said, item.letters.front().right) << item.task;
      if (!said) {
        EXPECT_NE(stage.node("quiz.cause"), nullptr) << item.task;
      }
    }
    ASSERT_TRUE(stage->act("quiz.next"));
  }
  EXPECT_EQ(stage.node("quiz.count")->label, std::to_string(right) + " of 5 right.");
  EXPECT_EQ(stage.node("quiz.list")->rows.size(), 6u);
  EXPECT_FALSE(stage->act("quiz.next"));
  ASSERT_TRUE(stage->act("quiz.another"));
  EXPECT_EQ(stage.node("quiz.seed")->value, "8");
}

/// Nobody's usual mistakes give letters here: the number is typed.
constexpr auto ridge_lesson = R"(+++
id = "77"
title = "Ridge"
minutes = 5
goal = "g"
+++
## Where

```chain one
x: f32[4096, 64]
y = relu(x)
```

```task
id = "ridge"
kind = "number"
asked = "machine.ridge"
question = "Where do road and hands meet?"
because = "There."
```
)";

TEST(QuizPage, ANumberIsTypedAndAWrongOneGetsItsCause) {
  Stage stage([](session::Services& services) {
    services.find_lesson = [](std::string_view) { return lesson::parse(ridge_lesson, "lesson.md"); };
    services.course = [] {
      lesson::Listed one;
      one.id = "77";
      one.title = "Ridge";
      return base::Expected<std::vector<lesson::Listed>>(std::vector{one});
    };
  });
  begin(stage, {"77"}, "1");
  ASSERT_EQ(stage.node("quiz.letter.A"), nullptr);
  ASSERT_TRUE(stage->act("quiz.answer", "a lot"));
  ASSERT_TRUE(stage->act("quiz.lock"));
  ASSERT_NE(stage.node("quiz.message"), nullptr) << "what cannot be read stays open";
  ASSERT_TRUE(stage->act("quiz.answer", "123456"));
  ASSERT_TRUE(stage->act("quiz.lock"));
  EXPECT_THAT(stage.node("quiz.told")->label, HasSubstr("It is "));
  EXPECT_NE(stage.node("quiz.cause"), nullptr);
}

TEST(QuizPage, WhatAnOpenTaskAsksIsNotAsked) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  begin(stage, {"02"}, "3");
  // Its counts are asked by open tasks, and a sentence of it tells them.
  ASSERT_NE(stage.node("quiz.n"), nullptr) << "nothing was begun, or what was holds none of them";
  EXPECT_THAT(stage.twin(), HasSubstr("These lessons have nothing to ask."));
}

TEST(QuizPage, WithoutANumberChosenItAsksWhatIsLeftAndSaysSo) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("04"));
  begin(stage, {"04"}, "");
  ASSERT_NE(stage.node("quiz.fewer"), nullptr) << stage.twin();
  EXPECT_THAT(stage.node("quiz.fewer")->label, ::testing::ContainsRegex("^(1 question|[2-7] questions), not 8"));
}

TEST(QuizPage, AsksWhatWasRecordedInAGraphAndNamesTheMachine) {
  Stage stage([](session::Services& services) {
    const session::Services own = session::own_services({.worker = {}, .own_card = false});
    services.recorded = own.recorded;
    services.recorded_graphs = own.recorded_graphs;
  });
  begin(stage, {"06"}, "");
  EXPECT_EQ(stage.node("quiz.fewer"), nullptr);
  std::string all;
  do {
    all += stage.twin();
  } while (stage->act("quiz.next"));
  EXPECT_THAT(all, ::testing::ContainsRegex(
                       "[0-9.]+[ \n].?.s[ \n]in[ \n]a[ \n]CUDA[ \n]graph,[ \n]and[ \n][0-9.]+[ \n].?.s[ \n]fused"));
  EXPECT_THAT(all, HasSubstr("on an H200")) << "what hangs on a machine names it";
}

TEST(QuizPage, OfAnOpenLessonTheAnsweredTasksAreAsked) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("03"));
  const auto steps = lesson::find("03").value().steps;
  std::size_t where = 0;
  while (!steps[where].task || steps[where].task->id != "where") ++where;
  stage->go_to_step(static_cast<int>(where) + 1);
  ASSERT_TRUE(stage->act("choice:A"));
  ASSERT_TRUE(stage->act("guess.lock"));
  ASSERT_TRUE(stage->act("course.open"));
  ASSERT_TRUE(stage->act("quiz.open"));
  begin(stage, {"03"}, "1");
  const auto items = made("03", 10, 7);
  const auto asks = [&](std::string_view task) {
    const auto item = std::ranges::find(items, task, &lesson::QuizItem::task);
    return item != items.end() && stage.twin().find(item->letters.front().words) != std::string::npos;
  };
  EXPECT_FALSE(asks("sooner"));
  EXPECT_FALSE(asks("expensive"));
}

TEST(QuizPage, IsMeasuredHereOnceItIsTold) {
  Stage stage;
  begin(stage, {"02"}, "2");
  EXPECT_FALSE(stage->act("run.start"));
  answer(stage);
  answer(stage);
  while (stage.node("button.run") == nullptr) ASSERT_TRUE(stage->act("quiz.next"));
  EXPECT_NE(stage.node("quiz.not_measured"), nullptr);
  ASSERT_TRUE(stage->act("run.start"));
  stage->wait();
  ASSERT_NE(stage.node("quiz.measured.measured"), nullptr) << stage.twin();
  EXPECT_THAT(stage.node("quiz.measured.measured")->label, HasSubstr("measured ("));
}

TEST(QuizPage, IsClosedAndOpenedAgainWhereItWas) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("01"));
  stage->go_to_step(99);
  ASSERT_TRUE(stage->act("quiz.open"));
  begin(stage, {"03"}, "4");
  answer(stage);
  ASSERT_TRUE(stage->act("quiz.close"));
  EXPECT_THAT(stage.node("header")->label, HasSubstr("01"));
  ASSERT_TRUE(stage->act("quiz.open"));
  EXPECT_EQ(stage.node("header")->value, "question 2 of 4");
}

TEST(QuizPage, TheFinalOneTakesEveryLessonInTurn) {
  Stage stage;
  stage->open_free_play("x: f32[8]\ny = relu(x)\n");
  ASSERT_TRUE(stage->act("course.open"));
  ASSERT_TRUE(stage->act("quiz.open"));
  ASSERT_TRUE(stage->act("quiz.all"));
  EXPECT_EQ(stage.node("quiz.n")->value, "25");
  ASSERT_TRUE(stage->act("quiz.begin"));
  EXPECT_EQ(stage.node("header")->value, "question 1 of 25");
  for (int i = 0; i < 25; ++i) answer(stage);
  while (stage.node("quiz.paper") == nullptr) ASSERT_TRUE(stage->act("quiz.next"));
  EXPECT_THAT(stage.node("quiz.paper")->label, HasSubstr("onetrip quiz all --seed 1 -o quiz.md --key"));
  std::set<std::string> lessons;
  for (const auto& row : stage.node("quiz.list")->rows) lessons.insert(row.at(1).text);
  EXPECT_EQ(lessons.size(), 1 + lesson::course().value().size()) << "and its heading";
}

TEST(QuizPage, WithoutALessonOrWithANumberThatIsNoneNothingBegins) {
  Stage stage;
  begin(stage, {}, "5");
  EXPECT_EQ(stage.node("quiz.message")->label, "Choose a lesson first.");
  begin(stage, {"02"}, "many");
  EXPECT_THAT(stage.node("quiz.message")->label, HasSubstr("many is not a whole number"));
}

}  // namespace quiz_page_test
