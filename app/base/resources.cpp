// Where files are: the program's in one folder, named, installed or the source tree, the user's under XDG or --home.
#include "base/resources.hpp"

#include "base/error.hpp"
#include "base/words.hpp"

#include <cstdlib>

namespace base {
namespace {

namespace fs = std::filesystem;

Places& places() {
  static Places given;
  return given;
}

fs::path environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? fs::path() : fs::path(value);
}

/// The one folder of the program's files: one folder's recordings are never told with another's calibration.
fs::path data_folder() {
  if (!places().data.empty()) return places().data;
  if (fs::path named = environment("ONETRIP_DATA"); !named.empty()) return named;
  std::error_code failed;
  const fs::path executable = fs::read_symlink("/proc/self/exe", failed);
  fs::path installed = executable.parent_path().parent_path() / "share" / "onetrip";
  if (!failed && fs::is_directory(installed, failed)) return installed;
  return ONETRIP_SOURCE_DIR;
}

fs::path user_folder(const char* below_home, const char* xdg, const char* fallback) {
  fs::path folder;
  if (!places().home.empty()) {
    folder = places().home / below_home;
  } else if (const fs::path named = environment(xdg); named.is_absolute()) {  // the XDG rule: a relative one is ignored
    folder = named / "onetrip";
  } else if (const fs::path home = environment("HOME"); home.is_absolute()) {
    folder = home / fallback / "onetrip";
  } else {
    throw MachineError(say("place.none", {{"variable", xdg}}), say("place.none.hint"));
  }
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed || !fs::is_directory(folder, failed)) {
    const std::string cause = failed ? failed.message() : say("place.name_taken");
    throw MachineError(say("place.not_made", {{"folder", folder.string()}, {"cause", cause}}),
                       say("place.not_made.hint"));
  }
  return folder;
}

}  // namespace

void set_places(Places given) {
  places() = std::move(given);
}

fs::path program_file(std::string_view relative) {
  const fs::path folder = data_folder();
  std::error_code ignored;
  if (fs::path path = folder / relative; fs::exists(path, ignored)) return path;
  throw MachineError(say("place.no_program_file", {{"file", relative}, {"folder", folder.string()}}),
                     say("place.no_program_file.hint"));
}

fs::path user_config() {
  return user_folder("config", "XDG_CONFIG_HOME", ".config");
}
fs::path user_data() {
  return user_folder("data", "XDG_DATA_HOME", ".local/share");
}
fs::path user_cache() {
  return user_folder("cache", "XDG_CACHE_HOME", ".cache");
}

std::string version() {
  return ONETRIP_VERSION;
}

}  // namespace base
