// What a device that shows recordings holds of a chain, cut within that device's own limits.
#pragma once

#include "device/device.hpp"

#include <memory>
#include <optional>

namespace study {

/// Nothing without a device, or where it holds none. Nothing is run.
[[nodiscard]] std::optional<record::Measurement> recorded_of(device::Device* recorded,
                                                             const std::shared_ptr<const chain::Chain>& chain);
/// Why it holds none, and what is nearest; nothing where it holds one, or where the chain cannot be cut for it.
[[nodiscard]] std::optional<device::Missing> missing_of(const device::Device& recorded,
                                                        const std::shared_ptr<const chain::Chain>& chain);

}  // namespace study
