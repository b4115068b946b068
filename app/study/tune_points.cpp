// Candidates by kind of kernel, without those that cannot be and those that are there already.
#include "study/tune_points.hpp"

#include "codegen/card_limits.hpp"
#include "codegen/lower.hpp"
#include "plan/turned.hpp"

#include <algorithm>

namespace study {
namespace {

using plan::Keep;
using plan::Knobs;

constexpr std::optional<int> usual_number;

/// 5 blocks, 4 numbers of elements, with a cap and without: 40.
std::vector<Knobs> of_elements() {
  std::vector<Knobs> all;
  for (const auto registers : {usual_number, std::optional(32)}) {
    for (const int elements : {2, 4, 8, 16}) {
      for (const int block : {64, 128, 256, 512, 1024}) {
        all.push_back({.registers = registers, .block = block, .elements = elements, .rows = {}, .keep = {}});
      }
    }
  }
  return all;
}

/// Short rows: 4 blocks, 6 numbers of rows, with a cap and without: 48 with what does not fit.
std::vector<Knobs> of_short_rows() {
  std::vector<Knobs> all;
  for (const auto registers : {usual_number, std::optional(32)}) {
    for (const int rows : {1, 2, 4, 8, 16, 32}) {
      for (const int block : {64, 128, 256, 512}) {
        all.push_back({.registers = registers, .block = block, .elements = {}, .rows = rows, .keep = {}});
      }
    }
  }
  return all;
}

/// Long rows: 5 blocks, 3 places, three caps: 45 with what does not fit. A row that is swept once has no place.
std::vector<Knobs> of_long_rows(bool again) {
  std::vector<Knobs> all;
  std::vector<std::optional<Keep>> places{std::nullopt};
  if (again) places = {Keep::registers, Keep::shared, Keep::nowhere};
  for (const auto registers : {usual_number, std::optional(32), std::optional(64)}) {
    for (const auto keep : places) {
      for (const int block : {64, 128, 256, 512, 1024}) {
        all.push_back({.registers = registers, .block = block, .elements = {}, .rows = {}, .keep = keep});
      }
    }
  }
  return all;
}

/// Tiles of a product and of a transpose; a kernel of either takes some of them, and `allowed` drops the rest.
std::vector<Knobs> of_tiles() {
  std::vector<Knobs> all;
  const auto add = [&](int rows, int columns) { all.emplace_back().tile = plan::Tile{rows, columns}; };
  for (const int side : {16, 32}) add(side, side);
  for (const int rows : {64, 128}) {
    for (const int columns : {32, 64, 128, 256}) add(rows, columns);
  }
  return all;
}

std::vector<Knobs> candidates(const plan::FusionPlan& usual) {
  std::vector<Knobs> all;
  const auto add = [&](const std::vector<Knobs>& more) {
    for (const Knobs& knobs : more) {
      if (std::ranges::find(all, knobs) == all.end()) all.push_back(knobs);
    }
  };
  for (int g = 0; g < static_cast<int>(usual.groups.size()); ++g) {
    const plan::Group& group = usual.groups[static_cast<std::size_t>(g)];
    constexpr int any = 1;
    const Knobs asked{.registers = 32,
                      .block = 256,
                      .elements = any,
                      .rows = any,
                      .keep = Keep::nowhere,
                      .tile = plan::Tile{any, any}};
    const Knobs had = plan::knobs_of(*usual.chain, group, asked);
    if (had.tile) add(of_tiles());
    if (had.elements) add(of_elements());
    if (!had.block || had.elements) continue;
    const codegen::View view(usual, g);
    constexpr std::int64_t short_row = 1024;
    add(had.rows && view.columns <= short_row && codegen::over_rows(view) ? of_short_rows()
                                                                          : of_long_rows(had.keep.has_value()));
  }
  return all;
}

/// The same kernels under other knobs: what they do, without their comments.
bool same_work(const codegen::Program& a, const codegen::Program& b) {
  const auto code = [](const std::string& source) {
    const std::size_t begin = source.find("\n__device__"), kernel = source.find("\nextern");
    return source.substr(std::min({begin, kernel, source.size()}));
  };
  return std::ranges::equal(a.kernels, b.kernels, [&](const codegen::Kernel& one, const codegen::Kernel& other) {
    return one.launch == other.launch && one.options == other.options && code(one.source) == code(other.source);
  });
}

/// Every n-th, so that what is left is spread over the whole.
std::vector<Knobs> thinned(std::vector<Knobs> all, std::size_t most) {
  if (all.size() <= most) return all;
  std::vector<Knobs> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(all[i * all.size() / most]);
  return some;
}

}  // namespace

std::vector<plan::FusionPlan> tune_points(const plan::FusionPlan& usual, const codegen::Target& target) {
  std::vector<plan::FusionPlan> points{usual};
  std::vector<codegen::Program> programs{codegen::lower(usual, target)};
  for (const Knobs& knobs : thinned(candidates(usual), most_tune_points - 1)) {
    auto point = plan::turned(usual, knobs);
    if (!point || !codegen::allowed(*point, target)) continue;
    codegen::Program program = codegen::lower(*point, target);
    const auto known = [&](const codegen::Program& other) { return same_work(other, program); };
    if (std::ranges::any_of(programs, known)) continue;
    points.push_back(*std::move(point));
    programs.push_back(std::move(program));
  }
  return points;
}

}  // namespace study
