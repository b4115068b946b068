// Where the program's own files and the user's files are.
#pragma once

#include "base/expected.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace base {

/// Set once by main from --data and --home; empty means "look for it".
struct Places {
  std::filesystem::path data;  ///< --data DIR
  std::filesystem::path home;  ///< --home DIR: config, data and cache move below it
};
void set_places(Places places);

/// Program files (lessons/, assets/, kernels/), all of one folder: --data, else $ONETRIP_DATA, else ../share/onetrip
/// beside the executable where there is one, else the source tree. What it lacks is taken from none of the others:
/// throws MachineError naming the file and the folder.
[[nodiscard]] std::filesystem::path program_file(std::string_view relative);

/// User files under XDG config, data and cache; made when first asked for. Throws MachineError.
[[nodiscard]] std::filesystem::path user_config();
[[nodiscard]] std::filesystem::path user_data();
[[nodiscard]] std::filesystem::path user_cache();

/// The whole file, regular files only, refused above `limit` bytes. A person's mistake, so Expected.
[[nodiscard]] Expected<std::string> read_file(const std::filesystem::path& path, std::int64_t limit);
/// Temporary file beside it, fsync, rename: the old or the new file, never half of one. Throws MachineError.
void write_file(const std::filesystem::path& path, std::string_view contents);
/// With every folder above it; one that is there stays. Throws MachineError with the hint.
void make_folder(const std::filesystem::path& folder, const std::string& hint = {});

/// "0.1.0"
[[nodiscard]] std::string version();

}  // namespace base
