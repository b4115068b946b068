// What a class did, and how its view stands.
#pragma once

#include "session/state/view.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace session {

/// Units of the class view's 540 that stand above a reveal's figure for its headline.
inline constexpr double class_headline = 69;

/// What of a step's task the room has been shown. A click leads from one to the next.
enum class ClassStage {
  question,
  locked,  ///< the hands are down; they may have been counted
  tally,   ///< how many for each letter, none of them marked
  truth,
};

/// What a room did about one step.
struct Room {
  ClassStage stage = ClassStage::question;
  std::string typed;                      ///< the counts, as typed
  std::vector<int> hands;                 ///< one a letter; empty: nobody counted
  std::optional<double> number;           ///< the room's, where there are no letters
  std::string message;                    ///< what is wrong with what was typed
  bool tallied = false;                   ///< the tally was shown: no count changes after it
  bool figured = false;                   ///< the figure that follows the truth is shown, where there is one
  std::map<std::string, double> sliders;  ///< of calculators, as Settings::sliders has them
  bool told = false;                      ///< the truth was shown once, or waits for a run that the lock has opened
};

using Instant = std::chrono::steady_clock::time_point;

/// Since when a class is at its lesson, and at its step.
struct ClassClock {
  std::optional<Instant> began;  ///< nothing: no class was held yet
  Instant stepped{};
  std::size_t step = 0;
  std::map<std::size_t, Instant::duration> before;  ///< what each step took when the class was there earlier
  int shown = -1;                                   ///< seconds of the class on the presenter's page
};

/// A talk that is being held: questions of several lessons, one after the other.
struct TalkWalk {
  struct Stop {
    std::string lesson;
    std::size_t step = 0;
    int minutes = 0;
    std::vector<std::string> say, then;  ///< lesson::TalkStop
  };
  std::vector<Stop> stops;
  std::vector<std::string> takeaways, close;  ///< of its end: on the wall, and said
  std::size_t at = 0;
  Instant began{};
};

struct ClassView {
  bool presenter = false;                ///< the presenter's page stands where the audience's was
  bool two_windows = false;              ///< the presenter has one of their own
  bool unseen = false;                   ///< the presenter prepares on the one screen: nobody else sees this page
  bool typing = false;                   ///< the field for the counts is open
  Blank blank = Blank::no;               ///< what the room sees in place of the page
  std::optional<std::size_t> opened_at;  ///< just now, at this step: it says where, or how to go on
  bool asks_notes = false;  ///< on one screen: the notes are shown to the room if they are asked for once more
};

}  // namespace session
