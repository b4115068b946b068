// Edges first, where kernels go wrong; then a sample by seed.
#include "measure/probing.hpp"

#include "base/random.hpp"
#include "chain/table_data.hpp"
#include "plan/product.hpp"
#include "plan/product_rows.hpp"

#include <algorithm>

namespace measure {
namespace {

constexpr std::int64_t sampled = 4096;
constexpr std::int64_t whole_rows = 64;
constexpr std::int64_t longest_whole_row = 65536;
constexpr std::int64_t most_evaluations = 4'000'000;
constexpr std::int64_t lines = 32;                ///< rows, and columns, beside products
constexpr std::int64_t cheap_terms = 1 << 18;     ///< multiplications that a check of everything may take
constexpr std::int64_t most_runs = 1 << 16;       ///< of elements of one tensor that are looked at
constexpr std::int64_t most_looked_at = 1 << 21;  ///< elements of one tensor that a kernel's sums were made of
constexpr std::int64_t most_terms = 1 << 25;      ///< that a check of whole rows of a product may take

/// Both sides of the first and last boundary of every vector and tile width, and the ends.
std::vector<std::int64_t> edges(std::int64_t count) {
  std::vector<std::int64_t> places{0, 1, count - 2, count - 1};
  for (std::int64_t width = 4; width <= 16384 && width < count; width *= 2) {
    const std::int64_t last = (count - 1) / width * width;
    places.insert(places.end(), {width - 1, width, last - 1, last});
  }
  return places;
}

/// `wanted` of `count` places: all, or the edges and then some by seed.
std::vector<std::int64_t> sample(std::int64_t count, std::int64_t wanted, std::uint64_t seed, std::uint64_t stream) {
  std::vector<std::int64_t> places;
  if (count <= wanted) {
    for (std::int64_t place = 0; place < count; ++place) places.push_back(place);
    return places;
  }
  places = {0, count - 1};
  for (std::int64_t i = 0; i + 2 < wanted; ++i) {
    const std::uint64_t bits = base::random_bits(seed, stream, static_cast<std::uint64_t>(i));
    places.push_back(static_cast<std::int64_t>(bits % static_cast<std::uint64_t>(count)));
  }
  if (wanted < 2) places.resize(static_cast<std::size_t>(wanted));
  return cleaned(std::move(places), count);
}

/// Where rows begin and end: a broadcast operand read one column or row off shows here.
void add_row_edges(std::vector<std::int64_t>& places, const chain::Shape& shape) {
  const std::int64_t columns = shape.columns(), count = shape.elements();
  for (const std::int64_t row : {std::int64_t{1}, shape.rows() / 2, shape.rows() - 1}) {
    places.insert(places.end(), {row * columns - 1, row * columns});
  }
  for (const std::int64_t column : edges(columns)) {
    places.insert(places.end(), {column, count - columns + column});
  }
}

/// The ops and inputs that one row of `value` needs, up to and with the reductions on the way.
void collect_row(const chain::Chain& chain, int value, std::vector<bool>& seen, std::vector<int>& reductions) {
  if (seen[value]) return;
  seen[value] = true;
  const chain::Value& v = chain.values[value];
  const bool reduces = chain::takes_rows(v.op);
  if (reduces) reductions.push_back(value);
  for (const chain::Operand& operand : v.operands) {
    if (!operand.is_literal() && !reduces) collect_row(chain, operand.value, seen, reductions);
  }
}

/// A row is made of what reductions of many rows leave, as sums of whole columns are: each of its elements needs one of
/// its own, where else one is enough for all.
bool turned(const chain::Chain& chain, const std::vector<bool>& row) {
  for (int value = 0; value < std::ssize(chain.values); ++value) {
    if (!row[value] || chain.values[value].op != chain::Op::transpose) continue;
    std::vector<bool> seen(chain.values.size(), false);
    std::vector<int> reductions;
    collect_row(chain, chain.values[value].operands[0].value, seen, reductions);
    if (!reductions.empty()) return true;
  }
  return false;
}

/// Ends, both sides of tile edges, then some by seed.
std::vector<std::int64_t> some_lines(std::int64_t count, std::uint64_t seed, std::uint64_t stream) {
  std::vector<std::int64_t> places;
  for (std::int64_t place = 0; count <= lines && place < count; ++place) places.push_back(place);
  if (count <= lines) return places;
  places.assign({0, count - 1});
  for (const std::int64_t width : {8, 32, 64, 128, 256, 512}) {
    if (width >= count) break;
    places.insert(places.end(), {width - 1, (count - 1) / width * width});
  }
  places = cleaned(std::move(places), count);
  for (std::uint64_t i = 0; std::ssize(places) < lines; ++i) {
    const std::uint64_t bits = base::random_bits(seed, stream, i);
    const auto place = static_cast<std::int64_t>(bits % static_cast<std::uint64_t>(count));
    if (std::ranges::find(places, place) == places.end()) places.push_back(place);
  }
  return cleaned(std::move(places), count);
}

/// Elements that one of a value costs at the most: terms of a product's sum, or of a row that is reduced.
std::int64_t longest_sum(const chain::Chain& chain) {
  std::int64_t longest = 1;
  for (const chain::Value& value : chain.values) {
    if (chain::multiplies(value.op) || chain::takes_rows(value.op))
      longest = std::max(longest, chain.values[value.operands[0].value].shape.columns());
  }
  return longest;
}

/// Runs of columns side by side. Where a kernel before this one made the right operand, its columns are looked at, a
/// run of elements in each of its rows: fewer and wider runs of ours are fewer of those.
std::int64_t column_runs(const plan::FusionPlan& plan, int value) {
  const auto makes = [&](const plan::Group& group) { return std::ranges::count(group.writes, value) > 0; };
  const auto group = std::ranges::find_if(plan.groups, makes);
  std::int64_t runs = lines;
  if (group == plan.groups.end()) return runs;
  for (const plan::Product& product : plan::products(*plan.chain, *group)) {
    if (plan.chain->values[product.right].op == chain::Op::input || product.right_at.column != 1) continue;
    runs = std::min(runs, most_runs / (product.k * std::min(product.matrices(), lines)));
  }
  return std::max<std::int64_t>(runs, 1);
}

/// So many of these places, the first and the last among them.
std::vector<std::int64_t> thinned(const std::vector<std::int64_t>& places, std::int64_t most) {
  const auto count = static_cast<std::int64_t>(places.size());
  if (count <= most) return places;
  std::vector<std::int64_t> some;
  for (std::int64_t i = 0; i < most; ++i)
    some.push_back(places[static_cast<std::size_t>(i * (count - 1) / (most - 1))]);
  return some;
}

/// `lines` columns in so many runs.
std::vector<std::int64_t> side_by_side(std::int64_t count, std::int64_t runs, std::uint64_t seed,
                                       std::uint64_t stream) {
  if (runs == lines || count <= lines) return some_lines(count, seed, stream);
  const std::int64_t width = lines / runs;
  std::vector<std::int64_t> places;
  for (const std::int64_t first : sample(count - width + 1, runs, seed, stream)) {
    for (std::int64_t place = first; place < first + width; ++place) places.push_back(place);
  }
  return cleaned(std::move(places), count);
}

/// Rows on both sides of where groups of a grouped product end: of all groups, or of some by seed.
std::vector<std::int64_t> group_edges(const plan::FusionPlan& plan, int value, std::uint64_t seed) {
  const chain::Chain& chain = *plan.chain;
  std::vector<std::int64_t> rows;
  for (const int op : chain.ops()) {
    const chain::Value& grouped = chain.values[op];
    const bool here =
        grouped.op == chain::Op::grouped && grouped.shape.dims.front() == chain.values[value].shape.rows();
    if (!here) continue;
    const std::vector<std::int64_t> ends = chain::group_ends(chain, op, seed);
    for (const std::int64_t group : some_lines(std::ssize(ends), seed, 2500)) {
      const std::int64_t end = ends[static_cast<std::size_t>(group)];
      rows.insert(rows.end(), {end - 1, end});
    }
  }
  return cleaned(std::move(rows), chain.values[value].shape.rows());
}

/// Multiplications that a row of this value costs where its kernel makes it of whole rows of a product, or of scores;
/// else 0.
std::int64_t terms_of_row(const plan::FusionPlan& plan, int value) {
  const auto makes = [&](const plan::Group& group) { return std::ranges::count(group.writes, value) > 0; };
  const auto group = std::ranges::find_if(plan.groups, makes);
  if (group == plan.groups.end()) return 0;
  const bool attends = group->schedule == plan::Schedule::attention;
  if (group->schedule != plan::Schedule::matmul_reduce && !attends) return 0;
  if (!attends && plan::product_rows(*plan.chain, group->ops).on_elements(value)) return 0;
  std::int64_t terms = 0;
  for (const plan::Product& product : plan::products(*plan.chain, *group)) terms += product.n * product.k;
  return terms;
}

}  // namespace

std::vector<std::int64_t> cleaned(std::vector<std::int64_t> places, std::int64_t count) {
  std::erase_if(places, [&](std::int64_t place) { return place < 0 || place >= count; });
  std::ranges::sort(places);
  places.erase(std::ranges::unique(places).begin(), places.end());
  return places;
}

std::int64_t row_cost(const chain::Chain& chain, int value) {
  std::vector<bool> counted(chain.values.size(), false);  // reductions whose rows are in the sum
  std::vector<int> open{value};
  std::int64_t cost = 0;
  while (!open.empty()) {
    const int top = open.back();
    open.pop_back();
    std::vector<bool> seen(chain.values.size(), false);
    std::vector<int> reductions;
    collect_row(chain, top, seen, reductions);
    const std::int64_t values = std::count(seen.begin(), seen.end(), true);
    cost += values * chain.values[top].shape.columns();
    for (const int reduction : reductions) {
      if (counted[reduction]) continue;
      counted[reduction] = true;
      open.push_back(chain.values[reduction].operands[0].value);
    }
  }
  return cost;
}

std::vector<std::int64_t> elements_to_check(const plan::FusionPlan& plan, int value, std::uint64_t seed) {
  const chain::Shape& shape = plan.chain->values[value].shape;
  const std::int64_t columns = shape.columns(), count = shape.elements();
  const auto stream = 1000 + static_cast<std::uint64_t>(value);
  std::vector<bool> seen(plan.chain->values.size(), false);
  std::vector<int> reductions;
  collect_row(*plan.chain, value, seen, reductions);
  if (reductions.empty()) {
    std::vector<std::int64_t> places = sample(count, sampled, seed, stream);
    const std::vector<std::int64_t> ends = edges(count);
    places.insert(places.end(), ends.begin(), ends.end());
    add_row_edges(places, shape);
    return cleaned(std::move(places), count);
  }
  const std::int64_t affordable = most_evaluations / row_cost(*plan.chain, value);
  if (turned(*plan.chain, seen)) {
    std::vector<std::int64_t> places = sample(count, std::clamp(affordable, lines, sampled), seed, stream);
    places.insert(places.end(), {1, count - 2});
    return cleaned(std::move(places), count);
  }
  const std::int64_t wanted = std::max(whole_rows, sampled / columns);
  const std::vector<std::int64_t> rows =
      sample(shape.rows(), std::clamp<std::int64_t>(affordable, 1, wanted), seed, stream);
  std::vector<std::int64_t> within =
      sample(columns, columns <= longest_whole_row ? columns : sampled, seed, stream + 1);
  if (columns > longest_whole_row) {
    const std::vector<std::int64_t> ends = edges(columns);
    within.insert(within.end(), ends.begin(), ends.end());
    within = cleaned(std::move(within), columns);
  }
  std::vector<std::int64_t> places;
  for (const std::int64_t row : rows) {
    for (const std::int64_t column : within) places.push_back(row * columns + column);
  }
  return places;
}

std::vector<std::int64_t> grid_to_check(const plan::FusionPlan& plan, int value, std::uint64_t seed) {
  const chain::Shape& shape = plan.chain->values[value].shape;
  if (const std::int64_t terms = terms_of_row(plan, value); terms > 0) {
    const std::int64_t wanted = std::clamp<std::int64_t>(most_terms / terms, 2, lines);
    std::vector<std::int64_t> elements;
    for (const std::int64_t row :
         wanted == lines ? some_lines(shape.rows(), seed, 2000) : sample(shape.rows(), wanted, seed, 2000)) {
      for (std::int64_t column = 0; column < shape.columns(); ++column)
        elements.push_back(row * shape.columns() + column);
    }
    return elements;
  }
  std::vector<std::int64_t> places;
  if (shape.elements() <= cheap_terms / longest_sum(*plan.chain)) {
    for (std::int64_t place = 0; place < shape.elements(); ++place) places.push_back(place);
    return places;
  }
  // The same rows of every value: what one kernel left there is what the next one is judged by.
  // Of the largest entries of a row all are looked at: one that is there twice is found by no other way.
  const bool ranks = chain::ranks(plan.chain->values[value].op);
  const std::vector<std::int64_t> columns =
      ranks ? sample(shape.columns(), shape.columns(), seed, 0)
            : side_by_side(shape.columns(), column_runs(plan, value), seed, 2000 + static_cast<std::uint64_t>(value));
  const std::int64_t most = std::clamp<std::int64_t>(most_looked_at / longest_sum(*plan.chain), 4, 2 * lines);
  std::vector<std::int64_t> rows = thinned(some_lines(shape.rows(), seed, 2000), most);
  const std::vector<std::int64_t> ends = group_edges(plan, value, seed);
  rows.insert(rows.end(), ends.begin(), ends.end());
  for (const std::int64_t row : cleaned(std::move(rows), shape.rows())) {
    for (const std::int64_t column : columns) places.push_back(row * shape.columns() + column);
  }
  return places;
}

}  // namespace measure
