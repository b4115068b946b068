// Hosts with a card that were given a name: user_config()/hosts.toml.
#pragma once

#include "base/expected.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace device {

struct Host {
  std::string name;     ///< "gpu7": what --device takes
  std::string command;  ///< "ssh gpu7 /home/me/.local/bin/onetrip-worker"
  bool operator==(const Host&) const = default;
};

inline constexpr std::size_t max_hosts = 64;
inline constexpr std::size_t max_host_name = 32;
inline constexpr std::size_t max_host_command = 1024;

/// None without the file; a file that was edited wrongly has its mistakes told, all at once. Throws MachineError.
[[nodiscard]] base::Expected<std::vector<Host>> hosts();
/// A wrong name, one that is taken (a data sheet's or a calibration's too), or an empty command is a mistake. Throws
/// MachineError if it cannot be kept.
[[nodiscard]] base::Expected<void> add_host(const Host& host);
[[nodiscard]] base::Expected<void> remove_host(std::string_view name);

/// Why this cannot be a host's name or command; empty if it can.
[[nodiscard]] std::string flaw_of_name(std::string_view name);
[[nodiscard]] std::string flaw_of_command(std::string_view command);

}  // namespace device
