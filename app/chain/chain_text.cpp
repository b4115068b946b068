// A chain back to text: one value's expression, the expanded chain, its canonical form, the same over other sizes.
#include "base/text.hpp"
#include "base/units.hpp"
#include "chain/chain.hpp"
#include "chain/lexer.hpp"
#include "chain/parser.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace chain {
namespace {

/// The op of `value` over operands that `operand_text` puts into words.
template <class OperandText>
std::string written(const Value& value, OperandText operand_text) {
  const auto operand = [&](std::size_t i) { return operand_text(value.operands[i]); };
  switch (value.op) {
    case Op::add:
      return operand(0) + " + " + operand(1);
    case Op::sub:
      return operand(0) + " - " + operand(1);
    case Op::mul:
      return operand(0) + " * " + operand(1);
    case Op::div:
      return operand(0) + " / " + operand(1);
    case Op::neg:
      return "-" + operand(0);
    case Op::matmul:
      return operand(0) + " @ " + operand(1);
    case Op::heads:
      return "heads(" + operand(0) + ", " + std::to_string(value.heads) + ")";
    case Op::topk:
    case Op::topk_index:
      return std::string(info(value.op).name) + "(" + operand(0) + ", " + std::to_string(value.k) + ")";
    case Op::scatter_add:
      return "scatter_add(" + operand(0) + ", " + operand(1) + ", " + std::to_string(value.shape.dims.front()) + ")";
    case Op::cast:
      return "cast(" + operand(0) + ", " + std::string(name(value.dtype)) + ")";
    case Op::dropout:
      return "dropout(" + operand(0) + ", " + base::exact_number(value.probability) + ", " +
             std::to_string(value.seed) + ")";
    default:
      break;
  }
  std::string text = std::string(info(value.op).name) + "(";
  for (std::size_t i = 0; i < value.operands.size(); ++i) text += (i > 0 ? ", " : "") + operand(i);
  if (value.accumulate) text += ", " + std::string(name(*value.accumulate));
  return text + ")";
}

std::string type_of(const Value& value) {
  return std::string(name(value.dtype)) + show(value.shape);
}

}  // namespace

std::vector<std::string> writable_names(const Chain& chain) {
  std::set<std::string, std::less<>> taken;
  for (const Value& value : chain.values) taken.insert(value.name);
  std::vector<std::string> names;
  for (const Value& value : chain.values) {
    std::string name = value.name;
    if (const std::size_t dot = name.find('.'); dot != std::string::npos) {
      name[dot] = '_';
      while (name.size() <= longest_name && taken.contains(name)) name.insert(dot, "_");
      name = unused_name(taken, std::move(name));
    }
    names.push_back(std::move(name));
  }
  return names;
}

std::string expression(const Chain& chain, int value) {
  const Value& v = chain.values[value];
  if (v.op == Op::input) return type_of(v);
  return written(v, [&](const Operand& o) {
    if (o.is_literal()) return base::exact_number(o.literal);
    const std::string& name = chain.values[o.value].name;
    // A view without a name of its own says what it is: "q @ transpose(k)", not "q @ s.1".
    const bool made_up = name.find('.') != std::string::npos && chain.is_free_view(o.value);
    return made_up ? expression(chain, o.value) : name;
  });
}

std::string expression(const Chain& chain, int value, const std::vector<std::string>& names) {
  return written(chain.values[value],
                 [&](const Operand& o) { return o.is_literal() ? base::exact_number(o.literal) : names[o.value]; });
}

std::string one_line(const Chain& chain) {
  std::string out;
  for (const std::string_view line : base::split_lines(chain.text)) {
    for (std::string_view part : base::split(line.substr(0, line.find('#')), ';')) {
      part = base::trim(part);
      if (!part.empty()) out += (out.empty() ? "" : "; ") + std::string(part);
    }
  }
  return out;
}

std::string expanded_text(const Chain& chain) {
  const std::vector<std::string> names = writable_names(chain);
  std::string text, outputs;
  for (int v = 0; v < static_cast<int>(chain.values.size()); ++v) {
    const Value& value = chain.values[v];
    text += value.op == Op::input ? names[v] + ": " + type_of(value) : names[v] + " = " + expression(chain, v, names);
    text += "\n";
    if (!value.output) continue;
    outputs += (outputs.empty() ? "out " : ", ") + names[v];
  }
  const bool last_alone = chain.outputs() == std::vector{static_cast<int>(chain.values.size()) - 1};
  return last_alone ? text : text + outputs + "\n";
}

std::string canonical(const Chain& chain) {
  std::string text;
  for (const Value& value : chain.values) {
    text += type_of(value);
    if (value.op != Op::input) {
      text += " = " + written(value, [](const Operand& o) {
                return o.is_literal() ? base::exact_number(o.literal) : "%" + std::to_string(o.value);
              });
    }
    text += value.output ? " out\n" : "\n";
  }
  return text;
}

Chain resized(const Chain& chain, std::int64_t from, std::int64_t to) {
  Mistakes none("");
  const std::string_view text = chain.text;
  std::string changed;
  const char* copied = text.data();
  for (const Statement& statement : lex(text, none)) {
    if (!statement.tokens[1].is(':')) continue;
    for (const Token& token : statement.tokens) {
      if (token.kind != Token::Kind::number || token.span.text != std::to_string(from)) continue;
      changed.append(copied, token.span.text.data());
      changed += std::to_string(to);
      copied = token.span.text.data() + token.span.text.size();
    }
  }
  changed.append(copied, text.data() + text.size());
  base::Expected<Chain> result = parse(changed);
  if (!result) throw std::invalid_argument(base::render(result.error()));
  return std::move(*result);
}

}  // namespace chain
