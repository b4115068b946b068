// From a data sheet, or from what no machine of today can do.
#include "record/bounds.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "machine/cards.hpp"

#include <algorithm>

namespace record {
namespace {

constexpr double tera = 1e12;

/// Bytes a second between the caches of one multiprocessor and its threads: 128 a cycle, far above any clock.
constexpr double chip_of_multiprocessor = 128 * 2.5e9;
/// A start takes no less than this share of the shortest that the sheet knows, or than this where there is none.
constexpr double share_of_start = 0.5;
constexpr base::Seconds any_start{0.5e-6};

/// Twice the memory, caches and arithmetic of the fastest card that was announced.
Bounds any_gpu() {
  return {.of = base::say("record.bounds.any_gpu"),
          .road = {20 * tera},
          .chip = {300 * tera},
          .operations = 300 * tera,
          .products = 10'000 * tera,
          .held = {512 << 20},
          .unflushed = {},
          .start = any_start};
}

Bounds card(const machine::DeviceSpec& sheet, const Measurement& measurement) {
  Bounds out = any_gpu();
  out.of = sheet.name;
  out.known = true;
  out.road = {sheet.dram_bandwidth.value};
  if (sheet.processors > 0) out.chip = {chip_of_multiprocessor * sheet.processors};
  if (!sheet.roofs.empty()) out.operations = sheet.roofs.front().flops_per_second.value;
  if (sheet.roofs.size() > 1) out.products = sheet.roofs[1].flops_per_second.value;
  const std::int64_t told = measurement.target ? measurement.target->last_level_cache : 0;
  out.held = {std::max(static_cast<std::int64_t>(sheet.last_level_cache.value), told)};
  double least = 0;
  for (const double gap : {sheet.launch.value, sheet.graph_launch.value}) {
    if (gap > 0 && (least == 0 || gap < least)) least = gap;
  }
  if (least > 0) out.start = {share_of_start * least};
  out.multiprocessors = sheet.processors;
  return out;
}

/// "AMD EPYC, 2 threads, AVX3": 2; 0 where it does not say.
int threads_of(std::string_view device) {
  const std::vector<std::string> words = base::plain_words(device);
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (!words[i].starts_with("thread")) continue;
    if (const auto count = base::to_integer(words[i - 1]); count && *count > 0 && *count < 100'000)
      return static_cast<int>(*count);
  }
  return 0;
}

/// No core loads and stores more than three vectors of 64 bytes a cycle, nor does more than 64 operations in one; from
/// beyond its own caches it gets a fifth of that at the most.
Bounds processor(const Measurement& measurement) {
  constexpr double chip = 1.2 * tera, road = 0.2 * tera, any_road = 10 * tera, operations = tera;
  constexpr std::int64_t own_caches = 4 << 20;
  constexpr std::int64_t any_cache = std::int64_t{5} << 29;  // the largest of two sockets, 2.5 GB
  constexpr int most_threads = 256;                          // of one that does not say
  const int told = threads_of(measurement.provenance.device), threads = told > 0 ? told : most_threads;
  return {.of = told > 0 ? base::say("record.bounds.threads", static_cast<std::uint64_t>(told), {})
                         : base::say("record.bounds.any_processor"),
          .gpu = false,
          .known = told > 0,
          .road = {std::min(road * threads, any_road)},
          .chip = {chip * threads},
          .operations = operations * threads,
          .products = 2 * operations * threads,
          .held = {any_cache},
          .unflushed = {own_caches * threads},
          .start = {1e-9}};
}

}  // namespace

namespace {

std::vector<machine::DeviceSpec> parse_built_in() {
  static constexpr std::string_view texts[] = {
#include "sheets.inc"
  };
  std::vector<machine::DeviceSpec> all;
  for (const std::string_view text : texts) {
    if (auto sheet = machine::parse_device(text, "")) all.push_back(*std::move(sheet));
  }
  return all;
}

}  // namespace

std::vector<machine::DeviceSpec> data_sheets() {
  static const std::vector<machine::DeviceSpec> built_in = parse_built_in();  // once: each file read asks for them
  std::vector<machine::DeviceSpec> all = built_in;
  try {
    for (machine::DeviceSpec& one : machine::known_devices()) {
      const bool sheet = one.calibrated_on.empty() && one.dram_bandwidth.value > 0;
      if (sheet && std::ranges::find(all, one.id, &machine::DeviceSpec::id) == all.end()) all.push_back(std::move(one));
    }
  } catch (const base::MachineError&) {  // those of other cards are in a folder that cannot be read
  }
  return all;
}

const machine::DeviceSpec* sheet_of(std::string_view device, std::span<const machine::DeviceSpec> sheets) {
  // "H100 NVL" has other memory than the H100 of the sheet.
  const auto is_nvl = [](std::string_view name) { return machine::is_of_card(name, "nvl"); };
  const auto found = std::ranges::find_if(sheets, [&](const machine::DeviceSpec& sheet) {
    return machine::is_of_card(device, sheet.id) && is_nvl(device) == is_nvl(sheet.name);
  });
  return found == sheets.end() ? nullptr : &*found;
}

Bounds bounds_of(const Measurement& measurement, std::span<const machine::DeviceSpec> sheets) {
  if (const auto* sheet = sheet_of(measurement.provenance.device, sheets)) return card(*sheet, measurement);
  return measurement.provenance.submit == "threads" ? processor(measurement) : any_gpu();
}

}  // namespace record
