// The device and the course of this machine.
#include "session/services.hpp"

#include "base/words.hpp"
#include "device/registry.hpp"

namespace session {

Services own_services() {
  Services services;
  const auto registry = std::make_shared<device::Registry>();
  if (const auto found = registry->find(device::recorded_id)) {
    services.recorded = std::shared_ptr<device::Device>(registry, *found);
  }
  if (const auto found = registry->find({})) {
    services.device = std::shared_ptr<device::Device>(registry, *found);  // keeps its registry alive
  } else {
    services.device = services.recorded;  // better than nothing: its runs are opened, not run
    services.no_device =
        found.error().empty() ? std::string(base::text("session.no_device")) : found.error()[0].message;
  }
  return services;
}

}  // namespace session
