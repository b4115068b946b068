// libcupti opens libnvperf itself, by name; it finds it when both lie in one folder.
#include "worker/cupti_api.hpp"

#include "worker/library.hpp"

namespace worker::cupti {
namespace {

Opened load() {
  static Api api;
  static const Library library{"libcupti.so.13", "libcupti.so.12", "libcupti.so"};
  Opened opened;
  if (!library.open()) {
    opened.complaint = library.complaint();
    return opened;
  }
  const bool whole =
      library.find(api.result_string, "cuptiGetResultString") &&
      library.find(api.initialize, "cuptiProfilerInitialize") &&
      library.find(api.device_supported, "cuptiProfilerDeviceSupported") &&
      library.find(api.counter_availability, "cuptiProfilerGetCounterAvailability") &&
      library.find(api.chip_name, "cuptiDeviceGetChipName") &&
      library.find(api.host_initialize, "cuptiProfilerHostInitialize") &&
      library.find(api.host_deinitialize, "cuptiProfilerHostDeinitialize") &&
      library.find(api.host_chips, "cuptiProfilerHostGetSupportedChips") &&
      library.find(api.host_base_metrics, "cuptiProfilerHostGetBaseMetrics") &&
      library.find(api.host_add_metrics, "cuptiProfilerHostConfigAddMetrics") &&
      library.find(api.host_config_size, "cuptiProfilerHostGetConfigImageSize") &&
      library.find(api.host_config, "cuptiProfilerHostGetConfigImage") &&
      library.find(api.host_passes, "cuptiProfilerHostGetNumOfPasses") &&
      library.find(api.host_range_name, "cuptiProfilerHostGetRangeName") &&
      library.find(api.host_evaluate, "cuptiProfilerHostEvaluateToGpuValues") &&
      library.find(api.enable, "cuptiRangeProfilerEnable") && library.find(api.disable, "cuptiRangeProfilerDisable") &&
      library.find(api.data_size, "cuptiRangeProfilerGetCounterDataSize") &&
      library.find(api.data_initialize, "cuptiRangeProfilerCounterDataImageInitialize") &&
      library.find(api.set_config, "cuptiRangeProfilerSetConfig") &&
      library.find(api.start, "cuptiRangeProfilerStart") && library.find(api.stop, "cuptiRangeProfilerStop") &&
      library.find(api.push, "cuptiRangeProfilerPushRange") && library.find(api.pop, "cuptiRangeProfilerPopRange") &&
      library.find(api.decode, "cuptiRangeProfilerDecodeData") &&
      library.find(api.data_info, "cuptiRangeProfilerGetCounterDataInfo") &&
      library.find(api.activity_enable, "cuptiActivityEnable") &&
      library.find(api.activity_disable, "cuptiActivityDisable") &&
      library.find(api.activity_callbacks, "cuptiActivityRegisterCallbacks") &&
      library.find(api.activity_flush, "cuptiActivityFlushAll") &&
      library.find(api.activity_next, "cuptiActivityGetNextRecord");
  if (whole) opened.api = &api;
  opened.too_old = !whole;
  return opened;
}

}  // namespace

const Opened& open() {
  static const Opened opened = load();
  return opened;
}

}  // namespace worker::cupti
