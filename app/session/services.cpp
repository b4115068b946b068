// The device and the course of this machine.
#include "session/services.hpp"

#include "base/words.hpp"
#include "device/registry.hpp"

#include <thread>

namespace session {
namespace {

/// The devices, and whoever reads the recordings while the window opens.
struct Opened {
  device::Registry registry;
  std::jthread reader;
};

}  // namespace

Services own_services() {
  Services services;
  const auto opened = std::make_shared<Opened>();
  const device::Registry* registry = &opened->registry;
  if (const auto found = registry->find(device::recorded_id)) {
    services.recorded = std::shared_ptr<device::Device>(opened, *found);
    opened->reader = std::jthread([device = *found] { static_cast<void>(device->tier()); });
  }
  if (const auto found = registry->find({})) {
    services.device = std::shared_ptr<device::Device>(opened, *found);  // keeps its registry alive
  } else {
    services.device = services.recorded;  // better than nothing: its runs are opened, not run
    services.no_device =
        found.error().empty() ? std::string(base::text("session.no_device")) : found.error()[0].message;
  }
  return services;
}

}  // namespace session
