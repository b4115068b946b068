// When a card is asked again: FSRS-6 with its default weights (Free Spaced Repetition Scheduler,
// open-spaced-repetition), in whole days.
#pragma once

#include <optional>
#include <string_view>

namespace lesson {

/// How well a card was remembered, as the student says.
enum class Recalled { again, hard, good, easy };
/// As it is written in the file of reviews.
[[nodiscard]] std::string_view name(Recalled recalled);
[[nodiscard]] std::optional<Recalled> recalled_named(std::string_view name);

/// What is known of one card in one head.
struct Memory {
  double stability = 0;   ///< days after which nine of ten such cards are still remembered
  double difficulty = 0;  ///< 1 to 10
  bool operator==(const Memory&) const = default;
};

/// After the card was asked for the first time.
[[nodiscard]] Memory first_memory(Recalled recalled);
/// After it was asked again, `days` after the last time; on the same day 0.
[[nodiscard]] Memory next_memory(const Memory& memory, int days, Recalled recalled);
/// The chance that it is remembered after so many days.
[[nodiscard]] double recall_chance(const Memory& memory, int days);
/// Days until that chance has fallen to nine tenths: 1 to 36 500.
[[nodiscard]] int days_until_due(const Memory& memory);

}  // namespace lesson
