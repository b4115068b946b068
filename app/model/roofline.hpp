// Roofline numbers of a device: ceilings, ridge, and where a plan's dot goes.
#pragma once

#include "machine/device_spec.hpp"
#include "model/predict.hpp"

namespace model {

struct Ceiling {
  std::string name;
  double flops_per_second = 0;
  double ridge = 0;  ///< flops/byte where it meets the bandwidth slope
};

struct RooflineModel {
  double bandwidth = 0;  ///< bytes/s of the slope
  std::string bandwidth_name;
  std::vector<Ceiling> ceilings;
};

[[nodiscard]] RooflineModel roofline(const machine::DeviceSpec& spec);

}  // namespace model
