// The same expressions as of every other kernel; a sum stands where a loaded element would.
#include "codegen/product_epilogue.hpp"

#include "codegen/expression.hpp"
#include "codegen/product_parts.hpp"
#include "codegen/writer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace codegen {
namespace {

std::string pointer(const Family& family, int value, bool writes) {
  return fmt::format("{}{}* __restrict__ p{}", writes ? "" : "const ", family.view.type(value), value);
}

/// A row is whole pairs: two columns move at once.
bool in_pairs(const Family& family) {
  return family.view.columns % 2 == 0;
}

/// The number of the element of an op's value, of which `element` of the result is made.
std::string own_element(const View& view, int op) {
  const Place& place = view.place(op);
  if (view.is_scalar(op)) return "0";
  if (place.wide) return view.is_full(op) ? "element" : fmt::format("element % {}", place.period);
  const std::string row = fmt::format("element / {}", view.columns);
  return place.period == view.rows ? row : fmt::format("{} % {}", row, place.period);
}

void finish_element(const ProductWork& work, const Family& family, bool keeps, Writer& out) {
  const auto sum = [&](int product) { return fmt::format("sum{}[e]", family.products[product].op); };
  const auto read = [&](int value) {
    return family.view.is_wide(value) ? fmt::format("to_f32(a{}, e - first)", value) : fmt::format("a{}", value);
  };
  for (const int result : family.results()) out.line("f32 v{};", result);
  out.text(element_call(work, family, sum, read, "row * columns + column + e"));
  for (const int write : family.group.writes) {
    if (family.view.is_full(write)) {
      out.line("b{0}[e - first] = narrow<{1}>(v{0});", write, family.view.type(write));
    } else {  // one number a row: its first column writes it
      out.line("if (column + e == 0) p{0}[{2}] = narrow<{1}>(v{0});", write, family.view.type(write),
               operand_place(family, write, "row", "0"));
    }
  }
  if (!family.parts.empty()) out.lines(ProductParts(work).fold(keeps));
}

}  // namespace

std::string operand_place(const Family& family, int read, const std::string& row, const std::string& column) {
  const View& view = family.view;
  const Place& place = view.place(read);
  if (view.is_scalar(read)) return "0";
  if (family.is_column_vector(read)) return column;
  const std::int64_t rows = place.wide ? place.period / view.columns : place.period;
  const std::string own = rows == view.rows ? row : fmt::format("{} % {}", row, rows);
  return place.wide ? fmt::format("{} * {} + {}", own, view.columns, column) : own;
}

std::string element_function(const ProductWork& work, const Family& family) {
  const View& view = family.view;
  std::vector<std::string> parameters;
  for (const plan::Product& product : family.products) parameters.push_back("f32 " + family.sum_name(product));
  for (const int read : family.group.reads) {
    if (!view.is_index(read)) parameters.push_back(fmt::format("f32 v{}", read));
  }
  if (view.draws()) parameters.emplace_back("u64 element");
  for (const int result : family.results()) parameters.push_back(fmt::format("f32& out{}", result));
  Writer out;
  out.open(fmt::format("__device__ __forceinline__ void {}({})", work.function(family, "element"),
                       fmt::join(parameters, ", ")));
  for (const int op : family.group.ops) {
    if ((family.view.reduces(op) || family.view.ranks(op)) && !family.parts.empty()) continue;  // no op on an element
    if (!family.is_product(op)) {
      out.text(definition(view, op, own_element(view, op)));
      continue;
    }
    const plan::Product& product = *std::ranges::find(family.products, op, &plan::Product::op);
    const std::string name = family.sum_name(product);
    if (name.starts_with("sum")) out.line("const f32 v{0} = rounded<{1}>({2});", op, view.type(op), name);
  }
  for (const int result : family.results()) out.line("out{0} = v{0};", result);
  out.close();
  return out.take();
}

std::string element_call(const ProductWork& work, const Family& family,
                         const std::function<std::string(int product)>& sum,
                         const std::function<std::string(int read)>& read, const std::string& element) {
  std::vector<std::string> arguments;
  for (int i = 0; i < static_cast<int>(family.products.size()); ++i) arguments.push_back(sum(i));
  for (const int value : family.group.reads) {
    if (!family.view.is_index(value)) arguments.push_back(read(value));
  }
  if (family.view.draws()) arguments.push_back(element);
  for (const int result : family.results()) arguments.push_back(fmt::format("v{}", result));
  return fmt::format("{}({});", work.function(family, "element"), fmt::join(arguments, ", "));
}

std::vector<std::string> finish_arguments(const Family& family) {
  std::vector<std::string> list;
  for (const auto* tensors : {&family.group.reads, &family.group.writes}) {
    for (const int value : *tensors) {
      if (!family.view.is_index(value)) list.push_back(fmt::format("p{}", value));
    }
  }
  return list;
}

std::string finish_function(const ProductWork& work, const Family& family, bool keeps) {
  const View& view = family.view;
  std::vector<std::string> parameters = {"const i64 row", "const i64 column"};
  for (const plan::Product& product : family.products) {
    parameters.push_back(fmt::format("const f32 (&sum{})[2]", product.op));
  }
  for (const int read : family.group.reads) {
    if (!view.is_index(read)) parameters.push_back(pointer(family, read, false));
  }
  for (const int write : family.group.writes) parameters.push_back(pointer(family, write, true));
  const ProductParts parts(work);
  for (const int table : parts.tables()) parameters.push_back(fmt::format("const int at{}", table));
  if (parts.any()) parameters.push_back(parts.type() + "& parts");
  if (keeps) parameters.emplace_back("f32 (&kept)[2]");
  Writer out;
  out.open(fmt::format("__device__ __forceinline__ void {}({})", work.function(family, "finish"),
                       fmt::join(parameters, ", ")));
  out.line("{}constexpr i64 columns = {};", keeps ? "[[maybe_unused]] " : "", view.columns);
  out.line("constexpr int width = {};  // elements that move at once", in_pairs(family) ? 2 : 1);
  for (const int read : family.group.reads) {
    if (!view.is_wide(read) && !view.is_index(read))
      out.line("const f32 a{0} = to_f32(p{0}[{1}]);", read, operand_place(family, read, "row", ""));
  }
  out.unroll();
  out.open("for (int first = 0; first < 2; first += width)");
  // Where all of a row is in pairs the caller has asked; there, a question an element would cost more than the element.
  if (!keeps || !in_pairs(family)) out.text("if (column + first >= columns) break;");
  for (const int read : family.group.reads) {
    if (!view.is_wide(read)) continue;
    out.line("const Vec<{1}, width> a{0} = load<width>(p{0} + {2});", read, view.type(read),
             operand_place(family, read, "row", "column + first"));
  }
  for (const int write : family.group.writes) {
    if (view.is_full(write)) out.line("Vec<{1}, width> b{0};", write, view.type(write));
  }
  out.unroll();
  out.open("for (int e = first; e < first + width; ++e)");
  finish_element(work, family, keeps, out);
  out.close();
  for (const int write : family.group.writes) {
    if (view.is_full(write)) out.line("store(p{0} + row * columns + column + first, b{0});", write);
  }
  out.close();
  out.close();
  return out.take();
}

std::vector<std::string> product_parameters(const ProductWork& work, Kernel& kernel) {
  std::vector<std::string> parameters;
  std::vector<int> taken;
  const auto one = [&](int value, std::string_view qualifier) {
    if (std::ranges::find(taken, value) != taken.end()) return;
    taken.push_back(value);
    kernel.arguments.push_back({Argument::Kind::tensor, value, 0});
    parameters.push_back(fmt::format("{}{}* __restrict__ p{}", qualifier, work.stored_type(value), value));
  };
  one(work.first().left, "const ");
  if (work.first().left_table >= 0) one(work.first().left_table, "const ");
  for (const Family& family : work.families) {
    for (const plan::Product& product : family.products) {
      one(product.right, "const ");
      if (product.scales >= 0) one(product.scales, "const ");
    }
  }
  if (work.first().experts.any()) one(work.first().experts.ends, "const ");
  for (const Family& family : work.families) {
    for (const int read : family.group.reads) one(read, "const ");
  }
  for (const Family& family : work.families) {
    for (const int write : family.group.writes) one(write, "");
  }
  return parameters;
}

}  // namespace codegen
