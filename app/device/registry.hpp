// Which devices there are here, and which there are not, with the reason.
#pragma once

#include "base/expected.hpp"
#include "device/cuda_client/lowered.hpp"
#include "device/hosts.hpp"
#include "wire/messages.hpp"

#include <memory>
#include <string>
#include <vector>

namespace device {

/// Asks for the one GPU that there are recordings of; where there are several it is a question.
inline constexpr std::string_view recorded_id = "recorded";
/// This machine's own GPU.
inline constexpr std::string_view own_gpu_id = "cuda";

struct Refused {
  std::string id;
  std::string reason;       ///< one sentence
  std::string remedy;       ///< one sentence; may be empty
  std::vector<Part> parts;  ///< of a worker that answered
};

/// What a registry is opened for.
struct Wanted {
  std::string worker;  ///< the command that starts a worker elsewhere ("ssh host onetrip-worker")
  wire::Submit submit = wire::Submit::stream;  ///< how a card gets its kernels
  bool own_card = true;                        ///< without a worker elsewhere, look for a card here; it takes a while
  cuda_client::Lower lower = codegen::lower;   ///< how its plans become kernels
};

/// The card behind a worker: beside this program if `worker` is empty. Takes as long as a link, a queue and a driver
/// need. Throws DeviceError, Cancelled.
[[nodiscard]] std::unique_ptr<Device> connect(const std::string& id, const std::string& worker,
                                              wire::Submit submit = wire::Submit::stream,
                                              const std::stop_token& stop = {},
                                              cuda_client::Lower lower = codegen::lower);
/// Every part that a card needs, ready or not, where this command starts a worker. Throws DeviceError.
[[nodiscard]] std::vector<Part> parts_of(const std::string& worker);
/// A card may be here: its driver is.
[[nodiscard]] bool card_here();

/// Owned by whoever opens it (a session, a command); no globals.
class Registry {
 public:
  /// Tries every kind of device; never throws: what failed is in refused(). Recorded devices come after the live ones,
  /// hosts with a name are connected to when they are asked for.
  explicit Registry(Wanted wanted = {});
  ~Registry();
  [[nodiscard]] const std::vector<std::unique_ptr<Device>>& devices() const { return devices_; }
  [[nodiscard]] const std::vector<Refused>& refused() const { return refused_; }
  [[nodiscard]] const base::Expected<std::vector<Host>>& hosts() const { return hosts_; }
  /// Those that show recordings: "recorded-h200", ...
  [[nodiscard]] std::vector<Device*> recorded() const;
  /// The one that the course is about (machine::course_card), else the only one; null where neither is there.
  [[nodiscard]] Device* course_recorded() const;
  /// The same card with its kernels in a CUDA graph; null without. Both read the recordings once.
  [[nodiscard]] std::unique_ptr<Device> course_graphs() const;
  /// By id; an empty id gives the best live one, "recorded" the one that shows recordings, a host's name connects to
  /// it. A mistake names the ones there are and why the asked one is not. Throws DeviceError if a host does not answer.
  [[nodiscard]] base::Expected<Device*> find(std::string_view id) const;

 private:
  void try_cuda();
  void try_recorded();

  Wanted wanted_;
  std::vector<std::unique_ptr<Device>> devices_;
  std::vector<Refused> refused_;
  base::Expected<std::vector<Host>> hosts_;
  mutable std::vector<std::unique_ptr<Device>> connected_;  ///< hosts that were asked for
};

}  // namespace device
