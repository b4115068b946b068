// A quiz out of lessons: their tasks without the prose, over tensors of other sizes, every number computed anew.
#pragma once

#include "base/expected.hpp"
#include "lesson/lesson.hpp"
#include "lesson/letters.hpp"
#include "machine/device_spec.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

/// Of a quiz over the whole course, unless another number is wanted.
inline constexpr int final_questions = 25;

struct QuizItem {
  std::string lesson, task;                   ///< their ids
  std::shared_ptr<const chain::Chain> chain;  ///< what is asked about, in its new size; null if about none
  std::string question;                       ///< Markdown, {values} filled in
  std::vector<Letter> letters;                ///< the same; empty: a number is written
  std::string answer;                         ///< "4 crossings", or the right sentence
  std::string because;                        ///< Markdown, filled in; may be empty
  Task asks;                                  ///< for lesson::judge: the choices stand as the letters do
  Quantities known;                           ///< what is known of its lesson in the new size
  bool of_machine = false;                    ///< its words or its answer hang on the device it was made for
  std::map<std::string, std::shared_ptr<const chain::Chain>> chains;  ///< of that lesson, by name
};

/// A text of the question's lesson, filled in; its sentences that name what is not in `known` are left out.
[[nodiscard]] std::string told(const QuizItem& item, std::string_view markdown, const Quantities& known);

/// True of a quantity that may not stand in a question: one that an open task asks, or what would tell it.
using Closed = std::function<bool(const chain::Chain&, std::string_view quantity)>;
/// recorded.*: what a card did with that very chain, by orders and in a graph.
using RecordedQuantities = std::function<Quantities(const chain::Chain&)>;

struct QuizRules {
  bool at_most = false;  ///< fewer questions are no mistake, if there is one
  Closed closed;
  RecordedQuantities recorded;  ///< without it no question that needs one is asked
};

/// `n` questions in the order of the lessons, as many of each as there can be, the same for the same seed: their tasks
/// that no clock answers, and counts and bytes of their chains. Where a task counts, its chain is another too. No
/// question tells the answer to another, nor what is closed. Fewer than n that can be asked on paper: a mistake that
/// says how many there are.
[[nodiscard]] base::Expected<std::vector<QuizItem>> make_quiz(const std::vector<Lesson>& lessons, int n,
                                                              std::uint64_t seed, const machine::DeviceSpec& spec,
                                                              const QuizRules& rules = {});

}  // namespace lesson
