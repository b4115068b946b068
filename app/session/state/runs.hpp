// Running both plans off the owner's thread: calibrate first if need be, then verify, time and count.
#pragma once

#include "session/state/desk.hpp"

namespace session {

/// Locks what running locks and starts the job. The result, or what went wrong, enters by the desk's poll.
void start_run(Desk& desk);
/// The same, but this machine's own ceilings are measured anew before it; a run that is cancelled keeps the old ones.
void measure_machine(Desk& desk);
/// The run task of the step that is open counts as done.
void close_run_task(Desk& desk);
/// What this device measured of the lesson's run steps before the last end of the program is there again; where it is
/// not believed any more, that is said.
void recall_runs(Desk& desk, Course& course);
/// The lesson starts over: what ran is gone from its pages, in the next start too.
void forget_runs(Desk& desk, Course& course);
/// Takes the chain that did not fit in memory over smaller tensors instead.
void make_smaller(Desk& desk);

/// Cut and predicted for the device that runs now; what was measured elsewhere goes.
void replan(Desk& desk, Bench& bench);

}  // namespace session
