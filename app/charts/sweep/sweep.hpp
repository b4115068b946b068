// A sweep: times of both plans, or how many times faster the fused one is, over sizes or over copies of an op; in
// bands by what the model says runs out there.
#pragma once

#include "chain/sweep.hpp"
#include "charts/frame/chart_data.hpp"
#include "charts/sweep/height.hpp"

namespace charts {

struct SweepPoint {
  std::int64_t at = 0;  ///< bytes of the main tensor, or copies
  std::shared_ptr<const chain::Chain> chain;
  std::vector<plan::FusionPlan> plans;            ///< unfused, or what stands in its place, and fused
  std::vector<model::Prediction> predictions;     ///< as plans; empty where there is no model
  std::vector<record::Measurement> measurements;  ///< at most one a source and device
  std::string missing;                            ///< why there is none of the device that was asked
};

/// One plan's curve, to be drawn by hand: the frame is by chain and range alone, the other plan's lines are left out.
struct SweepSketch {
  std::size_t plan = 1;
  std::vector<std::optional<double>> heights;  ///< the guess, as SweepData::points
  std::optional<std::size_t> handle;           ///< the point that the keyboard moves; none once it is locked
  std::string gap;                    ///< what the guess and the truth come to: the finding; empty: nothing is told
  std::optional<std::size_t> widest;  ///< the point where they are farthest apart
};

/// `sheet` holds what is of the whole figure: chain, spec, command, title, size; its plans, predictions and
/// measurements are left empty.
struct SweepData {
  ChartData sheet;
  chain::SweepAxis axis;
  std::vector<SweepPoint> points;
  std::optional<SweepSketch> sketch;
};

[[nodiscard]] figure::Figure sweep(const SweepData& data, SweepHeight y);
/// What a sheet's size leaves to the lines; nothing can be drawn where it is not positive.
[[nodiscard]] double plot_height(const SweepData& data);

/// Of a sketch: the point whose place is nearest to `at` of the figure, and the height there on its axis.
struct SketchPlace {
  std::size_t point = 0;
  double height = 1;
};
[[nodiscard]] SketchPlace sketch_place(const SweepData& data, SweepHeight y, Point at);
/// Its axis' ends: by chain and range alone.
[[nodiscard]] std::pair<double, double> sketch_ends(const SweepData& data, SweepHeight y);

}  // namespace charts
