// What a student reads first: the maths, what crosses, how the kernel is launched.
#include "base/language.hpp"
#include "base/units.hpp"
#include "codegen/expression.hpp"
#include "codegen/lower.hpp"
#include "plan/sweeps.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace codegen {
namespace {

std::string how_often(const View& view, int index) {
  if (view.is_full(index)) return {};
  if (view.is_wide(index) && view.place(index).period == 0) return ", read with a stride";
  if (view.is_scalar(index)) return ", one number for all";
  if (view.ranks(index) && view.value(index).k > 1) return fmt::format(", {} numbers a row", view.value(index).k);
  if (!view.is_wide(index)) return ", one number a row";
  return view.place(index).period == view.columns ? ", one row for all" : ", again and again";
}

std::string tensors(const View& view, std::string_view verb, const std::vector<int>& list) {
  std::string out;
  std::int64_t an_element = 0;
  const std::vector<int> times = plan::times_met(view.chain, view.group);
  for (const int index : list) {
    const bool twice = !view.made_here(index) && times[index] > 1;
    out += tensor_line(view, verb, index) + (twice ? ", in each sweep\n" : "\n");
    if (view.is_full(index)) an_element += (twice ? times[index] : 1) * chain::size_of(view.value(index).dtype);
  }
  out += fmt::format("//   {} bytes an element\n", an_element);
  return out;
}

}  // namespace

std::string maths_line(const View& view, int op) {
  const chain::Value& value = view.value(op);
  std::string operands;
  for (const chain::Operand& operand : value.operands) {
    if (!operands.empty()) operands += ", ";
    operands += operand.is_literal() ? fmt::format("{}", operand.literal) : fmt::format("v{}", operand.value);
  }
  const chain::OpInfo& info = chain::info(value.op);
  if (value.op == chain::Op::topk || value.op == chain::Op::topk_index) operands += fmt::format(", {}", value.k);
  if (value.op == chain::Op::cast) operands += fmt::format(", {}", view.type(op));
  if (value.op == chain::Op::dropout) operands += fmt::format(", {}", value.probability);
  if (value.accumulate) operands += fmt::format(", {}", chain::name(*value.accumulate));
  // Recordings keep the text: it may not follow the language.
  const std::string_view formula = base::built_in_text("op." + std::string(info.name));
  return fmt::format("//   {:<28}{}", fmt::format("v{} = {}({})", op, info.name, operands), formula);
}

std::string tensor_line(const View& view, std::string_view verb, int tensor) {
  return fmt::format("// {} v{}: {}{}{}", verb, tensor, view.type(tensor), chain::show(view.value(tensor).shape),
                     how_often(view, tensor));
}

std::string again_line(const plan::Group& group) {
  if (group.again.empty()) return {};
  std::string values;
  for (const int op : group.again) values += fmt::format("{}v{}", values.empty() ? "" : ", ", op);
  return fmt::format("// Made again: {}. No kernel writes {}: each that needs {} makes {} from what it reads.\n",
                     values, group.again.size() == 1 ? "it" : "them", group.again.size() == 1 ? "it" : "them",
                     group.again.size() == 1 ? "it" : "them");
}

std::string header_comment(const View& view, const std::vector<std::string>& launch) {
  std::string ops;
  for (const int op : view.group.ops) {
    if (!ops.empty()) ops += ", ";
    ops += chain::info(view.value(op).op).name;
  }
  const std::vector<int> times = plan::times_met(view.chain, view.group);
  const int sweeps = *std::ranges::max_element(times);
  std::string out =
      fmt::format("// Kernel {}, {}: {} over {} x {} elements.\n", view.number + 1, plan::name(view.group.schedule),
                  view.group.ops.size() == 1 ? ops
                  : sweeps > 2               ? fmt::format("{} sweeps", sweeps)
                  : sweeps > 1               ? "two sweeps"
                                             : "one trip",
                  base::group_digits(view.rows), base::group_digits(view.columns));
  for (const int op : view.group.ops) out += maths_line(view, op) + "\n";
  out += again_line(view.group);
  out += tensors(view, "Reads", view.group.reads);
  out += tensors(view, "Writes", view.group.writes);
  for (const std::string& line : launch) out += fmt::format("// {}\n", line);
  out += knobs_line(view.group.knobs);
  return out;
}

std::string signature(const std::string& entry, int threads, const std::vector<std::string>& parameters, int resident) {
  const std::string bounds = resident == 0 ? "" : fmt::format("__launch_bounds__({}, {}) ", threads, resident);
  std::string out = fmt::format("extern \"C\" __global__ void {}{}(", bounds, entry);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    out += fmt::format("{}\n    {}", i == 0 ? "" : ",", parameters[i]);
  }
  return out + ")";
}

std::string knobs_line(const plan::Knobs& knobs) {
  return knobs.any() ? fmt::format("// Knobs: {}.\n", plan::text(knobs)) : std::string();
}

std::vector<std::string> options_of(const plan::Knobs& knobs) {
  std::vector<std::string> options{"-fmad=false"};
  if (knobs.registers) options.push_back(fmt::format("--maxrregcount={}", *knobs.registers));
  return options;
}

}  // namespace codegen
