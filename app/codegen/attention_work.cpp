// The ops on a score are those of a product's epilogue, with the score instead of a tensor as their result.
#include "codegen/attention_work.hpp"

#include "base/units.hpp"
#include "codegen/lower.hpp"
#include "codegen/product_epilogue.hpp"
#include "codegen/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace codegen {
namespace {

/// A score times or over a number above 0: that factor; else 0.
double factor_of(const chain::Value& value, int score) {
  const bool times = value.op == chain::Op::mul, over = value.op == chain::Op::div;
  if ((!times && !over) || value.operands[0].value != score || !value.operands[1].is_literal()) return 0;
  const double number = value.operands[1].literal;
  return number > 0 ? (times ? number : 1 / number) : 0;
}

/// The last ops on a score that need not be done to each of them are taken off.
std::vector<int> left_over(const chain::Chain& chain, const plan::Attention& of, double& scale) {
  std::vector<int> tile = of.tile;
  if (of.hides) tile.pop_back();
  while (tile.size() > 1) {
    const double factor = factor_of(chain.values[tile.back()], tile[tile.size() - 2]);
    if (!(factor > 0)) break;
    scale *= factor;
    tile.pop_back();
  }
  return tile;
}

plan::Group score_group(const chain::Chain& chain, const plan::Attention& of, const std::vector<int>& tile) {
  plan::Group group{tile, {}, {tile.back()}, plan::Schedule::matmul};
  for (const int op : tile) {
    if (op == of.scores.op) continue;
    for (const chain::Operand& operand : chain.values[op].operands) {
      const bool outside = !operand.is_literal() && !plan::lists(tile, operand.value);
      if (outside && !plan::lists(group.reads, operand.value)) group.reads.push_back(operand.value);
    }
  }
  return group;
}

/// The same matrix walked so that its lines run this way; element by element if they did not.
OperandLayout along(OperandLayout layout, bool along_k) {
  return layout.along_k == along_k ? layout : layout.turned();
}

}  // namespace

AttentionWork::AttentionWork(const plan::FusionPlan& plan, int which)
    : chain(*plan.chain),
      group(plan.groups[which]),
      number(which),
      of(plan::attention(chain, group)),
      tile_(left_over(chain, of, scale)),
      score_group_(score_group(chain, of, tile_)),
      scores_(chain, score_group_, which, {of.scores}),
      heads(of.heads_together()),
      groups(of.scores.matrices() / heads),
      rows(of.scores.m * heads) {}

std::string AttentionWork::entry(std::string_view suffix) const {
  return fmt::format("k{}_attention{}{}", number + 1, suffix.empty() ? "" : "_", suffix);
}

void AttentionWork::take_each(Kernel& kernel, std::vector<std::string>& parameters,
                              const std::vector<int>& values) const {
  std::vector<int> taken;
  for (const int value : values) {
    if (plan::lists(taken, value)) continue;
    taken.push_back(value);
    kernel.arguments.push_back({Argument::Kind::tensor, value, 0});
    const std::string_view qualifier = value == of.values.op ? "" : "const ";
    const std::string type = chain::is_index(chain.values[value].dtype) ? "int" : scores_.type(value);
    parameters.push_back(fmt::format("{}{}* __restrict__ p{}", qualifier, type, value));
  }
}

void AttentionWork::take(Kernel& kernel, std::vector<std::string>& parameters, bool result) const {
  std::vector<int> values = {of.scores.left, of.scores.right, of.values.right};
  for (const plan::Product* product : {&of.scores, &of.values}) {
    if (product->pages.any()) values.push_back(product->pages.table);
  }
  values.insert(values.end(), score_group_.reads.begin(), score_group_.reads.end());
  if (result) values.push_back(of.values.op);
  take_each(kernel, parameters, values);
}

void AttentionWork::take_beside(Kernel& kernel, std::vector<std::string>& parameters) const {
  std::vector<int> values = score_group_.reads;
  values.push_back(of.values.op);
  take_each(kernel, parameters, values);
}

std::string AttentionWork::score_call(std::string_view row, std::string_view column, std::string_view scores) const {
  std::string out = fmt::format("k{}_score({}, {}, {}", number + 1, row, column, scores);
  for (const int read : score_group_.reads) out += fmt::format(", p{}", read);
  return out + ");";
}

std::string AttentionWork::score_function() const {
  if (!has_ops()) return {};
  const Family& family = scores_.families.front();
  const View& view = family.view;
  std::vector<std::string> parameters = {"const i64 row", "const int column", "f32 (&score)[2]"};
  for (const int read : score_group_.reads)
    parameters.push_back(fmt::format("const {}* __restrict__ p{}", scores_.type(read), read));
  const bool pairs = view.columns % 2 == 0;
  Writer out;
  out.lines(element_function(scores_, family));
  out.blank();
  out.open(fmt::format("__device__ __forceinline__ void k{}_score({})", number + 1, fmt::join(parameters, ", ")));
  out.line("constexpr int keys = {}, width = {};  // scores that are looked after at once", view.columns,
           pairs ? 2 : 1);
  for (const int read : score_group_.reads) {
    if (!view.is_wide(read))
      out.line("const f32 a{0} = to_f32(p{0}[{1}]);", read, operand_place(family, read, "row", ""));
  }
  out.unroll();
  out.open("for (int first = 0; first < 2; first += width)");
  out.text("if (column + first >= keys) break;  // hidden afterwards");
  for (const int read : score_group_.reads) {
    if (!view.is_wide(read)) continue;
    out.line("const Vec<{1}, width> a{0} = load<width>(p{0} + {2});", read, view.type(read),
             operand_place(family, read, "row", "column + first"));
  }
  out.unroll();
  out.open("for (int e = first; e < first + width; ++e)");
  out.line("f32 v{};", tile_.back());
  out.text(element_call(
      scores_, family, [](int) { return std::string("score[e]"); },
      [&](int read) {
        return view.is_wide(read) ? fmt::format("to_f32(a{}, e - first)", read) : fmt::format("a{}", read);
      },
      fmt::format("row * {} + column + e", view.columns)));
  out.line("score[e] = v{};", tile_.back());
  out.close();
  out.close();
  out.close();
  return out.take() + "\n";
}

std::string AttentionWork::seen_by(std::string_view row, std::int64_t all) const {
  if (!of.hides) return fmt::format("{}", of.scores.n);
  return fmt::format("({}{} {})", row, all == of.queries ? "" : fmt::format(" % {}", of.queries), ahead(1));
}

std::string AttentionWork::tiles_seen(const Rows& tile) const {
  if (!of.hides) return "key_tiles";
  const std::string first = all_of(tile);
  const std::string last = fmt::format("({0} + {1} < {2} ? {0} + {1} : {2})", first, tile.count, of.queries);
  const std::string seen = fmt::format("({} {})", last, ahead(0));
  return fmt::format("({0} > 0 ? ({0} + keys - 1) / keys : 0)", seen);
}

std::string AttentionWork::first_hidden(const Rows& tile) const {
  if (!of.hides) return fmt::format("{}", of.scores.n);
  // A tile with rows of two heads has a head's first query, which sees fewest.
  const std::string first = all_of(tile);
  const std::string query =
      tile.all == of.queries ? first : fmt::format("({0} + {1} > {2} ? 0 : {0})", first, tile.count, of.queries);
  return fmt::format("({} {})", query, ahead(1));
}

/// "+ 12": keys that a query sees beyond as many as its own number, and `more`.
std::string AttentionWork::ahead(std::int64_t more) const {
  const std::int64_t keys = of.scores.n - of.queries + more;
  return fmt::format("{} {}", keys < 0 ? "-" : "+", std::abs(keys));
}

/// The query that a tile's first row is.
std::string AttentionWork::all_of(const Rows& tile) const {
  return tile.all == of.queries ? std::string(tile.first) : fmt::format("{} % {}", tile.first, of.queries);
}

std::string AttentionWork::comment(const std::vector<std::string>& how) const {
  plan::Group all = score_group(chain, of, of.tile);
  const View view(chain, all, number, chain.values[of.scores.op].shape);
  const auto product = [&](const plan::Product& one, std::string_view left) {
    return fmt::format("//   {:<28}{} x {}, sums of {}, {} matri{}\n",
                       fmt::format("v{} = {} @ v{}", one.op, left, one.right), base::group_digits(one.m),
                       base::group_digits(one.n), base::group_digits(one.k), base::group_digits(one.matrices()),
                       one.matrices() == 1 ? "x" : "ces");
  };
  std::string out = fmt::format(
      "// Kernel {}, attention: scores, their softmax and the weighted values in one trip; no score is ever written.\n",
      number + 1);
  out += product(of.scores, fmt::format("v{}", of.scores.left));
  for (const int op : of.tile) {
    if (op != of.scores.op) out += maths_line(view, op) + "\n";
  }
  out += fmt::format("//   {:<28}each row's softmax, as its keys come by\n",
                     fmt::format("v{} = softmax(v{})", of.weights, of.score()));
  out += product(of.values, fmt::format("v{}", of.weights));
  out += again_line(group);
  for (const auto& [verb, tensor] : {std::pair{"Reads", of.scores.left},
                                     {"Reads", of.scores.right},
                                     {"Reads", of.values.right},
                                     {"Writes", of.values.op}}) {
    out +=
        fmt::format("// {} v{}: {}{}\n", verb, tensor, scores_.type(tensor), chain::show(chain.values[tensor].shape));
  }
  for (const plan::Product* product : {&of.scores, &of.values}) {
    const plan::Pages& pages = product->pages;
    if (!pages.any()) continue;
    out += fmt::format("// Lines of v{} through the table v{}: {}{}, {} in a page\n", product->right, pages.table,
                       scores_.type(pages.table), chain::show(chain.values[pages.table].shape), pages.rows);
  }
  for (const int read : all.reads) out += tensor_line(view, "Reads", read) + "\n";
  for (const std::string& line : how) out += "// " + line + "\n";
  return out;
}

OperandLayout AttentionWork::queries() const {
  const std::int64_t bytes = chain::size_of(chain.values[of.scores.left].dtype);
  plan::Product one = of.scores;
  if (heads > 1 && one.m == 1) one.left_at.row = one.left_at.inner;  // a row of each head
  one.m = rows;
  one.left_at.inner *= heads;
  return along(left_layout(one, bytes), true);
}

OperandLayout AttentionWork::keys() const {
  return along(right_layout(of.scores, chain::size_of(chain.values[of.scores.right].dtype)), true);
}

OperandLayout AttentionWork::values() const {
  return along(right_layout(of.values, chain::size_of(chain.values[of.values.right].dtype)), false);
}

std::string AttentionWork::first_of(const plan::Product& product, int tensor, std::int64_t outer_step,
                                    std::int64_t inner_step, std::int64_t share) const {
  const std::int64_t inner = product.inner / heads;  // groups of each outer matrix
  std::string from = fmt::format("p{}", tensor);
  if (product.outer > 1 && outer_step != 0) {
    from += inner == 1 ? fmt::format(" + i64(group) * {}", outer_step)
                       : fmt::format(" + i64(group / {}) * {}", inner, outer_step);
  }
  if (inner > 1 && inner_step != 0) {
    std::string at = product.outer == 1 ? "group" : fmt::format("group % {}", inner);
    if (share > 1) at += fmt::format(" / {}", share);
    from += fmt::format(" + i64({}) * {}", at, inner_step);
  }
  return from;
}

std::string AttentionWork::matrix(const plan::Product& product, int tensor, const OperandLayout& layout) const {
  const bool is_left = tensor == product.left && layout.lines == rows;
  const std::string from = first_of(product, tensor, layout.outer, layout.inner, is_left ? 1 : product.share / heads);
  return fmt::format("{}, {}, {}, {}, {}", from, layout.line, layout.step, layout.lines, layout.run);
}

std::string AttentionWork::lines_type(const plan::Product& product) const {
  const std::string element = scores_.type(product.right);
  return product.pages.any() ? fmt::format("Pages<{}, {}>", element, product.pages.rows)
                             : fmt::format("Matrix<{}>", element);
}

std::string AttentionWork::lines(const plan::Product& product, const OperandLayout& layout) const {
  const plan::Pages& pages = product.pages;
  if (!pages.any()) return matrix(product, product.right, layout);
  const std::int64_t share = product.share / heads;
  return fmt::format("{}, {}, {}, {}, {}u, {}, {}", first_of(product, product.right, 0, layout.inner, share),
                     first_of(product, pages.table, pages.outer, pages.inner, share), pages.slice, layout.line,
                     pages.slices, layout.lines, layout.run);
}

}  // namespace codegen
