// The warehouse, alive: unfused above, fused below, at one moment. The same moment is the same marks.
#pragma once

#include "charts/scene/events.hpp"

#include <span>
#include <string>
#include <string_view>

namespace charts {

/// What of the scene a step can light: "table", "road", "warehouse", "dock", "meter".
[[nodiscard]] std::span<const std::string_view> scene_parts();

struct Moment {
  double seconds = 0;           ///< of the scene; the script says when it ends
  bool reduced_motion = false;  ///< jump cuts: what moves is seen where it starts or where it arrives
  bool named = false;           ///< the signs tell what is what in the machine
  bool plates = true;           ///< trucks and captions name the tensor
  bool crew = true;             ///< who waits is seen: as many as there are kernels to come
  bool bytes = true;            ///< the meters tell bytes, and what the hardware counted
  std::string focus{};          ///< one of scene_parts() keeps its colours, all else is quieter; empty: all keep them
  bool still = false;           ///< it does not play, so nothing is said of a pace
  std::string waits{};          ///< what it waits for before it goes on, in the pace's place; empty: nothing
  /// Whether a part keeps its colours.
  [[nodiscard]] bool lit(std::string_view part) const { return focus.empty() || focus == part; }
};

/// It fills the whole of data's width and height. Before the reveal give a script of equal pace: its own speed would
/// tell the times.
[[nodiscard]] figure::Figure warehouse(const ChartData& data, const SceneScript& script, const Moment& moment);
/// Start, first delivery, halfway and end in one figure.
[[nodiscard]] figure::Figure warehouse_storyboard(const ChartData& data, const SceneScript& script);

}  // namespace charts
