// Everything that a row of the coverage may point at.
#pragma once

#include "lesson/coverage.hpp"

namespace lesson {

/// Steps of the course by "LESSON/NAME" of their task or of anything else in them that has a name, presets, ladders,
/// imports, claims and words. Mistakes of the lessons and of the claims; throws MachineError if files are missing.
[[nodiscard]] base::Expected<CoveragePlaces> coverage_places();

}  // namespace lesson
