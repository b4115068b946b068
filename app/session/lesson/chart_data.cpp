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

/// Characters of the longest line, where words are set on so many lines as evenly as they can be.
std::size_t longest_line(std::string_view words, std::size_t lines) {
  std::vector<std::size_t> sizes;
  for (const std::string_view word : base::split(words, ' ')) sizes.push_back(base::count_characters(word));
  const auto lines_of = [&](std::size_t most) {
    std::size_t count = 1, used = 0;
    for (const std::size_t size : sizes) {
      const bool turns = used > 0 && used + 1 + size > most;
      count += turns ? 1 : 0;
      used = turns || used == 0 ? size : used + 1 + size;
    }
    return count;
  };
  std::size_t most = std::ranges::max(sizes);
  while (lines_of(most) > lines) ++most;
  return most;
}

/// Units that lettered answers take below a picture: lines of words, a bar of hands and how many. Each has as wide a
/// column as its words need.
double below_scene(const Desk& desk) {
  const auto letters = letters_of(*desk.course, desk.course->at);
  constexpr double character = 11, disc = 60, line = 25;  // a letter of the words; all that stands beside these
  constexpr std::size_t most = 4;
  std::size_t lines = 1;
  for (; lines < most; ++lines) {
    double used = 0;
    for (const Letter& one : letters) used += disc + character * static_cast<double>(longest_line(one.words, lines));
    if (used <= desk.figure_frame.width) break;
  }
  return 83 + line * static_cast<double>(lines - 1);
}

/// One lane is wide and low: its letters stand below it.
bool has_wide_scene(const Desk& desk) {
  return std::ranges::any_of(desk.course->step().blocks, [](const lesson::Block& block) {
    return block.is(lesson::fences::scene) && is_alone(block.scene);
  });
}

/// The plan of the lesson's own that the open step's picture shows of that chain; empty where it shows none.
std::string own_plan_shown(const Desk& desk, const Bench& bench) {
  if (desk.pages.has(PageKind::lab) || desk.course == nullptr) return {};
  for (const lesson::Block& block : desk.course->step().blocks) {
    if (block.is(lesson::fences::scene) && block.name == bench.name) return block.plan;
  }
  return {};
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
  data.no_bytes = !has_learned(desk, "bytes");
  const bool beside = !data.no_bytes;  // before, no GPU has a name
  if (beside && !opened && desk.services.recorded != desk.services.device && is_recorded(desk, bench)) {
    data.slots.push_back(record::Source::recorded);
    data.beside = desk.services.recorded->spec();
  }
  if (const auto leave = allowed.leave()) {
    const figure::Stage stage = allowed;
    if (stage >= figure::Stage::model) data.predictions = bench.study(*leave).predictions;
    if (stage >= figure::Stage::truth && bench.ran()) {
      data.measurements = {bench.measurement(*leave)};
      if (const auto& other = bench.beside(*leave); other && beside) data.measurements.push_back(*other);
      data.eager = study::eager_note(bench.study(*leave));
    }
  }
  data.command = bench.command();
  data.no_cold = !has_learned(desk, "numbers");
  data.about = own_plan_shown(desk, bench);
  set_frame(desk, data);
  return data;
}

namespace {

/// One picture at a time, which has all of its place.
bool is_staged(const Desk& desk) {
  return has_stage(desk) || desk.pages.has(PageKind::lab);
}

}  // namespace

double page_type(const Desk& desk) {
  if (desk.pages.has(PageKind::room)) return 1.52;
  const double least = desk.settings.theme == figure::Theme::projector ? 1.25 : 1;
  if (!is_staged(desk)) return least;
  // On a screen with room for much more than a sheet the type grows with it.
  return std::max(least, std::min(desk.figure_frame.width / 960, desk.figure_frame.height / 540));
}

void set_frame(const Desk& desk, charts::ChartData& data) {
  if (desk.pages.has(PageKind::room)) {
    // The audience's page is 540 units high: the smallest type, 12, is then a thirtieth of it.
    const FigureFrame frame = class_frame(desk);
    // A smaller or flatter one is drawn smaller: in it such type would leave a chart no room.
    data.width = std::max(frame.width, 320.0);
    data.height = std::max(frame.height, 0.33 * data.width);
    data.text_scale = page_type(desk);
    return;
  }
  data.width = desk.figure_frame.width;
  data.height = desk.figure_frame.height;
  data.text_scale = page_type(desk);
  keep_room(desk, data, Needs::rows);
}

void keep_room(const Desk& desk, charts::ChartData& data, Needs needs) {
  if (desk.pages.has(PageKind::room)) return;
  if (!is_staged(desk)) {  // a column of figures, each as high as it likes
    constexpr double of_width = 0.45, of_many = 0.5;
    data.height = std::max(data.height, (needs == Needs::many_rows ? of_many : of_width) * data.width);
    return;
  }
  constexpr double least_type = 0.55, low = 0.3, title = 40;
  double lowest = needs == Needs::rows ? 190 : needs == Needs::axes ? 240 : 270;
  // On a low wall the words beside it have to do: a curve needs the room.
  const bool wall = desk.settings.theme == figure::Theme::projector;
  if (wall && needs != Needs::rows && data.height < low * data.width) data.no_title = true;
  if (data.no_title) lowest -= title;
  data.text_scale = std::min(data.text_scale, std::max(least_type, data.height / lowest));
  data.height = std::max(data.height, lowest * data.text_scale);
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
