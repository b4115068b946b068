// The part of the CUDA driver that the worker uses: its own declarations, filled from libcuda.so.1 at run time.
#pragma once

#include "worker/failed.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace worker::cuda {

// Handles are opaque, addresses and codes are numbers: the driver's binary interface, which it keeps.
using Result = int;
using Device = int;
using Context = struct ContextHandle*;
using Module = struct ModuleHandle*;
using Function = struct FunctionHandle*;
using Stream = struct StreamHandle*;
using Event = struct EventHandle*;
using Graph = struct GraphHandle*;
using GraphExec = struct GraphExecHandle*;
using Address = std::uint64_t;

/// What the tensor memory accelerator is told; a kernel's parameter by value.
struct alignas(128) TensorMap {
  std::uint64_t opaque[16];
};

enum class MapType : int { u8 = 0, f16 = 6, f32 = 7, bf16 = 9 };
enum class Swizzle : int { none = 0, bytes_32 = 1, bytes_64 = 2, bytes_128 = 3 };
enum class Interleave : int { none = 0 };
enum class L2Promotion : int { none = 0, bytes_64 = 1, bytes_128 = 2, bytes_256 = 3 };
enum class BeyondFill : int { zeros = 0 };

struct Uuid {
  unsigned char bytes[16];
};

/// Codes that are told apart; the others are shown as the driver names them.
enum Code : Result {
  success = 0,
  out_of_memory = 2,
  too_old = 35,
  unavailable = 46,  ///< another process has the card for itself
  no_device = 100,
  no_binary_for_gpu = 209,
  ecc_uncorrectable = 214,
  not_ready = 600,
  illegal_address = 700,
  launch_timeout = 702,
  assertion = 710,
  hardware_stack = 714,
  illegal_instruction = 715,
  misaligned = 716,
  invalid_space = 717,
  invalid_pc = 718,
  launch_failed = 719,
  not_supported = 801,
  not_ready_yet = 802,
  other_driver = 803,
  no_compatibility = 804,
  unknown = 999,  ///< among others: the card has fallen off the bus
};

enum class DeviceAttribute : int {
  clock_khz = 13,
  multiprocessors = 16,
  l2 = 38,
  threads_per_multiprocessor = 39,
  capability_major = 75,
  capability_minor = 76,
  registers_per_multiprocessor = 82,
  shared_per_block_optin = 97,
};

enum class FunctionAttribute : int {
  max_threads = 0,
  shared = 1,
  local = 3,
  registers = 4,
  max_dynamic_shared = 8,
};

/// Function pointers of the driver; one object a process.
struct Api {
  Result (*init)(unsigned flags);
  Result (*driver_version)(int* version);
  Result (*error_name)(Result result, const char** name);
  Result (*error_string)(Result result, const char** text);
  Result (*device_count)(int* count);
  Result (*device_get)(Device* device, int index);
  Result (*device_name)(char* name, int length, Device device);
  Result (*device_uuid)(Uuid* uuid, Device device);
  Result (*device_memory)(std::size_t* bytes, Device device);
  Result (*device_attribute)(int* value, DeviceAttribute attribute, Device device);
  Result (*context_retain)(Context* context, Device device);
  Result (*context_set)(Context context);
  Result (*context_current)(Context* context);
  Result (*context_device)(Device* device);
  Result (*context_synchronize)();
  Result (*reset_kept_l2)();
  Result (*memory_info)(std::size_t* free, std::size_t* total);
  Result (*allocate)(Address* address, std::size_t bytes);
  Result (*release)(Address address);
  Result (*to_device)(Address to, const void* from, std::size_t bytes);
  Result (*to_host)(void* to, Address from, std::size_t bytes);
  Result (*set_bytes)(Address to, unsigned char value, std::size_t count);
  Result (*module_load)(Module* module, const void* image);
  Result (*module_unload)(Module module);
  Result (*module_function)(Function* function, Module module, const char* name);
  Result (*function_attribute)(int* value, FunctionAttribute attribute, Function function);
  Result (*set_function_attribute)(Function function, FunctionAttribute attribute, int value);
  Result (*occupancy)(int* blocks, Function function, int threads, std::size_t dynamic_shared);
  Result (*stream_create)(Stream* stream, unsigned flags);
  Result (*stream_destroy)(Stream stream);
  Result (*stream_synchronize)(Stream stream);
  Result (*event_create)(Event* event, unsigned flags);
  Result (*event_destroy)(Event event);
  Result (*event_record)(Event event, Stream stream);
  Result (*event_synchronize)(Event event);
  Result (*event_elapsed)(float* milliseconds, Event begin, Event end);
  Result (*launch)(Function function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                   unsigned dynamic_shared, Stream stream, void** parameters, void** extra);
  Result (*encode_map)(TensorMap* map, MapType type, std::uint32_t rank, void* address, const std::uint64_t* dims,
                       const std::uint64_t* strides, const std::uint32_t* box, const std::uint32_t* element_strides,
                       Interleave interleave, Swizzle swizzle, L2Promotion promotion, BeyondFill beyond);
  Result (*begin_capture)(Stream stream, int mode);
  Result (*end_capture)(Stream stream, Graph* graph);
  Result (*graph_instantiate)(GraphExec* executable, Graph graph, unsigned long long flags);
  Result (*graph_launch)(GraphExec executable, Stream stream);
  Result (*graph_exec_destroy)(GraphExec executable);
  Result (*graph_destroy)(Graph graph);
};

/// Opens libcuda and starts it. Throws Failed (unavailable): no driver, no card, a driver that does not start.
[[nodiscard]] const Api& api();

/// After this code every later call of the process fails: it must end.
[[nodiscard]] bool loses_context(Result result);
/// Throws Failed with the driver's name of the code; `step` is what follows "worker.step." in the words.
void check(Result result, const char* step);

}  // namespace worker::cuda
