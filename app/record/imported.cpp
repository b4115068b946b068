// Reading imported times.
#include "record/imported.hpp"

#include "base/dates.hpp"
#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/units.hpp"
#include "base/words.hpp"
#include "chain/parser.hpp"
#include "plan/reads.hpp"
#include "record/bounds.hpp"
#include "record/description.hpp"
#include "record/imported_cut.hpp"
#include "record/json_text.hpp"
#include "record/sha256.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <span>

namespace record {
namespace {

constexpr std::size_t max_import = std::size_t{1} << 20;
constexpr std::int64_t most_ways = 32, most_kernels = 256;
constexpr double microsecond = 1e-6;
constexpr std::int64_t most_said = 16, most_asked = 1'000'000;
constexpr double all_the_time = 100;  // percent
constexpr int import_version = 2;

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

/// A multiplication and an addition for each pair of each sum.
double product_operations(const chain::Chain& chain) {
  double sum = 0;
  for (const chain::Value& value : chain.values) {
    if (!chain::multiplies(value.op)) continue;
    const chain::Shape& left = chain.values[value.operands[0].value].shape;
    sum += 2 * static_cast<double>(value.shape.elements()) * static_cast<double>(left.dims.back());
  }
  return sum;
}

/// What no cut of the chain spares the road: what comes in and what goes out, but for what a cache may keep from call
/// to call.
double least_bytes(const chain::Chain& chain, base::Bytes held) {
  double sum = 0;
  for (const int input : chain.inputs()) sum += static_cast<double>(plan::bytes_needed(chain, input).value);
  for (const int output : chain.outputs()) sum += static_cast<double>(chain.values[output].bytes().value);
  return std::max(0.0, sum - static_cast<double>(held.value));
}

/// Why a way cannot have taken that; empty if it can.
std::string why_impossible(const Imported& of, const ImportedWay& way, std::span<const machine::DeviceSpec> sheets) {
  Measurement label;
  label.provenance.device = of.device;
  label.provenance.submit = "stream";
  const Bounds bounds = bounds_of(label, sheets);
  double roof = std::max(bounds.operations, bounds.products);
  if (const auto* sheet = sheet_of(of.device, sheets)) {
    for (const machine::Roof& one : sheet->roofs) roof = std::max(roof, one.flops_per_second.value);
  }
  double least = std::max(bounds.start.value, attention_operations(of) / (over_bound * roof));
  if (of.chain) {
    least = std::max({least, product_operations(*of.chain) / (over_bound * roof),
                      least_bytes(*of.chain, bounds.held) / (over_bound * bounds.road.value)});
  }
  if (!(way.time.median.value < least)) return {};
  return base::say(
      "record.lie.imported",
      {{"time", base::show(way.time.median)}, {"least", base::show(base::Seconds{least})}, {"machine", bounds.of}});
}

/// Where in the file these words stand, each behind the one before it.
std::size_t offset_of(std::string_view text, std::initializer_list<std::string_view> words) {
  std::size_t at = 0;
  for (const std::string_view word : words) {
    if (word.empty()) continue;
    const std::size_t found = text.find(fmt::format("\"{}\"", word), at);
    if (found == std::string_view::npos) break;
    at = found + 1;
  }
  return at;
}

/// How rows are kept where the card has a sheet, else as on the largest there is.
machine::Limits limits_of(const Imported& of, std::span<const machine::DeviceSpec> sheets) {
  if (const auto* sheet = sheet_of(of.device, sheets)) return sheet->limits();
  machine::Limits most(0);
  for (const machine::DeviceSpec& sheet : sheets)
    most.persistent_row = std::max(most.persistent_row, sheet.limits().persistent_row);
  return most;
}

/// The chain, whose mistakes are told where its text begins.
void read_chain(Imported& out, const std::string& chain, std::string_view text, Findings& findings) {
  auto parsed = chain::parse(chain);
  if (parsed) {
    out.chain = std::make_shared<const chain::Chain>(std::move(*parsed));
    return;
  }
  for (const base::Diagnostic& one : parsed.error()) {
    base::Diagnostic mistake = place(text, findings.file, offset_of(text, {"chain"}), one.message);
    mistake.hint = one.hint;
    findings.mistakes.push_back(std::move(mistake));
  }
}

/// Each way's kernels as a cut, and each way's time against what the card can do.
void check_ways(Imported& out, std::string_view text, Findings& findings) {
  const auto sheets = data_sheets();
  for (std::size_t i = 0; i < out.ways.size(); ++i) {
    ImportedWay& way = out.ways[i];
    if (std::string why = why_impossible(out, way, sheets); !why.empty())
      findings.add(fmt::format("import.ways[{}].time_us", i), why);
    if (!out.chain) continue;
    auto cut = cut_of(out.chain, way, limits_of(out, sheets));
    if (cut) {
      way.cut = std::move(*cut);
      continue;
    }
    const NoCut& why = cut.error();
    base::Diagnostic mistake =
        place(text, findings.file, offset_of(text, {"ways", way.name, "kernels", why.kernel, why.value}),
              base::say("record.import.no_cut", {{"way", way.name}, {"why", why.message}}));
    mistake.hint = why.hint;
    findings.mistakes.push_back(std::move(mistake));
  }
}

/// What a file tells, before its chain is read.
struct Told {
  Imported import;
  std::string chain;
};

}  // namespace

static void fields(Reader& a, ImportedKernel& m) {
  a("name", m.name);
  a("makes", m.makes, most_kernels);
}

static void fields(Reader& a, Busy& m) {
  a("percent", m.percent, 0.0, all_the_time);
  a("n", m.n, 1, most_asked);
  a("by", m.by);
}

static void fields(Reader& a, ImportedWay& m) {
  a("name", m.name);
  a("label", m.label);
  a.unless("program", m.program, {});
  a.unless("version", m.version, {});
  if (m.program.empty() != m.version.empty()) a.wrong("program", base::say("record.import.half"));
  a("time_us", m.time);
  a("max_abs_error", m.max_abs_error);
  a.unless("kernels", m.kernels, {}, most_kernels);
  a.unless("said", m.said, {}, most_said);
  a.optional("busy", m.busy);
  for (base::Seconds* time : {&m.time.median, &m.time.q1, &m.time.q3}) time->value *= microsecond;
  if (!(m.time.q3 < a_day)) {
    a.wrong("time_us",
            base::say("record.import.forever", {{"time", base::show(m.time.q3)}, {"most", base::show(a_day)}}));
  }
}

static void fields(Reader& a, Told& told_by) {
  Imported& m = told_by.import;
  int version = 0;
  a("onetrip_import", version);
  if (version != import_version) {
    a.wrong("onetrip_import", base::say("record.import.version", {{"format", std::to_string(import_version)}}));
    return;
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
  if (!m.date.empty() && !base::is_date(m.date)) a.wrong("date", base::say("record.lie.date", {{"date", m.date}}));
  told("command", m.command);
  a.unless("chain", told_by.chain, {}, base::TextKind::lines);
  if (told_by.chain.empty()) {
    a("shape", m.shape, 0, std::numeric_limits<std::int32_t>::max());
  } else if (a.has("shape")) {
    a.wrong("shape", base::say("record.import.both"));
  }
  for (const auto& [name, size] : m.shape) {
    if (size == 0) a.wrong("shape." + name, base::say("record.field.above_zero"));
  }
  a("ways", m.ways, most_ways);
  if (m.ways.empty()) a.wrong("ways", base::say("record.field.empty"));
  for (std::size_t i = 0; i < m.ways.size(); ++i) {
    if (m.find(m.ways[i].name) != &m.ways[i]) {
      a.wrong(fmt::format("ways[{}].name", i), base::say("record.import.twice"));
    }
    if (told_by.chain.empty() && !m.ways[i].kernels.empty())
      a.wrong(fmt::format("ways[{}].kernels", i), base::say("record.import.no_chain"));
  }
  a.unless("missing", m.missing, {});
}

const ImportedWay* Imported::find(std::string_view way) const {
  const auto found = std::ranges::find(ways, way, &ImportedWay::name);
  return found == ways.end() ? nullptr : &*found;
}

std::string program_of(const Imported& from, const ImportedWay& way) {
  return way.program.empty() ? from.program + " " + from.version : way.program + " " + way.version;
}

std::string way_words(const Imported& from, const ImportedWay& way) {
  return fmt::format("{} ({})", way.name, program_of(from, way));
}

base::Expected<Imported> parse_imported(std::string_view text, std::string_view file) {
  const auto json = parse_json(text, file, max_import);
  if (!json) return std::unexpected(json.error());
  if (!json->is_object() || !json->contains("onetrip_import")) {
    return std::unexpected(base::Diagnostics{place(text, file, 0, base::say("record.import.none"))});
  }
  Findings findings{std::string(file), {}};
  Told told;
  Reader(*json, "import", findings).all(told);
  Imported& out = told.import;
  if (findings.mistakes.empty() && !told.chain.empty()) read_chain(out, told.chain, text, findings);
  if (findings.mistakes.empty()) check_ways(out, text, findings);
  if (!findings.mistakes.empty()) return std::unexpected(std::move(findings.mistakes));
  return std::move(out);
}

bool is_sealed(std::string_view text) {
  constexpr std::string_view key = "\"sha256\": \"", end = "\"\n}\n";
  const std::size_t at = text.rfind(key);
  if (at == std::string_view::npos) return false;
  const std::string_view before = text.substr(0, at), seal = text.substr(at + key.size());
  return seal == sha256(before) + std::string(end);
}

base::Expected<Imported> load_imported(const std::filesystem::path& path) {
  const auto text = base::read_file(path, static_cast<std::int64_t>(max_import));
  if (!text) return std::unexpected(text.error());
  auto read = parse_imported(*text, path.string());
  if (!read || is_sealed(*text)) return read;  // what is wrong with it is told first
  base::Diagnostic edited;
  edited.file = path.string();
  edited.message = base::text("record.import.edited");
  edited.hint = base::text("record.import.edited.hint");
  return std::unexpected(base::Diagnostics{std::move(edited)});
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

const Imported* import_of(const chain::Chain& chain) {
  static const std::vector<Imported> all = [] {
    std::vector<Imported> read;
    try {
      std::vector<std::filesystem::path> files;
      for (const auto& file : std::filesystem::directory_iterator(base::program_file("assets/imported"))) {
        if (file.path().extension() == ".json") files.push_back(file.path());
      }
      std::ranges::sort(files);
      for (const auto& file : files) {
        if (auto one = load_imported(file); one && one->chain) read.push_back(std::move(*one));
      }
    } catch (const std::exception&) {
      // None came with the program: whoever asks is told that there is none.
    }
    return read;
  }();
  const std::string wanted = canonical(chain);
  const auto found = std::ranges::find(all, wanted, [](const Imported& one) { return canonical(*one.chain); });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace record
