// Faults planted by tests: compiled in only when the tests are built.
#pragma once

#include "worker/channel.hpp"

#include <string_view>

namespace worker {

/// Does what $ONETRIP_WORKER_FAULT asks of this role at this place, "ROLE:PLACE:WHAT[:FILE]". WHAT is die, hang,
/// foreign (bytes that are no frame), late (an answer to a request nobody made) or memory. With a FILE it happens only
/// while the file exists, and removes it. Nothing where the tests are not built.
void plant_fault(std::string_view role, std::string_view place, Channel& channel, std::uint64_t id);

}  // namespace worker
