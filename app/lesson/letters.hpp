// Lettered answers to a task: the right one among what the commonest misconceptions come to.
#pragma once

#include "lesson/lesson.hpp"
#include "lesson/values.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace lesson {

struct Letter {
  std::string words;  ///< Markdown, {values} not filled in
  bool right = false;
  double value = 0;  ///< of a number
};

/// For counts, and ratios and shares of counts, the right number and the commonest wrong ones by size, three to five in
/// all. None where an answer hangs on a clock, is not known, or nobody would go wrong.
[[nodiscard]] std::vector<Letter> number_letters(const Task& task, std::string_view quantity, const Quantities& known);

/// True of what only a run tells, or a model of a machine's times.
[[nodiscard]] bool hangs_on_a_clock(std::string_view quantity);

/// What a task asks: its own quantity, or what its kind counts; empty if it asks none.
[[nodiscard]] std::string asked_by(const Task& task);

/// "A" of 0.
[[nodiscard]] std::string letter(std::size_t index);

}  // namespace lesson
