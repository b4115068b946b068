// The quiz that is open, as data.
#pragma once

#include "lesson/quiz.hpp"
#include "session/state/bench.hpp"

#include <memory>
#include <set>
#include <string>
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

/// Of the question that stands there, once all are told.
[[nodiscard]] std::shared_ptr<Bench> bench_of_quiz(const QuizPage& quiz);

}  // namespace session
