// Whole outputs are scanned by all threads; ties of the largest difference go to the lower element.
#include "device/cpu/scan.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

namespace device::cpu {
namespace {

float number(std::uint32_t bits, chain::Dtype dtype) {
  return dtype == chain::Dtype::i32 ? static_cast<float>(static_cast<std::int32_t>(bits)) : std::bit_cast<float>(bits);
}
float number(std::uint16_t bits, chain::Dtype dtype) {
  return dtype == chain::Dtype::f16 ? chain::from_f16(bits) : chain::from_bf16(bits);
}

double difference(float a, float b) {
  if (std::isnan(a) && std::isnan(b)) return 0;
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::infinity();
  return a == b ? 0 : std::abs(static_cast<double>(a) - static_cast<double>(b));
}

template <class Bits>
void scan_part(OutputEvidence& found, const Buffer& buffer, const Buffer& first, Bits poison, std::int64_t begin,
               std::int64_t end) {
  const auto* here = reinterpret_cast<const Bits*>(buffer.data());
  const auto* there = reinterpret_cast<const Bits*>(first.data());
  for (std::int64_t i = begin; i < end; ++i) {
    const float value = number(here[i], buffer.dtype());
    if (here[i] == poison) ++found.poison_left;
    if (std::isnan(value)) ++found.nan;
    if (here[i] == there[i]) {
      ++found.identical;
      continue;
    }
    const double distance = difference(value, number(there[i], buffer.dtype()));
    if (distance > found.largest_difference) {
      found.largest_difference = distance;
      found.difference_at = i;
    }
  }
}

}  // namespace

OutputEvidence scan(Engine& engine, const Buffer& buffer, const Buffer& first) {
  std::vector<OutputEvidence> parts(static_cast<std::size_t>(engine.pool().size()));
  engine.share(buffer.elements(), [&](int thread, std::int64_t begin, std::int64_t end) {
    OutputEvidence& part = parts[thread];
    switch (buffer.dtype()) {
      case chain::Dtype::f32:
        return scan_part(part, buffer, first, poison_f32, begin, end);
      case chain::Dtype::f16:
        return scan_part(part, buffer, first, poison_f16, begin, end);
      case chain::Dtype::bf16:
        return scan_part(part, buffer, first, poison_bf16, begin, end);
      case chain::Dtype::i32:
        return scan_part(part, buffer, first, poison_i32, begin, end);
      case chain::Dtype::i8:
      case chain::Dtype::i4:
        return;  // nothing writes them
    }
  });
  OutputEvidence all;
  all.elements = buffer.elements();
  for (const OutputEvidence& part : parts) {
    all.poison_left += part.poison_left;
    all.nan += part.nan;
    all.identical += part.identical;
    if (part.largest_difference > all.largest_difference) {
      all.largest_difference = part.largest_difference;
      all.difference_at = part.difference_at;
    }
  }
  return all;
}

}  // namespace device::cpu
