// Rows of taps, each tap an edit of the chain's text; one that cannot be says why.
#include "session/lab/cards.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "chain/card_edits.hpp"
#include "chain/comments.hpp"
#include "chain/grad.hpp"
#include "session/lab/cuts.hpp"
#include "session/state/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace session {
namespace {

using chain::Chain;

constexpr std::array<chain::Dtype, 3> dtypes = {chain::Dtype::f32, chain::Dtype::f16, chain::Dtype::bf16};
constexpr std::array<std::string_view, 8> additions = {"relu", "gelu", "silu", "exp", "row", "tensor", "number", "sum"};

chain::EditedText backward_of(const Chain& chain) {
  const auto pass = chain::grad(chain, {});
  if (!pass) return std::unexpected(pass.error().front().message);
  return pass->chain.text;
}

/// What comes of an edit.
chain::EditedText edited(const Lab& lab, std::string_view edit) {
  const Chain& chain = *lab.bench->chain;
  const int op = picked(lab);
  const auto parts = base::split(edit, '.');
  if (parts.empty()) return std::unexpected(std::string());
  const std::string_view verb = parts.front(), what = parts.size() > 1 ? parts[1] : std::string_view();
  if (verb == "op") return chain::with_op_instead(chain, op, what);
  if (verb == "add") return chain::with_op_after(chain, op, what);
  if (verb == "remove") return chain::without_op(chain, op);
  if (verb == "later") return chain::with_op_later(chain, op);
  if (verb == "backward") return backward_of(chain);
  if (verb == "rows") return chain::with_rows(chain, what == "twice");
  if (verb == "dtype") {
    const auto* dtype = std::ranges::find(dtypes, what, [](chain::Dtype one) { return chain::name(one); });
    if (dtype != dtypes.end()) return chain::with_dtype(chain, *dtype);
  }
  if (verb == "operand" && parts.size() > 2) {
    const auto input = static_cast<int>(base::to_integer(what).value_or(-1));
    const auto all = operands_of(chain, op);
    if (std::ranges::find(all, input) != all.end()) return chain::with_operand(chain, input, parts[2] == "full");
  }
  return std::unexpected(std::string());
}

Action tap(const Lab& lab, const std::string& edit, std::string label, bool taken = false) {
  Action action = labelled("edit:" + edit, std::move(label));
  if (taken) return action;
  const auto text = edited(lab, edit);
  return text ? action : disabled(std::move(action), text.error());
}

Node op_taps(const Lab& lab, int op) {
  const Chain& chain = *lab.bench->chain;
  const std::string now(chain::info(chain.values[op].op).name);
  Node node = make("card.op", Purpose::taps, base::say("session.card.op", {{"value", chain.values[op].name}}), now);
  for (const std::string_view name : alternatives(chain, op)) {
    node.actions.push_back(tap(lab, fmt::format("op.{}", name), std::string(name), name == now));
  }
  return node;
}

void operand_taps(const Lab& lab, int op, std::vector<Node>& nodes) {
  const Chain& chain = *lab.bench->chain;
  for (const int input : operands_of(chain, op)) {
    const std::string row = base::say("session.card.row"), full = base::say("session.card.full");
    const bool is_full = chain.is_full(input);
    Node node = make(fmt::format("card.operand.{}", input), Purpose::taps,
                     base::say("session.card.operand", {{"name", chain.values[input].name}}), is_full ? full : row);
    node.actions.push_back(tap(lab, fmt::format("operand.{}.row", input), row, !is_full));
    node.actions.push_back(tap(lab, fmt::format("operand.{}.full", input), full, is_full));
    nodes.push_back(std::move(node));
  }
}

Node add_taps(const Lab& lab) {
  Node node = make("card.add", Purpose::taps, base::say("session.card.add"));
  for (const std::string_view what : additions) {
    const bool is_op = chain::op_named(what).has_value();
    node.actions.push_back(tap(lab, fmt::format("add.{}", what),
                               is_op ? std::string(what) : base::say("session.card.add." + std::string(what))));
  }
  return node;
}

Node whole_taps(const Lab& lab) {
  Node node = make("card.rows", Purpose::taps, base::say("session.card.rows"));
  node.actions.push_back(tap(lab, "rows.half", base::say("session.card.rows.half")));
  node.actions.push_back(tap(lab, "rows.twice", base::say("session.card.rows.twice")));
  return node;
}

Node backward_taps(const Lab& lab) {
  Node node = make("card.backward", Purpose::taps, base::say("session.card.chain"));
  node.actions.push_back(tap(lab, "backward", base::say("session.card.backward")));
  return node;
}

Node dtype_taps(const Lab& lab) {
  const Chain& chain = *lab.bench->chain;
  const auto inputs = chain.inputs();
  const auto now = chain.values[inputs.front()].dtype;
  Node node = make("card.dtype", Purpose::taps, base::say("session.card.dtype"), std::string(chain::name(now)));
  for (const chain::Dtype dtype : dtypes) {
    node.actions.push_back(
        tap(lab, fmt::format("dtype.{}", chain::name(dtype)), std::string(chain::name(dtype)), dtype == now));
  }
  return node;
}

}  // namespace

int picked(const Lab& lab) {
  const int found = lab.bench->chain->find(lab.card);
  if (found >= 0 && lab.bench->chain->values[found].op != chain::Op::input) return found;
  return lab.bench->chain->ops().back();
}

std::vector<Node> card_nodes(const Desk& desk) {
  const Lab& lab = desk.lab;
  const int op = picked(lab);
  std::vector<Node> nodes = {op_taps(lab, op)};
  operand_taps(lab, op, nodes);
  nodes.push_back(add_taps(lab));
  Node change = make("card.change", Purpose::taps, base::say("session.card.change"));
  change.actions.push_back(tap(lab, "remove", base::say("session.card.remove")));
  change.actions.push_back(tap(lab, "later", base::say("session.card.later")));
  nodes.push_back(std::move(change));
  nodes.push_back(whole_taps(lab));
  nodes.push_back(dtype_taps(lab));
  nodes.push_back(backward_taps(lab));
  return nodes;
}

void pick_card(Desk& desk, std::string_view name) {
  if (!desk.lab.bench || desk.lab.bench->chain->find(name) < 0) return;
  desk.lab.card = name;
  desk.inspector.chosen = "op:" + desk.lab.card;
}

void edit_card(Desk& desk, std::string_view edit) {
  Lab& lab = desk.lab;
  if (!lab.bench) return;
  const int op = picked(lab);
  const auto before = lab.bench->chain->ops();
  const auto place = std::ranges::find(before, op) - before.begin();
  const auto text = edited(lab, edit);
  if (!text || *text == lab.text) return;
  // A backward pass is another chain: what was remarked on this one would be wrong there.
  set_chain(desk, edit == "backward" ? *text : chain::with_comments(lab.text, *text));
  // The hand stays at its place, or goes on with what it moved or made.
  const bool forward = edit == "later" || edit.starts_with("add.");
  const auto ops = lab.bench->chain->ops();
  const auto at = std::clamp<std::ptrdiff_t>(place + (forward ? 1 : 0), 0, std::ssize(ops) - 1);
  lab.card = lab.bench->chain->values[ops[static_cast<std::size_t>(at)]].name;
}

}  // namespace session
