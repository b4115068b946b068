// Tiles of scores that stay in the second cache beside the keys they are made of.
#include "device/cpu/attention/layout.hpp"

#include "device/cpu/engine.hpp"
#include "device/cpu/product/few_rows.hpp"
#include "device/cpu/product/microkernel.hpp"

#include <algorithm>

namespace device::cpu {
namespace {

constexpr std::int64_t most_queries = 192, most_keys_at_once = 256, keys_of_few_rows = 512;
constexpr std::int64_t tiles_of_thread = 4;                          // else one that is left over makes the others wait
constexpr std::int64_t most_packed_floats = std::int64_t{16} << 20;  // floats of keys and values that a thread packs
constexpr std::int64_t floats_of_line = 16;

bool streams_by(const plan::Product& product) {
  return product.right_at.row == 1 || product.right_at.column == 1;
}

std::int64_t from_line(std::int64_t floats) {
  return divided_up(floats, floats_of_line) * floats_of_line;
}

}  // namespace

AttentionLayout::AttentionLayout(const plan::Attention& attention, int threads) {
  const plan::Product &s = attention.scores, &o = attention.values;
  heads = s.share == o.share ? s.share : 1;
  queries = s.m;
  rows = heads * queries;
  groups = s.matrices() / heads;
  keys = s.n;
  head = s.k;
  width = o.n;
  few_rows = rows <= few_rows_at_most && streams_by(s) && streams_by(o);
  const Panel left = microkernel().left(), right = microkernel().right();
  std::int64_t tall = most_queries;
  while (!few_rows && tall > 2 * left.lines && groups * divided_up(rows, tall) < tiles_of_thread * threads) tall /= 2;
  tile_rows = few_rows ? rows : std::min(left.whole(rows), left.whole(tall));
  row_tiles = divided_up(rows, tile_rows);
  tile_keys = std::min(keys, few_rows ? keys_of_few_rows : most_keys_at_once);
  key_tiles = divided_up(keys, tile_keys);
  queries_floats = tile_rows * head;
  scores_step = from_line(few_rows ? tile_keys : right.whole(tile_keys));
  sums_step = from_line(few_rows ? width : right.whole(width));
  scores_floats = tile_rows * scores_step;
  sums_floats = (few_rows ? 2 : 1) * tile_rows * sums_step;
  if (few_rows) return;
  if (s.pages.any()) page_floats = tile_keys * s.right_at.column;
  if (o.pages.any()) page_floats = std::max(page_floats, tile_keys * o.right_at.row);
  packed_queries = left.panels(tile_rows) * left.width * head;
  packed_weights = left.panels(tile_rows) * left.width * tile_keys;
  const std::int64_t keys_of_tile = right.panels(tile_keys) * right.width * head;
  const std::int64_t values_of_tile = right.panels(width) * right.width * tile_keys;
  packs_group = row_tiles > 1 && key_tiles * (keys_of_tile + values_of_tile) <= most_packed_floats;
  packed_keys = keys_of_tile * (packs_group ? key_tiles : 1);
  packed_values = values_of_tile * (packs_group ? key_tiles : 1);
}

std::int64_t AttentionLayout::floats() const {
  std::int64_t all = 0;
  for (const std::int64_t part : {queries_floats, packed_queries, packed_keys, packed_values, scores_floats,
                                  packed_weights, sums_floats, page_floats})
    all += from_line(part);
  return all;
}

}  // namespace device::cpu
