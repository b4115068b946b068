// What a lesson asks again days later: its recall cards, and its questions with other numbers.
#pragma once

#include "lesson/lesson.hpp"
#include "lesson/quiz.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lesson {

struct Card {
  std::string id;                 ///< reviews are kept under it
  std::string lesson, task;       ///< task: the question it asks again; empty: a recall card
  std::string after;              ///< the task that must be answered before; empty: none
  std::size_t step = 0, nth = 0;  ///< where it stands; of a recall card which of its step
};

/// In the order of the lesson. A card keeps its id as long as its words stay.
[[nodiscard]] std::vector<Card> cards_of(const Lesson& lesson);

/// A card as it is asked today.
struct AskedCard {
  std::string question;                       ///< Markdown
  std::vector<Letter> letters;                ///< may be empty
  std::shared_ptr<const chain::Chain> chain;  ///< what is asked about; null: none
  std::string answer, because;                ///< Markdown; because may be empty
};
/// Over sizes that `seed` draws, for the machine of `spec`. Nothing where it can't be asked by itself.
[[nodiscard]] std::optional<AskedCard> ask(const Card& card, const Lesson& lesson, std::uint64_t seed,
                                           const machine::DeviceSpec& spec, const QuizRules& rules);

}  // namespace lesson
