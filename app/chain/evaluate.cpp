// Demand-driven: asked elements pull what they need; rows are walked in blocks, so that the longest needs no memory.
#include "chain/evaluate.hpp"

#include "base/random.hpp"
#include "chain/error_bound.hpp"
#include "chain/gather.hpp"
#include "chain/grouped.hpp"
#include "chain/packing.hpp"
#include "chain/product_shape.hpp"
#include "chain/ranking.hpp"
#include "chain/table_data.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <future>
#include <map>
#include <numeric>
#include <optional>
#include <thread>
#include <unordered_map>

namespace chain {
namespace {

constexpr std::int64_t block_columns = 2048;
constexpr std::size_t worth_a_thread = 512;     // elements
constexpr std::size_t worth_threads = 1 << 20;  // terms of a product's elements
constexpr std::size_t most_kept = 1 << 23;      // numbers of rows and columns that products use again
constexpr std::uint64_t dropout_stream = 77;

using Columns = std::span<const std::int64_t>;
using Numbers = std::vector<Bounded>;

std::size_t cores() {
  return std::max(1u, std::thread::hardware_concurrency());
}

class Evaluator {
 public:
  /// Without `rounds` nothing is rounded anywhere. `alone`: no other evaluator is at work.
  Evaluator(const Chain& chain, const std::vector<bool>& stored, const InputElement& input, const Given& given,
            bool rounds, bool alone = false)
      : chain_(chain),
        stored_(stored),
        input_(input),
        given_(given),
        rounds_(rounds),
        alone_(alone),
        narrow_(chain.values.size()) {}

  /// Some columns of one row of `value`.
  Numbers row(int value, std::int64_t row, Columns columns) {
    if (width(value) == 1) return Numbers(columns.size(), narrow(value, row));
    Block block{columns, std::vector<std::optional<Numbers>>(chain_.values.size())};
    return wide(value, row, block);
  }

 private:
  /// Of so many elements of a product's row: all, unless they are long sums and other threads have nothing to do.
  [[nodiscard]] std::size_t share_of_thread(const Value& v, std::size_t elements) const {
    if (!alone_ || !multiplies(v.op)) return elements;
    const auto terms = static_cast<std::size_t>(chain_.values[v.operands[0].value].shape.columns());
    if (elements * terms < worth_threads) return elements;
    return elements / cores() + 1;
  }

  /// Values wider than 1 at the same columns of corresponding rows, each computed once.
  struct Block {
    Columns columns;
    std::vector<std::optional<Numbers>> values;
  };

  [[nodiscard]] bool read(int value) const {
    return chain_.values[value].op == Op::input || (!given_.empty() && given_[value]);
  }

  [[nodiscard]] std::int64_t width(int value) const { return chain_.values[value].shape.columns(); }

  /// The row of `operand` that row `row` of `value` reads.
  [[nodiscard]] std::int64_t operand_row(int operand, std::int64_t row) const {
    return row % chain_.values[operand].shape.rows();
  }

  const Numbers& wide(int value, std::int64_t row, Block& block) {
    std::optional<Numbers>& place = block.values[value];
    if (!place) place = compute_wide(value, row, block);
    return *place;
  }

  Numbers compute_wide(int value, std::int64_t row, Block& block) {
    const Value& v = chain_.values[value];
    Numbers result(block.columns.size());
    const auto element = [&](std::size_t i) { return row * v.shape.columns() + block.columns[i]; };
    if (read(value)) {
      for (std::size_t i = 0; i < result.size(); ++i) result[i].value = input_(value, element(i));
      return result;
    }
    if (multiplies(v.op) || info(v.op).pattern == Pattern::view) {
      const auto fill = [&](Evaluator& by, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) result[i] = finished(value, by.moved_or_summed(value, element(i)));
      };
      const std::size_t share = share_of_thread(v, result.size());
      std::vector<std::future<void>> others;
      for (std::size_t begin = share; begin < result.size(); begin += share) {
        const std::size_t end = std::min(begin + share, result.size());
        others.push_back(std::async(std::launch::async, [&, begin, end] {
          Evaluator own(chain_, stored_, input_, given_, rounds_);
          fill(own, begin, end);
        }));
      }
      fill(*this, 0, std::min(share, result.size()));
      for (std::future<void>& other : others) other.get();
      return result;
    }
    if (v.op == Op::gather) {
      result = fetched_row(value, row, block.columns);
      for (Bounded& number : result) number = finished(value, number);
      return result;
    }
    if (ranks(v.op)) {
      for (std::size_t i = 0; i < result.size(); ++i) result[i] = ranked(value, row, block.columns[i]);
      return result;
    }
    if (v.op == Op::scatter_add) {
      result = scattered_row(value, row, block.columns);
      for (Bounded& number : result) number = finished(value, number);
      return result;
    }
    // An operand is wide, or one number for the whole row.
    const Numbers* many[2] = {nullptr, nullptr};
    Bounded one[2];
    for (std::size_t k = 0; k < v.operands.size(); ++k) {
      const Operand& operand = v.operands[k];
      if (!operand.is_literal() && width(operand.value) > 1) {
        many[k] = &wide(operand.value, operand_row(operand.value, row), block);
      } else {
        one[k] = single(operand, row);
      }
    }
    for (std::size_t i = 0; i < result.size(); ++i) {
      result[i] =
          finished(value, pointwise(v, element(i), many[0] ? (*many[0])[i] : one[0], many[1] ? (*many[1])[i] : one[1]));
    }
    return result;
  }

  /// The one number in row `row` of a value of width 1.
  Bounded narrow(int value, std::int64_t row) {
    if (const auto known = narrow_[value].find(row); known != narrow_[value].end()) return known->second;
    const Value& v = chain_.values[value];
    Bounded result;
    if (read(value)) {
      result.value = input_(value, row);
    } else if (multiplies(v.op) || info(v.op).pattern == Pattern::view) {
      result = finished(value, moved_or_summed(value, row));
    } else if (v.op == Op::gather) {
      const std::int64_t only = 0;
      result = finished(value, fetched_row(value, row, {&only, 1})[0]);
    } else if (ranks(v.op)) {
      result = ranked(value, row, 0);
    } else if (v.op == Op::scatter_add) {
      const std::int64_t only = 0;
      result = finished(value, scattered_row(value, row, {&only, 1})[0]);
    } else if (info(v.op).pattern == Pattern::reduction) {
      result = finished(value, reduced(v, row));
    } else {
      const Bounded x = single(v.operands[0], row), y = v.operands.size() > 1 ? single(v.operands[1], row) : Bounded{};
      result = finished(value, pointwise(v, row, x, y));
    }
    narrow_[value].emplace(row, result);
    return result;
  }

  Bounded single(const Operand& operand, std::int64_t row) {
    if (operand.is_literal()) return {rounded(operand.literal, Dtype::f32), 0};
    return narrow(operand.value, operand_row(operand.value, row));
  }

  /// An element of a view, or of a product.
  Bounded moved_or_summed(int value, std::int64_t element) {
    const Value& v = chain_.values[value];
    const int first = v.operands[0].value;
    const Shape& left = chain_.values[first].shape;
    if (!multiplies(v.op)) return this->element(first, viewed(v.op, left, v.shape, element));
    const int second = v.operands[1].value;
    const std::int64_t row = element / v.shape.columns(), column = element % v.shape.columns();
    const std::int64_t rows = *(v.shape.dims.end() - 2);
    const std::int64_t matrix = v.op == Op::grouped ? group_of(entries(v.operands[2].value), row)
                                                    : right_matrix(left, chain_.values[second].shape, row / rows);
    BoundedProduct sum;
    const Numbers& a = line(first, row, true);
    const Numbers& b = line(second, matrix * chain_.values[second].shape.columns() + column, false);
    for (std::size_t k = 0; k < a.size(); ++k) sum.add(a[k], b[k]);
    return sum.result(rounded_on_the_way(first) ? ulp(1, chain_.values[first].dtype) / 2 : 0);
  }

  /// A row of what is fetched is a row of the pool.
  Numbers fetched_row(int value, std::int64_t row, Columns columns) {
    const Value& v = chain_.values[value];
    const int pool = v.operands[0].value, table = v.operands[1].value;
    const Shape& from = chain_.values[pool].shape;
    const Fetched place = fetched(from, chain_.values[table].shape, row * from.columns());
    const auto slice = static_cast<std::int64_t>(input_(table, place.entry));
    const std::int64_t rows_of_slice = from.rows() / from.dims.front();
    return this->row(pool, slice * rows_of_slice + place.inside / from.columns(), columns);
  }

  /// All that a table holds.
  const std::vector<std::int64_t>& entries(int table) {
    std::vector<std::int64_t>& list = tables_[table];
    const std::int64_t count = list.empty() ? chain_.values[table].shape.elements() : 0;
    for (std::int64_t at = 0; at < count; ++at) list.push_back(static_cast<std::int64_t>(input_(table, at)));
    return list;
  }

  /// Rows that meet are added in f32; a row that no entry names is 0. Two of them have one sum in either order. Of more
  /// the order matters, and atomic additions keep none: each addition may round by half a step of all of them together.
  Numbers scattered_row(int value, std::int64_t row, Columns columns) {
    const Value& v = chain_.values[value];
    auto& rows = scattered_[value];
    if (rows.empty()) {
      const std::vector<std::int64_t>& table = entries(v.operands[1].value);
      for (std::size_t at = 0; at < table.size(); ++at) rows[table[at]].push_back(static_cast<std::int64_t>(at));
    }
    Numbers sums(columns.size());
    const auto added = rows.find(row);
    if (added == rows.end()) return sums;
    std::vector<double> together(columns.size());
    for (const std::int64_t at : added->second) {
      const Numbers more = this->row(v.operands[0].value, at, columns);
      for (std::size_t i = 0; i < sums.size(); ++i) {
        sums[i] = apply_bounded(Op::add, sums[i], more[i]);
        together[i] += std::abs(more[i].value);
      }
    }
    const std::size_t terms = added->second.size();
    for (std::size_t i = 0; i < sums.size() && terms > 2; ++i)
      sums[i].error += static_cast<double>(terms - 1) * ulp(together[i], Dtype::f32) / 2;
    return sums;
  }

  /// Made in the product's own kernel: tensor cores take it in its dtype though no tensor of it is written.
  [[nodiscard]] bool rounded_on_the_way(int left) const {
    const Value& v = chain_.values[left];
    const bool made = !read(left) && info(v.op).pattern == Pattern::pointwise;
    return made && !stored_[left] && v.dtype != Dtype::f32;
  }

  Bounded element(int value, std::int64_t element) {
    if (read(value)) return {input_(value, element), 0};  // for a product's columns, without a row each
    const std::int64_t column = element % width(value);
    return row(value, element / width(value), {&column, 1})[0];
  }

  /// A whole row of a value, or a whole column: `number` counts rows, or columns, of all its matrices.
  const Numbers& line(int value, std::int64_t number, bool is_row) {
    auto& lines = is_row ? rows_ : columns_;
    const std::pair key{value, number};
    if (const auto known = lines.find(key); known != lines.end()) return known->second;
    const Value& v = chain_.values[value];
    const std::int64_t columns = v.shape.columns(), rows = *(v.shape.dims.end() - 2);
    Numbers numbers;
    if (v.op == Op::transpose && !read(value)) {
      numbers = line(v.operands[0].value, number, !is_row);
    } else if (is_row) {
      std::vector<std::int64_t> all(static_cast<std::size_t>(columns));
      std::iota(all.begin(), all.end(), std::int64_t{0});
      numbers = row(value, number, all);
    } else {
      const std::int64_t first = number / columns * rows, column = number % columns;
      for (std::int64_t k = 0; k < rows; ++k) numbers.push_back(element(value, (first + k) * columns + column));
    }
    kept_ += numbers.size();
    if (kept_ > most_kept) {
      kept_ = numbers.size();
      lines.clear();
    }
    return lines.emplace(key, std::move(numbers)).first->second;
  }

  Bounded reduced(const Value& v, std::int64_t row) {
    const int operand = v.operands[0].value;
    if (v.op == Op::pick) {
      const auto column = static_cast<std::int64_t>(input_(v.operands[1].value, row));
      return this->row(operand, row, {&column, 1})[0];
    }
    BoundedReduction reduction(v.op, rounds_ ? v.accumulate : std::nullopt);
    over_row(operand, row, [&](std::int64_t, const Bounded& x) { reduction.add(x); });
    return reduction.result();
  }

  /// The entry at this place of the row's order, or its number: that of it whose error tells how far from the place's
  /// own entry another may lie that is taken for it.
  Bounded ranked(int value, std::int64_t row, std::int64_t place) {
    const Value& v = chain_.values[value];
    const int operand = v.operands[0].value;
    const std::pair key{operand, row};
    auto known = rankings_.find(key);
    if (known == rankings_.end()) {
      Ranking ranking(most_ranked);
      over_row(operand, row, [&](std::int64_t column, const Bounded& x) { ranking.add(column, x); });
      known = rankings_.emplace(key, std::move(ranking)).first;
    }
    const Entry& entry = known->second.entries()[static_cast<std::size_t>(place)];
    const double error = known->second.error();
    if (v.op != Op::topk) return {static_cast<double>(entry.number), error};
    return finished(value, {entry.value, error});
  }

  /// Column after column.
  template <class Take>
  void over_row(int operand, std::int64_t row, Take&& take) {
    std::vector<std::int64_t> columns;
    for (std::int64_t begin = 0; begin < width(operand); begin += block_columns) {
      columns.resize(static_cast<std::size_t>(std::min(block_columns, width(operand) - begin)));
      std::iota(columns.begin(), columns.end(), begin);
      const Numbers numbers = this->row(operand, row, columns);
      for (std::size_t i = 0; i < numbers.size(); ++i) take(columns[i], numbers[i]);
    }
  }

  [[nodiscard]] Bounded pointwise(const Value& v, std::int64_t element, const Bounded& x, const Bounded& y) const {
    if (v.op == Op::cast) return rounds_ ? round_bounded(x, v.dtype) : x;
    if (v.op == Op::causal) return causal_keeps(v.shape, element) ? x : Bounded{-HUGE_VAL, 0};
    if (v.op != Op::dropout) return apply_bounded(v.op, x, y);
    return dropout_keeps(v.seed, element, v.probability) ? scale_bounded(x, 1 / (1 - v.probability)) : Bounded{};
  }

  [[nodiscard]] Bounded finished(int value, const Bounded& result) const {
    return stored_[value] ? round_bounded(result, chain_.values[value].dtype) : result;
  }

  const Chain& chain_;
  const std::vector<bool>& stored_;
  const InputElement& input_;
  const Given& given_;
  const bool rounds_, alone_;
  std::vector<std::unordered_map<std::int64_t, Bounded>> narrow_;  ///< [value][row]
  std::unordered_map<int, std::vector<std::int64_t>> tables_;      ///< [table]: its entries
  /// [scatter_add][row]: entries of its table that name the row.
  std::unordered_map<int, std::unordered_map<std::int64_t, std::vector<std::int64_t>>> scattered_;
  std::map<std::pair<int, std::int64_t>, Numbers> rows_, columns_;  ///< that products walked
  std::size_t kept_ = 0;
  std::map<std::pair<int, std::int64_t>, Ranking> rankings_;  ///< [value, row]
};

}  // namespace

namespace {

/// Where an input's numbers come from: a stream of its own, counted as they lie in memory.
struct Filling {
  std::uint64_t stream = 0;
  Dtype dtype = Dtype::f32;
  Shape shape;
  TableData table;  ///< of an i32
  [[nodiscard]] std::uint64_t index(std::int64_t element) const {
    return static_cast<std::uint64_t>(stored_at(shape, dtype, element));
  }
};

std::vector<Filling> fillings(const Chain& chain) {
  std::vector<Filling> all(chain.values.size());
  std::uint64_t position = 0;
  for (const int v : chain.inputs())
    all[v] = {position++, chain.values[v].dtype, chain.values[v].shape, table_data(chain, v)};
  return all;
}

/// Whole rows of products are made for a number: each takes long.
bool reduces_products(const Chain& chain, int value, const Given& given) {
  std::vector<bool> summed(chain.values.size(), false), reduced(chain.values.size(), false);
  for (int v = 0; v <= value; ++v) {
    const Value& of = chain.values[v];
    if (of.op == Op::input || (!given.empty() && given[v])) continue;
    summed[v] = multiplies(of.op);
    for (const Operand& operand : of.operands) {
      if (operand.is_literal()) continue;
      if (summed[operand.value]) summed[v] = true;
      if (reduced[operand.value]) reduced[v] = true;
    }
    if (takes_rows(of.op) && summed[v]) reduced[v] = true;
  }
  return reduced[value];
}

}  // namespace

InputElement random_inputs(const Chain& chain, std::uint64_t seed) {
  return [of = fillings(chain), seed](int value, std::int64_t element) {
    const auto& [stream, dtype, shape, table] = of[value];
    if (is_index(dtype)) return static_cast<double>(table.entry(seed, stream, element));
    const std::uint64_t index = of[value].index(element);
    if (is_packed(dtype)) {
      return static_cast<double>(base::random_integer(seed, stream, index, static_cast<int>(bits_of(dtype))));
    }
    const float exact = base::random_element(seed, stream, index);
    return dtype == Dtype::f32 ? static_cast<double>(exact) : rounded(static_cast<double>(exact), dtype);
  };
}

InputElement exact_inputs(const Chain& chain, std::uint64_t seed) {
  return [of = fillings(chain), seed](int value, std::int64_t element) {
    const Filling& filling = of[value];
    if (is_index(filling.dtype)) return static_cast<double>(filling.table.entry(seed, filling.stream, element));
    return static_cast<double>(base::exact_element(seed, filling.stream, filling.index(element)));
  };
}

namespace {

std::vector<Bounded> evaluated(const Chain& chain, const std::vector<bool>& stored, const InputElement& input,
                               int value, std::span<const std::int64_t> elements, const Given& given, bool rounds) {
  assert(stored.size() == chain.values.size());
  const std::int64_t width = chain.values[value].shape.columns();
  std::vector<std::size_t> order(elements.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return elements[a] < elements[b]; });
  const auto row_of = [&](std::size_t at) { return elements[order[at]] / width; };
  std::vector<Bounded> results(elements.size());
  // Whole rows for each thread: a row's reductions are computed once. A few rows of products are shared out inside.
  const bool long_rows = reduces_products(chain, value, given), alone = long_rows && elements.size() < cores();
  const std::size_t worth = long_rows ? 1 : worth_a_thread;
  const std::size_t threads = alone ? 1 : std::clamp<std::size_t>(order.size() / worth, 1, cores());
  const auto evaluate_some = [&](std::size_t begin, std::size_t end) {
    Evaluator evaluator(chain, stored, input, given, rounds, alone);
    std::vector<std::int64_t> columns;
    while (begin < end) {
      const std::int64_t row = row_of(begin);
      columns.clear();
      while (columns.size() < static_cast<std::size_t>(block_columns) && begin + columns.size() < end &&
             row_of(begin + columns.size()) == row) {
        columns.push_back(elements[order[begin + columns.size()]] % width);
      }
      const Numbers numbers = evaluator.row(value, row, columns);
      for (std::size_t i = 0; i < numbers.size(); ++i) results[order[begin + i]] = numbers[i];
      begin += columns.size();
    }
  };
  std::vector<std::future<void>> parts;
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = std::min(order.size(), begin + order.size() / threads + 1);
    while (end < order.size() && row_of(end) == row_of(end - 1)) ++end;
    const auto policy = threads > 1 ? std::launch::async : std::launch::deferred;
    parts.push_back(std::async(policy, evaluate_some, begin, end));
    begin = end;
  }
  for (std::future<void>& part : parts) part.get();
  return results;
}

}  // namespace

std::vector<Bounded> evaluate(const Chain& chain, const std::vector<bool>& stored, const InputElement& input, int value,
                              std::span<const std::int64_t> elements, const Given& given) {
  return evaluated(chain, stored, input, value, elements, given, true);
}

std::vector<double> unrounded(const Chain& chain, const InputElement& input, int value,
                              std::span<const std::int64_t> elements) {
  const std::vector<bool> nothing(chain.values.size(), false);
  std::vector<double> values;
  for (const Bounded& number : evaluated(chain, nothing, input, value, elements, {}, false))
    values.push_back(number.value);
  return values;
}

bool causal_keeps(const Shape& shape, std::int64_t element) {
  const std::int64_t columns = shape.columns(), rows = *(shape.dims.end() - 2);
  return element % columns <= element / columns % rows + columns - rows;
}

bool dropout_keeps(std::uint64_t seed, std::int64_t element, double probability) {
  const std::uint64_t bits = base::random_bits(seed, dropout_stream, static_cast<std::uint64_t>(element)) >> 11;
  return static_cast<double>(bits) >= probability * 0x1p53;
}

}  // namespace chain
