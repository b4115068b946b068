// What a job's values say of themselves.
#include "wire/job.hpp"

namespace wire {

std::int64_t bits_of(Dtype dtype) {
  switch (dtype) {
    case Dtype::f32:
    case Dtype::i32:
      return 32;
    case Dtype::f16:
    case Dtype::bf16:
      return 16;
    case Dtype::i8:
    case Dtype::bytes:
      return 8;
    case Dtype::i4:
      return 4;
  }
  return 8;
}

std::int64_t elements_in(std::int64_t bytes, Dtype dtype) {
  const std::int64_t bits = bits_of(dtype);
  return bits < 8 ? bytes * (8 / bits) : bytes / (bits / 8);
}

std::int64_t bytes_seen(Dtype dtype) {
  return (bits_of(dtype) + 7) / 8;
}

bool can_be_poisoned(Dtype dtype) {
  return is_floating(dtype) || dtype == Dtype::i32;
}

bool is_floating(Dtype dtype) {
  return dtype == Dtype::f32 || dtype == Dtype::f16 || dtype == Dtype::bf16;
}

bool has_bias(Epilogue epilogue) {
  return epilogue == Epilogue::bias || epilogue == Epilogue::relu_bias || epilogue == Epilogue::gelu_bias;
}

double LibraryCall::flops() const {
  return 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k) * static_cast<double>(outer) *
         static_cast<double>(inner);
}

}  // namespace wire
