// CUPTI hands records out through buffers of ours, by callbacks that may come on a thread of its own.
#include "base/words.hpp"
#include "worker/cupti_api.hpp"
#include "worker/cupti_refusal.hpp"
#include "worker/tracer.hpp"

#include <algorithm>
#include <cstdlib>
#include <mutex>

namespace worker {
namespace {

using cupti::check, cupti::open;

constexpr std::size_t buffer_bytes = 1 << 20;
constexpr std::size_t alignment = 8;
constexpr std::uint32_t flush_forced = 1;
constexpr double nanosecond = 1e-9;

struct Taken {
  std::mutex lock;
  std::vector<KernelRecord> kernels;
  std::vector<std::uint64_t> begins, ends;
  bool broken = false;  ///< memory for a record was refused, or a time is none
};

Taken& taken() {
  static Taken all;
  return all;
}

void CUPTIAPI give_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most_records) {
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(alignment, buffer_bytes));
  *size = *buffer == nullptr ? 0 : buffer_bytes;
  *most_records = 0;
}

void keep(const CUpti_ActivityKernel10& told) {
  if (told.start == 0 || told.end < told.start) taken().broken = true;  // CUPTI's way to say that it has no time
  KernelRecord& kernel = taken().kernels.emplace_back();
  kernel.registers = told.registersPerThread;
  kernel.static_shared = told.staticSharedMemory;
  kernel.dynamic_shared = told.dynamicSharedMemory;
  kernel.local_per_thread = told.localMemoryPerThread;
  if (told.name != nullptr) kernel.name = told.name;
  taken().begins.push_back(told.start);
  taken().ends.push_back(told.end);
}

// Called from C: nothing may be thrown out of it.
void CUPTIAPI take_buffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t valid) {
  const std::scoped_lock held(taken().lock);
  try {
    CUpti_Activity* record = nullptr;
    while (valid > 0 && open().api->activity_next(buffer, valid, &record) == CUPTI_SUCCESS) {
      if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
        keep(*reinterpret_cast<const CUpti_ActivityKernel10*>(record));
      }
    }
  } catch (const std::bad_alloc&) {
    taken().broken = true;
  }
  std::free(buffer);
}

/// Records are on as long as this lives.
class Recording {
 public:
  Recording() { check(open().api->activity_enable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL)); }
  ~Recording() {
    open().api->activity_disable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    open().api->activity_flush(flush_forced);
  }
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;
};

class CuptiTracer final : public Tracer {
 public:
  CuptiTracer() { check(open().api->activity_callbacks(give_buffer, take_buffer)); }

  std::variant<std::vector<KernelRecord>, Refusal> record(const std::function<void()>& launch) override {
    forget();
    try {
      {
        const Recording recording;
        launch();
      }
      return taken_kernels();
    } catch (const cupti::Refused& refused) {
      return refused.refusal;
    }
  }

 private:
  static void forget() {
    const std::scoped_lock held(taken().lock);
    taken().kernels.clear();
    taken().begins.clear();
    taken().ends.clear();
    taken().broken = false;
  }

  [[nodiscard]] static std::vector<KernelRecord> taken_kernels() {
    const std::scoped_lock held(taken().lock);
    std::vector<KernelRecord> kernels = std::move(taken().kernels);
    if (kernels.empty() || taken().broken)
      throw cupti::Refused(cupti::refusal(RefusalKind::bad_reading, base::text("counters.what.no_records")));
    const std::uint64_t first = *std::ranges::min_element(taken().begins);
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      kernels[i].begin_s = static_cast<double>(taken().begins[i] - first) * nanosecond;
      kernels[i].end_s = static_cast<double>(taken().ends[i] - first) * nanosecond;
    }
    std::ranges::sort(kernels, {}, &KernelRecord::begin_s);
    return kernels;
  }
};

}  // namespace

std::variant<std::unique_ptr<Tracer>, Refusal> open_tracer() {
  if (open().api == nullptr) return cupti::no_library(open());
  try {
    return std::make_unique<CuptiTracer>();
  } catch (const cupti::Refused& refused) {
    return refused.refusal;
  }
}

}  // namespace worker
