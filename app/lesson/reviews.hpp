// When a student's cards were asked, and how well each was remembered: a file of lines beside the answers. What is told
// is added at its end; nothing is ever changed.
#pragma once

#include "base/diagnostic.hpp"
#include "lesson/fsrs.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

inline constexpr std::int64_t max_reviews_bytes = std::int64_t{8} * 1024 * 1024;

using Day = std::chrono::sys_days;
/// "2026-11-26", as the student's own clock has it.
[[nodiscard]] std::string day_text(Day day);
[[nodiscard]] std::optional<Day> day_of(std::string_view text);

struct Review {
  std::string card;  ///< its id
  Recalled recalled = Recalled::again;
  Day on{};
  bool operator==(const Review&) const = default;
};

struct Reviews {
  std::vector<Review> all;  ///< of sound lines, in order
  base::Diagnostics flaws;  ///< lines that could not be used
  bool newer = false;       ///< some were written by a later version: this one adds nothing
  int torn = 0;             ///< the last line, if its writer was stopped halfway; left out without a flaw
  std::size_t whole = 0;    ///< bytes before the torn line
};

/// Never fails. `file` names the text in flaws.
[[nodiscard]] Reviews read_reviews(std::string_view text, std::string_view file);
/// Its end included.
[[nodiscard]] std::string review_line(const Review& review);

/// What the reviews say of a card.
struct CardState {
  Memory memory;
  Day last{};
  int reviews = 0;
  [[nodiscard]] Day due() const { return last + std::chrono::days(days_until_due(memory)); }
};
/// By the card's id. A day after `today` is one of a clock that was wrong: it counts as today.
[[nodiscard]] std::map<std::string, CardState> card_states(const Reviews& reviews, Day today);
/// How many cards were asked on that day, each once however often.
[[nodiscard]] int asked_on(const Reviews& reviews, Day day);

}  // namespace lesson
