// All metrics are added in one call: added one by one, each would get a pass of its own.
#include "worker/cupti_config.hpp"

#include "base/words.hpp"
#include "worker/cupti_refusal.hpp"

namespace worker::cupti {
namespace {

std::set<std::string> base_metrics(CUpti_Profiler_Host_Object* host) {
  auto asked =
      parameters<CUpti_Profiler_Host_GetBaseMetrics_Params>(CUpti_Profiler_Host_GetBaseMetrics_Params_STRUCT_SIZE);
  asked.pHostObject = host;
  asked.metricType = CUPTI_METRIC_TYPE_COUNTER;
  check(cupti::open().api->host_base_metrics(&asked));
  return {asked.ppMetricNames, asked.ppMetricNames + asked.numMetrics};
}

}  // namespace

Config::Config(const std::string& chip, std::string_view set, std::vector<std::uint8_t> availability)
    : chip_(chip), availability_(std::move(availability)) {
  open();
  try {
    std::vector<MetricGroup> groups = metric_groups(set, base_metrics(host_));
    for (; !groups.empty(); groups.pop_back()) {
      metrics_.clear();
      for (const MetricGroup& group : groups) metrics_.insert(metrics_.end(), group.begin(), group.end());
      schedule();
      if (passes_ == 1) return;
      close();  // a host object keeps what was added to it
      open();
    }
    throw Refused(refusal(RefusalKind::unsupported, base::text("counters.what.passes")));
  } catch (...) {
    close();
    throw;
  }
}

Config::~Config() {
  close();
}

void Config::open() {
  auto made = parameters<CUpti_Profiler_Host_Initialize_Params>(CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE);
  made.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
  made.pChipName = chip_.c_str();
  made.pCounterAvailabilityImage = availability_.empty() ? nullptr : availability_.data();
  check(cupti::open().api->host_initialize(&made));
  host_ = made.pHostObject;
}

void Config::close() {
  if (host_ == nullptr) return;
  auto ended = parameters<CUpti_Profiler_Host_Deinitialize_Params>(CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE);
  ended.pHostObject = host_;
  cupti::open().api->host_deinitialize(&ended);
  host_ = nullptr;
}

std::vector<const char*> Config::counters() const {
  std::vector<const char*> names;
  for (const Metric& metric : metrics_) names.push_back(metric.counter.c_str());
  return names;
}

void Config::schedule() {
  const Api& api = *cupti::open().api;
  std::vector<const char*> names = counters();
  auto added =
      parameters<CUpti_Profiler_Host_ConfigAddMetrics_Params>(CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE);
  added.pHostObject = host_;
  added.ppMetricNames = names.data();
  added.numMetrics = names.size();
  check(api.host_add_metrics(&added));
  auto size = parameters<CUpti_Profiler_Host_GetConfigImageSize_Params>(
      CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE);
  size.pHostObject = host_;
  check(api.host_config_size(&size));
  image_.assign(size.configImageSize, 0);
  auto image =
      parameters<CUpti_Profiler_Host_GetConfigImage_Params>(CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE);
  image.pHostObject = host_;
  image.configImageSize = image_.size();
  image.pConfigImage = image_.data();
  check(api.host_config(&image));
  auto passes =
      parameters<CUpti_Profiler_Host_GetNumOfPasses_Params>(CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE);
  passes.configImageSize = image_.size();
  passes.pConfigImage = image_.data();
  check(api.host_passes(&passes));
  passes_ = passes.numOfPasses;
}

std::vector<std::string> chips() {
  auto asked = parameters<CUpti_Profiler_Host_GetSupportedChips_Params>(
      CUpti_Profiler_Host_GetSupportedChips_Params_STRUCT_SIZE);
  check(open().api->host_chips(&asked));
  return {asked.ppChipNames, asked.ppChipNames + asked.numChips};
}

}  // namespace worker::cupti
