// A quiz out of lessons: their tasks without the prose, over tensors of other sizes, every number computed anew.
#pragma once

#include "base/expected.hpp"
#include "lesson/lesson.hpp"
#include "lesson/letters.hpp"
#include "machine/device_spec.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lesson {

struct QuizItem {
  std::string lesson, task;                   ///< their ids
  std::shared_ptr<const chain::Chain> chain;  ///< what is asked about, in its new size; null if about none
  std::string question;                       ///< Markdown, {values} filled in
  std::vector<Letter> letters;                ///< the same; empty: a number is written
  std::string answer;                         ///< "4 crossings", or the right sentence
  std::string because;                        ///< Markdown, filled in; may be empty
};

/// `n` questions in the order of the lessons, the same for the same seed. No question tells the answer to another.
/// Fewer than n that can be asked on paper: a mistake that says how many there are.
[[nodiscard]] base::Expected<std::vector<QuizItem>> make_quiz(const std::vector<Lesson>& lessons, int n,
                                                              std::uint64_t seed, const machine::DeviceSpec& spec);

}  // namespace lesson
