// Counters by CUPTI's range profiler: user ranges, one pass, several launches a range, so that nothing is replayed and
// the bytes belong to the very launches that ran.
#include "base/words.hpp"
#include "worker/cupti_config.hpp"
#include "worker/cupti_refusal.hpp"
#include "worker/driver_api.hpp"

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <thread>

namespace worker {
namespace {

using cupti::parameters;

// More than some 2000 ranges in one image are refused by CUPTI.
constexpr std::size_t ranges_at_once = 512;

CUcontext current_context() {
  cuda::Context context = nullptr;
  cuda::check(cuda::api().context_current(&context), "tell_context");
  return reinterpret_cast<CUcontext>(context);
}

int current_device() {
  cuda::Device device = 0;
  cuda::check(cuda::api().context_device(&device), "tell_which");
  return device;
}

/// The profiler on the current context, from Enable to Disable. On an H200 the first Start after an Enable takes some
/// 190 ms, each further one 35 ms (but 190 ms too as long as any process has had kernels recorded), so one is kept
/// until nobody asks; meanwhile the driver refuses every other profiler.
class Session {
 public:
  explicit Session(const cupti::Config& config) : config_(config) {
    auto enabled = parameters<CUpti_RangeProfiler_Enable_Params>(CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE);
    enabled.ctx = current_context();
    cupti::check(api_.enable(&enabled));
    profiler_ = enabled.pRangeProfilerObject;
  }
  ~Session() {
    auto disabled = parameters<CUpti_RangeProfiler_Disable_Params>(CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE);
    disabled.pRangeProfilerObject = profiler_;
    api_.disable(&disabled);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] const cupti::Config& config() const { return config_; }

  /// What the metrics are of each range; empty for no ranges.
  [[nodiscard]] std::vector<RangeReading> read(std::span<const CounterRange> ranges) {
    lay_out(std::max<std::size_t>(ranges.size(), 1));
    measure(ranges);
    return ranges.empty() ? std::vector<RangeReading>() : decode(ranges);
  }

 private:
  void measure(std::span<const CounterRange> ranges) {
    auto started = parameters<CUpti_RangeProfiler_Start_Params>(CUpti_RangeProfiler_Start_Params_STRUCT_SIZE);
    started.pRangeProfilerObject = profiler_;
    cupti::check(api_.start(&started));
    for (const CounterRange& range : ranges) {
      range.before();
      auto pushed = parameters<CUpti_RangeProfiler_PushRange_Params>(CUpti_RangeProfiler_PushRange_Params_STRUCT_SIZE);
      pushed.pRangeProfilerObject = profiler_;
      pushed.pRangeName = range.name.c_str();
      cupti::check(api_.push(&pushed));
      for (int i = 0; i < range.launches; ++i) range.launch();
      auto popped = parameters<CUpti_RangeProfiler_PopRange_Params>(CUpti_RangeProfiler_PopRange_Params_STRUCT_SIZE);
      popped.pRangeProfilerObject = profiler_;
      cupti::check(api_.pop(&popped));
    }
    auto stopped = parameters<CUpti_RangeProfiler_Stop_Params>(CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE);
    stopped.pRangeProfilerObject = profiler_;
    cupti::check(api_.stop(&stopped));
    if (stopped.isAllPassSubmitted == 0) refuse("counters.what.passes");
  }

  [[nodiscard]] std::vector<RangeReading> decode(std::span<const CounterRange> ranges) {
    auto decoded = parameters<CUpti_RangeProfiler_DecodeData_Params>(CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE);
    decoded.pRangeProfilerObject = profiler_;
    cupti::check(api_.decode(&decoded));
    auto info = parameters<CUpti_RangeProfiler_GetCounterDataInfo_Params>(
        CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE);
    info.pCounterDataImage = image_.data();
    info.counterDataImageSize = image_.size();
    cupti::check(api_.data_info(&info));
    if (decoded.numOfRangeDropped > 0 || info.numTotalRanges != ranges.size()) refuse("counters.what.dropped");
    std::map<std::string, RangeReading> found;
    for (std::size_t at = 0; at < info.numTotalRanges; ++at) {
      RangeReading reading = evaluate(at);
      found.emplace(reading.name, std::move(reading));
    }
    std::vector<RangeReading> readings;
    for (const CounterRange& range : ranges) {
      const auto one = found.find(range.name);
      if (one == found.end()) refuse("counters.what.dropped");
      readings.push_back(std::move(one->second));
    }
    return readings;
  }

  [[noreturn]] static void refuse(const char* word) {
    throw cupti::Refused(cupti::refusal(RefusalKind::bad_reading, base::text(word)));
  }

  void lay_out(std::size_t ranges) {
    std::vector<const char*> names = config_.counters();
    auto size = parameters<CUpti_RangeProfiler_GetCounterDataSize_Params>(
        CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE);
    size.pRangeProfilerObject = profiler_;
    size.pMetricNames = names.data();
    size.numMetrics = names.size();
    size.maxNumOfRanges = ranges;
    size.maxNumRangeTreeNodes = static_cast<std::uint32_t>(ranges);
    cupti::check(api_.data_size(&size));
    image_.assign(size.counterDataSize, 0);
    auto begun = parameters<CUpti_RangeProfiler_CounterDataImage_Initialize_Params>(
        CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE);
    begun.pRangeProfilerObject = profiler_;
    begun.counterDataSize = image_.size();
    begun.pCounterData = image_.data();
    cupti::check(api_.data_initialize(&begun));
    auto set = parameters<CUpti_RangeProfiler_SetConfig_Params>(CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE);
    set.pRangeProfilerObject = profiler_;
    set.configSize = config_.image().size();
    set.pConfig = config_.image().data();
    set.counterDataImageSize = image_.size();
    set.pCounterDataImage = image_.data();
    set.range = CUPTI_UserRange;
    set.replayMode = CUPTI_UserReplay;
    set.maxRangesPerPass = ranges;
    set.numNestingLevels = 1;
    set.minNestingLevel = 1;
    set.passIndex = 0;
    set.targetNestingLevel = 1;
    cupti::check(api_.set_config(&set));
  }

  [[nodiscard]] RangeReading evaluate(std::size_t at) const {
    auto named =
        parameters<CUpti_Profiler_Host_GetRangeName_Params>(CUpti_Profiler_Host_GetRangeName_Params_STRUCT_SIZE);
    named.pCounterDataImage = image_.data();
    named.counterDataImageSize = image_.size();
    named.rangeIndex = at;
    named.delimiter = "/";
    cupti::check(api_.host_range_name(&named));
    RangeReading reading;
    reading.name = named.pRangeName;
    std::free(const_cast<char*>(named.pRangeName));  // CUPTI says that it is ours
    std::vector<const char*> names = config_.counters();
    std::vector<double> values(names.size(), std::nan(""));
    auto evaluated = parameters<CUpti_Profiler_Host_EvaluateToGpuValues_Params>(
        CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE);
    evaluated.pHostObject = config_.host();
    evaluated.pCounterDataImage = image_.data();
    evaluated.counterDataImageSize = image_.size();
    evaluated.rangeIndex = at;
    evaluated.ppMetricNames = names.data();
    evaluated.numMetrics = names.size();
    evaluated.pMetricValues = values.data();
    cupti::check(api_.host_evaluate(&evaluated));
    double largest = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!std::isfinite(values[i]) || values[i] < 0) refuse("counters.what.nan");
      reading.values[config_.metrics()[i].name] = values[i] * config_.metrics()[i].scale;
      if (config_.metrics()[i].name.ends_with("_bytes")) largest = std::max(largest, values[i]);
    }
    // A kernel that moved nothing at any level is a counter that did not run.
    if (largest == 0) refuse("counters.what.zero");
    return reading;
  }

  const cupti::Api& api_ = *cupti::open().api;
  const cupti::Config& config_;
  CUpti_RangeProfiler_Object* profiler_ = nullptr;
  std::vector<std::uint8_t> image_;
};

/// What the driver supports on this card, told apart by what stands in the way.
std::optional<Refusal> unsupported() {
  auto asked = parameters<CUpti_Profiler_DeviceSupported_Params>(CUpti_Profiler_DeviceSupported_Params_STRUCT_SIZE);
  asked.cuDevice = current_device();
  asked.api = CUPTI_PROFILER_RANGE_PROFILING;
  cupti::check(cupti::open().api->device_supported(&asked));
  if (asked.isSupported == CUPTI_PROFILER_CONFIGURATION_SUPPORTED) return std::nullopt;
  const auto stands = [](CUpti_Profiler_Support_Level level) {
    return level == CUPTI_PROFILER_CONFIGURATION_UNSUPPORTED || level == CUPTI_PROFILER_CONFIGURATION_DISABLED;
  };
  const char* what = "counters.what.card";
  if (stands(asked.vGpu)) what = "counters.what.vgpu";
  if (stands(asked.confidentialCompute)) what = "counters.what.confidential";
  if (stands(asked.wsl)) what = "counters.what.wsl";
  return cupti::refusal(RefusalKind::unsupported, base::text(what));
}

/// Throws no_rights where the driver keeps counters to administrators.
std::vector<std::uint8_t> availability() {
  auto asked = parameters<CUpti_Profiler_GetCounterAvailability_Params>(
      CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE);
  asked.ctx = current_context();
  cupti::check(cupti::open().api->counter_availability(&asked));
  std::vector<std::uint8_t> image(asked.counterAvailabilityImageSize);
  asked.pCounterAvailabilityImage = image.data();
  cupti::check(cupti::open().api->counter_availability(&asked));
  return image;
}

std::string chip() {
  auto asked = parameters<CUpti_Device_GetChipName_Params>(CUpti_Device_GetChipName_Params_STRUCT_SIZE);
  asked.deviceIndex = static_cast<std::size_t>(current_device());
  cupti::check(cupti::open().api->chip_name(&asked));
  return asked.pChipName;
}

class CuptiCounters final : public Counters {
 public:
  std::optional<Refusal> unavailable() override {
    const cupti::Opened& opened = cupti::open();
    if (opened.api == nullptr) return cupti::no_library(opened);
    std::optional<Refusal> refusal = refused_now(opened);
    for (int i = 1; i < tries && refusal && refusal->kind == RefusalKind::busy; ++i) {
      std::this_thread::sleep_for(std::chrono::seconds(2));
      refusal = refused_now(opened);
    }
    return refusal;
  }

  std::variant<std::vector<RangeReading>, Refusal> read(std::string_view set,
                                                        std::span<const CounterRange> ranges) override {
    std::vector<RangeReading> all;
    try {
      const cupti::Config& wanted = config(set);
      for (std::size_t at = 0; at < ranges.size(); at += ranges_at_once) {
        const auto some = ranges.subspan(at, std::min(ranges_at_once, ranges.size() - at));
        for (RangeReading& reading : session(wanted).read(some)) all.push_back(std::move(reading));
      }
    } catch (const cupti::Refused& refused) {
      session_.reset();
      return refused.refusal;
    } catch (...) {
      session_.reset();  // a launch failed inside a range
      throw;
    }
    return all;
  }

  void let_go() override { session_.reset(); }

 private:
  static constexpr int tries = 3;  ///< of counters that somebody else holds

  /// Why counters cannot be read at this moment.
  std::optional<Refusal> refused_now(const cupti::Opened& opened) {
    try {
      auto begun = parameters<CUpti_Profiler_Initialize_Params>(CUpti_Profiler_Initialize_Params_STRUCT_SIZE);
      cupti::check(opened.api->initialize(&begun));
      if (auto refusal = unsupported()) return refusal;
      // Who else holds the hardware shows only when it is taken.
      static_cast<void>(session(config("traffic")).read({}));
    } catch (const cupti::Refused& refused) {
      session_.reset();
      return refused.refusal;
    }
    return std::nullopt;
  }

  const cupti::Config& config(std::string_view set) {
    auto& kept = configs_[std::string(set)];
    // Asked for once: while a session is on, the driver may tell less.
    if (availability_.empty()) availability_ = availability();
    if (!kept) kept = std::make_unique<cupti::Config>(chip(), set, availability_);
    return *kept;
  }

  /// One set of metrics from Enable to Disable.
  Session& session(const cupti::Config& wanted) {
    if (!session_ || &session_->config() != &wanted) {
      session_.reset();
      session_.emplace(wanted);
    }
    return *session_;
  }

  std::map<std::string, std::unique_ptr<cupti::Config>> configs_;
  std::vector<std::uint8_t> availability_;
  std::optional<Session> session_;  // of one of the configs: it goes first
};

}  // namespace

std::unique_ptr<Counters> open_counters() {
  return std::make_unique<CuptiCounters>();
}

}  // namespace worker
