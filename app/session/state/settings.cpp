// settings.json: one small object with a version; a file that cannot be read is moved aside, and the one before it
// used.
#include "session/state/settings.hpp"

#include "base/archive.hpp"
#include "base/file_lock.hpp"
#include "base/resources.hpp"
#include "base/words.hpp"
#include "charts/frame/reopen.hpp"
#include "session/state/aside.hpp"
#include "session/state/controls.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>
#include <unistd.h>

namespace session {
namespace {

constexpr int settings_version = 1;
constexpr std::int64_t max_settings_bytes = 64 * 1024;
std::filesystem::path settings_path() {
  return base::user_config() / "settings.json";
}

std::filesystem::path previous_path() {
  return base::user_config() / "settings.previous.json";
}

}  // namespace

template <class A>
static void fields(A& a, Settings& m) {
  int version = settings_version;
  a("onetrip_settings", version, settings_version, settings_version);
  a("theme", m.theme, figure::theme_names);
  a("last_lesson", m.last_lesson);
  a("last_step", m.last_step, 1, 1000);
  a.newer("reduced_motion", m.reduced_motion);
  a.newer("controls", m.controls, 100);
  a.newer("places", m.places, 1, 1000);
  a.newer("ran", m.ran);
  a.newer("observed", m.observed);
  a.newer("recall", m.recall);
  a.newer("road", m.road, charts::least_times, charts::most_times);
  a.newer("jobs", m.jobs, 1, 1000);
  a.newer("sliders", m.sliders);
}

namespace {

/// Sorted: a JSON object in its file's order looks through all of its keys for each that comes.
struct Sorted : base::Unforgiving {
  using Json = nlohmann::json;
};

}  // namespace

std::optional<Settings> parse_settings(std::string_view text) {
  Settings settings;
  settings.controls = every_control();  // whoever used the program before they were kept knew them all
  const auto json = Sorted::Json::parse(text, nullptr, false);
  try {
    Sorted format;
    base::ArchiveReader(json, "settings", format).all(settings);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
  return settings;
}

std::string to_json(const Settings& settings) {
  nlohmann::ordered_json json;
  base::ArchiveWriter<base::Unforgiving>(json).all(settings);
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

namespace {

std::optional<Settings> settings_in(const std::filesystem::path& path) {
  const auto text = base::read_file(path, max_settings_bytes);
  return text ? parse_settings(*text) : std::nullopt;
}

/// A second name for the file as it is: the next one takes its first name only. Where a disk knows no second names, or
/// refuses, saving goes on without.
void keep_previous() {
  std::error_code problem;
  const auto previous = previous_path();
  const auto fresh = previous.parent_path() / (".settings.previous." + std::to_string(::getpid()) + ".tmp");
  std::filesystem::remove(fresh, problem);
  std::filesystem::create_hard_link(settings_path(), fresh, problem);
  if (!problem) std::filesystem::rename(fresh, previous, problem);
}

}  // namespace

LoadedSettings load_settings() {
  const auto path = settings_path();
  std::error_code problem;
  if (!std::filesystem::exists(path, problem)) return {};
  if (const auto settings = settings_in(path)) return {.settings = *settings, .notice = {}};
  const auto previous = settings_in(previous_path());
  const auto kept = move_aside(path);
  const auto* key = !kept      ? "session.settings.broken_stays"
                    : previous ? "session.settings.broken_previous"
                               : "session.settings.broken";
  return {.settings = kept && previous ? *previous : Settings{},
          .notice = base::say(key, {{"path", kept.value_or(path).string()}})};
}

namespace {

/// Ours where we changed it, else what is on the disk.
template <class T>
T merged(const T& own, const T& known, const T& disk) {
  return own == known ? disk : own;
}

template <class T>
std::map<std::string, T> merged(const std::map<std::string, T>& own, const std::map<std::string, T>& known,
                                const std::map<std::string, T>& disk) {
  std::map<std::string, T> out = disk;
  for (const auto& [key, value] : known) {
    if (!own.contains(key)) out.erase(key);
  }
  for (const auto& [key, value] : own) {
    const auto before = known.find(key);
    if (before == known.end() || before->second != value) out[key] = value;
  }
  return out;
}

/// Controls only come.
std::set<std::string> merged(const std::set<std::string>& own, const std::set<std::string>& /*known*/,
                             const std::set<std::string>& disk) {
  std::set<std::string> out = own;
  out.insert(disk.begin(), disk.end());
  return out;
}

void write(const Settings& settings) {
  if (const auto there = settings_in(settings_path())) {
    if (*there == settings) return;
    keep_previous();
  } else if (std::error_code problem; std::filesystem::exists(settings_path(), problem)) {
    static_cast<void>(move_aside(settings_path()));  // broken while we ran: not lost either
  }
  base::write_file(settings_path(), to_json(settings));
}

/// A window that hangs while it saves is not waited for long: this one would hang too.
base::FileLock locked() {
  return base::FileLock(settings_path(), std::chrono::seconds(1));
}

}  // namespace

void save(const Settings& settings) {
  const base::FileLock lock = locked();
  write(settings);
}

void save_changes(const Settings& own, const Settings& known) {
  const base::FileLock lock = locked();
  const auto there = settings_in(settings_path());
  if (!there) return write(own);
  Settings all;
  const auto take = [&](auto Settings::*field) { all.*field = merged(own.*field, known.*field, (*there).*field); };
  take(&Settings::theme);
  take(&Settings::last_lesson);
  take(&Settings::last_step);
  take(&Settings::reduced_motion);
  take(&Settings::recall);
  take(&Settings::controls);
  take(&Settings::places);
  take(&Settings::ran);
  take(&Settings::observed);
  take(&Settings::road);
  take(&Settings::jobs);
  take(&Settings::sliders);
  write(all);
}

}  // namespace session
