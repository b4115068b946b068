// What was tapped of a run's plot, between two starts of the window: kept beside the run that it is about.
#pragma once

#include "session/state/desk.hpp"

#include <cstddef>

namespace session {

/// Into the settings, as this step has it now; nothing where the session keeps no answers, or the step is no run.
void keep_taps(Desk& desk, const Course& course, std::size_t step);
/// From the settings into this step.
void recall_taps(const Desk& desk, Course& course, std::size_t step);

}  // namespace session
