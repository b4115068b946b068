// Lines of a plain chain, each with its loop: written from what the manual says of the op.
#pragma once

#include "device/plain_chain.hpp"

#include <array>
#include <numeric>
#include <utility>

namespace tests {

class PlainOps {
 public:
  PlainOps(std::string dtype, std::int64_t rows, std::int64_t columns)
      : dtype_(std::move(dtype)), rows_(rows), columns_(columns) {}

  PlainChain chain;

  int input(std::int64_t rows, std::int64_t columns, bool vector = false) {
    const std::string shape = vector ? std::to_string(columns) : std::to_string(rows) + ", " + std::to_string(columns);
    return add({"", dtype_, rows, columns, ": " + dtype_ + "[" + shape + "]", {}, nullptr});
  }
  int table(std::int64_t entries) {
    return add({"", "i32", 1, entries, ": i32[" + std::to_string(entries) + "]", {}, nullptr});
  }

  /// `text` has {} for the operand.
  int unary(const std::string& text, int a, const std::function<double(double)>& f) {
    const auto loop = [f](const std::vector<const Numbers*>& of) {
      Made made;
      for (const double x : *of[0]) made.numbers.push_back(f(x));
      return made;
    };
    return add({"", dtype_, value(a).rows, value(a).columns, line(text, {a}), {a}, loop});
  }

  /// Rows and columns of which one operand has 1 are stretched.
  int binary(const std::string& text, int a, int b, const std::function<double(double, double)>& f) {
    const std::int64_t rows = std::max(value(a).rows, value(b).rows);
    const std::int64_t columns = std::max(value(a).columns, value(b).columns);
    const auto at = [](const PlainValue& of, std::int64_t row, std::int64_t column) {
      return static_cast<std::size_t>((of.rows == 1 ? 0 : row) * of.columns + (of.columns == 1 ? 0 : column));
    };
    const auto loop = [=, left = value(a), right = value(b)](const std::vector<const Numbers*>& of) {
      Made made;
      for (std::int64_t row = 0; row < rows; ++row) {
        for (std::int64_t column = 0; column < columns; ++column)
          made.numbers.push_back(f((*of[0])[at(left, row, column)], (*of[1])[at(right, row, column)]));
      }
      return made;
    };
    return add({"", dtype_, rows, columns, line(text, {a, b}), {a, b}, loop});
  }

  /// One number of each row, by a loop over it that gives the number and its scale.
  int reduce(const std::string& text, int a, const std::function<std::pair<double, double>(const Numbers&)>& f) {
    const std::int64_t columns = value(a).columns;
    const auto loop = [=](const std::vector<const Numbers*>& of) {
      Made made;
      for (auto row = of[0]->begin(); row != of[0]->end(); row += columns) {
        const auto [number, scale] = f(Numbers(row, row + columns));
        made.numbers.push_back(number);
        made.scales.push_back(scale);
      }
      return made;
    };
    return add({"", dtype_, value(a).rows, 1, line(text, {a}), {a}, loop});
  }

  int transpose(int a) {
    const std::int64_t rows = value(a).rows, columns = value(a).columns;
    const auto loop = [=](const std::vector<const Numbers*>& of) {
      Made made;
      for (std::int64_t column = 0; column < columns; ++column) {
        for (std::int64_t row = 0; row < rows; ++row)
          made.numbers.push_back((*of[0])[static_cast<std::size_t>(row * columns + column)]);
      }
      return made;
    };
    return add({"", dtype_, columns, rows, line("transpose({})", {a}), {a}, loop});
  }

  /// The k largest of each row, or their numbers.
  int rank(const std::string& text, int a, std::int64_t k, bool numbers) {
    const std::int64_t columns = value(a).columns;
    const auto loop = [=](const std::vector<const Numbers*>& of) {
      Made made;
      for (auto row = of[0]->begin(); row != of[0]->end(); row += columns) {
        std::vector<std::int64_t> order(static_cast<std::size_t>(columns));
        std::iota(order.begin(), order.end(), 0);
        std::ranges::stable_sort(order, [&](auto i, auto j) { return row[i] > row[j]; });
        for (std::int64_t i = 0; i < k; ++i) {
          const std::int64_t entry = order[static_cast<std::size_t>(i)];
          made.numbers.push_back(numbers ? static_cast<double>(entry) : row[entry]);
        }
      }
      return made;
    };
    return add({"", numbers ? "i32" : dtype_, value(a).rows, k, line(text, {a}), {a}, loop, numbers ? a : -1});
  }

  /// Rows of a pool by their numbers.
  int gather(int pool, int table) {
    const std::int64_t columns = value(pool).columns, entries = value(table).columns;
    const auto loop = [=](const std::vector<const Numbers*>& of) {
      Made made;
      for (const double entry : *of[1]) {
        const auto row = of[0]->begin() + static_cast<std::int64_t>(entry) * columns;
        made.numbers.insert(made.numbers.end(), row, row + columns);
      }
      return made;
    };
    return add({"", dtype_, entries, columns, line("gather({}, {})", {pool, table}), {pool, table}, loop});
  }

  int pick(int z, int table) {
    return of_entries("pick({}, {})", z, table, [](const Numbers& row, std::size_t at) { return row[at]; });
  }
  int cross_entropy(int z, int table) {
    return of_entries("cross_entropy({}, {})", z, table, [](const Numbers& row, std::size_t at) {
      const double most = *std::ranges::max_element(row);
      double sum = 0;
      for (const double x : row) sum += std::exp(x - most);
      return std::log(sum) + most - row[at];
    });
  }

  int scatter_add(int v, int table, std::int64_t rows) {
    const std::int64_t columns = value(v).columns;
    const auto loop = [=](const std::vector<const Numbers*>& of) {
      Made made{Numbers(static_cast<std::size_t>(rows * columns)), Numbers(static_cast<std::size_t>(rows * columns))};
      for (std::size_t i = 0; i < of[0]->size(); ++i) {
        const std::size_t row = i / static_cast<std::size_t>(columns), column = i % static_cast<std::size_t>(columns);
        const auto to = static_cast<std::size_t>((*of[1])[row]) * static_cast<std::size_t>(columns) + column;
        made.numbers[to] += (*of[0])[i];
        made.scales[to] += std::abs((*of[0])[i]);
      }
      return made;
    };
    const std::string text = line("scatter_add({}, {}, " + std::to_string(rows) + ")", {v, table});
    return add({"", dtype_, rows, columns, text, {v, table}, loop});
  }

  [[nodiscard]] const PlainValue& value(int v) const { return chain.values[static_cast<std::size_t>(v)]; }
  [[nodiscard]] const std::string& dtype() const { return dtype_; }
  [[nodiscard]] std::int64_t rows() const { return rows_; }
  [[nodiscard]] std::int64_t columns() const { return columns_; }

 private:
  int of_entries(const std::string& text, int z, int table,
                 const std::function<double(const Numbers&, std::size_t)>& f) {
    const std::int64_t columns = value(z).columns;
    const auto loop = [=](const std::vector<const Numbers*>& of) {
      Made made;
      for (std::size_t row = 0; row < of[1]->size(); ++row) {
        const auto begin = of[0]->begin() + static_cast<std::int64_t>(row) * columns;
        const Numbers numbers(begin, begin + columns);
        made.numbers.push_back(f(numbers, static_cast<std::size_t>((*of[1])[row])));
        made.scales.push_back(std::abs(*std::ranges::max_element(numbers)) + std::log(columns) + 1);
      }
      return made;
    };
    return add({"", dtype_, value(z).rows, 1, line(text, {z, table}), {z, table}, loop});
  }

  [[nodiscard]] std::string line(const std::string& text, const std::vector<int>& operands) const {
    std::string out = " = " + text;
    for (const int operand : operands) out.replace(out.find("{}"), 2, value(operand).name);
    return out;
  }
  int add(PlainValue value) {
    value.name = "v" + std::to_string(chain.values.size());
    value.line = value.name + value.line;
    chain.values.push_back(std::move(value));
    return static_cast<int>(chain.values.size()) - 1;
  }

  std::string dtype_;
  std::int64_t rows_, columns_;
};

}  // namespace tests
