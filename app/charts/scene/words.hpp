// What the scene says: a caption a lane, the pace, the text twin and its table.
#pragma once

#include "charts/scene/events.hpp"

#include <string>

namespace charts {

/// What goes on in a lane: "Worker 1 puts on the ribbon: x + b"; `tensors`: with their names and the op's own text.
[[nodiscard]] std::string caption(const ChartData& data, const SceneLane& lane, double seconds, bool tensors);
/// "every trip takes the same time", "x 16 000 slower than measured"
[[nodiscard]] std::string pace_words(const ChartData& data, const SceneScript& script);
struct Telling {
  bool meters = true;  ///< not where they are asked
  bool names = true;   ///< of chain, kernels and hardware; not before a lesson comes to them
  bool tensors = true;
  bool bytes = true;  ///< not where a ratio of them is asked
};
/// The twin's paragraph at a moment.
[[nodiscard]] std::string scene_description(const ChartData& data, const SceneScript& script, double seconds,
                                            const Telling& telling);
/// A row an event; the meters' columns belong to the model, the counters' rows to the truth.
[[nodiscard]] figure::Table scene_table(const ChartData& data, const SceneScript& script, bool bytes = true);

}  // namespace charts
