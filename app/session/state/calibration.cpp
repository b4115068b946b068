// Waits for its turn, measures, keeps.
#include "session/state/calibration.hpp"

#include "base/error.hpp"
#include "base/words.hpp"
#include "session/state/turn.hpp"

#include <chrono>
#include <thread>

namespace session {

Calibration calibrate(device::Device& device, const std::function<void(double, std::string_view)>& progress,
                      const std::stop_token& stop) {
  const Turn turn("devices", "calibrating");
  for (bool told = false; !turn.take(); told = true) {
    if (stop.stop_requested()) throw base::Cancelled();
    if (!told && progress) progress(0, base::text("session.calibration_waits"));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  Calibration done{device.calibrate(progress, stop), {}};
  try {
    machine::save_calibrated(done.spec);
  } catch (const base::MachineError& error) {
    done.not_kept = error.what();
  }
  return done;
}

}  // namespace session
