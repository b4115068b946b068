// What was done in the lab, step by step, to go back and on again. Text goes by words and by pauses.
#pragma once

#include "session/state/lab.hpp"

#include <chrono>
#include <vector>

namespace session {

class History {
 public:
  using Instant = std::chrono::steady_clock::time_point;
  static constexpr std::size_t most = 200;  ///< steps; the oldest go first

  /// The lab as it is now. Another letter of the same word joins the step before it, anything else is a step of its
  /// own; the same work is none.
  void keep(const Lab& now, Instant when);
  [[nodiscard]] bool can_undo() const { return at_ > floor_; }
  [[nodiscard]] bool can_redo() const { return at_ + 1 < states_.size(); }
  /// One step back or on; only where it can.
  [[nodiscard]] const Lab& undo();
  [[nodiscard]] const Lab& redo();

  /// A run begins: what was guessed before it stays as it is.
  void wall();
  /// The run ended. Where it measured nothing, nothing was locked, and all can be undone again.
  void settle(bool measured);

 private:
  /// How one text became another.
  struct Change {
    enum class Kind { typed, erased, other } kind = Kind::other;
    bool guess = false;              ///< of the guess's or the cuts' field, not the chain's
    std::size_t begin = 0, end = 0;  ///< what is new, or where something went
    bool begins_word = false;        ///< typed: its first letter
    Instant when{};
  };
  [[nodiscard]] static Change change(const Lab& before, const Lab& after);
  [[nodiscard]] bool joins(const Change& next) const;

  std::vector<Lab> states_;
  std::size_t at_ = 0, floor_ = 0;
  Change last_;
};

}  // namespace session
