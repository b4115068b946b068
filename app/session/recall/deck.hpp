// The student's cards: which may be asked today.
#pragma once

#include "session/state/desk.hpp"
#include "session/state/open_recall.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace session {

inline constexpr int most_cards_a_day = 10;

/// user_data()/recall.jsonl
[[nodiscard]] std::filesystem::path reviews_path();
/// The day by the student's own clock.
[[nodiscard]] lesson::Day today(const Desk& desk);

struct Deck {
  std::vector<WaitingCard> due;     ///< those to ask today, the one most likely forgotten first, new ones last
  std::size_t all = 0;              ///< cards of what was answered
  std::optional<lesson::Day> next;  ///< where nothing is due any more today: the first day that has something
  std::string said;                 ///< what is wrong with the file of reviews; mostly empty
  bool newer = false;               ///< a later version wrote it: nothing is asked
};
/// Cards of questions that were answered before today, in lessons of the course.
[[nodiscard]] Deck make_deck(const Desk& desk);

/// The card as it is asked now; nothing where its lesson changed, or where it would tell what an open task asks.
[[nodiscard]] std::optional<lesson::AskedCard> ask(const Desk& desk, const WaitingCard& one);

/// Adds a review to the student's file; on the disk when it returns. Throws MachineError.
void keep_review(const lesson::Review& review);

}  // namespace session
