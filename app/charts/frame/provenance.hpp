// Where a chart's numbers are from: one quiet line, and the facts that go into the file.
#pragma once

#include "charts/frame/chart_data.hpp"

#include <string>
#include <vector>

namespace charts {

/// Whose ceilings the model uses; and, once there is a measurement, what measured it.
struct ProvenanceLine {
  std::string model;
  std::vector<std::string> truth;  ///< one a measurement, and what eager PyTorch would do: told with the truth
};
[[nodiscard]] ProvenanceLine provenance_line(const ChartData& data);

/// device, date, tier, seed, submit, method of each measurement; spec and sources of the model; version and command.
/// Holds no result.
[[nodiscard]] std::vector<figure::Fact> provenance(const ChartData& data);

/// "NVIDIA H200 SXM (data sheet)", "AMD EPYC (calibrated 2026-11-21)"
[[nodiscard]] std::string spec_words(const machine::DeviceSpec& spec);
/// Whether the measurement was taken on the machine whose ceilings the spec holds.
/// (a card by its name, whatever its device is called).
[[nodiscard]] bool same_machine(const machine::DeviceSpec& spec, const record::Measurement& measurement);
/// Its name without threads and instruction sets, which are in the file: "Intel(R) Xeon(R) Processor".
[[nodiscard]] std::string short_device(const record::Measurement& measurement);
/// What is said of a measurement, and whose file it is from if not of this release.
[[nodiscard]] std::string with_stranger(const std::string& said, const record::Measurement& measurement);
/// What --device takes to run it there, or to show it, again: "cpu", "recorded-h200".
[[nodiscard]] std::string device_again(const record::Measurement& measurement);
[[nodiscard]] std::string device_again(Source source, const std::string& device_id);
/// The same of two sheets: a calibrated card bears the shorter name.
[[nodiscard]] bool same_machine(const machine::DeviceSpec& a, const machine::DeviceSpec& b);
/// "measured (counted)", "recorded (counters)", "imported, PyTorch 2.11.0+cu130"
[[nodiscard]] std::string badge(const record::Measurement& measurement);

}  // namespace charts
