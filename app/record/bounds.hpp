// What a machine cannot beat, whoever says so: the fastest that it, or any machine of its kind, can be.
#pragma once

#include "machine/device_spec.hpp"
#include "record/measurement.hpp"

#include <span>
#include <string>
#include <vector>

namespace record {

/// A card may be clocked somewhat above its sheet: so much above a bound is believed.
inline constexpr double over_bound = 1.05;
/// No run is waited for that long.
inline constexpr base::Seconds a_day{86400};

struct Bounds {
  std::string of;           ///< whose, in words: "NVIDIA H200 SXM 141GB"
  bool gpu = true;          ///< else a processor
  bool known = false;       ///< by a data sheet; else what nobody's machine of this kind can do
  base::Bandwidth road;     ///< from and to memory
  base::Bandwidth chip;     ///< from the caches to all threads together
  double operations = 0;    ///< f32, a second
  double products = 0;      ///< of a tensor core's operands, a second
  base::Bytes held;         ///< what its caches may keep off the road
  base::Bytes unflushed;    ///< of inputs: what may be left of them in the caches of a cold run
  base::Seconds start;      ///< of one kernel, at the very least
  int multiprocessors = 0;  ///< 0: not known
};

/// The data sheets that came with the program, as they were built in, and those of other cards that lie in its folder.
[[nodiscard]] std::vector<machine::DeviceSpec> data_sheets();
/// The sheet of the card that calls itself so; null where there is none.
[[nodiscard]] const machine::DeviceSpec* sheet_of(std::string_view device, std::span<const machine::DeviceSpec> sheets);
/// Of the machine that a measurement says it was made on.
[[nodiscard]] Bounds bounds_of(const Measurement& measurement, std::span<const machine::DeviceSpec> sheets);

}  // namespace record
