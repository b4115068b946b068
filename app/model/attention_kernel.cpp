// Tiles as app/codegen deals them out.
#include "model/attention_kernel.hpp"

#include "model/product.hpp"
#include "plan/launches.hpp"

#include <algorithm>
#include <string>

namespace model {
namespace {

std::int64_t tiles_over(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

std::int64_t tile_of_queries(const plan::Attention& attention) {
  return std::clamp<std::int64_t>(attention.heads_together() * attention.scores.m, 1, 128);
}

double size_of_tensor(const chain::Chain& chain, int value) {
  return static_cast<double>(chain.values[value].bytes().value);
}

/// Bytes of all keys, or of all values: of pages, those that are fetched, with their tables.
double lines_of(const chain::Chain& chain, const plan::Product& product) {
  if (!product.pages.any()) return size_of_tensor(chain, product.right);
  const auto elements = static_cast<double>(product.matrices() / product.share * product.k * product.n);
  const auto size = static_cast<double>(chain::size_of(chain.values[product.right].dtype));
  return elements * size + size_of_tensor(chain, product.pages.table);
}

/// On a GPU the products and what is done to the scores between them partly hide each other: of each this much is seen
/// (H100, 2026-11-25, gpu-check attention: 4 x 16 heads of 4096 tokens, d = 128 and 64). f32 on CUDA cores is
/// slower (H200, 2026-11-28, a recording of one head of 4096 tokens).
constexpr double seen_of_products = 0.71, seen_of_scores = 0.93, f32_slower = 2.0;
/// What the same kernel reached of its card's data sheet: 626 of 989 TFLOP/s.
constexpr double share_of_sheet = 0.63;

/// Few queries, whose keys come in parts or are shared by heads: before a block's first tile and after its last one no
/// other work hides anything. Where keys lie in pages, a tile waits for its look into the table, the longer the shorter
/// the pages. (H200, 2026-11-28, recordings of lesson 19 and of the presets decode and decode-paged.)
constexpr double few_queries_wait = 5.5e-6, tile_waits_for_pages = 0.05e-6, pages_of = 16;
/// f32 on CUDA cores: a block works on its tiles of 64 keys in turn, and nothing it does there hides the next. So long
/// for a tile and for each of a head's dimensions, of 64 queries and of few. (The same day, d = 128 and 64.)
constexpr double f32_tile = 3.1e-6, f32_dimension = 60e-9, f32_few = 0.7;
constexpr double f32_there = 64.7e12 / 132;  ///< FLOP/s of one of its multiprocessors, measured: others by theirs
constexpr std::int64_t keys_of_tile = 64;

double price_of(const machine::DeviceSpec& spec, std::string_view op, chain::Dtype dtype) {
  const auto cost = spec.op_cost.find(std::string(op) + ":" + std::string(chain::name(dtype)));
  return cost == spec.op_cost.end() ? 0 : cost->second;
}

/// Bytes that parts of the keys leave of each query: its values so far in f32, a maximum and a sum.
double left_by_parts(const plan::Attention& of, int multiprocessors) {
  const std::int64_t parts = plan::key_parts(of, multiprocessors);
  return parts > 1 ? 4.0 * static_cast<double>(parts * of.scores.m * of.scores.matrices() * (of.values.n + 2)) : 0;
}

/// A factor of all scores, which the exponential takes along.
bool is_factor(const chain::Value& value) {
  const bool scales = value.op == chain::Op::mul || value.op == chain::Op::div;
  return scales && value.operands[1].is_literal() && value.operands[1].literal > 0;
}

/// How the work of a kernel by general tiles is dealt out.
struct Dealt {
  double waves = 1;           ///< blocks, in rounds of one a multiprocessor
  double tiles_of_block = 1;  ///< of keys, of the block that has most
};

Dealt dealt(const plan::Attention& of, std::int64_t tall, int multiprocessors) {
  const std::int64_t parts = plan::key_parts(of, multiprocessors), tiles = tiles_over(of.scores.n, keys_of_tile);
  const std::int64_t blocks =
      of.scores.matrices() / of.heads_together() * tiles_over(of.heads_together() * of.scores.m, tall) * parts;
  return {static_cast<double>(tiles_over(blocks, std::max(1, multiprocessors))),
          static_cast<double>(tiles_over(tiles, parts))};
}

bool has_few_queries(const plan::Attention& of) {
  return of.heads_together() * of.scores.m <= 64;
}

/// Of a GPU: what nothing hides.
double latency_of(const plan::Attention& of, const machine::DeviceSpec& spec) {
  if (!has_few_queries(of)) return 0;
  double wait = few_queries_wait;
  if (of.scores.pages.any()) {
    const Dealt work = dealt(of, tile_of_queries(of), spec.processors);
    wait +=
        work.waves * work.tiles_of_block * tile_waits_for_pages * pages_of / static_cast<double>(of.scores.pages.rows);
  }
  return wait;
}

/// f32 on CUDA cores: whole rounds of blocks, each as long as the tiles of the longest.
double f32_rounds(const plan::Attention& of, const machine::DeviceSpec& spec) {
  const Dealt work = dealt(of, 64, spec.processors);
  const double tile = f32_tile + f32_dimension * static_cast<double>(of.scores.k);
  const double slower = f32_there * spec.processors / spec.roofs.front().flops_per_second.value;
  return work.waves * work.tiles_of_block * tile * slower * (has_few_queries(of) ? f32_few : 1);
}

}  // namespace

double share_made(const plan::Attention& attention) {
  if (!attention.hides) return 1;
  constexpr std::int64_t keys = 64;
  const std::int64_t rows = attention.scores.m, tall = tile_of_queries(attention);
  double made = 0;
  for (std::int64_t first = 0; first < rows; first += tall) {
    const std::int64_t count = std::min(tall, rows - first);
    const std::int64_t seen = std::min(attention.scores.n, tiles_over(attention.keys_seen(first, count), keys) * keys);
    made += static_cast<double>(count) * static_cast<double>(seen);
  }
  return made / (static_cast<double>(rows) * static_cast<double>(attention.scores.n));
}

base::Moved asked_by_attention(const chain::Chain& chain, const plan::Group& group, int multiprocessors) {
  const plan::Attention of = plan::attention(chain, group);
  const double tiles = static_cast<double>(tiles_over(of.heads_together() * of.scores.m, tile_of_queries(of)));
  // A matrix of keys that several groups of heads share is asked for by each of them.
  const auto again = [&](const plan::Product& product) {
    return tiles * static_cast<double>(product.share) / static_cast<double>(of.heads_together());
  };
  const double share = share_made(of);
  double read = size_of_tensor(chain, of.scores.left);
  read += share * again(of.scores) * lines_of(chain, of.scores);
  read += share * again(of.values) * lines_of(chain, of.values);
  const auto scores = static_cast<double>(of.scores.m * of.scores.matrices()) * static_cast<double>(of.scores.n);
  for (const int value : group.reads) {
    if (!plan::roles(chain, group, value).walked) continue;
    const bool wide = chain.values[value].shape.columns() > 1;
    read += wide ? share * scores * static_cast<double>(chain::size_of(chain.values[value].dtype))
                 : size_of_tensor(chain, value);
  }
  double written = size_of_tensor(chain, of.values.op);
  const double between = left_by_parts(of, multiprocessors);
  read += between;
  written += between;
  return {{static_cast<std::int64_t>(read)}, {static_cast<std::int64_t>(written)}};
}

double attention_workspace(const plan::Attention& of, const machine::DeviceSpec& spec) {
  return spec.kind == machine::Kind::gpu ? left_by_parts(of, spec.processors) : 0;
}

Work attention_work(const plan::FusionPlan& plan, const plan::Group& group, const machine::DeviceSpec& spec) {
  const chain::Chain& chain = *plan.chain;
  const plan::Attention of = plan::attention(chain, group);
  const double share = share_made(of);
  Work work;
  const double products = share * (of.scores.flops() + of.values.flops());
  const chain::Dtype dtype = chain.values[of.scores.left].dtype;
  work.roof = product_roof(dtype, spec);
  work.flops.value = products;
  if (const double pair = price_of(spec, "matmul", dtype); pair > 0) {
    work.compute.value = products * pair / 2;
  } else if (work.roof > 0) {
    work.compute.value = products / work.roof;
  }
  const auto scores = static_cast<double>(of.scores.m * of.scores.matrices()) * static_cast<double>(of.scores.n);
  const bool gpu = spec.kind == machine::Kind::gpu;
  const chain::Dtype of_ops = gpu ? dtype : chain::Dtype::f32;
  // Whatever the ops are called, a score costs a comparison, an exponential and two additions.
  double each = price_of(spec, "exp", of_ops) + 3 * price_of(spec, "add", of_ops);
  for (const int op : group.ops) {
    const chain::OpInfo& info = chain::info(chain.values[op].op);
    const bool product = op == of.scores.op || op == of.values.op;
    if (!product && op != of.weights) work.flops.value += info.flops * share * scores;
    const bool between = std::ranges::count(of.tile, op) > 0 && !product && chain.values[op].op != chain::Op::causal;
    const bool folds = gpu && is_factor(chain.values[op]);
    if (between && !folds) each += price_of(spec, info.name, of_ops);
  }
  const double ops = each * share * scores;
  if (work.compute.value > 0) {
    const double products_seen = !gpu ? 1 : dtype == chain::Dtype::f32 ? f32_slower : seen_of_products;
    work.issue.value = products_seen * work.compute.value + (gpu ? seen_of_scores : 1) * ops;
    // Of a card that is known by its data sheet only, the ops on scores have no price.
    if (gpu && ops <= 0) work.issue.value = work.compute.value / share_of_sheet;
    if (gpu && dtype == chain::Dtype::f32) work.issue.value = std::max(work.issue.value, f32_rounds(of, spec));
  }
  if (gpu) work.latency.value = latency_of(of, spec);
  return work;
}

}  // namespace model
