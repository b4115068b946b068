// Reading imported times.
#include "record/imported.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/words.hpp"
#include "record/fields.hpp"
#include "record/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>

namespace record {
namespace {

constexpr std::size_t max_import = std::size_t{1} << 20;
constexpr double microsecond = 1e-6;
constexpr std::int64_t import_version = 1;

Times read_time(Fields fields) {
  Times times;
  times.median.value = fields.number("median") * microsecond;
  times.q1.value = fields.number("q1") * microsecond;
  times.q3.value = fields.number("q3") * microsecond;
  times.n = static_cast<int>(fields.count("n", std::numeric_limits<int>::max()));
  if (times.n == 0) fields.wrong("n", base::say("record.no_sample"));
  if (times.q1.value <= 0) fields.wrong("q1", base::say("record.zero_time"));
  if (times.q1 > times.median || times.median > times.q3) fields.wrong("median", base::say("record.quartiles"));
  return times;
}

}  // namespace

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
  Fields fields(*json, "import", findings);
  if (fields.count("onetrip_import", std::numeric_limits<std::int64_t>::max()) != import_version) {
    fields.wrong("onetrip_import", base::say("record.import.version", {{"format", std::to_string(import_version)}}));
  }
  Imported out;
  const auto told = [&](std::string& to, std::string_view key) {
    to = fields.text(key);
    if (to.empty()) fields.wrong(key, base::say("record.field.empty"));
  };
  told(out.what, "what");
  told(out.program, "program");
  told(out.version, "version");
  told(out.device, "device");
  told(out.driver, "driver");
  told(out.date, "date");
  told(out.command, "command");
  const auto shape = json->find("shape");
  if (shape == json->end() || !shape->is_object()) {
    fields.wrong("shape", base::say("record.field.object"));
  } else {
    Fields sizes(*shape, "import.shape", findings);
    for (const auto& [name, size] : shape->items()) {
      out.shape[name] = sizes.count(name, std::numeric_limits<std::int32_t>::max());
      if (out.shape[name] == 0) sizes.wrong(name, base::say("record.field.above_zero"));
    }
  }
  fields.array("ways", [&](const nlohmann::ordered_json& element, const std::string& at) {
    Fields way(element, at, findings);
    ImportedWay one{way.text("name"), way.text("label"), read_time(way.object("time_us")), way.number("max_abs_error")};
    if (out.find(one.name) != nullptr) way.wrong("name", base::say("record.import.twice"));
    out.ways.push_back(std::move(one));
  });
  if (out.ways.empty()) fields.wrong("ways", base::say("record.field.empty"));
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
