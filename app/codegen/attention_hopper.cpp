// Hopper's kernel: a warpgroup brings keys and values in by the copy engine; two others have 64 queries each. While one
// softens its scores, the other one has the tensor cores.
#include "codegen/attention_hopper.hpp"

#include "base/units.hpp"
#include "codegen/expression.hpp"
#include "codegen/fill.hpp"
#include "codegen/launch.hpp"
#include "codegen/lower.hpp"
#include "codegen/product_maps.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace codegen {
namespace {

constexpr int tile_rows = 128, block_threads = 384, aligned = 16;  // rows, threads, bytes

constexpr std::string_view hopper_attention_body = R"(
  constexpr int rows = $rows$, keys = $keys$, head = $head$, width = $width$, stages = 2;  // of a tile, padded
  [[maybe_unused]] constexpr int row_tiles = $row_tiles$, key_tiles = $key_tiles$, tiles = $tiles$, all_rows = $all_rows$;
  constexpr int query_box = rows * 128, key_box = keys * 128;  // 64 dimensions of each line
  constexpr int key_bytes = head / 64 * key_box, value_bytes = width / 64 * key_box;
  using Attention = WgmmaAttention<$type$, keys, head, width, query_box>;
  extern __shared__ __align__(1024) unsigned char shared[];
  const u32 queries = shared_address(shared), ring = queries + head / 64 * query_box;
  const u32 value_ring = ring + stages * key_bytes, queries_full = value_ring + stages * value_bytes;
  const u32 queries_empty = queries_full + 8, full = queries_empty + 8, values_full = full + 8 * stages;
  const u32 empty = values_full + 8 * stages, values_empty = empty + 8 * stages;
  if (threadIdx.x == 0) {
    barrier_init(queries_full, 1);
    barrier_init(queries_empty, 2);
    for (int s = 0; s < stages; ++s) {
      barrier_init(full + 8 * s, 1);
      barrier_init(values_full + 8 * s, 1);
      barrier_init(empty + 8 * s, 2);
      barrier_init(values_empty + 8 * s, 2);
    }
    barriers_are_made();
    fetch_map(query_map);
    fetch_map(key_map);
    fetch_map(value_map);
  }
  __syncthreads();

  int matrix, m0, seen_tiles;  // of a tile of queries
  const auto find = [&](int tile) {
    $order$
    seen_tiles = $seen$;
  };
  const int role = threadIdx.x / 128;
  if (role == 0) {  // brings tiles in
    give_registers<24>();
    if (threadIdx.x != 0) return;
    u32 round = 0, turn = 0;  // tiles of keys and of queries so far
    for (int tile = $first$; tile < tiles; tile += $step$, ++turn) {
      find(tile);
      barrier_wait(queries_empty, turn & 1 ^ 1);
      barrier_expect(queries_full, head / 64 * query_box);
#pragma unroll
      for (int x = 0; x < head; x += 64) box_in(queries + x / 64 * query_box, &query_map, queries_full, x, m0$query_at$);
      for (int k = seen_tiles - 1; k >= 0; --k, ++round) {
        const u32 s = round % stages, free = round / stages & 1 ^ 1;
        barrier_wait(empty + 8 * s, free);
        barrier_expect(full + 8 * s, key_bytes);
#pragma unroll
        for (int x = 0; x < head; x += 64)
          box_in(ring + s * key_bytes + x / 64 * key_box, &key_map, full + 8 * s, x, k * keys$key_at$);
        barrier_wait(values_empty + 8 * s, free);
        barrier_expect(values_full + 8 * s, value_bytes);
#pragma unroll
        for (int x = 0; x < width; x += 64)
          box_in(value_ring + s * value_bytes + x / 64 * key_box, &value_map, values_full + 8 * s, x, k * keys$value_at$);
      }
    }
    return;
  }

  take_registers<240>();
  const int group = role - 1;
  const bool leads = threadIdx.x % 128 == 0;
  const u32 own_queries = queries + group * 64 * 128;
  const auto release = [&](u32 barrier) {
    if (leads) barrier_arrive(barrier);
  };
  const auto parity = [&](u32 r) { return r / stages & 1; };
  Attention own;
  u32 round = 0, turn = 0;
  if (group == 1) arrive(1, 256);  // warpgroup 1 goes first
  for (int tile = $first$; tile < tiles; tile += $step$, ++turn) {
    find(tile);
    const int row0 = m0 + group * 64;
    const int first_hidden = $first_hidden$;
    const auto hide = [&](int tile) {
      $hide$
    };
    $look_after$
    own.begin();
    barrier_wait(queries_full, turn & 1);
    barrier_wait(full + 8 * (round % stages), parity(round));
    own.multiply_keys(own_queries, ring + round % stages * key_bytes);
    wgmma_wait<0>();
    hold(own.score);
    release(empty + 8 * (round % stages));
    $look_first$
    hide(seen_tiles - 1);
    own.soften($scale$);
    own.pack_weights();
    int add = 0;
    for (int k = seen_tiles - 2; k >= 0; --k, add = 1) {
      const u32 before = round++ % stages, s = round % stages;
      barrier_wait(full + 8 * s, parity(round));
      meet(1 + group, 256);  // the tensor cores are this warpgroup's
      own.multiply_keys(own_queries, ring + s * key_bytes);
      barrier_wait(values_full + 8 * before, parity(round - 1));
      own.multiply_values(value_ring + before * value_bytes, add);
      arrive(1 + (group ^ 1), 256);
      wgmma_wait<1>();  // the scores are here, the values are still being added
      hold(own.score);
      release(empty + 8 * s);
      $look_next$
      $hide_next$
      own.soften($scale$);
      wgmma_wait<0>();
      hold(own.added);
      release(values_empty + 8 * before);
      own.pack_weights();
      own.fade_values();
    }
    release(queries_empty);
    barrier_wait(values_full + 8 * (round % stages), parity(round));
    own.multiply_values(value_ring + round % stages * value_bytes, add);
    wgmma_wait<0>();
    hold(own.added);
    release(values_empty + 8 * (round % stages));
    ++round;
    own.finish_sums();
#pragma unroll
    for (int i = 0; i < Attention::added_pairs; ++i) {
      const int row = row0 + Attention::row(i), column = Attention::column(i);
      if (row >= all_rows || column >= $values$) continue;
      const f32 one = 1.0f / own.sum_of(i);
      Vec<$out_type$, 2> pair;
      pair[0] = narrow<$out_type$>(own.added_at(i, 0) * one);
      pair[1] = narrow<$out_type$>(own.added_at(i, 1) * one);
      store($out$ + (i64(matrix) * all_rows + row) * $values$ + column, pair);
    }
  }
  if (group == 0) meet(1, 256);  // the other one has arrived once more than was waited for
)";

constexpr std::string_view hopper_ops_text = R"(const auto look_after = [&](int tile) {
#pragma unroll
  for (int i = 0; i < Attention::pairs; ++i) {
    f32 pair[2] = {own.score_at(i, 0), own.score_at(i, 1)};
    const int row = row0 + Attention::row(i) < all_rows ? row0 + Attention::row(i) : all_rows - 1;
    $call$
    own.score_at(i, 0) = pair[0], own.score_at(i, 1) = pair[1];
  }
};
)";

constexpr std::string_view hopper_hide_text = R"(if ((tile + 1) * keys > first_hidden) {
#pragma unroll
  for (int i = 0; i < Attention::pairs; ++i) {
    const int seen = $seen_by$ - tile * keys;
    if (Attention::column(i) >= seen) own.score_at(i, 0) = -infinity();
    if (Attention::column(i) + 1 >= seen) own.score_at(i, 1) = -infinity();
  }
}
)";

int whole_boxes(std::int64_t size) {
  return size <= 64 ? 64 : 128;
}

/// Keys of a tile: many make its products longer beside what is done between them; where causal hides half of them, a
/// tile on the diagonal should not be wider than its queries. (H100, 2026-11-25: see the timings in CHANGELOG.)
int keys_of(const AttentionWork& work, int head, int width) {
  if (work.of.hides) return 128;
  return head + width > 128 ? 160 : 192;
}

/// Later queries see more keys. A block takes them in pairs, the last tile of queries with the first, the last but one
/// with the second: all pairs are as long. Sixteen matrices at a time, whose keys and values stay in L2.
constexpr std::string_view causal_order = R"(constexpr int section = 16, matrices = $matrices$;
const int base = tile / (section * row_tiles) * section, wide = matrices - base < section ? matrices - base : section;
const int inside = tile - base * row_tiles, paired = row_tiles / 2 * 2 * wide, pair = inside / 2;
const bool middle = inside >= paired;  // of an odd number, by itself
const int from_end = pair / wide;
m0 = (middle ? row_tiles / 2 : inside % 2 == 0 ? row_tiles - 1 - from_end : from_end) * rows;
matrix = base + (middle ? inside - paired : pair % wide);
)";

}  // namespace

bool takes_hopper(const AttentionWork& work, const Target& target) {
  const plan::Product &s = work.of.scores, &o = work.of.values;
  if (target.compute_capability != 90 || target.shared_per_block < 227 * 1024 || !work.is_narrow()) return false;
  // The copy engine brings boxes of one tensor in: pages are looked up line by line.
  if (s.pages.any() || o.pages.any()) return false;
  if (s.k > 128 || o.n > 128 || o.n % 2 != 0 || s.m < 64) return false;
  if (work.of.hides && s.n < work.of.queries) return false;   // the first queries see nothing
  if (s.m != work.of.queries && work.of.hides) return false;  // rows of several heads in one tile
  const OperandLayout q = left_layout(s, 2), k = right_layout(s, 2), v = right_layout(o, 2);
  return q.along_k && k.along_k && !v.along_k && q.together == aligned && k.together == aligned &&
         v.together == aligned;
}

Kernel lower_hopper_attention(const AttentionWork& work, const Target& target) {
  const plan::Product &s = work.of.scores, &o = work.of.values;
  const OperandLayout q = left_layout(s, 2), k = right_layout(s, 2), v = right_layout(o, 2);
  const int head = whole_boxes(s.k), width = whole_boxes(o.n), keys = keys_of(work, head, width);
  const std::int64_t row_tiles = divided_up(s.m, tile_rows), tiles = row_tiles * s.matrices();
  Kernel kernel;
  kernel.group = work.number;
  kernel.entry = work.entry();
  kernel.architecture = "90a";
  kernel.launch.grid = {std::min<std::int64_t>(work.of.hides ? divided_up(tiles, 2) : tiles, target.multiprocessors), 1,
                        1};
  kernel.launch.block = {block_threads, 1, 1};
  kernel.launch.dynamic_shared = 2 * tile_rows * head + 2 * 2 * keys * (head + width) + 8 * 10;
  std::vector<std::string> parameters;
  const chain::Dtype dtype = work.chain.values[s.left].dtype;
  const auto map = [&](const char* name, TensorMap made) {
    kernel.arguments.push_back({Argument::Kind::tensor_map, static_cast<int>(kernel.maps.size()), 0});
    kernel.maps.push_back(std::move(made));
    parameters.push_back(fmt::format("const __grid_constant__ TensorMap {}", name));
  };
  map("query_map", operand_map(s.left, dtype, q, s.inner, s.outer, tile_rows));
  map("key_map", operand_map(s.right, dtype, k, s.inner / s.share, s.outer, keys));
  map("value_map", operand_map(o.right, dtype, v, o.inner / o.share, o.outer, keys));
  work.take_beside(kernel, parameters);
  const auto number = [](std::int64_t value) { return fmt::format("{}", value); };
  const std::string type = work.type(), out = std::string(chain::name(work.chain.values[o.op].dtype));
  const std::string call =
      work.score_call("i64(matrix) * all_rows + row", "tile * keys + Attention::column(i)", "pair");
  const AttentionWork::Rows own{"row0", "64", s.m};
  const std::string order = work.of.hides ? fill(causal_order, {{"matrices", number(s.matrices())}})
                                          : std::string("m0 = tile % row_tiles * rows;\nmatrix = tile / row_tiles;\n");
  // Only the last tile that a query sees has keys which it does not, where tiles begin and end on the diagonal.
  const bool last_only = !work.of.hides || (keys == tile_rows && (s.n - work.of.queries) % keys == 0);
  const Fillings fillings = {
      {"rows", number(tile_rows)},
      {"keys", number(keys)},
      {"head", number(head)},
      {"width", number(width)},
      {"row_tiles", number(row_tiles)},
      {"key_tiles", number(divided_up(s.n, keys))},
      {"tiles", number(tiles)},
      {"all_rows", number(s.m)},
      {"type", type},
      {"order", order},
      {"first", work.of.hides ? "2 * blockIdx.x" : "blockIdx.x"},
      {"step", work.of.hides ? "tile % 2 == 0 ? 1 : 2 * gridDim.x - 1" : "gridDim.x"},
      {"seen", work.tiles_seen({"m0", "rows", s.m})},
      {"query_at", map_coordinates(q, s, s.inner)},
      {"key_at", map_coordinates(k, s, s.inner / s.share)},
      {"value_at", map_coordinates(v, o, o.inner / o.share)},
      {"first_hidden", work.first_hidden(own)},
      {"hide", fill(hopper_hide_text, {{"seen_by", work.seen_by("(row0 + Attention::row(i))", s.m)}})},
      {"look_after", work.has_ops() ? fill(hopper_ops_text, {{"call", call}}) : ""},
      {"look_first", work.has_ops() ? "look_after(seen_tiles - 1);" : ""},
      {"look_next", work.has_ops() ? "look_after(k);" : ""},
      {"hide_next", last_only ? "" : "hide(k);"},
      {"scale", literal(work.scale)},
      {"values", number(o.n)},
      {"out_type", out},
      {"out", fmt::format("p{}", o.op)},
  };
  kernel.source =
      work.comment({fmt::format("Launch: {} blocks of {} threads, one an SM; they walk through {} tiles of {} queries, "
                                "{} keys at a time.",
                                kernel.launch.grid[0], block_threads, base::group_digits(tiles), tile_rows, keys),
                    "The copy engine (TMA) brings keys and values in; two warpgroups multiply by wgmma, in turns."}) +
      work.score_function() + signature(kernel.entry, block_threads, parameters) + " {" +
      fill(hopper_attention_body, fillings) + "}\n";
  return kernel;
}

}  // namespace codegen
