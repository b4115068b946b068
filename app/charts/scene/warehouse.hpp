// The warehouse, alive: unfused above, fused below, at one moment. The same moment is the same marks.
#pragma once

#include "charts/scene/events.hpp"

namespace charts {

struct Moment {
  double seconds = 0;           ///< of the scene; the script says when it ends
  bool reduced_motion = false;  ///< jump cuts: what moves is seen where it starts or where it arrives
  bool named = false;           ///< the signs tell what is what in the machine
};

/// Before the reveal give a script of equal pace: its own speed would tell the times.
[[nodiscard]] figure::Figure warehouse(const ChartData& data, const SceneScript& script, const Moment& moment);
/// How high a scene without a title is, so that its lanes take all of its width: below each other, or in a row.
[[nodiscard]] double warehouse_height(const ChartData& data, bool in_row);
/// Start, first delivery, halfway and end in one figure.
[[nodiscard]] figure::Figure warehouse_storyboard(const ChartData& data, const SceneScript& script);

}  // namespace charts
