// Arguments by value, and tensor maps encoded by the driver.
#include "worker/kernel_launch.hpp"

#include <algorithm>

namespace worker {
namespace {

constexpr int plain_shared = 48 * 1024;  // bytes a block may have without being asked

cuda::MapType type_of(wire::Dtype dtype) {
  switch (dtype) {
    case wire::Dtype::f32:
      return cuda::MapType::f32;
    case wire::Dtype::f16:
      return cuda::MapType::f16;
    case wire::Dtype::bf16:
      return cuda::MapType::bf16;
    case wire::Dtype::i8:
    case wire::Dtype::i4:
    case wire::Dtype::i32:  // refused by wire::check
    case wire::Dtype::bytes:
      return cuda::MapType::u8;
  }
  return cuda::MapType::u8;
}

cuda::Swizzle swizzle_of(std::int64_t bytes) {
  if (bytes == 32) return cuda::Swizzle::bytes_32;
  if (bytes == 64) return cuda::Swizzle::bytes_64;
  return bytes == 128 ? cuda::Swizzle::bytes_128 : cuda::Swizzle::none;
}

/// wire::check has proved that it reaches nothing but its buffer, and that the driver's rules are kept.
cuda::TensorMap encoded(const wire::TensorMap& map, cuda::Address buffer) {
  const std::vector<std::uint64_t> dims(map.dims.begin(), map.dims.end());
  std::vector<std::uint64_t> strides(map.strides.begin(), map.strides.end());
  strides.push_back(0);  // never read: a vector without an element has no address
  const std::vector<std::uint32_t> box(map.box.begin(), map.box.end()), ones(map.dims.size(), 1);
  cuda::TensorMap made{};
  cuda::check(cuda::api().encode_map(&made, type_of(map.dtype), static_cast<std::uint32_t>(dims.size()),
                                     reinterpret_cast<void*>(buffer), dims.data(), strides.data(), box.data(),
                                     ones.data(), cuda::Interleave::none, swizzle_of(map.swizzle),
                                     cuda::L2Promotion::bytes_128, cuda::BeyondFill::zeros),
              "encode_map");
  return made;
}

}  // namespace

KernelLaunch::KernelLaunch(const wire::Kernel& kernel, cuda::Function function, std::span<const cuda::Address> buffers)
    : function_(function),
      grid_(kernel.grid),
      block_(kernel.block),
      dynamic_shared_(kernel.dynamic_shared),
      times_(kernel.times) {
  if (dynamic_shared_ > plain_shared) {
    cuda::check(cuda::api().set_function_attribute(function_, cuda::FunctionAttribute::max_dynamic_shared,
                                                   static_cast<int>(dynamic_shared_)),
                "give_shared");
  }
  for (const wire::TensorMap& map : kernel.maps) {
    maps_.push_back(encoded(map, buffers[static_cast<std::size_t>(map.buffer)]));
  }
  values_.reserve(kernel.arguments.size());
  for (const wire::Argument& argument : kernel.arguments) {
    switch (argument.kind) {
      case wire::Argument::Kind::buffer:
        pointers_.push_back(&values_.emplace_back(buffers[static_cast<std::size_t>(argument.value)]));
        break;
      case wire::Argument::Kind::integer:
        pointers_.push_back(&values_.emplace_back(static_cast<std::uint64_t>(argument.value)));
        break;
      case wire::Argument::Kind::tensor_map:
        pointers_.push_back(&maps_[static_cast<std::size_t>(argument.value)]);
        break;
      case wire::Argument::Kind::turn:
        pointers_.push_back(turns_.emplace_back(&values_.emplace_back(0)));
        break;
    }
  }
}

void KernelLaunch::put(cuda::Stream stream) const {
  const auto part = [](std::int64_t value) { return static_cast<unsigned>(value); };
  // The driver copies the arguments at each start.
  for (std::int64_t turn = 0; turn < times_; ++turn) {
    for (std::uint64_t* place : turns_) *place = static_cast<std::uint64_t>(turn);
    cuda::check(cuda::api().launch(function_, part(grid_[0]), part(grid_[1]), part(grid_[2]), part(block_[0]),
                                   part(block_[1]), part(block_[2]), part(dynamic_shared_), stream,
                                   const_cast<void**>(pointers_.data()), nullptr),
                "start_kernel");
  }
}

wire::Loaded KernelLaunch::loaded() const {
  const auto attribute = [&](cuda::FunctionAttribute which) {
    int value = 0;
    cuda::check(cuda::api().function_attribute(&value, which, function_), "tell_resources");
    return value;
  };
  wire::Loaded one;
  one.registers = attribute(cuda::FunctionAttribute::registers);
  one.max_threads = attribute(cuda::FunctionAttribute::max_threads);
  one.shared = attribute(cuda::FunctionAttribute::shared);
  one.local = attribute(cuda::FunctionAttribute::local);
  cuda::check(cuda::api().occupancy(&one.blocks_per_multiprocessor, function_,
                                    static_cast<int>(block_[0] * block_[1] * block_[2]),
                                    static_cast<std::size_t>(dynamic_shared_)),
              "tell_occupancy");
  return one;
}

}  // namespace worker
