// The largest entries of rows: a short row is a warp's, which finds them round by round; a longer one a block's, which
// walks it in chunks. Of one entry a row nothing but the largest key is kept.
#include "base/units.hpp"
#include "codegen/expression.hpp"
#include "codegen/launch.hpp"
#include "codegen/lower.hpp"
#include "codegen/writer.hpp"
#include "plan/launches.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace codegen {
namespace {

constexpr std::int64_t of_thread = 32;  ///< entries that a thread holds at once
constexpr std::int64_t warp = 32;
constexpr std::int64_t longest_of_warp = warp * of_thread;

class RankingKernel {
 public:
  explicit RankingKernel(const View& view) : view_(view), width_(plan::row_width(view.columns, view.widest())) {
    for (const int op : view.group.ops) {
      if (!view.ranks(op)) continue;
      ranked_.push_back(op);
      k_ = std::max(k_, view.value(op).k);
    }
    in_warp_ = view.columns <= longest_of_warp;
    threads_ = in_warp_ ? 256 : threads_of_row();
    const std::int64_t together = in_warp_ ? warp : threads_;
    vectors_ = std::min(divided_up(view.columns, together * width_), std::max<std::int64_t>(1, of_thread / width_));
  }

  Kernel lower() {
    Kernel kernel;
    kernel.group = view_.number;
    kernel.entry = view_.entry();
    kernel.options = options_of(view_.group.knobs);
    kernel.arguments = view_.arguments();
    kernel.launch.block = {threads_, 1, 1};
    kernel.launch.grid[0] = std::min(divided_up(view_.rows, rows_of_block()), most_blocks);
    out_.open(signature(kernel.entry, threads_, view_.parameters()));
    out_.line("constexpr i64 rows = {}, columns = {};", view_.rows, view_.columns);
    const std::string more = k_ == 1 ? "" : fmt::format(", vectors = {}, k = {}", vectors_, k_);
    out_.line("constexpr int width = {}{};", width_, more);
    if (in_warp_) {
      out_.text("const int lane = threadIdx.x % 32;");
      out_.open(
          fmt::format("for (i64 row = i64(blockIdx.x) * {0} + threadIdx.x / 32; row < rows; row += "
                      "i64(gridDim.x) * {0})",
                      rows_of_block()));
    } else {
      out_.line("constexpr int threads = {}{};", threads_, k_ == 1 ? "" : ", chunk = threads * vectors * width");
      out_.open("for (i64 row = blockIdx.x; row < rows; row += gridDim.x)");
    }
    narrow();
    entries();
    put();
    body();
    out_.close();
    out_.close();
    kernel.source = header_comment(view_, words(kernel)) + out_.take();
    return kernel;
  }

 private:
  /// More than 512 leave each too few registers for what it holds.
  [[nodiscard]] int threads_of_row() const {
    int threads = 128;
    while (threads < 512 && threads * of_thread < view_.columns) threads *= 2;
    return threads;
  }
  [[nodiscard]] std::int64_t rows_of_block() const { return in_warp_ ? threads_ / warp : 1; }
  [[nodiscard]] int rows_value() const { return view_.value(ranked_.front()).operands[0].value; }

  [[nodiscard]] std::string row_text(int value) const {
    const Place& place = view_.place(value);
    const std::int64_t rows = place.wide ? place.period / view_.columns : place.period;
    if (rows == 1) return "0";
    return rows == view_.rows ? "row" : fmt::format("row % {}", rows);
  }
  [[nodiscard]] std::string place_text(int value) const {
    const std::string row = row_text(value);
    if (!view_.is_wide(value)) return row;
    return row == "0" ? "c" : fmt::format("({}) * columns + c", row);
  }

  [[nodiscard]] std::vector<std::string> words(const Kernel& kernel) const {
    std::vector<std::string> lines = {fmt::format("Launch: {} blocks of {} threads, a {} a row.",
                                                  base::group_digits(kernel.launch.grid[0]), threads_,
                                                  in_warp_ ? "warp" : "block")};
    lines.emplace_back(
        "An entry and its number are one key; of equal entries the one of the lower number comes first.");
    if (k_ == 1) return lines;
    lines.emplace_back(in_warp_ ? "Round by round the largest of the keys that are left is taken."
                                : "Each chunk's entries above the kth of those before meet in shared memory.");
    return lines;
  }

  /// What has one number a row.
  void narrow() {
    for (const int read : view_.group.reads) {
      if (!view_.is_wide(read)) out_.line("const f32 v{0} = to_f32(p{0}[{1}]);", read, row_text(read));
    }
    for (const int op : view_.group.ops) {
      if (view_.is_wide(op) || view_.ranks(op)) continue;
      out_.text(definition(view_, op, row_text(op)));
      const std::string_view one = in_warp_ ? "lane" : "threadIdx.x";
      if (view_.written(op))
        out_.line("if ({0} == 0) p{1}[{2}] = narrow<{3}>(v{1});", one, op, row_text(op), view_.type(op));
    }
  }

  /// The entries from column c on, as numbers that compare as they do.
  void entries() {
    out_.open("const auto entries = [&](i64 c, u32 (&orders)[width])");
    for (const int read : view_.group.reads) {
      if (!view_.is_wide(read)) continue;
      out_.line("const Vec<{1}, width> a{0} = load<width>(p{0} + {2});", read, view_.type(read), place_text(read));
    }
    for (const int op : view_.group.ops) {
      if (writes_elements(op)) out_.line("Vec<{}, width> b{};", view_.type(op), op);
    }
    out_.unroll();
    out_.open("for (int e = 0; e < width; ++e)");
    for (const int read : view_.group.reads) {
      if (view_.is_wide(read)) out_.line("const f32 v{0} = to_f32(a{0}, e);", read);
    }
    for (const int op : view_.group.ops) {
      if (!view_.is_wide(op)) continue;
      out_.text(definition(view_, op, "e + " + place_text(op)));
      if (writes_elements(op)) out_.line("b{0}[e] = narrow<{1}>(v{0});", op, view_.type(op));
    }
    out_.line("orders[e] = order_of(v{});", rows_value());
    out_.close();
    for (const int op : view_.group.ops) {
      if (writes_elements(op)) out_.line("store(p{} + {}, b{});", op, place_text(op), op);
    }
    out_.close(";");
  }
  [[nodiscard]] bool writes_elements(int op) const { return view_.is_wide(op) && view_.written(op); }

  /// The nth largest of the row goes to whoever wants so many.
  void put() {
    out_.open("const auto put = [&](int n, u64 key)");
    for (const int op : ranked_) {
      const std::int64_t own = view_.value(op).k;
      const std::string what = view_.value(op).op == chain::Op::topk
                                   ? fmt::format("narrow<{}>(entry_of(key))", view_.type(op))
                                   : "number_of(key)";
      out_.line("{}p{}[row * {} + n] = {};", own < k_ ? fmt::format("if (n < {}) ", own) : "", op, own, what);
    }
    out_.close(";");
  }

  void body() {
    if (k_ == 1) return largest();
    return in_warp_ ? of_warp() : of_block();
  }

  void largest() {
    out_.text("u64 own = no_key;");
    if (in_warp_) {
      out_.unroll();
    } else {
      out_.unroll(4);
    }
    out_.open(fmt::format("for (i64 c = {} * width; c < columns; c += {} * width)", in_warp_ ? "lane" : "threadIdx.x",
                          in_warp_ ? "32" : "threads"));
    out_.text("u32 orders[width];");
    out_.text("entries(c, orders);");
    out_.unroll();
    out_.text("for (int e = 0; e < width; ++e) own = larger_key(own, key_of(orders[e], u32(c + e)));");
    out_.close();
    out_.line("own = largest_of_{}(own);", in_warp_ ? "warp" : "block<threads>");
    out_.line("if ({} == 0) put(0, own);", in_warp_ ? "lane" : "threadIdx.x");
  }

  void of_warp() {
    out_.text("u64 keys[vectors * width];");
    out_.unroll();
    out_.open("for (int v = 0; v < vectors; ++v)");
    out_.text("const int c = (v * 32 + lane) * width;");
    out_.text("u32 orders[width] = {};  // beyond the row's end no entry");
    out_.text("if (c < columns) entries(c, orders);");
    out_.unroll();
    out_.text("for (int e = 0; e < width; ++e) keys[v * width + e] = key_of(orders[e], u32(c + e));");
    out_.close();
    out_.text("rank_in_warp<k>(keys, put);");
  }

  void of_block() {
    out_.text("RowRanking<threads, width, vectors, k> ranking;");
    out_.open("for (i64 first = 0; first < columns; first += chunk)");
    out_.text("u32 orders[vectors][width];");
    out_.unroll();
    out_.open("for (int v = 0; v < vectors; ++v)");
    out_.text("const i64 c = first + (v * threads + int(threadIdx.x)) * width;");
    out_.unroll();
    out_.text("for (int e = 0; e < width; ++e) orders[v][e] = 0u;  // beyond the row's end no entry");
    out_.text("if (c < columns) entries(c, orders[v]);");
    out_.close();
    out_.text("ranking.take(orders, first);");
    out_.close();
    out_.text("for (int n = threadIdx.x; n < k; n += threads) put(n, ranking.at(n));");
  }

  const View& view_;
  const int width_;
  std::vector<int> ranked_;
  std::int64_t k_ = 1, vectors_ = 1;
  bool in_warp_ = false;
  int threads_ = 256;
  Writer out_;
};

}  // namespace

Kernel lower_ranking(const View& view) {
  return RankingKernel(view).lower();
}

}  // namespace codegen
