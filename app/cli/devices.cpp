// onetrip devices, onetrip doctor: what can run and measure here, what not, why, and what to do about it; hosts by
// name.
#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/frame/source_words.hpp"
#include "cli/commands.hpp"
#include "cli/live.hpp"
#include "cli/output.hpp"
#include "cli/study.hpp"
#include "device/registry.hpp"
#include "machine/cards.hpp"
#include "machine/probe.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace cli {
namespace {

using nlohmann::ordered_json;

constexpr Flag devices_flags[] = {
    worker_flag, {"--check", "", "cli.flag.check"}, {"--calibrate", "", "cli.flag.calibrate"}, json_flag};

/// A host that was asked, or was not.
struct AskedHost {
  const device::Host* host = nullptr;
  const device::Device* device = nullptr;  ///< it answered
  std::string reason, remedy;              ///< or why not
  std::vector<device::Part> parts;
};

/// What `devices` and `doctor` tell.
struct Findings {
  const device::Registry* registry = nullptr;
  std::vector<AskedHost> hosts;
  std::vector<device::Part> own_card;  ///< what a card here would need; only the doctor asks when there is no driver
  std::string no_own_card;             ///< or why it could not be asked
  bool doctor = false;
};

/// One line a part; below what is not ready, who mends it how. All parts for the doctor, else those not ready.
std::string parts_text(const std::vector<device::Part>& parts, bool doctor) {
  std::string out, said;
  for (const device::Part& part : parts) {
    if (part.ready && !doctor) continue;
    const std::string name(base::text("doctor." + part.name));
    if (part.ready) {
      out += fmt::format("  {}: {}\n", name, base::text("doctor.ready"));
      if (!part.reason.empty()) out += fmt::format("    {}\n", part.reason);
    } else if (part.reason == said) {
      out += fmt::format("  {}: {}\n", name, base::text("doctor.as_above"));
    } else {
      out += fmt::format("  {}: {}\n", name, base::say("doctor.not_ready", {{"reason", part.reason}}));
      if (!part.remedy.empty()) out += fmt::format("    {}\n", base::say("doctor.you", {{"remedy", part.remedy}}));
      if (!part.remedy_admin.empty()) {
        out += fmt::format("    {}\n", base::say("doctor.admin", {{"remedy", part.remedy_admin}}));
      }
      said = part.reason;
    }
  }
  return out;
}

/// A device's parts; a link that broke meanwhile is one that is not ready.
std::vector<device::Part> parts_of(const device::Device& device) {
  try {
    return device.parts();
  } catch (const base::MachineError& error) {
    return {{"run", false, error.what(), error.remedy, {}}};
  }
}

/// A long source that several rows have is told once: returned to stand below them, a number in its place.
std::string told_once(std::vector<std::vector<std::string>>& rows) {
  constexpr std::size_t column = 2, long_words = 40;
  std::map<std::string, int> times;
  for (const auto& row : rows) ++times[row[column]];
  std::vector<std::string> notes;
  for (auto& row : rows) {
    std::string& source = row[column];
    if (source.size() <= long_words || times.at(source) < 2) continue;
    auto note = std::ranges::find(notes, source);
    if (note == notes.end()) note = notes.insert(notes.end(), source);
    source = fmt::format("[{}]", note - notes.begin() + 1);
  }
  std::string out;
  for (std::size_t i = 0; i < notes.size(); ++i) out += fmt::format("  [{}] {}\n", i + 1, notes[i]);
  return out;
}

std::string spec_text(const machine::DeviceSpec& spec) {
  std::vector<std::vector<std::string>> rows;
  const auto sourced = [&](std::string label, const machine::Sourced& figure, std::string shown) {
    if (figure.value > 0) rows.push_back({"  " + std::move(label), std::move(shown), figure.source});
  };
  sourced(base::say("cli.devices.memory"), spec.dram_bandwidth, base::show(base::Bandwidth{spec.dram_bandwidth.value}));
  for (const machine::MixBandwidth& mix : spec.mixes) {
    const bool streaming = mix.store == machine::Store::streaming;
    rows.push_back({"  " + base::say(streaming ? "cli.devices.mix.streaming" : "cli.devices.mix.cached",
                                     {{"read", fmt::format("{:.0f}", 100 * mix.read_share)}}),
                    base::show(mix.bandwidth), spec.launch.source});
  }
  sourced(base::say("cli.devices.cache"), spec.last_level_cache,
          base::show(base::Bytes{static_cast<std::int64_t>(spec.last_level_cache.value)}));
  sourced(base::say("cli.devices.cache_road"), spec.cache_bandwidth,
          base::show(base::Bandwidth{spec.cache_bandwidth.value}));
  for (const machine::Roof& roof : spec.roofs) {
    sourced(roof.name, roof.flops_per_second,
            fmt::format("{} GFLOP/s", base::show_number(roof.flops_per_second.value / 1e9)));
  }
  sourced(base::say("cli.devices.launch"), spec.launch, base::show(base::Seconds{spec.launch.value}));
  const std::string below = told_once(rows);
  return text_table(rows) + below;
}

std::string hosts_text(const Findings& found) {
  std::string out;
  for (const AskedHost& asked : found.hosts) {
    out += fmt::format("{}: {}\n", asked.host->name, asked.host->command);
    if (asked.device != nullptr) {
      out += fmt::format("  {}\n", asked.device->name());
    } else if (asked.reason.empty()) {
      out += fmt::format("  {}\n", base::text("hosts.not_checked"));
    } else if (asked.parts.empty()) {
      out += fmt::format("  {}\n", base::say("doctor.not_ready", {{"reason", asked.reason}}));
      if (!asked.remedy.empty()) out += fmt::format("  {}\n", asked.remedy);
    }
    out += parts_text(asked.parts, found.doctor);
  }
  return out.empty() ? out : out + "\n";
}

std::string report(const Findings& found) {
  const device::Registry& registry = *found.registry;
  const machine::Processor processor = machine::probe();
  std::string out = base::say("cli.devices.machine", processor.threads,
                              {{"name", processor.name}, {"memory", base::show(processor.memory_free)}}) +
                    "\n\n";
  for (const auto& device : registry.devices()) {
    out += base::say("cli.devices.device",
                     {{"id", device->id()},
                      {"name", device->name()},
                      {"runs", base::text(device->live() ? "app.device_live" : "app.device_recorded")},
                      {"tier", charts::tier_words(device->tier())}}) +
           "\n";
    for (const std::string& note : device->notes()) out += fmt::format("  {}\n", note);
    out += parts_text(parts_of(*device), found.doctor);
    if (const auto spec = device->spec()) {
      out += fmt::format("  {}\n", spec->calibrated_on.empty()
                                       ? base::say("app.by_data_sheet", {{"name", spec->name}})
                                       : base::say("cli.devices.calibrated", {{"date", spec->calibrated_on}}));
      out += spec_text(*spec);
    } else if (device->can_calibrate()) {
      out += fmt::format("  {}\n", base::text("app.not_calibrated"));
    }
  }
  out += "\n";
  out += hosts_text(found);
  for (const device::Refused& refused : registry.refused()) {
    out += base::say("cli.devices.not_here", {{"id", refused.id}, {"reason", refused.reason}}) + "\n";
    const bool own = refused.id == device::own_gpu_id && refused.parts.empty();
    const std::string parts = parts_text(own ? found.own_card : refused.parts, found.doctor);
    if (parts.empty() && !refused.remedy.empty()) out += fmt::format("  {}\n", refused.remedy);
    out += parts;
    if (own && !found.no_own_card.empty()) out += fmt::format("  {}\n", found.no_own_card);
  }
  for (const std::string& broken : machine::broken_files()) {
    out += base::say("cli.devices.left_out", {{"why", base::trim(broken)}}) + "\n";
  }
  out += fmt::format("\n{}", base::text("cli.devices.specs"));
  for (const machine::DeviceSpec& spec : machine::known_devices()) out += fmt::format(" {}", spec.id);
  return out + "\n";
}

ordered_json to_json(const std::vector<device::Part>& parts) {
  ordered_json out = ordered_json::array();
  for (const device::Part& part : parts) {
    out.push_back({{"part", part.name},
                   {"ready", part.ready},
                   {"reason", part.reason},
                   {"remedy", part.remedy},
                   {"remedy_admin", part.remedy_admin}});
  }
  return out;
}

ordered_json to_json(const AskedHost& asked) {
  ordered_json out{{"name", asked.host->name}, {"command", asked.host->command}};
  const bool answered = asked.device != nullptr || !asked.reason.empty();
  out["checked"] = answered;
  out["device"] = asked.device == nullptr ? ordered_json(nullptr) : ordered_json(asked.device->name());
  if (!answered) return out;
  out["reason"] = asked.reason;
  out["remedy"] = asked.remedy;
  out["parts"] = to_json(asked.parts);
  return out;
}

ordered_json to_json(const Findings& found) {
  const device::Registry& registry = *found.registry;
  const machine::Processor processor = machine::probe();
  ordered_json out;
  out["processor"] = {{"name", processor.name},
                      {"threads", processor.threads},
                      {"last_level_cache_bytes", processor.last_level.value},
                      {"free_memory_bytes", processor.memory_free.value}};
  out["devices"] = ordered_json::array();
  for (const auto& device : registry.devices()) {
    ordered_json one{{"id", device->id()},
                     {"name", device->name()},
                     {"driver", device->driver()},
                     {"tier", record::name(device->tier())},
                     {"live", device->live()}};
    const auto spec = device->spec();
    one["calibrated_on"] = spec ? ordered_json(spec->calibrated_on) : ordered_json(nullptr);
    one["notes"] = device->notes();
    one["parts"] = to_json(parts_of(*device));
    out["devices"].push_back(std::move(one));
  }
  out["refused"] = ordered_json::array();
  for (const device::Refused& refused : registry.refused()) {
    const bool own = refused.id == device::own_gpu_id && refused.parts.empty();
    out["refused"].push_back({{"id", refused.id},
                              {"reason", refused.reason},
                              {"remedy", refused.remedy},
                              {"parts", to_json(own ? found.own_card : refused.parts)}});
  }
  out["hosts"] = ordered_json::array();
  for (const AskedHost& asked : found.hosts) out["hosts"].push_back(to_json(asked));
  out["specs"] = ordered_json::array();
  for (const machine::DeviceSpec& spec : machine::known_devices()) out["specs"].push_back(spec.id);
  return out;
}

AskedHost ask(const device::Registry& registry, const device::Host& host, bool connect) {
  AskedHost asked{&host, nullptr, {}, {}, {}};
  if (!connect) return asked;
  try {
    asked.device = registry.find(host.name).value();
    asked.parts = asked.device->parts();
  } catch (const device::NotReady& error) {
    asked.parts = error.parts;
    asked.reason = error.what();
  } catch (const base::MachineError& error) {
    asked.device = nullptr;
    asked.reason = error.what();
    asked.remedy = error.remedy;
  }
  return asked;
}

Exit tell(const std::vector<std::string>& arguments, bool doctor) {
  const std::string_view line = doctor ? "doctor [options]" : "devices [add NAME COMMAND | remove NAME] [options]";
  const auto options =
      begin(arguments, {line, doctor ? "" : base::text("cli.about.devices"), devices_flags, 0, doctor ? 0u : 3u});
  if (!options) return options.error();
  const std::vector<std::string>& words = options->words;
  if (!words.empty()) {
    const bool add = words[0] == "add" && words.size() == 3, remove = words[0] == "remove" && words.size() == 2;
    if (!add && !remove) {
      return bad_input(base::wrong(base::say("cli.devices.unknown"), base::say("cli.devices.unknown.hint")).error());
    }
    const auto done = add ? device::add_host({words[1], words[2]}) : device::remove_host(words[1]);
    if (!done) return bad_input(done.error());
    print(base::say(add ? "hosts.added" : "hosts.removed", {{"name", words[1]}}) + "\n");
    return Exit::done;
  }
  const device::Registry registry({.worker = options->value(worker_flag.name).value_or("")});
  if (!registry.hosts()) return bad_input(registry.hosts().error());
  bool kept = true;
  if (options->has("--calibrate")) {
    for (const auto& device : registry.devices()) {
      if (device->can_calibrate()) kept = calibrate(*device).not_kept.empty() && kept;
    }
  }
  Findings found{&registry, {}, {}, {}, doctor};
  for (const device::Host& host : *registry.hosts()) {
    found.hosts.push_back(ask(registry, host, options->has("--check")));
  }
  if (doctor && !options->has(worker_flag.name) && !device::card_here()) {
    try {
      found.own_card = device::parts_of({});
    } catch (const base::MachineError& error) {
      found.no_own_card = error.what();
    }
  }
  options->has("--json") ? print_json(to_json(found)) : print(report(found));
  return kept ? Exit::done : Exit::machine;
}

}  // namespace

Exit run_devices(const std::vector<std::string>& arguments) {
  return tell(arguments, false);
}

Exit run_doctor(const std::vector<std::string>& arguments) {
  return tell(arguments, true);
}

}  // namespace cli
