// The class view (F5): where a room stands in each step, from the question by its own hands to the truth.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace session {

struct Desk;
struct Course;
struct FigureFrame;

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
  std::string typed;             ///< the counts, as typed
  std::vector<int> hands;        ///< one a letter; empty: nobody counted
  std::optional<double> number;  ///< the room's, where there are no letters
  std::string message;           ///< what is wrong with what was typed
  bool tallied = false;          ///< the tally was shown: no count changes after it
  bool figured = false;          ///< the figure that follows the truth is shown, where there is one
  bool told = false;             ///< the truth was shown once, or waits for a run that the lock has opened
};

struct ClassView {
  bool presenter = false;    ///< the presenter's page stands where the audience's was
  bool two_windows = false;  ///< the presenter has one of their own
  bool typing = false;       ///< the field for the counts is open
};

/// What a click leads to.
enum class Ahead { lock, tally, truth, run, figure, step, lesson, nothing };
[[nodiscard]] Ahead ahead(const Desk& desk);

/// The open step's room; a fresh one where nothing was done yet.
[[nodiscard]] Room room_of(const Desk& desk);
/// What the audience sees of the open step now: a run's truth comes with its numbers.
[[nodiscard]] ClassStage stage_in_class(const Desk& desk);
/// Whether the room has the figure that follows the truth before it, in place of all else.
[[nodiscard]] bool shows_figure(const Desk& desk);
/// Whether the task of a step is answered: by the student's lock or, in class, by what the room was told.
[[nodiscard]] bool is_answered(const Desk& desk, const Course& course, std::size_t step);

void open_class(Desk& desk);
void leave_class(Desk& desk);
/// One click on (1) or back (-1): the next of the step's stages, or the next step.
void turn_class(Desk& desk, int direction);
/// To the next step, whatever this one still hides.
void skip_in_class(Desk& desk);
/// Whether there is nothing to go back to.
[[nodiscard]] bool is_first_page(const Desk& desk);
/// Whether hands go up for the open step: run and words have stages of their own.
[[nodiscard]] bool is_voted(const Desk& desk);
/// Whether its hands may be counted now: not once the tally was shown.
[[nodiscard]] bool may_count(const Desk& desk);
/// The room's counts as they stand in their field; opening and closing that.
void type_hands(Desk& desk, std::string_view typed);
void show_hands_field(Desk& desk, bool open);
void flip_class(Desk& desk);
/// One job more (1) or fewer (-1), where the scene lets choose.
void change_jobs(Desk& desk, int by);

/// The frame of the audience's figure: beside letters it is narrower.
[[nodiscard]] FigureFrame class_frame(const Desk& desk);

}  // namespace session
