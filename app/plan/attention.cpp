// Recognised from its primitives, whoever wrote them: softmax(s) or the five ops that it is.
#include "plan/attention.hpp"

#include "base/words.hpp"
#include "plan/product_rows.hpp"

#include <algorithm>
#include <cassert>

namespace plan {
namespace {

using chain::Op;

/// One piece, looked at from its last product backwards.
class Recogniser {
 public:
  explicit Recogniser(const Piece& piece) : piece_(piece) {}

  std::expected<Attention, std::string> run() {
    for (const auto step : {&Recogniser::two_products, &Recogniser::softmax, &Recogniser::scores, &Recogniser::operands,
                            &Recogniser::sizes}) {
      if (std::string reason = (this->*step)(); !reason.empty()) return std::unexpected(std::move(reason));
    }
    return found_;
  }

 private:
  [[nodiscard]] const chain::Value& value(int index) const { return piece_.value(index); }
  [[nodiscard]] std::string say(std::string_view key, int index, int other = -1) const {
    return base::say(key, {{"value", value(index).name},
                           {"shape", chain::show(value(index).shape)},
                           {"other", other < 0 ? "" : value(other).name}});
  }

  std::string two_products() {
    Group group;
    group.ops = piece_.ops;
    group.schedule = Schedule::attention;
    const std::vector<Product> all = products(piece_.chain, group);
    const auto chained = [&](const Product& product) { return piece_.inside[product.left]; };
    const auto last = std::ranges::find_if(all, chained);
    if (all.size() < 2) return say("plan.prologue", last->op, last->left);
    if (all.size() > 2) return say("plan.attention.products", last->op);
    if (last == all.begin() || piece_.inside[last->right]) return say("plan.two_products", all[1].op, all[0].op);
    found_.scores = all[0];
    found_.values = all[1];
    for (const int op : piece_.ops) {
      if (value(op).op == Op::dequant) return say("plan.attention.unpacks", op);
    }
    return fetches(group);
  }

  /// Of what is gathered here, keys and values are lines of pages; nothing else is fetched on the way.
  std::string fetches(const Group& group) {
    for (const Product* product : {&found_.scores, &found_.values}) {
      const int fetched = fetched_here(piece_.chain, group, product->op);
      if (fetched < 0) continue;
      const bool lines = product == &found_.scores ? product->right_at.row == 1 : product->right_at.column == 1;
      if (!lines) return say("plan.attention.across_pages", fetched, product->op);
      if (!lists(found_.fetches, fetched)) found_.fetches.push_back(fetched);
    }
    for (const int op : piece_.ops) {
      if (value(op).op == Op::gather && !lists(found_.fetches, op)) return say("plan.gather_alone", op);
    }
    return {};
  }

  /// The weights are e / sum(e), of exponentials e.
  std::string softmax() {
    const chain::Value& product = value(found_.values.op);
    const int weights = product.operands[0].value;
    const std::string none = say("plan.two_products", found_.values.op, found_.scores.op);
    if (piece_.chain.is_free_view(weights)) return none;
    if (!is_share_of_sum(weights)) {
      const bool earlier = std::ranges::any_of(piece_.ops, [&](int op) { return is_share_of_sum(op); });
      return earlier ? say("plan.attention.between", weights, found_.values.op) : none;
    }
    found_.weights = weights;
    found_.exponentials = value(weights).operands[0].value;
    found_.sum = value(weights).operands[1].value;
    return {};
  }

  /// e / sum(e)
  [[nodiscard]] bool is_share_of_sum(int op) const {
    const chain::Value& share = value(op);
    if (share.op != Op::div || share.operands[0].is_literal() || share.operands[1].is_literal()) return false;
    const chain::Value& sum = value(share.operands[1].value);
    return sum.op == Op::sum && sum.operands[0].value == share.operands[0].value;
  }

  /// All that is left belongs to each score, or is the softmax.
  std::string scores() {
    std::vector<int> ops = piece_.ops;
    std::erase_if(ops,
                  [&](int op) { return op == found_.weights || op == found_.values.op || lists(found_.fetches, op); });
    const ProductRows rows = product_rows(piece_.chain, ops);
    const RowPart* sum = rows.part(found_.sum);
    if (sum == nullptr || sum->maximum < 0) return say("plan.attention.unshifted", found_.exponentials);
    found_.maximum = sum->maximum;
    found_.tile = rows.tile;
    for (const int op : rows.shifted) {
      if (op != found_.exponentials) found_.shifted = op;
    }
    const auto taken = [&](int op) { return rows.on_elements(op) || op == found_.sum || op == found_.maximum; };
    for (const int op : ops) {
      const bool extra = rows.part(op) != nullptr && op != found_.sum && op != found_.maximum;
      if (!taken(op) || extra || (lists(rows.shifted, op) && op != found_.shifted && op != found_.exponentials))
        return say("plan.attention.beside", op, found_.values.op);
    }
    const int score = value(found_.maximum).operands[0].value;
    // The scores come last, so that what is taken the maximum of is made of all the others.
    if (found_.tile.empty() || found_.tile.back() != score) {
      return say("plan.attention.beside", found_.tile.empty() ? found_.values.op : found_.tile.back(),
                 found_.values.op);
    }
    for (const int write : piece_.writes) {
      if (write != found_.values.op) return say("plan.attention.kept", write, found_.values.op);
    }
    return {};
  }

  std::string operands() {
    for (const Product* product : {&found_.scores, &found_.values}) {
      if (piece_.inside[product->right]) return say("plan.prologue", product->op, product->right);
    }
    if (piece_.inside[found_.scores.left]) return say("plan.prologue", found_.scores.op, found_.scores.left);
    const chain::Shape& square = value(found_.scores.op).shape;
    for (const int op : found_.tile) {
      if (op != found_.scores.op && value(op).shape != square) {
        return base::say("plan.epilogue_shape", {{"value", value(op).name},
                                                 {"shape", chain::show(value(op).shape)},
                                                 {"other", value(found_.scores.op).name},
                                                 {"other_shape", chain::show(square)}});
      }
      if (chain::info(value(op).op).pattern == chain::Pattern::view) {
        return say("plan.view_of_product", op, found_.scores.op);
      }
    }
    return {};
  }

  std::string sizes() {
    const Product &s = found_.scores, &o = found_.values;
    if (s.k > widest_head || o.n > widest_head) {
      return base::say("plan.attention.wide", {{"value", value(found_.values.op).name},
                                               {"width", base::group_digits(std::max(s.k, o.n))},
                                               {"most", std::to_string(widest_head)}});
    }
    // Rows of several heads are joined where all of them meet one matrix: both products must see the same heads.
    found_.queries = *(value(s.op).shape.dims.end() - 2);
    found_.hides = value(found_.score()).op == Op::causal;
    if (s.outer != o.outer || s.inner != o.inner || s.m != o.m) return say("plan.attention.heads", s.right, o.right);
    return {};
  }

  const Piece& piece_;
  Attention found_;
};

}  // namespace

std::int64_t Attention::heads_together() const {
  const bool one_matrix = scores.m == 1 || scores.left_at.inner == scores.m * scores.left_at.row;
  return scores.share == values.share && one_matrix ? scores.share : 1;
}

std::int64_t Attention::keys_seen(std::int64_t first, std::int64_t rows) const {
  if (!hides) return scores.n;
  const std::int64_t last = first % queries + rows - 1;  // beyond the last query of a matrix every key is seen
  return std::clamp<std::int64_t>(last + scores.n - queries + 1, 0, scores.n);
}

bool is_chained(const Piece& piece) {
  return std::ranges::any_of(piece.ops, [&](int op) {
    if (!piece.multiplies(op)) return false;
    const int left = piece.chain.in_memory(piece.value(op).operands[0].value);
    return piece.inside[left] && !names_rows(piece, left);
  });
}

std::expected<Attention, std::string> attention(const Piece& piece) {
  return Recogniser(piece).run();
}

Attention attention(const chain::Chain& chain, const Group& group) {
  auto found = Recogniser(Piece(chain, group)).run();
  assert(found && "the schedule was chosen for it");
  return *std::move(found);
}

std::vector<std::vector<int>> attention_candidates(const chain::Chain& chain) {
  std::vector<std::vector<int>> all;
  for (const int last : chain.made()) {
    if (chain.values[last].op != Op::matmul) continue;
    // Backwards from the left operand to the products it is made of, then forwards: what hangs on one of them.
    std::vector<bool> before(chain.values.size(), false), after(chain.values.size(), false);
    before[chain.values[last].operands[0].value] = true;
    int products = 0;
    for (int op = last - 1; op >= 0; --op) {
      if (!before[op] || chain.values[op].op == Op::input) continue;
      if (chain::multiplies(chain.values[op].op)) {
        ++products;
        after[op] = true;
        continue;
      }
      for (const chain::Operand& operand : chain.values[op].operands) {
        if (!operand.is_literal()) before[operand.value] = true;
      }
    }
    if (products != 1) continue;
    std::vector<int> ops;
    // Keys as transpose(pages), values as pages.
    const auto fetch = [&](int product, bool turned) {
      int right = chain.values[product].operands[1].value;
      if (turned && chain.values[right].op != Op::transpose) return;
      if (turned) right = chain.values[right].operands[0].value;
      if (chain.values[right].op == Op::gather && !lists(ops, right)) ops.push_back(right);
    };
    for (int op = 0; op < last; ++op) {
      if (!before[op]) continue;
      for (const chain::Operand& operand : chain.values[op].operands) {
        const bool hangs = !operand.is_literal() && after[operand.value] && !chain::multiplies(chain.values[op].op);
        if (hangs) after[op] = true;
      }
      if (after[op]) ops.push_back(op);
      if (after[op] && chain::multiplies(chain.values[op].op)) fetch(op, true);
    }
    fetch(last, false);
    ops.push_back(last);
    // What is fetched for others as well is written for all of them.
    std::erase_if(ops, [&](int op) {
      return chain.values[op].op == Op::gather &&
             (chain.values[op].output ||
              !std::ranges::all_of(chain.readers(op), [&](int user) { return lists(ops, user); }));
    });
    all.push_back(std::move(ops));
  }
  return all;
}

}  // namespace plan
