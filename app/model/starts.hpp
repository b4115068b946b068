// What starting kernels costs, by its three names: submit, gap, lead.
#pragma once

#include "base/units.hpp"
#include "machine/device_spec.hpp"

namespace model {

struct Starts {
  base::Seconds gap;     ///< on the device, cold: what each kernel takes beyond its work
  base::Seconds lead;    ///< cold: what the first kernel takes beyond its gap
  base::Seconds again;   ///< the gap, run after run
  base::Seconds submit;  ///< the host's order for one kernel, given while the device works; 0: not known, or no wait
  base::Seconds run;     ///< of a graph, run after run: between one graph and the next
};

/// Of this device, by its way of ordering.
[[nodiscard]] Starts starts(const machine::DeviceSpec& spec);

/// One run of many: `work` of all kernels and their gaps, or the time in which the host orders them, if that is longer.
[[nodiscard]] base::Seconds batch_run(base::Seconds work, int launches, const Starts& starts);

}  // namespace model
