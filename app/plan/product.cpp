// Operands found through free views, each of which only changes the order in which memory is walked.
#include "plan/product.hpp"

#include "base/ragged.hpp"
#include "chain/gather.hpp"

#include <algorithm>
#include <array>

namespace plan {
namespace {

/// Up to four dimensions as memory lies: sizes and strides, outermost first.
struct Strided {
  std::vector<std::int64_t> sizes, strides;
};

Strided contiguous(const chain::Shape& shape) {
  Strided lies{shape.dims, std::vector<std::int64_t>(shape.dims.size())};
  std::int64_t stride = 1;
  for (std::size_t i = shape.dims.size(); i-- > 0;) {
    lies.strides[i] = stride;
    stride *= shape.dims[i];
  }
  return lies;
}

/// How the value lies in the memory of what it is a free view of.
Strided strided(const chain::Chain& chain, int value) {
  const chain::Value& view = chain.values[value];
  if (!chain.is_free_view(value)) return contiguous(view.shape);
  Strided lies = strided(chain, view.operands[0].value);
  auto &sizes = lies.sizes, &strides = lies.strides;
  const std::size_t last = sizes.size() - 1;
  if (view.op == chain::Op::transpose) {
    std::swap(sizes[last], sizes[last - 1]);
    std::swap(strides[last], strides[last - 1]);
    return lies;
  }
  const std::int64_t part = sizes[last] / view.heads, stride = strides[last];
  sizes[last] = part;
  sizes.insert(sizes.end() - 2, view.heads);
  strides.insert(strides.end() - 2, part * stride);
  return lies;
}

/// Size and stride of the dimension so many from the end (1: the last); one of size 1 where there is none.
std::pair<std::int64_t, std::int64_t> dimension(const Strided& lies, std::size_t from_end) {
  const std::size_t count = lies.sizes.size();
  if (from_end > count) return {1, 0};
  const std::int64_t size = lies.sizes[count - from_end];
  return {size, size == 1 ? 0 : lies.strides[count - from_end]};
}

Place place(const Strided& lies) {
  Place at;
  at.outer = dimension(lies, 4).second;
  at.inner = dimension(lies, 3).second;
  at.row = lies.strides[lies.strides.size() - 2];
  at.column = lies.strides.back();
  return at;
}

/// The right operand is a slice of the pool and what the table says.
void read_pages(const chain::Chain& chain, int gather, Product& product) {
  const chain::Value& value = chain.values[gather];
  const chain::Shape &pool = chain.values[value.operands[0].value].shape,
                     &table = chain.values[value.operands[1].value].shape;
  const bool has_heads = pool.dims.size() > 3, many = table.dims.size() > 1;
  Pages& pages = product.pages;
  pages.table = value.operands[1].value;
  pages.rows = chain::page_rows(pool);
  pages.slices = pool.dims.front();
  pages.slice = pool.elements() / pages.slices;
  // A row of the table for each of the outermost matrices: without heads these are the inner ones.
  const std::int64_t entries = many && table.dims.front() > 1 ? table.columns() : 0;
  (has_heads ? pages.outer : pages.inner) = entries;
  product.right = value.operands[0].value;
  product.right_at.outer = 0;
  product.right_at.inner = has_heads && pool.dims[1] > 1 ? pages.rows * pool.columns() : 0;
}

void read_experts(const chain::Chain& chain, int grouped, const Strided& matrices, Product& product) {
  const chain::Value& value = chain.values[grouped];
  product.experts = {value.operands[2].value, matrices.sizes.front(), matrices.strides.front()};
  product.right_at.inner = 0;
  product.share = 1;
}

/// Matrices that all meet the same right matrix are one, where their rows lie one after another.
void join_rows(Product& product) {
  const auto follows = [&](std::int64_t stride, std::int64_t count) {
    return count == 1 || stride == product.left_at.row * product.m;
  };
  if (product.right_at.outer != 0 || product.right_at.inner != 0) return;
  if (product.pages.outer != 0 || product.pages.inner != 0) return;
  if (!follows(product.left_at.inner, product.inner)) return;
  product.m *= product.inner;
  product.inner = product.share = 1;
  product.left_at.inner = 0;
  if (!follows(product.left_at.outer, product.outer)) return;
  product.m *= product.outer;
  product.outer = 1;
  product.left_at.outer = 0;
}

Product product(const chain::Chain& chain, const Group& group, int op) {
  const chain::Value& value = chain.values[op];
  const int left = value.operands[0].value, right = value.operands[1].value;
  const Strided a = strided(chain, left), b = strided(chain, right), c = contiguous(value.shape);
  Product product;
  product.op = op;
  product.outer = dimension(c, 4).first;
  product.inner = dimension(c, 3).first;
  product.m = dimension(a, 2).first;
  product.k = dimension(a, 1).first;
  product.n = dimension(b, 1).first;
  product.left = chain.in_memory(left);
  product.right = chain.in_memory(right);
  if (const int unpacked = unpacked_here(chain, group, op); unpacked >= 0) {
    product.right = chain.values[unpacked].operands[0].value;
    product.scales = chain.values[unpacked].operands[1].value;
  }
  product.left_at = place(a);
  product.right_at = place(b);
  product.share = product.inner / dimension(b, 3).first;
  if (dimension(b, 3).first == 1) product.share = product.inner;
  if (const int fetched = fetched_here(chain, group, op); fetched >= 0) read_pages(chain, fetched, product);
  if (const int named = named_here(chain, group, op); named >= 0) {
    product.left = chain.values[named].operands[0].value;
    product.left_table = chain.values[named].operands[1].value;
  }
  if (value.op == chain::Op::grouped) read_experts(chain, op, b, product);
  join_rows(product);
  return product;
}

}  // namespace

double Product::flops() const {
  return 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k) *
         static_cast<double>(matrices());
}

std::vector<std::int64_t> Product::group_rows() const {
  if (!experts.any()) return {m};
  std::vector<std::int64_t> rows;
  const auto groups = static_cast<std::uint64_t>(experts.count), all = static_cast<std::uint64_t>(m);
  for (std::uint64_t place = 0; place < groups; ++place)
    rows.push_back(static_cast<std::int64_t>(base::ragged_size(place, groups, all)));
  return rows;
}

std::int64_t Product::row_tiles(std::int64_t rows) const {
  std::int64_t tiles = 0;
  for (const std::int64_t own : group_rows()) tiles += (own + rows - 1) / rows;
  return tiles;
}

int unpacked_here(const chain::Chain& chain, const Group& group, int product) {
  const int right = chain.values[product].operands[1].value;
  const bool unpacks = chain.values[right].op == chain::Op::dequant && std::ranges::count(group.ops, right) > 0;
  return unpacks ? right : -1;
}

int fetched_here(const chain::Chain& chain, const Group& group, int product) {
  const int right = chain.in_memory(chain.values[product].operands[1].value);
  const bool fetches = chain.values[right].op == chain::Op::gather && std::ranges::count(group.ops, right) > 0;
  return fetches ? right : -1;
}

int named_here(const chain::Chain& chain, const Group& group, int product) {
  const int left = chain.values[product].operands[0].value;
  const bool named = chain.values[product].op == chain::Op::grouped && chain.values[left].op == chain::Op::gather;
  if (group.schedule == Schedule::attention) return -1;  // looked at whether it is one, which knows no such rows
  return named && std::ranges::count(group.ops, left) > 0 ? left : -1;
}

std::vector<Product> products(const chain::Chain& chain, const Group& group) {
  std::vector<Product> found;
  for (const int op : group.ops) {
    if (chain::multiplies(chain.values[op].op)) found.push_back(product(chain, group, op));
  }
  return found;
}

Roles roles(const chain::Chain& chain, const Group& group, int read) {
  Roles roles;
  for (const int op : group.ops) {
    const chain::Value& value = chain.values[op];
    const bool is_product = chain::multiplies(value.op);
    const bool unpacks = value.op == chain::Op::dequant && multiplies(group.schedule);
    for (std::size_t i = 0; i < value.operands.size(); ++i) {
      const int operand = value.operands[i].value;
      if (operand < 0 || (is_product ? chain.in_memory(operand) : operand) != read) continue;
      if (value.op == chain::Op::gather) {
        (i == 0 ? roles.pool : roles.table) = true;
        continue;
      }
      if (value.op == chain::Op::grouped && i == 2) {
        roles.table = true;
        continue;
      }
      const bool right = (is_product && i == 1) || (unpacks && i == 0);
      (right ? roles.right : is_product ? roles.left : roles.walked) = true;
    }
  }
  return roles;
}

std::vector<std::vector<int>> made_of(const chain::Chain& chain, const Group& group) {
  std::vector<std::vector<int>> made(chain.values.size());
  int product = 0;
  for (const int op : group.ops) {
    if (chain::multiplies(chain.values[op].op)) {
      made[op] = {product++};
      continue;
    }
    for (const chain::Operand& operand : chain.values[op].operands) {
      if (operand.is_literal()) continue;
      made[op].insert(made[op].end(), made[operand.value].begin(), made[operand.value].end());
    }
    std::ranges::sort(made[op]);
    made[op].erase(std::ranges::unique(made[op]).begin(), made[op].end());
  }
  return made;
}

}  // namespace plan
