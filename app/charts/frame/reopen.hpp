// The opaque text in a figure that restores it: the question and what was guessed, never an answer.
#pragma once

#include "base/expected.hpp"
#include "charts/frame/chart_data.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace charts {

/// JSON: kind, chain text, each plan's name and cuts, guesses, spec, size; a figure of no chain has neither. `extra`
/// are more keys with text values.
[[nodiscard]] std::string scene(const ChartData& data, std::string_view kind,
                                const std::vector<figure::Fact>& extra = {});

/// How many times as wide the road of a bandwidth figure can be.
inline constexpr double least_times = 1, most_times = 64;

/// What a scene asks for when it is opened again.
struct SceneAsked {
  std::string kind, chain;        ///< chain text as it was written
  std::vector<std::string> cuts;  ///< of each plan beyond unfused and fused: "y.1,t3"
  std::string plan;               ///< the one that a chain strip shows; may be empty
  std::string spec;               ///< may be empty
  double width = 960, height = 540;
  std::string over, y;            ///< of a sweep
  std::string ladder, bandwidth;  ///< its name; how many times as wide the road is
  std::vector<record::Guess> guesses;
  std::string lesson, calculator, settings;  ///< of a calculator: whose it is, its name, "weights=7e10,width=2"
};
/// What is not a scene of ours is a mistake, and so is each of its keys that holds what no figure of ours has; that its
/// chain can be read is not looked at.
[[nodiscard]] base::Expected<SceneAsked> parse_scene(std::string_view text);

}  // namespace charts
