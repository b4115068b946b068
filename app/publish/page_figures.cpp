// Draws them at the page's width.
#include "publish/page_figures.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/scene/warehouse.hpp"
#include "charts/strips/chain_strip.hpp"
#include "exporter/write.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/html.hpp"
#include "lesson/plan_values.hpp"
#include "publish/calculator_fence.hpp"
#include "publish/import_fence.hpp"
#include "publish/levels_fence.hpp"
#include "publish/refusal_fence.hpp"
#include "publish/road_fence.hpp"
#include "publish/roofline_fence.hpp"
#include "publish/sweep_fence.hpp"
#include "publish/timeline_fence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace publish {
namespace {

/// Inside a page: no declaration, no data (the figure's own file has it), ids of its own.
std::string inline_svg(const figure::Figure& figure, figure::Theme theme, const std::string& prefix) {
  exporter::Options options;
  options.theme = theme;
  options.transparent = true;
  std::string svg = exporter::to_svg(figure, options);
  svg.erase(0, svg.find("<svg"));
  constexpr std::string_view metadata_end = "</metadata>\n";
  if (const std::size_t begin = svg.find("  <metadata>"); begin != std::string::npos) {
    svg.erase(begin, svg.find(metadata_end, begin) + metadata_end.size() - begin);
  }
  base::replace_all(svg, " id=\"", " id=\"" + prefix);
  base::replace_all(svg, "url(#", "url(#" + prefix);
  base::replace_all(svg, "aria-labelledby=\"onetrip-title onetrip-description\"",
                    fmt::format("aria-labelledby=\"{0}onetrip-title {0}onetrip-description\"", prefix));
  return svg;
}

/// As wide as the page: its smallest type, 12 at 1x, is then about as large as the words around it.
charts::ChartData sheet() {
  charts::ChartData sheet;
  sheet.height = 560;
  sheet.text_scale = 1.3;
  return sheet;
}

}  // namespace

std::string PageFigures::of_chain(const std::string& chain, std::initializer_list<const char*> kinds,
                                  const lesson::Asked& asked) {
  const auto data = findings_.chains.find(chain);
  if (data == findings_.chains.end() || asked.hides_any(form(*data->second.chain))) return {};
  std::string out;
  for (const char* kind : kinds) {
    if (shown_.insert(chain + "/" + kind).second) out += drawn(lesson_figure(data->second, kind, sheet()));
  }
  return out;
}

std::string PageFigures::sweep(const std::string& key, lesson::SweepHeight height, const lesson::Asked& asked) {
  const auto found = findings_.sweeps.find(key);
  if (found == findings_.sweeps.end()) return {};
  if (hides_sweep(asked, *found->second)) return asked_sweep(key, height);
  return drawn(sweep_figure(*found->second, height, sheet()));
}

std::string PageFigures::asked_sweep(const std::string& key, lesson::SweepHeight height) {
  const auto found = findings_.sweeps.find(key);
  if (found == findings_.sweeps.end()) return {};
  return drawn(figure::at(sweep_figure(*found->second, height, sheet()), figure::Stage::question));
}

std::string PageFigures::told_scene(const lesson::Block& block, const lesson::Asked& asked) {
  const std::string_view third = block.plan.empty() ? third_plan(block.scene) : std::string_view(block.plan);
  if (third.empty()) return of_chain(block.name, {"warehouse"}, asked);
  const auto found = findings_.chains.find(block.name);
  if (found == findings_.chains.end() || asked.hides_any(form(*found->second.chain))) return {};
  if (!shown_.insert(fmt::format("{}/{}", block.name, third)).second) return {};
  charts::ChartData data = found->second;
  lesson::choose_plans(data, block.scene, findings_.spec.limits(), block.plan);
  return drawn(lesson_figure(data, "warehouse", sheet()));
}

std::string PageFigures::asked_scene(const lesson::Block& block) {
  const auto found = findings_.chains.find(block.name);
  if (found == findings_.chains.end() || !shown_.insert(block.name + "/asked").second) return {};
  charts::ChartData data = found->second;
  const charts::ChartData frame = sheet();
  data.width = frame.width, data.height = frame.height, data.text_scale = frame.text_scale;
  data.predictions.clear();
  data.measurements.clear();
  data.spec.reset();
  data.no_title = true;
  lesson::choose_plans(data, block.scene, findings_.spec.limits(), block.plan);
  auto scene = charts::warehouse(data, charts::scene_script(data, charts::Pace::equal),
                                 {.plates = false, .crew = false, .bytes = false});
  scene.description = scene.question_description;
  scene.table = {};
  return drawn(figure::at(scene, figure::Stage::guess));
}

std::string PageFigures::asked_arrows(const std::string& chain) {
  const auto found = findings_.chains.find(chain);
  return found == findings_.chains.end() ? std::string() : arrows(found->second, charts::Fullness::asked);
}

std::string PageFigures::kept_arrows(const std::string& chain, const lesson::Asked& asked) {
  const auto found = findings_.chains.find(chain);
  const bool seen = shown_.contains(chain + "/asked") || shown_.contains(chain + "/warehouse");
  if (found == findings_.chains.end() || seen || !shown_.insert(chain + "/kept").second) return {};
  const bool counted = !asked.hides(form(*found->second.chain), "crossings.unfused");
  return arrows(found->second, counted ? charts::Fullness::told : charts::Fullness::asked);
}

std::string PageFigures::arrows(const charts::ChartData& of, charts::Fullness fullness) {
  charts::ChartData data = of;
  const charts::ChartData frame = sheet();
  constexpr double low = 0.65;  // a road as long as a sheet's tells no more
  data.width = frame.width, data.height = low * frame.height, data.text_scale = frame.text_scale;
  const auto strip = charts::chain_strip(data, data.plans[0], {}, fullness);
  return drawn(figure::at(strip, figure::Stage::guess));
}

std::string PageFigures::calculator(const std::string& name, const lesson::Asked& asked) {
  const auto found = findings_.calculators.find(name);
  if (found == findings_.calculators.end()) return {};
  const lesson::Calculator& calculator = found->second;
  const CalculatorMachine machine = calculator_machine(&findings_.spec);
  const auto stage = hides_calculator(asked, calculator) ? figure::Stage::question : figure::Stage::truth;
  std::string out = drawn(figure::at(calculator_figure(calculator, findings_.lesson, {}, machine, sheet()), stage));
  const auto values = calculated(calculator, {}, machine.sheet);
  out += "<table class=\"calculator\">\n";
  for (const lesson::CalculatorLine& line : calculator.lines) {
    const bool hidden = asked.hides({}, quantity_of(calculator, line));
    const std::string value =
        hidden ? std::string(base::text("lesson.hidden")) : lesson::show_amount(values.at(line.name), line.unit);
    out += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"quiet\">{}</td></tr>\n",
                       lesson::escape_html(lesson::spoken(line.name)), lesson::escape_html(value),
                       lesson::escape_html(how_known(line, machine)));
  }
  return out + "</table>\n";
}

/// What a page has of each fence that is a figure.
struct PageFigures::Row {
  const lesson::Fence* fence;
  std::string (*figure)(PageFigures&, const lesson::Block&, const lesson::Asked&);
};

const PageFigures::Row
    PageFigures::rows
        [] =
            {
                {&lesson::fences::scene,
                 [](PageFigures& page, const lesson::Block& block, const lesson::Asked& asked) {
                   auto told = page.told_scene(block, asked);
                   return told.empty() ? page.asked_scene(block) : told;
                 }},
                // A run has its bytes and its kernels below it already.
                {&lesson::fences::stage,
                 [](PageFigures& page, const lesson::Block& block, const lesson::Asked& asked) {
                   if (block.tab.empty()) return page.kept_arrows(block.chain, asked);
                   return block.tab == "roofline" ? page.of_chain(block.chain, {"roofline"}, asked) : std::string();
                 }},
                {&lesson::fences::sweep,
                 [](PageFigures& page, const lesson::Block& block, const lesson::Asked& asked) {
                   return page.sweep(key_of(block), block.height, asked);
                 }},
                // At one width that is not the machine's: a page has no slider.
                {&lesson::fences::bandwidth,
                 [](PageFigures& page, const lesson::Block& block, const lesson::Asked& asked) {
                   const auto data = page.findings_.chains.find(block.name);
                   const bool told = data != page.findings_.chains.end() && !hides_road(asked, *data->second.chain);
                   return told ? page.drawn(road_figure(data->second, paper_road, sheet())) : std::string();
                 }},
                {&lesson::fences::ladder,
                 [](PageFigures& page, const lesson::Block& block, const lesson::Asked&) {
                   const auto kept = page.findings_.ladders.find(block.name);
                   return kept == page.findings_.ladders.end() ? std::string()
                                                               : page.drawn(fence_figure(*kept->second, sheet()));
                 }},
                {&lesson::fences::roofline,
                 [](PageFigures& page, const lesson::Block& block, const lesson::Asked& asked) {
                   const auto data = page.findings_.chains.find(block.name);
                   if (data == page.findings_.chains.end()) return std::string();
                   return page.drawn(figure::at(roofline_figure(data->second, block, sheet()),
                                                roofline_stage(asked, *data->second.chain)));
                 }},
                {&lesson::fences::timeline,
                 [](PageFigures& page, const lesson::Block& block, const lesson::Asked& asked) {
                   const auto data = page.findings_.chains.find(block.name);
                   if (data == page.findings_.chains.end()) return std::string();
                   return page.drawn(
                       timeline_figure(data->second, block, sheet(), timeline_stage(asked, *data->second.chain)));
                 }},
                {&lesson::fences::levels,
                 [](PageFigures& page, const lesson::Block& block, const lesson::Asked& asked) {
                   const auto data = page.findings_.chains.find(block.name);
                   if (data == page.findings_.chains.end()) return std::string();
                   return page.drawn(figure::at(levels_figure(data->second, block, sheet()),
                                                levels_stage(asked, block, *data->second.chain)));
                 }},
                {&lesson::fences::calculator,
                 [](PageFigures& page, const lesson::Block& block, const lesson::Asked& asked) {
                   return page.calculator(block.name, asked);
                 }},
                {&lesson::fences::imported,
                 [](PageFigures& page, const lesson::Block& block, const lesson::Asked& asked) {
                   const auto found = page.findings_.imports.find(block.name);
                   const bool none = found == page.findings_.imports.end() || found->second == nullptr;
                   if (shows_cuts(block)) {
                     const charts::ChartData& ours = page.findings_.chains.at(block.name);
                     return page.drawn(figure::at(cuts_figure(none ? nullptr : found->second, ours, sheet()),
                                                  import_stage(asked, *ours.chain)));
                   }
                   if (none)
                     return "<p class=\"quiet\">" + lesson::escape_html(not_imported_words(block.name)) + "</p>\n";
                   const record::Imported& import = *found->second;
                   return page.drawn(figure::at(import_figure(import, sheet()), import_stage(asked, *import.chain)));
                 }},
                {&lesson::fences::refusal,
                 [](PageFigures& page, const lesson::Block& block, const lesson::Asked& asked) {
                   const auto data = page.findings_.chains.find(block.name);
                   if (data == page.findings_.chains.end() || asked.hides_any(form(*data->second.chain)))
                     return std::string();
                   return lesson::html(lesson::paragraphs(refusal_words(data->second.plans.at(1))));
                 }},
};

std::string PageFigures::of_fence(const lesson::Block& block, const lesson::Asked& asked) {
  const auto* row = std::ranges::find(rows, block.fence, &Row::fence);
  return row == std::end(rows) ? std::string() : row->figure(*this, block, asked);
}

std::string PageFigures::drawn(const figure::Figure& figure) {
  const std::string prefix = fmt::format("f{}-", ++count_);
  return fmt::format("<figure>\n<div class=\"in-light\">{}</div>\n<div class=\"in-dark\">{}</div>\n</figure>\n",
                     inline_svg(figure, figure::Theme::light, prefix),
                     inline_svg(figure, figure::Theme::dark, "d" + prefix));
}

}  // namespace publish
