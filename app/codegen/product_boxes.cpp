// A warpgroup has 64 rows. One result: two boxes in turns, one is filled while the other leaves. Two results: a box
// each.
#include "codegen/product_boxes.hpp"

#include "codegen/fill.hpp"
#include "codegen/product_epilogue.hpp"
#include "codegen/product_parts.hpp"
#include "codegen/writer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace codegen {
namespace {

bool is_16_bit(const View& view, int value) {
  return chain::size_of(view.value(value).dtype) == 2;
}

bool holds(const std::vector<int>& list, int value) {
  return std::ranges::find(list, value) != list.end();
}

std::string leave_whole(const std::string& sends) {
  return fill("if (thread == 0) {\n  $send$\n  boxes_commit();\n}\n", {{"send", sends}});
}

/// A box may end in the next expert's rows, which are not ours to write.
std::string leave_in_part(const std::string& sends, const std::string& copies) {
  return fill(R"(if (row0 + 64 <= m) {
  if (thread == 0) {
    $send$
    boxes_commit();
  }
} else {  // the rest are rows of the next expert
  $copy$
}
)",
              {{"send", sends}, {"copy", copies}});
}

}  // namespace

ProductBoxes::ProductBoxes(const ProductWork& work, const Family& family, const HopperShape& shape, std::int64_t spare)
    : work_(work), family_(family), shape_(shape) {
  if (!family.parts.empty()) return;  // each thread folds what it has
  const View& view = family.view;
  const auto& writes = family.group.writes;
  staged_ = family.first().n % 8 == 0 && !writes.empty() && writes.size() <= 2 &&
            std::ranges::all_of(writes, [&](int write) { return view.is_full(write) && is_16_bit(view, write); });
  if (!staged_) return;
  constexpr std::size_t most_in_ring = 3;  // a stage has room for six boxes
  const std::int64_t matrix = family.first().m * family.first().n;
  for (const int read : family.group.reads) {
    if (family.is_column_vector(read)) {
      const std::int64_t bytes = 2 * shape.columns * chain::size_of(view.value(read).dtype);  // one a warpgroup
      if (bytes > spare) continue;
      spare -= bytes;
      bias_rows_.push_back(read);
    } else if (view.is_wide(read) && is_16_bit(view, read) && view.place(read).period % matrix == 0 &&
               in_ring_.size() < most_in_ring) {
      in_ring_.push_back(read);
    }
  }
}

std::vector<int> ProductBoxes::by_pointer() const {
  std::vector<int> list;
  for (const int read : family_.group.reads) {
    if (!holds(in_ring_, read)) list.push_back(read);
  }
  return list;
}

int ProductBoxes::boxes_a_stage() const {
  return in_ring_.size() == 1 ? std::min(2, shape_.boxes()) : 1;
}

int ProductBoxes::ring_stages() const {
  return in_ring_.empty() ? 0 : shape_.boxes() / boxes_a_stage();
}

std::int64_t ProductBoxes::map_matrices(int value) const {
  return family_.view.place(value).period / (family_.first().m * family_.first().n);
}

std::string ProductBoxes::map_place(int value) const {
  const std::int64_t own = map_matrices(value);
  if (own == 1) return {};
  return own == family_.first().matrices() ? ", matrix" : fmt::format(", matrix % {}", own);
}

bool ProductBoxes::is_row_number(int read) const {
  return !family_.view.is_wide(read) && !family_.view.is_scalar(read);
}

std::string ProductBoxes::bring_text() const {
  if (in_ring_.empty()) return {};
  const int boxes = boxes_a_stage();
  Writer out;
  out.open(fmt::format("for (int x = 0; x < columns / 64; x += {})", boxes));
  out.line("const u32 s = next({} * box), barrier = full + 8 * s;", 2 * boxes * in_ring_.size());
  out.text("u32 to = ring + s * stage_bytes;");
  out.open("for (int half = 0; half < 2; ++half)");
  for (int b = 0; b < boxes; ++b) {
    for (const int read : in_ring_) {
      out.line("box_in(to, &in{}, barrier, n0 + (x + {}) * 64, m0 + half * 64{});", read, b, map_place(read));
      out.text("to += box;");
    }
  }
  out.close();
  out.close();
  return out.take();
}

std::string ProductBoxes::ahead_text() const {
  Writer out;
  if (!staged_) return {};
  const View& view = family_.view;
  for (const int read : bias_rows_) {
    out.line("if (thread < columns / 2 && n0 + thread * 2 < n) c{0} = load<2>(p{0} + n0 + thread * 2);", read);
  }
  for (const int read : family_.group.reads) {
    if (view.is_scalar(read)) out.line("d{0}[0] = to_f32(p{0}[0]);", read);
    if (!is_row_number(read)) continue;
    const std::string place = operand_place(family_, read, "row", "");
    out.unroll();
    out.open("for (int h = 0; h < 2; ++h)");
    out.text("const int own = row0 + warp * 16 + lane / 4 + h * 8;");
    out.text("const i64 row = i64(matrix) * m + own;");
    out.line("if (own < m) d{0}[h] = to_f32(p{0}[{1}]);", read, place);
    out.close();
  }
  return out.take();
}

std::string ProductBoxes::keep_text() const {
  if (bias_rows_.empty()) return {};
  Writer out;
  out.open("if (thread < columns / 2)");
  for (const int read : bias_rows_) out.line("bias{0}[thread] = c{0};", read);
  out.close();
  out.text("meet(1 + group, 128);");
  return out.take();
}

bool ProductBoxes::places_asked() const {
  const View& view = family_.view;
  return view.draws() || std::ranges::any_of(family_.group.reads, [&](int read) {
           return view.is_wide(read) && !holds(in_ring_, read) && !holds(bias_rows_, read);
         });
}

/// Two neighbouring columns of a row: from the sums to the word of each result.
std::string ProductBoxes::pair_text() const {
  const View& view = family_.view;
  Writer out;
  out.text("const int i = x * 32 + j * 8 + q * 2;  // of this thread's sums");
  if (places_asked()) {
    out.text("const int own = row0 + warp * 16 + lane / 4 + q % 2 * 8;");
    out.text("const int column = n0 + x * 64 + j * 16 + q / 2 * 8 + lane % 4 * 2;");
    out.text("const i64 row = i64(matrix) * m + own;");
  }
  for (const int read : family_.group.reads) {
    const std::string type = view.type(read);
    if (holds(in_ring_, read)) {
      out.line("const Vec<{1}, 2> a{0} = unpacked<{1}>(r{0}[q]);", read, type);
    } else if (holds(bias_rows_, read)) {
      out.line("const Vec<{1}, 2> a{0} = bias{0}[x * 32 + j * 8 + q / 2 * 4 + lane % 4];", read, type);
    } else if (view.is_wide(read)) {
      out.line("Vec<{1}, 2> a{0}{{}};", read, type);
      out.line("if (own < m && column < n) a{0} = load<2>(p{0} + {1});", read,
               operand_place(family_, read, "row", "column"));
    }
  }
  for (const int write : family_.group.writes) out.line("f32 y{}[2];", write);
  out.unroll();
  out.open("for (int e = 0; e < 2; ++e)");
  for (const int write : family_.group.writes) out.line("f32& v{0} = y{0}[e];", write);
  const auto sum = [&](int product) { return fmt::format("sum[{}][i + e]", product); };
  const auto operand = [&](int read) {
    if (view.is_wide(read)) return fmt::format("to_f32(a{}, e)", read);
    return fmt::format("d{}[{}]", read, view.is_scalar(read) ? "0" : "q % 2");
  };
  out.text(element_call(work_, family_, sum, operand, "row * n + column + e"));
  out.close();
  for (const int write : family_.group.writes) {
    out.line("w{0}[q] = packed(y{0}[0], y{0}[1], {1}{{}});", write, view.type(write));
  }
  return out.take();
}

std::string ProductBoxes::staged_text() const {
  constexpr std::string_view text = R"(#pragma unroll
for (int x = 0; x < columns / 64; ++x) {  // boxes of 64 x 64
  $ring_wait$
  $buffers$
#pragma unroll
  for (int j = 0; j < 4; ++j) {  // 16 x 16 a warp
    const int line = warp * 16 + lane % 16, at = line * 128 + (((j * 2 + lane / 16) ^ (line & 7)) << 4);
    $ring_load$
    $words$
#pragma unroll
    for (int q = 0; q < 4; ++q) {
      $pair$
    }
    $fill$
  }
  show_copy_engine();
  $other_left$
  meet(1 + group, 128);
  $leave$
  $ring_release$
}
)";
  const auto& writes = family_.group.writes;
  const bool two = writes.size() == 2;
  const int boxes = boxes_a_stage();
  std::string ring_wait, ring_load, ring_release, words, fills, sends, copies, buffers;
  if (!in_ring_.empty()) {
    const std::string first = boxes == 1 ? "" : fmt::format("if (x % {} == 0) ", boxes);
    const std::string last = boxes == 1 ? "" : fmt::format("if (x % {} == {}) ", boxes, boxes - 1);
    const std::string own = boxes == 1 ? "group" : fmt::format("(group * {0} + x % {0})", boxes);
    ring_wait = fmt::format(
        "const u32 stage = round % stages;\n{}barrier_wait(full + 8 * stage, round / stages & 1);\n"
        "const u32 operands = ring + stage * stage_bytes + {} * {} * box;",
        first, own, in_ring_.size());
    for (std::size_t r = 0; r < in_ring_.size(); ++r) {
      ring_load += fmt::format("u32 r{0}[4];\nload_boxes(operands + {1} * box + at, r{0});\n", in_ring_[r], r);
    }
    ring_release = last + "release(round++);";
  }
  for (std::size_t w = 0; w < writes.size(); ++w) {
    const std::string buffer = two ? fmt::format("out + {} * box", w) : "buffer";
    words += fmt::format("u32 w{}[4];\n", writes[w]);
    fills += fmt::format("store_boxes({} + at, w{});\n", buffer, writes[w]);
    sends += fmt::format("box_out(&out{}, {}, n0 + x * 64, row0{});\n", writes[w], buffer,
                         family_.first().matrices() > 1 ? ", matrix" : "");
    copies +=
        fmt::format("part_of_box_out(p{0} + i64(row0) * n + n0 + x * 64, n, {1}, m - row0, n - n0 - x * 64, thread);\n",
                    writes[w], buffer);
  }
  if (two) {
    buffers = "if (thread == 0) boxes_have_left();\nmeet(1 + group, 128);";
  } else {
    buffers = "const u32 buffer = out + (sent++ & 1) * box;";
  }
  return fill(text,
              {{"ring_wait", ring_wait},
               {"buffers", buffers},
               {"ring_load", ring_load},
               {"words", words},
               {"pair", pair_text()},
               {"fill", fills},
               {"other_left", two ? "" : "if (thread == 0) boxes_have_left();  // the other one: it is filled next"},
               {"leave", family_.first().experts.any() ? leave_in_part(sends, copies) : leave_whole(sends)},
               {"ring_release", ring_release}});
}

std::string ProductBoxes::direct_text() const {
  const ProductParts parts(work_);
  const bool keeps = parts.kept() >= 0;
  Writer out;
  if (parts.any()) out.lines(own_parts_text());
  out.unroll();
  out.open("for (int i = 0; i < columns / 4; ++i)");
  out.text("const int row = row0 + warp * 16 + lane / 4 + i % 2 * 8, column = n0 + i / 2 * 8 + lane % 4 * 2;");
  const std::string within = within_text();
  if (keeps) {
    out.text("f32 kept[2] = {-infinity(), -infinity()};");
    if (!within.empty()) out.open("if (" + within + ")");
  } else {
    out.text("if (row >= m || column >= n) continue;");
  }
  std::vector<std::string> arguments = {"i64(matrix) * m + row", "column"};
  for (std::size_t s = 0; s < family_.products.size(); ++s) {
    const std::string name = fmt::format("sum{}", family_.products[s].op);
    out.line("const f32 {0}[2] = {{sum[{1}][2 * i], sum[{1}][2 * i + 1]}};", name, s);
    arguments.push_back(name);
  }
  for (std::string& pointer : finish_arguments(family_)) arguments.push_back(std::move(pointer));
  for (const int table : parts.tables()) arguments.push_back(fmt::format("at{}[i % 2]", table));
  if (parts.any()) arguments.emplace_back("parts[i % 2]");
  if (keeps) arguments.emplace_back("kept");
  out.line("{}({});", work_.function(family_, "finish"), fmt::join(arguments, ", "));
  if (keeps) {
    if (!within.empty()) out.close();
    out.text("sum[0][2 * i] = kept[0];");
    out.text("sum[0][2 * i + 1] = kept[1];");
  }
  out.close();
  if (keeps) out.lines(second_look_text());
  return out.take() + leave_text();
}

/// What a thread has of its two rows, and which of their entries are picked.
std::string ProductBoxes::own_parts_text() const {
  const ProductParts parts(work_);
  Writer out;
  out.line("{} parts[2];  // of this thread's two rows", parts.type());
  if (parts.tables().empty()) return out.take();
  for (const int table : parts.tables()) out.line("int at{}[2];", table);
  out.unroll();
  out.open("for (int h = 0; h < 2; ++h)");
  out.text("const int own = row0 + warp * 16 + lane / 4 + h * 8;");
  out.text("const i64 row = i64(matrix) * m + own;");
  for (const int table : parts.tables()) {
    out.line("at{0}[h] = own < m ? p{0}[{1}] : -1;", table, operand_place(family_, table, "row", ""));
  }
  out.close();
  return out.take();
}

/// Nothing is asked that is so for every element of every tile.
std::string ProductBoxes::within_text() const {
  const plan::Product& product = family_.first();
  const bool rows = product.m % HopperShape::rows != 0, columns = product.n % shape_.columns != 0;
  if (rows && columns) return "row < m && column < n";
  return rows ? "row < m" : columns ? "column < n" : "";
}

/// A thread's elements are still in its registers: with the largest of each row known, no sum is ever rescaled here.
std::string ProductBoxes::second_look_text() const {
  const ProductParts parts(work_);
  Writer out;
  out.text("constexpr f32 log2e = 1.44269504f;");
  out.text("f32 top[2];  // taken off before elements are raised");
  out.unroll();
  out.open("for (int h = 0; h < 2; ++h)");
  out.line("top[h] = {0} == -infinity() ? 0.0f : {0};", parts.maximum_of("parts[h]"));
  out.close();
  out.unroll();
  out.open("for (int i = 0; i < columns / 2; ++i)");
  out.lines(parts.add_raised("parts[i / 2 % 2]", "sum[0][i]", "top[i / 2 % 2]"));
  out.close();
  return out.take();
}

/// Four lanes have a row's columns of the tile, all of them.
std::string ProductBoxes::leave_text() const {
  const ProductParts parts(work_);
  if (!parts.any()) return {};
  return fill(R"(#pragma unroll
for (int h = 0; h < 2; ++h) {  // what this tile leaves of each row
  k$number$_join_lanes<4>(parts[h]);
  const int row = row0 + warp * 16 + lane / 4 + h * 8;
  if (lane % 4 != 0 || row >= m) continue;
  const i64 place = (i64(matrix) * m + row) * column_tiles + n0 / columns;
  $store$
}
)",
              {{"number", fmt::format("{}", work_.number + 1)}, {"store", parts.store("parts[h]", "place")}});
}

std::string ProductBoxes::finish_text() const {
  return staged_ ? staged_text() : direct_text();
}

}  // namespace codegen
