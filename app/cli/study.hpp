// A chain with its plans and predictions, as several commands need it.
#pragma once

#include "cli/options.hpp"
#include "session/state/calibration.hpp"
#include "study/eager.hpp"
#include "study/study.hpp"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cli {

using study::Study;

inline constexpr Flag cuts_flag{"--cuts", "CUTS", "cli.flag.cuts"};
inline constexpr Flag knob_flag{"--knob", "KNOB=N", "cli.flag.knob"};
inline constexpr Flag spec_flag{"--spec", "ID", "cli.flag.spec"};
inline constexpr Flag json_flag{"--json", "", "cli.flag.json"};

/// Data sheets and recorded calibrations that cannot be read, on standard error: what is asked of a recorded card may
/// rest on another file then.
void print_broken_files();

/// By --spec, else of this machine, else of the course's own card. Where this machine's calibration is broken, or
/// another machine's, that is told on standard error.
[[nodiscard]] base::Expected<machine::DeviceSpec> spec_of(const Options& options);

/// With its kernels ordered as --submit asks.
[[nodiscard]] machine::DeviceSpec as_submitted(const machine::DeviceSpec& spec, const Options& options);

/// These cuts with what --knob says behind them: "none registers=32".
[[nodiscard]] std::string with_knobs(const std::string& cuts, const Options& options);
/// Every --cuts, each with the knobs; where there are knobs alone, those of the fused plan.
[[nodiscard]] std::vector<std::string> asked_cuts(const Options& options);

/// From a chain's words, --cuts and --spec. Plans are cut within the limits of the device that runs them, if there is
/// one, else of the spec. `known` overrides the default of --spec (a device that knows itself).
[[nodiscard]] base::Expected<Study> study_of(const std::string& chain_words, const Options& options,
                                             const device::Device* device,
                                             const std::optional<machine::DeviceSpec>& known = std::nullopt);

/// Measures the device's ceilings and keeps them; progress on a terminal's standard error. Throws DeviceError.
session::Calibration calibrate(device::Device& device);

/// The device's own spec; calibrates it first where it can and was not yet (telling so on standard error).
[[nodiscard]] std::optional<machine::DeviceSpec> calibrated(device::Device& device);

/// design: plans[] {name, kernels[] {ops, reads, writes, crossings, bytes}, crossings, bytes, time_us, bound} and
/// ratio.
[[nodiscard]] nlohmann::ordered_json to_json(const Study& study);
/// Null where a level was not modelled, or not counted.
[[nodiscard]] nlohmann::ordered_json to_json(const base::Levels& levels);
/// The same plan as PyTorch runs it, beside to_json(study); null where that is unfused, or not known.
[[nodiscard]] nlohmann::ordered_json eager_json(const Study& study, const std::optional<study::EagerTime>& time = {});
/// A line to stand below the ratio; empty where there is nothing to add.
[[nodiscard]] std::string eager_line(const Study& study, const std::optional<study::EagerTime>& time = {});

/// "add, gelu": the ops of one kernel in order.
[[nodiscard]] std::string ops_text(const plan::FusionPlan& plan, const plan::Group& group);

}  // namespace cli
