// The whole device interface: prepare some plans of one chain, show evidence, take samples, count bytes.
#pragma once

#include "base/error.hpp"
#include "machine/device_spec.hpp"
#include "plan/fusion_plan.hpp"
#include "record/measurement.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace device {

/// The device could not do it: out of memory, a dead worker, a chain that was never recorded.
class DeviceError : public base::MachineError {
 public:
  using base::MachineError::MachineError;
};

/// Plans that a device without a processor never recorded, and what is nearest to them.
struct Missing {
  std::string sentence;  ///< "Not recorded on the H200."
  std::string nearest;   ///< chain text on one line; empty if nothing is recorded at all
  std::string said;      ///< "Nearest recorded: ..."
};

class NotRecorded : public DeviceError {
 public:
  explicit NotRecorded(Missing what) : DeviceError(what.sentence + " " + what.said), missing(std::move(what)) {}
  Missing missing;
};

/// A part that a card needs at its host: who compiles, who runs, who counts, who records.
struct Part {
  std::string name;  ///< "compile", "run", "count", "trace"
  bool ready = false;
  std::string reason;        ///< why not, one sentence; of one that is ready, what it is not kept from there
  std::string remedy;        ///< what a student can do
  std::string remedy_admin;  ///< what only an administrator can do; may be empty
  bool operator==(const Part&) const = default;
};

/// A worker answered, but a part that every run needs is not ready: all its parts, ready or not.
class NotReady : public DeviceError {
 public:
  explicit NotReady(std::vector<Part> all, const Part& missing)
      : DeviceError(missing.reason, missing.remedy), parts(std::move(all)) {}
  std::vector<Part> parts;
};

struct RunSpec {
  std::vector<plan::FusionPlan> plans;  ///< one or more, all of the same chain; shared inputs
  std::uint64_t seed = 1;
};

struct ProbedOutput {
  int value = 0;
  std::vector<std::int64_t> elements;
};

/// What the inputs are filled with (base/random.hpp). Times and bytes are always those of random numbers.
enum class Inputs {
  random,
  exact,  ///< -1, 0 and 1: a sum of products is exact in every dtype, so that not one term may be missing
};

/// A question about one plan's outputs after one fresh run into poisoned, guarded buffers.
struct Probe {
  int plan = 0;
  std::vector<ProbedOutput> outputs;  ///< any value that the plan stores
  Inputs inputs = Inputs::random;
  std::stop_token stop = {};  ///< ends a long run: Cancelled is thrown
};

struct OutputEvidence {
  int value = 0;
  std::vector<double> got;  ///< in the order asked
  std::int64_t elements = 0;
  std::int64_t poison_left = 0;   ///< elements never written, over the whole buffer
  std::int64_t nan = 0;           ///< over the whole buffer
  bool guards_whole = true;       ///< the bytes before and after the buffer are as they were
  std::int64_t identical = 0;     ///< elements bit for bit equal to plan 0's
  double largest_difference = 0;  ///< to plan 0
  std::int64_t difference_at = -1;
};

struct Evidence {
  std::vector<OutputEvidence> outputs;
};

enum class Temperature { cold, batch };

/// One request, many samples, plans interleaved A B A B.
struct Batch {
  Temperature temperature = Temperature::cold;
  int count = 10;             ///< samples of each plan, at most
  base::Seconds budget{0.2};  ///< stop early after this much wall time (at least one sample each)
  std::stop_token stop;
};

struct Sample {
  base::Seconds time;                                ///< of one run of the whole plan
  std::chrono::steady_clock::time_point begin, end;  ///< wall interval on this host, to drop those a frame overlapped
  /// Of a cold run, where the device sees them for nothing: when each kernel began, and when the last one ended.
  std::vector<std::chrono::steady_clock::time_point> steps;
  double clock = 0;  ///< how fast the processor was clocked meanwhile, of its fastest: 0.98; 0 = the device cannot tell
};

struct Samples {
  std::vector<std::vector<Sample>> plans;  ///< [plan][sample]
};

struct KernelCount {
  base::Bytes read, written;                        ///< DRAM's
  std::optional<base::Moved> l2 = {}, issued = {};  ///< nothing where nobody counted them
};

/// The kernels of one run, in launch order.
using KernelTimes = std::vector<record::KernelTime>;

/// Bytes of one cold run, and of one of many back to back.
struct PlanCount {
  base::Bytes read, written;                      ///< DRAM's, cold, to the last byte that came to be written
  std::optional<base::Bytes> tail;                ///< of `written`: after the plan's last kernel had ended
  std::optional<base::Moved> l2, issued;          ///< cold
  std::vector<KernelCount> kernels;               ///< cold, each behind those before it, while it ran
  std::vector<std::optional<base::Moved>> local;  ///< as its code: local memory that was moved; empty = not counted
  base::Levels batch;
  std::optional<record::Clocks> clocks;
};

/// Bytes, or the reason why there are none.
struct Counts {
  record::Tier tier = record::Tier::times_only;
  std::vector<PlanCount> plans;  ///< empty when refused
  std::string refusal;
  std::string no_local;  ///< why local memory was not counted though the device was asked for it
};

/// Cold runs kernel by kernel, or the reason why there are none; neither where samples told them for nothing.
struct Trace {
  std::vector<std::vector<KernelTimes>> runs;  ///< [plan][run]
  std::string submit;                          ///< how they were started
  std::string refusal;
};

/// Prepared plans: buffers allocated and filled, kernels ready.
class Experiment {
 public:
  virtual ~Experiment() = default;
  [[nodiscard]] virtual Evidence evidence(const Probe& probe) = 0;
  [[nodiscard]] virtual Samples sample(const Batch& batch) = 0;
  [[nodiscard]] virtual Counts count() = 0;
  [[nodiscard]] virtual Trace trace() { return {}; }
  [[nodiscard]] virtual std::string submit() const = 0;  ///< "threads", "stream", "graph"
  [[nodiscard]] virtual std::string method() const = 0;  ///< one line for the provenance
  /// The kernels' texts, [plan][kernel]; empty where they are none.
  [[nodiscard]] virtual std::vector<std::vector<record::KernelCode>> code() const { return {}; }
  /// A result that exists already (the recorded device): nothing is run, evidence and samples are refused.
  [[nodiscard]] virtual std::optional<record::Measurement> recorded() const { return std::nullopt; }
};

class Device {
 public:
  virtual ~Device() = default;
  [[nodiscard]] virtual std::string id() const = 0;    ///< "cpu", "recorded-h200"
  [[nodiscard]] virtual std::string name() const = 0;  ///< "AMD EPYC, 2 threads, AVX3"
  [[nodiscard]] virtual std::string driver() const { return {}; }
  [[nodiscard]] virtual record::Tier tier() const = 0;  ///< the best it can give
  [[nodiscard]] virtual bool live() const = 0;          ///< false: shows what was recorded
  /// The spec its predictions should use, if it knows one better than the data sheets.
  [[nodiscard]] virtual std::optional<machine::DeviceSpec> spec() const = 0;
  /// Ways in which it can be given a plan's kernels, as a recording names them: "stream", "graph", "threads".
  [[nodiscard]] virtual std::vector<std::string> submits() const { return {"threads"}; }
  [[nodiscard]] virtual machine::Limits limits() const = 0;
  /// What of it decides about plans and kernels, for recordings.
  [[nodiscard]] virtual record::Target target() const;
  [[nodiscard]] bool is_gpu() const { return target().compute_capability > 0; }
  /// What prepare() would refuse because it was never recorded; nothing on a live device.
  [[nodiscard]] virtual std::optional<Missing> missing(const std::vector<plan::FusionPlan>& /*plans*/) const {
    return std::nullopt;
  }
  /// What it needs where it is, ready or not; empty for a device that needs nothing. It may have to ask a host: throws
  /// DeviceError, Cancelled.
  [[nodiscard]] virtual std::vector<Part> parts(std::stop_token /*stop*/ = {}) const { return {}; }
  /// Sentences about it for `onetrip devices`.
  [[nodiscard]] virtual std::vector<std::string> notes() const { return {}; }
  [[nodiscard]] virtual bool can_calibrate() const { return false; }
  /// Measures its ceilings in seconds; `progress` gets 0..1 and a word. Throws DeviceError, Cancelled.
  [[nodiscard]] virtual machine::DeviceSpec calibrate(const std::function<void(double, std::string_view)>& progress,
                                                      std::stop_token stop);
  /// Throws DeviceError: not enough memory (needed and free are named before anything is allocated), ...
  [[nodiscard]] virtual std::unique_ptr<Experiment> prepare(const RunSpec& spec) = 0;
};

}  // namespace device
