// Connecting in the background, and handing the lessons to another device.
#include "session/hosts/hosts.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "device/cuda_client/child.hpp"
#include "device/registry.hpp"
#include "session/state/runs.hpp"

#include <algorithm>

namespace session {
namespace {

constexpr std::string_view own_id = device::own_gpu_id;  ///< of a GPU that has no name

/// What a connection brings home.
struct Found {
  std::shared_ptr<device::Device> device;
  std::vector<device::Part> parts;
};

/// Everything that may wait for a host is asked here, off the window's thread.
Found ask(std::shared_ptr<device::Device> device, const std::stop_token& stop) {
  Found found{std::move(device), {}};
  if (found.device) found.parts = found.device->parts(stop);
  return found;
}

void use(Desk& desk, std::shared_ptr<device::Device> device) {
  auto before = std::exchange(desk.services.device, std::move(device));
  if (before.use_count() == 1 && !desk.links.busy()) {
    // A worker may take a second to end: nobody watches that.
    desk.links.start(base::say("session.host.ending"),
                     [before](const JobQueue::Report&, const std::stop_token&) mutable -> JobQueue::Apply {
                       before.reset();
                       return {};
                     },
                     {}, {});
    before.reset();
  }
  desk.spec = desk.services.device ? desk.services.device->spec() : std::nullopt;
  desk.other_device = true;
  for (auto& [id, course] : desk.courses) {
    for (auto& [name, bench] : course.benches) {
      if (!bench->ran()) replan(desk, *bench);
    }
    calculate(desk, course);
    recall_runs(desk, course);
  }
  if (desk.lab.bench && !desk.lab.bench->ran()) replan(desk, *desk.lab.bench);
  desk.changed = true;
}

/// Now, or after the run that is going on.
void use_soon(Desk& desk, std::shared_ptr<device::Device> device) {
  desk.hosts.found = std::move(device);
  take_found_device(desk);
}

void failed(HostsPage& page, const std::exception& error) {
  const auto* machine = dynamic_cast<const base::MachineError*>(&error);
  const auto* part = dynamic_cast<const device::NotReady*>(&error);
  page.failure = error.what();
  page.remedy = machine != nullptr ? machine->remedy : std::string();
  if (part != nullptr) {
    page.parts = part->parts;
    page.remedy.clear();  // it stands at the part
  }
}

void connect(Desk& desk, const std::string& id, const std::string& command) {
  if (desk.links.busy()) return;
  HostsPage& page = desk.hosts;
  page.failure.clear();
  page.remedy.clear();
  page.said.clear();
  page.parts.clear();
  const auto found = std::make_shared<Found>();
  desk.links.start(
      base::say("session.host.connecting", {{"command", command}}),
      [connect = desk.services.connect, id, command, found, &desk](const JobQueue::Report&,
                                                                   const std::stop_token& stop) -> JobQueue::Apply {
        *found = ask(connect(id, command, stop), stop);
        if (stop.stop_requested()) throw base::Cancelled();
        return [found, id, command, &desk] {
          HostsPage& now = desk.hosts;
          if (now.connected.empty()) now.own = desk.services.device;
          now.connected = found->device->name();
          now.flag = id == own_id ? " --worker " + device::cuda_client::shell_word(command) : " --device " + id;
          now.parts = found->parts;
          use_soon(desk, found->device);
        };
      },
      [&desk](const std::exception& error) {
        failed(desk.hosts, error);
        desk.changed = true;
      },
      [&desk] {
        desk.hosts.said = base::text("session.host.cancelled");
        desk.changed = true;
      });
  desk.changed = true;
}

void read_hosts(HostsPage& page) {
  try {
    page.kept = device::hosts();
  } catch (const base::MachineError& error) {
    page.kept = base::wrong(error.what(), error.remedy);
  }
}

/// Writes the list of hosts, reads it again, and says what came of it.
template <class Change>
void change_hosts(HostsPage& page, Change change, std::string done) {
  try {
    const auto changed = change();
    page.said = changed ? std::move(done) : base::render(changed.error());
  } catch (const base::MachineError& error) {
    page.said = std::string(error.what()) + " " + error.remedy;
  }
  read_hosts(page);
}

}  // namespace

void look_for_card(Desk& desk) {
  if (!desk.services.find_card || desk.links.busy()) return;
  const auto found = std::make_shared<Found>();
  desk.links.start(
      base::say("session.host.looking"),
      [find = desk.services.find_card, found, &desk](const JobQueue::Report&,
                                                     const std::stop_token& stop) -> JobQueue::Apply {
        *found = ask(find(stop), stop);
        return [found, &desk] {
          if (found->device && desk.hosts.connected.empty()) use_soon(desk, found->device);
        };
      },
      [&desk](const std::exception& error) {
        desk.say(base::say("session.host.own_card", {{"reason", error.what()}}));
      },
      {});
}

void open_hosts(Desk& desk) {
  desk.pages.open(PageKind::hosts);
  desk.hosts.said.clear();
  read_hosts(desk.hosts);
}

void set_host_command(Desk& desk, std::string_view command) {
  desk.hosts.command = command;
}

void set_host_name(Desk& desk, std::string_view name) {
  desk.hosts.name = name;
}

void connect_host(Desk& desk) {
  const std::string command(base::trim(desk.hosts.command));
  desk.hosts.said = device::flaw_of_command(command);
  if (!desk.hosts.said.empty()) return;
  desk.hosts.tried = command;
  connect(desk, std::string(own_id), command);
}

void use_host(Desk& desk, std::string_view name) {
  if (!desk.hosts.kept) return;
  const auto host = std::ranges::find(*desk.hosts.kept, name, &device::Host::name);
  if (host == desk.hosts.kept->end()) return;
  desk.hosts.tried = host->command;
  connect(desk, host->name, host->command);
}

void keep_host(Desk& desk) {
  HostsPage& page = desk.hosts;
  const device::Host host{std::string(base::trim(page.name)), page.tried};
  change_hosts(
      page, [&] { return device::add_host(host); }, base::say("session.host.kept", {{"name", host.name}}));
}

void forget_host(Desk& desk, std::string_view name) {
  const std::string host(name);
  change_hosts(
      desk.hosts, [&] { return device::remove_host(host); }, base::say("hosts.removed", {{"name", host}}));
}

void leave_host(Desk& desk) {
  HostsPage& page = desk.hosts;
  if (page.connected.empty() || desk.running) return;
  page.connected.clear();
  page.parts.clear();
  page.found.reset();
  page.flag.clear();
  use(desk, std::exchange(page.own, nullptr));
  page.said = base::say("session.host.left");
}

bool take_found_device(Desk& desk) {
  if (!desk.hosts.found || desk.running) return false;
  use(desk, std::exchange(desk.hosts.found, nullptr));
  return true;
}

}  // namespace session
