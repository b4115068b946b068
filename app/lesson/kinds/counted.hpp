// What the kinds share that ask for a number, typed or counted on the arrows.
#pragma once

#include "lesson/kinds/kind.hpp"

namespace lesson {

[[nodiscard]] std::vector<Letter> counted_letters(const Task& task, const Quantities& known, const SketchTruth& none);
[[nodiscard]] std::string number_field(const Task& task, const Quantities& shown, std::size_t step);
/// The noun of its number, where the question has another than the quantity.
void read_noun(TaskBlock& block, Task& task);
/// A clock's answer is the clock's, where there was one.
[[nodiscard]] std::string number_answer(const Task& task, const Quantities& known);

inline constexpr TaskKind counted = {
    .read = read_noun,
    .judge = judge_number,
    .letters = counted_letters,
    .field_html = number_field,
    .answer_html = number_answer,
};

}  // namespace lesson
