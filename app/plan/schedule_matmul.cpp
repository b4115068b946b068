// Matmul: tiles of a product's result, and what is done with a tile before it leaves; siblings share the left operand.
#include "base/words.hpp"
#include "plan/product.hpp"
#include "plan/scheduler.hpp"

#include <algorithm>

namespace plan {
namespace {

std::string say(std::string_view key, const Piece& piece, int value, int other) {
  return base::say(key, {{"value", piece.value(value).name}, {"other", piece.value(other).name}});
}

/// A product needs its operands whole before its first tile; of what is not made of a product, nothing is done here.
std::string before_the_product(const Piece& piece, const std::vector<std::vector<int>>& made) {
  for (const int op : piece.ops) {
    if (!piece.multiplies(op)) continue;
    for (const chain::Operand& operand : piece.value(op).operands) {
      const int read = piece.chain.in_memory(operand.value);
      if (piece.inside[read]) return say(made[read].empty() ? "plan.prologue" : "plan.two_products", piece, op, read);
    }
  }
  const auto beside = std::ranges::find_if(piece.ops, [&](int op) { return made[op].empty(); });
  return beside == piece.ops.end() ? std::string() : say("plan.beside_product", piece, *beside, *beside);
}

/// Siblings read one left operand in one way, so that a tile of it that is at hand serves them all.
std::string no_siblings(const Piece& piece, const std::vector<Product>& products) {
  const Product& first = products.front();
  for (const Product& other : products) {
    if (other.left != first.left || other.left_at != first.left_at || other.m != first.m ||
        other.outer != first.outer || other.inner != first.inner) {
      return say("plan.no_siblings", piece, first.op, other.op);
    }
  }
  return {};
}

std::string no_epilogue(const Piece& piece, const std::vector<Product>& products,
                        const std::vector<std::vector<int>>& made) {
  for (const int op : piece.ops) {
    const chain::Value& value = piece.value(op);
    if (piece.multiplies(op)) continue;
    const auto pattern = chain::info(value.op).pattern;
    const int of = products[made[op].front()].op;
    if (pattern == chain::Pattern::reduction) return say("plan.row_of_product", piece, op, of);
    if (pattern == chain::Pattern::view) return say("plan.view_of_product", piece, op, of);
    for (const int product : made[op]) {
      if (piece.value(products[product].op).shape == value.shape) continue;
      return base::say("plan.epilogue_shape", {{"value", value.name},
                                               {"shape", chain::show(value.shape)},
                                               {"other", piece.value(products[product].op).name},
                                               {"other_shape", chain::show(piece.value(products[product].op).shape)}});
    }
  }
  return {};
}

}  // namespace

std::string why_not_matmul(const Piece& piece) {
  Group group;
  group.ops = piece.ops;
  const std::vector<std::vector<int>> made = made_of(piece.chain, group);
  if (std::string reason = before_the_product(piece, made); !reason.empty()) return reason;
  const std::vector<Product> all = products(piece.chain, group);
  if (std::string reason = no_siblings(piece, all); !reason.empty()) return reason;
  return no_epilogue(piece, all, made);
}

}  // namespace plan
