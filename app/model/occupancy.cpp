// The limits of each architecture (CUDA C++ Programming Guide, technical specifications per compute capability).
#include "model/occupancy.hpp"

#include <algorithm>

namespace model {
namespace {

constexpr int warp_threads = 32, registers_of_all = 64 * 1024, quarters = 4;

struct Limits {
  int capability, warps, blocks;
  /// Bytes: of a multiprocessor; of those what the system takes for each block; what a block's are rounded up to.
  std::int64_t shared, reserved, unit;
};

constexpr std::int64_t kib = 1024;
constexpr Limits known[] = {
    {75, 32, 16, 64 * kib, 0, 256},     {80, 64, 32, 164 * kib, kib, 128},  {86, 48, 16, 100 * kib, kib, 128},
    {87, 48, 16, 164 * kib, kib, 128},  {89, 48, 24, 100 * kib, kib, 128},  {90, 64, 32, 228 * kib, kib, 128},
    {100, 64, 32, 228 * kib, kib, 128}, {103, 64, 32, 228 * kib, kib, 128}, {120, 48, 24, 100 * kib, kib, 128},
    {121, 48, 24, 100 * kib, kib, 128},
};

template <class Integer>
Integer rounded_up(Integer value, Integer to) {
  return (value + to - 1) / to * to;
}

}  // namespace

std::optional<Occupancy> occupancy(int compute_capability, int registers, base::Bytes shared, int threads) {
  const auto* limits = std::ranges::find(known, compute_capability, &Limits::capability);
  if (limits == std::end(known) || registers < 1 || threads < 1 || shared.value < 0) return std::nullopt;
  const int of_block = rounded_up(threads, warp_threads) / warp_threads;
  int blocks = std::min(limits->blocks, limits->warps / of_block);
  // Registers are given to whole warps, 256 at a time, out of the quarter where the warp lives.
  const int in_quarter = registers_of_all / quarters / rounded_up(registers * warp_threads, 256);
  blocks = std::min(blocks, in_quarter * quarters / of_block);
  const std::int64_t taken = rounded_up(shared.value + limits->reserved, limits->unit);
  if (taken > 0) blocks = static_cast<int>(std::min<std::int64_t>(blocks, limits->shared / taken));
  return Occupancy{blocks * of_block, limits->warps};
}

std::optional<Waves> waves(const Occupancy& fits, int threads, int multiprocessors, std::int64_t blocks) {
  if (threads < 1 || multiprocessors < 1 || blocks < 1) return std::nullopt;
  const std::int64_t held = fits.warps / (rounded_up(threads, warp_threads) / warp_threads);
  if (held < 1) return std::nullopt;
  return Waves{blocks, held * multiprocessors};
}

}  // namespace model
