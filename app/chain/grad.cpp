// Backwards through the ops: each hands its gradient on to its operands, and what reaches a value is added up.
#include "chain/grad.hpp"

#include "base/units.hpp"
#include "base/words.hpp"
#include "chain/derivative.hpp"
#include "chain/mistakes.hpp"
#include "chain/parser.hpp"
#include "chain/reaching.hpp"
#include "chain/rule_text.hpp"

#include <algorithm>

namespace chain {
namespace {

class Backward {
 public:
  Backward(const Chain& chain, const GradRequest& request)
      : chain_(chain),
        request_(request),
        text_(chain, request.keep),
        reaching_(chain, text_),
        wanted_(chain.values.size()) {}

  base::Expected<BackwardPass> run() {
    const std::vector<int> of = request_.of.empty() ? chain_.outputs() : request_.of;
    const std::vector<int> to = request_.to.empty() ? chain_.inputs() : request_.to;
    mark_wanted(to);
    for (const int output : of) {
      give(output, {text_.incoming(output), chain_.values[output].shape}, output);
    }
    for (int v = static_cast<int>(chain_.values.size()) - 1; v >= 0 && !refused_; --v) {
      if (chain_.values[v].op != Op::input && wanted_[v] && reaching_.any(v)) hand_on(v);
    }
    std::vector<std::string> gradients, outputs;
    for (const int input : to) {
      if (!refused_) gradients.push_back(result(input, outputs));
    }
    if (refused_) return base::wrong(refused_->message, refused_->hint);
    if (outputs.empty()) {
      return base::wrong(base::say("chain.grad_same", {{"input", chain_.values[to[0]].name}, {"name", gradients[0]}}),
                         base::say("chain.grad_same.hint"));
    }
    return finished(std::move(gradients), outputs);
  }

 private:
  void refuse(std::string_view key, int value) {
    const Value& v = chain_.values[value];
    if (!refused_) {
      refused_ = mistake(key, {{"value", v.name}, {"op", info(v.op).name}, {"dtype", chain::name(v.dtype)}});
    }
  }

  /// What depends on an input whose gradient is asked for.
  void mark_wanted(const std::vector<int>& to) {
    for (const int input : to) {
      if (is_packed(chain_.values[input].dtype) || is_index(chain_.values[input].dtype)) {
        refuse("chain.grad_integers", input);
      }
      wanted_[input] = true;
    }
    for (std::size_t v = 0; v < wanted_.size(); ++v) {
      for (const Operand& operand : chain_.values[v].operands) {
        if (!operand.is_literal() && wanted_[operand.value]) wanted_[v] = true;
      }
    }
  }

  /// All that reached the value.
  Gradient collected(int value) {
    auto sum = reaching_.collected(value);
    if (!sum) refuse("chain.grad_matrices", value);
    return sum ? *std::move(sum) : Gradient{"", chain_.values[value].shape};
  }

  /// The same by a name.
  Gradient named(int value, const Gradient& gradient) {
    if (is_name(gradient.text)) return gradient;
    return {text_.line("d_" + text_.name(value), gradient.text), gradient.shape};
  }

  Gradient whole(int value, const Gradient& gradient) {
    return named(value, stretched(gradient, chain_, value, text_));
  }

  void give(int operand, Gradient gradient, int from) { reaching_.give(operand, std::move(gradient), from); }

  void hand_on(int value) {
    const Value& v = chain_.values[value];
    if (v.composition >= 0) {
      const Composition& composition = chain_.compositions[v.composition];
      if (composition.last != value) return;
      if (composition.name == "cross_entropy") return refuse("chain.grad_loss", value);
      return by_rule(value, composition_derivative(composition.name), composition_operands(chain_, v.composition),
                     named(value, collected(value)));
    }
    const Gradient d = named(value, collected(value));
    if (!derivative(v.op).of[0].empty()) return by_rule(value, derivative(v.op), v.operands, d);
    const int x = v.operands[0].value;
    switch (v.op) {
      case Op::cast: {
        if (chain_.values[x].dtype == v.dtype) return give(x, d, value);
        const std::string to(chain::name(chain_.values[x].dtype));
        return give(x, {"cast(" + d.text + ", " + to + ")", d.shape}, value);
      }
      case Op::dropout:
        return give(x,
                    {"dropout(" + whole(value, d).text + ", " + base::exact_number(v.probability) + ", " +
                         std::to_string(v.seed) + ")",
                     v.shape},
                    value);
      case Op::causal:
        return give(x, unseen_by_softmax(value) ? d : seen(value, d), value);
      case Op::transpose:
        return give(x, {"transpose(" + whole(value, d).text + ")", chain_.values[x].shape}, value);
      case Op::heads:
        return give(x, {"merge(" + whole(value, d).text + ")", chain_.values[x].shape}, value);
      case Op::merge: {
        const std::int64_t heads = *(chain_.values[x].shape.dims.end() - 3);
        return give(x, {"heads(" + whole(value, d).text + ", " + std::to_string(heads) + ")", chain_.values[x].shape},
                    value);
      }
      case Op::matmul:
        return product(value, whole(value, d).text);
      default:
        return refuse(ranks(v.op) ? "chain.grad_ranking" : "chain.grad_none", value);
    }
  }

  void by_rule(int value, const Rule& rule, const std::vector<Operand>& operands, const Gradient& d) {
    RuleText filled(chain_, value, operands, rule, d, text_);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (!operands[i].is_literal() && wanted_[operands[i].value]) give(operands[i].value, filled.of(i), value);
    }
  }

  /// Where only softmax reads a masked score, its gradient is 0 already: the share of such a key is.
  [[nodiscard]] bool unseen_by_softmax(int value) const {
    return std::ranges::all_of(chain_.consumers(value),
                               [&](int user) {
                                 const int of = chain_.values[user].composition;
                                 return of >= 0 && chain_.compositions[of].name == "softmax";
                               }) &&
           !chain_.values[value].output;
  }

  /// exp(-inf) is 0, exp(0) is 1.
  Gradient seen(int value, const Gradient& d) {
    const std::string x = text_.value(chain_.values[value].operands[0].value);
    return {d.text + " * exp(causal(0 * " + x + "))", chain_.values[value].shape};
  }

  /// transpose(v); of what is a transpose already, what it was made of.
  std::string transposed(int value) {
    const Value& v = chain_.values[value];
    if (v.op == Op::transpose) return text_.value(v.operands[0].value);
    return "transpose(" + text_.value(value) + ")";
  }

  /// y = a @ b: of a it is d @ transpose(b), of b transpose(a) @ d.
  void product(int value, const std::string& d) {
    const int a = chain_.values[value].operands[0].value, b = chain_.values[value].operands[1].value;
    const Shape &left = chain_.values[a].shape, &right = chain_.values[b].shape;
    if (wanted_[a]) give(a, {d + " @ " + transposed(b), left}, a);
    if (!wanted_[b]) return;
    const std::size_t led = left.dims.size();
    if (right.dims.size() == 2 && led > 2) {
      // One matrix for all on the left: their rows are joined to one long sum.
      std::string rows = transposed(a), columns = "transpose(" + d + ")";
      for (std::size_t i = 2; i < led; ++i) {
        rows = "merge(" + rows + ")";
        columns = "merge(" + columns + ")";
      }
      return give(b, {rows + " @ transpose(" + columns + ")", right}, b);
    }
    if (!std::equal(left.dims.begin(), left.dims.end() - 2, right.dims.begin(), right.dims.end() - 2)) {
      return refuse("chain.grad_grouped", b);
    }
    // Of a @ transpose(k) at once that of k: to transpose a product's result takes a kernel.
    const Value& of = chain_.values[b];
    if (of.op == Op::transpose && !of.output && chain_.consumers(b).size() == 1) {
      const int turned = of.operands[0].value;
      return give(turned, {"transpose(" + d + ") @ " + text_.value(a), chain_.values[turned].shape}, turned);
    }
    give(b, {transposed(a) + " @ " + d, right}, b);
  }

  /// What holds the gradient of an input; a line of its own is an output of the backward pass.
  std::string result(int input, std::vector<std::string>& outputs) {
    const std::string& name = chain_.values[input].name;
    if (!reaching_.any(input)) {
      refused_ = mistake("chain.grad_apart", {{"input", name}});
      return {};
    }
    const Gradient all = stretched(collected(input), chain_, input, text_);
    if (!is_name(all.text)) return outputs.emplace_back(text_.line("d_" + name, all.text));
    if (text_.is_incoming(all.text) || std::ranges::find(outputs, all.text) != outputs.end()) {
      text_.remark(base::say("chain.grad_is", {{"input", name}, {"name", all.text}}));
      return all.text;
    }
    const std::string mine = text_.unused("d_" + name);
    text_.rename(all.text, mine);
    reaching_.rename(all.text, mine);
    return outputs.emplace_back(mine);
  }

  base::Expected<BackwardPass> finished(std::vector<std::string> gradients, const std::vector<std::string>& outputs) {
    const std::vector<int> read = text_.read();
    for (const int kept : request_.keep) {
      if (std::ranges::find(read, kept) != read.end()) continue;
      std::string names;
      for (const int v : read) names += (names.empty() ? "" : ", ") + chain_.values[v].name;
      return base::wrong(base::say("chain.grad_keeps", {{"value", chain_.values[kept].name}}),
                         base::say("chain.grad_keeps.hint", {{"read", names}}));
    }
    auto chain = parse(text_.text(outputs), "<backward>");
    if (!chain) return std::unexpected(chain.error());
    BackwardPass pass{*std::move(chain), std::move(gradients), std::nullopt};
    if (!request_.keep.empty()) pass.forward = forward();
    return pass;
  }

  /// The forward chain, which writes what is kept too.
  [[nodiscard]] Chain forward() const {
    Chain forward = chain_;
    for (const int kept : request_.keep) forward.values[kept].output = true;
    forward.text = expanded_text(forward);
    return forward;
  }

  const Chain& chain_;
  const GradRequest& request_;
  BackwardText text_;
  Reaching reaching_;
  std::vector<bool> wanted_;
  std::optional<Mistake> refused_;
};

}  // namespace

base::Expected<BackwardPass> grad(const Chain& chain, const GradRequest& request) {
  return Backward(chain, request).run();
}

}  // namespace chain
