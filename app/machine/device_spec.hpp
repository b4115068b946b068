// What a device can do: from a data sheet (assets/devices/*.toml) or calibrated on this machine.
#pragma once

#include "base/expected.hpp"
#include "base/units.hpp"
#include "machine/limits.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace machine {

/// A figure and where it is from: a data sheet's name and page, or "measured here, 2026-11-21".
struct Sourced {
  double value = 0;  ///< 0 = not known
  std::string source;
  bool operator==(const Sourced&) const = default;
};

enum class Kind { cpu, gpu };

/// How outputs are stored on a CPU: through the caches (write-allocate) or around them. GPUs use `cached`.
enum class Store { cached, streaming };

/// How a run's kernels are ordered: one by one in a stream, or all of a run as one CUDA graph. A CPU knows the first
/// only.
enum class Submit { stream, graph };

/// Sustained bandwidth of one read:write mix beyond the last-level cache.
struct MixBandwidth {
  double read_share = 0.5;  ///< bytes read / (bytes read + bytes written)
  Store store = Store::cached;
  base::Bandwidth bandwidth;
  bool operator==(const MixBandwidth&) const = default;
};

/// Sustained bandwidth, half read and half written, where so much is touched again and again.
struct WorkingSet {
  base::Bytes bytes;
  base::Bandwidth bandwidth;
  bool operator==(const WorkingSet&) const = default;
};

/// What arithmetic takes more than its ops one by one, where so much of it stands in a row: instructions that are run
/// once have to be fetched.
struct LongCode {
  double thread_seconds = 0;  ///< the priced ops of all elements of a thread: how long its code is
  double factor = 1;          ///< measured time over that of the ops one by one
  bool operator==(const LongCode&) const = default;
};

/// A compute ceiling: "CUDA cores, f32", "tensor cores, bf16 dense", "vector units, f32".
struct Roof {
  std::string name;
  Sourced flops_per_second;
  bool operator==(const Roof&) const = default;
};

struct DeviceSpec {
  std::string id;    ///< "h200", "here"
  std::string name;  ///< "NVIDIA H200 SXM", or the processor's own name
  Kind kind = Kind::gpu;
  std::string calibrated_on;  ///< date; empty for a data sheet
  Sourced dram_bandwidth;     ///< bytes/s, the data sheet's (0 on a CPU that has none)
  Sourced last_level_cache;   ///< bytes: L2 on a GPU, L3 on a CPU
  Sourced cache_bandwidth;    ///< bytes/s sustained from the last-level cache
  /// Bytes that an L2 counts for each that threads ask of it. Of an L2 in two partitions, a request that crosses to
  /// the far one is counted in both; 1 where there is one; 0 = not known.
  Sourced l2_crossing;
  Sourced efficiency;                     ///< share of dram_bandwidth that good kernels reach, when there are no mixes
  std::vector<MixBandwidth> mixes;        ///< calibrated; empty for a data sheet
  std::vector<MixBandwidth> cache_mixes;  ///< the same from the last-level cache; empty: cache_bandwidth for each
  std::vector<Roof> roofs;                ///< two on a GPU, one on a CPU; the first is plain f32 arithmetic
  /// The gap: seconds on the device that one kernel more takes beyond its work: the pause before it, and its own
  /// running in and out (on a CPU: waking the threads).
  Sourced launch;
  Sourced start;         ///< the lead: seconds that a cold run's first kernel takes beyond its gap
  Sourced batch_launch;  ///< the submit: seconds in which the host gives the order for one kernel, run after run
  Sourced graph_launch;  ///< the gap between two kernels of a CUDA graph
  Sourced graph_start;   ///< the lead of a graph: what its first kernel takes beyond its gap in a cold run
  Sourced graph_again;   ///< the gap between two kernels of a graph, run after run (0: as cold)
  Sourced graph_submit;  ///< what lies between one graph and the next, run after run
  Submit submit = Submit::stream;  ///< which of these hold for a prediction; no file keeps it
  Sourced ramp;                    ///< seconds that a kernel needs beyond its gap to fill and drain the road to DRAM
  /// p of time = (road^p + arithmetic^p)^(1/p): near each other the two get into each other's way; 0: never. Of a
  /// processor: of kernels that are one loop.
  Sourced overlap;
  /// The same of a processor's kernels that are several loops over a tile: each ends before the next begins.
  Sourced loops_overlap;
  /// What the arithmetic of a kernel over rows takes more than its ops one by one: it waits for its reductions; 0: as
  /// much.
  Sourced row_code;
  /// Seconds an element that each loop of a processor's kernel over rows takes at the least, if it has several: the
  /// rows lie in L2 by then.
  Sourced row_loop;
  std::vector<WorkingSet> working_sets;  ///< calibrated, from small to large; empty for a data sheet
  Sourced persistent_row;                ///< elements of the longest row that a kernel may keep on chip
  int processors = 0;                    ///< SMs or threads
  /// Seconds an element of each op costs the whole device when data is at hand; key "gelu:f32" (op name : stored dtype
  /// of its chain). "mul+add:f16" is a processor's loop of both; "load:f32", "store:bf16" price what a GPU's kernel
  /// does at its edge. Empty for a data sheet.
  std::map<std::string, double> op_cost;
  std::vector<LongCode> long_code;  ///< calibrated, from short to long; empty for a data sheet
  std::int64_t tile_elements = 0;   ///< CPU: calibrated tile of the fused loop
  bool operator==(const DeviceSpec&) const = default;

  /// The calibrated mix nearest in read share (linear between neighbours); else dram_bandwidth x efficiency.
  [[nodiscard]] base::Bandwidth bandwidth(double read_share, Store store) const;
  /// The same of what the last-level cache serves; 0 where its bandwidth is not known.
  [[nodiscard]] base::Bandwidth from_cache(double read_share) const;
  /// How much longer than its ops one by one a code of that length takes, linear between what was calibrated.
  [[nodiscard]] double code_factor(double thread_seconds) const;
  /// The same device with its kernels ordered so; in a stream where its figures of a graph are not known.
  [[nodiscard]] DeviceSpec ordered(Submit how) const;
  /// How its chains may be cut.
  [[nodiscard]] Limits limits() const { return Limits(static_cast<std::int64_t>(persistent_row.value)); }
};

[[nodiscard]] base::Expected<DeviceSpec> parse_device(std::string_view toml, std::string_view file);
[[nodiscard]] std::string to_toml(const DeviceSpec& spec);  ///< what parse_device reads back as equal

/// What was calibrated (user_data()/devices/*.toml), "here" first, then every assets/devices/*.toml.
[[nodiscard]] std::vector<DeviceSpec> known_devices();
/// One by id, or a recorded card; a mistake names the ones there are. An empty id: here if calibrated, else h200.
[[nodiscard]] base::Expected<DeviceSpec> device_named(std::string_view id);
/// What a card whose runs came with the program could do on the day of its recordings, nearer to them than any sheet:
/// assets/recordings/CARD/calibration.toml, by the id "recorded-CARD". Nothing if none came.
[[nodiscard]] std::optional<DeviceSpec> recorded_card(std::string_view card);
/// Keeps a calibration under its id: "here" for this processor, a card under its own.
void save_calibrated(const DeviceSpec& spec);

}  // namespace machine
