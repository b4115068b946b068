// What is needed of each value, from the last to the first.
#include "measure/exact_work.hpp"

#include <algorithm>
#include <limits>

namespace measure {
namespace {

using chain::Op;

constexpr double kept_lines = 1 << 23;   ///< numbers of rows and columns that chain::unrounded keeps for products
constexpr double in_a_second = 1 << 26;  ///< steps of its innermost loop
constexpr std::size_t fewest_rows = 8;

/// So many elements in each of so many rows.
struct Needed {
  double rows = 0, columns = 0;
  [[nodiscard]] double elements() const { return rows * columns; }
  void widen(double more_rows, double more_columns) {
    rows = std::max(rows, more_rows);
    columns = std::max(columns, more_columns);
  }
};

class Demand {
 public:
  explicit Demand(const chain::Chain& chain) : chain_(chain), needed_(chain.values.size()) {}

  double of(int value, double rows, double columns) {
    needed_[value] = {rows, columns};
    for (int v = value; v >= 0; --v) {
      if (needed_[v].elements() == 0) continue;
      work_ += needed_[v].elements();
      pass_on(v);
    }
    return work_;
  }

 private:
  [[nodiscard]] const chain::Shape& shape(int value) const { return chain_.values[value].shape; }
  [[nodiscard]] double columns(int value) const { return static_cast<double>(shape(value).columns()); }
  [[nodiscard]] double rows(int value) const { return static_cast<double>(shape(value).rows()); }

  /// What this value needs of what it is made of.
  void pass_on(int v) {
    const chain::Value& value = chain_.values[v];
    const Needed now = needed_[v];
    if (chain::multiplies(value.op)) return pass_on_product(value, now);
    const bool moves = chain::info(value.op).pattern == chain::Pattern::view;
    const bool whole_rows = chain::takes_rows(value.op) && value.op != Op::pick;
    for (const chain::Operand& operand : value.operands) {
      if (operand.is_literal() || chain::is_index(chain_.values[operand.value].dtype)) continue;
      const double wide = columns(operand.value), high = rows(operand.value);
      if (moves) {
        needed_[operand.value].widen(std::min(high, now.elements() / std::min(wide, now.elements())), wide);
      } else if (value.op == Op::scatter_add) {
        needed_[operand.value].widen(std::min(high, now.rows * (1 + high / rows(v))), now.columns);
      } else {
        needed_[operand.value].widen(std::min(high, now.rows), whole_rows ? wide : std::min(wide, now.columns));
      }
    }
  }

  void pass_on_product(const chain::Value& value, const Needed& now) {
    const int left = value.operands[0].value, right = value.operands[1].value;
    const double terms = columns(left), matrices = std::min(now.rows, rows(right) / terms);
    work_ += now.elements() * terms;
    if (std::max(now.rows, now.columns * matrices) * terms > kept_lines && now.rows > 1)
      work_ = std::numeric_limits<double>::infinity();
    needed_[left].widen(now.rows, terms);
    needed_[right].widen(terms * matrices, now.columns);
  }

  const chain::Chain& chain_;
  std::vector<Needed> needed_;
  double work_ = 0;
};

}  // namespace

double exact_work(const chain::Chain& chain, int value, double rows, double elements_of_row) {
  return Demand(chain).of(value, rows, elements_of_row);
}

std::vector<std::int64_t> affordable(const chain::Chain& chain, int value, const std::vector<std::int64_t>& elements) {
  const std::int64_t width = chain.values[value].shape.columns();
  std::vector<std::size_t> ends;  // of each row's elements
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (i + 1 == elements.size() || elements[i + 1] / width != elements[i] / width) ends.push_back(i + 1);
  }
  for (std::size_t rows = ends.size(); rows > 0; rows /= 2) {
    if (rows < std::min(fewest_rows, ends.size())) break;
    const std::size_t end = ends[rows - 1];
    const double of_row = static_cast<double>(end) / static_cast<double>(rows);
    if (exact_work(chain, value, static_cast<double>(rows), of_row) > in_a_second) continue;
    return {elements.begin(), elements.begin() + static_cast<std::ptrdiff_t>(end)};
  }
  return {};
}

}  // namespace measure
