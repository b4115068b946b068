// settings.json: one small object with a version; a file that cannot be read is moved aside, and the one before it
// used.
#include "session/state/settings.hpp"

#include "base/resources.hpp"
#include "base/words.hpp"
#include "session/lesson/controls.hpp"
#include "session/state/aside.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <unistd.h>

namespace session {
namespace {

constexpr int settings_version = 1;
constexpr std::int64_t max_settings_bytes = 64 * 1024;
constexpr std::array themes = {figure::Theme::light, figure::Theme::dark, figure::Theme::high_contrast,
                               figure::Theme::projector};

std::filesystem::path settings_path() {
  return base::user_config() / "settings.json";
}

std::optional<figure::Theme> theme_named(std::string_view name) {
  for (const auto theme : themes) {
    if (figure::name(theme) == name) return theme;
  }
  return std::nullopt;
}

std::filesystem::path previous_path() {
  return base::user_config() / "settings.previous.json";
}

/// Nothing if it is not what we wrote.
std::optional<Settings> parsed(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  const auto version = json.find("onetrip_settings"), theme = json.find("theme"), last = json.find("last_lesson"),
             step = json.find("last_step"), motion = json.find("reduced_motion"), controls = json.find("controls");
  if (version == json.end() || *version != settings_version) return std::nullopt;
  if (theme == json.end() || !theme->is_string() || last == json.end() || !last->is_string()) return std::nullopt;
  if (step == json.end() || !step->is_number_integer()) return std::nullopt;
  if (motion != json.end() && !motion->is_boolean()) return std::nullopt;  // absent in files of before it was kept
  // Nor were these: whoever used the program then knew them all.
  std::set<std::string> used = every_control();
  if (controls != json.end()) {
    if (!controls->is_array() || controls->size() > 100) return std::nullopt;
    used.clear();
    for (const auto& name : *controls) {
      if (!name.is_string()) return std::nullopt;
      used.insert(name.get<std::string>());
    }
  }
  const auto known = theme_named(theme->get<std::string>());
  const auto number = step->get<std::int64_t>();
  if (!known || number < 1 || number > 1000) return std::nullopt;
  return Settings{.theme = *known,
                  .last_lesson = last->get<std::string>(),
                  .last_step = static_cast<int>(number),
                  .reduced_motion = motion != json.end() && motion->get<bool>(),
                  .controls = std::move(used)};
}

std::optional<Settings> settings_in(const std::filesystem::path& path) {
  const auto text = base::read_file(path, max_settings_bytes);
  return text ? parsed(*text) : std::nullopt;
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

void save(const Settings& settings) {
  nlohmann::ordered_json json;
  json["onetrip_settings"] = settings_version;
  json["theme"] = figure::name(settings.theme);
  json["last_lesson"] = settings.last_lesson;
  json["last_step"] = settings.last_step;
  json["reduced_motion"] = settings.reduced_motion;
  json["controls"] = settings.controls;
  if (const auto there = settings_in(settings_path())) {
    if (*there == settings) return;
    keep_previous();
  } else if (std::error_code problem; std::filesystem::exists(settings_path(), problem)) {
    static_cast<void>(move_aside(settings_path()));  // broken while we ran: not lost either
  }
  base::write_file(settings_path(), json.dump(2) + "\n");
}

}  // namespace session
