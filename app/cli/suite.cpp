// Which chains a suite holds.
#include "cli/suite.hpp"

#include "chain/parser.hpp"
#include "chain/sweep.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/loader.hpp"
#include "lesson/named_plans.hpp"
#include "plan/attention.hpp"
#include "plan/presets.hpp"
#include "plan/scheduler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <limits>
#include <ranges>

namespace cli {
namespace {

namespace fs = std::filesystem;

using Entries = std::vector<Entry>;

/// The longest chain of the grid, and the most full operands beside its first.
constexpr int grid_ops = 8, grid_operands = 3;
constexpr std::int64_t grid_row = 8192;

Entries of_lesson(const lesson::Lesson& lesson) {
  Entries entries;
  const auto add = [&](const std::string& name, const char* size, const auto& chain) {
    entries.push_back({fmt::format("{} {}{}", lesson.id, name, size), chain, {}, lesson::plans_of(lesson, name)});
  };
  for (const auto& [name, chain] : lesson.chains) add(name, "", chain);
  for (const auto& [name, chain] : lesson.other_sizes) add(name, " gpu", chain);
  return entries;
}

Entries of_sweep(const std::string& label, const chain::Chain& chain, const chain::SweepAxis& axis) {
  Entries entries;
  auto points = chain::sweep(chain, axis).value();
  for (chain::SweepPoint& point : points) {
    const bool size = axis.kind == chain::SweepAxis::Kind::size;
    const std::string at = chain::show_place(axis.kind, point.at);
    const std::string place = size ? at : fmt::format("{}={}", chain::letter(axis.kind), at);
    entries.push_back({label + " " + place, std::make_shared<const chain::Chain>(std::move(point.chain)), {}});
  }
  return entries;
}

Entries sweeps_of_lesson(const lesson::Lesson& lesson) {
  Entries entries;
  for (const lesson::Block* block : blocks_of(lesson, lesson::fences::sweep)) {
    const std::string label = fmt::format("{} {}", lesson.id, block->name);
    std::ranges::move(of_sweep(label, *lesson.chains.at(block->name), block->over), std::back_inserter(entries));
  }
  return entries;
}

/// Of every lesson of the course.
base::Expected<Entries> of_lessons(Entries (*take)(const lesson::Lesson&)) {
  const auto course = lesson::course();
  if (!course) return std::unexpected(course.error());
  Entries entries;
  for (const lesson::Listed& listed : *course) {
    const auto lesson = lesson::load(listed.path);
    if (!lesson) return std::unexpected(lesson.error());
    std::ranges::move(take(*lesson), std::back_inserter(entries));
  }
  return entries;
}

/// The lessons' sweeps, and the two that the README and the figures show.
base::Expected<Entries> sweeps() {
  auto entries = of_lessons(sweeps_of_lesson);
  const auto bias_gelu = plan::preset("bias-gelu");
  if (!bias_gelu) return std::unexpected(bias_gelu.error());
  if (!entries) return entries;
  std::ranges::move(of_sweep("bias-gelu", *bias_gelu, chain::parse_axis("size=64K..1G").value()),
                    std::back_inserter(*entries));
  const chain::Chain cosine = chain::parse("x: f32[8192, 8192]\ny = cos(x)\n").value();
  std::ranges::move(of_sweep("cos", cosine, chain::parse_axis("n=1..32").value()), std::back_inserter(*entries));
  return entries;
}

base::Expected<Entries> presets() {
  Entries entries;
  for (const std::string& name : plan::preset_names()) {
    auto chain = plan::preset(name);
    if (!chain) return std::unexpected(chain.error());
    entries.push_back({name, std::make_shared<const chain::Chain>(std::move(*chain)), {}});
  }
  return entries;
}

/// n cheap ops, of which the first m take one more full operand each.
std::shared_ptr<const chain::Chain> grid_chain(int n, int m, std::int64_t elements) {
  static constexpr std::array cheap = {"relu({})", "{} * 1.5", "{} + 0.25", "abs({})"};
  const std::string shape = fmt::format("f32[{}, {}]", std::max<std::int64_t>(1, elements / grid_row), grid_row);
  std::string text = fmt::format("x: {}\n", shape);
  for (int operand = 1; operand <= m; ++operand) text += fmt::format("r{}: {}\n", operand, shape);
  std::string value = "x";
  for (int op = 1; op <= n; ++op) {
    const std::string made = op == n ? "y" : fmt::format("t{}", op);
    const auto* unary = cheap[static_cast<std::size_t>(op - m - 1) % cheap.size()];
    text += fmt::format("{} = {}\n", made,
                        op <= m ? fmt::format("{} + r{}", value, op) : fmt::format(fmt::runtime(unary), value));
    value = made;
  }
  return std::make_shared<const chain::Chain>(chain::parse(text).value());
}

Entries grid(std::int64_t elements) {
  Entries entries;
  for (int n = 1; n <= grid_ops; ++n) {
    for (int m = 0; m <= std::min(n, grid_operands); ++m) {
      entries.push_back({fmt::format("n={} m={}", n, m), grid_chain(n, m, elements),
                         [=](int halvings) { return grid_chain(n, m, elements >> halvings); }});
    }
  }
  return entries;
}

/// The same chains over bf16 tensors; those that convert by themselves, or hold another dtype already, are left out.
Entries in_bf16(const Entries& entries) {
  Entries out;
  for (const Entry& entry : entries) {
    const auto other = [&](int index) {
      const chain::Value& value = entry.chain->values[index];
      return value.dtype != chain::Dtype::f32 || value.op == chain::Op::cast;
    };
    if (std::ranges::any_of(std::views::iota(0, static_cast<int>(entry.chain->values.size())), other)) continue;
    std::string text = entry.chain->text;
    constexpr std::string_view from = "f32[", to = "bf16[";
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
      text.replace(at, from.size(), to);
    }
    auto chain = chain::parse(text);
    if (!chain) continue;  // "f32[" stood in a remark, say
    out.push_back({entry.label + " bf16", std::make_shared<const chain::Chain>(std::move(*chain)), {}});
  }
  return out;
}

/// What a suite parts chains by: each takes minutes on a GPU.
enum class Kind { walked, products, attention };

Kind kind_of(const chain::Chain& chain) {
  if (!chain.has_product()) return Kind::walked;
  const machine::Limits any(std::numeric_limits<std::int64_t>::max());
  const auto attends = [&](const std::vector<int>& ops) { return plan::why_not(chain, ops, any).empty(); };
  return std::ranges::any_of(plan::attention_candidates(chain), attends) ? Kind::attention : Kind::products;
}

bool is_lesson(const std::string& word) {
  std::error_code ignored;
  const fs::path path(word);
  return word.find('\0') == std::string::npos &&
         (path.extension() == ".md" || fs::is_regular_file(path / "lesson.md", ignored));
}

base::Expected<Entries> named(const std::string& word, std::int64_t elements) {
  if (word == "lessons") return of_lessons(of_lesson);
  if (word == "sweeps") return sweeps();
  if (word == "presets") return presets();
  if (word == "grid") return grid(elements);
  const auto of_kind = [&](std::initializer_list<const char*> parts, Kind wanted) -> base::Expected<Entries> {
    Entries all;
    for (const char* part : parts) {
      auto entries = named(part, elements);
      if (!entries) return entries;
      std::ranges::copy_if(*entries, std::back_inserter(all),
                           [&](const Entry& one) { return kind_of(*one.chain) == wanted; });
    }
    return all;
  };
  if (word == "all") return of_kind({"lessons", "presets", "sweeps", "grid"}, Kind::walked);
  if (word == "products") return of_kind({"lessons", "presets", "sweeps"}, Kind::products);
  if (word == "attention") return of_kind({"lessons", "presets", "sweeps"}, Kind::attention);
  if (word == "bf16") {
    auto entries = named("all", elements);
    return entries ? base::Expected<Entries>(in_bf16(*entries)) : entries;
  }
  if (is_lesson(word)) {
    const auto lesson = lesson::load(word);
    if (!lesson) return std::unexpected(lesson.error());
    Entries entries = of_lesson(*lesson);
    std::ranges::move(sweeps_of_lesson(*lesson), std::back_inserter(entries));
    return entries;
  }
  auto chain = plan::read_chain(word);
  if (!chain) return std::unexpected(chain.error());
  return Entries{{word.substr(0, word.find('\n')), std::make_shared<const chain::Chain>(std::move(*chain)), {}}};
}

}  // namespace

base::Expected<Entries> suite(const std::string& word, std::int64_t elements) {
  auto entries = named(word, elements);
  if (!entries) return entries;
  Entries once;
  std::vector<std::string> seen;
  for (Entry& entry : *entries) {
    std::string form = chain::canonical(*entry.chain);
    const auto before = std::ranges::find(seen, form);
    if (before == seen.end()) {
      seen.push_back(std::move(form));
      once.push_back(std::move(entry));
      continue;
    }
    // Another lesson may have named other plans of it.
    std::vector<lesson::NamedPlan>& plans = once[static_cast<std::size_t>(before - seen.begin())].plans;
    for (lesson::NamedPlan& one : entry.plans) {
      if (std::ranges::find(plans, one.cuts, &lesson::NamedPlan::cuts) == plans.end()) plans.push_back(std::move(one));
    }
  }
  return once;
}

}  // namespace cli
