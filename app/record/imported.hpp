// Times that another program took, brought in with its name and version: never ours, and labelled so.
#pragma once

#include "base/expected.hpp"
#include "record/measurement.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace record {

/// One way of that program to do the same maths.
struct ImportedWay {
  std::string name;   ///< "flash"
  std::string label;  ///< "scaled_dot_product_attention, flash"
  Times time;         ///< of a call, back to back
  double max_abs_error = 0;
  bool operator==(const ImportedWay&) const = default;
};

struct Imported {
  std::string what;              ///< the computation and its shape
  std::string program, version;  ///< "PyTorch", "2.11.0+cu130"
  std::string device, driver, date;
  std::string command;                                     ///< the script that made it
  std::map<std::string, std::int64_t, std::less<>> shape;  ///< "tokens": 4096; above 0
  std::vector<ImportedWay> ways;
  bool operator==(const Imported&) const = default;
  /// nullptr if there is none of that name.
  [[nodiscard]] const ImportedWay* find(std::string_view way) const;
};

/// As tests/gpu/attention.py writes it. Every mistake at once: a missing field, a time of 0, two ways of one name.
[[nodiscard]] base::Expected<Imported> parse_imported(std::string_view text, std::string_view file);
[[nodiscard]] base::Expected<Imported> load_imported(const std::filesystem::path& path);

/// What comes with the program, assets/imported/NAME.json; throws base::MachineError if it is missing or damaged.
[[nodiscard]] const Imported& imported(std::string_view name);

}  // namespace record
