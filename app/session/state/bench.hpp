// A chain on the student's bench: how it may be cut, what the model says of it, what was measured.
#pragma once

#include "device/device.hpp"
#include "lesson/values.hpp"
#include "study/study.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace session {

/// Its plans are unfused, fused, and the one of `cuts` where it is another.
struct Bench : study::Study {
  std::string name;    ///< of the lesson's fence; empty in the lab
  std::string device;  ///< name of the one its plans are cut for; empty without
  std::string cuts;    ///< of the third plan: "best", or "y.1,t3"; empty: there is none
  bool timed = false;  ///< the spec is that of the device that runs: its times mean something
  std::optional<record::Measurement> measurement;
  std::optional<record::Measurement> beside;  ///< what a recorded card did with the same chain
  lesson::Quantities of_machine;              ///< what the spec's machine can do, and this chain on others
  lesson::Quantities there;                   ///< what a recorded card did with it, by stream and by graph
  bool smaller = false;                       ///< over smaller tensors than were written, for want of memory

  /// What is known of it: predicted, and measured if it ran. Times only where they mean something.
  [[nodiscard]] lesson::Quantities quantities() const;
  /// The third plan by these cuts, or why they cannot be: then all stays as it is.
  [[nodiscard]] base::Expected<void> cut(const std::string& third);
  /// Predicts anew, for the device's own spec.
  void use(const machine::DeviceSpec& device_spec);
  /// Every tensor that is in memory while it runs unfused.
  [[nodiscard]] base::Bytes memory() const;
};

/// `device` may be null, `spec` is its calibrated one if it has one; without, crossings and bytes are still predicted.
[[nodiscard]] base::Expected<std::shared_ptr<Bench>> make_bench(std::string name,
                                                                std::shared_ptr<const chain::Chain> chain,
                                                                const device::Device* device,
                                                                const std::optional<machine::DeviceSpec>& spec);

/// The same chain over tensors that fit into `memory`, halving its largest dimension; nothing if it cannot.
[[nodiscard]] std::optional<chain::Chain> fitting(const Bench& bench, base::Bytes memory);

}  // namespace session
