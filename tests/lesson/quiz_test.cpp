// Quizzes: hung on their seed, every chain legal, every answer the engine's, none given away.
#include "lesson/quiz.hpp"

#include "lesson/judge.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/loader.hpp"
#include "lesson/quiz_text.hpp"
#include "plan/fusion_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace quiz_test {

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

TEST(Quiz, AProductIsAskedAboutAsItIs) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const auto items = lesson::make_quiz(lessons({"14"}), 8, seed, h200()).value();
    for (const QuizItem& item : items) {
      if (item.task != "results") continue;
      EXPECT_TRUE(lesson::judge(item.asks, 5, item.known).right) << "as its words say it";
    }
  }
}

TEST(Quiz, SeveralLessonsAreAskedInTurn) {
  const std::vector<std::string> ids = {"01", "02", "05", "09"};
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    std::map<std::string, int> asked;
    const auto items = lesson::make_quiz(lessons(ids), 8, seed, h200()).value();
    for (const QuizItem& item : items) ++asked[item.lesson];
    for (const std::string& id : ids) EXPECT_GE(asked[id], 1) << seed << " " << id;
  }
}

TEST(Quiz, TheSameSeedIsTheSameQuizAndAnotherIsNot) {
  const auto course = lessons({"01", "02"});
  const auto first = text(lesson::make_quiz(course, 6, 7, h200()).value(), true);
  EXPECT_EQ(first, text(lesson::make_quiz(course, 6, 7, h200()).value(), true));
  EXPECT_NE(first, text(lesson::make_quiz(course, 6, 8, h200()).value(), true));
}

/// As if a card had recorded every chain.
lesson::Quantities recorded(const chain::Chain&) {
  lesson::Quantities all;
  for (const char* way : {"stream", "graph"}) {
    for (const char* plan : {"unfused", "fused"}) all[std::string("recorded.") + way + "." + plan] = 1e-6;
  }
  return all;
}

TEST(Quiz, AnyLessonHasEightQuestionsOverLegalChains) {
  for (std::uint64_t seed = 1; seed <= 48; ++seed) {
    const auto course = lessons({"0" + std::to_string(1 + seed % 6)});
    const auto items =
        lesson::make_quiz(course, 8, seed, h200(), {.at_most = false, .closed = {}, .recorded = recorded});
    ASSERT_TRUE(items) << seed << " " << base::render(items.error());
    ASSERT_EQ(items->size(), 8u);
    for (const QuizItem& item : *items) {
      EXPECT_FALSE(item.question.empty());
      EXPECT_FALSE(item.answer.empty());
      EXPECT_THAT(item.question, Not(HasSubstr("{")));
      if (!item.chain) continue;
      EXPECT_TRUE(plan::segment(item.chain, {plan::Cuts::Kind::every, {}}, machine::Limits(64 * 1024)));
      EXPECT_TRUE(plan::segment(item.chain, {plan::Cuts::Kind::none, {}}, machine::Limits(64 * 1024)));
    }
  }
}

/// The answers that so many seeds give to a task, and the chains it is asked of.
struct Asked {
  std::set<std::string> answers, chains;
};
Asked asked(const std::string& lesson, const std::string& task) {
  Asked found;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto items = lesson::make_quiz(lessons({lesson}), 8, seed, h200()).value();
    for (const QuizItem& item : items) {
      if (item.task != task) continue;
      found.answers.insert(item.answer);
      if (item.chain) found.chains.insert(chain::canonical(*item.chain));
      const auto truth = lesson::value_of(item.known, item.asks.chain, item.asks.asked);
      EXPECT_TRUE(truth && item.answer.starts_with(lesson::show_value(item.asks.asked, *truth))) << item.answer;
    }
  }
  return found;
}

TEST(Quiz, ASeedChangesSizesDtypesAndOpsAndWithThemTheAnswers) {
  const Asked crossings = asked("02", "full-fused"), intensity = asked("04", "intensity");
  EXPECT_GT(crossings.chains.size(), 3u);
  EXPECT_GT(crossings.answers.size(), 1u);
  EXPECT_GT(intensity.chains.size(), 3u);
  EXPECT_GT(intensity.answers.size(), 3u);
  // Two operations over four crossings of four bytes is the lesson's own.
  EXPECT_LE(intensity.answers.count("0.125 operations a byte"), 1u);
  const auto has = [&](const char* dtype) {
    return std::ranges::any_of(intensity.chains, [&](const std::string& chain) { return chain.starts_with(dtype); });
  };
  EXPECT_TRUE(has("f32") && has("bf16") && has("f16"));
}

TEST(Quiz, AChoiceOverOtherSizesKeepsItsAnswer) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto items =
        lesson::make_quiz(lessons({"06"}), 8, seed, h200(), {.at_most = true, .closed = {}, .recorded = {}}).value();
    for (const QuizItem& item : items) {
      if (item.task != "prompt-ratio") continue;
      const double time = lesson::value_of(item.known, "prompt", "ratio.time").value();
      const double road = lesson::value_of(item.known, "prompt", "ratio.crossings").value();
      const double starts = lesson::value_of(item.known, "prompt", "ratio.kernels").value();
      EXPECT_LT(std::abs(time - road), std::abs(time - starts)) << chain::canonical(*item.chain);
    }
  }
}

/// What stood on the page or the screen beside a question in its lesson, and stands on no sheet.
TEST(Quiz, EveryQuestionStandsByItself) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto course = lessons({"0" + std::to_string(1 + seed % 6)});
    const auto items =
        lesson::make_quiz(course, 40, seed, h200(), {.at_most = true, .closed = {}, .recorded = recorded}).value();
    for (const QuizItem& item : items) {
      std::string all = item.question + "\n" + item.because;
      for (const Letter& letter : item.letters) all += "\n" + letter.words;
      for (const char* elsewhere : {"this gift", "this machine", "this chain", "his run", "our run", "your two",
                                    "are left?", "Same op", "same op,", "the token", "the book", "The book", "a page",
                                    "The run", "lesson 0", "the scene", "the lower lane", "comes next"}) {
        EXPECT_THAT(all, Not(HasSubstr(elsewhere))) << item.lesson << " " << item.task;
      }
      // What stands below is there.
      EXPECT_EQ(item.question.find("below") != std::string::npos, item.chain != nullptr)
          << item.lesson << " " << item.task;
      // Counts are asked and told in one word.
      if (item.answer.ends_with(" kernels")) {
        EXPECT_THAT(item.question, HasSubstr("kernel"));
      }
      if (item.answer.ends_with(" crossings")) {
        EXPECT_THAT(item.question, HasSubstr("crossings"));
      }
    }
  }
}

TEST(Quiz, FewerWillDoWhereThatIsSaid) {
  const auto all = lesson::make_quiz(lessons({"02"}), 100, 1, h200(), {.at_most = true, .closed = {}, .recorded = {}});
  ASSERT_TRUE(all);
  EXPECT_GE(all->size(), 8u);
  EXPECT_LT(all->size(), 100u);
  const auto refused = lesson::make_quiz(lessons({"02"}), 100, 1, h200());
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().front().message, HasSubstr("only " + std::to_string(all->size())));
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

TEST(Quiz, AnAnswerIsJudgedAsItsLessonJudgesIt) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const auto items = lesson::make_quiz(lessons({"02", "05", "06"}), 8, seed, h200()).value();
    for (const QuizItem& item : items) {
      const bool choice = item.asks.kind == &lesson::kinds::choice;
      for (std::size_t i = 0; i < item.letters.size(); ++i) {
        const Letter& letter = item.letters[i];
        const auto judged = lesson::judge(item.asks, choice ? static_cast<double>(i) : letter.value, item.known);
        EXPECT_EQ(judged.right, letter.right) << item.task << " " << letter.words;
        EXPECT_TRUE(letter.right || !judged.misconception.empty()) << item.task << " " << letter.words;
      }
    }
  }
}

TEST(Quiz, WhatIsNotKnownOnPaperIsNotSaid) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto items = lesson::make_quiz(lessons({"03", "06"}), 12, seed, h200()).value();
    for (const QuizItem& item : items) {
      for (const std::string& text : {item.question, item.because, item.answer}) {
        EXPECT_THAT(text, testing::AllOf(Not(HasSubstr("(not")), Not(HasSubstr("(after"))));
      }
      for (const Letter& letter : item.letters) EXPECT_THAT(letter.words, Not(HasSubstr("(not"))) << item.task;
    }
  }
}

TEST(Quiz, WhatIsClosedIsNeitherAskedNorShown) {
  const auto closed = [](const chain::Chain&, std::string_view quantity) {
    return quantity.find("crossings") != std::string_view::npos;
  };
  const auto items =
      lesson::make_quiz(lessons({"02", "05"}), 6, 3, h200(), {.at_most = false, .closed = closed, .recorded = {}})
          .value();
  for (const QuizItem& item : items) EXPECT_THAT(item.asks.asked, Not(HasSubstr("crossings"))) << item.task;
}

TEST(Quiz, TooManyAreRefusedWithHowManyThereAre) {
  const auto refused = lesson::make_quiz(lessons({"02"}), 100, 1, h200());
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().front().message, HasSubstr("100 questions"));
}

TEST(Quiz, WordsOfALessonAreTextInHtml) {
  QuizItem item;
  item.lesson = "02";
  item.task = "a";
  item.question = "Is `a < b` **so**?";
  item.answer = "4";
  item.because = "<script>alert(1)</script>";
  lesson::Handout handout;
  handout.items = {item};
  handout.key = true;
  const std::string html = lesson::quiz_html(handout);
  EXPECT_THAT(html, HasSubstr("<code>a &lt; b</code> <strong>so</strong>?"));
  EXPECT_THAT(html, Not(HasSubstr("<script")));
  EXPECT_THAT(html, HasSubstr("section:not(.key), .key > ol > li { break-inside: avoid; }"));
}

}  // namespace quiz_test
