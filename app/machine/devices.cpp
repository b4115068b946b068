// The devices there are specs of: this machine, if it was calibrated, and the data sheets.
#include "base/dates.hpp"
#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "machine/cards.hpp"
#include "machine/device_spec.hpp"
#include "machine/kept.hpp"
#include "machine/probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace machine {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t max_file = 64 * 1024;

/// Files of what was calibrated, "here" first. Where there is no place for user files, nothing was.
std::vector<fs::path> calibrated_files() {
  std::vector<fs::path> files;
  try {
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(base::user_data() / "devices", failed)) {
      if (entry.path().extension() == ".toml") files.push_back(entry.path());
    }
  } catch (const base::MachineError&) {
  }
  std::ranges::sort(files, {}, [](const fs::path& path) { return std::pair(path.stem() != here_id, path); });
  return files;
}

base::Expected<DeviceSpec> load(const fs::path& path) {
  const auto text = base::read_file(path, max_file);
  if (!text) return std::unexpected(text.error());
  return parse_device(*text, path.string());
}

std::unexpected<base::Diagnostics> wrong_file(const fs::path& path, std::string message, std::string hint) {
  base::Diagnostic why;
  why.file = path.string();
  why.message = std::move(message);
  why.hint = std::move(hint);
  return std::unexpected(base::Diagnostics{std::move(why)});
}

/// A whole file that is of another device than the place where it lies says.
std::unexpected<base::Diagnostics> misplaced(const fs::path& path, const DeviceSpec& spec, std::string_view place) {
  return wrong_file(path, base::say("machine.misplaced", {{"id", spec.id}, {"name", spec.name}, {"place", place}}),
                    base::say("machine.misplaced.hint"));
}

/// save_calibrated() names it by its id.
base::Expected<DeviceSpec> load_calibrated(const fs::path& path) {
  auto spec = load(path);
  if (!spec) return spec;
  // This machine's own is of its processor; a GPU's lies beside it, by its own name.
  if (path.stem() != spec->id || (spec->id == here_id && spec->kind == Kind::gpu))
    return misplaced(path, *spec, path.stem().string());
  if (base::is_to_come(spec->calibrated_on))
    return wrong_file(path, base::say("machine.not_yet", {{"date", spec->calibrated_on}}), {});
  return spec;
}

/// A sheet's file may say more than its id ("h100-sxm" of h100), not something else.
base::Expected<DeviceSpec> load_sheet(const fs::path& path) {
  auto spec = load(path);
  if (spec && !is_of_card(path.stem().string(), spec->id)) return misplaced(path, *spec, path.stem().string());
  return spec;
}

/// What was calibrated of a recorded card.
base::Expected<DeviceSpec> load_recorded(const fs::path& path, std::string_view card) {
  auto spec = load(path);
  if (spec && !(is_of_card(spec->id, card) && is_of_card(spec->name, card))) return misplaced(path, *spec, card);
  return spec;
}

std::optional<fs::path> calibration_of(std::string_view card) {
  try {
    return base::program_file(fmt::format("assets/recordings/{}/calibration.toml", card));
  } catch (const base::MachineError&) {
    return std::nullopt;
  }
}

std::vector<fs::path> sheets() {
  std::vector<fs::path> files;
  const fs::path folder = base::program_file("assets/devices");
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  }
  if (failed) {
    throw base::MachineError(base::say("place.unreadable", {{"folder", folder.string()}, {"cause", failed.message()}}));
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::vector<DeviceSpec> known_devices() {
  std::vector<DeviceSpec> devices;
  for (const fs::path& path : calibrated_files()) {
    if (auto spec = load_calibrated(path)) devices.push_back(*std::move(spec));  // a broken one: device_named says why
  }
  for (const fs::path& path : sheets()) {
    if (auto spec = load_sheet(path)) devices.push_back(*std::move(spec));  // broken_files() says why not
  }
  return devices;
}

base::Expected<DeviceSpec> device_named(std::string_view id) {
  for (const fs::path& path : calibrated_files()) {
    if (path.stem() != (id.empty() ? here_id : id)) continue;
    auto spec = load_calibrated(path);
    if (!spec && id.empty()) break;  // as if there were none: who asks for no machine in particular gets the course's
    if (!spec)
      spec.error().front().hint +=
          (spec.error().front().hint.empty() ? "" : " ") + std::string(base::text("machine.calibrate_again"));
    if (spec && spec->id == here_id && !is_of_this_machine(*spec)) {
      if (id.empty()) break;
      return base::wrong(
          base::say("machine.other_machine", static_cast<std::uint64_t>(spec->processors), {{"name", spec->name}}),
          base::say("machine.other_machine.hint"));
    }
    return spec;
  }
  if (id == here_id) {
    return base::wrong(base::say("machine.not_calibrated"), base::say("machine.not_calibrated.hint"));
  }
  const std::string_view wanted = id.empty() ? course_card : id;
  if (wanted.starts_with(recorded_prefix) && wanted.find('/') == std::string_view::npos) {
    const std::string_view card = wanted.substr(recorded_prefix.size());
    if (auto calibrated = recorded_card(card)) return *std::move(calibrated);
    // As the device of that id: priced by the sheet, whose name stands beside every figure.
    if (std::ranges::find(sheet_ids(), card) != sheet_ids().end()) return device_named(card);
  }
  const std::vector<DeviceSpec> devices = known_devices();
  const auto named = [&](const DeviceSpec& d) { return d.id == wanted; };
  const auto found = std::ranges::find_if(devices, named);
  if (found != devices.end() && std::ranges::count_if(devices, named) > 1) {
    return base::wrong(base::say("machine.two_sheets", {{"id", wanted}}), base::say("machine.two_sheets.hint"));
  }
  if (found != devices.end()) return *found;
  for (const fs::path& path : sheets()) {
    if (auto spec = load_sheet(path); !spec && path.stem() == wanted) return spec;
  }
  std::vector<std::string> ids;
  for (const DeviceSpec& device : devices) ids.push_back(device.id);
  for (const std::string& card : sheet_ids()) {
    if (calibration_of(card)) ids.push_back(fmt::format("{}{}", recorded_prefix, card));
  }
  const auto near = base::nearest(wanted, std::vector<std::string_view>(ids.begin(), ids.end()));
  const std::string known = fmt::format("{}", fmt::join(ids, ", "));
  return base::wrong(base::say("machine.unknown_device", {{"id", wanted}}),
                     base::say(near ? "machine.unknown_device.near" : "machine.unknown_device.hint",
                               {{"near", near.value_or("")}, {"known", known}}));
}

bool is_of_card(std::string_view name, std::string_view card) {
  const std::vector<std::string> words = base::plain_words(name), parts = base::plain_words(card);
  // "rtx4090" is "RTX 4090" too: words that stand beside each other.
  const auto stands = [&](const std::string& part) {
    for (auto from = words.begin(); from != words.end(); ++from) {
      std::string joined;
      for (auto to = from; to != words.end() && joined.size() < part.size(); ++to) joined += *to;
      if (joined == part) return true;
    }
    return false;
  };
  return !parts.empty() && std::ranges::all_of(parts, stands);
}

const std::vector<std::string>& sheet_ids() {
  static const std::vector<std::string> ids = [] {
    std::vector<std::string> all;
    for (const DeviceSpec& spec : known_devices()) {
      if (spec.kind == Kind::gpu && spec.calibrated_on.empty()) all.push_back(spec.id);
    }
    return all;
  }();
  return ids;
}

std::vector<std::string> broken_files() {
  std::vector<std::string> all;
  std::map<std::string, std::string> files;  // by the id that they give themselves
  for (const fs::path& path : sheets()) {
    const auto spec = load_sheet(path);
    if (!spec) {
      all.push_back(base::render(spec.error()));
    } else if (std::string& before = files[spec->id]; !before.empty()) {
      all.push_back(
          base::say("machine.same_id", {{"one", before}, {"other", path.filename().string()}, {"id", spec->id}}));
    } else {
      before = path.filename().string();
    }
  }
  for (const std::string& card : sheet_ids()) {
    const auto path = calibration_of(card);
    if (!path) continue;
    if (const auto spec = load_recorded(*path, card); !spec) all.push_back(base::render(spec.error()));
  }
  return all;
}

bool is_of_this_machine(const DeviceSpec& spec) {
  static const Processor processor = probe();
  return spec.name == processor.name && spec.processors == processor.threads;
}

std::optional<DeviceSpec> recorded_card(std::string_view card) {
  const auto file = calibration_of(card);
  auto spec = file ? load_recorded(*file, card) : base::Expected<DeviceSpec>(std::unexpect);
  if (!spec) return std::nullopt;  // where it is broken broken_files() says so
  spec->id = fmt::format("{}{}", recorded_prefix, card);
  return *std::move(spec);
}

std::optional<fs::file_time_type> kept_at(std::string_view id) {
  for (const fs::path& path : calibrated_files()) {
    std::error_code failed;
    const auto time = fs::last_write_time(path, failed);
    if (path.stem() == id && !failed) return time;
  }
  return std::nullopt;
}

void save_calibrated(const DeviceSpec& spec) {
  const fs::path folder = base::user_data() / "devices";
  base::make_folder(folder);
  base::write_file(folder / (spec.id + ".toml"), to_toml(spec));
}

}  // namespace machine
