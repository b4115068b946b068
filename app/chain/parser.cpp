// Statements and expressions of chain text; one pass, ops are appended as they are read.
#include "chain/parser.hpp"

#include "base/text.hpp"
#include "chain/builder.hpp"
#include "chain/lexer.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <set>

namespace chain {
namespace {

using Kind = Token::Kind;

/// Whether the tokens begin a statement that gives something a name.
bool defines(const Statement& statement) {
  const auto& tokens = statement.tokens;
  return tokens.size() >= 2 && tokens[0].kind == Kind::name && (tokens[1].is(':') || tokens[1].is('='));
}

/// Every function name there is, for "did you mean".
std::vector<std::string_view> function_names() {
  std::vector<std::string_view> names;
  for (const OpInfo& row : op_table().subspan(1)) names.push_back(row.name);
  for (const CompositionInfo& row : composition_table()) names.push_back(row.name);
  return names;
}

/// What people of other libraries type.
std::string hint_for_function(std::string_view typed) {
  static const std::map<std::string_view, std::string_view> habits{
      {"min", "minimum(a, b) is the pairwise one; of the reductions there are sum, mean and max"},
      {"pow", "for a square write square(x)"},
      {"matmul", "matmul comes with the matmul lessons"},
      {"swish", "it is called silu"},
      {"gelu_tanh", "gelu is the tanh form"},
      {"fabs", "it is called abs"},
      {"inv", "it is called reciprocal"},
      {"norm", "there are rmsnorm(x, gain) and layernorm(x, gain, bias)"},
      {"multiply", "write x * y"},
      {"divide", "write x / y"},
      {"subtract", "write x - y"},
  };
  if (const auto habit = habits.find(typed); habit != habits.end()) return std::string(habit->second);
  if (const auto near = base::nearest(typed, function_names())) return "did you mean '" + std::string(*near) + "'?";
  return "the ops are those of the table in Help: add, gelu, sum, softmax, ...";
}

std::string hint_for_dtype(std::string_view typed) {
  if (typed == "float" || typed == "float32" || typed == "fp32") return "write f32";
  if (typed == "half" || typed == "float16" || typed == "fp16") return "write f16";
  if (typed == "bfloat16") return "write bf16";
  return "the dtypes are f32, f16 and bf16";
}

class Parser {
 public:
  Parser(std::string_view text, std::string_view file) : mistakes_(file), builder_(mistakes_) {
    statements_ = lex(text, mistakes_);
    for (std::size_t i = 0; i < statements_.size(); ++i) {
      const auto& tokens = statements_[i].tokens;
      const bool names = defines(statements_[i]);
      if (names) later_.emplace(tokens[0].span.text, i);
      for (std::size_t t = names ? 1 : 0; t < tokens.size(); ++t) {
        if (tokens[t].kind == Kind::name) mentioned_.insert(tokens[t].span.text);
      }
    }
  }

  base::Expected<Chain> run(std::string_view text) {
    for (now_ = 0; now_ < statements_.size(); ++now_) statement();
    finish();
    if (mistakes_.count() > 0) return std::unexpected(mistakes_.take());
    Chain chain = std::move(builder_.chain());
    chain.text = text;
    return chain;
  }

 private:
  // --- tokens ---
  [[nodiscard]] const Token& peek() const { return tokens()[at_]; }
  [[nodiscard]] const std::vector<Token>& tokens() const { return statements_[now_].tokens; }
  const Token& next() { return tokens()[at_ + 1 < tokens().size() ? at_++ : at_]; }
  bool accept(char symbol) {
    if (!peek().is(symbol)) return false;
    next();
    return true;
  }
  [[nodiscard]] Span since(const Span& first) const { return at_ == 0 ? first : join(first, tokens()[at_ - 1].span); }

  /// A syntax error: the statement's only one. The tokens that are left are skipped.
  void fail(const Span& place, std::string message, std::string hint = {}) {
    if (!failed_ && !statements_[now_].broken) {
      mistakes_.shrink(mistakes_before_);
      mistakes_.add(place, std::move(message), std::move(hint));
    }
    failed_ = true;
    at_ = tokens().size() - 1;
  }

  void fail_expecting(const std::string& wanted, std::string hint = {}) {
    const Token& found = peek();
    if (found.kind == Kind::end)
      return fail(found.span, "the line ends where " + wanted + " should be", std::move(hint));
    fail(found.span, "expected " + wanted + " but found '" + std::string(found.span.text) + "'", std::move(hint));
  }

  bool expect(char symbol, std::string hint = {}) {
    if (accept(symbol)) return true;
    fail_expecting(std::string("'") + symbol + "'", std::move(hint));
    return false;
  }

  // --- statements ---
  void statement() {
    at_ = 0;
    failed_ = false;
    mistakes_before_ = mistakes_.count();
    const std::size_t values = builder_.chain().values.size(), compositions = builder_.chain().compositions.size();
    const Span first = peek().span;
    if (peek().kind == Kind::name && first.text == "out") {
      outputs();
    } else if (defines(statements_[now_])) {
      next();
      accept(':') ? declaration(first) : definition(first);
    } else if (peek().kind == Kind::name && tokens()[1].is('(')) {
      fail(first, "the result has no name", "write y = " + std::string(first.text) + "(...)");
    } else if (peek().kind == Kind::name) {
      next();
      fail_expecting("':' or '='", "an input is written x: f32[4, 8], an op y = relu(x)");
    } else {
      fail_expecting("a name", "a line is an input 'x: f32[4, 8]', an op 'y = relu(x)' or 'out y'");
    }
    if (!failed_ && peek().kind != Kind::end) {
      fail(peek().span, "'" + std::string(peek().span.text) + "' does not belong here",
           "one statement a line; ';' parts statements");
    }
    if (!failed_ && !statements_[now_].broken) return;
    if (!failed_) mistakes_.shrink(mistakes_before_);  // what the lexer reported says it all
    builder_.rewind(values, compositions);
    if (defines(statements_[now_])) bind(first, -1);
  }

  void outputs() {
    const Span keyword = next().span;
    if (peek().is('=') || peek().is(':')) return fail(keyword, "'out' cannot be a name", "choose another name");
    do {
      if (peek().kind != Kind::name) return fail_expecting("a name", "write out y");
      wanted_.push_back(next().span);
    } while (accept(','));
  }

  void declaration(const Span& name) {
    const Span type = peek().span;
    if (peek().kind != Kind::name) return fail_expecting("a dtype", "write x: f32[4, 8]");
    next();
    const std::optional<Dtype> dtype = dtype_of(type.text);
    if (!dtype) mistakes_.add(type, "there is no dtype '" + std::string(type.text) + "'", hint_for_dtype(type.text));
    if (!expect('[', "a shape follows: x: f32[4, 8]")) return;
    Shape shape;
    bool good = dtype.has_value();
    if (peek().is(']')) return fail(peek().span, "the shape is empty", "a single number is a tensor of shape [1]");
    do {
      const std::optional<std::int64_t> dim = dimension();
      if (failed_) return;
      good = good && dim;
      shape.dims.push_back(dim.value_or(1));
    } while (accept(','));
    if (!expect(']', "sizes are parted by commas")) return;
    if (shape.dims.size() > max_dimensions) {
      mistakes_.add(since(type), "a shape of " + std::to_string(shape.dims.size()) + " dimensions",
                    std::to_string(max_dimensions) + " are the most");
      good = false;
    }
    if (peek().kind != Kind::end || statements_[now_].broken) return;
    Span whole = since(name);
    bind(name, good ? builder_.input(std::string(name.text), *dtype, std::move(shape), whole) : -1);
  }

  /// One size. Nothing, and a mistake, if it is a number but none that a size can be.
  std::optional<std::int64_t> dimension() {
    const Span first = peek().span;
    const bool negative = accept('-');
    if (peek().kind != Kind::number) {
      fail_expecting("a size", "sizes are whole numbers: f32[4, 8]");
      return std::nullopt;
    }
    const Span digits = next().span;
    const Span whole = since(first);
    const bool whole_number = digits.text.find_first_not_of("0123456789") == std::string_view::npos;
    const std::optional<std::int64_t> size = base::to_integer(digits.text);
    if (negative || (whole_number && size == 0)) {
      mistakes_.add(whole, "a size of " + std::string(whole.text), "a size is at least 1");
    } else if (!whole_number) {
      mistakes_.add(whole, "a size of " + std::string(whole.text), "sizes are whole numbers");
    } else if (!size || *size > max_elements) {
      mistakes_.add(whole, "a tensor of more than 2^40 elements",
                    "2^40 elements are 4.4 TB in f32; make a size smaller");
    } else {
      return size;
    }
    return std::nullopt;
  }

  void definition(const Span& name) {
    if (!expect('=')) return;
    const int first = static_cast<int>(builder_.chain().values.size());
    const Term result = expression(0);
    if (failed_ || peek().kind != Kind::end || statements_[now_].broken) return;
    if (result.is_broken()) return bind(name, -1);
    if (result.is_literal()) {
      mistakes_.add(result.span, std::string(name.text) + " is a number, not a tensor",
                    "write the number where it is used");
      return bind(name, -1);
    }
    if (result.value < first) {
      mistakes_.add(result.span, "this line computes nothing: it gives a value a second name",
                    "use " + builder_.chain().values[result.value].name + " itself");
      return bind(name, -1);
    }
    int made_up = 0;
    for (int v = first; v < result.value; ++v) {
      builder_.chain().values[v].name = std::string(name.text) + "." + std::to_string(++made_up);
    }
    builder_.chain().values[result.value].name = name.text;
    bind(name, result.value);
  }

  /// From here on `name` is that value; -1: its line is broken, and uses of it are no further mistakes.
  void bind(const Span& name, int value) {
    const auto [earlier, fresh] = names_.try_emplace(name.text, Binding{value, name.line});
    if (fresh) return;
    mistakes_.add(name,
                  std::string(name.text) + " is defined twice; first in line " + std::to_string(earlier->second.line),
                  "every value is given once: choose another name");
  }

  // --- expressions ---
  Term expression(int depth) {
    Term left = product(depth);
    while (!failed_ && (peek().is('+') || peek().is('-'))) {
      const Op op = next().is('+') ? Op::add : Op::sub;
      const Term right = product(depth);
      left = builder_.apply(op, {left, right}, join(left.span, right.span));
    }
    return left;
  }

  Term product(int depth) {
    Term left = unary(depth);
    while (!failed_ && (peek().is('*') || peek().is('/') || peek().is('@'))) {
      const Token sign = next();
      if (sign.is('@')) return refuse_matmul(sign.span);
      if (sign.is('*') && peek().is('*')) {
        fail(join(sign.span, peek().span), "there is no power operator", "for a square write square(x)");
        return {};
      }
      const Term right = unary(depth);
      left = builder_.apply(sign.is('*') ? Op::mul : Op::div, {left, right}, join(left.span, right.span));
    }
    return left;
  }

  Term refuse_matmul(const Span& sign) {
    fail(sign, "'@' is not there yet", "matmul comes with the matmul lessons");
    return {};
  }

  Term unary(int depth) {
    if (!peek().is('-')) return primary(depth);
    const Span sign = next().span;
    if (too_deep(sign, depth)) return {};
    const Term operand = unary(depth + 1);
    return failed_ ? operand : builder_.apply(Op::neg, {operand}, join(sign, operand.span));
  }

  Term primary(int depth) {
    const Token token = peek();
    if (token.is('(')) {
      next();
      if (too_deep(token.span, depth)) return {};
      Term inner = expression(depth + 1);
      if (!failed_) expect(')', "a '(' is open");
      inner.span = failed_ ? token.span : since(token.span);
      return inner;
    }
    if (token.kind == Kind::number) return number(next());
    if (token.kind != Kind::name) {
      fail_expecting("a value", "a name, a number, a call or '('");
      return {};
    }
    next();
    if (!peek().is('(')) return lookup(token.span);
    if (too_deep(token.span, depth)) return {};
    next();
    return call(token.span, depth + 1);
  }

  bool too_deep(const Span& place, int depth) {
    if (depth < max_nesting) return false;
    fail(place, "nested deeper than " + std::to_string(max_nesting), "give a part of it a line and a name of its own");
    return true;
  }

  Term number(const Token& token) {
    Term term;
    term.span = token.span;
    const std::optional<double> value = base::to_number(token.span.text);
    const double stored = value ? rounded(*value, Dtype::f32) : HUGE_VAL;
    if (!std::isfinite(stored) || (stored == 0 && *value != 0)) {
      const bool small = value ? std::abs(*value) < 1 : token.span.text.find("e-") != std::string_view::npos;
      mistakes_.add(token.span, small ? "a number too small for f32" : "a number too large for f32",
                    small ? "the smallest above 0 is 1.4e-45" : "f32 ends at 3.4e38");
      return term;
    }
    term.kind = Term::Kind::literal;
    term.literal = *value;
    return term;
  }

  Term lookup(const Span& name) {
    Term term;
    term.span = name;
    const std::string text(name.text);
    if (const auto found = names_.find(name.text); found != names_.end()) {
      term.value = found->second.value;
      if (term.value >= 0) term.kind = Term::Kind::value;
      return term;
    }
    if (const auto later = later_.find(name.text); later != later_.end()) {
      report_later(name, later->second);
    } else if (op_named(name.text) || is_composition(name.text)) {
      mistakes_.add(name, text + " is an op and needs its operand", "write " + text + "(x)");
    } else {
      std::vector<std::string_view> known;
      for (const auto& [other, binding] : names_) known.push_back(other);
      const auto near = base::nearest(name.text, known);
      mistakes_.add(
          name, "there is no value named '" + text + "'",
          near ? "did you mean '" + std::string(*near) + "'?" : "give it a line above: " + text + ": f32[...]");
    }
    return term;
  }

  /// A use of a name whose line comes later, or is this very line.
  void report_later(const Span& name, std::size_t statement) {
    const std::string text(name.text);
    const std::string line = std::to_string(statements_[statement].tokens[0].span.line);
    if (statement == now_) {
      mistakes_.add(name, text + " is made from itself", "a chain has no loops: give the new value another name");
    } else if (!mistakes_.full() && defines(statements_[now_]) && needs(statement, now_)) {
      mistakes_.add(name, std::string(tokens()[0].span.text) + " and " + text + " (line " + line + ") need each other",
                    "a chain has no cycles: one of them must come first");
    } else {
      mistakes_.add(name, text + " is used before its line (line " + line + ")", "move that line up");
    }
  }

  /// Whether what `statement` defines needs, directly or not, what `wanted` defines.
  [[nodiscard]] bool needs(std::size_t statement, std::size_t wanted) const {
    std::set<std::size_t> seen{statement};
    std::vector<std::size_t> open{statement};
    while (!open.empty()) {
      const auto& mentioned = statements_[open.back()].tokens;
      open.pop_back();
      for (std::size_t t = 1; t < mentioned.size(); ++t) {
        const auto found = mentioned[t].kind == Kind::name ? later_.find(mentioned[t].span.text) : later_.end();
        if (found == later_.end()) continue;
        if (found->second == wanted) return true;
        if (seen.insert(found->second).second) open.push_back(found->second);
      }
    }
    return false;
  }

  [[nodiscard]] static bool is_composition(std::string_view name) {
    const auto table = composition_table();
    return std::any_of(table.begin(), table.end(), [&](const CompositionInfo& c) { return c.name == name; });
  }

  // --- calls ---
  Term call(const Span& name, int depth) {
    if (name.text == "cast" || name.text == "dropout") return call_with_settings(name, depth);
    std::vector<Term> operands;
    if (!peek().is(')')) {
      do {
        operands.push_back(expression(depth));
      } while (!failed_ && accept(','));
    }
    if (failed_ || !expect(')', "the call of " + std::string(name.text) + " is open")) return {};
    const Span whole = since(name);
    Term broken;
    broken.span = whole;
    const std::string text(name.text);
    if (is_composition(name.text)) {
      const auto table = composition_table();
      const auto row = std::find_if(table.begin(), table.end(), [&](const auto& c) { return c.name == name.text; });
      if (operands.size() >= row->least && operands.size() <= row->most) {
        return builder_.compose(name.text, operands, whole);
      }
      mistakes_.add(whole, text + " with " + count_of(operands.size()), "write " + std::string(row->usage));
      return broken;
    }
    const std::optional<Op> op = op_named(name.text);
    if (!op) {
      mistakes_.add(name, "there is no op '" + text + "'", hint_for_function(name.text));
      return broken;
    }
    const int arity = info(*op).arity;
    if (static_cast<int>(operands.size()) == arity) return builder_.apply(*op, operands, whole);
    mistakes_.add(
        whole,
        text + " takes " + count_of(static_cast<std::size_t>(arity)) + ", not " + std::to_string(operands.size()),
        hint_for_arity(*op));
    return broken;
  }

  static std::string count_of(std::size_t operands) {
    return std::to_string(operands) + (operands == 1 ? " operand" : " operands");
  }

  static std::string hint_for_arity(Op op) {
    const std::string name(info(op).name);
    if (op == Op::max) return "max reduces each row; pairwise it is maximum(a, b)";
    if (info(op).pattern == Pattern::reduction) return name + " reduces the last dimension: write " + name + "(x)";
    return "write " + name + (info(op).arity == 1 ? "(x)" : "(a, b)");
  }

  /// cast(x, bf16) and dropout(x, 0.1, seed): what follows the operand is no tensor.
  Term call_with_settings(const Span& name, int depth) {
    const bool is_cast = name.text == "cast";
    const std::string usage = is_cast ? "write cast(x, bf16)" : "write dropout(x, 0.1, 7): a probability and a seed";
    const Term operand = expression(depth);
    if (failed_ || !expect(',', usage)) return {};
    if (is_cast) {
      if (peek().kind != Kind::name) return fail_expecting("a dtype", usage), Term{};
      const Span type = next().span;
      if (!expect(')', usage)) return {};
      const std::optional<Dtype> dtype = dtype_of(type.text);
      if (dtype) return builder_.cast(operand, *dtype, since(name));
      mistakes_.add(type, "there is no dtype '" + std::string(type.text) + "'", hint_for_dtype(type.text));
      return broken_at(since(name));
    }
    if (peek().kind != Kind::number) return fail_expecting("a probability", usage), Term{};
    const Span share = next().span;
    if (!expect(',', usage)) return {};
    if (peek().kind != Kind::number) return fail_expecting("a seed", usage), Term{};
    const Span seed_place = next().span;
    if (!expect(')', usage)) return {};
    const std::optional<double> probability = base::to_number(share.text);
    const std::optional<std::int64_t> seed = base::to_integer(seed_place.text);
    if (!probability || *probability >= 1) {
      mistakes_.add(share, "a probability of " + std::string(share.text), "dropout needs at least 0 and less than 1");
    }
    if (!seed)
      mistakes_.add(seed_place, "a seed of " + std::string(seed_place.text), "seeds are whole numbers below 2^63");
    if (!probability || *probability >= 1 || !seed) return broken_at(since(name));
    return builder_.dropout(operand, *probability, static_cast<std::uint64_t>(*seed), since(name));
  }

  static Term broken_at(const Span& whole) {
    Term term;
    term.span = whole;
    return term;
  }

  // --- the whole ---
  void finish() {
    Chain& chain = builder_.chain();
    if (statements_.empty()) {
      return mistakes_.add({}, "the chain text is empty", "try: x: f32[1024, 1024]; b: f32[1024]; y = gelu(x + b)");
    }
    std::set<std::string_view> seen;
    for (const Span& wanted : wanted_) mark_output(wanted, !seen.insert(wanted.text).second);
    for (const int v : chain.inputs()) {
      // A line that is broken may have meant to read it: only a name that stands nowhere is unread.
      if (mentioned_.contains(chain.values[v].name)) continue;
      mistakes_.add(place_of(chain.values[v].name), chain.values[v].name + " is an input that nobody reads",
                    "use it in an op or take the line out");
    }
    if (mistakes_.count() > 0) return;
    if (chain.ops().empty()) {
      return mistakes_.add(statements_.back().tokens[0].span, "the chain has inputs but no op",
                           "add a line: y = relu(x)");
    }
    for (const int v : chain.ops()) {
      if (chain.consumers(v).empty()) chain.values[v].output = true;
    }
  }

  [[nodiscard]] Span place_of(std::string_view name) const {
    return statements_[later_.find(name)->second].tokens[0].span;
  }

  void mark_output(const Span& wanted, bool again) {
    const std::string text(wanted.text);
    const auto found = names_.find(wanted.text);
    if (found == names_.end()) {
      std::vector<std::string_view> known;
      for (const auto& [other, binding] : names_) known.push_back(other);
      const auto near = base::nearest(wanted.text, known);
      mistakes_.add(wanted, "there is no value named '" + text + "'",
                    near ? "did you mean '" + std::string(*near) + "'?" : "");
    } else if (again) {
      mistakes_.add(wanted, text + " is an output already");
    } else if (found->second.value >= 0) {
      Value& value = builder_.chain().values[found->second.value];
      if (value.op == Op::input) {
        mistakes_.add(wanted, text + " is an input; an output is made by an op");
      } else {
        value.output = true;
      }
    }
  }

  struct Binding {
    int value = -1;
    int line = 0;
  };

  Mistakes mistakes_;
  Builder builder_;
  std::vector<Statement> statements_;
  std::map<std::string_view, Binding> names_;      ///< defined so far
  std::map<std::string_view, std::size_t> later_;  ///< every name and the first statement that defines it
  std::set<std::string_view> mentioned_;           ///< names that are read somewhere
  std::vector<Span> wanted_;                       ///< of the `out` statements
  std::size_t now_ = 0, at_ = 0;
  std::size_t mistakes_before_ = 0;
  bool failed_ = false;
};

}  // namespace

base::Expected<Chain> parse(std::string_view text, std::string_view file) {
  if (static_cast<std::int64_t>(text.size()) > max_text_bytes) {
    auto refused = base::wrong("the chain text is larger than 64 KiB", "a chain of 64 ops needs far less");
    refused.error().front().file = file;
    return refused;
  }
  return Parser(text, file).run(text);
}

}  // namespace chain
