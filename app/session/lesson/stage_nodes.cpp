// Sorts a page's nodes, and keeps which picture is seen.
#include "session/lesson/stage_nodes.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/bars/trips_and_time.hpp"
#include "charts/scene/fusing.hpp"
#include "charts/strips/chain_strip.hpp"
#include "charts/sweep/height.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/kinds/kind.hpp"
#include "session/lesson/chart_data.hpp"
#include "session/lesson/fusing_film.hpp"
#include "session/lesson/guesses.hpp"
#include "session/lesson/observe.hpp"
#include "session/lesson/scene_film.hpp"
#include "session/lesson/scene_play.hpp"
#include "session/state/kernel_source.hpp"
#include "session/state/lock_rule.hpp"
#include "session/state/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace session {
namespace {

/// A picture that many steps have, and its tab's name in the words.
struct Tab {
  std::string_view node, name;
  bool learned = false;  ///< it is seen once the course has introduced it under this name
};
constexpr std::string_view scene_id = warehouse_picture, calculator_id = "figure.calculator.";
constexpr std::string_view sketch_id = "figure.sketch", sweep_id = "figure.sweep", here_end = "-here";
constexpr std::string_view cards_id = "figure.cards", fusing_id = "figure.fusing", chain_id = "figure.chain";
/// The first of a page is seen until another is chosen.
constexpr Tab tabs[] = {
    {"source", "source"},
    {"figure.imported", "imported"},  // where a step has it, it is what the step comes to
    {"figure.cuts", "cuts"},
    {"figure.road", "road"},
    {"figure.trips", "trips", true},
    {"figure.cards", "chain"},
    {"figure.fusing", "fusing"},
    {"task.strip", "chain"},
    {"figure.chain", "chain"},
    {"figure.recorded", "timeline"},
    {"figure.levels", "levels"},
    {scene_id, "scene"},
    {"figure.bytes", "bytes", true},
    {"figure.timeline", "kernels", true},
    {"figure.roofline", "roofline", true},
    {"figure.errors", "errors", true},
    {"reveal.headline", "counted"},
    {"reveal.numbers", "numbers", true},
    {"reveal.third", "third"},
    {"lab.predictions", "model"},
};

const Tab* tab_of(const Node& node) {
  const auto* found = std::ranges::find(tabs, node.id, &Tab::node);
  return found == std::end(tabs) ? nullptr : found;
}

/// The kernels while a lesson still asks about them, or where they were opened on another page: a tab among others,
/// never the picture of a step.
bool is_aside(const Desk& desk, const Node& node) {
  if (node.purpose != Purpose::source) return false;
  const auto bench = bench_of_page(desk);
  return !opened_here(desk) || (bench && !LockRule(desk).anything(*bench));
}

/// In that order; a picture of the step's own comes after those that all lessons have.
std::size_t rank_of(const Desk& desk, const Node& node) {
  if (is_aside(desk, node)) return std::size(tabs) + 1;
  const Tab* tab = tab_of(node);
  return static_cast<std::size_t>((tab == nullptr ? std::end(tabs) : tab) - std::begin(tabs));
}

/// By what its height means: "figure.sweep" is the step's first, "figure.sweep-2-here" the second as it was done here.
std::string sweep_label(const Course& course, std::string_view id) {
  const bool here = id.ends_with(here_end);
  if (here) id.remove_suffix(here_end.size());
  std::int64_t left = id == sweep_id ? 1 : base::to_integer(id.substr(sweep_id.size() + 1)).value_or(1);
  for (const lesson::Block& block : course.step().blocks) {
    if (!block.is(lesson::fences::sweep) || --left > 0) continue;
    const std::string label = base::say(fmt::format("session.tab.sweep.{}", charts::name(block.height)));
    return here ? base::say("session.tab.sweep.here", {{"sweep", label}}) : label;
  }
  return {};
}

std::string label_of(const Desk& desk, const Node& node) {
  // Their titles tell what comes out.
  if (node.id.starts_with(calculator_id)) return std::string(base::text("session.tab.calculator"));
  if (node.id.starts_with(sketch_id)) return std::string(base::text("session.tab.sketch"));
  if (has_stage(desk) && node.id.starts_with(sweep_id)) return sweep_label(*desk.course, node.id);
  const Tab* tab = tab_of(node);
  if (tab == nullptr) return node.label;
  // The kernels have gaps between them, once a lesson has taught to look at those.
  const bool gaps = has_stage(desk) && tab->name == "kernels" && desk.course->introduced.contains("timeline");
  return base::say("session.tab." + std::string(gaps ? "timeline" : tab->name));
}

bool is_picture(const Node& node) {
  return node.purpose == Purpose::figure || node.purpose == Purpose::strip || node.purpose == Purpose::table ||
         node.purpose == Purpose::source;
}

/// No chart before the course has taught to read it; what the step itself asks about is taught there.
bool is_introduced(const Course& course, const Node& node) {
  const Tab* tab = tab_of(node);
  return tab == nullptr || !tab->learned || course.introduced.contains(std::string(tab->name));
}

/// The page as far as the choice of a picture goes: once its task is answered there are others to see.
std::string page_as_it_is(const Desk& desk) {
  const auto bench = bench_of_page(desk);
  if (desk.pages.has(PageKind::lab)) return fmt::format("lab/{}{}", bench && bench->ran(), desk.source.open);
  const Course& course = *desk.course;
  return fmt::format("{}/{}/{}{}{}", course.lesson.id, course.at, course.attempt().locked, bench && bench->ran(),
                     desk.source.open);
}

Node rail_of(Node line) {
  line.purpose = Purpose::rail;
  std::erase_if(line.actions, &Action::exports);
  return line;
}

/// Of the open task: what asks and what answers it.
bool is_docked(const Node& node) {
  switch (node.purpose) {
    case Purpose::question:
    case Purpose::number:
    case Purpose::words:
    case Purpose::taps:
    case Purpose::choice:
      return true;
    default:
      return node.said == Said::reply || node.said == Said::task;
  }
}

/// A question about what a run's chart shows, and what is said to its answer.
bool is_of_the_plot(const Node& node) {
  return node.id.starts_with("observe") || node.id.starts_with("task.saw") || node.id.starts_with("task.look");
}

bool asks_of_the_plot(const Node& node) {
  return node.id.starts_with("observe") && !node.actions.empty();
}

/// What an answered task came to comes first: verdict and reason, then what the lesson says to it, then remarks; what
/// led there last. Of a run what its plot was said to show and the lesson's finding lead: that its results are right is
/// a remark. Wrong ones come before all that is said of them.
void put_answer_first(const lesson::TaskKind& kind, std::vector<Node>& nodes) {
  const auto asked = std::ranges::find(nodes, Purpose::question, &Node::purpose);
  if (asked == nodes.end()) return;
  auto remarks = std::rotate(nodes.begin(), asked + 1, nodes.end());
  // Whoever is asked what the plot shows looks at it first: what the lesson says of it comes with the answer.
  if (std::ranges::any_of(nodes, asks_of_the_plot)) {
    const auto said = [](const Node& node) {
      return node.purpose == Purpose::prose && !node.id.starts_with("earlier.");
    };
    remarks = nodes.erase(std::remove_if(nodes.begin(), remarks, said), remarks);
  }
  const auto place = [&](const Node& node) {
    if (node.id == "task.answer" && node.purpose == Purpose::notice && !kind.is_run()) return 0;  // the answer to come
    if (node.id == "reveal.verdict") return node.selected ? 3 : 0;
    if (node.purpose == Purpose::verdict) return kind.is_run() ? 3 : 0;
    if (is_of_the_plot(node)) return 1;  // its verdict stands where it was asked
    if (node.purpose == Purpose::explanation) return 0;
    return node.purpose == Purpose::notice || node.purpose == Purpose::taps ? 3 : 2;
  };
  std::ranges::stable_sort(nodes.begin(), remarks, {}, place);
  const auto was_read = [](const Node& node) {
    return node.id == "task.confidence" || node.purpose == Purpose::choice;
  };
  for (auto node = nodes.begin(); node != nodes.end(); ++node) {
    if (node->said == Said::anything && (node >= remarks || was_read(*node))) node->said = Said::before;
  }
}

/// The verdict and the rail keep a guess that was locked; the run's picture says whose it is.
bool is_said_elsewhere(const Course& course, const Node& node) {
  if (node.purpose == Purpose::number || node.purpose == Purpose::badge) return true;
  return node.id.starts_with("observe") && !course.introduced.contains("bytes");
}

/// A slider stands below the picture that it moves: "calculator.decode.weights" below "figure.calculator.decode",
/// all others but the road's and that of fusing below the scene.
bool moves(const Node& slider, std::string_view picture) {
  if (slider.id == fusing_slider) return picture == fusing_id;
  if (slider.id.starts_with("road.")) return picture == "figure.road";
  if (!slider.id.starts_with("calculator.")) return picture == scene_id;
  return picture.starts_with(calculator_id) && ("figure." + slider.id).starts_with(std::string(picture) + ".");
}

/// The step looks at the warehouse, where a fused chain leaves nothing to see.
bool is_about_memory(const lesson::Step& step) {
  return std::ranges::any_of(step.blocks, [](const lesson::Block& block) {
    return block.is(lesson::fences::stage) && block.focus == "warehouse";
  });
}

/// Of a step that keeps a picture to point at a part of it, where no scene came before; else empty.
std::string_view kernels_kept(const lesson::Step& step) {
  const bool points = std::ranges::any_of(step.blocks, [](const lesson::Block& block) {
    return block.is(lesson::fences::stage) && block.tab.empty() && !block.focus.empty();
  });
  if (!points) return {};
  return is_about_memory(step) ? chain_id : fusing_id;
}

/// The picture that the step wants to be seen first; empty where it says nothing.
std::string_view shown_first(const Desk& desk) {
  if (has_stage(desk)) {
    for (const lesson::Block& block : desk.course->step().blocks) {
      const bool says = block.after_task && !block.tab.empty();
      const auto* tab = says ? std::ranges::find(tabs, block.tab, &Tab::name) : std::end(tabs);
      if (tab != std::end(tabs)) return tab->node;
    }
  }
  const auto& film = desk.scene.film;
  if (film) return film->focus.empty() ? std::string_view() : scene_id;
  return has_stage(desk) ? kernels_kept(desk.course->step()) : std::string_view();
}

/// What scissors joined is seen coming together, whatever else was looked at.
bool joins_now(const Desk& desk) {
  return desk.pages.has(PageKind::lab) && desk.scene.joined && desk.scene.reveals();
}

/// The chain as kernels of their own, for want of another picture; its arrows as far as they were counted.
Node kernels_apart(const Desk& desk, const Bench& bench) {
  const bool counted = !LockRule(desk).hides(bench, "crossings.unfused");
  auto data = chart_data(desk, bench, {}, figure::Stage::guess);
  data.no_title = desk.pages.has(PageKind::room);
  data.text_scale *= charts::larger_strip(data, bench.unfused());
  return figure_node(figure::at(
      charts::chain_strip(data, bench.unfused(), {}, counted ? charts::Fullness::told : charts::Fullness::asked),
      figure::Stage::guess));
}

}  // namespace

Node made_stage(const Desk& desk, std::vector<Node> pictures, std::vector<Node> below) {
  Node stage = make("stage", Purpose::stage, {});
  std::ranges::stable_sort(pictures, {}, [&](const Node& node) { return rank_of(desk, node); });
  const bool chosen = desk.scene.tab_page == page_as_it_is(desk);
  auto seen = pictures.begin();
  const std::string_view wanted = joins_now(desk) ? fusing_id
                                  : chosen        ? std::string_view(desk.scene.tab)
                                                  : shown_first(desk);
  if (const auto at = std::ranges::find(pictures, wanted, &Node::id); at != pictures.end()) seen = at;
  if (seen != pictures.end()) seen->selected = true;
  const std::string seen_id = seen == pictures.end() ? std::string() : seen->id;
  for (Node& picture : pictures) {
    const std::string label = label_of(desk, picture);
    stage.actions.push_back(labelled("stage:" + picture.id, label));
    if (picture.selected) stage.value = label;
    stage.children.push_back(std::move(picture));
  }
  if (stage.actions.size() < 2) stage.actions.clear();
  for (Node& node : below) {
    const bool stands =
        node.purpose == Purpose::taps ? seen_id == cards_id : node.purpose == Purpose::rail || moves(node, seen_id);
    if (stands) stage.children.push_back(std::move(node));
  }
  return stage;
}

bool has_stage(const Desk& desk) {
  return desk.course != nullptr && desk.course->lesson.stage && !desk.pages.has(PageKind::lab);
}

void set_on_stage(const Desk& desk, std::vector<Node>& nodes) {
  const Course& course = *desk.course;
  const bool open = course.step().task && !course.attempt().locked;
  std::vector<Node> words, pictures, below;
  Node dock = make("dock", Purpose::dock, {});
  for (Node& node : nodes) {
    if (node.id == "figure.line") {
      below.push_back(rail_of(std::move(node)));
    } else if (node.purpose == Purpose::slider) {
      below.push_back(std::move(node));
    } else if (is_picture(node)) {
      if (is_introduced(course, node)) pictures.push_back(std::move(node));
    } else if (node.purpose == Purpose::headline || (!open && is_said_elsewhere(course, node))) {
      continue;
    } else if (open && is_docked(node)) {
      dock.children.push_back(std::move(node));
    } else {
      words.push_back(std::move(node));
    }
  }
  if (!open && course.step().task) put_answer_first(*course.step().task->kind, words);
  const bool none = std::ranges::all_of(pictures, [&](const Node& node) { return is_aside(desk, node); });
  if (const auto bench = bench_of_page(desk); bench && none) {
    pictures.push_back(kernels_picture(desk, *bench, course.step()));
  }
  nodes = std::move(words);
  nodes.push_back(made_stage(desk, std::move(pictures), std::move(below)));
  if (!dock.children.empty()) nodes.push_back(std::move(dock));
}

std::optional<Node> reveal_picture(const Desk& desk, const Bench& bench) {
  const bool lab = desk.pages.has(PageKind::lab);
  if ((!has_stage(desk) && !lab) || !bench.ran()) return std::nullopt;
  const auto stage = LockRule(desk).stage(bench, charts::Quantity::all);
  if (stage < figure::Stage::truth) return std::nullopt;
  auto guesses = desk.pages.has(PageKind::room) ? guesses_of_room(desk, bench) : guesses_of(desk, bench);
  // Of trips the guess was told with its own step; here the clock answers.
  if (!lab) std::erase_if(guesses, [](const record::Guess& guess) { return !guess.quantity.contains("time"); });
  const auto leave = stage.leave();
  const bool asks = guesses.empty() && leave && has_learned(desk, "bytes") && has_stage(desk) &&
                    !desk.pages.has(PageKind::room) &&
                    std::ranges::any_of(observe_nodes(desk.course->attempt(), bench, *leave), asks_of_the_plot);
  const charts::TripsMoment moment{.seconds = desk.scene.reveals() ? desk.scene.reveal : charts::trips_end,
                                   .plain = !has_learned(desk, "bytes"),
                                   .bytes = has_learned(desk, "bytes"),
                                   .asks = asks};
  return figure_node(
      figure::at(charts::trips_and_time(chart_data(desk, bench, std::move(guesses), stage), moment), stage));
}

std::optional<Node> fusing_picture(const Desk& desk, const Bench& bench) {
  const ScenePlay& play = desk.scene;
  const bool joined = desk.pages.has(PageKind::lab) && play.joined && play.joined->front().chain == bench.chain;
  if (!joined && !has_stage(desk)) return std::nullopt;
  if (LockRule(desk).hides(bench, "crossings.fused")) return std::nullopt;
  auto data = chart_data(desk, bench, {}, figure::Stage::guess);
  data.no_title = desk.pages.has(PageKind::room);  // the room has its own words above it
  if (joined) data.plans = *play.joined;
  return figure_node(charts::fusing(data, fusing_share(play)));
}

Node kernels_picture(const Desk& desk, const Bench& bench, const lesson::Step& step) {
  auto fused = is_about_memory(step) ? std::nullopt : fusing_picture(desk, bench);
  return fused ? *std::move(fused) : kernels_apart(desk, bench);
}

std::vector<Action> keys_of_stage(const Desk& desk, const std::vector<Node>& nodes) {
  const auto& film = desk.scene.film;
  const auto stage = std::ranges::find(nodes, Purpose::stage, &Node::purpose);
  if (!film || film->kept || stage == nodes.end()) return {};
  if (std::ranges::count(stage->children, fusing_slider, &Node::id) > 0) return {};  // F7 plays what is seen
  const auto scene = std::ranges::find(stage->children, scene_id, &Node::id);
  if (scene == stage->children.end() || scene->selected) return {};
  return {action("scene.show", "session.scene.play", {"F7"})};
}

void show_scene(Desk& desk) {
  show_picture(desk, scene_id);
  desk.scene.playing = false;  // what was driven behind the other picture nobody saw
  desk.scene.seconds = 0;
  play_scene(desk);
}

void show_picture(Desk& desk, std::string_view name) {
  desk.scene.tab = name;
  desk.scene.tab_page = page_as_it_is(desk);
}

}  // namespace session
