// Attention for any card: queries stay in shared memory, keys and their values come by, tile after tile.
#include "base/units.hpp"
#include "codegen/attention_hopper.hpp"
#include "codegen/attention_work.hpp"
#include "codegen/expression.hpp"
#include "codegen/fill.hpp"
#include "codegen/launch.hpp"
#include "codegen/lower.hpp"
#include "codegen/writer.hpp"
#include "plan/launches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <tuple>

namespace codegen {
namespace {

constexpr std::string_view attention_head_text = R"(
  constexpr int rows = $rows$, keys = $keys$, head = $head$, width = $width$, threads = $threads$;  // of a tile, padded
  constexpr int row_tiles = $row_tiles$, key_tiles = $key_tiles$, parts = $parts$, all_rows = $all_rows$;
  using Queries = Tile<$type$, rows, head>;
  using Keys = Tile<$type$, keys, head>;
  using Values = Tile<$type$, keys, width>;
  $own_types$
  extern __shared__ uint4 dynamic_shared[];
  unsigned char* const shared = reinterpret_cast<unsigned char*>(dynamic_shared);

  // Which queries, and which of their keys.
  const int part = blockIdx.x % parts, tile = blockIdx.x / parts, group = tile / row_tiles;
  const int m0 = $row_tile$ * rows;
  const Matrix<$type$> queries = {$queries$};
  const $key_lines$ key_matrix = {$key_matrix$};
  const $value_lines$ value_matrix = {$value_matrix$};
  constexpr int tiles_of_part = (key_tiles + parts - 1) / parts;
  const int first = part * tiles_of_part;
  const int seen_tiles = $seen$, first_hidden = $first_hidden$;
  const int last = first + tiles_of_part < seen_tiles ? first + tiles_of_part : seen_tiles;
)";

constexpr std::string_view attention_mma_loop = R"(
  constexpr int stages = $stages$, stage_bytes = Keys::bytes + Values::bytes;
  Attention own;
  bring_tile<Queries, threads, $queries_together$>(shared, queries, m0, 0);
  $names$
  // A ring of stages: while one tile of keys is worked on, the copies of the next ones are under way.
  const auto bring_in = [&](int tile) {
    unsigned char* const stage = shared + Queries::bytes + (tile - first) % stages * stage_bytes;
    bring_tile<Keys, threads, $keys_together$>(stage, key_matrix, tile * keys, 0$key_names$);
    bring_tile<Values, threads, $values_together$>(stage + Keys::bytes, value_matrix, tile * keys, 0$value_names$);
    $look_ahead$
  };
#pragma unroll
  for (int s = 0; s < stages - 1; ++s) {
    if (first + s < last) bring_in(first + s);
    copy_commit();
  }
  for (int tile = first; tile < last; ++tile) {
    copy_wait<stages - 2>();
    __syncthreads();  // this tile is there for all; all have done with the one before, which is filled again
    if (tile + stages - 1 < last) bring_in(tile + stages - 1);
    copy_commit();
    const unsigned char* const stage = shared + Queries::bytes + (tile - first) % stages * stage_bytes;
    if (threadIdx.x >= Attention::threads) continue;  // helps to bring in what the others work on
    own.multiply_keys(shared, stage);
    $score$
    own.soften($scale$);
    own.multiply_values(stage + Keys::bytes);
  }
  $join$
  if (threadIdx.x >= 2 * rows) return;
)";

constexpr std::string_view attention_fma_loop = R"(
  unsigned char* const operand = shared + Queries::bytes;  // keys, then their values
  unsigned char* const weights = operand + (Keys::bytes > Values::bytes ? Keys::bytes : Values::bytes);
  Attention own;
  bring_tile<Queries, threads, $queries_together$>(shared, queries, m0, 0);
  for (int tile = first; tile < last; ++tile) {
    __syncthreads();  // the values before are done with
    bring_tile<Keys, threads, $keys_together$>(operand, key_matrix, tile * keys, 0);
    copy_commit();
    copy_wait<0>();
    __syncthreads();
    own.multiply_keys(shared, operand);
    $score$
    own.soften(weights, $scale$);
    __syncthreads();  // the keys are done with, the weights are there
    bring_tile<Values, threads, $values_together$>(operand, value_matrix, tile * keys, 0);
    copy_commit();
    copy_wait<0>();
    __syncthreads();
    own.multiply_values(weights, operand);
  }
)";

constexpr std::string_view attention_ops_text = R"(#pragma unroll
for (int i = 0; i < Attention::pairs; ++i) {
  f32 pair[2] = {own.score_at(i, 0), own.score_at(i, 1)};
  const int row = m0 + Attention::row(i) < all_rows ? m0 + Attention::row(i) : all_rows - 1;
  $call$
  own.score_at(i, 0) = pair[0], own.score_at(i, 1) = pair[1];
}
)";

constexpr std::string_view attention_hide_text = R"(if ((tile + 1) * keys > first_hidden) {
#pragma unroll
  for (int i = 0; i < Attention::pairs; ++i) {
    const int seen = $seen_by$ - tile * keys;
    if (Attention::column(i) >= seen) own.score_at(i, 0) = -infinity();
    if (Attention::column(i) + 1 >= seen) own.score_at(i, 1) = -infinity();
  }
}
)";

constexpr std::string_view attention_end_text = R"(
  own.finish_sums();
#pragma unroll
  for (int i = 0; i < Attention::added_pairs; ++i) {
    const int row = m0 + Attention::added_row(i), column = Attention::added_column(i);
    if (row >= all_rows || column >= $values$) continue;
    const i64 out_row = i64(group) * all_rows + row;
    $store$
  }
)";

/// How attention is laid over a card.
struct AttentionShape {
  bool tensor_cores = true;
  int rows = 128, keys = 64, head = 128, width = 128, stages = 2, threads = 256;
  int share = 1;  ///< warps that have the same queries, each with a part of a tile's keys
  std::int64_t shared = 0;
};

AttentionShape attention_shape(const AttentionWork& work, const Target& target) {
  AttentionShape shape;
  shape.tensor_cores = target.compute_capability >= 80 && work.is_narrow();
  const auto padded = [](std::int64_t size, std::int64_t least) {
    return static_cast<int>(std::max<std::uint64_t>(std::bit_ceil(static_cast<std::uint64_t>(size)), least));
  };
  const std::int64_t element = work.is_narrow() ? 2 : 4;
  if (shape.tensor_cores) {
    shape.head = padded(work.of.scores.k, 16);
    shape.width = padded(work.of.values.n, 16);
    const bool wide = shape.head > 128 || shape.width > 128;
    shape.keys = wide ? 32 : 64;
    const bool many = work.groups * divided_up(work.rows, 128) >= target.multiprocessors;
    shape.rows = static_cast<int>(std::clamp<std::int64_t>(divided_up(work.rows, 16), 1, many && !wide ? 8 : 4)) * 16;
    shape.threads = std::max(128, 2 * shape.rows);
    const auto bytes = [&](int stages) {
      return element * (shape.rows * shape.head + stages * shape.keys * (shape.head + shape.width));
    };
    shape.stages = shape.rows <= 32 ? 4 : 2;  // few queries wait for the road only
    while (shape.stages > 2 && bytes(shape.stages) > target.shared_per_block / 2) --shape.stages;
    while (bytes(shape.stages) > target.shared_per_block && shape.keys > 16) shape.keys /= 2;
    shape.shared = bytes(shape.stages);
    shape.share = std::min(shape.threads / (2 * shape.rows), shape.keys / 16);
    return shape;
  }
  shape.threads = 256;
  shape.head = padded(work.of.scores.k, 16);
  shape.width = padded(work.of.values.n, 32);
  const auto bytes = [&] {
    return element * (shape.rows * shape.head + shape.keys * std::max(shape.head, shape.width)) +
           std::int64_t{4} * shape.rows * shape.keys;
  };
  shape.rows = 64;
  const std::int64_t room = std::min<std::int64_t>(target.shared_per_block, 96 * 1024);
  while (shape.rows > 16 && (bytes() > room || work.rows <= shape.rows / 2)) shape.rows /= 2;
  while (shape.keys > 32 && bytes() > room) shape.keys /= 2;
  shape.shared = bytes();
  return shape;
}

class GeneralAttention {
 public:
  GeneralAttention(const AttentionWork& work, const Target& target)
      : work_(work), shape_(attention_shape(work, target)), async_(target.compute_capability >= 80) {
    key_tiles_ = divided_up(work.of.scores.n, shape_.keys);
    const std::int64_t wanted = plan::key_parts(work.of, target.multiprocessors);
    parts_ = divided_up(key_tiles_, divided_up(key_tiles_, wanted));
    joins_ = wanted > 1;
    row_tiles_ = divided_up(work.rows, shape_.rows);
  }

  std::vector<Kernel> lower(std::vector<std::int64_t>& scratch) {
    Kernel kernel;
    kernel.group = work_.number;
    kernel.entry = work_.entry(joins_ ? "parts" : "");
    kernel.launch.grid = {work_.groups * row_tiles_ * parts_, 1, 1};
    kernel.launch.block = {shape_.threads, 1, 1};
    kernel.launch.dynamic_shared = shape_.shared;
    std::vector<std::string> parameters;
    work_.take(kernel, parameters, !joins_);
    if (joins_) {
      for (const auto& [name, each] : {std::pair{"added", work_.of.values.n}, {"state", std::int64_t{2}}}) {
        kernel.arguments.push_back({Argument::Kind::scratch, static_cast<int>(scratch.size()), 0});
        parameters.push_back(fmt::format("f32* __restrict__ {}", name));
        scratch.push_back(4 * parts_ * work_.groups * work_.rows * each);
      }
    }
    kernel.source = work_.comment(words(kernel)) + work_.score_function();
    kernel.source += signature(kernel.entry, shape_.threads, parameters) + " {";
    const Fillings all = fillings();
    kernel.source += fill(attention_head_text, all) +
                     fill(shape_.tensor_cores ? attention_mma_loop : attention_fma_loop, all) +
                     fill(attention_end_text, all);
    kernel.source += "}\n";
    std::vector<Kernel> kernels{std::move(kernel)};
    if (joins_) kernels.push_back(join(kernels.front()));
    return kernels;
  }

 private:
  [[nodiscard]] std::vector<std::string> words(const Kernel& kernel) const {
    std::vector<std::string> lines;
    lines.push_back(fmt::format(
        "Launch: {} blocks of {} threads; a block has {} queries in {} bytes of shared memory and takes {} keys at a "
        "time{}.",
        base::group_digits(kernel.launch.grid[0]), shape_.threads, shape_.rows, base::group_digits(shape_.shared),
        shape_.keys, parts_ > 1 ? fmt::format(", of one of {} parts of the keys", parts_) : ""));
    lines.emplace_back(shape_.tensor_cores
                           ? fmt::format("Tensor cores by mma.sync, {} for 16 queries; cp.async brings the keys in.",
                                         shape_.share == 1 ? "a warp" : fmt::format("{} warps", shape_.share))
                           : "CUDA cores, one fused multiply-add after the other.");
    if (!work_.of.fetches.empty()) {
      lines.emplace_back("Each line of a page is looked up in its table where it is brought in: no copy of the cache.");
    }
    return lines;
  }

  /// Bytes that move at once.
  [[nodiscard]] std::string together(const OperandLayout& layout) const {
    return fmt::format("{}", async_ ? layout.together : 0);
  }

  [[nodiscard]] Fillings fillings() const {
    const auto number = [](std::int64_t value) { return fmt::format("{}", value); };
    const OperandLayout queries = work_.queries(), keys = work_.keys(), values = work_.values();
    const std::string type = work_.type();
    const bool mma = shape_.tensor_cores;
    const std::string types =
        mma ? fmt::format("using Attention = MmaAttention<Queries, Keys, Values, {}>;", shape_.share)
            : "using Weights = Tile<f32, rows, keys>;\nusing Attention = FmaAttention<Queries, Keys, Values, Weights>;";
    const std::string call =
        work_.score_call("i64(group) * all_rows + row", "tile * keys + Attention::column(i)", "pair");
    const bool hides = work_.of.hides && row_tiles_ > 1;
    const AttentionWork::Rows tile{"m0", "rows", work_.rows};
    return {
        {"rows", number(shape_.rows)},
        {"keys", number(shape_.keys)},
        {"head", number(shape_.head)},
        {"width", number(shape_.width)},
        {"threads", number(shape_.threads)},
        {"stages", number(shape_.stages)},
        {"row_tiles", number(row_tiles_)},
        {"key_tiles", number(key_tiles_)},
        {"parts", number(parts_)},
        {"all_rows", number(work_.rows)},
        {"type", type},
        {"own_types", types},
        // Later queries see more keys: they begin, so that short ones fill the end.
        {"row_tile", hides ? "(row_tiles - 1 - tile % row_tiles)" : "(tile % row_tiles)"},
        {"queries", work_.matrix(work_.of.scores, work_.of.scores.left, queries)},
        {"key_lines", work_.lines_type(work_.of.scores)},
        {"value_lines", work_.lines_type(work_.of.values)},
        {"key_matrix", work_.lines(work_.of.scores, keys)},
        {"value_matrix", work_.lines(work_.of.values, values)},
        {"seen", row_tiles_ == 1 ? "key_tiles" : work_.tiles_seen(tile)},
        {"first_hidden", work_.first_hidden(tile)},
        {"scale", literal(work_.scale)},
        {"names", names(true)},
        {"look_ahead", names(false)},
        {"key_names", work_.of.scores.pages.any() ? ", key_names" : ""},
        {"value_names", work_.of.values.pages.any() ? ", value_names" : ""},
        {"queries_together", together(queries)},
        {"keys_together", together(keys)},
        {"values_together", together(values)},
        {"score", (work_.has_ops() ? fill(attention_ops_text, {{"call", call}}) : "") +
                      fill(attention_hide_text, {{"seen_by", work_.seen_by("(m0 + Attention::row(i))", work_.rows)}})},
        {"join", shape_.share == 1 ? ""
                                   : fmt::format("__syncthreads();  // the tiles are done with\nown.join(shared, {});",
                                                 literal(work_.scale))},
        {"values", number(work_.of.values.n)},
        {"store", store()},
    };
  }

  /// Of lines that lie in pages: the names of the first tile's, or of the tile after one that was just brought in.
  [[nodiscard]] std::string names(bool of_first) const {
    std::string text;
    for (const auto& [product, shape, name] :
         {std::tuple{&work_.of.scores, "Keys", "key"}, std::tuple{&work_.of.values, "Values", "value"}}) {
      if (!product->pages.any()) continue;
      if (of_first) text += fmt::format("PageNames<{}, {}, threads> {}_names;\n", shape, product->pages.rows, name);
      text += fmt::format("{0}_names.look({0}_matrix, {1} * keys);\n", name, of_first ? "first" : "(tile + 1)");
    }
    return text;
  }

  [[nodiscard]] std::string store() const {
    const std::int64_t width = work_.of.values.n;
    if (joins_) {
      return fmt::format(
          "const i64 place = i64(part) * {0} + out_row;\n"
          "if (column == 0) state[place * 2] = own.top_of(i) * {2}, state[place * 2 + 1] = own.sum_of(i);\n"
          "for (int e = 0; e < 2 && column + e < {1}; ++e) added[place * {1} + column + e] = own.added_at(i, e);",
          work_.groups * work_.rows, width, literal(work_.scale));
    }
    const std::string type(chain::name(work_.chain.values[work_.of.values.op].dtype));
    const std::string to = fmt::format("p{} + out_row * {} + column", work_.of.values.op, width);
    if (width % 2 != 0) {
      return fmt::format(
          "for (int e = 0; e < 2 && column + e < {0}; ++e) ({1})[e] = narrow<{2}>(own.added_at(i, e) / own.sum_of(i));",
          width, to, type);
    }
    return fmt::format(
        "Vec<{0}, 2> pair;\npair[0] = narrow<{0}>(own.added_at(i, 0) / own.sum_of(i));\n"
        "pair[1] = narrow<{0}>(own.added_at(i, 1) / own.sum_of(i));\nstore({1}, pair);",
        type, to);
  }

  /// The second launch: a warp a row.
  [[nodiscard]] Kernel join(const Kernel& first) const {
    constexpr int threads = 128;
    Kernel kernel;
    kernel.group = work_.number;
    kernel.entry = work_.entry("join");
    const std::int64_t rows = work_.groups * work_.rows, width = work_.of.values.n;
    kernel.launch.grid = {divided_up(rows, threads / 32), 1, 1};
    kernel.launch.block = {threads, 1, 1};
    std::vector<std::string> parameters;
    for (const char* name : {"added", "state"}) {
      const Argument& argument = first.arguments[first.arguments.size() - (kernel.arguments.empty() ? 2 : 1)];
      kernel.arguments.push_back(argument);
      parameters.push_back(fmt::format("const f32* __restrict__ {}", name));
    }
    const int result = work_.of.values.op;
    const std::string type(chain::name(work_.chain.values[result].dtype));
    kernel.arguments.push_back({Argument::Kind::tensor, result, 0});
    parameters.push_back(fmt::format("{}* __restrict__ p{}", type, result));
    Writer out;
    out.line("// Kernel {}, second launch: a warp a query joins what the parts of its keys came to.", work_.number + 1);
    out.open(signature(kernel.entry, threads, parameters));
    out.line("constexpr i64 rows = {};", rows);
    out.line("constexpr int parts = {}, width = {};", parts_, width);
    out.text("const int lane = threadIdx.x % 32;");
    out.line("const i64 row = i64(blockIdx.x) * {} + threadIdx.x / 32;", threads / 32);
    out.text("if (row >= rows) return;");
    out.text("f32 top = -infinity(), sum = 0.0f;");
    out.text("for (int p = 0; p < parts; ++p) top = maximum(top, state[(p * rows + row) * 2]);");
    out.text("const f32 shift = top == -infinity() ? 0.0f : top;");
    out.text("for (int p = 0; p < parts; ++p) {");
    out.text("  const f32* const own = state + (p * rows + row) * 2;");
    out.text("  sum += own[1] * expf(own[0] - shift);");
    out.text("}");
    out.open("for (int column = lane; column < width; column += 32)");
    out.text("f32 all = 0.0f;");
    out.text("for (int p = 0; p < parts; ++p) {");
    out.text("  all += added[(p * rows + row) * width + column] * expf(state[(p * rows + row) * 2] - shift);");
    out.text("}");
    out.line("p{0}[row * width + column] = narrow<{1}>(all / sum);", result, type);
    out.close();
    out.close();
    kernel.source = out.take();
    return kernel;
  }

  const AttentionWork& work_;
  const AttentionShape shape_;
  const bool async_;
  bool joins_ = false;
  std::int64_t key_tiles_ = 1, parts_ = 1, row_tiles_ = 1;
};

}  // namespace

std::vector<Kernel> lower_attention(const plan::FusionPlan& plan, int group, const Target& target,
                                    std::vector<std::int64_t>& scratch) {
  const AttentionWork work(plan, group);
  const bool joins = plan::key_parts(work.of, target.multiprocessors) > 1;
  if (!joins && takes_hopper(work, target)) return {lower_hopper_attention(work, target)};
  return GeneralAttention(work, target).lower(scratch);
}

}  // namespace codegen
