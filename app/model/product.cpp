// Tiles as app/codegen deals them out; on a processor a thread takes one at a time.
#include "model/product.hpp"

#include "model/residency.hpp"
#include "plan/product_rows.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace model {
namespace {

std::int64_t divided_up(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

double bytes_of(const chain::Chain& chain, int value) {
  return static_cast<double>(chain.values[value].bytes().value);
}

/// The share of `bytes` that finds no room in the last-level cache, where each is used again and again.
double missing(double bytes, const machine::DeviceSpec& spec) {
  const double capacity = spec.last_level_cache.value;
  if (capacity <= 0) return 0;
  const Knee of = knee_of_reads(spec.kind);
  return 1 - std::clamp((of.ends - bytes / capacity) / (of.ends - of.begins), 0.0, 1.0);
}

/// Of a library's speed, what our own kernels reach on a GPU (H200, 2026-11-28, recorded products of f32): sums on the
/// CUDA cores 0.79, those of Hopper's tensor cores all of it.
double share_of_library(chain::Dtype dtype, plan::Engine engine, const machine::DeviceSpec& spec) {
  const bool ours = engine == plan::Engine::own && spec.kind == machine::Kind::gpu;
  return ours && dtype == chain::Dtype::f32 ? 0.79 : 1;
}

/// A tile of the result, and how fast its sums are beside those of the largest.
struct Tile {
  std::int64_t rows, columns;
  double speed;
};

/// A library has smaller tiles for results that the largest would leave most of the GPU idle with; and it parts the sum
/// itself. Ours are those of codegen/product_shape. Between 17 and 64 rows the small tiles wait for their operands most
/// of the time (H200, 2026-11-28, bf16 at 8192 x 28672: 116 us at 32 rows, 120 at 48; at 8192 x 8192: 36 at 32, 51 at
/// 64); weights that are unpacked make them wait for that instead.
std::span<const Tile> tiles_of(plan::Engine engine, machine::Kind kind, chain::Dtype dtype, std::int64_t rows,
                               bool unpacks) {
  static constexpr Tile of_library[] = {
      {128, 256, 1}, {128, 128, 0.9}, {64, 128, 0.75}, {64, 64, 0.55}, {64, 16, 0.25}};
  static constexpr Tile of_processor[] = {{256, 512, 1}, {64, 64, 0.9}};
  static constexpr Tile of_few[] = {{16, 64, 1}}, of_many[] = {{128, 256, 1}};
  static constexpr Tile of_32[] = {{32, 128, 0.2}, {32, 64, 0.17}}, of_64[] = {{64, 128, 0.4}, {64, 64, 0.22}};
  static constexpr Tile packed_32[] = {{32, 128, 1}, {32, 64, 0.3}}, packed_64[] = {{64, 128, 1}, {64, 64, 0.43}};
  static constexpr Tile packed[] = {{128, 128, 1}};
  static constexpr Tile of_f32[] = {{128, 128, 1}, {64, 128, 1}};
  if (kind == machine::Kind::cpu) return of_processor;
  if (engine != plan::Engine::own) return of_library;
  if (rows <= 16) return of_few;
  if (dtype == chain::Dtype::f32) return of_f32;
  if (rows > 64) return unpacks ? packed : of_many;
  if (unpacks) return rows <= 32 ? packed_32 : packed_64;
  return rows <= 32 ? of_32 : of_64;
}

/// Tiles of all siblings, and what is multiplied in them. Ours multiply whole tiles, also where rows or columns end
/// inside one.
struct Tiled {
  double tiles = 0, flops = 0;
  /// Each wave takes as long as one whole tile of each worker: all of them so many times as long as a share of each.
  [[nodiscard]] double waves(double workers) const { return std::ceil(tiles / workers) * workers / tiles; }
};
Tiled tiled(std::span<const plan::Product> siblings, const Tile& tile, bool whole) {
  Tiled all;
  for (const plan::Product& product : siblings) {
    const std::int64_t rows = whole ? tile.rows : std::min(product.m, tile.rows);
    const std::int64_t columns = whole ? tile.columns : std::min(product.n, tile.columns);
    const auto own = static_cast<double>(product.row_tiles(rows) * divided_up(product.n, columns) * product.matrices());
    all.tiles += own;
    all.flops += whole ? own * 2 * static_cast<double>(rows * columns * product.k) : product.flops();
  }
  return all;
}

/// Seconds to unpack weights in the main loop, once for each row of tiles, if all workers do it all the time. An H200
/// takes so long for one weight beside the arithmetic (measured on 2026-11-28 at 8192 x 28672); a processor does it
/// while it packs.
double unpacking(const chain::Chain& chain, std::span<const plan::Product> siblings, machine::Kind kind) {
  static constexpr struct {
    std::int64_t rows;  ///< up to so many; beyond the last, that for each 128 of them
    double i4, i8;
  } measured[] = {{8, 0.137e-12, 0.216e-12},
                  {16, 0.22e-12, 0.325e-12},
                  {32, 0.203e-12, 0.275e-12},
                  {64, 0.292e-12, 0.339e-12},
                  {128, 0.45e-12, 0.61e-12}};
  double seconds = 0;
  for (const plan::Product& product : siblings) {
    if (product.scales < 0 || kind != machine::Kind::gpu) continue;
    const auto* of = std::ranges::find_if(measured, [&](const auto& one) { return product.m <= one.rows; });
    if (of == std::end(measured)) --of;
    const double each = chain.values[product.right].dtype == chain::Dtype::i4 ? of->i4 : of->i8;
    const auto weights = static_cast<double>(product.k) * static_cast<double>(product.n * product.matrices());
    seconds += each * weights * static_cast<double>(divided_up(product.m, 128));
  }
  return seconds;
}

}  // namespace

Tiling tiling(const plan::Product& product, machine::Kind kind) {
  // A GPU's: 128 x 256 (hopper.md), or all rows of a few; a processor's: 256 x 512.
  Tiling tiling;
  const bool gpu = kind == machine::Kind::gpu, few = product.m <= 16;
  tiling.rows = std::min<std::int64_t>(product.m, gpu ? 128 : 256);
  tiling.columns = std::min<std::int64_t>(product.n, few ? 64 : gpu ? 256 : 512);
  tiling.down = product.row_tiles(tiling.rows);
  tiling.across = divided_up(product.n, tiling.columns);
  tiling.panels = std::min<std::int64_t>(tiling.down, 8);
  return tiling;
}

Asked asked(const chain::Chain& chain, const plan::Product& product, machine::Kind kind) {
  const Tiling tiles = tiling(product, kind);
  const auto size = [&](int value) { return static_cast<double>(chain::bits_of(chain.values[value].dtype)) / 8; };
  const double matrix = static_cast<double>(product.matrices()) * static_cast<double>(product.k);
  return {matrix * static_cast<double>(product.m) * static_cast<double>(tiles.across) * size(product.left),
          matrix * static_cast<double>(product.n) * static_cast<double>(tiles.down) * size(product.right)};
}

double read_again(const chain::Chain& chain, const plan::Product& product, const machine::DeviceSpec& spec) {
  if (product.experts.any()) return 0;  // each expert's matrix meets its own rows, one group after the other
  const Tiling tiles = tiling(product, spec.kind);
  const std::int64_t sweeps = divided_up(tiles.down, tiles.panels);
  if (sweeps <= 1) return 0;
  const double left = bytes_of(chain, product.left) / static_cast<double>(product.matrices());
  const double right =
      bytes_of(chain, product.right) * static_cast<double>(product.share) / static_cast<double>(product.matrices());
  const double beside = left / static_cast<double>(sweeps);
  return static_cast<double>(product.matrices()) * static_cast<double>(sweeps - 1) * right *
         missing(right + beside, spec);
}

double workspace(const chain::Chain& chain, const plan::Group& group, machine::Kind kind) {
  if (group.schedule != plan::Schedule::matmul_reduce) return 0;
  const plan::Product product = plan::products(chain, group).front();
  std::int64_t of_tile = 0;
  for (const plan::RowPart& part : plan::product_rows(chain, group.ops).parts) of_tile += part.numbers();
  return 4 * static_cast<double>(product.m * product.matrices() * tiling(product, kind).across * of_tile);
}

double still_cached(double bytes, const machine::DeviceSpec& spec) {
  return spec.cache_bandwidth.value > 0 ? 1 - missing(bytes, spec) : 0;
}

double product_roof(chain::Dtype dtype, const machine::DeviceSpec& spec) {
  if (spec.roofs.empty()) return 0;
  const bool tensor = spec.kind == machine::Kind::gpu && dtype != chain::Dtype::f32 && spec.roofs.size() > 1;
  const double unit = spec.roofs[tensor ? 1 : 0].flops_per_second.value;
  // A calibration may have probed the unit by other instructions than fast products use.
  const auto pair = spec.op_cost.find("matmul:" + std::string(chain::name(dtype)));
  return tensor && pair != spec.op_cost.end() && pair->second > 0 ? std::max(unit, 2 / pair->second) : unit;
}

base::Seconds arithmetic(const chain::Chain& chain, std::span<const plan::Product> siblings, plan::Engine engine,
                         const machine::DeviceSpec& spec) {
  const chain::Dtype dtype = chain.values[siblings.front().left].dtype;
  const auto cost = spec.op_cost.find("matmul:" + std::string(chain::name(dtype)));  // seconds a multiply and an add
  const double roof = product_roof(dtype, spec);
  const double of_pair = cost != spec.op_cost.end() ? cost->second : roof > 0 ? 2 / roof : 0;
  const bool whole = engine == plan::Engine::own && spec.kind == machine::Kind::gpu;
  const double rate = of_pair / 2 / share_of_library(dtype, engine, spec);  // seconds an operation
  const double unpacked = unpacking(chain, siblings, spec.kind);
  const plan::Product& first = siblings.front();
  double best = 0;
  for (const Tile& tile : tiles_of(engine, spec.kind, dtype, first.m, first.scales >= 0)) {
    const Tiled all = tiled(siblings, tile, whole);
    const double waves = all.waves(std::max(1, spec.processors));
    // A few rows stream in tiles that keep all workers busy.
    const double time = all.flops * waves / tile.speed * rate + unpacked * (first.m <= 16 ? 1 : waves);
    if (best == 0 || time < best) best = time;
  }
  return {best};
}

}  // namespace model
