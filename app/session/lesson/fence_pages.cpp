// The table.
#include "session/lesson/fence_pages.hpp"

#include "base/words.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/kinds/kind.hpp"
#include "publish/import_fence.hpp"
#include "publish/kept_ladder.hpp"
#include "publish/levels_fence.hpp"
#include "publish/refusal_fence.hpp"
#include "publish/road_fence.hpp"
#include "publish/roofline_fence.hpp"
#include "publish/timeline_fence.hpp"
#include "session/lesson/calculator_page.hpp"
#include "session/lesson/chart_data.hpp"
#include "session/lesson/lesson_page.hpp"
#include "session/lesson/lesson_sweep.hpp"
#include "session/lesson/scene_play.hpp"
#include "session/lesson/stage_nodes.hpp"
#include "session/lesson/wider_road.hpp"
#include "session/state/recordings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace session {
namespace {

namespace fences = lesson::fences;
using lesson::Block;

std::vector<Node> chain_nodes(const Desk& desk, const Block& block, int) {
  const Course& course = *desk.course;
  const auto found = course.benches.find(block.name);
  const bool smaller = found != course.benches.end() && found->second->smaller;
  const auto& blocks = course.step().blocks;
  const bool alone = std::ranges::count(blocks, block.fence, &Block::fence) == 1;
  const char* label = alone                        ? "session.chain.code"
                      : has_learned(desk, "bytes") ? "session.chain"
                                                   : "session.chain.plain";
  Node node = make("chain." + block.name, Purpose::chain, base::say(label, {{"name", block.name}}),
                   smaller ? chain::expanded_text(*found->second->chain) : block.text);
  if (smaller) node.lines.emplace_back(base::text("session.smaller.done"));
  if (found != course.benches.end() && is_recorded(desk, *found->second)) node.lines.push_back(recorded_words(desk));
  return {std::move(node)};
}

/// The rungs as a card climbed them another day; nothing where they did not come with the program.
std::vector<Node> ladder_nodes(const Desk& desk, const Block& block, int) {
  const auto found = desk.course->ladders.find(block.name);
  if (found == desk.course->ladders.end()) return {};
  return {figure_node(publish::fence_figure(*found->second, page_sheet(desk)))};
}

/// A chart of the run that the step's chain had, and till it had one the picture before. On the student's page a run's
/// own step has all of its charts.
std::vector<Node> shown_nodes(const Desk& desk, const Block& block) {
  const auto& task = desk.course->step().task;
  if (task && task->kind->is_run() && !desk.pages.has(PageKind::room)) return {};
  const auto bench = bench_of_page(desk);
  auto chart = bench ? run_chart(desk, *bench, block.tab) : std::nullopt;
  return chart ? std::vector{*std::move(chart)} : block.after_task ? std::vector<Node>() : scene_nodes(desk);
}

/// What the page before it ended with, and what the chain's run came to.
std::vector<Node> kept_nodes(const Desk& desk, const Block& block, int) {
  if (!block.tab.empty()) return shown_nodes(desk, block);
  std::vector<Node> nodes = scene_nodes(desk);
  const auto bench = bench_of_page(desk);
  // For want of a scene the kernels: what a run came to later is not what the step is about.
  const bool apart = nodes.empty() && bench && has_stage(desk) && !desk.pages.has(PageKind::room);
  if (apart) nodes.push_back(kernels_picture(desk, *bench, desk.course->step()));
  if (auto run = bench ? reveal_picture(desk, *bench) : std::nullopt) nodes.push_back(*std::move(run));
  return nodes;
}

bool tells_roofline(const Desk& desk, const Block& block) {
  const auto found = desk.course->benches.find(block.name);
  return found != desk.course->benches.end() &&
         publish::roofline_stage(asked(desk), *found->second->chain) == figure::Stage::truth;
}

/// What the GPU whose recordings are here would make of the chain, and what it did.
std::optional<charts::ChartData> recorded_data(const Desk& desk, const Block& block) {
  const auto machine = machine_of_recordings(desk.services, desk.spec);
  if (!machine) return std::nullopt;
  const lesson::Lesson& of = desk.course->lesson;
  auto data = publish::chart_data_of(of.chains.at(block.name), desk.services.recorded.get(), *machine,
                                     lesson::plans_of(of, block.name));
  if (!data) return std::nullopt;
  return *std::move(data);
}

/// Under the roofs of that GPU; nothing where it may not be seen yet.
std::vector<Node> roofline_nodes(const Desk& desk, const Block& block, int) {
  if (!tells_roofline(desk, block)) return {};
  const auto data = recorded_data(desk, block);
  if (!data) return {};
  charts::ChartData sheet = page_sheet(desk);
  keep_room(desk, sheet, Needs::axes);
  return {figure_node(publish::roofline_figure(*data, block, sheet))};
}

/// Its axis alone while it may not be seen.
std::vector<Node> timeline_nodes(const Desk& desk, const Block& block, int) {
  auto data = recorded_data(desk, block);
  if (!data) return {};
  const figure::Stage stage = publish::timeline_stage(asked(desk), *data->chain);
  return {figure_node(publish::timeline_figure(*std::move(data), block, page_sheet(desk), stage))};
}

/// Bytes at three places, as that GPU counted them; nothing where they may not be seen yet.
std::vector<Node> levels_nodes(const Desk& desk, const Block& block, int) {
  const auto data = recorded_data(desk, block);
  if (!data || publish::levels_stage(asked(desk), block, *data->chain) != figure::Stage::truth) return {};
  return {figure_node(publish::levels_figure(*data, block, page_sheet(desk)))};
}

/// Null where nobody has brought one in.
const record::Imported* import_at(const Desk& desk, const Block& block) {
  const auto found = desk.course->imports.find(block.name);
  return found == desk.course->imports.end() ? nullptr : found->second;
}

/// How others cut the chain; what is missing is said.
std::vector<Node> import_nodes(const Desk& desk, const Block& block, int) {
  const record::Imported* import = import_at(desk, block);
  if (publish::shows_cuts(block)) {
    auto data = recorded_data(desk, block);
    if (!data) return {};
    const figure::Stage stage = publish::import_stage(asked(desk), *data->chain);
    return {figure_node(figure::at(publish::cuts_figure(import, *std::move(data), page_sheet(desk)), stage))};
  }
  if (import == nullptr)
    return {make("imported." + block.name, Purpose::notice, publish::not_imported_words(block.name))};
  return {figure_node(figure::at(publish::import_figure(*import, page_sheet(desk)),
                                 publish::import_stage(asked(desk), *import->chain)))};
}

/// Why kernels stay apart, on the machine at hand; nothing while anything is asked of the chain.
std::vector<Node> refusal_nodes(const Desk& desk, const Block& block, int nth) {
  const auto found = desk.course->benches.find(block.name);
  if (found == desk.course->benches.end()) return {};
  const auto leave = LockRule(desk).anything(*found->second);
  if (!leave) return {};
  return {prose(fmt::format("refusal.{}", nth), Purpose::prose, publish::refusal_words(found->second->fused(*leave)))};
}

constexpr FencePage fence_pages[] = {
    {&fences::chain, chain_nodes},
    {&fences::task, [](const Desk& desk, const Block&, int) { return task_nodes(desk); }},
    {&fences::scene, [](const Desk& desk, const Block&, int) { return scene_nodes(desk); }},
    {&fences::stage, kept_nodes,
     [](const Desk& desk, const Block& block) {
       const auto bench = bench_of_page(desk);
       return !block.tab.empty() && bench && run_chart(desk, *bench, block.tab);
     }},
    {&fences::sweep, sweep_nodes, is_sweep_for_class},
    {&fences::bandwidth, [](const Desk& desk, const Block& block, int) { return road_nodes(desk, block); },
     [](const Desk& desk, const Block& block) {
       return !publish::hides_road(asked(desk), *desk.course->benches.at(block.name)->chain);
     }},
    {&fences::ladder, ladder_nodes,
     [](const Desk& desk, const Block& block) { return desk.course->ladders.contains(block.name); }},
    {&fences::roofline, roofline_nodes, tells_roofline},
    {&fences::timeline, timeline_nodes, [](const Desk&, const Block&) { return true; }},
    {&fences::levels, levels_nodes,
     [](const Desk& desk, const Block& block) {
       return publish::levels_stage(asked(desk), block, *desk.course->lesson.chains.at(block.name)) ==
              figure::Stage::truth;
     }},
    {&fences::calculator, calculator_nodes, [](const Desk&, const Block&) { return true; }},
    {&fences::imported, import_nodes,
     [](const Desk& desk, const Block& block) {
       return publish::shows_cuts(block) || import_at(desk, block) != nullptr;
     }},
    {&fences::refusal, refusal_nodes},
};

}  // namespace

const FencePage* page_of(const lesson::Fence& fence) {
  const auto* found = std::ranges::find(fence_pages, &fence, &FencePage::fence);
  return found == std::end(fence_pages) ? nullptr : found;
}

}  // namespace session
