// Reads the range, and writes the chain anew for each place in it.
#include "chain/sweep.hpp"

#include "base/names.hpp"
#include "base/text.hpp"
#include "chain/lexer.hpp"
#include "chain/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <set>

namespace chain {
namespace {

constexpr std::int64_t most_bytes = std::int64_t{1} << 42;  // 2^40 elements of four bytes
constexpr std::int64_t most_rows = std::int64_t{1} << 30;

std::unexpected<base::Diagnostics> refuse(std::string_view text, std::string_view part, Mistake mistake) {
  base::Diagnostic wrong;
  wrong.file = "<over>";
  wrong.line = 1;
  wrong.column = static_cast<int>(part.data() - text.data()) + 1;
  wrong.length = std::max(1, static_cast<int>(base::count_characters(part)));
  wrong.message = std::move(mistake.message);
  wrong.hint = std::move(mistake.hint);
  wrong.source_line = text;
  return std::unexpected(base::Diagnostics{wrong});
}

/// "64K" -> 65536.
std::optional<std::int64_t> bytes_of(std::string_view text) {
  int shift = 0;
  if (!text.empty()) {
    const std::size_t at = std::string_view("KMG").find(text.back());
    if (at != std::string_view::npos) {
      shift = 10 * (static_cast<int>(at) + 1);
      text.remove_suffix(1);
    }
  }
  const auto number = base::to_integer(text);
  if (!number || *number < 1 || *number > (most_bytes >> shift)) return std::nullopt;
  return *number << shift;
}

std::string letters(std::int64_t bytes) {
  for (const auto& [shift, letter] : {std::pair{30, "G"}, std::pair{20, "M"}, std::pair{10, "K"}}) {
    if (bytes % (std::int64_t{1} << shift) == 0) return fmt::format("{}{}", bytes >> shift, letter);
  }
  return std::to_string(bytes);
}

/// A refusal at the place in the chain's text where the value is made.
std::unexpected<base::Diagnostics> refuse(const Chain& chain, int value, Mistake mistake) {
  const auto lines = base::split_lines(chain.text);
  const Value& there = chain.values[value];
  base::Diagnostic wrong;
  wrong.file = "<chain>";
  wrong.line = there.line;
  wrong.column = there.column;
  wrong.message = std::move(mistake.message);
  wrong.hint = std::move(mistake.hint);
  if (there.line >= 1 && there.line <= static_cast<int>(lines.size())) wrong.source_line = lines[there.line - 1];
  return std::unexpected(base::Diagnostics{wrong});
}

/// The largest value; of a pool only what is fetched counts.
int main_value(const Chain& chain) {
  for (int v = 0; v < static_cast<int>(chain.values.size()); ++v) {
    const bool counts = !is_index(chain.values[v].dtype) && !chain.is_pool(v);
    if (counts && chain.values[v].shape.elements() == chain.full_elements()) return v;
  }
  return 0;
}

/// [value]: what right operands of products are made of. They keep their sizes when rows are added on the left.
std::vector<bool> weights(const Chain& chain) {
  std::vector<bool> weight(chain.values.size(), false);
  for (std::size_t v = weight.size(); v-- > 0;) {
    const Value& value = chain.values[v];
    for (std::size_t i = 0; i < value.operands.size(); ++i) {
      const Operand& operand = value.operands[i];
      if (!operand.is_literal() && (weight[v] || (multiplies(value.op) && i == 1))) weight[operand.value] = true;
    }
  }
  return weight;
}

/// The chain's text with the first or the last dimension of these inputs written anew.
std::string with_size(const Chain& chain, const std::set<std::string_view>& scaled, bool last, std::int64_t size) {
  Mistakes none("");
  std::string changed;
  const char* copied = chain.text.data();
  const auto is_number = [](const Token& token) { return token.kind == Token::Kind::number; };
  for (const Statement& statement : lex(chain.text, none)) {
    const std::vector<Token>& tokens = statement.tokens;
    if (!tokens[1].is(':') || !scaled.contains(tokens[0].span.text)) continue;
    auto place = std::ranges::find_if(tokens, is_number);
    for (auto later = place; last && later != tokens.end(); ++later) {
      if (is_number(*later)) place = later;
    }
    if (place == tokens.end()) continue;
    changed.append(copied, place->span.text.data());
    changed += std::to_string(size);
    copied = place->span.text.data() + place->span.text.size();
  }
  changed.append(copied, chain.text.data() + chain.text.size());
  return changed;
}

/// The first dimension of every input that has the main tensor's rows.
std::string with_rows(const Chain& chain, const Value& main, std::int64_t rows) {
  std::set<std::string_view> scaled;
  const std::vector<bool> weight = weights(chain);
  for (const int input : chain.inputs()) {
    const Value& value = chain.values[input];
    const bool same_rank = value.shape.dims.size() == main.shape.dims.size();
    if (same_rank && !weight[input] && value.shape.dims.front() == main.shape.dims.front()) scaled.insert(value.name);
  }
  return with_size(chain, scaled, false, rows);
}

base::Expected<std::vector<SweepPoint>> over_size(const Chain& chain, const SweepAxis& axis) {
  const int at = main_value(chain);
  const Value& main = chain.values[at];
  const std::int64_t row = main.bytes().value / main.shape.dims.front();
  if (axis.from < row) {
    const auto first = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(row)));
    return refuse(
        chain, at,
        mistake(
            "chain.sweep.row",
            {{"name", main.name}, {"row", show_size(row)}, {"from", show_size(axis.from)}, {"size", letters(first)}}));
  }
  std::vector<SweepPoint> points;
  for (const std::int64_t size : places(axis)) {
    auto scaled = parse(with_rows(chain, main, (size + row / 2) / row));
    if (!scaled) return std::unexpected(scaled.error());
    const std::int64_t bytes = scaled->values[at].bytes().value;
    if (bytes > size + row || bytes < size - row) {
      return refuse(chain, at, mistake("chain.sweep.no_rows", {{"name", main.name}}));
    }
    points.push_back({bytes, std::move(*scaled)});
  }
  return points;
}

base::Expected<std::vector<SweepPoint>> over_rows(const Chain& chain, const SweepAxis& axis) {
  const auto product = std::ranges::find_if(chain.values, multiplies, &Value::op);
  if (product == chain.values.end()) {
    return refuse(chain, chain.ops().front(),
                  mistake("chain.sweep.no_product", {{"name", chain.values[chain.ops().front()].name}}));
  }
  const Value& left = chain.values[product->operands[0].value];
  std::vector<SweepPoint> points;
  for (const std::int64_t rows : places(axis)) {
    auto scaled = parse(with_rows(chain, left, rows));
    if (!scaled) return std::unexpected(scaled.error());
    const Shape& shape = scaled->values[product->operands[0].value].shape;
    if (shape.dims.front() != rows)
      return refuse(chain, static_cast<int>(product - chain.values.begin()),
                    mistake("chain.sweep.no_rows", {{"name", left.name}}));
    points.push_back({rows, std::move(*scaled)});
  }
  return points;
}

base::Expected<std::vector<SweepPoint>> over_columns(const Chain& chain, const SweepAxis& axis) {
  const int at = main_value(chain);
  const Value& main = chain.values[at];
  if (chain.has_product()) return refuse(chain, at, mistake("chain.sweep.row_of_product"));
  std::set<std::string_view> scaled;
  for (const int input : chain.inputs()) {
    const Value& value = chain.values[input];
    if (!is_index(value.dtype) && value.shape.columns() == main.shape.columns()) scaled.insert(value.name);
  }
  std::vector<SweepPoint> points;
  for (const std::int64_t columns : places(axis)) {
    auto scaled_chain = parse(with_size(chain, scaled, true, columns));
    if (!scaled_chain) return std::unexpected(scaled_chain.error());
    if (scaled_chain->values[at].shape.columns() != columns)
      return refuse(chain, at, mistake("chain.sweep.no_columns", {{"name", main.name}}));
    points.push_back({columns, std::move(*scaled_chain)});
  }
  return points;
}

base::Expected<std::vector<SweepPoint>> over_count(const Chain& chain, const SweepAxis& axis) {
  const auto refused = [&](int value, std::string message) {
    return refuse(chain, value, {std::move(message), base::say("chain.sweep.one_op")});
  };
  const std::vector<int> ops = chain.ops(), inputs = chain.inputs();
  if (ops.size() > 1) return refused(ops[1], base::say("chain.sweep.ops", ops.size()));
  const Value& op = chain.values[ops[0]];
  if (inputs.size() > 1) return refused(inputs[1], base::say("chain.sweep.two_tensors", {{"name", op.name}}));
  const Value& input = chain.values[inputs[0]];
  if (op.dtype != input.dtype || op.shape != input.shape) {
    return refused(ops[0], base::say("chain.sweep.unlike", {{"op", info(op.op).name}, {"name", input.name}}));
  }
  std::vector<SweepPoint> points;
  for (const std::int64_t copies : places(axis)) {
    Chain longer;
    longer.values = {input};
    for (std::int64_t i = 1; i <= copies; ++i) {
      Value copy = op;
      for (Operand& operand : copy.operands) {
        if (!operand.is_literal()) operand.value = static_cast<int>(i) - 1;
      }
      copy.output = i == copies;
      if (i < copies) copy.name = fmt::format("{}.{}", op.name, i);
      longer.values.push_back(std::move(copy));
    }
    auto parsed = parse(expanded_text(longer));
    if (!parsed) return std::unexpected(parsed.error());
    points.push_back({copies, std::move(*parsed)});
  }
  return points;
}

}  // namespace

std::string_view name(SweepAxis::Kind kind) {
  static constexpr base::Names<SweepAxis::Kind, SweepAxis::Kind::columns> names("size", "count", "rows", "columns");
  return names[kind];
}

std::string_view letter(SweepAxis::Kind kind) {
  static constexpr base::Names<SweepAxis::Kind, SweepAxis::Kind::columns> letters("size", "n", "m", "row");
  return letters[kind];
}

std::string show_place(SweepAxis::Kind kind, std::int64_t at) {
  return kind == SweepAxis::Kind::size ? show_size(at) : std::to_string(at);
}

base::Expected<SweepAxis> parse_axis(std::string_view text) {
  const std::size_t equals = text.find('='), dots = text.find("..");
  const std::string_view word = text.substr(0, equals);
  const auto refused = [&](std::string_view part, std::string_view key) {
    return refuse(text, part, {base::say(key), base::say("chain.sweep.axis")});
  };
  using Axis = SweepAxis::Kind;
  const auto kinds = {Axis::size, Axis::count, Axis::rows, Axis::columns};
  const auto* const kind = std::ranges::find(kinds, word, letter);
  if (kind == kinds.end()) return refused(word, "chain.sweep.over");
  if (equals == std::string_view::npos || dots == std::string_view::npos || dots < equals) {
    return refused(text, "chain.sweep.no_range");
  }
  const std::string_view first = text.substr(equals + 1, dots - equals - 1), last = text.substr(dots + 2);
  SweepAxis axis;
  axis.kind = *kind;
  const bool count = axis.kind == Axis::count, rows = axis.kind == Axis::rows, columns = axis.kind == Axis::columns;
  for (const auto& [part, end] : {std::pair{first, &axis.from}, std::pair{last, &axis.to}}) {
    const auto number = count ? base::to_integer(part) : bytes_of(part);
    const bool power = number && *number > 0 && std::has_single_bit(static_cast<std::uint64_t>(*number));
    if ((rows || columns) && (!power || *number > most_rows)) {
      const std::string_view key = rows ? "chain.sweep.no_row_count" : "chain.sweep.no_length";
      return refuse(text, part, mistake(key, {{"text", part}}));
    }
    if (!count && !power) return refuse(text, part, mistake("chain.sweep.no_size", {{"text", part}}));
    if (count && (!number || *number < 1 || *number > most_copies)) {
      const std::string most = std::to_string(most_copies);
      return refuse(text, part, mistake("chain.sweep.no_count", {{"text", part}, {"most", most}}));
    }
    *end = *number;
  }
  if (axis.from >= axis.to) return refused(last, "chain.sweep.backwards");
  return axis;
}

std::string text(const SweepAxis& axis) {
  if (axis.kind == SweepAxis::Kind::count) return fmt::format("n={}..{}", axis.from, axis.to);
  return fmt::format("{}={}..{}", letter(axis.kind), letters(axis.from), letters(axis.to));
}

std::vector<std::int64_t> places(const SweepAxis& axis) {
  constexpr std::int64_t most_each = 10;
  std::vector<std::int64_t> places;
  if (axis.kind != SweepAxis::Kind::count) {
    for (std::int64_t bytes = axis.from; bytes <= axis.to; bytes *= 2) places.push_back(bytes);
    return places;
  }
  const bool each = axis.to - axis.from < most_each;
  for (std::int64_t n = axis.from; n <= axis.to; ++n) {
    // 1, 2, 3, 4, 6, 8, 12, 16 ...: a power of two, or half of one more.
    const auto bits = static_cast<std::uint64_t>(n % 3 == 0 ? n / 3 : n);
    if (each || n == axis.from || n == axis.to || std::has_single_bit(bits)) places.push_back(n);
  }
  return places;
}

std::string show_size(std::int64_t bytes) {
  for (const auto& [shift, unit] : {std::pair{30, "GiB"}, std::pair{20, "MiB"}, std::pair{10, "KiB"}}) {
    if (bytes % (std::int64_t{1} << shift) == 0) return fmt::format("{} {}", bytes >> shift, unit);
  }
  return base::show(base::Bytes{bytes});
}

base::Expected<std::vector<SweepPoint>> sweep(const Chain& chain, const SweepAxis& axis) {
  switch (axis.kind) {
    case SweepAxis::Kind::size:
      return over_size(chain, axis);
    case SweepAxis::Kind::count:
      return over_count(chain, axis);
    case SweepAxis::Kind::rows:
      return over_rows(chain, axis);
    case SweepAxis::Kind::columns:
      break;
  }
  return over_columns(chain, axis);
}

}  // namespace chain
