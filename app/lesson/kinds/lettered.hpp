// What the kinds share that are answered by the letter of a sentence.
#pragma once

#include "lesson/kinds/kind.hpp"

namespace lesson {

[[nodiscard]] std::optional<double> letter_value(const Answer& answer, const Task& task);
[[nodiscard]] Judgement judge_letter(const Task& task, double value, const Quantities& none);
[[nodiscard]] std::vector<Letter> sentence_letters(const Task& task, const Quantities& known, const SketchTruth& none);
[[nodiscard]] std::string letter_fields(const Task& task, const Quantities& shown, std::size_t step);
[[nodiscard]] std::string letter_answer(const Task& task, const Quantities& known);

inline constexpr TaskKind lettered = {
    .by = By::letter,
    .needs_chain = false,
    .takes_confidence = true,
    .lock_label = "session.lock.choice",
    .not_yet = "session.lock.no_choice",
    .next_first = "session.next.open_task",
    .complete = [](const Answer& answer, const Task&) { return answer.chosen >= 0; },
    .value = letter_value,
    .truth = [](const Task& task, const Quantities&) { return std::optional<double>(task.right); },
    .shown = [](const Task&, double value) { return letter(static_cast<std::size_t>(value)); },
    .judge = judge_letter,
    .letters = sentence_letters,
    .typed = [](const Answer& answer) { return letter(static_cast<std::size_t>(answer.chosen)); },
    .field_html = letter_fields,
    .answer_html = letter_answer,
};

}  // namespace lesson
