// One line an op: a new op of the table is a case here, and perhaps a function in kernels/prelude/math.cuh.
#include "codegen/expression.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cmath>

namespace codegen {
namespace {

std::string operand_text(const chain::Operand& operand) {
  return operand.is_literal() ? literal(operand.literal) : fmt::format("v{}", operand.value);
}

std::string dropout_text(const chain::Value& value, const std::string& x, const std::string& element) {
  // Kept if 53 random bits, as a number, are at least p x 2^53: whole numbers, so rounding the product up is the same.
  const auto threshold = static_cast<std::uint64_t>(std::ceil(value.probability * 0x1p53));
  return fmt::format("dropout({}, {}ull, {}, {:#x}ull, {})", x, value.seed, element, threshold,
                     literal(1 / (1 - value.probability)));
}

/// A row's last column that is seen: the last row sees all.
std::string causal_text(const chain::Value& value, const std::string& x, const std::string& element) {
  const std::int64_t columns = value.shape.columns(), rows = *(value.shape.dims.end() - 2);
  return fmt::format("i64({2}) % {0} <= i64({2}) / {0} % {1} {3} {4} ? {5} : -infinity()", columns, rows, element,
                     columns < rows ? "-" : "+", std::abs(columns - rows), x);
}

std::string computed(const View& view, int index, const std::string& element) {
  using chain::Op;
  const chain::Value& value = view.value(index);
  const std::string x = operand_text(value.operands[0]);
  const std::string y = value.operands.size() > 1 ? operand_text(value.operands[1]) : std::string();
  const auto call = [&](std::string_view function) { return fmt::format("{}({})", function, x); };
  switch (value.op) {
    case Op::add:
      return fmt::format("{} + {}", x, y);
    case Op::sub:
      return fmt::format("{} - {}", x, y);
    case Op::mul:
      return fmt::format("{} * {}", x, y);
    case Op::div:
      return fmt::format("{} / {}", x, y);
    case Op::neg:
      return fmt::format("-{}", x);
    case Op::abs:
      return call("fabsf");
    case Op::square:
      return fmt::format("{} * {}", x, x);
    case Op::sqrt:
      return call("sqrtf");
    case Op::rsqrt:
      return call("rsqrtf");
    case Op::reciprocal:
      return fmt::format("1.0f / {}", x);
    case Op::exp:
      return call("expf");
    case Op::log:
      return call("logf");
    case Op::sin:
      return call("sine");
    case Op::cos:
      return call("cosine");
    case Op::tanh:
      return call("tanhf");
    case Op::sigmoid:
      return call("sigmoid");
    case Op::relu:
      return call("relu");
    case Op::gelu:
      return call("gelu");
    case Op::gelu_erf:
      return call("gelu_erf");
    case Op::silu:
      return call("silu");
    case Op::softplus:
      return call("softplus");
    case Op::maximum:
      return fmt::format("maximum({}, {})", x, y);
    case Op::minimum:
      return fmt::format("minimum({}, {})", x, y);
    case Op::dropout:
      return dropout_text(value, x, element);
    case Op::causal:
      return causal_text(value, x, element);
    case Op::cast:
      return x;
    case Op::sum:
    case Op::mean:
    case Op::max:
      assert(view.columns == 1 && "rows are reduced by their own lowering");
      if (value.accumulate) return fmt::format("rounded<{}>({})", chain::name(*value.accumulate), x);
      return x;  // a row of one element
    case Op::matmul:
    case Op::transpose:
    case Op::heads:
    case Op::merge:
    case Op::dequant:
    case Op::gather:
    case Op::grouped:
    case Op::scatter_add:
    case Op::var:
    case Op::pick:
    case Op::argmax:
    case Op::topk:
    case Op::topk_index:
    case Op::input:
      break;
  }
  assert(false && "an input is not computed");
  return {};
}

}  // namespace

std::string literal(double value) {
  const auto number = static_cast<float>(value);
  if (std::isnan(number)) return "not_a_number()";
  if (std::isinf(number)) return number > 0 ? "infinity()" : "(-infinity())";
  std::string text = fmt::format("{}", number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return std::signbit(number) ? fmt::format("({}f)", text) : text + "f";
}

std::string expression(const View& view, int index, const std::string& element) {
  const chain::Value& value = view.value(index);
  const bool narrow = value.dtype != chain::Dtype::f32;
  const bool rounds = narrow && (value.op == chain::Op::cast || view.written(index)) && view.read_here(index);
  const std::string text = computed(view, index, element);
  return rounds ? fmt::format("rounded<{}>({})", view.type(index), text) : text;
}

std::string definition(const View& view, int index, const std::string& element) {
  return fmt::format("const f32 v{} = {};", index, expression(view, index, element));
}

}  // namespace codegen
