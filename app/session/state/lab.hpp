// Free play with a chain of one's own: what the student has made of it, a value that undo keeps copies of.
#pragma once

#include "session/state/bench.hpp"

namespace session {

/// How the chain is cut for the plan that stands beside unfused (every) and fused (none).
enum class LabCut { every, none, best, by_hand };

struct Lab {
  std::string text;              ///< as it stands in the editor
  std::string proposed;          ///< by the program, for want of a chain of the student's own
  base::Diagnostics wrong;       ///< why the text is not the chain
  std::shared_ptr<Bench> bench;  ///< the last good chain; null if there was none yet
  LabCut cut = LabCut::none;
  std::string cut_values;              ///< by hand: as typed
  std::string card;                    ///< of the chain, picked up: its value's name
  base::Diagnostics cut_wrong;         ///< why the third plan is not cut so
  std::string typed;                   ///< the optional guess
  std::optional<record::Guess> guess;  ///< and what it was of
  std::string message;

  /// Nothing that the student did lies between the two.
  [[nodiscard]] bool same_work(const Lab& other) const {
    return text == other.text && typed == other.typed && cut == other.cut && cut_values == other.cut_values;
  }
};

}  // namespace session
