// What a student reads first above a kernel of products.
#include "base/units.hpp"
#include "codegen/lower.hpp"
#include "codegen/product_epilogue.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace codegen {
namespace {

std::string sum_line(const ProductWork& work, const plan::Product& product) {
  const bool experts = product.experts.any(), named = product.left_table >= 0;
  const std::string left =
      named ? fmt::format("gather(v{}, v{})", product.left, product.left_table) : fmt::format("v{}", product.left);
  const std::string made =
      experts ? fmt::format("v{} = grouped({}, v{}, v{})", product.op, left, product.right, product.experts.ends)
              : fmt::format("v{} = v{} @ v{}", product.op, product.left, product.right);
  std::string sizes = fmt::format("{} x {}, sums of {}", base::group_digits(product.m), base::group_digits(product.n),
                                  base::group_digits(product.k));
  if (product.matrices() > 1) sizes += fmt::format(", {} matrices", base::group_digits(product.matrices()));
  if (product.share > 1) sizes += fmt::format(", {} of them share one on the right", product.share);
  const bool plain = work.type(product.left) == "f32";
  return fmt::format("//   {:<28}v{}[m, n] = sum over k of v{}[{}, k] * v{}[{}k, n]: {} ({})\n", made, product.op,
                     product.left, named ? fmt::format("v{}[m]", product.left_table) : "m", product.right,
                     experts ? "expert of m, " : "", sizes, plain ? "f32, no TF32" : "added up in f32");
}

std::string operand_line(const ProductWork& work, std::string_view side, int tensor) {
  return fmt::format("// {} v{}: {}{}\n", side, tensor, work.type(tensor),
                     chain::show(work.chain.values[tensor].shape));
}

}  // namespace

std::string product_comment(const ProductWork& work, const std::vector<std::string>& how) {
  std::size_t products = 0, ops = 0;
  for (const Family& family : work.families) {
    products += family.products.size();
    ops += family.group.ops.size();
  }
  std::string out =
      fmt::format("// Kernel {}, {}: {}{}{}.\n", work.number + 1, plan::name(work.group.schedule),
                  products == 1 ? "one product" : fmt::format("{} products of one left operand", products),
                  ops == products ? "" : " and what follows it, in one trip",
                  work.rows.parts.empty() ? "" : "; a tile leaves its part of each row");
  std::vector<int> said;
  for (const Family& family : work.families) {
    for (const int op : work.rows.parts.empty() ? family.group.ops : work.group.ops) {
      if (std::ranges::count(work.rows.rows, op) > 0) continue;  // the second launch's
      if (std::ranges::find(said, op) != said.end()) continue;
      said.push_back(op);
      if (!family.is_product(op)) {
        out += maths_line(family.view, op) + "\n";
        continue;
      }
      out += sum_line(work, *std::ranges::find(family.products, op, &plan::Product::op));
    }
  }
  out += again_line(work.group);
  const int table = work.first().left_table;
  out += operand_line(work, table < 0 ? "Left" : "Left, each row found by its number,", work.first().left);
  if (table >= 0) {
    out += fmt::format("// Numbers v{}: i32{}, a row of v{} each.\n", table,
                       chain::show(work.chain.values[table].shape), work.first().left);
  }
  for (const Family& family : work.families) {
    for (const plan::Product& product : family.products) {
      out += operand_line(work, product.scales < 0 ? "Right" : "Right, unpacked on the way,", product.right);
      if (product.scales >= 0) out += operand_line(work, "Scales, of whole sums,", product.scales);
    }
    for (const int read : family.group.reads) out += tensor_line(family.view, "Reads", read) + "\n";
    for (const int write : family.group.writes) out += tensor_line(family.view, "Writes", write) + "\n";
  }
  if (const plan::Experts& experts = work.first().experts; experts.any()) {
    out += fmt::format("// Ends v{}: where the rows of {} experts end, i32; no tile has rows of two of them.\n",
                       experts.ends, experts.count);
  }
  out += knobs_line(work.group.knobs);
  for (const std::string& line : how) out += "// " + line + "\n";
  return out;
}

}  // namespace codegen
