// How a kernel of attention is cut for the threads of a processor: some queries at a time, and of these some keys.
#pragma once

#include "plan/attention.hpp"

#include <cstdint>

namespace device::cpu {

/// Heads that share keys and values lie beside each other: their queries are rows of one group.
struct AttentionLayout {
  AttentionLayout(const plan::Attention& attention, int threads);

  std::int64_t groups = 1;  ///< matrices of keys with their values
  std::int64_t rows = 1;    ///< queries of a group
  std::int64_t heads = 1;   ///< of a group: of `queries` rows each
  std::int64_t queries = 1;
  std::int64_t keys = 1;
  std::int64_t head = 1, width = 1;  ///< dimensions of a key, of a value
  std::int64_t tile_rows = 1, row_tiles = 1, tile_keys = 1, key_tiles = 1;
  bool few_rows = false;     ///< by the loop that reads keys and values where they are
  bool packs_group = false;  ///< keys and values are packed once for all queries of a group; else tile by tile

  // Floats of a thread.
  std::int64_t queries_floats = 0, packed_queries = 0, packed_keys = 0, packed_values = 0;
  std::int64_t scores_floats = 0, packed_weights = 0, sums_floats = 0;
  std::int64_t page_floats = 0;                 ///< lines of pages beside each other, before they are packed
  std::int64_t scores_step = 1, sums_step = 1;  ///< from one row to the next
  [[nodiscard]] std::int64_t floats() const;
};

}  // namespace device::cpu
