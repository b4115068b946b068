// Times every op's loop in every dtype, in turn.
#include "device/cpu/op_costs.hpp"

#include "base/error.hpp"
#include "base/median.hpp"
#include "device/cpu/engine.hpp"
#include "device/cpu/kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <vector>

namespace device::cpu {
namespace {

/// A loop over one tile in L1, or over numbers in L2 for a reduction: a row is longer than L1, and its numbers come
/// from where memory or an earlier step left them.
struct Loop {
  static constexpr std::int64_t tile = 512, row = 32 * 1024;  ///< elements
  std::string key;                                            ///< in DeviceSpec::op_cost
  std::function<void(const Call&)> run;
  Format from, to;
  std::int64_t elements = tile;
  std::vector<double> costs{};  ///< seconds an element, all threads at once, divided by the threads
};

/// Sums or maxima along a row in pieces, as a chain's are.
std::function<void(const Call&)> along_row(Reduction kernel) {
  return [kernel](const Call& call) {
    const std::int64_t size = call.a->format == Format::f32 ? 4 : 2;
    double sums[3] = {};  // as many as a variance keeps
    Call piece = call;
    piece.count = reduction_tile;
    for (std::int64_t at = 0; at < call.count; at += reduction_tile) {
      const auto* from = static_cast<const std::byte*>(call.a->data) + at * size;
      const Operand part{from, 1, call.a->format};
      piece.a = piece.b = &part;
      kernel(piece, call.count, sums);
    }
  };
}

Loop timed(const chain::OpInfo& info, chain::Dtype dtype) {
  const Kernels& loops = kernels();
  const Format format = format_of(dtype);
  Loop loop{std::string(info.name) + ":" + std::string(name(dtype)), {}, format, format};
  if (info.pattern == chain::Pattern::reduction) {
    const chain::Op kind = info.op == chain::Op::mean ? chain::Op::sum : info.op;
    const auto alone = [&](const ReductionKernel& k) { return k.reduction == kind && k.first == chain::Op::input; };
    loop.elements = Loop::row;
    loop.run = along_row(std::ranges::find_if(kernels().reductions, alone)->kernel);
  } else if (info.op == chain::Op::cast) {  // from the other side
    loop.from = format == Format::f32 ? Format::bf16 : Format::f32;
    loop.run = loops.copy.edge;
  } else {
    const KernelSet& kernel = loops.ops[static_cast<std::size_t>(info.op)];
    loop.run = format == Format::f32 ? kernel.inner : kernel.edge;
  }
  return loop;
}

Loop timed(const MergedKernel& pair, chain::Dtype dtype) {
  const Format format = format_of(dtype);
  const std::string key =
      fmt::format("{}+{}:{}", chain::info(pair.first).name, chain::info(pair.second).name, name(dtype));
  return {key, format == Format::f32 ? pair.kernel.inner : pair.kernel.edge, format, format};
}

Loop timed(const ReductionKernel& pair, chain::Op reduction, chain::Dtype dtype) {
  const Format format = format_of(dtype);
  const std::string key =
      fmt::format("{}+{}:{}", chain::info(pair.first).name, chain::info(reduction).name, name(dtype));
  return {key, along_row(pair.kernel), format, format, Loop::row};
}

/// Seconds an element, once.
double time_of(const Loop& loop, ThreadPool& pool) {
  constexpr std::int64_t total = 64 * Loop::row;  // some milliseconds: the wake-up does not count
  const auto begin = std::chrono::steady_clock::now();
  pool.run([&](int) {
    alignas(64) std::array<std::array<float, Loop::row>, 3> numbers;
    for (std::size_t i = 0; i < 2; ++i) {
      kernels().random(numbers[2].data(), 1, i, 0, loop.elements);
      const Operand wide{numbers[2].data(), 1, Format::f32};
      Call narrow;
      narrow.a = &wide;
      narrow.out = numbers[i].data();
      narrow.out_format = loop.from;
      narrow.count = loop.elements;
      kernels().copy.edge(narrow);
    }
    const Operand a{numbers[0].data(), 1, loop.from}, b{numbers[1].data(), 1, loop.from};
    Call call;
    call.a = &a;
    call.b = call.c = &b;
    call.out = numbers[2].data();
    call.out_format = loop.to;
    call.count = loop.elements;
    call.seed = 1;
    call.threshold = std::uint64_t{1} << 52;
    for (std::int64_t done = 0; done < total; done += loop.elements) loop.run(call);
  });
  const double time = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return time / (static_cast<double>(total) * pool.size());
}

}  // namespace

/// The median of some turns through all loops, so that a slow moment of the machine spoils one try of some of them and
/// not all tries of one. Not the least: beside a busy neighbour that is a speed which no chain will meet, and the roads
/// are medians too.
std::map<std::string, double> op_costs(ThreadPool& pool, const std::stop_token& stop) {
  constexpr int turns = 7;
  std::vector<Loop> loops;
  for (const chain::Dtype dtype : {chain::Dtype::f32, chain::Dtype::f16, chain::Dtype::bf16}) {
    for (const chain::OpInfo& info : chain::op_table()) {
      using enum chain::Pattern;
      const bool is_loop = info.pattern == pointwise || (info.pattern == reduction && info.op != chain::Op::pick);
      if (is_loop) loops.push_back(timed(info, dtype));
    }
    for (const MergedKernel& pair : kernels().merged) {
      if (!pair.right) loops.push_back(timed(pair, dtype));
    }
    for (const ReductionKernel& pair : kernels().reductions) {
      if (pair.first == chain::Op::input) continue;
      loops.push_back(timed(pair, pair.reduction, dtype));
      if (pair.reduction == chain::Op::sum) loops.push_back(timed(pair, chain::Op::mean, dtype));
    }
  }
  for (int turn = 0; turn < turns; ++turn) {
    for (Loop& loop : loops) {
      if (stop.stop_requested()) throw base::Cancelled();
      loop.costs.push_back(time_of(loop, pool));
    }
  }
  std::map<std::string, double> costs;
  for (const Loop& loop : loops) costs[loop.key] = base::median(loop.costs);
  return costs;
}

}  // namespace device::cpu
