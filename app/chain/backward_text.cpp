// Forward lines come first, in their order, then those of the gradients.
#include "chain/backward_text.hpp"

#include "base/units.hpp"
#include "chain/lexer.hpp"

#include <algorithm>
#include <cctype>

namespace chain {
namespace {

bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string joined(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

std::string declared(const std::string& name, const Value& value) {
  return name + ": " + std::string(chain::name(value.dtype)) + show(value.shape) + "\n";
}

}  // namespace

std::vector<Operand> composition_operands(const Chain& chain, int composition) {
  const Composition& of = chain.compositions[composition];
  if (of.name == "cross_entropy") return chain.values[of.first].operands;  // its first op is a pick of the two
  const int plain = of.name == "layernorm" ? 7 : 5;                        // ops without gain and bias
  std::vector<Operand> operands{chain.values[of.first].operands[0]};
  for (int v = of.first + plain; v <= of.last; ++v) operands.push_back(chain.values[v].operands[1]);
  return operands;
}

std::string with_name(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && in_name(text[end])) ++end;
    const std::string_view word = text.substr(at, std::max<std::size_t>(end - at, 1));
    out += word == from ? to : word;
    at += word.size();
  }
  return out;
}

BackwardText::BackwardText(const Chain& forward, std::span<const int> kept)
    : forward_(forward), kept_(forward.values.size()), asked_(forward.values.size()), names_(writable_names(forward)) {
  for (const int value : kept) kept_[value] = true;
  taken_.insert(names_.begin(), names_.end());
}

std::string BackwardText::value(int value) {
  asked_[value] = true;
  return names_[value];
}

std::string BackwardText::operand(const Operand& operand) {
  return operand.is_literal() ? base::exact_number(operand.literal) : value(operand.value);
}

std::string BackwardText::unused(std::string wanted) {
  return unused_name(taken_, std::move(wanted));
}

std::string BackwardText::incoming(int output) {
  std::string name = unused("d_" + names_[output]);
  incoming_.emplace_back(name, output);
  return name;
}

bool BackwardText::is_incoming(std::string_view name) const {
  return std::ranges::any_of(incoming_, [&](const auto& one) { return one.first == name; });
}

std::string BackwardText::line(std::string wanted, std::string expression) {
  std::string name = unused(std::move(wanted));
  lines_.push_back({name, std::move(expression)});
  return name;
}

void BackwardText::rename(const std::string& from, const std::string& to) {
  for (Line& line : lines_) {
    if (line.name == from) line.name = to;
    line.expression = with_name(line.expression, from, to);
  }
}

bool BackwardText::is_given(int value) const {
  return forward_.values[value].op == Op::input || kept_[value];
}

std::vector<bool> BackwardText::needed() const {
  std::vector<bool> needed = asked_;
  for (int v = static_cast<int>(needed.size()) - 1; v >= 0; --v) {
    const Value& value = forward_.values[v];
    if (!needed[v] || is_given(v)) continue;
    const bool whole = value.composition >= 0 && forward_.compositions[value.composition].last == v;
    const auto operands = whole ? composition_operands(forward_, value.composition) : value.operands;
    for (const Operand& operand : operands) {
      if (!operand.is_literal()) needed[operand.value] = true;
    }
  }
  return needed;
}

std::vector<int> BackwardText::read() const {
  const std::vector<bool> all = needed();
  std::vector<int> found;
  for (int v = 0; v < static_cast<int>(all.size()); ++v) {
    if (all[v]) found.push_back(v);
  }
  return found;
}

std::string BackwardText::forward_line(int value) const {
  const Value& v = forward_.values[value];
  const bool whole = v.composition >= 0 && forward_.compositions[v.composition].last == value;
  if (!whole) return names_[value] + " = " + expression(forward_, value, names_) + "\n";
  std::vector<std::string> operands;
  for (const Operand& operand : composition_operands(forward_, v.composition)) {
    operands.push_back(operand.is_literal() ? base::exact_number(operand.literal) : names_[operand.value]);
  }
  return names_[value] + " = " + forward_.compositions[v.composition].name + "(" + joined(operands) + ")\n";
}

std::string BackwardText::text(const std::vector<std::string>& outputs) const {
  const std::vector<int> all = read();
  std::string text;
  for (const std::string& remark : remarks_) text += "# " + remark + "\n";
  for (const int v : all) {
    if (is_given(v)) text += declared(names_[v], forward_.values[v]);
  }
  for (const auto& [name, output] : incoming_) text += declared(name, forward_.values[output]);
  for (const int v : all) {
    if (!is_given(v)) text += forward_line(v);
  }
  for (const Line& line : lines_) text += line.name + " = " + line.expression + "\n";
  return text + "out " + joined(outputs) + "\n";
}

}  // namespace chain
