// A quiz in the window: lessons' tasks without their prose over other sizes, each answer locked, then all told.
#pragma once

#include "lesson/quiz.hpp"
#include "session/state/desk.hpp"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace session {

/// What was answered to one question.
struct QuizAnswer {
  std::string typed;
  int chosen = -1;  ///< index of the letter
  std::string message;
  bool locked = false;
};

struct QuizPage {
  enum class Stage { choosing, asking, told } stage = Stage::choosing;
  std::set<std::string> lessons;  ///< ids
  std::string n = "8", seed = "1";
  bool chose_n = false;  ///< else fewer will do, where there are no more
  std::size_t wanted = 0;
  std::string message;  ///< why there is no such quiz
  std::string machine;  ///< whose figures its questions use
  std::vector<lesson::QuizItem> items;
  std::vector<QuizAnswer> answers;
  std::vector<std::shared_ptr<Bench>> benches;  ///< null of a question about no chain
  std::size_t at = 0;                           ///< the question; told: one beyond the last is the list of them all
};

[[nodiscard]] Node quiz_page(const Desk& desk);
/// Of the question that stands there, once all are told.
[[nodiscard]] std::shared_ptr<Bench> bench_of_quiz(const QuizPage& quiz);

// The verbs; each reads what it is given as the page hands it out.
void open_quiz(Desk& desk);
void close_quiz(Desk& desk);
void choose_quiz_lesson(Desk& desk, std::string_view id);
void choose_quiz_size(Desk& desk, std::string_view n);
void begin_quiz(Desk& desk);
/// Back to the choice of lessons, with the next seed.
void another_quiz(Desk& desk);
void turn_quiz(Desk& desk, int by);
void answer_quiz(Desk& desk, std::string_view letter, std::string_view typed);
void lock_quiz_answer(Desk& desk);

/// What was said: the number meant, or the index of the letter; nothing before it is locked.
[[nodiscard]] std::optional<double> said(const lesson::QuizItem& item, const QuizAnswer& answer);
[[nodiscard]] bool is_right(const lesson::QuizItem& item, const QuizAnswer& answer);
/// What of its numbers may be told: none that a lesson's open task asks, but the one that was just answered.
[[nodiscard]] lesson::Quantities tellable(const Desk& desk, const lesson::QuizItem& item);

}  // namespace session
