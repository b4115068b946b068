// Hardware counters of the current context: what role `count` asks for, whoever reads them.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace worker {

/// Why there are no counters here; each has its own remedies.
enum class RefusalKind {
  no_rights,         ///< the driver lets administrators only
  busy,              ///< the hardware is held: DCGM, ncu elsewhere
  other_profiler,    ///< another subscriber in this process: nsys, compute-sanitizer, cuda-gdb
  library_missing,   ///< libcupti or one it loads is not there
  library_mismatch,  ///< the driver is older than the library asks for
  unsupported,       ///< MIG, WSL, vGPU, confidential computing, a card that is too old
  bad_reading,       ///< dropped ranges, NaN, zero, more than one pass: no result
};

struct Refusal {
  RefusalKind kind = RefusalKind::unsupported;
  std::string sentence;
  std::string remedy_student;
  std::string remedy_admin;
};

/// One user range: `before` runs outside it and leaves nothing running; then `launch` puts one run of what is counted
/// into the current context's stream, `launches` times back to back between push and pop. Either may throw; the session
/// is closed then and the exception goes on.
struct CounterRange {
  std::string name;
  int launches = 1;
  std::function<void()> before;
  std::function<void()> launch;
};

/// Values of one range, over all its launches together (not divided). Names, where the set and the chip have them:
/// "dram_read_bytes", "dram_write_bytes", "l2_read_bytes", "l2_write_bytes", "issued_read_bytes",
/// "issued_write_bytes", "local_read_bytes", "local_write_bytes", "time_s", "sm_clock_hz", "dram_clock_hz".
struct RangeReading {
  std::string name;
  std::map<std::string, double> values;
};

/// Reads counters of the context that is current on this thread. One metric set is one pass.
class Counters {
 public:
  virtual ~Counters() = default;
  /// Nothing if counters can be read here: asked without launching anything.
  [[nodiscard]] virtual std::optional<Refusal> unavailable() = 0;
  /// Set "traffic" or "spill".
  [[nodiscard]] virtual std::variant<std::vector<RangeReading>, Refusal> read(std::string_view set,
                                                                              std::span<const CounterRange> ranges) = 0;
  /// Lets other profilers have the hardware: it may be held between two reads.
  virtual void let_go() = 0;
};

/// CUPTI's, opened at run time; a missing library is an object whose every answer is that refusal, never null.
/// Weak: a worker built without the counter part has no definition, and says so.
[[gnu::weak]] std::unique_ptr<Counters> open_counters();

}  // namespace worker
