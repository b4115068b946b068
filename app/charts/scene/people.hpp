// The workers: a kernel is one shift of one worker.
#pragma once

#include "charts/scene/brush.hpp"

namespace charts {

enum class Pose {
  waits,    ///< in the queue
  reads,    ///< holds the work order
  looks,    ///< down the road, hand over the eyes
  dresses,  ///< works on the gift in front
  points,   ///< sees a truck off
  rests,    ///< sits with a cup, the shift being over
  cheers,
};

/// The middle of the bib's number.
inline constexpr Point bib{-1, -34};

/// Looks left; the origin is on the floor between the feet. `phase` runs from 0 to 1 while an op is done: hands move.
void draw_worker(const Brush& brush, Role hue, Pose pose, double phase = 0);

}  // namespace charts
