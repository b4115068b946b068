// Recursive descent, one function a level of precedence.
#include "chain/expression.hpp"

#include "base/text.hpp"
#include "chain/hints.hpp"
#include "chain/parser.hpp"

#include <algorithm>
#include <cmath>

namespace chain {

using Kind = Token::Kind;

std::optional<Dtype> read_dtype(Cursor& cursor, Mistakes& mistakes, std::string usage) {
  if (cursor.peek().kind != Kind::name) {
    cursor.fail_expecting(base::say("chain.wanted.dtype"), std::move(usage));
    return std::nullopt;
  }
  const Span type = cursor.next().span;
  const std::optional<Dtype> dtype = dtype_of(type.text);
  if (!dtype) mistakes.add(type, {base::say("chain.no_dtype", {{"name", type.text}}), hint_for_dtype(type.text)});
  return dtype;
}

Term ExpressionReader::broken(const Span& whole) {
  lost_operands_ = true;
  Term term;
  term.span = whole;
  return term;
}

Term ExpressionReader::broken(const Span& whole, const Span& place, Mistake mistake) {
  mistakes_.add(place, std::move(mistake));
  return broken(whole);
}

Term ExpressionReader::sum(int depth) {
  Term left = product(depth);
  while (!cursor_.failed() && (cursor_.peek().is('+') || cursor_.peek().is('-'))) {
    const Op op = cursor_.next().is('+') ? Op::add : Op::sub;
    const Term right = product(depth);
    if (cursor_.failed()) return right;
    left = builder_.apply(op, {left, right}, join(left.span, right.span));
  }
  return left;
}

Term ExpressionReader::product(int depth) {
  Term left = unary(depth);
  for (;;) {
    const Token sign = cursor_.peek();
    if (cursor_.failed() || !(sign.is('*') || sign.is('/') || sign.is('@'))) return left;
    cursor_.next();
    if (sign.is('*') && cursor_.peek().is('*')) {
      cursor_.fail(join(sign.span, cursor_.peek().span), mistake("chain.no_power"));
    }
    if (cursor_.failed()) return left;
    const Term right = unary(depth);
    if (cursor_.failed()) return right;
    const Span whole = join(left.span, right.span);
    if (sign.is('@')) {
      left = builder_.matmul(left, right, whole);
    } else {
      left = builder_.apply(sign.is('*') ? Op::mul : Op::div, {left, right}, whole);
    }
  }
}

Term ExpressionReader::unary(int depth) {
  if (!cursor_.peek().is('-')) return primary(depth);
  const Span sign = cursor_.next().span;
  if (too_deep(sign, depth)) return {};
  const Term operand = unary(depth + 1);
  return cursor_.failed() ? operand : builder_.apply(Op::neg, {operand}, join(sign, operand.span));
}

Term ExpressionReader::primary(int depth) {
  const Token token = cursor_.peek();
  if (token.kind == Kind::number) return number(cursor_.next().span);
  if (token.kind == Kind::name) {
    cursor_.next();
    if (!cursor_.peek().is('(')) {
      const Term value = scope_.lookup(token.span);
      lost_operands_ = lost_operands_ || value.is_broken();
      return value;
    }
    if (too_deep(token.span, depth)) return {};
    cursor_.next();
    return call(token.span, depth + 1);
  }
  if (!cursor_.accept('(')) {
    cursor_.fail_expecting(base::say("chain.wanted.value"), base::say("chain.operands"));
    return {};
  }
  if (too_deep(token.span, depth)) return {};
  Term inner = sum(depth + 1);
  if (cursor_.failed() || !cursor_.expect(')', base::say("chain.open_parenthesis"))) return {};
  inner.span = cursor_.since(token.span);
  return inner;
}

Term ExpressionReader::number(const Span& digits) {
  // Beyond the range of double there is no value at all: the sign of the exponent tells which end it left.
  const std::optional<double> value = base::to_number(digits.text);
  const double stored = value ? rounded(*value, Dtype::f32) : HUGE_VAL;
  const bool small = value ? *value < 1 : digits.text.find('-') != std::string_view::npos;
  if (small && (!value || (stored == 0 && *value != 0))) {
    return broken(digits, digits, mistake("chain.number_small"));
  }
  if (!std::isfinite(stored)) return broken(digits, digits, mistake("chain.number_large"));
  return {Term::Kind::literal, *value, -1, digits};
}

Term ExpressionReader::call(const Span& name, int depth) {
  std::vector<Term> operands;
  if (!cursor_.peek().is(')')) {
    operands.push_back(sum(depth));
    if (cursor_.failed()) return {};
    if (name.text == "cast") return cast(name, operands[0]);
    if (name.text == "dropout") return dropout(name, operands[0]);
    if (name.text == "heads") return heads(name, operands[0]);
    if (name.text == "topk" || name.text == "topk_index") return ranking(name, operands[0]);
    if (name.text == "scatter_add") return scatter_add(name, operands[0], depth);
    while (cursor_.accept(',')) {
      if (operands.size() == 1 && keeps_in_dtype(name)) return accumulated(name, operands[0]);
      operands.push_back(sum(depth));
      if (cursor_.failed()) return {};
    }
  }
  if (!cursor_.expect(')', base::say("chain.open_call", {{"op", name.text}}))) return {};
  const Span whole = cursor_.since(name);
  const auto compositions = composition_table();
  const auto row =
      std::find_if(compositions.begin(), compositions.end(), [&](const auto& c) { return c.name == name.text; });
  if (row != compositions.end()) return composition(whole, *row, operands);
  const std::optional<Op> op = op_named(name.text);
  if (!op) return broken(whole, name, {base::say("chain.no_op", {{"name", name.text}}), hint_for_function(name.text)});
  const auto arity = static_cast<std::size_t>(info(*op).arity);
  const bool settings = *op == Op::cast || *op == Op::dropout || *op == Op::heads || *op == Op::topk ||
                        *op == Op::topk_index || *op == Op::scatter_add;
  if (operands.size() == arity && !settings) {
    if (*op == Op::dequant) return builder_.dequant(operands[0], operands[1], whole);
    if (*op == Op::gather) return builder_.gather(operands[0], operands[1], whole);
    if (*op == Op::pick) return builder_.pick(operands[0], operands[1], whole);
    if (*op == Op::argmax) return builder_.ranking(*op, operands[0], 1, name, whole);
    if (*op == Op::grouped) return builder_.grouped(operands, whole);
    return info(*op).pattern == Pattern::view ? builder_.view(*op, operands[0], 0, whole)
                                              : builder_.apply(*op, operands, whole);
  }
  const std::string given = std::to_string(operands.size());
  return broken(whole, whole,
                {base::say("chain.takes", arity, {{"op", name.text}, {"given", given}}), hint_for_arity(*op)});
}

Term ExpressionReader::composition(const Span& whole, const CompositionInfo& row, const std::vector<Term>& operands) {
  if (operands.size() >= row.least && operands.size() <= row.most) return builder_.compose(row.name, operands, whole);
  const char* const key = operands.empty() ? "chain.without_operands" : "chain.with_operands";
  return broken(whole, whole,
                {base::say(key, operands.size(), {{"composition", row.name}}),
                 base::say("chain.usage." + std::string(row.name))});
}

Term ExpressionReader::cast(const Span& name, const Term& operand) {
  const std::string usage = base::say("chain.usage.cast");
  if (!cursor_.expect(',', usage)) return {};
  const std::optional<Dtype> dtype = read_dtype(cursor_, mistakes_, usage);
  if (cursor_.failed() || !cursor_.expect(')', usage)) return {};
  const Span whole = cursor_.since(name);
  return dtype ? builder_.cast(operand, *dtype, whole) : broken(whole);
}

bool ExpressionReader::keeps_in_dtype(const Span& name) const {
  const std::optional<Op> op = op_named(name.text);
  if (!op || info(*op).pattern != Pattern::reduction || cursor_.peek().kind != Kind::name) return false;
  const std::string_view word = cursor_.peek().span.text;
  return dtype_of(word).has_value() || !(scope_.has(word) || is_function(word));
}

/// sum(x, bf16), from the dtype on. max rounds nothing, and var keeps more than a sum.
Term ExpressionReader::accumulated(const Span& name, const Term& operand) {
  const std::string usage = base::say("chain.usage.accumulate", {{"op", name.text}});
  const Span place = cursor_.peek().span;
  const std::optional<Dtype> dtype = read_dtype(cursor_, mistakes_, usage);
  if (cursor_.failed() || !cursor_.expect(')', usage)) return {};
  const Span whole = cursor_.since(name);
  const Op op = *op_named(name.text);
  if (!dtype) return broken(whole);
  if (op == Op::sum || op == Op::mean) return builder_.accumulate(op, operand, *dtype, place, whole);
  return broken(whole, place, mistake("chain.accumulate_no_sum", {{"op", name.text}}));
}

Term ExpressionReader::dropout(const Span& name, const Term& operand) {
  const std::string usage = base::say("chain.usage.dropout");
  Span settings[2];
  for (Span& setting : settings) {
    if (&setting != settings && cursor_.peek().span.text == ")") {
      cursor_.fail(cursor_.since(name), mistake("chain.without_seed"));
      return {};
    }
    if (!cursor_.expect(',', usage)) return {};
    if (cursor_.peek().kind != Kind::number) {
      cursor_.fail_expecting(base::say(&setting == settings ? "chain.wanted.probability" : "chain.wanted.seed"), usage);
      return {};
    }
    setting = cursor_.next().span;
  }
  if (!cursor_.expect(')', usage)) return {};
  const auto& [share, number] = settings;
  const Span whole = cursor_.since(name);
  const std::optional<double> probability = base::to_number(share.text);
  if (!probability || *probability >= 1) {
    return broken(whole, share, mistake("chain.no_probability", {{"text", share.text}}));
  }
  const std::optional<std::int64_t> seed = base::to_integer(number.text);
  if (!seed) return broken(whole, number, mistake("chain.no_seed", {{"text", number.text}}));
  return builder_.dropout(operand, *probability, static_cast<std::uint64_t>(*seed), whole);
}

Term ExpressionReader::heads(const Span& name, const Term& operand) {
  const std::string usage = base::say("chain.usage.heads");
  if (!cursor_.expect(',', usage)) return {};
  if (cursor_.peek().kind != Kind::number) {
    cursor_.fail_expecting(base::say("chain.wanted.heads"), usage);
    return {};
  }
  const Span count = cursor_.next().span;
  if (!cursor_.expect(')', usage)) return {};
  const Span whole = cursor_.since(name);
  const std::optional<std::int64_t> heads = base::to_integer(count.text);
  if (!heads || *heads < 1) return broken(whole, count, mistake("chain.no_heads", {{"text", count.text}}));
  return builder_.view(Op::heads, operand, *heads, whole);
}

Term ExpressionReader::ranking(const Span& name, const Term& operand) {
  const std::string usage = base::say("chain.usage.ranking", {{"op", name.text}});
  if (!cursor_.expect(',', usage)) return {};
  if (cursor_.peek().kind != Kind::number) {
    cursor_.fail_expecting(base::say("chain.wanted.entries"), usage);
    return {};
  }
  const Span count = cursor_.next().span;
  if (!cursor_.expect(')', usage)) return {};
  const Span whole = cursor_.since(name);
  const std::optional<std::int64_t> k = base::to_integer(count.text);
  return builder_.ranking(*op_named(name.text), operand, k.value_or(0), count, whole);
}

/// scatter_add(v, i, 4096), from the first comma on.
Term ExpressionReader::scatter_add(const Span& name, const Term& operand, int depth) {
  const std::string usage = base::say("chain.usage.scatter_add");
  if (!cursor_.expect(',', usage)) return {};
  const Term table = sum(depth);
  if (cursor_.failed() || !cursor_.expect(',', usage)) return {};
  if (cursor_.peek().kind != Kind::number) {
    cursor_.fail_expecting(base::say("chain.wanted.rows"), usage);
    return {};
  }
  const Span count = cursor_.next().span;
  if (!cursor_.expect(')', usage)) return {};
  const Span whole = cursor_.since(name);
  const std::optional<std::int64_t> rows = base::to_integer(count.text);
  if (!rows || *rows < 1) return broken(whole, count, mistake("chain.no_rows", {{"text", count.text}}));
  return builder_.scatter_add(operand, table, *rows, whole);
}

bool ExpressionReader::too_deep(const Span& place, int depth) {
  if (depth < max_nesting) return false;
  cursor_.fail(place, mistake("chain.too_deep", {{"most", std::to_string(max_nesting)}}));
  return true;
}

}  // namespace chain
