// A chart's values, as far as they may be seen, and its size.
#include "session/lesson/chart_data.hpp"

#include "base/text.hpp"
#include "charts/frame/headline.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/kinds/kind.hpp"
#include "session/lesson/room_letters.hpp"
#include "session/lesson/stage_nodes.hpp"
#include "session/state/lock_rule.hpp"
#include "session/state/recordings.hpp"
#include "study/eager.hpp"

#include <algorithm>

namespace session {
namespace {

/// Beside lettered answers a figure keeps this share of the page's width: numbers need less of it than words.
constexpr double beside_words = 0.66, beside_numbers = 0.8;
constexpr double narrow_page = 700;  // units: of 4:3, where numbers need as much as words

/// Units that lettered answers take below a picture: a line of words, or two, and a bar of hands.
double below_scene(const Desk& desk) {
  const auto letters = letters_of(*desk.course, desk.course->at);
  const double room = desk.figure_frame.width / static_cast<double>(letters.size()) - 60;  // beside the letter
  constexpr double character = 11;
  const bool one_line = std::ranges::all_of(letters, [&](const Letter& one) {
    return character * static_cast<double>(base::count_characters(one.words)) <= room;
  });
  return one_line ? 66 : 88;
}

/// One lane is wide and low: its letters stand below it.
bool has_wide_scene(const Desk& desk) {
  return std::ranges::any_of(desk.course->step().blocks, [](const lesson::Block& block) {
    const bool one_lane = is_alone(block.scene) || block.scene == lesson::SceneKind::named;
    return block.is(lesson::fences::scene) && one_lane;
  });
}

}  // namespace

charts::ChartData chart_data(const Desk& desk, const Bench& bench, std::vector<record::Guess> guesses,
                             const Allowed& allowed) {
  charts::ChartData data;
  data.chain = bench.chain;
  data.plans = bench.study(LockRule::to_ask()).plans;  // axes and frames are made for all of them
  data.guesses = std::move(guesses);
  data.spec = bench.spec;
  // The rows are there from the start, so that the frame stays where it is.
  data.slots = {record::Source::guess, record::Source::model, record::Source::measured};
  const bool opened = bench.is_of(record::Source::recorded);
  if (!opened && desk.services.recorded != desk.services.device && is_recorded(desk, bench)) {
    data.slots.push_back(record::Source::recorded);
    data.beside = desk.services.recorded->spec();
  }
  if (const auto leave = allowed.leave()) {
    const figure::Stage stage = allowed;
    if (stage >= figure::Stage::model) data.predictions = bench.study(*leave).predictions;
    if (stage >= figure::Stage::truth && bench.ran()) {
      data.measurements = {bench.measurement(*leave)};
      if (const auto& beside = bench.beside(*leave)) data.measurements.push_back(*beside);
      data.eager = study::eager_note(bench.study(*leave));
    }
  }
  data.command = bench.command();
  set_frame(desk, data);
  return data;
}

void set_frame(const Desk& desk, charts::ChartData& data) {
  if (desk.pages.has(PageKind::room)) {
    // The audience's page is 540 units high: the smallest type, 12, is then a thirtieth of it.
    const FigureFrame frame = class_frame(desk);
    // A smaller or flatter one is drawn smaller: in it such type would leave a chart no room.
    data.width = std::max(frame.width, 320.0);
    data.height = std::max(frame.height, 0.33 * data.width);
    data.text_scale = 1.52;
    return;
  }
  data.width = desk.figure_frame.width;
  const bool stage = has_stage(desk) || desk.pages.has(PageKind::lab);
  const double least = stage ? 0.25 : 0.45;  // of the width: lower, a chart says too little
  if (desk.settings.theme == figure::Theme::projector) data.text_scale = 1.25;
  data.height = std::max(desk.figure_frame.height, least * desk.figure_frame.width);
  // On a screen with room for much more than a sheet the type grows with it.
  if (stage) data.text_scale = std::max(data.text_scale, std::min(data.width / 960, data.height / 540));
}

void keep_upright(const Desk& desk, charts::ChartData& data) {
  constexpr double least = 0.36;  // of its width
  if (!desk.pages.has(PageKind::room)) data.height = std::max(data.height, least * data.width);
}

charts::ChartData page_sheet(const Desk& desk) {
  charts::ChartData sheet;
  set_frame(desk, sheet);
  sheet.no_title = is_untitled(desk);  // a wall has the words above or beside it
  return sheet;
}

FigureFrame class_frame(const Desk& desk) {
  FigureFrame frame = desk.figure_frame;
  if (shows_figure(desk)) return frame;
  if (!has_stage(desk) && desk.course->step().task && desk.course->step().task->kind->is_run() &&
      stage_in_class(desk) == ClassStage::truth) {
    const Bench& bench = *bench_of_page(desk);
    if (charts::headline(bench.unfused(), {&bench.measurement(LockRule::to_ask())})) frame.height -= class_headline;
    return frame;
  }
  if (letters_of(*desk.course, desk.course->at).empty()) return frame;
  if (has_stage(desk) || has_wide_scene(desk)) {
    frame.height -= below_scene(desk);
    return frame;
  }
  const bool words = !desk.course->step().task->kind->asks_number() || frame.width < narrow_page;
  frame.width *= words ? beside_words : beside_numbers;
  return frame;
}

}  // namespace session
