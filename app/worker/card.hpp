// The card this process uses: chosen once, its context current on this thread.
#pragma once

#include "wire/messages.hpp"
#include "worker/driver_api.hpp"

namespace worker {

/// Starts the driver and makes the card's context current. Asked for by uuid; without one, the card with the most
/// free memory. Throws Failed.
[[nodiscard]] wire::Card open_card(const std::string& uuid);
/// Free memory now, in bytes.
[[nodiscard]] std::int64_t free_memory();

}  // namespace worker
