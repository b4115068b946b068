// What the flags of `onetrip figure` ask for, and which kinds of figure take them.
#pragma once

#include "base/expected.hpp"
#include "charts/scene/warehouse.hpp"
#include "cli/options.hpp"
#include "figure/figure.hpp"
#include "record/measurement.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

enum class FigureKind {
  bytes,
  levels,
  errors,
  roofline,
  chain,
  timeline,
  trips,
  sweep,
  warehouse,
  fusing,
  bandwidth,
  ladder,
  imported,
  cuts,
  calculator,
  tune,
};

[[nodiscard]] std::span<const Flag> figure_flags();

/// A kind by its name; refused with the nearest one, or if the kind takes one of the flags not at all.
[[nodiscard]] base::Expected<FigureKind> figure_kind(const Options& options);

/// A flag that changes the picture of that kind.
[[nodiscard]] bool takes(std::string_view kind, std::string_view flag);

/// --stage: one, or all four.
[[nodiscard]] base::Expected<std::vector<figure::Stage>> stages_of(const Options& options);

/// --guess: of the bars of each plan, and of the ratio of the first two.
[[nodiscard]] base::Expected<std::vector<record::Guess>> guesses_of(const Options& options);

/// --pace: the script of the scene. What is written before the truth keeps equal time: its own speed would tell.
[[nodiscard]] base::Expected<charts::SceneScript> script_of(const Options& options, const charts::ChartData& data,
                                                            const std::vector<figure::Stage>& stages);

/// --at "3": three stops on; "2.5s": so many seconds; halfway if it is not given. `stops` begin with 0 and end with the
/// scene.
[[nodiscard]] base::Expected<double> moment_of(const Options& options, const std::vector<double>& stops);

}  // namespace cli
