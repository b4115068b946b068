// Filling, poisoning and flushing, by the same threads on the same pages as the kernels.
#include "device/cpu/engine.hpp"

#include "base/random.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace device::cpu {
namespace {

constexpr std::int64_t default_tile = 512;
constexpr std::int64_t assumed_last_level = std::int64_t{32} << 20;

}  // namespace

Engine::Engine() : processor_(machine::probe()), pool_(std::max(1, processor_.threads)), tile_(default_tile) {}

std::int64_t Engine::last_level() const {
  return last_level_told() ? processor_.last_level.value : assumed_last_level;
}

void Engine::share(std::int64_t count, const std::function<void(int, std::int64_t, std::int64_t)>& body) {
  const std::int64_t piece = tile(), pieces = (count + piece - 1) / piece;
  pool_.run([&](int thread) {
    const Share share = share_of(pieces, thread, pool_.size());
    const std::int64_t first = share.first * piece, last = std::min(count, share.last * piece);
    if (first < last) body(thread, first, last);
  });
}

void Engine::flush() {
  if (flush_.empty()) {
    flush_ = Buffer(flush_bytes() / chain::size_of(chain::Dtype::f32), chain::Dtype::f32);
    fill(flush_, 0, 0);
  }
  const auto* data = reinterpret_cast<const float*>(flush_.data());
  const auto& all = kernels().reductions;
  const Reduction sum = std::ranges::find(all, chain::Op::input, &ReductionKernel::first)->kernel;
  std::vector<double> sums(static_cast<std::size_t>(pool_.size()));
  share(flush_.elements(), [&](int thread, std::int64_t first, std::int64_t last) {
    Call call;
    for (std::int64_t at = first; at < last; at += reduction_tile) {
      const Operand part{data + at, 1, Format::f32};
      call.a = &part;
      call.count = std::min(reduction_tile, last - at);
      sum(call, call.count, &sums[thread]);
    }
  });
}

/// As app/chain/packing.hpp counts them: two i4 of a byte follow each other.
void Engine::fill_packed(Buffer& buffer, std::uint64_t seed, std::uint64_t stream, bool exact) {
  const bool halves = buffer.dtype() == chain::Dtype::i4;
  auto* to = reinterpret_cast<std::uint8_t*>(buffer.data());
  const auto number = [&](std::int64_t at) {
    const auto index = static_cast<std::uint64_t>(at);
    return exact ? base::exact_element(seed, stream, index) : base::random_integer(seed, stream, index, halves ? 4 : 8);
  };
  share(buffer.bytes(), [&](int, std::int64_t first, std::int64_t last) {
    for (std::int64_t at = first; at < last; ++at) {
      const int byte = halves ? (number(2 * at) & 15) | (number(2 * at + 1) & 15) << 4 : number(at);
      to[at] = static_cast<std::uint8_t>(byte);
    }
  });
}

void Engine::fill_table(Buffer& buffer, std::uint64_t seed, std::uint64_t stream, const chain::TableData& table) {
  auto* to = reinterpret_cast<std::int32_t*>(buffer.data());
  for (std::int64_t entry = 0; entry < buffer.elements(); ++entry) {
    to[entry] = static_cast<std::int32_t>(table.entry(seed, stream, entry));
  }
}

void Engine::fill(Buffer& buffer, std::uint64_t seed, std::uint64_t stream, bool exact) {
  if (chain::is_packed(buffer.dtype())) return fill_packed(buffer, seed, stream, exact);
  const Kernels& loops = kernels();
  const Format format = format_of(buffer.dtype());
  share(buffer.elements(), [&](int, std::int64_t first, std::int64_t last) {
    alignas(64) float numbers[1024];
    for (std::int64_t at = first; at < last; at += 1024) {
      const std::int64_t count = std::min<std::int64_t>(1024, last - at);
      if (exact) {
        for (std::int64_t i = 0; i < count; ++i)
          numbers[i] = static_cast<float>(base::exact_element(seed, stream, static_cast<std::uint64_t>(at + i)));
      } else {
        loops.random(numbers, seed, stream, at, count);
      }
      Call call;
      const Operand part{numbers, 1, Format::f32};
      call.a = &part;
      call.out = buffer.data() + at * chain::size_of(buffer.dtype());
      call.out_format = format;
      call.count = count;
      loops.copy.edge(call);
    }
  });
}

void Engine::poison(Buffer& buffer) {
  share(buffer.elements(), [&](int, std::int64_t first, std::int64_t last) { buffer.poison(first, last); });
}

Format format_of(chain::Dtype dtype) {
  switch (dtype) {
    case chain::Dtype::f32:
      return Format::f32;
    case chain::Dtype::f16:
      return Format::f16;
    case chain::Dtype::bf16:
      return Format::bf16;
    case chain::Dtype::i8:
      return Format::i8;
    case chain::Dtype::i4:
      return Format::i4_even;
    case chain::Dtype::i32:
      break;  // no loop reads a table: its elements are as wide
  }
  return Format::f32;
}

}  // namespace device::cpu
