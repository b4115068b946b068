// Times that another program took, brought in with its name and version: never ours, and labelled so.
#pragma once

#include "base/expected.hpp"
#include "plan/fusion_plan.hpp"
#include "record/measurement.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace record {

/// A kernel that ran.
struct ImportedKernel {
  std::string name;                ///< as a profiler told it
  std::vector<std::string> makes;  ///< values of the chain; none of a helper: a fill, the second half of a split sum
  bool operator==(const ImportedKernel&) const = default;
};

/// How busy the GPU called itself while that went on and on: the share of time in which any kernel ran.
struct Busy {
  double percent = 0;
  int n = 0;       ///< times it was asked
  std::string by;  ///< who told
  bool operator==(const Busy&) const = default;
};

/// One way of that program to do the same math.
struct ImportedWay {
  std::string name;              ///< "flash"
  std::string label;             ///< "scaled_dot_product_attention, flash"
  std::string program, version;  ///< where they are not the file's; else empty
  Times time;                    ///< of a call, back to back
  double max_abs_error = 0;
  std::vector<ImportedKernel> kernels;  ///< in the order they ran; none where the file has no chain
  std::vector<std::string> said;        ///< what its own logs say of ops that it left apart, shortened
  std::optional<Busy> busy;
  plan::FusionPlan cut;  ///< what the kernels with a value make of the chain; no groups without one
  bool operator==(const ImportedWay& other) const {
    return name == other.name && time == other.time && kernels == other.kernels;
  }
};

struct Imported {
  std::string what;              ///< the computation and its shape
  std::string program, version;  ///< "PyTorch", "2.11.0+cu130"
  std::string device, driver, date;
  std::string command;                                     ///< the script that made it
  std::shared_ptr<const chain::Chain> chain;               ///< what was computed; null where `shape` tells it
  std::map<std::string, std::int64_t, std::less<>> shape;  ///< "tokens": 4096; above 0
  std::vector<ImportedWay> ways;
  std::map<std::string, std::string> missing;  ///< ways that were tried: why each is not there
  /// nullptr if there is none of that name.
  [[nodiscard]] const ImportedWay* find(std::string_view way) const;
};

/// "PyTorch 2.11.0+cu130": who did it so.
[[nodiscard]] std::string program_of(const Imported& from, const ImportedWay& way);
/// Its name and who did it so: "eager (PyTorch 2.11.0+cu130)".
[[nodiscard]] std::string way_words(const Imported& from, const ImportedWay& way);

/// As scripts/import writes it. Every mistake at once: a missing field, a time that the card cannot do, two ways of one
/// name, kernels that are no cut of the chain.
[[nodiscard]] base::Expected<Imported> parse_imported(std::string_view text, std::string_view file);
/// Whether the text ends with the SHA-256 of all that stands before that: nobody has edited it since it was written.
[[nodiscard]] bool is_sealed(std::string_view text);
/// A file that is whole and was not edited.
[[nodiscard]] base::Expected<Imported> load_imported(const std::filesystem::path& path);

/// What comes with the program, assets/imported/NAME.json; throws base::MachineError if it is missing or damaged.
[[nodiscard]] const Imported& imported(std::string_view name);
/// The one that came with the program of a chain that does the same; nullptr if there is none, or none that can be
/// read.
[[nodiscard]] const Imported* import_of(const chain::Chain& chain);

}  // namespace record
