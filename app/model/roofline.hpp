// Roofline numbers of a device: slope, ceilings and ridges, and the lower roof that a plan's own operations have.
#pragma once

#include "chain/chain.hpp"
#include "machine/device_spec.hpp"
#include "model/predict.hpp"

#include <optional>

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

/// The 16-bit operands that tensor cores multiply in this chain; nothing where it has no such product.
[[nodiscard]] std::optional<chain::Dtype> tensor_operands(const chain::Chain& chain);

/// With `operands` the roof of tensor cores is that of products of this dtype: a calibration may have probed the unit
/// by other instructions than fast products use, and then a large product by the library is the higher of the two.
[[nodiscard]] RooflineModel roofline(const machine::DeviceSpec& spec, std::optional<chain::Dtype> operands = {});

/// Two roofs nearer than this share are one line to the eye, and within what a calibration may miss.
inline constexpr double clearly_lower = 0.1;

/// The roof of a plan's own operations, in FLOP/s: how fast they are computed when no byte has to move. One counted
/// operation may take several instructions, of which the roof of plain arithmetic knows nothing. Where the slope meets
/// this roof, free arithmetic ends for this plan. Nothing where the spec does not price ops, or where it is not clearly
/// lower than the roof of plain arithmetic.
[[nodiscard]] std::optional<double> own_roof(const Prediction& prediction, const machine::DeviceSpec& spec);

}  // namespace model
