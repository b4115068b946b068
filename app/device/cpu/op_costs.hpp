// What an element of each op costs this processor in arithmetic: its loop, timed where its data is at hand.
#pragma once

#include "device/cpu/thread_pool.hpp"

#include <map>
#include <stop_token>
#include <string>

namespace device::cpu {

/// DeviceSpec::op_cost: "gelu:f16" is seconds an element, all threads at once, of the loop that reads and writes f16.
/// The conversions are in it, so that no load or store has a price of its own. Cancelled if asked to stop.
[[nodiscard]] std::map<std::string, double> op_costs(ThreadPool& pool, const std::stop_token& stop);

}  // namespace device::cpu
