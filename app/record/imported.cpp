// Reading imported times.
#include "record/imported.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/words.hpp"
#include "record/bounds.hpp"
#include "record/description.hpp"
#include "record/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <span>

namespace record {
namespace {

constexpr std::size_t max_import = std::size_t{1} << 20;
constexpr double microsecond = 1e-6;
constexpr int import_version = 1;

/// The fewest operations of attention over such a shape, masked to half of it; 0 of another.
double attention_operations(const Imported& of) {
  double product = 2;  // two matrix products of two operations each, halved
  for (const std::string_view name : {"batch", "heads", "tokens", "tokens", "dim"}) {
    const auto found = of.shape.find(name);
    if (found == of.shape.end()) return 0;
    product *= static_cast<double>(found->second);
  }
  return product;
}

/// Why a way cannot have taken that; empty if it can.
std::string why_impossible(const Imported& of, const ImportedWay& way, std::span<const machine::DeviceSpec> sheets) {
  Measurement label;
  label.provenance.device = of.device;
  label.provenance.submit = "stream";
  const Bounds bounds = bounds_of(label, sheets);
  double roof = bounds.operations;
  if (const auto* sheet = sheet_of(of.device, sheets)) {
    for (const machine::Roof& one : sheet->roofs) roof = std::max(roof, one.flops_per_second.value);
  }
  const base::Seconds least{std::max(bounds.start.value, attention_operations(of) / (over_bound * roof))};
  if (!(way.time.median < least)) return {};
  return base::say("record.lie.imported",
                   {{"time", base::show(way.time.median)}, {"least", base::show(least)}, {"machine", bounds.of}});
}

}  // namespace

static void fields(Reader& a, ImportedWay& m) {
  a("name", m.name);
  a("label", m.label);
  a("time_us", m.time);
  a("max_abs_error", m.max_abs_error);
  for (base::Seconds* time : {&m.time.median, &m.time.q1, &m.time.q3}) time->value *= microsecond;
}

static void fields(Reader& a, Imported& m) {
  int version = 0;
  a("onetrip_import", version);
  if (version != import_version) {
    a.wrong("onetrip_import", base::say("record.import.version", {{"format", std::to_string(import_version)}}));
  }
  const auto told = [&](const char* key, std::string& text) {
    a(key, text);
    if (text.empty()) a.wrong(key, base::say("record.field.empty"));
  };
  told("what", m.what);
  told("program", m.program);
  told("version", m.version);
  told("device", m.device);
  told("driver", m.driver);
  told("date", m.date);
  told("command", m.command);
  a("shape", m.shape, 0, std::numeric_limits<std::int32_t>::max());
  for (const auto& [name, size] : m.shape) {
    if (size == 0) a.wrong("shape." + name, base::say("record.field.above_zero"));
  }
  a("ways", m.ways);
  if (m.ways.empty()) a.wrong("ways", base::say("record.field.empty"));
  for (std::size_t i = 0; i < m.ways.size(); ++i) {
    if (m.find(m.ways[i].name) != &m.ways[i]) {
      a.wrong(fmt::format("ways[{}].name", i), base::say("record.import.twice"));
    }
  }
}

const ImportedWay* Imported::find(std::string_view way) const {
  const auto found = std::ranges::find(ways, way, &ImportedWay::name);
  return found == ways.end() ? nullptr : &*found;
}

base::Expected<Imported> parse_imported(std::string_view text, std::string_view file) {
  const auto json = parse_json(text, file, max_import);
  if (!json) return std::unexpected(json.error());
  if (!json->is_object() || !json->contains("onetrip_import")) {
    return std::unexpected(base::Diagnostics{place(text, file, 0, base::say("record.import.none"))});
  }
  Findings findings{std::string(file), {}};
  Imported out;
  Reader(*json, "import", findings).all(out);
  if (findings.mistakes.empty()) {
    const auto sheets = data_sheets();
    for (std::size_t i = 0; i < out.ways.size(); ++i) {
      if (std::string why = why_impossible(out, out.ways[i], sheets); !why.empty())
        findings.add(fmt::format("import.ways[{}].time_us", i), why);
    }
  }
  if (!findings.mistakes.empty()) return std::unexpected(std::move(findings.mistakes));
  return out;
}

base::Expected<Imported> load_imported(const std::filesystem::path& path) {
  const auto text = base::read_file(path, static_cast<std::int64_t>(max_import));
  if (!text) return std::unexpected(text.error());
  return parse_imported(*text, path.string());
}

const Imported& imported(std::string_view name) {
  static std::mutex mutex;
  static std::map<std::string, Imported, std::less<>> loaded;
  const std::lock_guard lock(mutex);
  if (const auto found = loaded.find(name); found != loaded.end()) return found->second;
  const auto file = base::program_file(fmt::format("assets/imported/{}.json", name));
  auto read = load_imported(file);
  if (!read) {
    const std::string& why = read.error().front().message;
    throw base::MachineError(base::say("record.import.unusable", {{"file", file.string()}, {"why", why}}));
  }
  return loaded.emplace(name, std::move(*read)).first->second;
}

}  // namespace record
