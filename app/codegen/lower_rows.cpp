// Rows: each is swept once for a reduction, and again for what is made of it, from where it was kept.
#include "base/units.hpp"
#include "codegen/expression.hpp"
#include "codegen/launch.hpp"
#include "codegen/lower.hpp"
#include "codegen/sweeps.hpp"
#include "codegen/writer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace codegen {
namespace {

using chain::Op;

RowNeeds needs_of(const View& view, const Sweeps& sweeps) {
  RowNeeds needs;
  needs.rows = view.rows;
  needs.columns = view.columns;
  needs.widest = view.widest();
  needs.kept_bytes = sweeps.bytes;
  needs.shared_bytes = 4 * sweeps.slots;
  needs.sweeps = sweeps.count;
  needs.full_reads = view.full_reads();
  needs.may_split = view.group.schedule == plan::Schedule::reduction;
  return needs;
}

class Rows {
 public:
  Rows(const View& view, const Target& target)
      : view_(view), streams_(view.streams(target)), sweeps_(sweeps_of(view, true)) {
    launch_ = row_launch(needs_of(view_, sweeps_), target);
    if (launch_.keep == Keep::nowhere) sweeps_ = sweeps_of(view_, false);
    known_.assign(view_.chain.values.size(), false);
  }

  std::vector<Kernel> lower(std::vector<std::int64_t>& scratch) {
    if (launch_.segments > 1) return lower_split(scratch);
    std::vector<std::string> parameters = view_.parameters();
    Kernel kernel = start(view_.entry());
    kernel.launch.grid = {launch_.blocks, 1, 1};
    kernel.launch.dynamic_shared = launch_.shared;
    begin(kernel, parameters);
    choose_row();
    constants_of_row(0);
    for (int sweep = 0; sweep < sweeps_.count; ++sweep) {
      sweep_text(sweep);
      results(sweep);
    }
    if (loops_over_rows()) out_.close();
    define_row();
    out_.close();
    kernel.source = header_comment(view_, words()) + out_.take();
    std::vector<Kernel> kernels;
    kernels.push_back(std::move(kernel));
    return kernels;
  }

 private:
  // ---- what the launch says

  [[nodiscard]] bool unrolled() const { return launch_.keep == Keep::registers; }
  [[nodiscard]] bool exact() const {
    return launch_.vectors * launch_.lanes * launch_.width * launch_.segments == view_.columns;
  }
  [[nodiscard]] bool spare_rows() const { return view_.rows % launch_.rows() != 0; }
  [[nodiscard]] bool loops_over_rows() const { return launch_.blocks * launch_.rows() < view_.rows; }
  /// A sum that a thread adds up in many steps is folded into double between them.
  [[nodiscard]] bool folds() const { return !unrolled() && launch_.keep == Keep::nowhere && launch_.vectors > 16; }

  [[nodiscard]] std::vector<std::string> words() const {
    std::vector<std::string> lines;
    const std::string who = launch_.by_block() || launch_.lanes == launch_.threads
                                ? std::string(launch_.segments > 1 ? "a block a segment" : "a block a row")
                                : fmt::format("{} lanes a row", launch_.lanes);
    lines.push_back(fmt::format("Launch: {} blocks of {} threads, {}; each thread has {} x {} elements of it.",
                                base::group_digits(launch_.blocks * launch_.segments), launch_.threads, who,
                                launch_.vectors, launch_.width));
    if (sweeps_.count > 1) {
      switch (launch_.keep) {
        case Keep::registers:
          lines.emplace_back("The row is read once and stays in registers between its sweeps.");
          break;
        case Keep::shared:
          lines.push_back(fmt::format("The row is read once and stays in {} bytes of shared memory between its sweeps.",
                                      base::group_digits(launch_.shared)));
          break;
        case Keep::nowhere:
          lines.push_back(
              fmt::format("The row is too long to stay on chip: each of its {} sweeps reads it again.", sweeps_.count));
          break;
      }
    }
    return lines;
  }

  Kernel start(std::string entry) {
    Kernel kernel;
    kernel.group = view_.number;
    kernel.entry = std::move(entry);
    kernel.options = {"-fmad=false"};
    kernel.arguments = view_.arguments();
    kernel.launch.block = {launch_.threads, 1, 1};
    return kernel;
  }

  void begin(const Kernel& kernel, const std::vector<std::string>& parameters) {
    out_.open(signature(kernel.entry, launch_.threads, parameters));
    const bool all_rows = spare_rows() || loops_over_rows();
    out_.line("constexpr i64 {}columns = {};", all_rows ? fmt::format("rows = {}, ", view_.rows) : "", view_.columns);
    out_.line("constexpr int width = {}, lanes = {};", launch_.width, launch_.lanes);
    if (unrolled()) out_.line("constexpr int vectors = {};", launch_.vectors);
    const bool sums = std::ranges::any_of(view_.group.ops,
                                          [&](int op) { return view_.reduces(op) && view_.value(op).op != Op::max; });
    if (folds() && sums)
      out_.text("constexpr int fold = 16 * lanes * width;  // a thread adds 16 vectors in f32, these sums in double");
    if (launch_.keep == Keep::shared) {
      out_.text("extern __shared__ uint4 dynamic_shared[];");
      out_.text("f32* const kept = reinterpret_cast<f32*>(dynamic_shared);");
    }
  }

  void choose_row() {
    const bool whole_block = launch_.lanes == launch_.threads;
    if (whole_block) {
      out_.text("const int lane = threadIdx.x;");
      if (loops_over_rows()) {
        out_.open("for (i64 row = blockIdx.x; row < rows; row += gridDim.x)");
      } else {
        row_from("blockIdx.x");
      }
      return;
    }
    out_.text("const int lane = threadIdx.x % lanes;");
    const std::string first = fmt::format("i64(blockIdx.x) * {0} + threadIdx.x / lanes", launch_.rows());
    // All lanes of a warp take part in its exchanges: those without a row do the last one again and write nothing.
    std::string chosen = "const i64 chosen = " + first + ";";
    if (loops_over_rows()) {
      out_.open(fmt::format("for (i64 start = blockIdx.x; start * {0} < rows; start += gridDim.x)", launch_.rows()));
      chosen = fmt::format("const i64 chosen = start * {} + threadIdx.x / lanes;", launch_.rows());
    }
    if (!spare_rows()) {
      out_.text("const i64 row = " + chosen.substr(std::string_view("const i64 chosen = ").size()));
      return;
    }
    out_.text(chosen);
    out_.text("const bool active = chosen < rows;");
    out_.text("const i64 row = active ? chosen : rows - 1;");
  }

  /// Defines `row` here, once it is known that something asks for it.
  void row_from(std::string text) {
    row_mark_ = out_.mark();
    row_ = std::move(text);
  }
  void define_row() {
    const bool used = out_.since(row_mark_, " row ") || out_.since(row_mark_, "(row ") || out_.since(row_mark_, "[row");
    if (!row_.empty() && used) out_.insert(row_mark_, "const i64 row = " + row_ + ";");
    row_.clear();
  }

  // ---- indices

  [[nodiscard]] std::string row_text(int value) const {
    const Place& place = view_.place(value);
    const std::int64_t rows = place.wide ? place.period / view_.columns : place.period;
    if (rows == 1) return "0";
    return rows == view_.rows ? "row" : fmt::format("row % {}", rows);
  }
  /// The element of a value at row `row`, column c.
  [[nodiscard]] std::string place_text(int value) const {
    const std::string row = row_text(value);
    if (!view_.is_wide(value)) return row;
    if (row == "0") return "c";
    return row == "row" ? "row * columns + c" : fmt::format("({}) * columns + c", row);
  }
  [[nodiscard]] std::string vector_count() const { return unrolled() ? "vectors" : "columns"; }

  // ---- one number a row

  void write_narrow(int op) {
    std::string condition = "lane == 0";
    if (launch_.lanes != launch_.threads && spare_rows()) condition += " && active";
    out_.line("if ({}) p{}[{}] = narrow<{}>(v{});", condition, op, row_text(op), view_.type(op), op);
  }

  /// Narrow values that are known after `sweeps` sweeps; row reads come with the first.
  void constants_of_row(int sweeps) {
    if (sweeps == 0) {
      for (const int read : view_.group.reads) {
        if (!view_.is_wide(read)) out_.line("const f32 v{0} = to_f32(p{0}[{1}]);", read, row_text(read));
      }
    }
    for (const int op : view_.group.ops) {
      if (view_.is_wide(op) || view_.reduces(op) || sweeps_.available[op] != sweeps || known_[op]) continue;
      out_.text(definition(view_, op, row_text(op)));
      known_[op] = true;
      if (view_.written(op)) write_narrow(op);
    }
  }

  [[nodiscard]] std::vector<int> reductions(int sweep) const {
    std::vector<int> list;
    std::ranges::copy_if(view_.group.ops, std::back_inserter(list),
                         [&](int op) { return view_.reduces(op) && sweeps_.available[op] == sweep + 1; });
    return list;
  }

  [[nodiscard]] std::string reduced(int op, const std::string& own) const {
    const bool largest = view_.value(op).op == Op::max;
    const std::string join = largest ? "Larger()" : "Add()";
    return launch_.lanes == launch_.threads ? fmt::format("reduce_block<lanes>({}, {})", own, join)
                                            : fmt::format("reduce_lanes<lanes>({}, {})", own, join);
  }

  void define_reduction(int op, const std::string& text) {
    std::string result = text;
    if (view_.value(op).op == Op::mean)
      result = fmt::format("{} / {}", result, literal(static_cast<double>(view_.columns)));
    result = fmt::format("f32({})", result);
    if (view_.value(op).dtype != chain::Dtype::f32 && view_.written(op) && view_.read_here(op)) {
      result = fmt::format("rounded<{}>({})", view_.type(op), result);
    }
    out_.line("const f32 v{} = {};", op, result);
    known_[op] = true;
    if (view_.written(op)) write_narrow(op);
  }

  /// Joins what the threads have of the row, then computes what follows from it.
  void results(int sweep) {
    for (const int op : reductions(sweep)) define_reduction(op, reduced(op, own_of(op)));
    constants_of_row(sweep + 1);
  }
  [[nodiscard]] std::string own_of(int op) const {
    return fmt::format("{}{}", folds() && view_.value(op).op != Op::max ? "total" : "own", op);
  }

  // ---- a sweep

  [[nodiscard]] bool writes_in(int sweep, int op) const {
    return view_.made_here(op) && view_.is_wide(op) && view_.written(op) && sweeps_.available[op] == sweep;
  }

  void sweep_text(int sweep) {
    out_.blank();
    out_.line("// Sweep {} of {}{}", sweep + 1, sweeps_.count, sweep_purpose(sweep));
    for (const int op : reductions(sweep)) {
      const bool largest = view_.value(op).op == Op::max;
      if (folds() && !largest) out_.line("f64 total{} = 0.0;", op);
      if (!folds() || largest) out_.line("f32 own{} = {};", op, largest ? "-infinity()" : "0.0f");
    }
    if (unrolled()) {
      for (const Kept& kept : sweeps_.kept) {
        if (kept.first != sweep) continue;
        if (view_.made_here(kept.value)) {
          out_.line("f32 kept{}[vectors][width];", kept.value);
        } else {
          out_.line("Vec<{}, width> kept{}[vectors];", view_.type(kept.value), kept.value);
        }
      }
      early_loads(sweep);
      out_.unroll();
      out_.open("for (int u = 0; u < vectors; ++u)");
      const std::size_t begin = out_.mark();
      if (!exact()) out_.text("if (c >= columns) break;");
      vector_text(sweep);
      if (!exact() || out_.since(begin, "+ c")) out_.insert(begin, "const int c = (u * lanes + lane) * width;");
      out_.close();
      return;
    }
    loop_text(sweep);
  }

  [[nodiscard]] std::string sweep_purpose(int sweep) const {
    std::string made;
    for (const int op : view_.group.ops) {
      const bool here = view_.reduces(op) ? sweeps_.available[op] == sweep + 1 : writes_in(sweep, op);
      if (here) made += fmt::format("{}v{}", made.empty() ? ": makes " : ", ", op);
    }
    return made + ".";
  }

  /// All of the row that stays in registers is on its way before the first of it is used.
  void early_loads(int sweep) {
    const auto loads = [&](int read) {
      const Kept* kept = sweeps_.find(read);
      return kept != nullptr && kept->first == sweep;
    };
    if (std::ranges::none_of(view_.group.reads, loads)) return;
    out_.unroll();
    out_.open("for (int u = 0; u < vectors; ++u)");
    out_.text("const int c = (u * lanes + lane) * width;");
    if (!exact()) out_.text("if (c >= columns) break;");
    for (const int read : view_.group.reads) {
      if (loads(read)) out_.line("kept{}[u] = {};", read, load_text(read));
    }
    out_.close();
  }

  [[nodiscard]] std::string load_text(int read) const {
    // What is read again by a later sweep, or by other rows, should stay in the cache.
    const bool again = launch_.keep == Keep::nowhere && sweeps_.count > 1;
    const bool streaming = streams_ && view_.is_full(read) && !again;
    return fmt::format("{}<width>(p{} + {})", streaming ? "load_streaming" : "load", read, place_text(read));
  }

  void loop_text(int sweep) {
    const auto sums = [&] {
      std::vector<int> list = reductions(sweep);
      std::erase_if(list, [&](int op) { return view_.value(op).op == Op::max; });
      return list;
    }();
    const std::string begin = launch_.segments > 1 ? "begin" : "0", end = launch_.segments > 1 ? "end" : "columns";
    const bool fold = folds() && !sums.empty();
    if (fold) {
      out_.open(fmt::format("for (i64 part = {0}; part < {1}; part += fold)", begin, end));
      out_.line("const i64 stop = part + fold < {0} ? part + fold : {0};", end);
      for (const int op : sums) out_.line("f32 own{} = 0.0f;", op);
    }
    out_.unroll(4);
    out_.open(fmt::format("for (i64 c = {} + lane * width; c < {}; c += lanes * width)", fold ? "part" : begin,
                          fold ? "stop" : end));
    vector_text(sweep);
    out_.close();
    if (fold) {
      for (const int op : sums) out_.line("total{0} += own{0};", op);
      out_.close();
    }
  }

  [[nodiscard]] std::string kept_place(const Kept& kept) const {
    return kept.slot == 0 ? std::string("kept + c") : fmt::format("kept + {} * columns + c", kept.slot);
  }

  /// The vector at column c: loads, ops on each element, stores.
  void vector_text(int sweep) {
    const std::vector<bool>& needed = sweeps_.needed[sweep];
    const bool in_shared = launch_.keep == Keep::shared;
    const auto each = [&](const std::vector<int>& list, auto&& action) {
      for (const int value : list) {
        if (needed[value]) action(value, sweeps_.find(value));
      }
    };
    each(view_.group.reads, [&](int read, const Kept* kept) {
      if (kept != nullptr && unrolled()) return;
      if (kept != nullptr && in_shared && sweep > kept->first) {
        out_.line("f32 a{}[width];", read);
        out_.line("get({}, a{});", kept_place(*kept), read);
        return;
      }
      out_.line("const Vec<{}, width> a{} = {};", view_.type(read), read, load_text(read));
      if (kept != nullptr) out_.line("f32 kept{}[width];", read);
    });
    each(view_.group.ops, [&](int op, const Kept* kept) {
      if (kept != nullptr && in_shared) {
        out_.line("f32 kept{}[width];", op);
        if (sweep > kept->first) out_.line("get({}, kept{});", kept_place(*kept), op);
      }
      if (writes_in(sweep, op)) out_.line("Vec<{}, width> b{};", view_.type(op), op);
    });
    out_.unroll();
    out_.open("for (int e = 0; e < width; ++e)");
    elements(sweep);
    out_.close();
    const auto put = [&](int value, const Kept* kept) {
      if (kept != nullptr && in_shared && sweep == kept->first) out_.line("put({}, kept{});", kept_place(*kept), value);
    };
    each(view_.group.reads, put);
    each(view_.group.ops, put);
    each(view_.group.ops, [&](int op, const Kept*) {
      if (!writes_in(sweep, op)) return;
      const std::string guard =
          launch_.lanes != launch_.threads && spare_rows() ? std::string("if (active) ") : std::string();
      out_.line("{}{}(p{} + {}, b{});", guard, streams_ ? "store_streaming" : "store", op, place_text(op), op);
    });
  }

  void elements(int sweep) {
    const std::vector<bool>& needed = sweeps_.needed[sweep];
    const bool in_shared = launch_.keep == Keep::shared;
    for (const int read : view_.group.reads) {
      if (!needed[read]) continue;
      const Kept* kept = sweeps_.find(read);
      if (kept == nullptr) {
        out_.line("const f32 v{0} = to_f32(a{0}[e]);", read);
      } else if (unrolled()) {
        out_.line("const f32 v{0} = to_f32(kept{0}[u][e]);", read);
      } else {
        out_.line("const f32 v{0} = to_f32(a{0}[e]);", read);
        if (in_shared && sweep == kept->first) out_.line("kept{0}[e] = v{0};", read);
      }
    }
    for (const int op : view_.group.ops) {
      if (!needed[op]) continue;
      const Kept* kept = sweeps_.find(op);
      const std::string place = unrolled() ? fmt::format("kept{}[u][e]", op) : fmt::format("kept{}[e]", op);
      if (kept != nullptr && sweep > kept->first) {
        out_.line("const f32 v{} = {};", op, place);
        continue;
      }
      out_.text(definition(view_, op, element_text(op)));
      if (kept != nullptr) out_.line("{} = v{};", place, op);
      if (writes_in(sweep, op)) out_.line("b{0}[e] = narrow<{1}>(v{0});", op, view_.type(op));
    }
    for (const int op : reductions(sweep)) {
      const int operand = view_.value(op).operands[0].value;
      if (view_.value(op).op == Op::max) {
        out_.line("own{0} = Larger()(own{0}, v{1});", op, operand);
      } else {
        out_.line("own{0} += v{1};", op, operand);
      }
    }
  }
  [[nodiscard]] std::string element_text(int op) const { return "e + " + place_text(op); }

  // ---- few long rows

  std::vector<Kernel> lower_split(std::vector<std::int64_t>& scratch) {
    const std::vector<int> all = reductions(0);
    std::vector<Argument> partials;
    std::vector<std::string> names;
    for (const int op : all) {
      partials.push_back({Argument::Kind::scratch, static_cast<int>(scratch.size()), 0});
      scratch.push_back(view_.rows * launch_.segments * 4);
      names.push_back(fmt::format("parts{}", op));
    }

    Kernel first = start(view_.entry("parts"));
    first.arguments.clear();
    std::vector<std::string> parameters;
    for (const auto& [list, type] : {std::pair{&view_.group.reads, "const "}, std::pair{&view_.group.writes, ""}}) {
      for (const int index : *list) {
        if (!view_.is_wide(index)) continue;
        first.arguments.push_back({Argument::Kind::tensor, index, 0});
        parameters.push_back(fmt::format("{}{}* __restrict__ p{}", type, view_.type(index), index));
      }
    }
    for (const int read : view_.group.reads) {
      if (view_.is_wide(read)) continue;
      first.arguments.push_back({Argument::Kind::tensor, read, 0});
      parameters.push_back(fmt::format("const {}* __restrict__ p{}", view_.type(read), read));
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      first.arguments.push_back(partials[i]);
      parameters.push_back(fmt::format("f32* __restrict__ {}", names[i]));
    }
    first.launch.grid = {launch_.segments * view_.rows, 1, 1};
    begin(first, parameters);
    const std::int64_t vectors = (view_.columns / launch_.width + launch_.segments - 1) / launch_.segments;
    out_.line("constexpr i64 segments = {}, length = {};  // of a row, elements of a segment", launch_.segments,
              vectors * launch_.width);
    out_.text("const int lane = threadIdx.x;");
    row_from("blockIdx.x / segments");
    out_.text("const i64 begin = blockIdx.x % segments * length;");
    out_.text("const i64 end = begin + length < columns ? begin + length : columns;");
    for (const int read : view_.group.reads) {
      if (!view_.is_wide(read)) out_.line("const f32 v{0} = to_f32(p{0}[{1}]);", read, row_text(read));
    }
    for (const int op : view_.group.ops) {
      if (!view_.is_wide(op) && !view_.reduces(op) && sweeps_.available[op] == 0) {
        out_.text(definition(view_, op, row_text(op)));
      }
    }
    sweep_text(0);
    for (std::size_t i = 0; i < all.size(); ++i) {
      out_.line("const f32 part{} = f32({});", all[i], reduced(all[i], own_of(all[i])));
      out_.line("if (lane == 0) {}[blockIdx.x] = part{};", names[i], all[i]);
    }
    define_row();
    out_.close();
    std::vector<std::string> lines = words();
    lines.emplace_back("Few rows, each long: the first launch leaves a number a segment, the second joins them.");
    first.source = header_comment(view_, lines) + out_.take();

    Kernel second = start(view_.entry("finish"));
    second.launch.grid = {view_.rows, 1, 1};
    second.arguments.clear();
    parameters.clear();
    for (const auto& [list, type] : {std::pair{&view_.group.reads, "const "}, std::pair{&view_.group.writes, ""}}) {
      for (const int index : *list) {
        if (view_.is_wide(index)) continue;
        second.arguments.push_back({Argument::Kind::tensor, index, 0});
        parameters.push_back(fmt::format("{}{}* __restrict__ p{}", type, view_.type(index), index));
      }
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      second.arguments.push_back(partials[i]);
      parameters.push_back(fmt::format("const f32* __restrict__ {}", names[i]));
    }
    out_.open(signature(second.entry, launch_.threads, parameters));
    out_.line("constexpr int segments = {}, lanes = {};", launch_.segments, launch_.lanes);
    out_.text("const int lane = threadIdx.x;");
    row_from("blockIdx.x");
    constants_of_row(0);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool largest = view_.value(all[i]).op == Op::max;
      out_.line("f32 own{} = {};", all[i], largest ? "-infinity()" : "0.0f");
      out_.open("for (int s = lane; s < segments; s += lanes)");
      const std::string part = fmt::format("{}[row * segments + s]", names[i]);
      out_.text(largest ? fmt::format("own{0} = Larger()(own{0}, {1});", all[i], part)
                        : fmt::format("own{0} += {1};", all[i], part));
      out_.close();
      define_reduction(all[i], reduced(all[i], fmt::format("own{}", all[i])));
    }
    constants_of_row(1);
    define_row();
    out_.close();
    second.source =
        fmt::format("// Kernel {}, second launch: joins the segments of each row.\n", view_.number + 1) + out_.take();
    std::vector<Kernel> kernels;
    kernels.push_back(std::move(first));
    kernels.push_back(std::move(second));
    return kernels;
  }

  const View& view_;
  const bool streams_;
  Sweeps sweeps_;
  RowLaunch launch_;
  std::vector<bool> known_;  ///< narrow values that are defined already
  Writer out_;
  std::string row_;  ///< how the row is found, if it is defined only where it is used
  std::size_t row_mark_ = 0;
};

}  // namespace

std::vector<Kernel> lower_rows(const View& view, const Target& target, std::vector<std::int64_t>& scratch) {
  return Rows(view, target).lower(scratch);
}

}  // namespace codegen
