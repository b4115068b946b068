// A device that is not here: it answers from recordings what was run on it, and refuses the rest.
#pragma once

#include "codegen/program.hpp"
#include "device/device.hpp"
#include "device/recorded/earlier_kernels.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace device::recorded {

struct Options {
  std::string card;                            ///< "h200": its data sheet's id
  std::vector<std::filesystem::path> folders;  ///< of its recordings; read when it is first asked
  std::optional<machine::DeviceSpec> spec;     ///< of a machine that has no sheet and none of its recordings shipped
  std::string preferred_submit = "stream";     ///< where a chain was recorded in several ways
  /// Today's emitter, to tell kernels of before.
  Lower lower = codegen::lower;
};

/// "recorded-h200"
[[nodiscard]] std::string id_of(std::string_view card);
/// Whether anything is known of it beside its recordings: a data sheet, or a calibration. Without, its chains cannot be
/// priced.
[[nodiscard]] bool is_known(std::string_view card);

[[nodiscard]] std::unique_ptr<Device> make_device(Options options);
/// The same card, where a chain was recorded in several ways in this one. Both read the recordings once.
[[nodiscard]] std::unique_ptr<Device> preferring(const Device& recorded, std::string submit);

}  // namespace device::recorded
