// Kernel records of the current context: what role `trace` asks for.
#pragma once

#include "worker/counters.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace worker {

/// One kernel as CUPTI's Activity records tell it.
struct KernelRecord {
  double begin_s = 0, end_s = 0;  ///< from the first record's begin
  int registers = 0;
  std::int64_t static_shared = 0, dynamic_shared = 0, local_per_thread = 0;
  std::string name;  ///< as CUPTI has it: of one of ours it may be that of another that was loaded before
};

/// While it lives, kernels are recorded. One at a time.
class Tracer {
 public:
  virtual ~Tracer() = default;
  /// The kernels of `launch`, which waits for them.
  [[nodiscard]] virtual std::variant<std::vector<KernelRecord>, Refusal> record(
      const std::function<void()>& launch) = 0;
};

/// CUPTI's, opened at run time, or why there is none. Weak: a worker built without CUPTI has no definition, and says
/// so.
[[gnu::weak]] std::variant<std::unique_ptr<Tracer>, Refusal> open_tracer();

}  // namespace worker
