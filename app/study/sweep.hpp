// A chain over a range: cut and predicted at each place, and measured there on a device.
#pragma once

#include "charts/sweep/sweep.hpp"
#include "device/device.hpp"
#include "measure/rules.hpp"
#include "study/study.hpp"

#include <functional>
#include <optional>
#include <stop_token>

namespace study {

/// Unfused, or what else these cuts come to, and fused at each place.
[[nodiscard]] base::Expected<charts::SweepData> swept(const std::shared_ptr<const chain::Chain>& chain,
                                                      const chain::SweepAxis& axis, const Machine& machine,
                                                      const plan::Cuts& first = {plan::Cuts::Kind::every, {}});

/// Few samples a point: there are many points.
[[nodiscard]] measure::Rules sweep_rules();

struct SweepRequest {
  std::uint64_t seed = 1;
  measure::Rules rules = sweep_rules();
  std::function<std::string(const chain::Chain&)> command;  ///< that measures one point again
  std::function<void(bool)> timing;                         ///< as RunRequest::timing
  /// A point whose plans take longer than this together, by the model, is left out: it is run a dozen times.
  std::optional<base::Seconds> longest = std::nullopt;
};

/// Measures each point there, or takes its recording where the device shows recordings. A point that it cannot do,
/// for want of memory, of time or of a recording, says why in `missing`; where it can do none of them that is thrown.
/// Throws DeviceError, Cancelled; the points measured until then are in `data`.
void measure_sweep(charts::SweepData& data, device::Device& device, const SweepRequest& request,
                   const measure::OnProgress& progress, const std::stop_token& stop);

}  // namespace study
