// --safe-mode: a home of its own for one run, so that nothing of the user's is read or changed.
#pragma once

#include <filesystem>

namespace cli {

/// An empty folder, gone again at the end; what was exported into it stays, and standard error says where.
class SafeHome {
 public:
  SafeHome();  ///< Throws MachineError.
  ~SafeHome();
  SafeHome(const SafeHome&) = delete;
  SafeHome& operator=(const SafeHome&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Whether one is there now.
  [[nodiscard]] static bool active();

 private:
  std::filesystem::path path_;
};

}  // namespace cli
