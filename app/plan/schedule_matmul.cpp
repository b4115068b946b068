// Matmul: tiles of a product's result, and what is done with a tile before it leaves; siblings share the left operand.
// Matmul-reduce: the same, and each tile leaves a part of every row's reductions.
#include "base/words.hpp"
#include "plan/product.hpp"
#include "plan/product_rows.hpp"
#include "plan/rankings.hpp"
#include "plan/scheduler.hpp"

#include <algorithm>

namespace plan {
namespace {

std::string say(std::string_view key, const Piece& piece, int value, int other) {
  return base::say(key, {{"value", piece.value(value).name}, {"other", piece.value(other).name}});
}

bool unpacks(const Piece& piece, int op) {
  return piece.value(op).op == chain::Op::dequant;
}

/// Weights are unpacked on their way into the products that read them as they are, if nobody else wants them whole.
std::string no_unpacking(const Piece& piece) {
  for (const int op : piece.ops) {
    if (!piece.multiplies(op)) continue;
    const int right = piece.value(op).operands[1].value;
    if (!unpacks(piece, right) || !piece.inside[right]) continue;
    if (std::ranges::count(piece.writes, right) > 0) return say("plan.unpack_kept", piece, op, right);
  }
  return {};
}

/// A product needs its operands whole before its first tile; of what is not made of a product, nothing is done here but
/// to unpack weights and to find rows by a table.
std::string before_the_product(const Piece& piece, const std::vector<std::vector<int>>& made) {
  for (const int op : piece.ops) {
    if (!piece.multiplies(op)) continue;
    for (const chain::Operand& operand : piece.value(op).operands) {
      const int read = piece.chain.in_memory(operand.value);
      const bool right_as_it_is = &operand == &piece.value(op).operands[1] && read == operand.value;
      if (right_as_it_is && unpacks(piece, read)) continue;
      if (&operand == &piece.value(op).operands[0] && names_rows(piece, read)) continue;
      if (piece.inside[read]) return say(made[read].empty() ? "plan.prologue" : "plan.two_products", piece, op, read);
    }
  }
  const auto reads = [&](int op, int unpacked) {
    const auto& operands = piece.value(op).operands;
    return std::ranges::find(operands, unpacked, &chain::Operand::value) != operands.end();
  };
  const auto beside = std::ranges::find_if(piece.ops, [&](int op) {
    if (!made[op].empty() || names_rows(piece, op)) return false;
    const bool for_a_product =
        std::ranges::any_of(piece.ops, [&](int user) { return piece.multiplies(user) && reads(user, op); });
    return !(unpacks(piece, op) && for_a_product);
  });
  return beside == piece.ops.end() ? std::string() : say("plan.beside_product", piece, *beside, *beside);
}

/// Siblings read one left operand in one way, so that a tile of it that is at hand serves them all.
std::string no_siblings(const Piece& piece, const std::vector<Product>& products) {
  const Product& first = products.front();
  for (const Product& other : products) {
    if (other.left != first.left || other.left_at != first.left_at || other.m != first.m ||
        other.outer != first.outer || other.inner != first.inner || other.experts.ends != first.experts.ends ||
        other.left_table != first.left_table) {
      return say("plan.no_siblings", piece, first.op, other.op);
    }
    if (piece.value(other.right).dtype != piece.value(first.right).dtype) {
      return say("plan.siblings_packed", piece, first.op, other.op);
    }
  }
  return {};
}

std::string no_epilogue(const Piece& piece, const std::vector<Product>& products,
                        const std::vector<std::vector<int>>& made, const std::vector<int>& ops) {
  for (const int op : ops) {
    const chain::Value& value = piece.value(op);
    if (piece.multiplies(op) || unpacks(piece, op) || names_rows(piece, op)) continue;
    const auto pattern = chain::info(value.op).pattern;
    const int of = products[made[op].front()].op;
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

/// Rows of one product are reduced, or of siblings that an op here needs all of.
std::string no_rows(const Piece& piece, const std::vector<Product>& products,
                    const std::vector<std::vector<int>>& made) {
  const bool together = std::ranges::any_of(piece.ops, [&](int op) { return made[op].size() == products.size(); });
  if (!together) return say("plan.rows_of_siblings", piece, products.front().op, products.back().op);
  if (std::string reason = why_not_ranked_in_tiles(piece); !reason.empty()) return reason;
  const Spread spread = spread_over_tiles(piece);
  return spread.op < 0 ? std::string() : say("plan.spread_over_tiles", piece, spread.op, spread.statistic);
}

}  // namespace

std::string why_not_matmul(const Piece& piece) {
  Group group;
  group.ops = piece.ops;
  const std::vector<std::vector<int>> made = made_of(piece.chain, group);
  if (std::string reason = before_the_product(piece, made); !reason.empty()) return reason;
  if (std::string reason = no_unpacking(piece); !reason.empty()) return reason;
  const std::vector<Product> all = products(piece.chain, group);
  if (std::string reason = no_siblings(piece, all); !reason.empty()) return reason;
  const bool reduces = std::ranges::any_of(piece.ops, [&](int op) { return piece.reduces(op); });
  if (!reduces) return no_epilogue(piece, all, made, piece.ops);
  if (std::string reason = no_rows(piece, all, made); !reason.empty()) return reason;
  return no_epilogue(piece, all, made, product_rows(piece.chain, piece.ops).tile);
}

}  // namespace plan
