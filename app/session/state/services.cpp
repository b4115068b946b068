// The device and the course of this machine.
#include "session/state/services.hpp"

#include "base/words.hpp"

#include <thread>

namespace session {
namespace {

/// The devices, and whoever reads the recordings while the window opens.
struct Opened {
  std::shared_ptr<device::Registry> registry;
  std::jthread reader;
};

}  // namespace

Services services_of(std::shared_ptr<device::Registry> registry, device::Device* device) {
  Services services;
  const auto opened = std::make_shared<Opened>(std::move(registry));  // kept alive by its devices
  if (device::Device* found = opened->registry->course_recorded()) {
    services.recorded = std::shared_ptr<device::Device>(opened, found);
    opened->reader = std::jthread([recorded = found] {
      try {
        static_cast<void>(recorded->tier());
      } catch (...) {
        // Whoever asks for them next reads them again, and is told.
      }
    });
  }
  services.recorded_graphs = opened->registry->course_graphs();
  services.device = device == nullptr ? services.recorded  // better than nothing: its runs are opened, not run
                                      : std::shared_ptr<device::Device>(opened, device);
  return services;
}

Services own_services(device::Wanted wanted) {
  const auto registry = std::make_shared<device::Registry>(std::move(wanted));
  const auto found = registry->find({});
  Services services = services_of(registry, found ? *found : nullptr);
  if (!found) {
    services.no_device =
        found.error().empty() ? std::string(base::text("session.no_device")) : found.error()[0].message;
  }
  return services;
}

Services services_of_window() {
  Services services = own_services({.worker = {}, .own_card = false});
  services.keeps_answers = true;
  if (device::card_here()) {
    services.find_card = [](const std::stop_token& stop) {
      return std::shared_ptr<device::Device>(
          device::connect(std::string(device::own_gpu_id), {}, wire::Submit::stream, stop));
    };
  }
  return services;
}

}  // namespace session
