// Parts rows where they are too few to keep every multiprocessor busy.
#include "plan/launches.hpp"

#include "plan/piece.hpp"

#include <algorithm>

namespace plan {
namespace {

constexpr std::int64_t vector = 16;             ///< bytes of a thread's widest access
constexpr std::int64_t of_block = 32 * 1024;    ///< elements of a row that the threads of one block hold at once
constexpr std::int64_t least_reads = 512 * 16;  ///< vectors of a segment: 512 threads, each 16 times
constexpr std::int64_t per_processor = 8;       ///< blocks that a multiprocessor gets

/// Bytes of the largest element among the tensors as large as the kernel's space; 4 if there is none.
std::int64_t widest(const Piece& piece) {
  std::int64_t most = 0;
  for (const auto* tensors : {&piece.reads, &piece.writes}) {
    for (const int value : *tensors) {
      if (piece.is_full(value)) most = std::max(most, chain::size_of(piece.value(value).dtype));
    }
  }
  return most == 0 ? 4 : most;
}

}  // namespace

std::int64_t key_parts(const Attention& attention, int multiprocessors) {
  constexpr std::int64_t tall = 64, least_keys = 512, most = 128;
  const std::int64_t heads = attention.heads_together(), rows = heads * attention.scores.m;
  const std::int64_t tiles = rows <= 2 * tall ? 1 : (rows + tall - 1) / tall;
  const std::int64_t blocks = attention.scores.matrices() / heads * tiles;
  if (blocks >= multiprocessors) return 1;
  const std::int64_t wanted = 2 * std::int64_t{multiprocessors} / blocks;
  return std::clamp<std::int64_t>(std::min(wanted, attention.scores.n / least_keys), 1, most);
}

int row_width(std::int64_t columns, std::int64_t widest) {
  std::int64_t width = vector / widest;
  while (columns % width != 0) width /= 2;
  return static_cast<int>(width);
}

std::int64_t segments(const chain::Chain& chain, const Group& group, int multiprocessors) {
  if (group.schedule != Schedule::reduction && group.schedule != Schedule::streaming) return 1;
  const Piece piece(chain, group);
  if (piece.whole_row() >= 0) return 1;
  const std::int64_t rows = piece.space.rows(), columns = piece.space.columns();
  if (columns <= of_block || rows >= 2 * std::int64_t{multiprocessors}) return 1;
  const std::int64_t most = columns / (least_reads * row_width(columns, widest(piece)));
  if (most < 2) return 1;
  return std::min((per_processor * multiprocessors + rows - 1) / rows, most);
}

int launches(const chain::Chain& chain, const Group& group, int multiprocessors) {
  if (group.schedule == Schedule::matmul_reduce) return 2;
  if (group.schedule == Schedule::attention) return key_parts(attention(chain, group), multiprocessors) > 1 ? 2 : 1;
  return segments(chain, group, multiprocessors) > 1 ? 2 : 1;
}

}  // namespace plan
