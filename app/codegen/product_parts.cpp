// A sum of exponentials is kept beside the maximum that was taken off, and brought to the larger one when two meet.
#include "codegen/product_parts.hpp"

#include "codegen/expression.hpp"
#include "codegen/launch.hpp"
#include "codegen/lower.hpp"
#include "codegen/writer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace codegen {
namespace {

constexpr int threads = 128;  // of the second kernel: a warp a row

bool is_max(const Family& family, const plan::RowPart& part) {
  return family.view.value(part.op).op == chain::Op::max;
}

std::string starts_at(const Family& family, const plan::RowPart& part) {
  return is_max(family, part) ? "-infinity()" : "0.0f";
}

/// The sums of exponentials that are off by this maximum.
std::vector<int> below(const Family& family, int maximum) {
  std::vector<int> sums;
  for (const plan::RowPart& part : family.parts) {
    if (part.maximum == maximum) sums.push_back(part.op);
  }
  return sums;
}

}  // namespace

std::string ProductParts::type() const {
  return fmt::format("k{}_Parts", work_.number + 1);
}

std::string ProductParts::definitions() const {
  if (!any()) return {};
  Writer out;
  out.text("// What is had of a row so far: a number for each of its reductions.");
  out.text("struct " + type() + " {");
  for (const plan::RowPart& part : family_.parts) {
    if (part.best > 0) {
      out.line("  Best<{}> part{};", part.best, part.op);
      continue;
    }
    const std::string off = part.maximum < 0 ? "" : fmt::format("  // of exp(.. - part{})", part.maximum);
    out.line("  f32 part{} = {};{}", part.op, starts_at(family_, part), off);
  }
  out.text("};");
  out.open(
      fmt::format("__device__ __forceinline__ void k{}_join({}& a, const {}& b)", work_.number + 1, type(), type()));
  for (const plan::RowPart& part : family_.parts) {
    if (part.maximum >= 0) continue;
    if (part.best > 0) {
      out.line("a.part{0}.join(b.part{0});", part.op);
      continue;
    }
    if (!is_max(family_, part)) {  // a sum, or the one entry that is picked beside zeros
      out.line("a.part{0} += b.part{0};", part.op);
      continue;
    }
    out.line("const f32 top{0} = maximum(a.part{0}, b.part{0});", part.op);
    for (const int sum : below(family_, part.op)) {
      out.line(
          "a.part{0} = a.part{0} * (a.part{1} == top{1} ? 1.0f : expf(a.part{1} - top{1})) + b.part{0} * (b.part{1} == "
          "top{1} ? 1.0f : expf(b.part{1} - top{1}));",
          sum, part.op);
    }
    out.line("a.part{0} = top{0};", part.op);
  }
  out.close();
  out.text("template <int lanes>");
  out.open(fmt::format("__device__ __forceinline__ void k{}_join_lanes({}& own)", work_.number + 1, type()));
  out.unroll();
  out.open("for (int apart = lanes / 2; apart > 0; apart /= 2)");
  out.line("{} other;", type());
  for (const plan::RowPart& part : family_.parts) {
    if (part.best > 0) {
      out.line("other.part{0} = own.part{0}.of_lane(apart);", part.op);
    } else {
      out.line("other.part{0} = __shfl_xor_sync(0xFFFFFFFFu, own.part{0}, apart);", part.op);
    }
  }
  out.line("k{}_join(own, other);", work_.number + 1);
  out.close();
  out.close();
  return out.take() + "\n";
}

std::vector<int> ProductParts::tables() const {
  std::vector<int> tables;
  for (const plan::RowPart& part : family_.parts) {
    const chain::Value& value = family_.view.value(part.op);
    if (value.op != chain::Op::pick) continue;
    if (!plan::lists(tables, value.operands[1].value)) tables.push_back(value.operands[1].value);
  }
  return tables;
}

int ProductParts::kept() const {
  int kept = -1;
  for (const plan::RowPart& part : family_.parts) {
    if (!is_max(family_, part) || below(family_, part.op).empty()) continue;
    if (kept >= 0) return -1;
    kept = part.op;
  }
  return kept < 0 ? -1 : family_.view.value(kept).operands[0].value;
}

std::string ProductParts::fold(bool keeps) const {
  Writer out;
  for (const plan::RowPart& part : family_.parts) {
    if (part.maximum >= 0) continue;  // with its maximum
    const int of = family_.folded(part);
    if (part.best > 0) {
      out.line("parts.part{}.add(key_of(order_of(v{}), u32(column + e)));", part.op, of);
      continue;
    }
    if (family_.view.value(part.op).op == chain::Op::pick) {  // one tile has it, the others 0: their sum is it
      out.line("if (at{0} - int(column) == e) parts.part{1} = v{2};", family_.view.value(part.op).operands[1].value,
               part.op, of);
      continue;
    }
    if (!is_max(family_, part)) {
      out.line("parts.part{} += v{};", part.op, of);
      continue;
    }
    const std::vector<int> sums = below(family_, part.op);
    if (!sums.empty() && !keeps) {
      out.open(fmt::format("if (v{} != -infinity())", of));  // exp of nothing is nothing
      out.line("const f32 over = v{} - parts.part{}, less = expf(-fabsf(over));", of, part.op);
      for (const int sum : sums)
        out.line("parts.part{0} = over > 0.0f ? parts.part{0} * less + 1.0f : parts.part{0} + less;", sum);
      out.close();
    }
    out.line("parts.part{0} = maximum(parts.part{0}, v{1});", part.op, of);
    if (!sums.empty() && keeps) out.line("kept[e] = v{};", of);
  }
  return out.take();
}

std::string ProductParts::maximum_of(const std::string& row) const {
  for (const plan::RowPart& part : family_.parts) {
    if (part.maximum >= 0) return fmt::format("{}.part{}", row, part.maximum);
  }
  return {};
}

std::string ProductParts::add_raised(const std::string& row, const std::string& x, const std::string& top) const {
  std::string out = fmt::format("const f32 raised = two_to(({} - {}) * log2e);\n", x, top);
  for (const plan::RowPart& part : family_.parts) {
    if (part.maximum >= 0) out += fmt::format("{}.part{} += raised;\n", row, part.op);
  }
  return out;
}

void ProductParts::take(Kernel& kernel, std::vector<std::string>& parameters, std::string_view qualifier) const {
  int scratch = work_.first_scratch;
  for (const plan::RowPart& part : family_.parts) {
    kernel.arguments.push_back({Argument::Kind::scratch, scratch++, 0});
    parameters.push_back(fmt::format("{}{}* __restrict__ parts{}", qualifier, part.best > 0 ? "u64" : "f32", part.op));
  }
}

std::string ProductParts::store(const std::string& from, const std::string& place) const {
  std::string out;
  for (const plan::RowPart& part : family_.parts) {
    if (part.best > 0) {
      out += fmt::format("for (int n = 0; n < {3}; ++n) parts{0}[({1}) * {3} + n] = {2}.part{0}.keys[n];\n", part.op,
                         place, from, part.best);
      continue;
    }
    out += fmt::format("parts{0}[{1}] = {2}.part{0};\n", part.op, place, from);
  }
  return out;
}

namespace {

/// The second kernel being written.
class Finish {
 public:
  Finish(const ProductWork& work, std::int64_t tiles)
      : work_(work),
        family_(work.families.front()),
        tiles_(tiles),
        group_(of_rows()),
        view_(work.chain, group_, work.number, shape()) {}

  Kernel lower() {
    kernel_.group = work_.number;
    kernel_.entry = work_.entry("finish");
    kernel_.options = {"-fmad=false"};
    kernel_.launch.grid = {divided_up(view_.rows, threads / 32), 1, 1};
    kernel_.launch.block = {threads, 1, 1};
    ProductParts(work_).take(kernel_, parameters_, "const ");
    for (const int read : group_.reads) take(read, "const ");
    for (const int write : group_.writes) take(write, "");
    out_.open(signature(kernel_.entry, threads, parameters_));
    out_.line("constexpr i64 rows = {};", view_.rows);
    out_.line("constexpr int tiles = {};  // that left a part of each row", tiles_);
    out_.text("const int lane = threadIdx.x % 32;");
    out_.line("const i64 row = i64(blockIdx.x) * {} + threadIdx.x / 32;", threads / 32);
    out_.text("if (row >= rows) return;");
    for (const int read : group_.reads) out_.line("const f32 v{0} = to_f32(p{0}[{1}]);", read, place(read));
    for (const plan::RowPart& part : family_.parts) join(part);
    for (const int op : work_.rows.rows) {
      out_.text(definition(view_, op, "row"));
      write(op);
    }
    out_.close();
    kernel_.source = comment() + out_.take();
    return std::move(kernel_);
  }

 private:
  /// Reductions and what is made of them.
  [[nodiscard]] plan::Group of_rows() const {
    plan::Group rows{{}, {}, {}, work_.group.schedule};
    for (const plan::RowPart& part : family_.parts) {
      rows.ops.push_back(part.op);
      rows.ops.insert(rows.ops.end(), part.also.begin(), part.also.end());
    }
    rows.ops.insert(rows.ops.end(), work_.rows.rows.begin(), work_.rows.rows.end());
    const auto lists = [](const std::vector<int>& list, int value) { return std::ranges::count(list, value) > 0; };
    for (const int op : work_.rows.rows) {
      for (const chain::Operand& operand : work_.chain.values[op].operands) {
        const bool outside = !operand.is_literal() && !lists(rows.ops, operand.value);
        if (outside && !lists(rows.reads, operand.value)) rows.reads.push_back(operand.value);
      }
    }
    for (const int write : work_.group.writes) {
      if (lists(rows.ops, write)) rows.writes.push_back(write);
    }
    return rows;
  }
  [[nodiscard]] chain::Shape shape() const {
    chain::Shape shape = work_.chain.values[family_.first().op].shape;
    shape.dims.back() = 1;
    return shape;
  }

  void take(int value, std::string_view qualifier) {
    kernel_.arguments.push_back({Argument::Kind::tensor, value, 0});
    parameters_.push_back(fmt::format("{}{}* __restrict__ p{}", qualifier, work_.stored_type(value), value));
  }
  [[nodiscard]] std::string place(int value) const {
    const std::int64_t own = view_.value(value).shape.elements();
    return own == view_.rows ? "row" : own == 1 ? "0" : fmt::format("row % {}", own);
  }
  void write(int op) {
    if (view_.written(op)) out_.line("if (lane == 0) p{0}[row] = narrow<{1}>(v{0});", op, view_.type(op));
  }

  /// The largest of what the tiles left; its first lane has them in order.
  void rank(const plan::RowPart& part) {
    out_.line("Best<{}> own{};", part.best, part.op);
    out_.open("for (int t = lane; t < tiles; t += 32)");
    out_.unroll();
    out_.line("for (int n = 0; n < {0}; ++n) own{1}.add(parts{1}[(row * tiles + t) * {0} + n]);", part.best, part.op);
    out_.close();
    out_.unroll();
    out_.line("for (int apart = 16; apart > 0; apart /= 2) own{0}.join(own{0}.of_lane(apart));", part.op);
    std::vector<int> makes{part.op};
    makes.insert(makes.end(), part.also.begin(), part.also.end());
    for (const int op : makes) {
      const std::string key = fmt::format("own{}.keys[n]", part.op);
      const bool values = view_.value(op).op == chain::Op::topk;
      out_.unroll();
      out_.line(
          "for (int n = 0; n < {0}; ++n) if (lane == 0) p{1}[row * {0} + n] = {2};", view_.value(op).k, op,
          values ? fmt::format("narrow<{}>(entry_of({}))", view_.type(op), key) : fmt::format("number_of({})", key));
    }
  }

  void join(const plan::RowPart& part) {
    if (part.best > 0) return rank(part);
    const bool largest = is_max(family_, part);
    const std::string of_tile = fmt::format("parts{}[row * tiles + t]", part.op);
    out_.line("f32 own{} = {};", part.op, starts_at(family_, part));
    out_.text("for (int t = lane; t < tiles; t += 32) " +
              (largest            ? fmt::format("own{0} = Larger()(own{0}, {1});", part.op, of_tile)
               : part.maximum < 0 ? fmt::format("own{} += {};", part.op, of_tile)
                                  : fmt::format("own{} += {} * expf(parts{}[row * tiles + t] - v{});", part.op, of_tile,
                                                part.maximum, part.maximum)));
    std::string all = fmt::format("reduce_lanes<32>(own{}, {})", part.op, largest ? "Larger()" : "Add()");
    if (view_.value(part.op).op == chain::Op::mean) {
      all += fmt::format(" / {}", literal(static_cast<double>(family_.view.columns)));
    }
    // Who reads a number that is written sees it as it was rounded there; so does the sum that it is taken off from.
    const bool read = view_.read_here(part.op) || !below(family_, part.op).empty();
    if (view_.value(part.op).dtype != chain::Dtype::f32 && view_.written(part.op) && read) {
      all = fmt::format("rounded<{}>({})", view_.type(part.op), all);
    }
    out_.line("const f32 v{} = {};", part.op, all);
    write(part.op);
  }

  [[nodiscard]] std::string comment() const {
    std::string out =
        fmt::format("// Kernel {}, second launch: a warp a row joins what the tiles left of it.\n", work_.number + 1);
    for (const int op : group_.ops) out += maths_line(view_, op) + "\n";
    for (const int read : group_.reads) out += tensor_line(view_, "Reads", read) + "\n";
    for (const int write : group_.writes) out += tensor_line(view_, "Writes", write) + "\n";
    return out;
  }

  const ProductWork& work_;
  const Family& family_;
  const std::int64_t tiles_;
  const plan::Group group_;
  const View view_;
  std::vector<std::string> parameters_;
  Kernel kernel_;
  Writer out_;
};

}  // namespace

Kernel lower_product_finish(const ProductWork& work, std::int64_t tiles) {
  return Finish(work, tiles).lower();
}

}  // namespace codegen
