// A stub of CUPTI for tests: counters of the stub of the driver, or whatever a script makes of them.
// Settings: passes, dropped; records, vgpu, confidential, wsl, mig = 1; METRIC = a value, nan or none,
// "dram__bytes_read = nan".
#include "stubs/script.hpp"

#include <cmath>
#include <cstring>
#include <cupti_activity.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#include <dlfcn.h>
#include <vector>

namespace {

struct Range {
  std::string name;
  double read = 0, written = 0, ns = 0;
};

std::vector<Range> ranges;
const char* const counters[] = {"dram__bytes_read",
                                "dram__bytes_write",
                                "gpu__time_duration",
                                "lts__t_sectors_op_read",
                                "lts__t_sectors_op_write",
                                "l1tex__t_bytes_pipe_lsu_mem_global_op_ld",
                                "l1tex__t_bytes_pipe_lsu_mem_global_op_st",
                                "l1tex__t_bytes_pipe_lsu_mem_local_op_ld",
                                "l1tex__t_bytes_pipe_lsu_mem_local_op_st",
                                "sm__cycles_elapsed",
                                "dram__cycles_elapsed"};

template <class Function>
Function* of_driver(const char* name) {
  static void* driver = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  return reinterpret_cast<Function*>(::dlsym(driver, name));
}

/// What the card has done since it was opened.
Range now() {
  static auto* traffic = of_driver<void(double*, double*, double*)>("stub_traffic");
  Range range;
  traffic(&range.read, &range.written, &range.ns);
  return range;
}

CUpti_BuffersCallbackRequestFunc ask_buffer = nullptr;
CUpti_BuffersCallbackCompleteFunc give_buffer = nullptr;

/// As many records as a buffer holds, then the next buffer.
void hand_out() {
  auto* recorded = of_driver<bool(std::size_t, const char**, double*, double*)>("stub_recorded");
  for (std::size_t at = 0;;) {
    std::uint8_t* buffer = nullptr;
    std::size_t size = 0, most = 0, valid = 0;
    ask_buffer(&buffer, &size, &most);
    const char* name = nullptr;
    for (double begin = 0, end = 0; valid + sizeof(CUpti_ActivityKernel10) <= size;
         valid += sizeof(CUpti_ActivityKernel10)) {
      if (!recorded(at, &name, &begin, &end)) break;
      ++at;
      CUpti_ActivityKernel10 one{};
      one.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
      one.name = name;
      one.start = static_cast<std::uint64_t>(begin) + 1;
      one.end = static_cast<std::uint64_t>(end) + 1;
      std::memcpy(buffer + valid, &one, sizeof one);
    }
    give_buffer(nullptr, 0, buffer, size, valid);
    if (valid == 0) return;
  }
}

double counted(const std::string& metric, const Range& range) {
  const std::string counter = metric.substr(0, metric.find('.')), planned = stub::told(counter);
  if (planned == "nan") return std::nan("");
  if (!planned.empty()) return std::strtod(planned.c_str(), nullptr);
  if (counter == "dram__bytes_read" || counter.ends_with("global_op_ld")) return range.read;
  if (counter == "dram__bytes_write" || counter.ends_with("global_op_st")) return range.written;
  if (counter == "gpu__time_duration") return range.ns;
  if (counter.starts_with("lts__")) return (counter.ends_with("read") ? range.read : range.written) / 32;
  if (counter == "sm__cycles_elapsed") return 1.98e9;
  return counter == "dram__cycles_elapsed" ? 3.2e9 : 0;
}

CUpti_Profiler_Support_Level level(const char* name) {
  return stub::setting(name, 0) == 0 ? CUPTI_PROFILER_CONFIGURATION_SUPPORTED
                                     : CUPTI_PROFILER_CONFIGURATION_UNSUPPORTED;
}

}  // namespace

/// A function that does nothing but what the script says.
#define SILENT(function, Parameters)           \
  CUptiResult function(Parameters*) {          \
    return CUptiResult(stub::code(#function)); \
  }
#define PLAY(function) \
  if (const int planned = stub::code(function); planned != 0) return CUptiResult(planned)

extern "C" {

CUptiResult cuptiGetResultString(CUptiResult code, const char** text) {
  *text = code == CUPTI_ERROR_UNKNOWN ? "CUPTI_ERROR_UNKNOWN" : "CUPTI_ERROR_OF_A_STUB";
  return CUPTI_SUCCESS;
}

SILENT(cuptiProfilerInitialize, CUpti_Profiler_Initialize_Params)
SILENT(cuptiProfilerHostInitialize, CUpti_Profiler_Host_Initialize_Params)
SILENT(cuptiProfilerHostDeinitialize, CUpti_Profiler_Host_Deinitialize_Params)
SILENT(cuptiProfilerHostConfigAddMetrics, CUpti_Profiler_Host_ConfigAddMetrics_Params)
SILENT(cuptiProfilerHostGetConfigImage, CUpti_Profiler_Host_GetConfigImage_Params)
SILENT(cuptiProfilerHostGetSupportedChips, CUpti_Profiler_Host_GetSupportedChips_Params)
SILENT(cuptiRangeProfilerEnable, CUpti_RangeProfiler_Enable_Params)
SILENT(cuptiRangeProfilerDisable, CUpti_RangeProfiler_Disable_Params)
SILENT(cuptiRangeProfilerCounterDataImageInitialize, CUpti_RangeProfiler_CounterDataImage_Initialize_Params)
SILENT(cuptiRangeProfilerSetConfig, CUpti_RangeProfiler_SetConfig_Params)

CUptiResult cuptiProfilerDeviceSupported(CUpti_Profiler_DeviceSupported_Params* p) {
  PLAY("cuptiProfilerDeviceSupported");
  p->vGpu = level("vgpu");
  p->confidentialCompute = level("confidential");
  p->wsl = level("wsl");
  const bool none = stub::setting("vgpu", 0) + stub::setting("confidential", 0) + stub::setting("wsl", 0) +
                        stub::setting("unsupported", 0) >
                    0;
  p->isSupported = none ? CUPTI_PROFILER_CONFIGURATION_UNSUPPORTED : CUPTI_PROFILER_CONFIGURATION_SUPPORTED;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerGetCounterAvailability(CUpti_Profiler_GetCounterAvailability_Params* p) {
  PLAY("cuptiProfilerGetCounterAvailability");
  p->counterAvailabilityImageSize = 8;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiDeviceGetChipName(CUpti_Device_GetChipName_Params* p) {
  PLAY("cuptiDeviceGetChipName");
  p->pChipName = "GH100";
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostGetBaseMetrics(CUpti_Profiler_Host_GetBaseMetrics_Params* p) {
  PLAY("cuptiProfilerHostGetBaseMetrics");
  static std::vector<const char*> known;
  known.clear();
  for (const char* counter : counters) {
    if (stub::told(counter) != "none") known.push_back(counter);
  }
  p->ppMetricNames = known.data();
  p->numMetrics = known.size();
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostGetConfigImageSize(CUpti_Profiler_Host_GetConfigImageSize_Params* p) {
  PLAY("cuptiProfilerHostGetConfigImageSize");
  p->configImageSize = 8;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostGetNumOfPasses(CUpti_Profiler_Host_GetNumOfPasses_Params* p) {
  PLAY("cuptiProfilerHostGetNumOfPasses");
  p->numOfPasses = static_cast<std::size_t>(stub::setting("passes", 1));
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostGetRangeName(CUpti_Profiler_Host_GetRangeName_Params* p) {
  PLAY("cuptiProfilerHostGetRangeName");
  p->pRangeName = ::strdup(ranges.at(p->rangeIndex).name.c_str());
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostEvaluateToGpuValues(CUpti_Profiler_Host_EvaluateToGpuValues_Params* p) {
  PLAY("cuptiProfilerHostEvaluateToGpuValues");
  for (std::size_t i = 0; i < p->numMetrics; ++i) {
    p->pMetricValues[i] = counted(p->ppMetricNames[i], ranges.at(p->rangeIndex));
  }
  return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerGetCounterDataSize(CUpti_RangeProfiler_GetCounterDataSize_Params* p) {
  PLAY("cuptiRangeProfilerGetCounterDataSize");
  p->counterDataSize = 8;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerStart(CUpti_RangeProfiler_Start_Params*) {
  PLAY("cuptiRangeProfilerStart");
  ranges.clear();
  return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerStop(CUpti_RangeProfiler_Stop_Params* p) {
  PLAY("cuptiRangeProfilerStop");
  p->isAllPassSubmitted = 1;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerPushRange(CUpti_RangeProfiler_PushRange_Params* p) {
  PLAY("cuptiRangeProfilerPushRange");
  ranges.push_back(now());
  ranges.back().name = p->pRangeName;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerPopRange(CUpti_RangeProfiler_PopRange_Params*) {
  PLAY("cuptiRangeProfilerPopRange");
  const Range end = now();
  Range& range = ranges.back();
  range.read = end.read - range.read;
  range.written = end.written - range.written;
  range.ns = end.ns - range.ns;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerDecodeData(CUpti_RangeProfiler_DecodeData_Params* p) {
  PLAY("cuptiRangeProfilerDecodeData");
  p->numOfRangeDropped = static_cast<std::size_t>(stub::setting("dropped", 0));
  return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerGetCounterDataInfo(CUpti_RangeProfiler_GetCounterDataInfo_Params* p) {
  PLAY("cuptiRangeProfilerGetCounterDataInfo");
  p->numTotalRanges = static_cast<std::size_t>(stub::setting("ranges", static_cast<double>(ranges.size())));
  return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityEnable(CUpti_ActivityKind) {
  PLAY("cuptiActivityEnable");
  if (stub::setting("records", 0) > 0) of_driver<void(bool)>("stub_record")(true);
  return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityDisable(CUpti_ActivityKind) {
  if (stub::setting("records", 0) > 0) of_driver<void(bool)>("stub_record")(false);
  return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc ask,
                                           CUpti_BuffersCallbackCompleteFunc give) {
  PLAY("cuptiActivityRegisterCallbacks");
  ask_buffer = ask;
  give_buffer = give;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityFlushAll(std::uint32_t) {
  if (stub::setting("records", 0) > 0) hand_out();
  return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityGetNextRecord(std::uint8_t* buffer, std::size_t valid, CUpti_Activity** record) {
  auto* first = reinterpret_cast<CUpti_ActivityKernel10*>(buffer);
  auto* next = *record == nullptr ? first : reinterpret_cast<CUpti_ActivityKernel10*>(*record) + 1;
  if (next == first + valid / sizeof *first) return CUPTI_ERROR_MAX_LIMIT_REACHED;
  *record = reinterpret_cast<CUpti_Activity*>(next);
  return CUPTI_SUCCESS;
}

}  // extern "C"
