// From chains to figures.
#include "publish/lesson_figures.hpp"

#include "charts/bars/bytes_bars.hpp"
#include "charts/bars/timeline.hpp"
#include "charts/frame/provenance.hpp"
#include "charts/roofline/roofline.hpp"
#include "charts/scene/warehouse.hpp"
#include "charts/strips/chain_strip.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/named_plans.hpp"
#include "publish/calculator_fence.hpp"
#include "publish/road_fence.hpp"
#include "publish/roofline_fence.hpp"
#include "publish/sweep_fence.hpp"
#include "study/recorded.hpp"
#include "study/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace publish {
namespace {

namespace fences = lesson::fences;

/// As they are first met.
std::vector<std::string> in_order(const lesson::Lesson& lesson) {
  std::vector<std::string> names;
  const auto meet = [&](const std::string& name) {
    if (lesson.chains.contains(name) && std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const lesson::Step& step : lesson.steps) {
    for (const lesson::Block& block : step.blocks) {
      if (block.is(fences::chain) || block.is(fences::scene)) meet(block.name);
    }
    if (step.task) meet(step.task->chain);
  }
  return names;
}

std::set<std::string> chains_of(const lesson::Lesson& lesson, const lesson::Fence& fence) {
  std::set<std::string> names;
  for (const lesson::Block* block : blocks_of(lesson, fence)) names.insert(block->name);
  return names;
}

/// "onetrip figure bytes 'x: f32[8]; y = relu(x)' --device recorded"; run_command knows how a chain is quoted.
std::string remake(const charts::ChartData& data, std::string_view kind) {
  std::string command = data.command;
  constexpr std::string_view run = "onetrip run ";
  if (!command.starts_with(run)) return command;
  const bool fused = kind == "chain-fused";
  // A strip and a scene show no plan of the lesson's own: it would take their place.
  const std::size_t own = command.find("' --cuts ");
  if (own != std::string::npos && kind != "bytes" && kind != "timeline" && kind != "roofline") command.resize(own + 1);
  command = fmt::format("onetrip figure {} {}", fused ? "chain" : kind, command.substr(run.size()));
  if (kind == "warehouse") command += " --storyboard";
  if (fused) command += " --cuts none";
  if (!data.measurements.empty()) return command + " --device " + charts::device_again(data.measurements.front());
  return command + (data.spec ? " --spec " + data.spec->id : "");
}

}  // namespace

base::Expected<Findings> findings_of(const lesson::Lesson& lesson, device::Device* recorded,
                                     const machine::DeviceSpec& spec, device::Device* graphs) {
  Findings findings{spec, {}, {}, {}, ladders_of(lesson), lesson.calculators, command_word(lesson), imports_of(lesson)};
  if (recorded != nullptr) findings.spec = recorded->spec().value_or(spec);
  const study::Machine machine = study::machine_of(recorded, findings.spec);
  for (const auto& [name, chain] : lesson.chains) {
    auto data = chart_data_of(chain, recorded, machine, lesson::plans_of(lesson, name));
    if (!data) return std::unexpected(data.error());
    for (const lesson::Block* scene : blocks_of(lesson, fences::scene)) {
      if (!scene->plan.empty() && scene->name == name) data->about = scene->plan;
    }
    findings.chains[name] = *std::move(data);
    if (auto graph = study::recorded_of(graphs, chain)) findings.graphs.emplace(name, *std::move(graph));
  }
  for (const lesson::Block* fence : blocks_of(lesson, fences::sweep)) {
    if (findings.sweeps.contains(key_of(*fence))) continue;
    auto data = sweep_of(lesson.chains.at(fence->name), fence->over, recorded, machine, first_of(*fence));
    if (data) findings.sweeps.emplace(key_of(*fence), std::move(data));
  }
  return findings;
}

figure::Figure lesson_figure(const charts::ChartData& of_chain, std::string_view kind, const charts::ChartData& sheet) {
  charts::ChartData data = of_chain;
  data.width = sheet.width;
  data.height = sheet.height;
  data.text_scale = sheet.text_scale;
  data.no_title = sheet.no_title;
  data.title = sheet.title;
  data.command = remake(of_chain, kind);
  if (kind == "chain") return charts::chain_strip(data, data.plans[0], {});
  if (kind == "chain-fused") return charts::chain_strip(data, data.plans[1], {});
  if (kind == "bytes") return charts::bytes_bars(data, charts::Quantity::all, charts::Axes::told);
  if (kind == "roofline") return charts::roofline(data);
  if (kind == "timeline") return charts::timeline(data, charts::Axes::told);
  return charts::warehouse_storyboard(data, charts::scene_script(data, charts::Pace::equal));
}

std::vector<LessonFigure> lesson_figures(const lesson::Lesson& lesson, const Findings& findings,
                                         const charts::ChartData& sheet) {
  std::vector<LessonFigure> figures;
  const auto scenes = chains_of(lesson, fences::scene), roads = chains_of(lesson, fences::bandwidth);
  int number = 0;
  for (const std::string& name : in_order(lesson)) {
    ++number;
    const auto chain = lesson.chains.at(name);
    const auto closed = [of = form(*chain)](const lesson::Asked& open) { return open.hides_any(of); };
    for (const char* kind : {"chain", "chain-fused", "warehouse", "bytes", "roofline", "timeline"}) {
      if (std::string_view(kind) == "warehouse" && !scenes.contains(name)) continue;
      figures.push_back({fmt::format("{}-{}-{}", number, name, kind), name,
                         lesson_figure(findings.chains.at(name), kind, sheet), closed});
    }
    int nth = 0;
    for (const lesson::Block* fence : blocks_of(lesson, fences::sweep)) {
      if (fence->name != name) continue;
      ++nth;
      const auto found = findings.sweeps.find(key_of(*fence));
      if (found == findings.sweeps.end()) continue;
      const std::string which = nth == 1 ? std::string() : fmt::format("-{}", nth);
      figures.push_back({fmt::format("{}-{}-sweep{}", number, name, which), name,
                         sweep_figure(*found->second, fence->height, sheet),
                         [closed, data = found->second](const lesson::Asked& open) {
                           return closed(open) || hides_sweep(open, *data);
                         }});
    }
    if (roads.contains(name)) {
      figures.push_back(
          {fmt::format("{}-{}-bandwidth", number, name), name, road_figure(findings.chains.at(name), paper_road, sheet),
           [closed, chain](const lesson::Asked& open) { return closed(open) || hides_road(open, *chain); }});
    }
  }
  for (const lesson::Block* fence : blocks_of(lesson, fences::imported)) {
    if (!shows_cuts(*fence)) continue;
    const auto import = findings.imports.find(fence->name);
    const auto chain = lesson.chains.at(fence->name);
    figures.push_back(
        {"cuts-" + fence->name, fence->name,
         cuts_figure(import == findings.imports.end() ? nullptr : import->second, findings.chains.at(fence->name),
                     sheet),
         [chain](const lesson::Asked& open) { return import_stage(open, *chain) == figure::Stage::question; }});
  }
  for (const auto& [name, import] : findings.imports) {
    if (import == nullptr) continue;
    figures.push_back(
        {"imported-" + name, name, import_figure(*import, sheet), [chain = import->chain](const lesson::Asked& open) {
           return import_stage(open, *chain) == figure::Stage::question;
         }});
  }
  for (const auto& [name, ladder] : findings.ladders) {
    figures.push_back(
        {"ladder-" + name, {}, fence_figure(*ladder, sheet), [of = form(*ladder->chain)](const lesson::Asked& open) {
           return open.hides_any(of);
         }});
  }
  for (const auto& [name, calculator] : findings.calculators) {
    figures.push_back({"calculator-" + name,
                       {},
                       calculator_figure(calculator, findings.lesson, {}, calculator_machine(&findings.spec), sheet),
                       [one = calculator](const lesson::Asked& open) { return hides_calculator(open, one); }});
  }
  for (const lesson::Block* fence : blocks_of(lesson, fences::roofline)) {
    const auto data = findings.chains.find(fence->name);
    if (data == findings.chains.end()) continue;
    figures.push_back({"roofline-" + fence->name, fence->name, roofline_figure(data->second, *fence, sheet),
                       [chain = data->second.chain](const lesson::Asked& open) {
                         return roofline_stage(open, *chain) == figure::Stage::question;
                       }});
  }
  return figures;
}

}  // namespace publish
