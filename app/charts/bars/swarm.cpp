// Columns a pitch apart from each place outwards; the first free point takes the dot.
#include "charts/bars/swarm.hpp"

#include <algorithm>
#include <cmath>

namespace charts {
namespace {

/// Heights of the points of a column, the middle first: 0, up, down, up ...
std::vector<double> column(double height, double pitch) {
  const int points = std::max(1, static_cast<int>(std::floor((height - pitch) / pitch + 1 + 1e-9)));
  std::vector<double> out;
  for (int i = 0; i < points; ++i) {
    const int steps = (i + 1) / 2;
    // An even number of points lies half a pitch lower, so that the full pile is centred.
    out.push_back((i % 2 == 1 ? -steps : steps) * pitch + (points % 2 == 0 ? pitch / 2 : 0));
  }
  return out;
}

}  // namespace

Swarm swarm(const std::vector<double>& places, double middle, double height, double pitch, double reach) {
  const std::vector<double> heights = column(height, pitch);
  Swarm out;
  const double apart = pitch * pitch * (1 - 1e-6);
  const auto is_free = [&](Point at) {
    return std::ranges::none_of(out.dots, [&](Point other) {
      const double x = other.x - at.x, y = other.y - at.y;
      return x * x + y * y < apart;
    });
  };
  int ring = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    // Half steps, so that two piles that are near share their edge closely. Where the dot before wanted to stand, what
    // was taken for it is taken still.
    for (ring = i > 0 && places[i] == places[i - 1] ? ring : 0;; ++ring) {
      const double shift = (ring + 1) / 2 * (ring % 2 == 1 ? 0.5 : -0.5) * pitch;
      const auto found = std::ranges::find_if(heights, [&](double y) {
        return is_free({places[i] + shift, middle + y});
      });
      if (found == heights.end()) continue;
      out.dots.push_back({places[i] + shift, middle + *found});
      out.farthest = std::max(out.farthest, std::abs(shift));
      break;
    }
    if (out.farthest > reach) break;
  }
  return out;
}

double pitch_for(const std::vector<std::vector<double>>& rows, double height, double most, double least, double reach) {
  for (double pitch = most; pitch > least; pitch -= 0.5) {
    const bool all_near = std::ranges::all_of(
        rows, [&](const auto& places) { return swarm(places, 0, height, pitch, reach).farthest <= reach; });
    if (all_near) return pitch;
  }
  return least;
}

}  // namespace charts
