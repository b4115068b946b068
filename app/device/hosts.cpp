// hosts.toml: a [[host]] each, with its name and its command.
#include "device/hosts.hpp"

#include "base/error.hpp"
#include "base/escape.hpp"
#include "base/file_lock.hpp"
#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/toml_file.hpp"
#include "base/toml_flaw.hpp"
#include "base/visible.hpp"
#include "base/words.hpp"
#include "machine/cards.hpp"
#include "machine/device_spec.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

namespace device {
namespace {

std::filesystem::path path() {
  return base::user_config() / "hosts.toml";
}

/// Walks the file and keeps every mistake.
class Reader : public base::TomlFile {
 public:
  using base::TomlFile::TomlFile;

  /// The value of a key, if `flaw` finds none in it.
  std::string value(const toml::table& host, std::string_view key, std::string (*flaw)(std::string_view)) {
    const toml::node* node = host.get(key);
    if (node == nullptr) {
      mistake(host.source(), base::say("hosts.missing", {{"key", std::string(key)}}));
      return {};
    }
    auto value = node->value_exact<std::string>();
    std::string wrong = value ? flaw(*value) : base::say("hosts.not_text", {{"key", std::string(key)}});
    if (!wrong.empty()) mistake(node->source(), std::move(wrong));
    return std::move(value).value_or("");
  }

  std::vector<Host> hosts(const toml::table& file) {
    std::vector<Host> found;
    for (const auto& [key, node] : file) {
      if (key.str() != "host" || !node.is_array_of_tables()) mistake(node.source(), base::say("hosts.only_hosts"));
    }
    const auto* tables = file["host"].as_array();
    if (tables == nullptr) return found;
    for (const toml::node& node : *tables) {
      const toml::table* one = node.as_table();
      if (one == nullptr) continue;  // told above
      Host host{value(*one, "name", flaw_of_name), value(*one, "command", flaw_of_command)};
      for (const auto& [key, other] : *one) {
        if (key.str() != "name" && key.str() != "command") mistake(other.source(), base::say("hosts.only_keys"));
      }
      if (std::ranges::find(found, host.name, &Host::name) != found.end()) {
        mistake(one->source(), base::say("hosts.twice", {{"name", host.name}}));
      }
      found.push_back(std::move(host));
    }
    if (found.size() > max_hosts) mistake({}, base::say("hosts.too_many"));
    return found;
  }
};

void keep(const std::vector<Host>& hosts) {
  std::string out = base::say("hosts.head") + "\n";
  for (const Host& host : hosts) {
    out +=
        "\n[[host]]\nname = " + base::toml_string(host.name) + "\ncommand = " + base::toml_string(host.command) + "\n";
  }
  base::write_file(path(), out);
}

}  // namespace

std::string flaw_of_name(std::string_view name) {
  const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_'; };
  const bool fits = !name.empty() && name.size() <= max_host_name && std::ranges::all_of(name, plain) &&
                    name.front() != '-' && name.front() != '_';
  if (!fits) return base::say("hosts.bad_name");
  // What --device means without any host.
  if (name == "cpu" || name == "cuda" || name == machine::here_id || name.starts_with("recorded")) {
    return base::say("hosts.own_name", {{"name", std::string(name)}});
  }
  return {};
}

std::string flaw_of_command(std::string_view command) {
  if (base::trim(command).empty()) return base::say("hosts.no_command");
  const bool hides =
      !base::invalid_utf8(command) && base::count_visible(command, base::TextKind::line) < command.size();
  if (hides) return base::say("hosts.command_line");
  if (command.size() > max_host_command) return base::say("hosts.long_command");
  if (base::invalid_utf8(command)) return base::say("hosts.command_utf8");
  return {};
}

base::Expected<std::vector<Host>> hosts() {
  std::filesystem::path file;
  try {
    file = path();
  } catch (const base::MachineError&) {
    return std::vector<Host>{};  // where nothing can be kept, nothing was
  }
  std::error_code failed;
  if (!std::filesystem::exists(file, failed)) return std::vector<Host>{};
  const auto contents = base::read_file(file, base::max_toml_bytes);
  if (!contents) return std::unexpected(contents.error());
  Reader reader(*contents, file.string());
  std::vector<Host> found;
  if (const auto root = reader.parse()) found = reader.hosts(*root);
  if (!reader.mistakes().empty()) return std::unexpected(reader.mistakes());
  return found;
}

base::Expected<void> add_host(const Host& host) {
  if (std::string flaw = flaw_of_name(host.name); !flaw.empty()) {
    return base::wrong(base::say("hosts.not_a_name", {{"name", host.name}}), std::move(flaw));
  }
  if (std::string flaw = flaw_of_command(host.command); !flaw.empty()) {
    return base::wrong(std::move(flaw), base::say("hosts.command_hint"));
  }
  // Only of a new one: a name that was kept before a sheet came by the same one goes on.
  const std::vector<machine::DeviceSpec> specs = machine::known_devices();
  if (std::ranges::find(specs, host.name, &machine::DeviceSpec::id) != specs.end()) {
    return base::wrong(base::say("hosts.not_a_name", {{"name", host.name}}),
                       base::say("hosts.spec_name", {{"name", host.name}}));
  }
  const base::FileLock lock(path(), std::chrono::seconds(5));
  auto known = hosts();
  if (!known) return std::unexpected(std::move(known.error()));
  const auto same = std::ranges::find(*known, host.name, &Host::name);
  if (same != known->end()) {
    return base::wrong(base::say("hosts.taken", {{"name", host.name}, {"command", same->command}}),
                       base::say("hosts.taken.hint", {{"name", host.name}}));
  }
  if (known->size() >= max_hosts) return base::wrong(base::say("hosts.too_many"));
  known->push_back({host.name, std::string(base::trim(host.command))});
  keep(*known);
  return {};
}

base::Expected<void> remove_host(std::string_view name) {
  const base::FileLock lock(path(), std::chrono::seconds(5));
  auto known = hosts();
  if (!known) return std::unexpected(std::move(known.error()));
  const auto found = std::ranges::find(*known, name, &Host::name);
  if (found == known->end()) {
    std::string names;
    for (const Host& host : *known) names += (names.empty() ? "" : ", ") + host.name;
    return base::wrong(base::say("hosts.unknown", {{"name", std::string(name)}}),
                       names.empty() ? base::say("hosts.none") : base::say("hosts.unknown.hint", {{"known", names}}));
  }
  known->erase(found);
  keep(*known);
  return {};
}

}  // namespace device
