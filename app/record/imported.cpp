// Reading imported times.
#include "record/imported.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
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
  if (times.n == 0) fields.wrong("n", "a time without a sample is impossible");
  if (times.q1.value <= 0) fields.wrong("q1", "a time of 0 is impossible");
  if (times.q1 > times.median || times.median > times.q3) fields.wrong("median", "must lie between q1 and q3");
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
    return std::unexpected(
        base::Diagnostics{place(text, file, 0, "these are no imported times: 'onetrip_import' is missing")});
  }
  Findings findings{std::string(file), {}};
  Fields fields(*json, "import", findings);
  if (fields.count("onetrip_import", std::numeric_limits<std::int64_t>::max()) != import_version) {
    fields.wrong("onetrip_import", fmt::format("this program reads format {}", import_version));
  }
  Imported out;
  const auto told = [&](std::string& to, std::string_view key) {
    to = fields.text(key);
    if (to.empty()) fields.wrong(key, "must not be empty");
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
    fields.wrong("shape", "must be an object");
  } else {
    Fields sizes(*shape, "import.shape", findings);
    for (const auto& [name, size] : shape->items()) {
      out.shape[name] = sizes.count(name, std::numeric_limits<std::int32_t>::max());
      if (out.shape[name] == 0) sizes.wrong(name, "must be above 0");
    }
  }
  fields.array("ways", [&](const nlohmann::ordered_json& element, const std::string& at) {
    Fields way(element, at, findings);
    ImportedWay one{way.text("name"), way.text("label"), read_time(way.object("time_us")), way.number("max_abs_error")};
    if (out.find(one.name) != nullptr) way.wrong("name", "there are two of that name");
    out.ways.push_back(std::move(one));
  });
  if (out.ways.empty()) fields.wrong("ways", "must not be empty");
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
    throw base::MachineError(fmt::format("{} cannot be used: {}", file.string(), read.error().front().message));
  }
  return loaded.emplace(name, std::move(*read)).first->second;
}

}  // namespace record
