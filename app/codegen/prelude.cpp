// Takes in the parts of the prelude that a text asks for by the names in it.
#include "codegen/prelude.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/words.hpp"

#include <array>
#include <initializer_list>

namespace codegen {
namespace {

constexpr std::int64_t most_prelude = 1 << 20;

std::string part(std::string_view name) {
  const auto file = base::program_file("kernels/prelude/" + std::string(name));
  auto text = base::read_file(file, most_prelude);
  if (!text) throw base::MachineError(base::say("codegen.prelude_unreadable", {{"file", file.string()}}));
  return std::move(*text);
}

bool any_of(std::string_view source, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    if (source.find(word) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

std::string prelude_for(std::string_view source) {
  std::string out = part("types.cuh") + "\n" + part("memory.cuh") + "\n" + part("convert.cuh");
  const bool activates = any_of(source, {"maximum(", "minimum(", "relu(", "sigmoid(", "silu(", "softplus(", "gelu",
                                         "infinity(", "not_a_number(", "sine("});
  const bool attends = any_of(source, {"MmaAttention<", "WgmmaAttention<"});
  if (activates || attends || any_of(source, {"two_to("})) out += "\n" + part("two_to.cuh");
  if (activates) out += "\n" + part("math.cuh");
  if (any_of(source, {"sine("})) out += "\n" + part("trig.cuh");
  if (any_of(source, {"dropout(", "random_bits("})) out += "\n" + part("random.cuh");
  if (any_of(source, {"load_last<"})) out += "\n" + part("l2.cuh");
  if (any_of(source, {"reduce_lanes<", "reduce_block<", "FmaAttention<"})) out += "\n" + part("reduce.cuh");
  if (any_of(source, {"order_of(", "Best<"})) out += "\n" + part("ranking.cuh");
  if (any_of(source, {"rank_in_warp<", "RowRanking<"})) out += "\n" + part("ranking_rows.cuh");
  if (any_of(source, {"Variance "})) out += "\n" + part("variance.cuh");
  if (any_of(source, {"rescale("})) out += "\n" + part("stream.cuh");
  if (any_of(source, {"i8*", "i4*"})) out += "\n" + part("packed.cuh");
  if (any_of(source, {"Tile<", "TileOrder{", "PackedStream<", "WgmmaAttention<"})) out += "\n" + part("tile.cuh");
  if (any_of(source, {"ExpertTile "})) out += "\n" + part("experts.cuh");
  if (any_of(source, {"Pages<"})) out += "\n" + part("pages.cuh");
  if (any_of(source, {"Halves<"})) out += "\n" + part("packed_tile.cuh");
  if (any_of(source, {"MmaSums<", "PackedSums<", "PackedStream<", "MmaAttention<"})) out += "\n" + part("sums_mma.cuh");
  if (any_of(source, {"Ring<"})) out += "\n" + part("ring.cuh");
  if (any_of(source, {"PackedSums<", "PackedStream<"})) out += "\n" + part("packed_numbers.cuh");
  if (any_of(source, {"PackedSums<"})) out += "\n" + part("sums_packed.cuh");
  if (any_of(source, {"PackedStream<"})) out += "\n" + part("stream_packed.cuh");
  if (any_of(source, {"FmaSums<", "FmaAttention<"})) out += "\n" + part("sums_fma.cuh");
  if (any_of(source, {"MmaAttention<"})) out += "\n" + part("attention_mma.cuh");
  if (any_of(source, {"FmaAttention<"})) out += "\n" + part("attention_fma.cuh");
  if (any_of(source, {"TensorMap"})) out += "\n" + part("hopper.cuh");
  if (any_of(source, {"Wgmma<", "WgmmaAttention<"})) out += "\n" + part("wgmma.cuh");
  if (any_of(source, {"keys = 160,", "keys = 192,"})) out += "\n" + part("wgmma_keys.cuh");
  if (any_of(source, {"WgmmaAttention<"})) out += "\n" + part("attention_wgmma.cuh");
  return out;
}

}  // namespace codegen
