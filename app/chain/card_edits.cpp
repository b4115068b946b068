// A copy of the chain is changed, written as text and read again: the reader's own rules say what is a chain.
#include "chain/card_edits.hpp"

#include "base/words.hpp"
#include "chain/parser.hpp"
#include "chain/sweep.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>

namespace chain {
namespace {

constexpr std::array<std::string_view, 8> one_operand = {"relu", "gelu",     "silu", "sigmoid",
                                                         "tanh", "softplus", "exp",  "square"};
constexpr std::array<std::string_view, 6> two_operands = {"add", "sub", "mul", "div", "maximum", "minimum"};
constexpr std::array<std::string_view, 3> of_rows = {"sum", "mean", "max"};

std::unexpected<std::string> refused(std::string_view key) {
  return std::unexpected(std::string(base::text(key)));
}

EditedText checked(const Chain& chain) {
  std::string text = expanded_text(chain);
  const auto parsed = parse(text);
  if (!parsed) return std::unexpected(parsed.error().front().message);
  return text;
}

/// Takes out inputs that nobody reads any more, and closes the gaps in the order of values.
Chain tidied(const Chain& chain, const std::set<int>& gone) {
  std::set<int> out = gone;
  for (int v = 0; v < static_cast<int>(chain.values.size()); ++v) {
    if (chain.values[v].op != Op::input) continue;
    const bool read = std::ranges::any_of(chain.values, [&](const Value& user) {
      const bool stays = !gone.contains(static_cast<int>(&user - chain.values.data()));
      return stays && std::ranges::find(user.operands, v, &Operand::value) != user.operands.end();
    });
    if (!read) out.insert(v);
  }
  std::vector<int> place(chain.values.size(), -1);
  Chain left;
  for (int v = 0; v < static_cast<int>(chain.values.size()); ++v) {
    if (out.contains(v)) continue;
    place[v] = static_cast<int>(left.values.size());
    left.values.push_back(chain.values[v]);
  }
  for (Value& value : left.values) {
    for (Operand& operand : value.operands) {
      if (!operand.is_literal()) operand.value = place[operand.value];
    }
  }
  return left;
}

/// What flows through an op: its largest operand, the first of equals; of what reads a table its first.
int main_operand(const Chain& chain, int op) {
  const Op kind = chain.values[op].op;
  if (kind == Op::gather || kind == Op::grouped || kind == Op::scatter_add) return chain.values[op].operands[0].value;
  int main = -1;
  for (const Operand& operand : chain.values[op].operands) {
    if (operand.is_literal()) continue;
    const auto elements = [&](int v) { return chain.values[v].shape.elements(); };
    const bool made = main >= 0 && chain.values[main].op == Op::input && chain.values[operand.value].op != Op::input;
    if (main < 0 || elements(operand.value) > elements(main) || (made && elements(operand.value) == elements(main))) {
      main = operand.value;
    }
  }
  return main;
}

std::string fresh_name(const Chain& chain, std::string stem) {
  if (chain.find(stem) < 0) return stem;
  for (int n = 2;; ++n) {
    std::string name = stem + std::to_string(n);
    if (chain.find(name) < 0) return name;
  }
}

/// Makes room for a value at `at`.
void shift(Chain& chain, int at) {
  for (Value& value : chain.values) {
    for (Operand& operand : value.operands) {
      if (operand.value >= at) ++operand.value;
    }
  }
}

/// Of a pool only what is fetched counts.
const Shape& largest(const Chain& chain) {
  const auto elements = [&](const Value& value) {
    const bool fetched_from = is_index(value.dtype) || chain.is_pool(static_cast<int>(&value - chain.values.data()));
    return fetched_from ? 0 : value.shape.elements();
  };
  return std::ranges::max_element(chain.values, {}, elements)->shape;
}

/// What a new operand of `op` is as large as. Tensors around a product have sizes of their own.
const Shape& around(const Chain& chain, int op) {
  return chain.has_product() ? chain.values[op].shape : largest(chain);
}

bool is_arithmetic(Op op) {
  const Pattern pattern = info(op).pattern;
  return pattern == Pattern::pointwise || (pattern == Pattern::reduction && op != Op::pick);
}

}  // namespace

EditedText without_op(const Chain& chain, int op) {
  if (chain.ops().size() < 2) return refused("session.card.last_op");
  const int main = main_operand(chain, op);
  if (main < 0) return refused("session.card.no_operand");
  Chain edited = chain;
  for (Value& value : edited.values) {
    for (Operand& operand : value.operands) {
      if (operand.value == op) operand.value = main;
    }
  }
  if (chain.values[op].output) {
    if (chain.values[main].op == Op::input) return refused("session.card.only_op");
    edited.values[main].output = true;
    // What was asked for keeps its name.
    std::swap(edited.values[main].name, edited.values[op].name);
  }
  return checked(tidied(edited, {op}));
}

EditedText with_op_after(const Chain& chain, int op, std::string_view what) {
  Chain edited = chain;
  Value added;
  added.name = fresh_name(chain, "t");
  added.dtype = chain.values[op].dtype;
  int at = op + 1;
  if (what == "row" || what == "tensor") {
    Value input;
    input.name = fresh_name(chain, what == "row" ? "b" : "r");
    input.dtype = added.dtype;
    input.shape = around(chain, op);
    if (what == "row") input.shape.dims = {input.shape.columns()};
    shift(edited, at);
    edited.values.insert(edited.values.begin() + at, std::move(input));
    added.op = Op::add;
    added.operands = {{op, 0}, {at, 0}};
    ++at;
  } else if (what == "number") {
    added.op = Op::mul;
    added.operands = {{op, 0}, {-1, 2}};
  } else {
    const auto named = op_named(what);
    if (!named || info(*named).arity != 1) return refused("session.card.no_op");
    added.op = *named;
    added.operands = {{op, 0}};
  }
  shift(edited, at);
  for (Value& value : edited.values) {
    for (Operand& operand : value.operands) {
      if (operand.value == op) operand.value = at;
    }
  }
  if (edited.values[op].output) {
    added.output = true;
    edited.values[op].output = false;
    std::swap(added.name, edited.values[op].name);
  }
  edited.values.insert(edited.values.begin() + at, std::move(added));
  return checked(edited);
}

EditedText with_op_instead(const Chain& chain, int op, std::string_view name) {
  const auto named = op_named(name);
  if (!named || info(*named).arity != info(chain.values[op].op).arity) return refused("session.card.no_op");
  Chain edited = chain;
  edited.values[op].op = *named;
  edited.values[op].accumulate.reset();
  return checked(edited);
}

EditedText with_op_later(const Chain& chain, int op) {
  const auto readers = chain.consumers(op);
  if (readers.size() != 1 || chain.values[op].output) return refused("session.card.not_alone");
  const int next = readers.front(), main = main_operand(chain, op);
  const bool moves = is_arithmetic(chain.values[op].op) && is_arithmetic(chain.values[next].op);
  if (!moves || main_operand(chain, next) != op || main < 0) return refused("session.card.not_alone");
  const auto& operands = chain.values[next].operands;
  const bool comes_too_late = std::ranges::any_of(operands, [&](const Operand& o) { return o.value > op; });
  const bool twice = std::ranges::count(operands, op, &Operand::value) > 1;
  if (comes_too_late || twice) return refused("session.card.not_alone");
  // The two change places; names and what is an output stay where they are.
  Chain edited = chain;
  Value &first = edited.values[op], &second = edited.values[next];
  std::swap(first.op, second.op);
  std::swap(first.operands, second.operands);
  std::swap(first.dtype, second.dtype);
  std::swap(first.probability, second.probability);
  std::swap(first.seed, second.seed);
  for (Operand& operand : first.operands) {
    if (operand.value == op) operand.value = main;
  }
  for (Operand& operand : second.operands) {
    if (operand.value == main) {
      operand.value = op;
      break;
    }
  }
  return checked(edited);
}

EditedText with_operand(const Chain& chain, int input, bool full) {
  Chain edited = chain;
  Shape shape = around(chain, chain.consumers(input).front());
  if (!full) shape.dims = {shape.columns()};
  edited.values[input].shape = std::move(shape);
  return checked(edited);
}

EditedText with_dtype(const Chain& chain, Dtype dtype) {
  Chain edited = chain;
  for (Value& value : edited.values) {
    if (value.op == Op::input && !is_packed(value.dtype) && !is_index(value.dtype)) value.dtype = dtype;
  }
  return checked(edited);
}

EditedText with_rows(const Chain& chain, bool twice) {
  const auto product = std::ranges::find_if(chain.values, multiplies, &Value::op);
  const bool products = product != chain.values.end();
  const Shape& walked = products ? chain.values[product->operands[0].value].shape : largest(chain);
  const std::int64_t rows = walked.dims.front();
  if (!twice && (rows < 2 || rows % 2 != 0)) return refused("session.card.no_half");
  if (products) {
    const std::int64_t wanted = twice ? 2 * rows : rows / 2;
    auto points = sweep(chain, {SweepAxis::Kind::rows, wanted, wanted});
    if (!points) return std::unexpected(points.error().front().message);
    return checked(points->front().chain);
  }
  try {
    return checked(resized(chain, rows, twice ? 2 * rows : rows / 2));
  } catch (const std::invalid_argument& e) {
    return std::unexpected(e.what());
  }
}

std::vector<std::string_view> alternatives(const Chain& chain, int op) {
  const OpInfo& now = info(chain.values[op].op);
  const auto among = [&](const auto& names) {
    std::vector<std::string_view> all(names.begin(), names.end());
    if (std::ranges::find(all, now.name) == all.end()) all.insert(all.begin(), now.name);
    return all;
  };
  if (now.op == Op::cast || now.op == Op::dropout || !is_arithmetic(now.op)) return {};
  if (now.pattern == Pattern::reduction) return among(of_rows);
  return now.arity == 1 ? among(one_operand) : among(two_operands);
}

std::vector<int> operands_of(const Chain& chain, int op) {
  const auto full = std::ranges::count_if(chain.inputs(), [&](int v) { return chain.is_full(v); });
  std::vector<int> found;
  if (!is_arithmetic(chain.values[op].op)) return found;
  for (const Operand& operand : chain.values[op].operands) {
    if (operand.is_literal() || chain.values[operand.value].op != Op::input) continue;
    // The one full input decides how large everything is.
    if (chain.is_full(operand.value) && full < 2) continue;
    if (std::ranges::find(found, operand.value) == found.end()) found.push_back(operand.value);
  }
  return found;
}

}  // namespace chain
