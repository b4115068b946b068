// Pointwise: each thread moves one vector of 16 bytes of every tensor; the many threads of an SM keep the road full.
// With a knob it moves several, one after the other, or fewer elements. Where a transpose is read in place a thread
// takes one element: its neighbours' lie a column apart.
#include "base/units.hpp"
#include "codegen/expression.hpp"
#include "codegen/launch.hpp"
#include "codegen/lower.hpp"
#include "codegen/writer.hpp"
#include "plan/piece.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace codegen {
namespace {

class Pointwise {
 public:
  explicit Pointwise(const View& view)
      : view_(view),
        turned_(turned(view)),
        launch_(flat_launch(view.elements(), turned_.empty() ? view.widest() : whole_vector, view.group.knobs)),
        index_(view.elements() <= std::int64_t{1} << 31 ? "u32" : "u64"),
        function_(fmt::format("k{}_element", view.number + 1)) {}

  Kernel lower() {
    Kernel kernel;
    kernel.group = view_.number;
    kernel.entry = view_.entry();
    kernel.options = options_of(view_.group.knobs);
    kernel.arguments = view_.arguments();
    std::vector<std::string> parameters = view_.parameters();
    if (!launch_.exact) {
      kernel.arguments.push_back({Argument::Kind::integer, 0, view_.elements()});
      parameters.emplace_back("const i64 n");
    }
    kernel.launch.grid = {launch_.blocks, 1, 1};
    kernel.launch.block = {launch_.threads, 1, 1};

    element_function();
    out_.blank();
    const int resident = view_.group.knobs.registers ? 0 : 1;
    out_.open(signature(kernel.entry, launch_.threads, parameters, resident));
    body();
    out_.close();
    kernel.source = header_comment(view_, words()) + out_.take();
    return kernel;
  }

 private:
  static constexpr std::int64_t whole_vector = 16;  // bytes: an element a thread

  [[nodiscard]] static std::vector<int> turned(const View& view) {
    std::vector<int> all;
    for (const int op : view.group.ops) {
      if (view.value(op).op == chain::Op::transpose) all.push_back(op);
    }
    return all;
  }
  [[nodiscard]] bool is_turned(int op) const { return plan::lists(turned_, op); }
  /// Reads that have a place in the kernel's space.
  [[nodiscard]] std::vector<int> walked() const {
    std::vector<int> all;
    for (const int read : view_.group.reads) {
      if (!view_.is_wide(read) || view_.place(read).period > 0) all.push_back(read);
    }
    return all;
  }
  /// Where the element of a transpose lies in what it turns.
  [[nodiscard]] std::string turned_place(int op, const std::string& flat) const {
    const chain::Shape& shape = view_.value(op).shape;
    const std::int64_t columns = shape.columns(), rows = *(shape.dims.end() - 2), matrix = rows * columns;
    const std::string within = fmt::format("{0} % {1} * {2} + {0} / {1}", flat, columns, rows);
    if (matrix == view_.elements()) return within;
    return fmt::format("{} % {} + {} / {} * {}", within, rows, flat, matrix, matrix);
  }

  /// How a read comes to the element function.
  enum class Way { vector, a_vector, once, an_element };
  [[nodiscard]] Way way(int read) const {
    if (view_.is_full(read)) return Way::vector;
    if (view_.is_wide(read)) return view_.place(read).period % launch_.width == 0 ? Way::vector : Way::an_element;
    if (view_.is_scalar(read)) return Way::once;
    return view_.columns % launch_.width == 0 ? Way::a_vector : Way::an_element;
  }

  [[nodiscard]] std::vector<std::string> words() const {
    if (!turned_.empty()) {
      return {
          fmt::format("Launch: {} blocks of {} threads; each thread makes {} element{}. What a transpose turns is read",
                      base::group_digits(launch_.blocks), launch_.threads, launch_.vectors * launch_.width,
                      launch_.vectors * launch_.width == 1 ? "" : "s"),
          "where it lies: threads beside each other read a column, a sector of 32 bytes for each element."};
    }
    if (launch_.vectors > 1) {
      return {fmt::format("Launch: {} blocks of {} threads; each thread moves {} x {} elements, vector by vector.",
                          base::group_digits(launch_.blocks), launch_.threads, launch_.vectors, launch_.width)};
    }
    return {
        fmt::format("Launch: {} blocks of {} threads; each thread moves {} elements, all loads before the first use.",
                    base::group_digits(launch_.blocks), launch_.threads, launch_.width),
    };
  }

  /// The ops on one element: what fusion keeps in registers is a local variable here.
  void element_function() {
    std::vector<std::string> parameters;
    for (const int read : walked()) parameters.push_back(fmt::format("f32 v{}", read));
    for (const int op : turned_) parameters.push_back(fmt::format("f32 v{}", op));
    if (view_.draws()) parameters.emplace_back("u64 element");
    for (const int write : view_.group.writes) parameters.push_back(fmt::format("f32& out{}", write));
    out_.open(fmt::format("__device__ __forceinline__ void {}({})", function_, fmt::join(parameters, ", ")));
    for (const int op : view_.group.ops) {
      if (!is_turned(op)) out_.text(definition(view_, op, place_text(op, "element")));
    }
    for (const int write : view_.group.writes) out_.line("out{} = v{};", write, write);
    out_.close();
  }

  /// The index of a value's element that belongs to element `flat` of the kernel.
  [[nodiscard]] std::string place_text(int value, const std::string& flat) const {
    const Place& place = view_.place(value);
    if (view_.is_scalar(value)) return "0";
    if (place.wide) return view_.is_full(value) ? flat : fmt::format("{} % {}", flat, place.period);
    const std::string row = fmt::format("{} / {}", flat, view_.columns);
    return place.period == view_.rows ? row : fmt::format("{} % {}", row, place.period);
  }

  void body() {
    out_.line("constexpr int width = {}, threads = {};", launch_.width, launch_.threads);
    const bool several = launch_.vectors > 1;
    if (several) {
      out_.line("constexpr int vectors = {};", launch_.vectors);
      out_.line("const {0} first = ({0}(blockIdx.x) * vectors * threads + threadIdx.x) * width;", index_);
    } else {
      out_.line("const {0} i = ({0}(blockIdx.x) * threads + threadIdx.x) * width;", index_);
    }
    for (const int read : walked()) {
      if (way(read) == Way::once) out_.line("const f32 a{0} = to_f32(p{0}[0]);", read);
    }
    if (several) {
      out_.unroll();
      out_.open("for (int u = 0; u < vectors; ++u)");
      out_.line("const {0} i = first + {0}(u) * threads * width;", index_);
    }
    vectors(several ? "continue;" : "return;");
    if (several) out_.close();
  }

  /// The vector at i, or of the last one what there is of it.
  void vectors(const char* done) {
    if (launch_.exact) {
      vector(false);
      return;
    }
    out_.open("if (i + width <= n)");
    vector(false);
    out_.text(done);
    out_.close();
    out_.text("// The end of the tensor: what is left.");
    vector(true);
  }

  void vector(bool guarded) {
    load(guarded);
    const auto wide_writes = [&](auto&& each) {
      for (const int write : view_.group.writes) {
        if (view_.is_full(write)) each(write);
      }
    };
    wide_writes([&](int write) { out_.line("Vec<{}, width> b{};", view_.type(write), write); });
    out_.unroll();
    out_.open("for (int e = 0; e < width; ++e)");
    if (guarded) out_.text("if (i + e >= n) break;");
    element();
    out_.close();
    wide_writes([&](int write) {
      if (guarded) {
        out_.line("store_some(p{0} + i, b{0}, n - i);", write);
      } else {
        out_.line("store(p{0} + i, b{0});", write);
      }
    });
  }

  void load(bool guarded) {
    if (guarded) out_.text("if (i >= n) return;");
    for (const int read : walked()) {
      const std::string place = place_text(read, "i");
      if (way(read) == Way::a_vector) out_.line("const f32 a{0} = to_f32(p{0}[{1}]);", read, place);
      if (way(read) != Way::vector) continue;
      if (view_.is_full(read) && guarded) {
        out_.line("const Vec<{1}, width> a{0} = load_some<width>(p{0} + i, n - i);", read, view_.type(read));
      } else {
        out_.line("const Vec<{2}, width> a{0} = load<width>(p{0} + {1});", read, place, view_.type(read));
      }
    }
  }

  void element() {
    std::vector<std::string> arguments;
    for (const int read : walked()) {
      switch (way(read)) {
        case Way::vector:
          arguments.push_back(fmt::format("to_f32(a{}, e)", read));
          break;
        case Way::a_vector:
        case Way::once:
          arguments.push_back(fmt::format("a{}", read));
          break;
        case Way::an_element:
          arguments.push_back(fmt::format("to_f32(p{}[{}])", read, place_text(read, "(i + e)")));
          break;
      }
    }
    for (const int op : turned_) {
      arguments.push_back(
          fmt::format("to_f32(p{}[{}])", view_.value(op).operands[0].value, turned_place(op, "(i + e)")));
    }
    if (view_.draws()) arguments.emplace_back("i + e");
    for (const int write : view_.group.writes) {
      out_.line("f32 v{};", write);
      arguments.push_back(fmt::format("v{}", write));
    }
    out_.line("{}({});", function_, fmt::join(arguments, ", "));
    for (const int write : view_.group.writes) {
      if (view_.is_full(write)) {
        out_.line("b{0}[e] = narrow<{1}>(v{0});", write, view_.type(write));
      } else {  // one number a row: its first column writes it
        out_.line("if ((i + e) % {1} == 0) p{0}[(i + e) / {1}] = narrow<{2}>(v{0});", write, view_.columns,
                  view_.type(write));
      }
    }
  }

  const View& view_;
  const std::vector<int> turned_;
  const FlatLaunch launch_;
  const std::string index_;
  const std::string function_;
  Writer out_;
};

}  // namespace

Kernel lower_pointwise(const View& view) {
  return Pointwise(view).lower();
}

}  // namespace codegen
