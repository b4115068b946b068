// The part of CUPTI that the worker uses: the toolkit's declarations, filled from libcupti at run time.
#pragma once

#include <cupti_activity.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#include <string>

namespace worker::cupti {

struct Api {
  decltype(&cuptiGetResultString) result_string;
  decltype(&cuptiProfilerInitialize) initialize;
  decltype(&cuptiProfilerDeviceSupported) device_supported;
  decltype(&cuptiProfilerGetCounterAvailability) counter_availability;
  decltype(&cuptiDeviceGetChipName) chip_name;
  decltype(&cuptiProfilerHostInitialize) host_initialize;
  decltype(&cuptiProfilerHostDeinitialize) host_deinitialize;
  decltype(&cuptiProfilerHostGetSupportedChips) host_chips;
  decltype(&cuptiProfilerHostGetBaseMetrics) host_base_metrics;
  decltype(&cuptiProfilerHostConfigAddMetrics) host_add_metrics;
  decltype(&cuptiProfilerHostGetConfigImageSize) host_config_size;
  decltype(&cuptiProfilerHostGetConfigImage) host_config;
  decltype(&cuptiProfilerHostGetNumOfPasses) host_passes;
  decltype(&cuptiProfilerHostGetRangeName) host_range_name;
  decltype(&cuptiProfilerHostEvaluateToGpuValues) host_evaluate;
  decltype(&cuptiRangeProfilerEnable) enable;
  decltype(&cuptiRangeProfilerDisable) disable;
  decltype(&cuptiRangeProfilerGetCounterDataSize) data_size;
  decltype(&cuptiRangeProfilerCounterDataImageInitialize) data_initialize;
  decltype(&cuptiRangeProfilerSetConfig) set_config;
  decltype(&cuptiRangeProfilerStart) start;
  decltype(&cuptiRangeProfilerStop) stop;
  decltype(&cuptiRangeProfilerPushRange) push;
  decltype(&cuptiRangeProfilerPopRange) pop;
  decltype(&cuptiRangeProfilerDecodeData) decode;
  decltype(&cuptiRangeProfilerGetCounterDataInfo) data_info;
  decltype(&cuptiActivityEnable) activity_enable;
  decltype(&cuptiActivityDisable) activity_disable;
  decltype(&cuptiActivityRegisterCallbacks) activity_callbacks;
  decltype(&cuptiActivityFlushAll) activity_flush;
  decltype(&cuptiActivityGetNextRecord) activity_next;
};

/// The functions, or why there are none.
struct Opened {
  const Api* api = nullptr;
  bool too_old = false;   ///< a library is there, but it has no range profiler (before CUDA 12.6)
  std::string complaint;  ///< what the loader said
};
[[nodiscard]] const Opened& open();

/// A parameter block as CUPTI wants it: zeroed, its size in it.
template <class Parameters>
[[nodiscard]] Parameters parameters(std::size_t size) {
  Parameters all{};
  all.structSize = size;
  return all;
}

}  // namespace worker::cupti
