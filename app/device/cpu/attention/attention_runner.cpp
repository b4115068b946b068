// A thread takes some queries of a group; their scores with some keys become weights and are gone before the next keys.
#include "device/cpu/attention/attention_runner.hpp"

#include "base/error.hpp"
#include "device/cpu/engine.hpp"
#include "device/cpu/product/few_rows.hpp"
#include "device/cpu/table.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace device::cpu {
namespace {

constexpr float nothing_seen = -std::numeric_limits<float>::infinity();  // no key yet

Piece piece_of_keys(const AttentionLayout& layout) {
  return {layout.tile_keys, true};
}

}  // namespace

/// Some queries of a group.
struct AttentionRunner::Place {
  std::int64_t group = 0, row = 0, rows = 0;  ///< rows of the group
  std::int64_t first_row = 0;                 ///< of all matrices' rows
};

/// What one thread has at hand.
struct AttentionRunner::Thread {
  Thread(const AttentionStage& stage, std::span<const Tensor> tensors, const AttentionLayout& layout)
      : room(layout.floats(), chain::Dtype::f32),
        workspace(stage.scores, tensors, piece_of_keys(layout), 1, false),
        maxima(static_cast<std::size_t>(layout.tile_rows)),
        sums(maxima.size()) {
    auto* at = reinterpret_cast<float*>(room.data());
    const auto deal = [&](float*& part, std::int64_t floats) {
      part = at;
      at += (floats + 15) / 16 * 16;
    };
    deal(queries, layout.queries_floats);
    deal(packed_queries, layout.packed_queries);
    deal(keys, layout.packed_keys);
    deal(values, layout.packed_values);
    deal(scores, layout.scores_floats);
    deal(weights, layout.packed_weights);
    deal(added, layout.sums_floats);
    deal(pages, layout.page_floats);
  }

  Buffer room;
  Workspace workspace;
  float *queries = nullptr, *packed_queries = nullptr, *keys = nullptr, *values = nullptr;
  float *scores = nullptr, *weights = nullptr, *added = nullptr, *pages = nullptr;
  std::vector<float> maxima;  ///< of each row, of the keys so far
  std::vector<double> sums;   ///< of exp(score - maximum)
  std::int64_t group = -1;    ///< whose keys and values are packed
};

std::int64_t AttentionRunner::floats(const AttentionStage& stage, int threads) {
  const AttentionLayout layout(stage.plan, threads);
  return layout.floats() + Workspace::floats(stage.scores, piece_of_keys(layout), 1);
}

AttentionRunner::AttentionRunner(AttentionStage stage, std::span<const Tensor> tensors, ThreadPool& pool, Fault fault)
    : stage_(std::move(stage)),
      tensors_(tensors),
      pool_(pool),
      fault_(fault),
      layout_(stage_.plan, pool.size()),
      maximum_slot_(stage_.scores.row_parts.at(0).slot),
      sum_slot_(stage_.scores.row_parts.at(1).slot) {
  assert(stage_.scores.phases.size() == 2 && "scores and their maximum, then exponentials and their sum");
  for (int thread = 0; thread < pool.size(); ++thread) {
    threads_.push_back(std::make_unique<Thread>(stage_, tensors, layout_));
  }
}

AttentionRunner::~AttentionRunner() = default;

AttentionRunner::Place AttentionRunner::place_of(std::int64_t unit) const {
  Place place;
  place.group = unit / layout_.row_tiles;
  place.row = unit % layout_.row_tiles * layout_.tile_rows;
  place.rows = std::min(layout_.tile_rows, layout_.rows - place.row);
  place.first_row = place.group * layout_.rows + place.row;
  return place;
}

namespace {

/// The matrix that a group's rows meet.
std::int64_t first_of(const plan::Product& product, const plan::Place& at, std::int64_t matrix) {
  const std::int64_t outer = matrix / product.inner, inner = matrix % product.inner;
  return outer * at.outer + inner / product.share * at.inner;
}

}  // namespace

/// Where the line of a key begins, or that of its value.
const std::byte* AttentionRunner::line(const plan::Product& of, std::int64_t group, std::int64_t key) const {
  const Tensor& tensor = tensors_[of.right];
  const std::int64_t matrix = group * layout_.heads;
  const std::int64_t step = of.op == stage_.plan.scores.op ? of.right_at.column : of.right_at.row;
  std::int64_t at = first_of(of, of.right_at, matrix);
  if (of.pages.any()) {
    const plan::Pages& pages = of.pages;
    const std::int64_t first = matrix / of.inner * pages.outer + matrix % of.inner / of.share * pages.inner;
    const std::int64_t entries = divided_up(layout_.keys, pages.rows);
    at += slice_at(tensors_[pages.table], first, key / pages.rows, entries, fault_) * pages.slice;
    key %= pages.rows;
  }
  return tensor.data + (at + key * step) * size_of(tensor.format);
}

namespace {

/// Of `count` lines from `key` on: how many lie together.
std::int64_t together(const plan::Product& of, std::int64_t key, std::int64_t count) {
  return of.pages.any() ? std::min(count, of.pages.rows - key % of.pages.rows) : count;
}

}  // namespace

Lines AttentionRunner::keys(std::int64_t group, std::int64_t key, std::int64_t count) const {
  const plan::Product& of = stage_.plan.scores;
  const Format format = tensors_[of.right].format;
  return {line(of, group, key), format, of.right_at.column, of.right_at.row, together(of, key, count), of.k};
}

Lines AttentionRunner::values(std::int64_t group, std::int64_t key, std::int64_t count) const {
  const plan::Product& of = stage_.plan.values;
  const Format format = tensors_[of.right].format;
  return {line(of, group, key), format, of.right_at.column, of.right_at.row, layout_.width, together(of, key, count)};
}

/// Keys beyond the last one that a query here sees would add nothing.
std::int64_t AttentionRunner::tiles_seen(const Place& place) const {
  return divided_up(stage_.plan.keys_seen(place.first_row, place.rows), layout_.tile_keys);
}

/// Row by row, each head's where it lies; then as the microkernel reads them.
void AttentionRunner::take_queries(Thread& thread, const Place& place) const {
  const plan::Product& of = stage_.plan.scores;
  const Tensor& tensor = tensors_[of.left];
  for (std::int64_t row = 0, count = 0; row < place.rows; row += count) {
    const std::int64_t matrix = place.group * layout_.heads + (place.row + row) / layout_.queries;
    const std::int64_t query = (place.row + row) % layout_.queries;
    count = std::min(place.rows - row, layout_.queries - query);
    const std::int64_t first =
        matrix / of.inner * of.left_at.outer + matrix % of.inner * of.left_at.inner + query * of.left_at.row;
    const Lines lines{
        tensor.data + first * size_of(tensor.format), tensor.format, of.left_at.row, of.left_at.column, count, of.k};
    lay_out(lines, thread.queries + row * layout_.head, layout_.head);
  }
  if (layout_.few_rows) return;
  const Lines lines{reinterpret_cast<const std::byte*>(thread.queries), Format::f32, layout_.head, 1, place.rows, of.k};
  pack(lines, microkernel().left(), thread.packed_queries);
}

void AttentionRunner::pack_keys(Thread& thread, const Place& place, std::int64_t tile) const {
  if (layout_.few_rows || (layout_.packs_group && thread.group == place.group)) return;
  thread.group = place.group;
  const Panel panel = microkernel().right();
  const std::int64_t first = layout_.packs_group ? 0 : tile, last = layout_.packs_group ? layout_.key_tiles : tile + 1;
  for (std::int64_t t = first; t < last; ++t) {
    const std::int64_t at = t - first, key = t * layout_.tile_keys;
    const Share keys{key, std::min(key + layout_.tile_keys, layout_.keys)};
    pack_lines(thread, stage_.plan.scores, keys,
               thread.keys + at * panel.panels(layout_.tile_keys) * panel.width * layout_.head);
    pack_lines(thread, stage_.plan.values, keys,
               thread.values + at * panel.panels(layout_.width) * panel.width * layout_.tile_keys);
  }
}

/// Lines of several pages are brought together first, within the caches.
void AttentionRunner::pack_lines(Thread& thread, const plan::Product& of, Share keys, float* to) const {
  const bool are_keys = of.op == stage_.plan.scores.op;
  const std::int64_t count = keys.last - keys.first;
  const auto lines = [&](std::int64_t key, std::int64_t some) {
    return are_keys ? this->keys(thread.group, key, some) : values(thread.group, key, some);
  };
  Lines all = lines(keys.first, count);
  if (std::int64_t& some = are_keys ? all.count : all.depth; some < count) {
    auto* room = reinterpret_cast<std::byte*>(thread.pages);
    const std::int64_t bytes = (are_keys ? all.line_step : all.depth_step) * size_of(all.format);  // of a line
    for (std::int64_t done = 0; done < count;) {
      const Lines page = lines(keys.first + done, count - done);
      const std::int64_t here = are_keys ? page.count : page.depth;
      std::memcpy(room + done * bytes, page.data, static_cast<std::size_t>(here * bytes));
      done += here;
    }
    all.data = room;
    some = count;
  }
  pack(all, microkernel().right(), to);
}

void AttentionRunner::score(Thread& thread, const Place& place, std::int64_t tile) const {
  const std::int64_t key = tile * layout_.tile_keys;
  std::int64_t depth = stage_.plan.scores.k;
  if (layout_.few_rows) {
    const std::int64_t count = std::min(layout_.tile_keys, layout_.keys - key);
    for (std::int64_t done = 0; done < count;) {
      const Lines lines = keys(place.group, key + done, count - done);
      multiply_few_rows({thread.queries, layout_.head, place.rows, lines, thread.scores + done, layout_.scores_step});
      done += lines.count;
    }
    return;
  }
  const Panel panel = microkernel().right();
  const std::int64_t at = layout_.packs_group ? tile : 0;
  const float* packed = thread.keys + at * panel.panels(layout_.tile_keys) * panel.width * layout_.head;
  multiply_panels({thread.packed_queries, packed, place.rows, std::min(layout_.tile_keys, layout_.keys - key), depth,
                   false, thread.scores, layout_.scores_step});
}

/// Scores become exp(score - maximum of the keys so far); what was added before a larger maximum came fades.
void AttentionRunner::soften(Thread& thread, const Place& place, std::int64_t tile) const {
  const std::int64_t key = tile * layout_.tile_keys, count = std::min(layout_.tile_keys, layout_.keys - key);
  Workspace& workspace = thread.workspace;
  for (std::int64_t row = 0; row < place.rows; ++row) {
    const Block block{place.first_row + row, 1};
    const Range range{block.first_row * layout_.keys + key, count};
    workspace.sums()[0] = thread.scores + row * layout_.scores_step;
    workspace.start_rows(0, 1);
    workspace.run_elements(0, range, block);
    float& maximum = thread.maxima[static_cast<std::size_t>(row)];
    const float before = maximum, here = workspace.row_part(maximum_slot_);
    if (std::isnan(here) || here > before) maximum = here;
    // Where nothing is seen yet, an exponential is 0, not what infinities differ by.
    workspace.set_row(maximum_slot_, maximum == nothing_seen ? 0 : maximum);
    workspace.start_rows(1, 1);
    workspace.run_elements(1, range, block);
    const bool stale = fault_ == Fault::stale_maximum && tile + 1 == layout_.key_tiles;
    const float fade = maximum == before || stale ? 1 : std::exp(before - maximum);
    double& sum = thread.sums[static_cast<std::size_t>(row)];
    sum = sum * static_cast<double>(fade) + static_cast<double>(workspace.row_part(sum_slot_));
    if (fade == 1) continue;
    float* added = thread.added + row * layout_.sums_step;
    for (std::int64_t column = 0; column < layout_.width; ++column) added[column] *= fade;
  }
}

void AttentionRunner::add_values(Thread& thread, const Place& place, std::int64_t tile) const {
  const std::int64_t key = tile * layout_.tile_keys, count = std::min(layout_.tile_keys, layout_.keys - key);
  if (layout_.few_rows) {
    float* more = thread.added + layout_.tile_rows * layout_.sums_step;
    for (std::int64_t done = 0; done < count;) {
      const Lines lines = values(place.group, key + done, count - done);
      multiply_few_rows({thread.scores + done, layout_.scores_step, place.rows, lines, more, layout_.sums_step});
      for (std::int64_t row = 0; row < place.rows; ++row) {
        for (std::int64_t at = row * layout_.sums_step; at < row * layout_.sums_step + layout_.width; ++at)
          thread.added[at] += more[at];
      }
      done += lines.depth;
    }
    return;
  }
  const Lines lines{
      reinterpret_cast<const std::byte*>(thread.scores), Format::f32, layout_.scores_step, 1, place.rows, count};
  pack(lines, microkernel().left(), thread.weights);
  const Panel panel = microkernel().right();
  const std::int64_t at = layout_.packs_group ? tile : 0;
  const float* packed = thread.values + at * panel.panels(layout_.width) * panel.width * layout_.tile_keys;
  multiply_panels({thread.weights, packed, place.rows, layout_.width, count, true, thread.added, layout_.sums_step});
}

/// The values so far, divided by the sum of their weights.
void AttentionRunner::finish(Thread& thread, const Place& place, std::int64_t rows) const {
  const Tensor& tensor = tensors_[stage_.plan.values.op];
  for (std::int64_t row = 0; row < rows; ++row) {
    float* added = thread.added + row * layout_.sums_step;
    const auto sum = static_cast<float>(thread.sums[static_cast<std::size_t>(row)]);
    for (std::int64_t column = 0; column < layout_.width; ++column) added[column] /= sum;
    const Operand from{added, 1, Format::f32};
    Call call;
    call.a = &from;
    call.out = tensor.data + (place.first_row + row) * layout_.width * size_of(tensor.format);
    call.out_format = tensor.format;
    call.count = layout_.width;
    kernels().copy.edge(call);
  }
}

void AttentionRunner::work(Thread& thread, int index, const std::stop_token& stop) const {
  const std::int64_t units = layout_.groups * layout_.row_tiles;
  // Where later queries see more keys, each thread takes turns; else it stays with the keys it has packed.
  const bool turns = stage_.plan.hides && layout_.row_tiles > 1;
  Share share = turns ? Share{index, units} : share_of(units, index, pool_.size());
  if (fault_ == Fault::skipped_thread && index + 1 == pool_.size()) share.last = share.first;
  thread.group = -1;
  thread.workspace.begin(nullptr);
  for (std::int64_t unit = share.first; unit < share.last; unit += turns ? pool_.size() : 1) {
    if (stop.stop_requested()) return;
    const Place place = place_of(unit);
    take_queries(thread, place);
    std::ranges::fill(thread.maxima, nothing_seen);
    std::ranges::fill(thread.sums, 0.0);
    std::fill_n(thread.added, layout_.tile_rows * layout_.sums_step, 0.0f);
    const std::int64_t tiles = tiles_seen(place);
    for (std::int64_t tile = 0; tile < tiles; ++tile) {
      const bool last = tile + 1 == tiles;
      const int times = !last ? 1 : fault_ == Fault::dropped_tile ? 0 : fault_ == Fault::tile_twice ? 2 : 1;
      for (int i = 0; i < times; ++i) {
        pack_keys(thread, place, tile);
        score(thread, place, tile);
        soften(thread, place, tile);
        add_values(thread, place, tile);
      }
    }
    finish(thread, place, place.rows - (fault_ == Fault::short_tail && unit + 1 == units ? 1 : 0));
  }
}

void AttentionRunner::run(const std::stop_token& stop) {
  pool_.run([&](int index) { work(*threads_[static_cast<std::size_t>(index)], index, stop); });
  if (stop.stop_requested()) throw base::Cancelled();
}

}  // namespace device::cpu
