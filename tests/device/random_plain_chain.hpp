// A plain chain by seed about one topic, a statistic, a table, a view, with pointwise ops before and after it.
#pragma once

#include "device/plain_ops.hpp"

namespace tests {

/// What the chain is about.
enum class Topic {
  variance,
  two_sums,
  streamed,
  two_sweeps,
  turned,
  made_again,
  narrow_sums,
  largest,
  first_largest,
  gathered,
  picked,
  scattered
};
inline constexpr int topics = 12;

class RandomPlainChain {
 public:
  explicit RandomPlainChain(std::uint32_t seed)
      : topic_(static_cast<Topic>(seed % topics)), random_(seed), ops_(dtype_for(seed), rows_for(), columns_for()) {}

  PlainChain made() {
    int v = pointwise(ops_.input(ops_.rows(), ops_.columns()), 1 + below(2));
    v = about(v);
    pointwise(v, 1 + below(2));
    PlainChain chain = std::move(ops_.chain);
    std::set<int> read;
    for (const PlainValue& value : chain.values) read.insert(value.of.begin(), value.of.end());
    for (int value = 0; value < std::ssize(chain.values); ++value) {
      const bool kept = below(8) == 0 && by_hand_.empty();
      if (!chain.values[value].is_input() && (kept || !read.contains(value))) chain.outputs.push_back(value);
    }
    return chain;
  }

  [[nodiscard]] Topic topic() const { return topic_; }
  /// The value that a plan by hand makes again, or cuts behind; empty: any will do.
  [[nodiscard]] const std::string& by_hand() const { return by_hand_; }

 private:
  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
  std::string dtype_for(std::uint32_t seed) {
    if (topic_ == Topic::picked) return "f32";  // cross_entropy has values inside that nobody here rounds
    return std::array{"f32", "bf16", "f32", "f16"}[(seed / topics + below(2)) % 4];
  }
  std::int64_t rows_for() { return topic_ == Topic::turned ? 20 + below(60) : 1 + below(30); }
  std::int64_t columns_for() {
    if (topic_ == Topic::streamed) return 17 + below(3000);
    return topic_ == Topic::narrow_sums ? 2 + below(60) : 2 + below(200);
  }
  [[nodiscard]] const std::string& name(int v) const { return ops_.value(v).name; }

  int unary(int v) {
    switch (below(9)) {
      case 0:
        return ops_.unary("relu({})", v, [](double x) { return x > 0 ? x : 0; });
      case 1:
        return ops_.unary("tanh({})", v, [](double x) { return std::tanh(x); });
      case 2:
        return ops_.unary("sigmoid({})", v, [](double x) { return 1 / (1 + std::exp(-x)); });
      case 3:
        return ops_.unary("abs({})", v, [](double x) { return std::abs(x); });
      case 4:
        return ops_.unary("-{}", v, [](double x) { return -x; });
      case 5:
        return ops_.unary("{} * 0.5", v, [](double x) { return x * 0.5; });
      case 6:
        return ops_.unary("{} + 1", v, [](double x) { return x + 1; });
      case 7:
        return ops_.unary("1 - {}", v, [](double x) { return 1 - x; });
      default:
        return ops_.unary("cos({})", v, [](double x) { return std::cos(x); });
    }
  }
  int add(int a, int b) {
    return ops_.binary("{} + {}", a, b, [](double x, double y) { return x + y; });
  }
  int subtract(int a, int b) {
    return ops_.binary("{} - {}", a, b, [](double x, double y) { return x - y; });
  }
  int multiply(int a, int b) {
    return ops_.binary("{} * {}", a, b, [](double x, double y) { return x * y; });
  }
  int larger(int a, int b) {
    return ops_.binary("maximum({}, {})", a, b, [](double x, double y) { return std::max(x, y); });
  }
  /// Ops, some of them with a row, a column or a tensor of its size beside it.
  int pointwise(int v, int count) {
    for (int i = 0; i < count; ++i) {
      const PlainValue now = ops_.value(v);
      if (below(2) == 0) {
        v = unary(v);
        continue;
      }
      const int kind = below(3);
      const int beside = kind == 0   ? ops_.input(1, now.columns, true)
                         : kind == 1 ? ops_.input(now.rows, 1)
                                     : ops_.input(now.rows, now.columns);
      v = meet(v, beside);
    }
    return v;
  }
  int meet(int a, int b) {
    switch (below(4)) {
      case 0:
        return add(a, b);
      case 1:
        return subtract(a, b);
      case 2:
        return multiply(a, b);
      default:
        return larger(a, b);
    }
  }

  /// The topic's own values; back comes one that goes on.
  int about(int v) {
    switch (topic_) {
      case Topic::variance:
        return multiply(v, variance(v));
      case Topic::two_sums:
        return two_sums(v);
      case Topic::streamed:
        return softmax(v);
      case Topic::two_sweeps:
        return two_sweeps(v);
      case Topic::turned:
        return turned(v);
      case Topic::made_again:
        return made_again(v);
      case Topic::narrow_sums:
        return narrow_sum(v);
      case Topic::largest:
        return largest(v);
      case Topic::first_largest:
        ops_.rank("argmax({})", v, 1, true);
        return subtract(v, maximum(v));
      case Topic::gathered:
        return gathered(v);
      case Topic::picked:
        return picked(v);
      case Topic::scattered:
        return ops_.scatter_add(v, ops_.table(ops_.rows()), 1 + below(20));
    }
    return v;
  }

  int sum(int v) {
    return ops_.reduce("sum({})", v, [](const Numbers& row) {
      double all = 0, sizes = 0;
      for (const double x : row) all += x, sizes += std::abs(x);
      return std::pair(all, sizes);
    });
  }
  int mean(int v) {
    return ops_.reduce("mean({})", v, [](const Numbers& row) {
      double all = 0, sizes = 0;
      for (const double x : row) all += x, sizes += std::abs(x);
      const auto count = static_cast<double>(row.size());
      return std::pair(all / count, sizes / count);
    });
  }
  int maximum(int v) {
    return ops_.reduce("max({})", v, [](const Numbers& row) {
      const double most = *std::ranges::max_element(row);
      return std::pair(most, std::abs(most));
    });
  }
  /// By two passes: the op has one.
  int variance(int v) {
    return ops_.reduce("var({})", v, [](const Numbers& row) {
      const auto count = static_cast<double>(row.size());
      const double mean = std::accumulate(row.begin(), row.end(), 0.0) / count;
      double all = 0;
      for (const double x : row) all += (x - mean) * (x - mean);
      return std::pair(all / count, all / count + std::abs(mean) * std::sqrt(all / count));
    });
  }
  /// In order, each partial sum rounded to f32, then to what it is kept in.
  int narrow_sum(int v) {
    const std::string kept = below(2) == 0 ? "bf16" : "f16";
    const bool mean = below(2) == 0;
    const auto loop = [=](const Numbers& row) {
      double all = 0;
      for (const double x : row) all = to_nearest(to_nearest(all + to_nearest(x, "f32"), "f32"), kept);
      if (mean) all /= static_cast<double>(row.size());
      return std::pair(all, std::abs(all));
    };
    return add(v, ops_.reduce((mean ? "mean({}, " : "sum({}, ") + kept + ")", v, loop));
  }
  int two_sums(int v) {
    const auto square = [](double x) { return x * x; };
    const int squares = mean(ops_.unary("square({})", v, square));
    return multiply(v, subtract(squares, ops_.unary("square({})", mean(v), square)));
  }
  int exponential(int v) {
    return ops_.unary("exp({})", v, [](double x) { return std::exp(x); });
  }
  int divide(int a, int b) {
    return ops_.binary("{} / {}", a, b, [](double x, double y) { return x / y; });
  }
  int softmax(int v) {
    const int shares = exponential(subtract(v, maximum(v)));
    return divide(shares, sum(shares));
  }
  int two_sweeps(int v) {
    const int centred = subtract(v, mean(v));
    const int spread = ops_.unary("{} + 0.5", variance(centred), [](double x) { return x + 0.5; });
    return divide(centred, spread);
  }
  /// A value and its transpose meet, which by hand is read in place.
  int turned(int v) {
    const int both = add(ops_.input(ops_.columns(), ops_.rows()), ops_.transpose(v));
    const int out = unary(both);
    by_hand_ = name(v) + "," + name(out);
    return unary(out);
  }
  int made_again(int v) {
    const int again = ops_.unary("sigmoid({})", v, [](double x) { return 1 / (1 + std::exp(-x)); });
    by_hand_ = "~" + name(again);
    unary(again);
    return multiply(again, v);
  }
  int largest(int v) {
    const std::int64_t k = 1 + below(static_cast<int>(std::min<std::int64_t>(ops_.columns(), 9)));
    ops_.rank("topk_index({}, " + std::to_string(k) + ")", v, k, true);
    return ops_.rank("topk({}, " + std::to_string(k) + ")", v, k, false);
  }
  int gathered(int v) {
    const int pool = ops_.input(1 + below(40), ops_.columns());
    const int rows = ops_.gather(pool, ops_.table(ops_.rows()));
    return add(rows, v);
  }
  int picked(int v) {
    const int table = ops_.table(ops_.rows());
    return below(2) == 0 ? add(v, ops_.pick(v, table)) : ops_.cross_entropy(v, table);
  }

  Topic topic_;
  std::mt19937 random_;
  PlainOps ops_;
  std::string by_hand_;
};

}  // namespace tests
