// Which devices there are here, and which there are not, with the reason.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/expected.hpp"
#include "device/device.hpp"

namespace device {

struct Refused {
  std::string id;
  std::string reason;  ///< one sentence
  std::string remedy;  ///< one sentence; may be empty
};

/// Owned by whoever opens it (a session, a command); no globals.
class Registry {
 public:
  Registry();  ///< tries every kind of device; never throws: what failed is in refused()
  ~Registry();
  [[nodiscard]] const std::vector<std::unique_ptr<Device>>& devices() const { return devices_; }
  [[nodiscard]] const std::vector<Refused>& refused() const { return refused_; }
  /// By id; an empty id gives the best live one. A mistake names the ones there are and why the asked one is not.
  [[nodiscard]] base::Expected<Device*> find(std::string_view id) const;

 private:
  std::vector<std::unique_ptr<Device>> devices_;
  std::vector<Refused> refused_;
};

}  // namespace device
