// The loops themselves, bit for bit: every format, length, alignment and kind of operand, on every instruction set.
#include "chain/dtype.hpp"
#include "device/cpu/kernels.hpp"
#include "device/targets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace cpu_loops_test {

using chain::Op;
using device::cpu::Call;
using device::cpu::Format;
using device::cpu::Kernel;
using device::cpu::Operand;

constexpr std::size_t guard = 64;  // bytes that no loop may touch, on either side
constexpr auto untouched = std::byte{0xC5};

std::size_t size_of(Format format) {
  return format == Format::f32 ? 4 : 2;
}

/// A number as `format` holds it.
std::uint32_t stored(float value, Format format) {
  if (format == Format::f16) return chain::to_f16(value);
  return format == Format::bf16 ? chain::to_bf16(value) : std::bit_cast<std::uint32_t>(value);
}
float loaded(std::uint32_t bits, Format format) {
  const auto half = static_cast<std::uint16_t>(bits);
  if (format == Format::f16) return chain::from_f16(half);
  return format == Format::bf16 ? chain::from_bf16(half) : std::bit_cast<float>(bits);
}

/// Elements of one format that begin `shift` elements behind a cache line, between guards.
class Elements {
 public:
  Elements(std::size_t count, Format format, std::size_t shift)
      : bytes_(2 * guard + 64 + (count + shift) * size_of(format), untouched), count_(count), format_(format) {
    const std::size_t beyond = reinterpret_cast<std::uintptr_t>(bytes_.data() + guard) % 64;
    first_ = guard + (64 - beyond) % 64 + shift * size_of(format);
  }
  [[nodiscard]] std::byte* data() { return bytes_.data() + first_; }
  void set(std::size_t i, float value) {
    const std::uint32_t bits = stored(value, format_);
    std::memcpy(data() + i * size_of(format_), &bits, size_of(format_));
  }
  [[nodiscard]] std::uint32_t bits(std::size_t i) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, data() + i * size_of(format_), size_of(format_));
    return bits;
  }
  [[nodiscard]] float at(std::size_t i) { return loaded(bits(i), format_); }
  [[nodiscard]] bool guards_whole() const {
    const auto whole = [](std::byte byte) { return byte == untouched; };
    const auto end = bytes_.begin() + static_cast<std::ptrdiff_t>(first_ + count_ * size_of(format_));
    return std::all_of(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(first_), whole) &&
           std::all_of(end, bytes_.end(), whole);
  }

 private:
  std::vector<std::byte> bytes_;
  std::size_t count_, first_ = 0;
  Format format_;
};

/// Some of everything that rounding, relu and NaN treat apart.
float number(std::size_t i) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr std::array special{0.0f,   -0.0f,     infinity, -infinity, std::numeric_limits<float>::quiet_NaN(),
                               1e-41f, 0x1.01p0f, 65519.9f, 3.4e38f,   -6e-8f};
  return i % 7 == 3 ? special[i / 7 % special.size()] : static_cast<float>(static_cast<int>(i * 37 % 101) - 50) / 7.0f;
}

/// How one operand of relu(a + b) is walked.
enum class Second { walked, splat, scratch };

struct Case {
  Format from, to;
  Second second;
  bool stream;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  constexpr std::array formats{Format::f32, Format::f16, Format::bf16};
  for (const Format from : formats)
    for (const Format to : formats)
      for (const Second second : {Second::walked, Second::splat, Second::scratch})
        for (const bool stream : {false, true}) all.push_back({from, to, second, stream});
  return all;
}

const device::cpu::KernelSet& relu_of_sum() {
  return std::ranges::find_if(
             device::cpu::merged_kernels(),
             [](const device::cpu::MergedKernel& pair) { return pair.first == Op::add && pair.second == Op::relu; })
      ->kernel;
}

/// What is wrong with relu(a + b) of `count` elements; empty = nothing.
std::string run(const Case& each, std::size_t count, std::size_t shift) {
  const Format beside = each.second == Second::walked ? each.from : Format::f32;
  Elements a(count, each.from, shift), out(count, each.to, shift);
  Elements b(std::max<std::size_t>(count, device::cpu::splat_elements), beside, 0);
  for (std::size_t i = 0; i < count; ++i) a.set(i, number(i));
  for (std::size_t i = 0; i < std::max<std::size_t>(count, device::cpu::splat_elements); ++i)
    b.set(i, each.second == Second::splat ? 0.37f : number(3 * i + 1));
  const Operand first{a.data(), 1, each.from}, second{b.data(), each.second == Second::splat ? 0 : 1, beside};
  Call call;
  call.a = &first;
  call.b = &second;
  call.out = out.data();
  call.out_format = each.to;
  call.stream = each.stream;
  call.count = static_cast<std::int64_t>(count);
  const device::cpu::KernelSet& kernels = relu_of_sum();
  const bool plain = each.from == Format::f32 && each.to == Format::f32;
  (plain ? (each.stream ? kernels.stream : kernels.inner) : kernels.edge)(call);
  for (std::size_t i = 0; i < count; ++i) {
    const float sum = a.at(i) + b.at(each.second == Second::splat ? 0 : i);
    const std::uint32_t wanted = stored(sum < 0 ? 0.0f : sum, each.to), got = out.bits(i);
    const bool both_nan = std::isnan(loaded(wanted, each.to)) && std::isnan(loaded(got, each.to));
    if (got != wanted && !both_nan)
      return "[" + std::to_string(i) + "] of " + std::to_string(count) + ": got " + std::to_string(got) +
             ", expected " + std::to_string(wanted);
  }
  return out.guards_whole() && a.guards_whole() ? "" : "writes beyond " + std::to_string(count);
}

TEST(CpuLoops, AreRightToTheBitInEveryFormatLengthAndPlace) {
  for (const tests::Target& target : tests::targets()) {
    const tests::UsedTarget used(target);
    for (const Case& each : cases()) {
      SCOPED_TRACE(target.name + ", format " + std::to_string(static_cast<int>(each.from)) + " to " +
                   std::to_string(static_cast<int>(each.to)) + ", second " +
                   std::to_string(static_cast<int>(each.second)) + (each.stream ? ", streamed" : ""));
      for (const std::size_t shift : {0, 1, 5, 16}) {
        for (std::size_t count = 1; count <= 70; ++count) ASSERT_EQ(run(each, count, shift), "");
        ASSERT_EQ(run(each, 1021, shift), "");
      }
    }
  }
}

TEST(CpuLoops, ReductionsTakeEveryFormat) {
  for (const tests::Target& target : tests::targets()) {
    const tests::UsedTarget used(target);
    for (const Format format : {Format::f32, Format::f16, Format::bf16}) {
      for (const std::size_t count : {1, 15, 16, 17, 63, 64, 127, 128, 129, 1000, 1024}) {
        Elements a(count, format, 3);
        double sum = 0, most = -std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < count; ++i) {
          a.set(i, static_cast<float>(static_cast<int>(i * 29 % 64) - 32) / 8.0f);  // sums exactly
          sum += static_cast<double>(a.at(i));
          most = std::max(most, static_cast<double>(a.at(i)));
        }
        const Operand operand{a.data(), 1, format};
        Call call;
        call.a = &operand;
        call.count = static_cast<std::int64_t>(count);
        for (const device::cpu::ReductionKernel& reduction : device::cpu::kernels().reductions) {
          if (reduction.first != Op::input || reduction.reduction == Op::var) continue;
          double got = reduction.reduction == Op::max ? -std::numeric_limits<double>::infinity() : 0;
          reduction.kernel(call, call.count, &got);
          EXPECT_EQ(got, reduction.reduction == Op::max ? most : sum) << target.name << ", " << count;
        }
      }
    }
  }
}

}  // namespace cpu_loops_test
