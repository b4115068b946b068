// Whose kernels are shown: those that ran here, else those of the recording, else what would be written for a card.
#include "session/state/kernel_source.hpp"

#include "base/dates.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/frame/source_words.hpp"
#include "codegen/line_values.hpp"
#include "codegen/program.hpp"
#include "record/plausibility.hpp"
#include "session/state/cells.hpp"
#include "session/state/lock_rule.hpp"
#include "session/state/page.hpp"
#include "session/state/recordings.hpp"
#include "study/plans.hpp"
#include "study/resources.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace session {
namespace {

constexpr std::string_view show_prefix = "source.show:";

struct Shown {
  std::string name;   ///< "fused.0"
  std::string label;  ///< "fused 1"
  record::KernelCode code;
};

struct Kernels {
  std::vector<Shown> all;
  std::string whence;                 ///< a sentence
  std::optional<record::Source> ran;  ///< nothing: they were only written
  record::Target card;
};

void add(Kernels& kernels, const std::string& plan, std::vector<record::KernelCode> code) {
  for (std::size_t i = 0; i < code.size(); ++i) {
    kernels.all.push_back(
        {fmt::format("{}.{}", plan, i), fmt::format("{} {}", charts::plan_words(plan), i + 1), std::move(code[i])});
  }
}

/// The kernels of a result; nothing where they are no text.
std::optional<Kernels> kernels_of(const record::Measurement& measurement) {
  Kernels kernels;
  for (const auto& plan : measurement.plans) add(kernels, plan.plan, plan.code);
  if (kernels.all.empty()) return std::nullopt;
  const bool recorded = measurement.source == record::Source::recorded;
  kernels.whence =
      base::say(recorded ? "session.source.recorded" : "session.source.ran",
                {{"device", record::device_words(measurement)}, {"date", base::day(measurement.provenance.date)}});
  kernels.ran = measurement.source;
  if (measurement.target) kernels.card = *measurement.target;
  return kernels;
}

/// What would run on the card that is connected, else on an H200.
Kernels written(const Desk& desk, const Bench& bench) {
  Kernels kernels;
  codegen::Target target;
  const auto& device = desk.services.device;
  const record::Target card = device && device->live() ? device->target() : record::Target{};
  kernels.whence = base::text("session.source.written");
  if (card.compute_capability != 0) {
    target = {card.compute_capability, card.multiprocessors, card.shared_per_block};
    kernels.whence = base::say("session.source.written_for", {{"device", device->name()}});
  }
  const auto plans = study::plans_of(bench.chain, {}, codegen::limits(target));
  if (!plans) {
    kernels.whence = plans.error().front().message;
    return kernels;
  }
  for (const auto& plan : *plans) {
    std::vector<record::KernelCode> code;
    for (const auto& kernel : codegen::lower(plan, target).kernels) {
      record::KernelCode& one = code.emplace_back();
      one.entry = kernel.entry;
      one.source = kernel.source;
    }
    add(kernels, plan.name, std::move(code));
  }
  return kernels;
}

Kernels kernels_of(const Desk& desk, const Bench& bench, Leave leave) {
  for (const record::Measurement* result : bench.results(leave)) {
    if (auto ran = kernels_of(*result)) return *std::move(ran);
  }
  const auto recording = bench.beside_as() ? std::nullopt : recording_of(desk.services.recorded.get(), bench);
  if (recording) {
    if (auto recorded = kernels_of(*recording)) return *std::move(recorded);
  }
  return written(desk, bench);
}

/// The one that was chosen, else the first of the last plan.
const Shown& chosen(const Desk& desk, const Kernels& kernels) {
  const auto found = std::ranges::find(kernels.all, desk.source.kernel, &Shown::name);
  if (found != kernels.all.end()) return *found;
  const std::string& last = kernels.all.back().name;
  const auto plan = last.substr(0, last.rfind('.') + 1);
  return *std::ranges::find_if(kernels.all, [&](const Shown& one) { return one.name.starts_with(plan); });
}

std::string bytes_or_none(const std::optional<base::Bytes>& bytes) {
  if (!bytes) return std::string(base::text("session.source.not_told"));
  return bytes->value == 0 ? std::string(base::text("session.source.none")) : base::show(*bytes);
}

/// Registers, shared memory, spills, occupancy, each with who says so; how to get them where nobody did.
Node figures(const Kernels& kernels, const record::KernelCode& code, const std::string& hosts_key) {
  if (!code.registers || !kernels.ran) {
    return make("source.figures", Purpose::source, std::string(base::text("session.source.figures")),
                kernels.ran ? base::say("session.source.compiler_silent")
                            : base::say("session.source.no_figures", {{"key", hosts_key}}));
  }
  Node table = make("source.figures", Purpose::table, std::string(base::text("session.source.figures")));
  table.rows.push_back({{}, cell::said("session.source.value"), cell::said("session.source.from")});
  for (const CompilerFigure& figure : compiler_figures(*kernels.ran, kernels.card, code)) {
    table.rows.push_back({cell::words(figure.what), cell::words(figure.value), cell::words(figure.from)});
  }
  return table;
}

/// "t = add", "reads x", "writes y"; empty where the line is about no value of the chain.
std::string side_of(const chain::Chain& chain, const codegen::LineValue& line) {
  using Does = codegen::LineValue::Does;
  if (line.value < 0 || static_cast<std::size_t>(line.value) >= chain.values.size()) return {};
  const chain::Value& value = chain.values[static_cast<std::size_t>(line.value)];
  switch (line.does) {
    case Does::nothing:
      return {};
    case Does::reads:
      return base::say("session.source.reads", {{"value", value.name}});
    case Does::writes:
      return base::say("session.source.writes", {{"value", value.name}});
    case Does::makes:
      break;
  }
  if (value.op == chain::Op::input) return base::say("session.source.reads", {{"value", value.name}});
  return base::say("session.source.makes", {{"value", value.name}, {"op", chain::info(value.op).name}});
}

/// The text, who wrote it for whom, and the way to the other kernels.
/// The page as far as its task is answered: on another one the keyboard is the task's again.
std::string place_now(const Desk& desk) {
  if (desk.pages.has(PageKind::lab) || desk.course == nullptr) return "lab";
  return fmt::format("{}/{}/{}", desk.course->lesson.id, desk.course->at, desk.course->attempt().locked);
}

Node text(const Kernels& kernels, const Shown& shown, const chain::Chain& chain) {
  Node node =
      make("source", Purpose::source,
           base::say("session.source.title", {{"kernel", shown.label}, {"entry", shown.code.entry}}), kernels.whence);
  if (shown.code.source.contains("trip")) node.value += " " + base::say("session.source.trip");
  for (const auto line : base::split_lines(shown.code.source)) node.lines.emplace_back(line);
  while (!node.lines.empty() && node.lines.back().empty()) node.lines.pop_back();
  const auto about = codegen::values_of_lines(shown.code.source);
  for (std::size_t i = 0; i < node.lines.size() && i < about.size(); ++i) {
    node.sides.push_back(side_of(chain, about[i]));
  }
  for (const Shown& one : kernels.all) {
    Action show = labelled(std::string(show_prefix) + one.name, one.label);
    if (&one == &shown) show = disabled(std::move(show), std::string(base::text("session.source.is_shown")));
    node.actions.push_back(std::move(show));
  }
  if (kernels.all.size() > 1) node.actions.push_back(action("source.next", "session.source.next", {"Shift+F4"}));
  return node;
}

}  // namespace

std::vector<CompilerFigure> compiler_figures(record::Source ran, const record::Target& card,
                                             const record::KernelCode& code) {
  if (!code.registers) return {};
  std::vector<CompilerFigure> figures;
  const std::string source = charts::source_words(ran);
  const std::string by = base::say("session.source.by_compiler", {{"source", source}});
  const auto row = [&](std::string_view key, const std::string& value, const std::string& from,
                       const std::string& whose) {
    figures.push_back({std::string(base::text(key)), value, from, whose});
  };
  const auto untold = [&](std::string_view key, const std::string& why) {
    row(key, std::string(base::text("session.source.not_told")), why, why);
  };
  row("session.source.registers", std::to_string(*code.registers), by, source);
  row("session.source.shared", bytes_or_none(code.shared), by, source);
  row("session.source.spill_stores", bytes_or_none(code.spill_stores), by, source);
  row("session.source.spill_loads", bytes_or_none(code.spill_loads), by, source);
  if (code.local_read && code.local_written) {
    const std::string counted = base::say("session.source.by_counters", {{"source", source}});
    row("session.source.local_read", bytes_or_none(code.local_read), counted, source);
    row("session.source.local_written", bytes_or_none(code.local_written), counted, source);
  } else if (code.spill_stores.value_or(base::Bytes{}).value > 0) {
    untold("session.source.local", std::string(base::text("session.source.not_counted")));
  }
  const int threads = study::threads_of(code.source);
  if (const auto fits = study::occupancy_of(code, card.compute_capability)) {
    row("session.source.occupancy",
        base::say("session.source.warps", {{"warps", std::to_string(fits->warps)},
                                           {"most", std::to_string(fits->most)},
                                           {"share", std::to_string(100 * fits->warps / fits->most)}}),
        base::say("session.source.by_rule", {{"threads", std::to_string(threads)}}),
        charts::source_words(record::Source::model));
  } else {
    untold("session.source.occupancy", std::string(base::text("session.source.no_rule")));
  }
  if (const auto waves = study::waves_of(code, card)) {
    row("session.source.waves",
        base::say("session.source.last_wave", static_cast<std::size_t>(waves->count()),
                  {{"empty", fmt::format("{:.0f}", 100 * waves->last_empty())}}),
        base::say("session.source.by_blocks",
                  {{"blocks", base::group_digits(waves->blocks)}, {"at_once", base::group_digits(waves->at_once)}}),
        charts::source_words(record::Source::model));
  }
  return figures;
}

std::optional<Action> source_action(const Desk& desk) {
  const auto bench = bench_of_page(desk);
  if (!bench || !(desk.pages.has(PageKind::lab) || bench->ran() || desk.source.open)) return std::nullopt;
  if (desk.source.open) return action("source.toggle", "session.source.close", {"F4"});
  Action open = action("source.toggle", "session.source.open", {"F4"});
  return LockRule(desk).anything(*bench) ? open : disabled(std::move(open), base::say("session.source.closed"));
}

std::vector<Node> source_nodes(const Desk& desk) {
  const auto bench = bench_of_page(desk);
  if (!desk.source.open || !bench) return {};
  const auto empty = [](std::string why) {
    return std::vector{
        make("source", Purpose::source, std::string(base::text("session.source.heading")), std::move(why))};
  };
  const auto leave = LockRule(desk).anything(*bench);
  if (!leave) return empty(base::say("session.source.closed"));
  try {
    const Kernels kernels = kernels_of(desk, *bench, *leave);
    if (kernels.all.empty()) return empty(kernels.whence);
    const Shown& shown = chosen(desk, kernels);
    Node code = text(kernels, shown, *bench->chain);
    code.focused = opened_here(desk);
    std::vector<Node> nodes{std::move(code)};
    if (has_learned(desk, "kernels"))
      nodes.push_back(figures(kernels, shown.code, keys_now(desk.keys.bindings, "hosts.open").front()));
    return nodes;
  } catch (const base::MachineError& e) {
    return empty(e.what());
  }
}

bool opened_here(const Desk& desk) {
  return desk.source.asked_at == place_now(desk);
}

void toggle_source(Desk& desk) {
  desk.source.open = !desk.source.open;
  desk.source.asked_at = place_now(desk);
}

void show_next_kernel(Desk& desk) {
  std::vector<std::string> names;
  std::size_t shown = 0;
  for (const Node& node : source_nodes(desk)) {
    for (const Action& action : node.actions) {
      if (!action.id.starts_with(show_prefix)) continue;
      if (!action.enabled) shown = names.size();
      names.push_back(action.id.substr(show_prefix.size()));
    }
  }
  if (!names.empty()) desk.source.kernel = names[(shown + 1) % names.size()];
}

}  // namespace session
