// A sweep's text: unrolled where the row stays in registers, a loop elsewhere.
#include "codegen/row_sweep.hpp"

#include "codegen/expression.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace codegen {
namespace {

class Sweep {
 public:
  Sweep(Writer& out, const RowLayout& rows, int sweep)
      : out_(out),
        rows_(rows),
        view_(rows.view),
        sweep_(sweep),
        needed_(rows.sweeps.needed[sweep]),
        reductions_(rows.reductions(sweep)) {}

  void write() {
    out_.blank();
    out_.line("// Sweep {} of {}{}", sweep_ + 1, rows_.sweeps.count, purpose());
    for (const int op : reductions_) {
      if (rows_.folded(op)) {
        out_.line("f64 total{} = 0.0;", op);
      } else if (rows_.is_variance(op)) {
        out_.line("Variance own{};", op);
      } else {
        out_.line("f32 own{} = {};", op, rows_.is_max(op) ? "-infinity()" : "0.0f");
      }
    }
    if (rows_.unrolled()) {
      unrolled();
    } else {
      loop();
    }
  }

 private:
  [[nodiscard]] bool writes(int op) const { return rows_.writes_in(sweep_, op); }
  [[nodiscard]] const plan::Kept* kept(int value) const { return rows_.sweeps.find(value); }

  [[nodiscard]] std::string purpose() const {
    std::string made;
    for (const int op : view_.group.ops) {
      const bool here = view_.reduces(op) ? rows_.sweeps.available[op] == sweep_ + 1 : writes(op);
      if (here) made += fmt::format("{}v{}", made.empty() ? ": makes " : ", ", op);
    }
    return made + ".";
  }

  void unrolled() {
    for (const plan::Kept& kept : rows_.sweeps.kept) {
      if (kept.first != sweep_) continue;
      if (view_.made_here(kept.value)) {
        out_.line("f32 kept{}[vectors][width];", kept.value);
      } else {
        out_.line("Vec<{}, width> kept{}[vectors];", view_.type(kept.value), kept.value);
      }
    }
    early_loads();
    out_.unroll();
    out_.open("for (int u = 0; u < vectors; ++u)");
    const std::size_t begin = out_.mark();
    if (!rows_.exact()) out_.text("if (c >= columns) break;");
    vector();
    if (!rows_.exact() || out_.since(begin, "+ c")) out_.insert(begin, "const int c = (u * lanes + lane) * width;");
    out_.close();
  }

  /// All of the row that stays in registers is on its way before the first of it is used.
  void early_loads() {
    const auto loads = [&](int read) { return kept(read) != nullptr && kept(read)->first == sweep_; };
    if (std::ranges::none_of(view_.group.reads, loads)) return;
    out_.unroll();
    out_.open("for (int u = 0; u < vectors; ++u)");
    out_.text("const int c = (u * lanes + lane) * width;");
    if (!rows_.exact()) out_.text("if (c >= columns) break;");
    for (const int read : view_.group.reads) {
      if (loads(read)) out_.line("kept{}[u] = {};", read, load_text(read));
    }
    out_.close();
  }

  void loop() {
    std::vector<int> folded = reductions_;
    std::erase_if(folded, [&](int op) { return !rows_.folded(op); });
    const std::string begin = rows_.in_segments() ? "begin" : "0", end = rows_.in_segments() ? "end" : "columns";
    const bool parts = !folded.empty();
    if (parts) {
      out_.open(fmt::format("for (i64 part = {0}; part < {1}; part += fold)", begin, end));
      out_.line("const i64 stop = part + fold < {0} ? part + fold : {0};", end);
      for (const int op : folded) out_.line("f32 own{} = 0.0f;", op);
      for (const int op : reductions_) {
        if (!sums_beside(op).empty()) out_.line("const f32 before{0} = own{0};", op);
      }
    }
    out_.unroll(4);
    out_.open(fmt::format("for (i64 c = {} + lane * width; c < {}; c += lanes * width)", parts ? "part" : begin,
                          parts ? "stop" : end));
    vector();
    out_.close();
    if (!parts) return;
    for (const int op : folded) {
      const int maximum = rows_.maximum_of(op);
      if (maximum < 0) {
        out_.line("total{0} += own{0};", op);
      } else {
        out_.line("total{0} = total{0} * rescale(before{1}, own{1}) + own{0};", op, maximum);
      }
    }
    out_.close();
  }

  [[nodiscard]] std::vector<int> sums_beside(int op) const {
    return rows_.is_max(op) ? rows_.sums_beside(op) : std::vector<int>();
  }

  [[nodiscard]] std::string load_text(int read) const {
    const bool last = rows_.launch.reads_last && view_.is_full(read);
    return fmt::format("{}<width>(p{} + {})", last ? "load_last" : "load", read, rows_.place_text(read));
  }

  [[nodiscard]] static std::string place_in_shared(const plan::Kept& kept) {
    return kept.slot == 0 ? std::string("kept + c") : fmt::format("kept + {} * columns + c", kept.slot);
  }

  template <class Action>
  void each(const std::vector<int>& values, Action&& action) const {
    for (const int value : values) {
      if (needed_[value] && !rows_.only_added(sweep_, value)) action(value, kept(value));
    }
  }

  /// The vector at column c: loads, ops on each element, stores.
  void vector() {
    each(view_.group.reads, [&](int read, const plan::Kept* kept) { load(read, kept); });
    each(view_.group.ops, [&](int op, const plan::Kept* kept) {
      if (kept != nullptr && rows_.in_shared()) {
        out_.line("f32 kept{}[width];", op);
        if (rows_.sweeps.fetched(op, sweep_)) out_.line("get({}, kept{});", place_in_shared(*kept), op);
      }
      if (writes(op)) out_.line("Vec<{}, width> b{};", view_.type(op), op);
    });
    out_.unroll();
    out_.open("for (int e = 0; e < width; ++e)");
    elements();
    out_.close();
    const auto put = [&](int value, const plan::Kept* kept) {
      if (kept != nullptr && rows_.in_shared() && sweep_ == kept->first)
        out_.line("put({}, kept{});", place_in_shared(*kept), value);
    };
    each(view_.group.reads, put);
    each(view_.group.ops, put);
    each(view_.group.ops, [&](int op, const plan::Kept*) {
      if (!writes(op)) return;
      out_.line("{}store(p{} + {}, b{});", rows_.guards_rows() ? "if (active) " : "", op, rows_.place_text(op), op);
    });
  }

  void load(int read, const plan::Kept* kept) {
    if (kept != nullptr && rows_.unrolled()) return;
    if (kept != nullptr && rows_.in_shared() && rows_.sweeps.fetched(read, sweep_)) {
      out_.line("f32 a{}[width];", read);
      out_.line("get({}, a{});", place_in_shared(*kept), read);
      return;
    }
    out_.line("const Vec<{}, width> a{} = {};", view_.type(read), read, load_text(read));
    if (kept != nullptr) out_.line("f32 kept{}[width];", read);
  }

  void elements() {
    each(view_.group.reads, [&](int read, const plan::Kept* kept) {
      if (kept != nullptr && rows_.unrolled()) {
        out_.line("const f32 v{0} = to_f32(kept{0}[u], e);", read);
        return;
      }
      out_.line("const f32 v{0} = to_f32(a{0}, e);", read);
      if (kept != nullptr && rows_.in_shared() && sweep_ == kept->first) out_.line("kept{0}[e] = v{0};", read);
    });
    each(view_.group.ops, [&](int op, const plan::Kept* kept) {
      const std::string place = rows_.unrolled() ? fmt::format("kept{}[u][e]", op) : fmt::format("kept{}[e]", op);
      if (rows_.sweeps.fetched(op, sweep_)) {
        out_.line("const f32 v{} = {};", op, place);
        return;
      }
      out_.text(definition(view_, op, "e + " + rows_.place_text(op)));
      if (kept != nullptr) out_.line("{} = v{};", place, op);
      if (writes(op)) out_.line("b{0}[e] = narrow<{1}>(v{0});", op, view_.type(op));
    });
    for (const int op : reductions_) {
      const int operand = view_.value(op).operands[0].value;
      if (rows_.maximum_of(op) >= 0) continue;  // with its maximum
      add_beside(op, operand);
      if (rows_.is_max(op)) {
        out_.line("own{0} = Larger()(own{0}, v{1});", op, operand);
      } else if (rows_.is_variance(op)) {
        out_.line("own{}.add(v{});", op, operand);
      } else if (view_.value(op).op == chain::Op::pick) {  // one thread has it, the others nothing: their sum is it
        out_.line("if (e + c == v{2}) own{0} = v{1};", op, operand, view_.value(op).operands[1].value);
      } else if (rows_.in_order(op)) {
        const std::string_view dtype = chain::name(*view_.value(op).accumulate);
        out_.line("own{0} = rounded<{2}>(own{0} + v{1});", op, operand, dtype);
      } else {
        out_.line("own{0} += v{1};", op, operand);
      }
    }
  }

  /// One exponential an element: it is added if the maximum stays, and rescales what was added before if it rises.
  void add_beside(int maximum, int operand) {
    const std::vector<int> sums = sums_beside(maximum);
    if (sums.empty()) return;
    out_.open(fmt::format("if (v{} != -infinity())", operand));  // exp of nothing is nothing
    out_.line("const f32 over = v{} - own{}, less = expf(-fabsf(over));", operand, maximum);
    for (const int sum : sums) out_.line("own{0} = over > 0.0f ? own{0} * less + 1.0f : own{0} + less;", sum);
    out_.close();
  }

  Writer& out_;
  const RowLayout& rows_;
  const View& view_;
  const int sweep_;
  const std::vector<bool>& needed_;
  const std::vector<int> reductions_;
};

}  // namespace

void write_sweep(Writer& out, const RowLayout& rows, int sweep) {
  Sweep(out, rows, sweep).write();
}

std::string part_of_thread(const RowLayout& rows, int op) {
  return fmt::format("{}{}", rows.folded(op) ? "total" : "own", op);
}

std::string part_of_row(const RowLayout& rows, int op) {
  const int maximum = rows.maximum_of(op);
  if (maximum < 0) return part_of_thread(rows, op);
  return fmt::format("{0} * expf(own{1} - v{1})", part_of_thread(rows, op), maximum);
}

}  // namespace codegen
