// The ops on a score are those of a product's epilogue, with the score instead of a tensor as their result.
#include "codegen/attention_work.hpp"

#include "base/units.hpp"
#include "codegen/lower.hpp"
#include "codegen/product_epilogue.hpp"
#include "codegen/writer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace codegen {
namespace {

bool lists(const std::vector<int>& list, int value) {
  return std::ranges::find(list, value) != list.end();
}

plan::Group score_group(const chain::Chain& chain, const plan::Attention& of) {
  plan::Group group{of.tile, {}, {of.score()}, plan::Schedule::matmul};
  for (const int op : of.tile) {
    if (op == of.scores.op) continue;
    for (const chain::Operand& operand : chain.values[op].operands) {
      const bool outside = !operand.is_literal() && !lists(of.tile, operand.value);
      if (outside && !lists(group.reads, operand.value)) group.reads.push_back(operand.value);
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
      score_group_(score_group(chain, of)),
      scores_(chain, score_group_, which, {of.scores}),
      heads(of.heads_together()),
      groups(of.scores.matrices() / heads),
      rows(of.scores.m * heads) {}

std::string AttentionWork::entry(std::string_view suffix) const {
  return fmt::format("k{}_attention{}{}", number + 1, suffix.empty() ? "" : "_", suffix);
}

void AttentionWork::take(Kernel& kernel, std::vector<std::string>& parameters, bool result) const {
  std::vector<int> taken;
  const auto one = [&](int value, std::string_view qualifier) {
    if (lists(taken, value)) return;
    taken.push_back(value);
    kernel.arguments.push_back({Argument::Kind::tensor, value, 0});
    parameters.push_back(fmt::format("{}{}* __restrict__ p{}", qualifier, scores_.type(value), value));
  };
  for (const int value : {of.scores.left, of.scores.right, of.values.right}) one(value, "const ");
  for (const int value : score_group_.reads) one(value, "const ");
  if (result) one(of.values.op, "");
}

std::string AttentionWork::score_call(std::string_view row, std::string_view column, std::string_view scores) const {
  std::string out = fmt::format("k{}_score({}, {}, {}", number + 1, row, column, scores);
  for (const int read : score_group_.reads) out += fmt::format(", p{}", read);
  return out + ");";
}

std::string AttentionWork::score_function() const {
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
  out.open("if (column + first >= keys)");
  out.text(pairs ? "score[0] = score[1] = -infinity();" : "score[first] = -infinity();");
  out.text("continue;");
  out.close();
  for (const int read : score_group_.reads) {
    if (!view.is_wide(read)) continue;
    out.line("const Vec<{1}, width> a{0} = load<width>(p{0} + {2});", read, view.type(read),
             operand_place(family, read, "row", "column + first"));
  }
  out.unroll();
  out.open("for (int e = first; e < first + width; ++e)");
  out.line("f32 v{};", of.score());
  out.text(element_call(
      scores_, family, [](int) { return std::string("score[e]"); },
      [&](int read) {
        return view.is_wide(read) ? fmt::format("to_f32(a{}, e - first)", read) : fmt::format("a{}", read);
      },
      fmt::format("row * {} + column + e", view.columns)));
  out.line("score[e] = v{};", of.score());
  out.close();
  out.close();
  out.close();
  return out.take() + "\n";
}

std::string AttentionWork::comment(const std::vector<std::string>& how) const {
  const View& view = scores_.families.front().view;
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
  for (const auto& [verb, tensor] : {std::pair{"Reads", of.scores.left},
                                     {"Reads", of.scores.right},
                                     {"Reads", of.values.right},
                                     {"Writes", of.values.op}}) {
    out +=
        fmt::format("// {} v{}: {}{}\n", verb, tensor, scores_.type(tensor), chain::show(chain.values[tensor].shape));
  }
  for (const int read : score_group_.reads) out += tensor_line(view, "Reads", read) + "\n";
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

std::string AttentionWork::matrix(const plan::Product& product, int tensor, const OperandLayout& layout) const {
  const std::int64_t inner = product.inner / heads;  // groups of each outer matrix
  const bool is_left = tensor == product.left && layout.lines == rows;
  const std::int64_t share = is_left ? 1 : product.share / heads;
  std::string from = fmt::format("p{}", tensor);
  if (product.outer > 1 && layout.outer != 0) {
    from += inner == 1 ? fmt::format(" + i64(group) * {}", layout.outer)
                       : fmt::format(" + i64(group / {}) * {}", inner, layout.outer);
  }
  if (inner > 1 && layout.inner != 0) {
    std::string at = product.outer == 1 ? "group" : fmt::format("group % {}", inner);
    if (share > 1) at += fmt::format(" / {}", share);
    from += fmt::format(" + i64({}) * {}", at, layout.inner);
  }
  return fmt::format("{}, {}, {}, {}, {}", from, layout.line, layout.step, layout.lines, layout.run);
}

}  // namespace codegen
