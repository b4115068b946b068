// Opening the driver, and its codes in words.
#include "worker/driver_api.hpp"

#include "base/words.hpp"
#include "worker/library.hpp"

namespace worker::cuda {
namespace {

using Kind = wire::Failure::Kind;

std::string said_by(const Api& api, Result result) {
  const char *name = nullptr, *text = nullptr;
  if (api.error_name != nullptr) api.error_name(result, &name);
  if (api.error_string != nullptr) api.error_string(result, &text);
  std::string out = name != nullptr ? name : base::say("worker.cuda_error", {{"code", std::to_string(result)}});
  if (text != nullptr) out += std::string(" (") + text + ")";
  return out;
}

bool fill(Api& api, const Library& library) {
  return library.find(api.init, "cuInit") && library.find(api.driver_version, "cuDriverGetVersion") &&
         library.find(api.error_name, "cuGetErrorName") && library.find(api.error_string, "cuGetErrorString") &&
         library.find(api.device_count, "cuDeviceGetCount") && library.find(api.device_get, "cuDeviceGet") &&
         library.find(api.device_name, "cuDeviceGetName") && library.find(api.device_uuid, "cuDeviceGetUuid") &&
         library.find(api.device_memory, "cuDeviceTotalMem_v2") &&
         library.find(api.device_attribute, "cuDeviceGetAttribute") &&
         library.find(api.context_retain, "cuDevicePrimaryCtxRetain") &&
         library.find(api.context_set, "cuCtxSetCurrent") && library.find(api.context_current, "cuCtxGetCurrent") &&
         library.find(api.context_device, "cuCtxGetDevice") &&
         library.find(api.context_synchronize, "cuCtxSynchronize") &&
         library.find(api.reset_kept_l2, "cuCtxResetPersistingL2Cache") &&
         library.find(api.memory_info, "cuMemGetInfo_v2") && library.find(api.allocate, "cuMemAlloc_v2") &&
         library.find(api.release, "cuMemFree_v2") && library.find(api.to_device, "cuMemcpyHtoD_v2") &&
         library.find(api.to_host, "cuMemcpyDtoH_v2") && library.find(api.set_bytes, "cuMemsetD8_v2") &&
         library.find(api.module_load, "cuModuleLoadData") && library.find(api.module_unload, "cuModuleUnload") &&
         library.find(api.module_function, "cuModuleGetFunction") &&
         library.find(api.function_attribute, "cuFuncGetAttribute") &&
         library.find(api.set_function_attribute, "cuFuncSetAttribute") &&
         library.find(api.occupancy, "cuOccupancyMaxActiveBlocksPerMultiprocessor") &&
         library.find(api.stream_create, "cuStreamCreate") && library.find(api.stream_destroy, "cuStreamDestroy_v2") &&
         library.find(api.stream_synchronize, "cuStreamSynchronize") &&
         library.find(api.event_create, "cuEventCreate") && library.find(api.event_destroy, "cuEventDestroy_v2") &&
         library.find(api.event_record, "cuEventRecord") && library.find(api.event_synchronize, "cuEventSynchronize") &&
         library.find(api.event_elapsed, "cuEventElapsedTime") && library.find(api.launch, "cuLaunchKernel") &&
         library.find(api.encode_map, "cuTensorMapEncodeTiled") &&
         library.find(api.begin_capture, "cuStreamBeginCapture_v2") &&
         library.find(api.end_capture, "cuStreamEndCapture") &&
         library.find(api.graph_instantiate, "cuGraphInstantiateWithFlags") &&
         library.find(api.graph_launch, "cuGraphLaunch") &&
         library.find(api.graph_exec_destroy, "cuGraphExecDestroy") &&
         library.find(api.graph_destroy, "cuGraphDestroy");
}

/// "12.4": the CUDA version that the driver was made for.
std::string made_for(const Api& api) {
  int version = 0;
  if (api.driver_version != nullptr) api.driver_version(&version);
  return version <= 0 ? "?" : std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// What to do about a driver that does not start.
std::string_view remedy_of(Result started) {
  switch (started) {
    case too_old:
      return "worker.old_driver.remedy";
    case not_ready_yet:
      return "worker.not_ready.remedy";
    case other_driver:
      return "worker.reboot";
    case no_compatibility:
      return "worker.no_compatibility.remedy";
    default:
      return "worker.not_started.remedy";
  }
}

Api open() {
  const Library library{"libcuda.so.1"};
  if (!library.open()) {
    throw Failed(wire::Failure{Kind::unavailable, std::string(base::text("worker.no_driver")),
                               std::string(base::text("worker.no_driver.remedy")),
                               std::string(base::text("worker.no_driver.admin")), library.complaint()});
  }
  Api api{};
  if (!fill(api, library)) {
    throw Failed(wire::Failure{Kind::unavailable,
                               base::say("worker.old_driver", {{"cuda", made_for(api)}, {"symbol", library.missing()}}),
                               std::string(base::text("worker.old_driver.remedy")),
                               std::string(base::text("worker.old_driver.admin")),
                               {}});
  }
  const Result started = api.init(0);
  if (started == success) return api;
  const std::string said = said_by(api, started);
  if (started == no_device) {
    throw Failed(wire::Failure{Kind::unavailable, std::string(base::text("worker.no_card")),
                               std::string(base::text("worker.no_card.remedy")),
                               std::string(base::text("worker.no_card.admin")), said});
  }
  throw Failed(Kind::unavailable, base::say("worker.not_started", {{"said", said}}),
               std::string(base::text(remedy_of(started))), said);
}

}  // namespace

const Api& api() {
  static const Api opened = open();
  return opened;
}

bool loses_context(Result result) {
  switch (result) {
    case illegal_address:
    case launch_timeout:
    case assertion:
    case hardware_stack:
    case illegal_instruction:
    case misaligned:
    case invalid_space:
    case invalid_pc:
    case launch_failed:
    case ecc_uncorrectable:
    case 226:  // contained
    case unavailable:
    case unknown:
      return true;
    default:
      return false;
  }
}

void check(Result result, const char* step) {
  if (result == success) return;
  const std::string said = said_by(api(), result);
  Failed failed(Kind::device, base::say(std::string("worker.step.") + step, {{"said", said}}), {}, said);
  if (result == out_of_memory) {
    failed.failure.kind = Kind::memory;
    failed.failure.sentence = base::text("worker.memory_taken");
    failed.failure.remedy = base::text("worker.memory.remedy");
  } else if (result == ecc_uncorrectable) {
    failed.failure.sentence = base::text("worker.ecc");
    failed.failure.remedy = base::text("worker.ecc.remedy");
  } else if (result == unavailable) {
    failed.failure.sentence = base::text("worker.card_busy");
    failed.failure.remedy = base::text("worker.card_busy.remedy");
  } else if (result == unknown) {
    failed.failure.remedy = base::text("worker.card_lost.remedy");
  } else if (loses_context(result)) {
    failed.failure.kind = Kind::fault;
    failed.failure.sentence = base::say("worker.fault", {{"said", said}});
    failed.failure.remedy = base::text("worker.fault.remedy");
  }
  failed.context_lost = loses_context(result);
  throw failed;
}

}  // namespace worker::cuda
