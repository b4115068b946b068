// Every figure of a lesson at once: for slides, for a page, for a folder.
#pragma once

#include "charts/sweep/sweep.hpp"
#include "device/device.hpp"
#include "lesson/asked.hpp"
#include "lesson/lesson.hpp"
#include "publish/import_fence.hpp"
#include "publish/kept_ladder.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace publish {

/// What is known of a lesson's chains: predicted for the recorded card, and what ran on it.
struct Findings {
  machine::DeviceSpec spec;
  std::map<std::string, charts::ChartData> chains;                         ///< by the chain's name
  std::map<std::string, std::shared_ptr<const charts::SweepData>> sweeps;  ///< by key_of their fence
  std::map<std::string, record::Measurement> graphs;                       ///< by the chain's name: of `graphs`
  std::map<std::string, std::shared_ptr<const KeptLadder>> ladders;        ///< by name
  std::map<std::string, lesson::Calculator, std::less<>> calculators;      ///< by name
  std::string lesson;                                                      ///< as a command names it
  Imports imports;                                                         ///< by the chain's name
};
/// `recorded` may be null, or know nothing of a chain; then that chain has no measurement. Its card's own sheet
/// predicts, else `spec`. `graphs`: the same card with its kernels in a CUDA graph; may be null.
[[nodiscard]] base::Expected<Findings> findings_of(const lesson::Lesson& lesson, device::Device* recorded,
                                                   const machine::DeviceSpec& spec, device::Device* graphs = nullptr);

struct LessonFigure {
  std::string name;   ///< "2-bias-roofline": chains in the lesson's order
  std::string chain;  ///< its name; empty: of a ladder
  figure::Figure figure;
  std::function<bool(const lesson::Asked&)> closed;  ///< true while an open task asks what it tells
};
/// Of each chain its strip unfused and fused, the scene's storyboard where the lesson has one, bytes, roofline and
/// timeline, its sweeps, a wider road, and who else fused what; last the ladders. `sheet` gives shape, type and title.
[[nodiscard]] std::vector<LessonFigure> lesson_figures(const lesson::Lesson& lesson, const Findings& findings,
                                                       const charts::ChartData& sheet);
/// One kind of one chain: "chain", "chain-fused", "warehouse", "bytes", "roofline", "timeline".
[[nodiscard]] figure::Figure lesson_figure(const charts::ChartData& of_chain, std::string_view kind,
                                           const charts::ChartData& sheet);

}  // namespace publish
