// Random chain text for property tests: every op, vectors, row statistics, several consumers and outputs.
#pragma once

#include "base/random.hpp"
#include "chain/chain.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace tests {

struct RandomChainOptions {
  int least_ops = 1, most_ops = 12;
  std::int64_t most_rows = 9, most_columns = 40;
  bool reductions = true;
  bool narrow = true;  ///< f16 and bf16 chains too
};

/// A generator of chains that parse. The same seed gives the same text on every machine.
class RandomChain {
 public:
  explicit RandomChain(std::uint64_t seed, RandomChainOptions options = {}) : seed_(seed), options_(options) {}

  std::string text() {
    static constexpr const char* dtypes[] = {"f32", "f32", "f16", "bf16"};
    dtype_ = options_.narrow ? dtypes[below(4)] : "f32";
    rows_ = 1 + below(options_.most_rows);
    columns_ = 1 + below(options_.most_columns);
    add_input(Kind::full);
    const int ops = options_.least_ops + static_cast<int>(below(options_.most_ops - options_.least_ops + 1));
    for (int op = 0; op < ops; ++op) add_op();
    std::string out;
    for (std::size_t value = 0; value + 1 < values_.size(); ++value) {
      if (values_[value].input) continue;
      const bool kept = below(8) == 0;
      if (kept || !read_.contains(name(value))) out += (out.empty() ? "out " : ", ") + name(value);
    }
    // With any `out` line the last value needs one of its own; a value that nobody reads is refused.
    if (!out.empty()) lines_.push_back(out + ", " + name(values_.size() - 1));
    std::string text;
    for (const std::string& line : lines_) text += line + "\n";
    return text;
  }

 private:
  enum class Kind { full, vector, statistic };
  struct Known {
    Kind kind;
    bool input;
  };

  std::int64_t below(std::int64_t limit) {
    return static_cast<std::int64_t>(base::random_bits(seed_, 77, turn_++) % static_cast<std::uint64_t>(limit));
  }
  static std::string name(std::size_t value) { return "v" + std::to_string(value); }

  std::size_t add_input(Kind kind) {
    std::string shape = "[" + std::to_string(rows_) + ", " + std::to_string(columns_) + "]";
    if (kind == Kind::vector) shape = "[" + std::to_string(columns_) + "]";
    if (kind == Kind::statistic) shape = "[" + std::to_string(rows_) + ", 1]";
    lines_.push_back(name(values_.size()) + ": " + dtype_ + shape);
    values_.push_back({kind, true});
    return values_.size() - 1;
  }

  /// A value made or read so far; recent ones more often, so that chains are long rather than wide.
  std::size_t operand() {
    const auto count = static_cast<std::int64_t>(values_.size());
    const std::int64_t recent = below(3) == 0 ? count : std::min<std::int64_t>(count, 3);
    return static_cast<std::size_t>(count - 1 - below(recent));
  }

  void add_op() {
    static constexpr const char* unary[] = {
        "relu({})", "exp({} * 0.25)", "tanh({})", "gelu({})",     "sigmoid({})",  "abs({})",
        "-{}",      "square({})",     "silu({})", "cos({})",      "sin({})",      "sqrt(abs({}))",
        "{} * 0.5", "{} + 1",         "1 - {}",   "gelu_erf({})", "softplus({})", "dropout({}, 0.25, 3)"};
    static constexpr const char* binary[] = {"{} + {}", "{} - {}", "{} * {}", "maximum({}, {})", "minimum({}, {})"};
    // A variance needs two numbers: of one column, or of a statistic, there is none.
    static constexpr const char* reducing[] = {"sum({})",       "mean({})",      "max({})",
                                               "mean({}, f16)", "sum({}, bf16)", "var({})"};
    const std::int64_t kind = below(10);
    const std::size_t a = operand();
    if (options_.reductions && kind < 2 && values_[a].kind != Kind::vector) {
      const bool wide = values_[a].kind == Kind::full && columns_ > 1;
      define(fill(reducing[below(wide ? 6 : 5)], name(a), ""), Kind::statistic);
    } else if (kind < 6) {
      std::size_t b = operand();
      if (below(4) == 0) b = add_input(below(2) == 0 ? Kind::vector : below(3) == 0 ? Kind::statistic : Kind::full);
      define(fill(binary[below(std::size(binary))], name(a), name(b)), meet(values_[a].kind, values_[b].kind));
    } else {
      define(fill(unary[below(std::size(unary))], name(a), ""), values_[a].kind);
    }
  }

  /// The kind of the broadcast of two values.
  static Kind meet(Kind a, Kind b) { return a == b ? a : Kind::full; }

  void define(const std::string& expression, Kind kind) {
    lines_.push_back(name(values_.size()) + " = " + expression);
    values_.push_back({kind, false});
  }

  std::string fill(std::string pattern, const std::string& a, const std::string& b) {
    read_.insert(a);
    read_.insert(b);
    pattern.replace(pattern.find("{}"), 2, a);
    if (const std::size_t second = pattern.find("{}"); second != std::string::npos) pattern.replace(second, 2, b);
    return pattern;
  }

  std::uint64_t seed_;
  RandomChainOptions options_;
  std::uint64_t turn_ = 0;
  std::string dtype_;
  std::int64_t rows_ = 1, columns_ = 1;
  std::vector<std::string> lines_;
  std::vector<Known> values_;
  std::set<std::string> read_;
};

/// The same chain, in which an entry of each row of some value is picked and meets another value. Empty where the chain
/// has no rows to pick from.
inline std::string with_pick(const std::string& text, const chain::Chain& chain, std::uint64_t seed) {
  std::vector<int> rows, named;
  for (int v = 0; v < std::ssize(chain.values); ++v) {
    if (chain.values[v].name.find('.') != std::string::npos) continue;  // nobody can write that
    const chain::Shape& shape = chain.values[v].shape;
    named.push_back(v);
    if (shape.dims.size() == 2 && shape.columns() > 1 && shape.elements() == chain.full_elements()) rows.push_back(v);
  }
  if (rows.empty()) return {};
  const auto draw = [&](std::uint64_t turn, std::size_t many) { return base::random_bits(seed, 78, turn) % many; };
  const chain::Value& from = chain.values[rows[draw(0, rows.size())]];
  const chain::Value& met = chain.values[named[draw(1, named.size())]];
  const std::string outputs = text.find("out ") == std::string::npos ? "out " + chain.values.back().name + "\n" : "";
  return text + "t: i32[" + std::to_string(from.shape.rows()) + "]\np = pick(" + from.name + ", t)\nq = " + met.name +
         " * p\nout q\n" + outputs;
}

/// The same chain, in which the largest entries of each row of some value are found, and meet each other in a softmax.
/// Empty where the chain has no rows.
inline std::string with_ranking(const std::string& text, const chain::Chain& chain, std::uint64_t seed) {
  std::vector<int> rows;
  for (int v = 0; v < std::ssize(chain.values); ++v) {
    if (chain.values[v].name.find('.') != std::string::npos) continue;  // nobody can write that
    if (chain.values[v].shape.columns() > 1 && !chain::is_index(chain.values[v].dtype)) rows.push_back(v);
  }
  if (rows.empty()) return {};
  const auto draw = [&](std::uint64_t turn, std::size_t many) { return base::random_bits(seed, 79, turn) % many; };
  const chain::Value& from = chain.values[rows[draw(0, rows.size())]];
  const std::int64_t most = std::min<std::int64_t>(from.shape.columns(), 12);
  const std::string k = std::to_string(1 + draw(1, static_cast<std::size_t>(most)));
  const std::string outputs = text.find("out ") == std::string::npos ? "out " + chain.values.back().name + "\n" : "";
  const std::string shares = k == "1" ? "p = v * 2\n" : "p = softmax(v)\n";
  return text + "v = topk(" + from.name + ", " + k + ")\nj = topk_index(" + from.name + ", " + k + ")\na = argmax(" +
         from.name + ")\n" + shares + "out p, j, a\n" + outputs;
}

}  // namespace tests
