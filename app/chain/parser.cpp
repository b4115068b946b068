// The statements of chain text; one pass, ops are appended as they are read.
#include "chain/parser.hpp"

#include "base/text.hpp"
#include "chain/expression.hpp"

#include <set>

namespace chain {
namespace {

using Kind = Token::Kind;

class Parser {
 public:
  Parser(std::string_view text, std::string_view file)
      : text_(text),
        mistakes_(file),
        statements_(lex(text, mistakes_)),
        scope_(statements_, mistakes_),
        builder_(mistakes_) {}

  base::Expected<Chain> run() {
    for (std::size_t i = 0; i < statements_.size(); ++i) {
      scope_.enter(i);
      read(statements_[i]);
    }
    finish();
    if (mistakes_.count() > 0) return std::unexpected(mistakes_.take());
    Chain chain = std::move(builder_.chain());
    chain.text = text_;
    return chain;
  }

 private:
  void read(const Statement& statement) {
    Cursor cursor(statement, mistakes_);
    const std::size_t values = builder_.chain().values.size(), compositions = builder_.chain().compositions.size();
    const Span first = cursor.peek().span;
    if (cursor.peek().kind != Kind::name) {
      cursor.fail_expecting("a name", "a line is an input 'x: f32[4, 8]', an op 'y = relu(x)' or 'out y'");
    } else {
      cursor.next();
      if (first.text == "out") {
        outputs(cursor, first);
      } else if (cursor.accept(':')) {
        declaration(cursor, first);
      } else if (cursor.accept('=')) {
        definition(cursor, first);
      } else if (cursor.peek().is('(')) {
        cursor.fail(first, "the result has no name", "write y = " + std::string(first.text) + "(...)");
      } else {
        cursor.fail_expecting("':' or '='", "an input is written x: f32[4, 8], an op y = relu(x)");
      }
    }
    if (!cursor.failed() && !cursor.at_end()) {
      cursor.fail(cursor.peek().span, "'" + std::string(cursor.peek().span.text) + "' does not belong here",
                  "one statement a line; ';' parts statements");
    }
    if (cursor.finished()) return;
    if (!cursor.failed()) cursor.forget_mistakes();
    lost_operands_ = true;
    builder_.rewind(values, compositions);
    if (defines(statement)) scope_.bind(first, -1);
  }

  void outputs(Cursor& cursor, const Span& keyword) {
    if (cursor.peek().is('=') || cursor.peek().is(':')) {
      return cursor.fail(keyword, "'out' cannot be a name", "choose another name");
    }
    do {
      if (cursor.peek().kind != Kind::name) return cursor.fail_expecting("a name", "write out y");
      outputs_.push_back(cursor.next().span);
    } while (cursor.accept(','));
  }

  void declaration(Cursor& cursor, const Span& name) {
    const Span type = cursor.peek().span;
    const std::optional<Dtype> dtype = read_dtype(cursor, mistakes_, "write x: f32[4, 8]");
    if (cursor.failed() || !cursor.expect('[', "a shape follows: x: f32[4, 8]")) return;
    if (cursor.peek().is(']')) {
      return cursor.fail(cursor.peek().span, "the shape is empty", "a single number is a tensor of shape [1]");
    }
    Shape shape;
    bool good = dtype.has_value();
    do {
      const std::optional<std::int64_t> dim = dimension(cursor);
      if (cursor.failed()) return;
      good = good && dim;
      shape.dims.push_back(dim.value_or(1));
    } while (cursor.accept(','));
    if (!cursor.expect(']', "sizes are parted by commas") || !cursor.finished()) return;
    if (shape.dims.size() > max_dimensions) {
      mistakes_.add(cursor.since(type), "a shape of " + std::to_string(shape.dims.size()) + " dimensions",
                    std::to_string(max_dimensions) + " are the most");
      good = false;
    }
    const Span whole = cursor.since(name);
    scope_.bind(name, good ? builder_.input(std::string(name.text), *dtype, std::move(shape), whole) : -1);
  }

  /// One size. Nothing, and a mistake, if it is a number but none that a size can be.
  std::optional<std::int64_t> dimension(Cursor& cursor) {
    const Span first = cursor.peek().span;
    const bool negative = cursor.accept('-');
    if (cursor.peek().kind != Kind::number) {
      cursor.fail_expecting("a size", "sizes are whole numbers: f32[4, 8]");
      return std::nullopt;
    }
    const std::string_view digits = cursor.next().span.text;
    const Span whole = cursor.since(first);
    const bool whole_number = digits.find_first_not_of("0123456789") == std::string_view::npos;
    const std::optional<std::int64_t> size = base::to_integer(digits);
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

  void definition(Cursor& cursor, const Span& name) {
    const int first = static_cast<int>(builder_.chain().values.size());
    ExpressionReader reader(cursor, builder_, scope_, mistakes_);
    const Term result = reader.read();
    if (!cursor.finished()) return;
    lost_operands_ = lost_operands_ || reader.lost_operands();
    std::vector<Value>& values = builder_.chain().values;
    if (result.is_literal()) {
      mistakes_.add(result.span, std::string(name.text) + " is a number, not a tensor",
                    "write the number where it is used");
    } else if (!result.is_broken() && result.value < first) {
      mistakes_.add(result.span, "this line computes nothing: it gives a value a second name",
                    "use " + values[result.value].name + " itself");
    } else if (!result.is_broken()) {
      int made_up = 0;
      for (int v = first; v < result.value; ++v)
        values[v].name = std::string(name.text) + "." + std::to_string(++made_up);
      values[result.value].name = name.text;
      return scope_.bind(name, result.value);
    }
    // Part of the line may be built already; without its last op it has no place in the chain.
    values.resize(static_cast<std::size_t>(first));
    scope_.bind(name, -1);
  }

  void finish() {
    Chain& chain = builder_.chain();
    if (statements_.empty()) {
      return mistakes_.add({}, "the chain text is empty", "try: x: f32[1024, 1024]; b: f32[1024]; y = gelu(x + b)");
    }
    mark_outputs();
    if (chain.ops().empty() && mistakes_.count() == 0) {
      return mistakes_.add(statements_.back().tokens[0].span, "the chain has inputs but no op",
                           "add a line: y = relu(x)");
    }
    // Where an expression is broken, what is unread may have been meant there.
    for (const int v : lost_operands_ ? std::vector<int>() : chain.inputs()) {
      const std::string& name = chain.values[v].name;
      if (scope_.is_read(name)) continue;
      mistakes_.add(scope_.place_of(name), name + " is an input that nobody reads",
                    "use it in an op or take the line out");
    }
    if (mistakes_.count() > 0) return;
    const std::vector<int> ops = chain.ops();
    if (outputs_.empty()) chain.values[ops.back()].output = true;
    for (const int v : ops) {
      const Value& value = chain.values[v];
      if (value.output || !chain.consumers(v).empty()) continue;
      mistakes_.add(scope_.place_of(value.name), value.name + " is made, and nobody reads it",
                    "add a line 'out " + value.name + "', use it in an op, or take the line out");
    }
  }

  void mark_outputs() {
    std::set<std::string_view> seen;
    for (const Span& wanted : outputs_) {
      const std::string name(wanted.text);
      if (!seen.insert(wanted.text).second) {
        mistakes_.add(wanted, name + " is an output already", "name it once");
        continue;
      }
      const int value = scope_.output(wanted);
      if (value < 0) continue;
      if (builder_.chain().values[value].op == Op::input) {
        mistakes_.add(wanted, name + " is an input", "an output is the name of a line with '='");
      } else {
        builder_.chain().values[value].output = true;
      }
    }
  }

  std::string_view text_;
  Mistakes mistakes_;
  std::vector<Statement> statements_;
  Scope scope_;
  Builder builder_;
  std::vector<Span> outputs_;  ///< asked for by `out` statements
  bool lost_operands_ = false;
};

}  // namespace

base::Expected<Chain> parse(std::string_view text, std::string_view file) {
  if (static_cast<std::int64_t>(text.size()) > max_text_bytes) {
    auto refused = base::wrong("the chain text is larger than 64 KiB", "a chain of 64 ops needs far less");
    refused.error().front().file = file;
    return refused;
  }
  return Parser(text, file).run();
}

}  // namespace chain
