// Connect a GPU host: what to run there, the command to start it, and what came of it.
#include "base/text.hpp"
#include "base/words.hpp"
#include "session/state/page.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace session {
namespace {

Node field(std::string id, std::string_view label, std::string value, Action set) {
  Node node = make(std::move(id), Purpose::words, base::say(label), std::move(value));
  node.editable = true;
  node.actions.push_back(std::move(set));
  return node;
}

/// What a card needs there and is not ready, and who mends it how.
void parts(const HostsPage& page, std::vector<Node>& nodes) {
  std::string said;
  for (const device::Part& part : page.parts) {
    if (part.ready || part.reason == said) continue;
    said = part.reason;
    Node node =
        make("host.part." + part.name, Purpose::notice,
             base::say("doctor." + part.name) + ": " + base::say("doctor.not_ready", {{"reason", part.reason}}));
    if (!part.remedy.empty()) node.lines.push_back(base::say("doctor.you", {{"remedy", part.remedy}}));
    if (!part.remedy_admin.empty()) node.lines.push_back(base::say("doctor.admin", {{"remedy", part.remedy_admin}}));
    nodes.push_back(std::move(node));
  }
}

void attempt(const Desk& desk, std::vector<Node>& nodes) {
  const HostsPage& page = desk.hosts;
  if (desk.links.busy()) {
    Node progress = make("host.progress", Purpose::progress, desk.links.word());
    progress.share = desk.links.share();
    progress.actions.push_back(action("host.cancel", "session.host.cancel", {"Escape"}));
    nodes.push_back(std::move(progress));
  }
  if (!page.failure.empty()) nodes.push_back(make("host.failed", Purpose::error, page.failure, page.remedy));
  if (!page.said.empty()) nodes.push_back(make("host.said", Purpose::notice, page.said));
  if (!page.connected.empty()) {
    nodes.push_back(make("host.connected", Purpose::notice,
                         base::say(page.found ? "session.host.connected_soon" : "session.host.connected",
                                   {{"device", page.connected}})));
  }
  parts(page, nodes);
}

/// Hosts that have a name; and a name for the one that is connected now.
void kept(const Desk& desk, std::vector<Node>& nodes) {
  const HostsPage& page = desk.hosts;
  if (!page.kept) {
    nodes.push_back(wrong_node("host.kept_wrong", page.kept.error()));
    return;
  }
  const bool has_name = std::ranges::find(*page.kept, page.tried, &device::Host::command) != page.kept->end();
  if (!page.connected.empty() && !has_name) {
    Node name = field("host.name", "session.host.name", page.name, action("host.name", "session.host.set_name"));
    nodes.push_back(std::move(name));
  }
  for (const device::Host& host : *page.kept) {
    Node node = make("host.kept." + host.name, Purpose::notice, host.name, host.command);
    Action use = action("host.use:" + host.name, "session.host.connect");
    if (desk.links.busy()) use = disabled(std::move(use), base::say("session.host.busy"));
    node.actions.push_back(std::move(use));
    node.actions.push_back(action("host.forget:" + host.name, "session.host.forget"));
    nodes.push_back(std::move(node));
  }
}

void host_buttons(const Desk& desk, std::vector<Node>& nodes) {
  const HostsPage& page = desk.hosts;
  Action connect = action("host.connect", "session.host.connect", {"Enter", "Ctrl+Enter"});
  if (desk.links.busy()) {
    connect = disabled(std::move(connect), base::say("session.host.busy"));
  } else if (base::trim(page.command).empty()) {
    connect = disabled(std::move(connect), base::say("hosts.no_command"));
  }
  nodes.push_back(button("button.primary", std::move(connect), true));
  const auto names = [](const std::vector<Node>& all) {
    return std::ranges::any_of(all, [](const Node& node) { return node.id == "host.name"; });
  };
  if (names(nodes)) {
    Action keep = action("host.keep", "session.host.keep", {"Ctrl+S"});
    if (base::trim(page.name).empty()) keep = disabled(std::move(keep), base::say("hosts.bad_name"));
    nodes.push_back(button("button.keep", std::move(keep)));
  }
  if (!page.connected.empty()) {
    Action leave = action("host.leave", "session.host.leave");
    if (desk.running) leave = disabled(std::move(leave), base::say("session.run.busy"));
    nodes.push_back(button("button.leave", std::move(leave)));
  }
  nodes.push_back(
      way(Way::back, button("button.back", action("hosts.close", "session.host.back", {"Escape", "Ctrl+G"}))));
}

}  // namespace

Node hosts_page(const Desk& desk) {
  Node root = make("page", Purpose::page, base::say("session.host.title"));
  auto& nodes = root.children;
  nodes.push_back(make("header", Purpose::header, base::say("session.host.title"), base::say("session.host.subtitle")));
  for (auto& node : report_nodes(desk)) nodes.push_back(std::move(node));
  nodes.push_back(prose("host.how", Purpose::prose, base::text("session.host.how")));
  Node command = field("host.command", "session.host.command", desk.hosts.command,
                       action("host.command", "session.host.set_command"));
  command.focused = true;
  nodes.push_back(std::move(command));
  attempt(desk, nodes);
  kept(desk, nodes);
  host_buttons(desk, nodes);
  return root;
}

}  // namespace session
