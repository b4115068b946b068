// What the scene says: a caption a lane, the pace, the text twin and its table.
#pragma once

#include "charts/scene_events.hpp"

#include <string>

namespace charts {

/// What goes on in a lane: "K1 puts on the ribbon: x + b".
[[nodiscard]] std::string caption(const ChartData& data, const SceneLane& lane, double seconds);
/// "every crossing takes as long", "x 16 000 slower than measured"
[[nodiscard]] std::string pace_words(const ChartData& data, const SceneScript& script);
/// The twin's paragraph at a moment; without the meters where they are asked.
[[nodiscard]] std::string scene_description(const ChartData& data, const SceneScript& script, double seconds,
                                            bool meters);
/// A row an event; the meters' columns belong to the model, the counters' rows to the truth.
[[nodiscard]] figure::Table scene_table(const ChartData& data, const SceneScript& script);

}  // namespace charts
