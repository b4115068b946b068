// A card on another host, or the one here, found while the window goes on: what the page of hosts does.
#pragma once

#include "session/state/desk.hpp"

#include <string_view>

namespace session {

[[nodiscard]] Node hosts_page(const Desk& desk);
/// Looks for a card here, if there may be one; runs go there once it is found.
void look_for_card(Desk& desk);

void open_hosts(Desk& desk);
void set_host_command(Desk& desk, std::string_view command);
void set_host_name(Desk& desk, std::string_view name);
/// To the command that was typed.
void connect_host(Desk& desk);
/// To one that was kept.
void use_host(Desk& desk, std::string_view name);
void keep_host(Desk& desk);
void forget_host(Desk& desk, std::string_view name);
/// Runs go to this computer again.
void leave_host(Desk& desk);

/// A device that was found while a run was going on is used after it; true if one was.
bool take_found_device(Desk& desk);

}  // namespace session
