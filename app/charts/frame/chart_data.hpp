// What every chart may be given; absent things are not drawn, and never as zero.
#pragma once

#include "charts/frame/names.hpp"
#include "machine/device_spec.hpp"
#include "model/predict.hpp"
#include "plan/fusion_plan.hpp"
#include "record/measurement.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace charts {

using record::Source;

struct ChartData {
  std::shared_ptr<const chain::Chain> chain;
  std::vector<plan::FusionPlan> plans;  ///< unfused first, then fused, then others
  std::vector<record::Guess>
      guesses;                 ///< "crossings.unfused", "bytes.fused" (bytes), "time.fused" (seconds), "ratio.time"
  bool example_guess = false;  ///< nobody was asked: the guesses are an example, and are called one
  std::vector<model::Prediction> predictions;     ///< matched to plans by name; any may be absent
  std::optional<machine::DeviceSpec> spec;        ///< of the predictions
  std::optional<machine::DeviceSpec> beside;      ///< the other machine, where a recorded run stands beside a live one
  std::vector<record::Measurement> measurements;  ///< live and recorded; each badge from its source and tier
  /// Rows to keep free, with a '?', while their number is not there yet. A page that will ask and run gives {guess,
  /// model, measured}, so that its frame does not move when they come; empty = only what is there.
  std::vector<Source> slots;
  std::string eager;  ///< what unfused leaves out, for the foot: study::eager_note; empty where there is nothing to add
  std::string command;  ///< that remakes the figure
  std::string title;    ///< overrides the finding; empty = the finding
  std::string about;    ///< of a lesson's own plans the one that its page is about: titles hold it against fused
  bool no_title = false;
  bool no_cold = false;   ///< nothing is said of caches that were emptied: no lesson has told of them yet
  bool no_bytes = false;  ///< nor, in the foot, of how the bytes were had and what the inputs were made of
  double width = 960, height = 540;
  double text_scale = 1;  ///< projector theme: larger type in the same frame
};

/// What a measurement has of a plan, what the model says of it; null where there is nothing.
[[nodiscard]] const record::PlanMeasurement* plan_of(const record::Measurement& measurement, std::string_view plan);
[[nodiscard]] const model::Prediction* prediction_of(const ChartData& data, std::size_t plan);

/// What titles speak of: unfused, then fused; on a page about a plan of the lesson's own fused, then that one.
[[nodiscard]] bool is_about_own(const ChartData& data);
[[nodiscard]] ChartData compared(const ChartData& data);

/// True where a lesson has named plans: their rows stand between unfused's and fused's.
[[nodiscard]] bool has_fused_last(const ChartData& data);
/// Which of so many rows, from the top, is a plan's.
[[nodiscard]] constexpr std::size_t row_of_plan(std::size_t plan, std::size_t rows, bool fused_last) {
  if (!fused_last || plan == 0) return plan;
  return plan == 1 ? rows - 1 : plan - 1;
}

}  // namespace charts
