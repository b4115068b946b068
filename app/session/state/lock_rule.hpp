// Who may read what of a bench: the one place that hands out leave.
#pragma once

#include "charts/bars/bytes_bars.hpp"
#include "lesson/asked.hpp"
#include "session/state/desk.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace session {

/// How far a picture may go: without leave no further than the guess.
class Allowed {
 public:
  Allowed(figure::Stage stage) : stage_(std::min(stage, figure::Stage::guess)) {}  // NOLINT: a stage that tells nothing
  Allowed(figure::Stage stage, Leave leave) : stage_(stage), leave_(leave) {}
  operator figure::Stage() const { return stage_; }  // NOLINT: it is one
  /// With it goes all that the stage shows.
  [[nodiscard]] const std::optional<Leave>& leave() const { return leave_; }

 private:
  figure::Stage stage_;
  std::optional<Leave> leave_;
};

class LockRule {
 public:
  explicit LockRule(const Desk& desk) : open_(asked(desk)) {}

  /// Whether an open task asks this of the chain, or what it could be read from.
  [[nodiscard]] bool hides(const Bench& bench, std::string_view quantity) const;
  /// Whether one asks this itself.
  [[nodiscard]] bool asks(const Bench& bench, std::string_view quantity) const;
  /// Whether what a run told may not be seen yet, though there was one.
  [[nodiscard]] bool hides_run(const Bench& bench) const;
  [[nodiscard]] std::optional<Leave> quantity(const Bench& bench, std::string_view quantity) const;
  /// Nothing at all is asked of the chain.
  [[nodiscard]] std::optional<Leave> anything(const Bench& bench) const;
  /// The furthest stage of a panel.
  [[nodiscard]] Allowed stage(const Bench& bench, charts::Quantity panel) const;

  // Reading that shows nothing.
  [[nodiscard]] static Leave to_run() { return {}; }    ///< and to keep what a run came to
  [[nodiscard]] static Leave to_judge() { return {}; }  ///< an answer that is locked
  [[nodiscard]] static Leave to_ask() { return {}; }    ///< which question is put, and on which axis
  [[nodiscard]] static Leave to_hide() { return {}; }   ///< each quantity is held against hides() before it is shown

 private:
  lesson::Asked open_;
};

}  // namespace session
