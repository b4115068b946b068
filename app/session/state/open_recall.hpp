// The cards that are asked now, as data.
#pragma once

#include "lesson/cards.hpp"
#include "lesson/reviews.hpp"

#include <deque>
#include <string>

namespace session {

/// A card that waits, and the seed of its numbers.
struct WaitingCard {
  lesson::Card card;
  std::uint64_t seed = 0;
  std::optional<lesson::CardState> state;  ///< none: it was never asked
};

struct RecallPage {
  std::deque<WaitingCard> waiting;  ///< the first one is asked now
  int asked = 0;                    ///< in this sitting
  std::optional<lesson::AskedCard> now;
  bool told = false;  ///< its answer is shown
};

}  // namespace session
