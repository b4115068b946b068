// What the program remembers between two starts.
#pragma once

#include "figure/palette.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace session {

struct Settings {
  figure::Theme theme = figure::Theme::light;
  std::string last_lesson;  ///< "02"; empty: never opened one
  int last_step = 1;
  bool reduced_motion = false;          ///< scenes cut from place to place instead of driving
  std::set<std::string> controls{};     ///< those that lessons have used so far: session/controls.hpp
  std::map<std::string, int> places{};  ///< the step of each lesson, by its id
  /// The run steps that are done, by lesson and by the task's id, and the id of the device; or "recorded".
  std::map<std::string, std::map<std::string, std::string>> ran{};
  /// What was tapped of a run's plot, by lesson and by task and question: "run-bias.bytes".
  std::map<std::string, std::map<std::string, std::string>> observed{};
  bool recall = false;                ///< cards come back days later: on once it was asked for
  double road = 1;                    ///< of a bandwidth fence: so many times as wide
  std::map<std::string, int> jobs{};  ///< of a scene, by its page
  /// Of calculators' sliders, by lesson, calculator and name: "19/decode/weights".
  std::map<std::string, double> sliders{};
  bool operator==(const Settings&) const = default;
};

/// What was read, and a sentence to show if the file was broken: it is moved aside then, not lost, and the settings
/// before it are taken.
struct LoadedSettings {
  Settings settings;
  std::string notice;
};

/// Nothing if it is not what to_json() wrote, in this version or an earlier one.
[[nodiscard]] std::optional<Settings> parse_settings(std::string_view text);
[[nodiscard]] std::string to_json(const Settings& settings);

/// From user_config()/settings.json; without the file the defaults. Throws MachineError.
[[nodiscard]] LoadedSettings load_settings();
/// The old file or the new one, never half of one; the one before stays as settings.previous.json. Throws MachineError.
void save(const Settings& settings);
/// Saves what differs from `known`, what this window last read or saved: the rest stays as another window left it.
void save_changes(const Settings& settings, const Settings& known);

}  // namespace session
