// The class view (F5): where a room stands in each step, from the question by its own hands to the truth.
#pragma once

#include "session/state/desk.hpp"

#include <string_view>

namespace session {

/// What a click leads to.
enum class Ahead { lock, tally, truth, run, figure, step, nothing };
[[nodiscard]] Ahead ahead(const Desk& desk);

/// The class view: what the room sees, and what its teacher does.
[[nodiscard]] Node audience_page(const Desk& desk);
[[nodiscard]] Node presenter_page(const Desk& desk);

void open_class(Desk& desk);
void leave_class(Desk& desk);
/// One click on (1) or back (-1): the next of the step's stages, or the next step.
void turn_class(Desk& desk, int direction);
/// To the next step, whatever this one still hides.
void skip_in_class(Desk& desk);
/// To the lesson's first step.
void begin_class(Desk& desk);
/// The room sees the run of before the class.
void show_kept_run(Desk& desk);
/// Runs again; the room sees what comes of it.
void run_in_class(Desk& desk);
/// Likewise, and nothing of the class before is kept but its runs.
void begin_new_class(Desk& desk);
/// Whether a class has counted hands or seen an answer.
[[nodiscard]] bool keeps_class(const Desk& desk);
/// A black or a white screen in place of the page; `no`: the page again.
void blank_class(Desk& desk, Blank blank);
/// Another day's run of the open step, in place of one here.
void open_recording_in_class(Desk& desk);
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

}  // namespace session
