// Looks for a free name, renames.
#include "session/state/aside.hpp"

#include <string>
#include <system_error>

namespace session {

std::optional<std::filesystem::path> move_aside(const std::filesystem::path& path) {
  std::error_code problem;
  const std::string stem = path.stem().string() + ".broken", ending = path.extension().string();
  std::filesystem::path free = path.parent_path() / (stem + ending);
  for (int n = 2; std::filesystem::exists(free, problem); ++n) {
    free = path.parent_path() / (stem + "-" + std::to_string(n) + ending);
  }
  std::filesystem::rename(path, free, problem);
  if (problem) return std::nullopt;
  return free;
}

}  // namespace session
