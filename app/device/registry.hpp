// Which devices there are here, and which there are not, with the reason.
#pragma once

#include "base/expected.hpp"
#include "device/device.hpp"
#include "wire/messages.hpp"

#include <memory>
#include <string>
#include <vector>

namespace device {

inline constexpr std::string_view recorded_id = "recorded";

struct Refused {
  std::string id;
  std::string reason;  ///< one sentence
  std::string remedy;  ///< one sentence; may be empty
};

/// Owned by whoever opens it (a session, a command); no globals.
class Registry {
 public:
  /// Tries every kind of device; never throws: what failed is in refused(). `worker` is the command that starts a
  /// worker elsewhere ("ssh host onetrip-worker"); without one, a worker beside this program is tried if there is a
  /// driver. `submit` is how a card gets its kernels. Recorded devices come after the live ones.
  explicit Registry(const std::string& worker = {}, wire::Submit submit = wire::Submit::stream);
  ~Registry();
  [[nodiscard]] const std::vector<std::unique_ptr<Device>>& devices() const { return devices_; }
  [[nodiscard]] const std::vector<Refused>& refused() const { return refused_; }
  /// By id; an empty id gives the best live one, "recorded" the first that shows recordings. A mistake names the ones
  /// there are and why the asked one is not.
  [[nodiscard]] base::Expected<Device*> find(std::string_view id) const;

 private:
  void try_cuda(const std::string& worker, wire::Submit submit);
  void try_recorded(wire::Submit submit);

  std::vector<std::unique_ptr<Device>> devices_;
  std::vector<Refused> refused_;
};

}  // namespace device
