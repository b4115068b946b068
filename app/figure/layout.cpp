// Pushing labels apart: isotonic regression along a line, a short list of places around a point.
#include "figure/layout.hpp"

#include "figure/text_metrics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace figure {
namespace {

/// Non-decreasing values nearest to `wanted`: neighbours that are out of order share their mean.
std::vector<double> nearest_in_order(const std::vector<double>& wanted) {
  struct Pool {
    double sum;
    std::size_t count;
    [[nodiscard]] double mean() const { return sum / static_cast<double>(count); }
  };
  std::vector<Pool> pools;
  for (double value : wanted) {
    pools.push_back({value, 1});
    while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
      const Pool last = pools.back();
      pools.pop_back();
      pools.back().sum += last.sum;
      pools.back().count += last.count;
    }
  }
  std::vector<double> values;
  for (const Pool& pool : pools) values.insert(values.end(), pool.count, pool.mean());
  return values;
}

constexpr double negligible = 1e-6;  ///< square units: what rounding makes of "nothing is covered"

double middle_to_baseline(const Text& text) {
  return cap_height(text.face, text.size) / 2;
}

}  // namespace

std::vector<double> push_apart(const std::vector<Extent>& extents, double gap, double from, double to) {
  if (extents.empty()) return {};
  std::vector<std::size_t> order(extents.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(extents[a].wanted, a) < std::pair(extents[b].wanted, b);
  });
  // offsets[i]: how far the i-th centre must stand after the first; without them the task is only "in order".
  std::vector<double> offsets(extents.size(), 0.0);
  for (std::size_t i = 1; i < order.size(); ++i) {
    offsets[i] = offsets[i - 1] + (extents[order[i - 1]].size + extents[order[i]].size) / 2 + gap;
  }
  const double first = from + extents[order.front()].size / 2;
  const double room = to - extents[order.back()].size / 2 - first;
  if (offsets.back() > room) {
    const double squeeze = offsets.back() > 0 ? std::max(room, 0.0) / offsets.back() : 0;
    for (double& offset : offsets) offset *= squeeze;
  }
  std::vector<double> wanted;
  for (std::size_t i = 0; i < order.size(); ++i) wanted.push_back(extents[order[i]].wanted - offsets[i]);
  const std::vector<double> placed = nearest_in_order(wanted);
  std::vector<double> centres(extents.size());
  const double last = std::max(first, first + room - offsets.back());
  for (std::size_t i = 0; i < order.size(); ++i) {
    centres[order[i]] = std::clamp(placed[i], first, last) + offsets[i];
  }
  return centres;
}

std::vector<Mark> side_labels(const std::vector<SideLabel>& labels, const SideColumn& column) {
  std::vector<Extent> extents;
  for (const SideLabel& label : labels) extents.push_back({label.target.y, label.label.size * 1.2});
  const std::vector<double> centres = push_apart(extents, column.gap, column.top, column.bottom);
  const double towards = column.anchor == Anchor::end ? -1 : 1;
  std::vector<Mark> marks;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const SideLabel& label = labels[i];
    const Point near_target{label.target.x + towards * 4, label.target.y};
    const Point near_label{column.x - towards * 4, centres[i]};
    const bool moved = std::abs(centres[i] - label.target.y) > 1.5;
    const bool far = towards * (column.x - label.target.x) > 16;
    if (moved || far) {
      const Stroke thin{{Role::hairline, Shade::fill}, 0.75, 0};
      marks.push_back({Polyline{{near_target, near_label}, thin}, "", label.from, label.until});
    }
    Text text = label.label;
    text.at = {column.x, centres[i] + middle_to_baseline(text)};
    text.anchor = column.anchor;
    marks.push_back({text, label.id, label.from, label.until});
  }
  return marks;
}

double LabelPlacer::cost(const Box& box) const {
  double sum = (box.width * box.height - overlap(box, frame_)) * 4;  // outside the frame is worst: it is cut off
  for (const Box& other : boxes_) sum += overlap(box, other);
  for (const auto& line : lines_) {
    for (std::size_t i = 1; i < line.size(); ++i) sum += 2 * length_inside(box, line[i - 1], line[i]);
  }
  return sum;
}

Text LabelPlacer::place(Text label, Point target, double distance) {
  const double middle = middle_to_baseline(label);
  const double cap = cap_height(label.face, label.size);
  Text best = label;
  double least = std::numeric_limits<double>::infinity();
  for (double d : {distance, 1.75 * distance, 3 * distance, 5 * distance}) {
    const double corner = d * 0.75;
    const struct {
      Point at;
      Anchor anchor;
    } places[] = {
        {{target.x + d, target.y + middle}, Anchor::start},
        {{target.x - d, target.y + middle}, Anchor::end},
        {{target.x, target.y - d}, Anchor::middle},
        {{target.x, target.y + d + cap}, Anchor::middle},
        {{target.x + corner, target.y - corner}, Anchor::start},
        {{target.x + corner, target.y + corner + cap}, Anchor::start},
        {{target.x - corner, target.y - corner}, Anchor::end},
        {{target.x - corner, target.y + corner + cap}, Anchor::end},
    };
    for (const auto& place : places) {
      label.at = place.at;
      label.anchor = place.anchor;
      const double now = cost(bounds(label));
      if (now < least - negligible) {
        least = now;
        best = label;
      }
    }
    if (least <= negligible) break;
  }
  keep_clear(bounds(best));
  return best;
}

}  // namespace figure
