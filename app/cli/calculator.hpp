// A lesson's calculator on the command line: as a figure, and as numbers.
#pragma once

#include "cli/options.hpp"
#include "lesson/calculation.hpp"
#include "publish/calculator_fence.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace cli {

inline constexpr Flag set_flag{"--set", "NAME=VALUE", "cli.flag.set"};

/// The calculator of `figure calculator LESSON NAME`, with its sliders where --set puts them.
struct AskedCalculator {
  lesson::Calculator calculator;
  std::string lesson;  ///< as it was named
  lesson::SliderPlaces places;
  publish::CalculatorMachine machine;  ///< of --spec, else of this machine if it was calibrated
};
[[nodiscard]] base::Expected<AskedCalculator> asked_calculator(const Options& options);

[[nodiscard]] figure::Figure calculator_figure(const AskedCalculator& asked, charts::ChartData sheet);
/// lesson, calculator, title, values[] {name, kind, value, unit, shown, from}.
[[nodiscard]] nlohmann::ordered_json to_json(const AskedCalculator& asked);

}  // namespace cli
