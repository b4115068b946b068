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
      cursor.fail_expecting(base::say("chain.wanted.name"), base::say("chain.line"));
    } else {
      cursor.next();
      if (first.text == "out") {
        outputs(cursor, first);
      } else if (cursor.accept(':')) {
        declaration(cursor, first);
      } else if (cursor.accept('=')) {
        definition(cursor, first);
      } else if (cursor.peek().is('(')) {
        cursor.fail(first, mistake("chain.no_result", {{"op", first.text}}));
      } else {
        cursor.fail_expecting(base::say("chain.wanted.statement"), base::say("chain.statement"));
      }
    }
    if (!cursor.failed() && !cursor.at_end()) {
      cursor.fail(cursor.peek().span, mistake("chain.left_over", {{"text", cursor.peek().span.text}}));
    }
    if (cursor.finished()) return;
    if (!cursor.failed()) cursor.forget_mistakes();
    lost_operands_ = true;
    builder_.rewind(values, compositions);
    if (defines(statement)) scope_.bind(first, -1);
  }

  void outputs(Cursor& cursor, const Span& keyword) {
    if (cursor.peek().is('=') || cursor.peek().is(':')) {
      return cursor.fail(keyword, mistake("chain.out_name"));
    }
    do {
      if (cursor.peek().kind != Kind::name) {
        return cursor.fail_expecting(base::say("chain.wanted.name"), base::say("chain.write", {{"what", "out y"}}));
      }
      outputs_.push_back(cursor.next().span);
    } while (cursor.accept(','));
  }

  void declaration(Cursor& cursor, const Span& name) {
    const Span type = cursor.peek().span;
    const std::optional<Dtype> dtype =
        read_dtype(cursor, mistakes_, base::say("chain.write", {{"what", "x: f32[4, 8]"}}));
    if (cursor.failed() || !cursor.expect('[', base::say("chain.shape_follows"))) return;
    if (cursor.peek().is(']')) return cursor.fail(cursor.peek().span, mistake("chain.empty_shape"));
    Shape shape;
    bool good = dtype.has_value();
    do {
      const std::optional<std::int64_t> dim = dimension(cursor);
      if (cursor.failed()) return;
      good = good && dim;
      shape.dims.push_back(dim.value_or(1));
    } while (cursor.accept(','));
    if (!cursor.expect(']', base::say("chain.sizes_parted")) || !cursor.finished()) return;
    if (shape.dims.size() > max_dimensions) {
      mistakes_.add(cursor.since(type),
                    {base::say("chain.dimensions", shape.dims.size()), base::say("chain.most", max_dimensions)});
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
      cursor.fail_expecting(base::say("chain.wanted.size"), base::say("chain.size.such"));
      return std::nullopt;
    }
    const std::string_view digits = cursor.next().span.text;
    const Span whole = cursor.since(first);
    const bool whole_number = digits.find_first_not_of("0123456789") == std::string_view::npos;
    const std::optional<std::int64_t> size = base::to_integer(digits);
    const auto wrong = [&](std::string_view hint) {
      mistakes_.add(whole, {base::say("chain.size", {{"size", whole.text}}), base::say(hint)});
    };
    if (negative || (whole_number && size == 0)) {
      wrong("chain.size.least");
    } else if (!whole_number) {
      wrong("chain.size.whole");
    } else if (!size || *size > max_elements) {
      mistakes_.add(whole, mistake("chain.too_many_elements"));
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
      mistakes_.add(result.span, mistake("chain.number", {{"name", name.text}}));
    } else if (!result.is_broken() && result.value < first) {
      mistakes_.add(result.span, mistake("chain.second_name", {{"name", values[result.value].name}}));
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
    if (statements_.empty()) return mistakes_.add({}, mistake("chain.empty"));
    mark_outputs();
    if (chain.ops().empty() && mistakes_.count() == 0) {
      return mistakes_.add(statements_.back().tokens[0].span, mistake("chain.inputs_only"));
    }
    // Where an expression is broken, what is unread may have been meant there; a line that is left out may have it.
    const bool whole = mistakes_.count() == 0;
    for (const int v : lost_operands_ ? std::vector<int>() : chain.inputs()) {
      const std::string& name = chain.values[v].name;
      if (whole ? !chain.consumers(v).empty() : scope_.is_read(name)) continue;
      mistakes_.add(scope_.place_of(name), mistake("chain.unread_input", {{"name", name}}));
    }
    if (mistakes_.count() > 0) return;
    const std::vector<int> ops = chain.ops();
    if (outputs_.empty()) chain.values[ops.back()].output = true;
    for (const int v : ops) {
      const Value& value = chain.values[v];
      if (value.output || !chain.consumers(v).empty()) continue;
      mistakes_.add(scope_.place_of(value.name), mistake("chain.unread", {{"name", value.name}}));
    }
  }

  void mark_outputs() {
    std::set<std::string_view> seen;
    for (const Span& wanted : outputs_) {
      if (!seen.insert(wanted.text).second) {
        mistakes_.add(wanted, mistake("chain.output_twice", {{"name", wanted.text}}));
        continue;
      }
      const int value = scope_.output(wanted);
      if (value < 0) continue;
      if (builder_.chain().values[value].op == Op::input) {
        mistakes_.add(wanted, mistake("chain.output_is_input", {{"name", wanted.text}}));
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
    auto refused = base::wrong(base::say("chain.long_text"), base::say("chain.long_text.hint"));
    refused.error().front().file = file;
    return refused;
  }
  return Parser(text, file).run();
}

}  // namespace chain
