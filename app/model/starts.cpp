// Figures of the device by the way of ordering.
#include "model/starts.hpp"

#include <algorithm>

namespace model {

Starts starts(const machine::DeviceSpec& spec) {
  if (spec.submit == machine::Submit::stream) {
    const base::Seconds gap{spec.launch.value};
    return {gap, {spec.start.value}, gap, {spec.batch_launch.value}, {}};
  }
  const double again = spec.graph_again.value > 0 ? spec.graph_again.value : spec.graph_launch.value;
  return {{spec.graph_launch.value}, {spec.graph_start.value}, {again}, {}, {spec.graph_submit.value}};
}

base::Seconds batch_run(base::Seconds work, int launches, const Starts& starts) {
  const double on_device = work.value + launches * starts.again.value;
  return base::Seconds{std::max(on_device, launches * starts.submit.value) + starts.run.value};
}

}  // namespace model
