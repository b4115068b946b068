// What a tuner found: the knobs it tried on one GPU for one chain, how long each took, and whether its choice held.
#pragma once

#include "base/expected.hpp"
#include "chain/chain.hpp"
#include "record/measurement.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace record {

/// One setting of the knobs.
struct TunedPoint {
  std::string knobs;             ///< "block=512 elements=8"; empty: as the kernels are written without any
  std::optional<Times> cold;     ///< over all rounds; nothing where it was not timed
  std::string failed;            ///< why it was not, in a sentence; empty also where nobody came to it
  std::optional<int> registers;  ///< of a thread, the most of its kernels
  std::optional<base::Bytes> spilled;
  bool operator==(const TunedPoint&) const = default;
};

/// The usual kernels and the chosen ones timed again, everything prepared anew.
struct FreshRun {
  Times usual, chosen;
  bool operator==(const FreshRun&) const = default;
};

struct Tuning {
  std::string chain, cuts;         ///< chain text on one line; "none"
  std::vector<TunedPoint> points;  ///< the first has no knobs
  int rounds = 0, wanted_rounds = 0;
  std::string chosen;           ///< knobs of the fastest point that held; empty: none was faster than the usual kernels
  std::vector<FreshRun> fresh;  ///< empty where it was stopped before, or no point was faster
  Provenance provenance;
  std::string stranger;             ///< the file's name where somebody may have written it elsewhere; else empty
  std::vector<std::string> doubts;  ///< as Measurement has them
  bool operator==(const Tuning&) const = default;

  [[nodiscard]] bool finished() const { return rounds == wanted_rounds && (best() <= 0 || !fresh.empty()); }
  [[nodiscard]] int tried() const;  ///< points that were timed, or failed
  [[nodiscard]] int best() const;   ///< the point of least time; -1: none was timed
  /// The usual time over the chosen one's, in the fresh run of the middle ratio; nothing without fresh runs.
  [[nodiscard]] std::optional<double> gain() const;
};

[[nodiscard]] std::string to_toml(const Tuning& tuning);
/// Every mistake with its place; what cannot be is one, as in a recording.
[[nodiscard]] base::Expected<Tuning> parse_tuning(std::string_view text, std::string_view file);
/// `own`: this program kept it in the home folder; any other file is marked as a stranger's.
[[nodiscard]] base::Expected<Tuning> load_tuning(const std::filesystem::path& file, bool own = false);

/// Where the tuning of this chain, cut so, is kept for this GPU. Throws base::MachineError where there is no home.
[[nodiscard]] std::filesystem::path tuning_place(const chain::Chain& chain, std::string_view cuts,
                                                 std::string_view card);
/// What is kept there; nothing if there is nothing. A file that cannot be read is a mistake.
[[nodiscard]] base::Expected<std::optional<Tuning>> kept_tuning(const chain::Chain& chain, std::string_view cuts,
                                                                std::string_view card);
/// The newest that is kept of this chain, on whatever card and however it was cut; files that cannot be read are left
/// out.
[[nodiscard]] std::optional<Tuning> latest_tuning(const chain::Chain& chain);

}  // namespace record
