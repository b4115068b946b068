// What devices do unless they say otherwise.
#include "device/device.hpp"

#include "base/words.hpp"

namespace device {

record::Target Device::target() const {
  record::Target target;
  target.persistent_row = limits().persistent_row;
  return target;
}

machine::DeviceSpec Device::calibrate(const std::function<void(double, std::string_view)>& /*progress*/,
                                      std::stop_token /*stop*/) {
  throw DeviceError(base::say("device.no_calibration", {{"device", name()}}),
                    std::string(base::text("device.no_calibration.remedy")));
}

}  // namespace device
