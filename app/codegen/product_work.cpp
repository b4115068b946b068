// Families by what each op is made of; layouts by the strides of the plan.
#include "codegen/product_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace codegen {
namespace {

bool is_made(const std::vector<plan::Product>& products, int op) {
  return std::ranges::find(products, op, &plan::Product::op) != products.end();
}

/// For each value, the products (indices) that it is made of inside this group.
std::vector<std::vector<bool>> made_of(const chain::Chain& chain, const plan::Group& group,
                                       const std::vector<plan::Product>& products) {
  std::vector<std::vector<bool>> of(chain.values.size(), std::vector<bool>(products.size(), false));
  for (const int op : group.ops) {
    const auto product = std::ranges::find(products, op, &plan::Product::op);
    if (product != products.end()) {
      of[op][product - products.begin()] = true;
      continue;
    }
    for (const chain::Operand& operand : chain.values[op].operands) {
      if (operand.is_literal()) continue;
      for (std::size_t p = 0; p < products.size(); ++p) {
        if (of[operand.value][p]) of[op][p] = true;
      }
    }
  }
  return of;
}

/// Which family each product is of: those that one op is made of are of one.
std::vector<int> parted(const plan::Group& group, const std::vector<std::vector<bool>>& of, std::size_t products) {
  std::vector<int> family(products);
  std::iota(family.begin(), family.end(), 0);
  for (const int op : group.ops) {
    int joined = -1;
    for (std::size_t p = 0; p < products; ++p) {
      if (!of[op][p]) continue;
      if (joined < 0) joined = family[p];
      const int other = family[p];
      std::ranges::replace(family, std::max(joined, other), std::min(joined, other));
      joined = std::min(joined, other);
    }
  }
  return family;
}

/// The ops of `group` that these need, themselves among them; what lies before a product is not.
std::vector<bool> needed(const chain::Chain& chain, const plan::Group& group, std::vector<bool> wanted,
                         const std::vector<plan::Product>& products) {
  for (auto op = group.ops.rbegin(); op != group.ops.rend(); ++op) {
    if (!wanted[*op] || is_made(products, *op)) continue;
    for (const chain::Operand& operand : chain.values[*op].operands) {
      if (!operand.is_literal()) wanted[operand.value] = true;
    }
  }
  return wanted;
}

OperandLayout layout(const plan::Place& at, bool rows_are_lines, std::int64_t rows, std::int64_t columns,
                     std::int64_t bytes) {
  OperandLayout l;
  const std::int64_t row = rows == 1 ? 0 : at.row, column = columns == 1 ? 0 : at.column;
  const bool along_columns = column == 1 || (column == 0 && row != 1) || row > 1;
  l.line = along_columns ? row : column;
  l.step = along_columns ? column : row;
  l.lines = along_columns ? rows : columns;
  l.run = along_columns ? columns : rows;
  l.along_k = along_columns == rows_are_lines;
  l.outer = at.outer;
  l.inner = at.inner;
  if (l.run == 1) l.step = 1;
  for (const int together : {16, 8, 4}) {
    const auto fits = [&](std::int64_t stride) { return stride * bytes % together == 0; };
    if (l.step == 1 && fits(l.line) && fits(l.outer) && fits(l.inner)) {
      l.together = together;
      break;
    }
  }
  return l;
}

}  // namespace

Family::Family(const chain::Chain& chain, int number, std::vector<plan::Product> members, plan::Group part,
               std::vector<plan::RowPart> reductions)
    : products(std::move(members)),
      group(std::move(part)),
      parts(std::move(reductions)),
      view(chain, group, number, chain.values[products.front().op].shape) {}

bool Family::is_product(int op) const {
  return is_made(products, op);
}

std::string Family::sum_name(const plan::Product& product) const {
  const bool rounds =
      view.value(product.op).dtype != chain::Dtype::f32 && view.written(product.op) && view.read_here(product.op);
  return fmt::format("{}{}", rounds ? "sum" : "v", product.op);
}

int Family::folded(const plan::RowPart& part) const {
  return view.value(part.maximum < 0 ? part.op : part.maximum).operands[0].value;
}

std::vector<int> Family::results() const {
  std::vector<int> all = group.writes;
  for (const plan::RowPart& part : parts) {
    if (!plan::lists(all, folded(part))) all.push_back(folded(part));
  }
  return all;
}

bool Family::is_column_vector(int read) const {
  return view.is_wide(read) && view.place(read).period == view.columns;
}

ProductWork::ProductWork(const chain::Chain& of_chain, const plan::Group& of_group, int which,
                         std::vector<plan::Product> products)
    : chain(of_chain),
      group(of_group),
      number(which),
      rows(of_group.schedule == plan::Schedule::matmul_reduce ? plan::product_rows(of_chain, of_group.ops)
                                                              : plan::ProductRows{}) {
  const auto of = made_of(chain, group, products);
  const std::vector<int> family = parted(group, of, products.size());
  std::vector<bool> taken(chain.values.size(), false);  // written by a family before
  for (int f = 0; f < static_cast<int>(products.size()); ++f) {
    if (std::ranges::find(family, f) == family.end()) continue;
    std::vector<plan::Product> members;
    std::vector<bool> wanted(chain.values.size(), false);
    for (std::size_t p = 0; p < products.size(); ++p) {
      if (family[p] != f) continue;
      members.push_back(products[p]);
      for (const int op : group.ops) wanted[op] = wanted[op] || of[op][p];
    }
    wanted = needed(chain, group, wanted, products);
    plan::Group part{{}, {}, {}, group.schedule};
    for (const int op : group.ops) {
      const bool here = rows.parts.empty() || plan::lists(rows.tile, op) || rows.part(op) != nullptr;
      if (wanted[op] && here) part.ops.push_back(op);
    }
    for (const int op : part.ops) {
      const bool picks = chain.values[op].op == chain::Op::pick;  // it reads the numbers of entries
      if (is_made(members, op) || (rows.part(op) != nullptr && !picks)) continue;
      for (const chain::Operand& operand : chain.values[op].operands) {
        if (operand.is_literal() || plan::lists(part.ops, operand.value)) continue;
        if (!plan::lists(part.reads, operand.value)) part.reads.push_back(operand.value);
      }
    }
    for (const int write : group.writes) {
      if (!wanted[write] || taken[write] || !(rows.parts.empty() || rows.on_elements(write))) continue;
      part.writes.push_back(write);
      taken[write] = true;
    }
    families.emplace_back(chain, number, std::move(members), std::move(part), rows.parts);
  }
}

int ProductWork::sums() const {
  std::size_t most = 1;
  for (const Family& family : families) most = std::max(most, family.products.size());
  return static_cast<int>(most);
}

const plan::Product& ProductWork::member(const Family& family, int i) {
  return family.products[std::min<std::size_t>(i, family.products.size() - 1)];
}

std::string ProductWork::entry(std::string_view suffix) const {
  return entry_name(chain, group, number, suffix);
}

std::string ProductWork::function(const Family& family, std::string_view what) const {
  if (families.size() == 1) return fmt::format("k{}_{}", number + 1, what);
  std::size_t which = 0;
  while (&families[which] != &family) ++which;
  return fmt::format("k{}_{}_{}", number + 1, what, which + 1);
}

std::string ProductWork::choose(const std::vector<std::string>& texts) {
  if (std::ranges::all_of(texts, [&](const std::string& text) { return text == texts.front(); })) return texts.front();
  std::string out = texts.back();
  for (std::size_t f = texts.size() - 1; f-- > 0;) out = fmt::format("family == {} ? {} : {}", f, texts[f], out);
  return out;
}

OperandLayout OperandLayout::turned() const {
  OperandLayout l = *this;
  l.along_k = !along_k;
  std::swap(l.line, l.step);
  std::swap(l.lines, l.run);
  l.together = 0;
  return l;
}

OperandLayout left_layout(const plan::Product& product, std::int64_t element_bytes) {
  return layout(product.left_at, true, product.m, product.k, element_bytes);
}

OperandLayout packed_layout(const plan::Product& product, chain::Dtype dtype) {
  OperandLayout l;
  l.along_k = false;
  l.line = l.run = product.n;
  l.lines = dtype == chain::Dtype::i4 ? product.k / 2 : product.k;
  for (const int together : {16, 8, 4}) {
    if (product.n % together != 0) continue;
    l.together = together;
    break;
  }
  return l;
}

OperandLayout right_layout(const plan::Product& product, std::int64_t element_bytes) {
  plan::Place at = product.right_at;
  if (product.experts.any()) at.inner = product.experts.matrix;
  return layout(at, false, product.k, product.n, element_bytes);
}

}  // namespace codegen
