// Measurements in files: versioned JSON, checksummed, checked on reading.
#pragma once

#include "base/expected.hpp"
#include "record/measurement.hpp"

#include <filesystem>
#include <string>

namespace record {

inline constexpr int format_version = 3;

/// One JSON object; units are in the key names. Stable key order, so equal measurements give equal bytes.
[[nodiscard]] std::string to_json(const Measurement& measurement);

/// A Recording: {"onetrip_recording": 3, "sha256": of the canonical text of the rest, "measurements": [...]}.
[[nodiscard]] std::string to_recording(const std::vector<Measurement>& measurements);

/// Whose numbers a file holds: anybody's, or what this program has written there itself and reads back.
enum class Whose { anybodys, own };

/// Refuses with a place and a sentence: truncated, edited (checksum), another version, missing or impossible values
/// (record/plausibility.hpp). `source` becomes `recorded`; what did not come with this release is a stranger's.
/// One's own stay `measured`.
[[nodiscard]] base::Expected<std::vector<Measurement>> parse_recording(std::string_view text, std::string_view file,
                                                                       Whose whose = Whose::anybodys);

void save(const std::vector<Measurement>& measurements, const std::filesystem::path& path);  ///< throws MachineError
[[nodiscard]] base::Expected<std::vector<Measurement>> load(const std::filesystem::path& path,
                                                            Whose whose = Whose::anybodys);
/// Of a file that lies in a folder from elsewhere: none that is a link (base/beneath.hpp).
[[nodiscard]] base::Expected<std::vector<Measurement>> load_beneath(const std::filesystem::path& folder,
                                                                    const std::filesystem::path& below);

}  // namespace record
