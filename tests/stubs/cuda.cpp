// A stub of the CUDA driver for tests: one or more cards that live in the host's memory and know a few kernels. Time is
// counted, not taken: each kernel lasts `kernel_ns`, so that what a test measures is always the same.
#include "stubs/card.hpp"

#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <utility>

namespace {

const char* name_of(int code) {
  switch (code) {
    case 2:
      return "CUDA_ERROR_OUT_OF_MEMORY";
    case 46:
      return "CUDA_ERROR_DEVICE_UNAVAILABLE";
    case 100:
      return "CUDA_ERROR_NO_DEVICE";
    case 214:
      return "CUDA_ERROR_ECC_UNCORRECTABLE";
    case 222:
      return "CUDA_ERROR_UNSUPPORTED_PTX_VERSION";
    case 700:
      return "CUDA_ERROR_ILLEGAL_ADDRESS";
    case 802:
      return "CUDA_ERROR_SYSTEM_NOT_READY";
    case 803:
      return "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH";
    case 804:
      return "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE";
    case 999:
      return "CUDA_ERROR_UNKNOWN";
    default:
      return nullptr;
  }
}

}  // namespace

#define PLAY(function) \
  if (const int planned = stub::code(function); planned != 0) return planned

extern "C" {

// For the stub of cuBLASLt: so many kernels of the stream, the last of which does this.
void stub_work(const std::function<void()>* work, const char* name, int kernels, double slow) {
  static std::map<std::string, Function> known;
  Function* function = &known.try_emplace(name, Function{name}).first->second;
  put({function, {}, *work, kernels, slow});
}
// For the stub of CUPTI: kernels from now on, or the one of that index.
void stub_record(bool on) {
  recording = on;
  if (on) records.clear();
}
bool stub_recorded(std::size_t at, const char** name, double* begin, double* end) {
  if (at >= records.size()) return false;
  *name = records[at].name;
  *begin = records[at].begin;
  *end = records[at].end;
  return true;
}
// What kernels have moved, and how long they took.
void stub_traffic(double* read, double* written, double* ns) {
  *read = bytes_read;
  *written = bytes_written;
  *ns = device_ns;
}

int cuInit(unsigned) {
  PLAY("cuInit");
  return 0;
}
int cuDriverGetVersion(int* version) {
  *version = static_cast<int>(whole("driver", 13000));
  return 0;
}
int cuGetErrorName(int code, const char** name) {
  *name = name_of(code);
  return *name == nullptr ? 1 : 0;
}
int cuGetErrorString(int, const char** text) {
  *text = nullptr;
  return 1;
}
int cuDeviceGetCount(int* count) {
  PLAY("cuDeviceGetCount");
  *count = static_cast<int>(whole("cards", 1));
  return 0;
}
int cuDeviceGet(int* device, int index) {
  PLAY("cuDeviceGet");
  *device = index;
  return 0;
}
int cuDeviceGetName(char* name, int length, int) {
  PLAY("cuDeviceGetName");
  std::strncpy(name, "NVIDIA H200", static_cast<std::size_t>(length));
  return 0;
}
int cuDeviceGetUuid(void* uuid, int device) {
  PLAY("cuDeviceGetUuid");
  std::memset(uuid, card(device) + 1, 16);
  return 0;
}
int cuDeviceTotalMem_v2(std::size_t* bytes, int) {
  PLAY("cuDeviceTotalMem_v2");
  *bytes = static_cast<std::size_t>(whole("memory", 1e9));
  return 0;
}
int cuDeviceGetAttribute(int* value, int attribute, int) {
  PLAY("cuDeviceGetAttribute");
  const int capability = static_cast<int>(whole("capability", 90));
  switch (attribute) {
    case 13:
      *value = static_cast<int>(hertz / 1e3);
      break;
    case 16:
      *value = 132;
      break;
    case 38:
      *value = 1 << 20;
      break;  // a small L2, so that flushes take no time
    case 39:
      *value = 2048;
      break;
    case 75:
      *value = capability / 10;
      break;
    case 76:
      *value = capability % 10;
      break;
    case 82:
      *value = 65536;
      break;
    case 97:
      *value = 227 * 1024;
      break;
    default:
      return 1;
  }
  return 0;
}
int cuDevicePrimaryCtxRetain(void** made, int device) {
  PLAY("cuDevicePrimaryCtxRetain");
  current = device;
  *made = &context;
  return 0;
}
int cuCtxSetCurrent(void*) {
  PLAY("cuCtxSetCurrent");
  return 0;
}
int cuCtxGetCurrent(void** now) {
  PLAY("cuCtxGetCurrent");
  *now = &context;
  return 0;
}
int cuCtxGetDevice(int* device) {
  PLAY("cuCtxGetDevice");
  *device = current;
  return 0;
}
int cuCtxSynchronize() {
  PLAY("cuCtxSynchronize");
  return 0;
}
int cuCtxResetPersistingL2Cache() {
  PLAY("cuCtxResetPersistingL2Cache");
  return 0;
}
int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  PLAY("cuMemGetInfo_v2");
  *free = free_bytes();
  *total = static_cast<std::size_t>(whole("memory", 1e9));
  return 0;
}
int cuMemAlloc_v2(Address* address, std::size_t bytes) {
  PLAY("cuMemAlloc_v2");
  if (bytes > free_bytes()) return 2;
  *address = reinterpret_cast<Address>(std::malloc(bytes));
  allocated[*address] = bytes;
  return 0;
}
int cuMemFree_v2(Address address) {
  const bool ours = allocated.erase(address) > 0;
  if (ours) std::free(at<void>(address));
  PLAY("cuMemFree_v2");
  return ours ? 0 : 1;
}
int cuMemcpyHtoD_v2(Address to, const void* from, std::size_t bytes) {
  PLAY("cuMemcpyHtoD_v2");
  std::memcpy(at<void>(to), from, bytes);
  return 0;
}
int cuMemcpyDtoH_v2(void* to, Address from, std::size_t bytes) {
  PLAY("cuMemcpyDtoH_v2");
  std::memcpy(to, at<void>(from), bytes);
  return 0;
}
int cuMemsetD8_v2(Address to, unsigned char value, std::size_t count) {
  PLAY("cuMemsetD8_v2");
  std::memset(at<void>(to), value, count);
  return 0;
}
int cuModuleLoadData(Module** module, const void* image) {
  PLAY("cuModuleLoadData");
  *module = new Module{static_cast<const char*>(image)};
  return 0;
}
int cuModuleUnload(Module* module) {
  delete module;
  PLAY("cuModuleUnload");
  return 0;
}
int cuModuleGetFunction(Function** function, Module* module, const char* name) {
  PLAY("cuModuleGetFunction");
  if (module->image.find(" " + std::string(name) + "(") == std::string::npos) return not_found;
  static std::map<std::string, Function> known;  // they outlive their modules, and so does who asks for one twice
  *function = &known.try_emplace(name, Function{name}).first->second;
  return 0;
}
int cuFuncGetAttribute(int* value, int attribute, Function*) {
  PLAY("cuFuncGetAttribute");
  *value = attribute == 0 ? 1024 : attribute == 4 ? 32 : 0;
  return 0;
}
int cuFuncSetAttribute(Function*, int, int) {
  PLAY("cuFuncSetAttribute");
  return 0;
}
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Function*, int, std::size_t) {
  PLAY("cuOccupancyMaxActiveBlocksPerMultiprocessor");
  *blocks = 8;
  return 0;
}
int cuStreamCreate(void** stream, unsigned) {
  PLAY("cuStreamCreate");
  *stream = &current;
  return 0;
}
int cuStreamDestroy_v2(void*) {
  PLAY("cuStreamDestroy_v2");
  return 0;
}
int cuStreamSynchronize(void*) {
  PLAY("cuStreamSynchronize");
  return 0;
}
int cuEventCreate(Event** event, unsigned) {
  PLAY("cuEventCreate");
  *event = new Event;
  return 0;
}
int cuEventDestroy_v2(Event* event) {
  delete event;
  PLAY("cuEventDestroy_v2");
  return 0;
}
int cuEventRecord(Event* event, void*) {
  PLAY("cuEventRecord");
  event->at = device_ns;
  return 0;
}
int cuEventSynchronize(Event*) {
  PLAY("cuEventSynchronize");
  return 0;
}
int cuEventElapsedTime(float* milliseconds, Event* begin, Event* end) {
  PLAY("cuEventElapsedTime");
  *milliseconds = static_cast<float>((end->at - begin->at) / 1e6);
  return 0;
}
int cuLaunchKernel(Function* function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*,
                   void** parameters, void**) {
  PLAY("cuLaunchKernel");
  Launch launch{function, {}};
  const auto value = [&](int at) { return *static_cast<std::uint64_t*>(parameters[at]); };
  static const std::map<std::string, std::size_t> more{
      {"stamp", 1}, {"random_f32", 4}, {"scan_f32", 5}, {"seek_f32", 4}, {"gather_32", 4}};
  const auto found = more.find(function->name);
  const std::size_t values = found == more.end() ? 3 : found->second;
  for (std::size_t i = 0; i < values; ++i) launch.values.push_back(*static_cast<std::uint64_t*>(parameters[i]));
  if (function->name == "tma") launch.values = {map_of(parameters[0]), value(1), value(2)};
  put(std::move(launch));
  return 0;
}
int cuTensorMapEncodeTiled(TensorMap* map, int type, std::uint32_t rank, void* address, const std::uint64_t* dims,
                           const std::uint64_t* strides, const std::uint32_t* box, const std::uint32_t* element_strides,
                           int, int swizzle, int, int) {
  PLAY("cuTensorMapEncodeTiled");
  if (reinterpret_cast<Address>(map) % 64 != 0 || reinterpret_cast<Address>(address) % 16 != 0) return 1;
  *map = {reinterpret_cast<Address>(address), static_cast<std::uint64_t>(type | swizzle << 8), {}, {}, {}};
  for (std::uint32_t i = 0; i < rank; ++i) {
    map->dims[i] = dims[i];
    map->box[i] = box[i];
    if (i > 0) map->strides[i - 1] = strides[i - 1];
    if (element_strides[i] != 1) return 1;
  }
  return 0;
}
int cuStreamBeginCapture_v2(void*, int) {
  PLAY("cuStreamBeginCapture_v2");
  capturing = new Graph;
  return 0;
}
int cuStreamEndCapture(void*, Graph** graph) {
  PLAY("cuStreamEndCapture");
  *graph = std::exchange(capturing, nullptr);
  return 0;
}
int cuGraphInstantiateWithFlags(Graph** executable, Graph* graph, unsigned long long) {
  PLAY("cuGraphInstantiateWithFlags");
  *executable = new Graph(*graph);
  return 0;
}
int cuGraphLaunch(Graph* executable, void*) {
  PLAY("cuGraphLaunch");
  for (const Launch& launch : executable->launches) run(launch);
  return 0;
}
int cuGraphExecDestroy(Graph* executable) {
  delete executable;
  return 0;
}
int cuGraphDestroy(Graph* graph) {
  delete graph;
  return 0;
}

}  // extern "C"
