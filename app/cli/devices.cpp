// onetrip devices: what this machine can run and measure, what not, why, and what to do about it.
#include "base/words.hpp"
#include "cli/commands.hpp"
#include "cli/live.hpp"
#include "cli/output.hpp"
#include "cli/study.hpp"
#include "device/registry.hpp"
#include "machine/probe.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace cli {
namespace {

using nlohmann::ordered_json;

constexpr Flag flags[] = {
    worker_flag, {"--calibrate", "", "measure this machine's ceilings anew (some seconds) and keep them"}, json_flag};

std::string spec_text(const machine::DeviceSpec& spec) {
  std::vector<std::vector<std::string>> rows;
  const auto sourced = [&](std::string label, const machine::Sourced& figure, std::string shown) {
    if (figure.value > 0) rows.push_back({"  " + std::move(label), std::move(shown), figure.source});
  };
  sourced("slow memory", spec.dram_bandwidth, base::show(base::Bandwidth{spec.dram_bandwidth.value}));
  for (const machine::MixBandwidth& mix : spec.mixes) {
    rows.push_back({fmt::format("  slow memory, {:.0f} % read, {} stores", 100 * mix.read_share,
                                mix.store == machine::Store::streaming ? "streaming" : "cached"),
                    base::show(mix.bandwidth), fmt::format("measured here, {}", spec.calibrated_on)});
  }
  sourced("last-level cache", spec.last_level_cache,
          base::show(base::Bytes{static_cast<std::int64_t>(spec.last_level_cache.value)}));
  sourced("cache bandwidth", spec.cache_bandwidth, base::show(base::Bandwidth{spec.cache_bandwidth.value}));
  for (const machine::Roof& roof : spec.roofs) {
    sourced(roof.name, roof.flops_per_second,
            fmt::format("{} GFLOP/s", base::show_number(roof.flops_per_second.value / 1e9)));
  }
  sourced("starting a kernel", spec.launch, base::show(base::Seconds{spec.launch.value}));
  return text_table(rows);
}

std::string report(const device::Registry& registry) {
  const machine::Processor processor = machine::probe();
  std::string out = fmt::format("This machine: {}, {} threads, {} free memory\n\n", processor.name, processor.threads,
                                base::show(processor.memory_free));
  for (const auto& device : registry.devices()) {
    out += fmt::format("{}: {}; {}; bytes: {}\n", device->id(), device->name(),
                       device->live() ? base::text("app.device_live") : base::text("app.device_recorded"),
                       record::name(device->tier()));
    for (const std::string& note : device->notes()) out += fmt::format("  {}\n", note);
    if (const auto spec = device->spec()) {
      out += spec->calibrated_on.empty() ? fmt::format("  {}\n", base::say("app.by_data_sheet", {{"name", spec->name}}))
                                         : fmt::format("  calibrated {}\n", spec->calibrated_on);
      out += spec_text(*spec);
    } else if (device->can_calibrate()) {
      out += fmt::format("  {}\n", base::text("app.not_calibrated"));
    }
  }
  out += "\n";
  for (const device::Refused& refused : registry.refused()) {
    out += fmt::format("not here: {}: {}\n", refused.id, refused.reason);
    if (!refused.remedy.empty()) out += fmt::format("  {}\n", refused.remedy);
  }
  out += "\nData sheets to predict for (--spec):";
  for (const machine::DeviceSpec& spec : machine::known_devices()) out += fmt::format(" {}", spec.id);
  return out + "\n";
}

ordered_json to_json(const device::Registry& registry) {
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
    out["devices"].push_back(std::move(one));
  }
  out["refused"] = ordered_json::array();
  for (const device::Refused& refused : registry.refused()) {
    out["refused"].push_back({{"id", refused.id}, {"reason", refused.reason}, {"remedy", refused.remedy}});
  }
  out["specs"] = ordered_json::array();
  for (const machine::DeviceSpec& spec : machine::known_devices()) out["specs"].push_back(spec.id);
  return out;
}

}  // namespace

Exit run_devices(const std::vector<std::string>& arguments) {
  const auto options = begin(arguments, {"devices [options]", "", flags, 0, 0});
  if (!options) return options.error();
  const device::Registry registry(options->value(worker_flag.name).value_or(""));
  if (options->has("--calibrate")) {
    for (const auto& device : registry.devices()) {
      if (device->can_calibrate()) calibrate(*device);
    }
  }
  print(options->has("--json") ? to_json(registry).dump(2) + "\n" : report(registry));
  return Exit::done;
}

}  // namespace cli
