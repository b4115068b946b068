// Dots that keep apart: each as near to its place as the dots before it leave room.
#pragma once

#include "charts/frame/names.hpp"

#include <limits>
#include <vector>

namespace charts {

struct Swarm {
  std::vector<Point> dots;  ///< centres, in the order of the places
  double farthest = 0;      ///< the largest shift along x
};

/// Dots of `pitch` from centre to centre at these places along x, piled evenly about `middle` and inside `height`;
/// where a pile is full the next stand beside it; a dot that would stand farther off than `reach` is the last. The same
/// places give the same dots.
[[nodiscard]] Swarm swarm(const std::vector<double>& places, double middle, double height, double pitch,
                          double reach = std::numeric_limits<double>::infinity());

/// The largest pitch of those from `most` down to `least` at which no dot of any row stands farther from its place than
/// `reach`; `least` if there is none.
[[nodiscard]] double pitch_for(const std::vector<std::vector<double>>& rows, double height, double most, double least,
                               double reach);

}  // namespace charts
