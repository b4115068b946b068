// Kernels written by hand: the ladders and what calibrates a card. Each folder of kernels/ has a manifest.toml.
#pragma once

#include "base/expected.hpp"
#include "codegen/program.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace codegen {

/// One kernel of a folder, or with `then` several that a version launches one after the other. Of rows_per_block,
/// elements_per_block, blocks_per_multiprocessor, blocks and tiles exactly one is given: it says how large the grid is.
struct LibraryKernel {
  std::string name;     ///< "v4_row_in_registers": the file without its ending
  std::string entry;    ///< "rmsnorm_v4"
  std::string teaches;  ///< a sentence: the idea that this version adds
  std::string source;
  std::vector<std::string> options;    ///< for NVRTC
  std::vector<std::string> arguments;  ///< names of tensors, of scratch, or counts (library_counts.hpp); "x[128, 64]"
                                       ///< is a tensor map of x in boxes of 128 rows of 64 columns
  std::vector<std::string> stores;     ///< values of the chain that a version writes between its kernels
  std::vector<std::string> scratch;    ///< "added: f32[keys / 256, rows, columns]": what else lies between them
  std::vector<std::string> tiles;      ///< counts, whose product is the grid: {"heads", "queries / 128"}
  std::string each;                    ///< a count: so often it is started, for each row, say; the argument `turn` is
                                       ///< the number of the start. Empty: once
  std::string rounds;                  ///< a count: so often all kernels of the version follow one another, for each
                                       ///< chunk of rows, say; `turn` is the round's number. Empty: once
  std::vector<LibraryKernel> then;     ///< launched after this one; they have files of their own
  int block = 0;                       ///< threads
  std::int64_t rows_per_block = 0, elements_per_block = 0, blocks_per_multiprocessor = 0, blocks = 0;
  std::int64_t shared = 0;                         ///< bytes of dynamic shared memory
  std::int64_t columns = 0;                        ///< the only row that it takes; 0 = any
  std::int64_t columns_multiple = 1;               ///< rows it takes
  std::int64_t bytes_read = 0, bytes_written = 0;  ///< an element, where it calibrates bandwidth
  std::int64_t flops_per_block = 0;                ///< where it calibrates arithmetic
  int compute_capability = 75;                     ///< the least
  std::string architecture;                        ///< "90a": this one and no other
  bool spills = false;                             ///< on purpose: it shows what that costs
  bool operator==(const LibraryKernel&) const = default;

  /// Why it cannot run rows of that length, or nothing.
  [[nodiscard]] std::string why_not(std::int64_t row_columns) const;
  /// Why it cannot run on such a card, or nothing.
  [[nodiscard]] std::string why_not_on(int card) const;
};

struct KernelLibrary {
  std::string title;
  std::string chain;                   ///< chain text that the versions compute; empty for calibration
  std::int64_t length = 0;             ///< the size in `chain` that may be asked for otherwise: tokens, say; 0 = none
  std::vector<LibraryKernel> kernels;  ///< in the ladder's order
  bool operator==(const KernelLibrary&) const = default;
  [[nodiscard]] const LibraryKernel* find(std::string_view name) const;
};

/// The manifest's text; every mistake at its line. Sources are left empty.
[[nodiscard]] base::Expected<KernelLibrary> read_manifest(std::string_view text, std::string_view file);

/// kernels/FOLDER with its sources. Throws base::MachineError if a file is missing.
[[nodiscard]] base::Expected<KernelLibrary> load_library(std::string_view folder);

/// Folders of kernels/ whose versions compute a chain, sorted. Throws base::MachineError.
[[nodiscard]] std::vector<std::string> ladder_names();

/// What a version does, as a plan: one kernel however long its rows are, or those between the values that it stores.
[[nodiscard]] base::Expected<plan::FusionPlan> plan_of(const LibraryKernel& kernel,
                                                       std::shared_ptr<const chain::Chain> chain);

/// A version as a program over the ladder's chain: argument tensors by the chain's names. Mistakes: a tensor that the
/// chain has not, a row that the version cannot take.
[[nodiscard]] base::Expected<Program> program_of(const LibraryKernel& kernel, const chain::Chain& chain);

/// The grid for `elements` elements in rows of `columns`, on this card.
[[nodiscard]] Launch launch_of(const LibraryKernel& kernel, std::int64_t elements, std::int64_t columns,
                               const Target& target);

}  // namespace codegen
