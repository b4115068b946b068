// What was measured on a device here, between two starts of the window: one file a device, written as recordings are.
#pragma once

#include "device/device.hpp"
#include "plan/fusion_plan.hpp"
#include "record/measurement.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace session {

/// user_data()/runs/cpu.json
[[nodiscard]] std::filesystem::path runs_path(const device::Device& device);

/// Adds a run of the device to its file, in place of an older one of the same plans; any thread may ask. Returns why it
/// could not be kept, mostly nothing. A run whose outputs were wrong is not kept.
[[nodiscard]] std::string keep_run(const device::Device& device, const record::Measurement& run);

/// The runs of a device that may be shown again.
class KeptRuns {
 public:
  /// Reads the file; one that is no recording of ours is moved aside.
  explicit KeptRuns(const device::Device& device);

  /// What was measured of these plans on this very device by this version of the program; else nothing, and `said`
  /// tells why.
  [[nodiscard]] std::optional<record::Measurement> find(const std::vector<plan::FusionPlan>& plans);
  [[nodiscard]] const std::string& said() const { return said_; }

 private:
  std::string device_;
  std::vector<record::Measurement> all_;
  std::string said_;
};

}  // namespace session
