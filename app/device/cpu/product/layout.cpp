// Tiles large enough for the microkernel, small enough for L2 and for all threads to have some.
#include "device/cpu/product/layout.hpp"

#include "device/cpu/engine.hpp"
#include "device/cpu/product/few_rows.hpp"

#include <algorithm>
#include <cassert>

namespace device::cpu {
namespace {

constexpr std::int64_t most_rows = 256, most_columns = 512;  // 512 KiB of sums beside a block of the left operand
constexpr std::int64_t least_rows = 64, least_columns = 64;
constexpr std::int64_t few_rows_columns = 2048;                // of sums of all rows together: they stay in L1
constexpr std::int64_t tiles_a_thread = 4;                     // else one that is left over makes the others wait
constexpr std::int64_t most_ahead = std::int64_t{32} << 20;    // floats: 128 MiB
constexpr std::int64_t longest_depth = std::int64_t{1} << 16;  // that rows of the left operand are packed for

bool streams_few_rows_of(const plan::Product& product) {
  return product.right_at.row == 1 || product.right_at.column == 1;
}

}  // namespace

bool share_left(const plan::Product& a, const plan::Product& b) {
  return a.left == b.left && a.left_at == b.left_at && a.outer == b.outer && a.inner == b.inner && a.m == b.m &&
         a.k == b.k && a.experts.ends == b.experts.ends && a.left_table == b.left_table;
}

std::int64_t Round::tiles() const {
  std::int64_t all = 0;
  for (const Part& part : parts) all += part.tiles;
  return all;
}

ProductLayout::ProductLayout(const std::vector<JoinedProducts>& sets, int threads, bool reduces) {
  const plan::Product& first = sets.at(0).at(0);
  m = first.m;
  k = first.k;
  outer_ = first.outer;
  inner_ = first.inner;
  share_ = first.share;
  groups_ = first.experts.count;
  few_rows = m <= few_rows_at_most && !in_groups();
  for (const JoinedProducts& set : sets) {
    for (const plan::Product& product : set) {
      assert(share_left(product, first) && product.n == set[0].n);
      by_outer_ = by_outer_ || product.right_at.outer != 0;
      by_inner_ = by_inner_ || product.right_at.inner != 0;
      if (product.share != share_) share_ = 1;  // the finer cut serves both
      few_rows = few_rows && streams_few_rows_of(product);
    }
  }
  choose_tiles(sets, threads, reduces);
  packs_ahead = !few_rows && lefts() * row_tiles > 1 && k <= longest_depth;
  keeps_left = few_rows || k <= longest_depth;
  choose_rounds(sets);
  const Microkernel& kernel = microkernel();
  const std::int64_t block = std::min(k, kernel.depth());
  left_floats = few_rows ? m * k : kernel.left().panels(tile_rows) * kernel.left().width * (keeps_left ? k : block);
  for (std::size_t set = 0; set < sets.size(); ++set) {
    const std::int64_t columns = few_rows ? tile_columns[set] : kernel.right().whole(tile_columns[set]);
    const std::int64_t rows = few_rows ? m : kernel.left().whole(tile_rows);
    sum_floats = std::max(sum_floats, static_cast<std::int64_t>(sets[set].size()) * rows * columns);
    if (few_rows || packs_ahead) continue;
    block_floats = std::max(block_floats, kernel.right().panels(tile_columns[set]) * kernel.right().width * block);
  }
}

std::int64_t ProductLayout::tiles_of(const std::vector<JoinedProducts>& sets) const {
  std::int64_t all = 0;
  for (std::size_t set = 0; set < sets.size(); ++set) all += divided_up(sets[set][0].n, tile_columns[set]);
  if (in_groups()) return all * (groups_ + divided_up(m, tile_rows));
  return all * rights() * lefts() * divided_up(m, tile_rows);
}

void ProductLayout::choose_tiles(const std::vector<JoinedProducts>& sets, int threads, bool reduces) {
  const Panel left = microkernel().left(), right = microkernel().right();
  const auto set_columns = [&](std::int64_t columns) {
    tile_columns.clear();
    for (const JoinedProducts& set : sets) {
      const std::int64_t fit = std::min(columns / static_cast<std::int64_t>(set.size()), set[0].n);
      tile_columns.push_back(few_rows ? std::max<std::int64_t>(1, fit) : right.whole(std::max(fit, right.lines)));
    }
  };
  const auto set_rows = [&](std::int64_t rows) {
    tile_rows = few_rows ? m : left.whole(divided_up(m, divided_up(m, rows)));
  };
  std::int64_t columns = few_rows ? few_rows_columns / m : most_columns / right.lines * right.lines, rows = most_rows;
  set_rows(rows);
  set_columns(columns);
  const auto too_few = [&] { return tiles_of(sets) < tiles_a_thread * threads; };
  for (; !reduces && too_few() && columns > 2 * least_columns; set_columns(columns)) columns /= 2;
  for (; too_few() && rows > least_rows; set_rows(rows)) rows /= 2;
  row_tiles = divided_up(m, tile_rows);
}

std::int64_t ProductLayout::tile_floats(int set) const {
  const Panel right = microkernel().right();
  return right.panels(tile_columns[set]) * right.width * k;
}

void ProductLayout::add_round(std::int64_t first_right, std::int64_t count, std::vector<Part> parts,
                              const std::vector<JoinedProducts>& sets) {
  std::int64_t floats = 0;
  for (Part& part : parts) {
    part.tiles = divided_up(part.columns, tile_columns[part.set]);
    part.offset = floats;
    floats += count * static_cast<std::int64_t>(sets[part.set].size()) * part.tiles * tile_floats(part.set);
  }
  if (packs_ahead) right_floats = std::max(right_floats, floats);
  rounds.push_back({first_right, count, std::move(parts)});
}

/// As many right matrices of all sets as there is room for; else set by set, and some columns of one at a time.
void ProductLayout::choose_rounds(const std::vector<JoinedProducts>& sets) {
  std::vector<Part> all;
  std::int64_t floats = 0;
  for (std::size_t set = 0; set < sets.size(); ++set) {
    const std::int64_t columns = sets[set][0].n;
    all.push_back({static_cast<int>(set), 0, columns});
    floats += static_cast<std::int64_t>(sets[set].size()) * divided_up(columns, tile_columns[set]) *
              tile_floats(static_cast<int>(set));
  }
  const std::int64_t together = packs_ahead ? std::min(rights(), most_ahead / floats) : rights();
  if (together > 0) {
    for (std::int64_t right = 0; right < rights(); right += together) {
      add_round(right, std::min(together, rights() - right), all, sets);
    }
    return;
  }
  for (std::int64_t right = 0; right < rights(); ++right) {
    for (const Part& whole : all) {
      const std::int64_t tile = static_cast<std::int64_t>(sets[whole.set].size()) * tile_floats(whole.set);
      const std::int64_t columns = std::max<std::int64_t>(1, most_ahead / tile) * tile_columns[whole.set];
      for (std::int64_t at = 0; at < whole.columns; at += columns) {
        add_round(right, 1, {{whole.set, at, std::min(columns, whole.columns - at)}}, sets);
      }
    }
  }
}

LeftMatrix ProductLayout::left(std::int64_t right, std::int64_t index) const {
  const std::int64_t group = by_inner_ ? right % rights_inner() * share_ : 0;
  return {by_outer_ ? right / rights_inner() : index / lefts_inner(), group + index % lefts_inner()};
}

}  // namespace device::cpu
