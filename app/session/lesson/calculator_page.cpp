// Works out, draws, remembers.
#include "session/lesson/calculator_page.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/calculation.hpp"
#include "publish/calculator_fence.hpp"
#include "session/lesson/chart_data.hpp"
#include "session/state/cells.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>

namespace session {
namespace {

using lesson::Calculator;
using lesson::CalculatorLine;
using Kind = CalculatorLine::Kind;

/// "91/decode/weights"
std::string kept_name(const Desk& desk, std::string_view calculator, std::string_view slider) {
  return desk.course->lesson.id + "/" + std::string(calculator) + "/" + std::string(slider);
}

publish::CalculatorMachine machine_here(const Desk& desk) {
  return publish::calculator_machine(desk.spec ? &*desk.spec : nullptr);
}

/// A class begins where the question stands, wherever the same person left the sliders alone.
bool in_class(const Desk& desk) {
  return desk.pages.has(PageKind::room);
}

std::optional<double> kept_place(const Desk& desk, const Calculator& calculator, const CalculatorLine& slider) {
  const std::map<std::string, double> of_room =
      in_class(desk) ? room_of(desk).sliders : std::map<std::string, double>{};
  const auto& all = in_class(desk) ? of_room : desk.settings.sliders;
  const auto kept = all.find(kept_name(desk, calculator.name, slider.name));
  return kept == all.end() ? std::nullopt : std::optional(kept->second);
}

/// As they were put; as the question has them while it is open. The lesson's file may have changed since.
lesson::SliderPlaces places_of(const Desk& desk, const Calculator& calculator, bool locked) {
  lesson::SliderPlaces places;
  if (locked) return places;
  for (const CalculatorLine* slider : calculator.of(Kind::slider)) {
    const auto kept = kept_place(desk, calculator, *slider);
    if (kept) places[slider->name] = slider->stops[nearest_stop(*slider, *kept)];
  }
  return places;
}

double value_in(const lesson::SliderPlaces& places, const CalculatorLine& slider) {
  const auto found = places.find(slider.name);
  return found == places.end() ? slider.value : found->second;
}

double share_of(std::size_t stop, const CalculatorLine& slider) {
  return static_cast<double>(stop) / static_cast<double>(slider.stops.size() - 1);
}

struct Named {
  const Calculator* calculator;
  const CalculatorLine* slider;
};

/// "decode/weights"; nothing where the open lesson has no such slider, or the question holds it.
std::optional<Named> named(const Desk& desk, std::string_view name) {
  if (desk.course == nullptr) return std::nullopt;
  const std::size_t slash = name.find('/');
  const auto& all = desk.course->lesson.calculators;
  const auto found = all.find(name.substr(0, slash));
  if (slash == std::string_view::npos || found == all.end()) return std::nullopt;
  const CalculatorLine* slider = found->second.find(name.substr(slash + 1));
  if (slider == nullptr || slider->kind != Kind::slider) return std::nullopt;
  if (publish::hides_calculator(asked(desk), found->second)) return std::nullopt;
  return Named{&found->second, slider};
}

void put(Desk& desk, const Named& one, std::size_t stop) {
  const double value = one.slider->stops[stop];
  const std::string name = kept_name(desk, one.calculator->name, one.slider->name);
  if (in_class(desk)) {
    desk.course->rooms[desk.course->at].sliders[name] = value;
    return;
  }
  const auto [kept, is_new] = desk.settings.sliders.try_emplace(name, one.slider->value);
  if (kept->second == value && !is_new) return;
  kept->second = value;
  desk.remember();
}

std::size_t stop_of(const Desk& desk, const Named& one) {
  return nearest_stop(*one.slider, value_in(places_of(desk, *one.calculator, false), *one.slider));
}

std::vector<Action> step_actions(const Calculator& calculator, const CalculatorLine& slider, std::size_t stop) {
  const std::string name = calculator.name + "/" + slider.name;
  const auto moves = [&](std::string_view verb, std::string_view key) {
    return labelled(std::string(verb) + ":" + name, base::say(key, {{"name", lesson::spoken(slider.name)}}));
  };
  Action less = moves("slider.less", "session.slider.less"), more = moves("slider.more", "session.slider.more");
  if (stop == 0) less = disabled(std::move(less), std::string(base::text("session.slider.first")));
  if (stop + 1 == slider.stops.size()) more = disabled(std::move(more), std::string(base::text("session.slider.last")));
  return {std::move(less), std::move(more)};
}

Node slider_node(const Calculator& calculator, const CalculatorLine& slider, const lesson::SliderPlaces& places,
                 bool locked) {
  const double value = value_in(places, slider);
  const std::size_t stop = nearest_stop(slider, value);
  Node node = make("calculator." + calculator.name + "." + slider.name, Purpose::slider, lesson::spoken(slider.name),
                   lesson::show_amount(value, slider.unit));
  node.slider = Slider{share_of(stop, slider), {}};
  for (std::size_t i = 0; i < slider.stops.size(); ++i) node.slider->stops.push_back(share_of(i, slider));
  Action move = action("slider.move", "session.slider.move");
  move.id += ":" + calculator.name + "/" + slider.name;
  if (locked) move = disabled(std::move(move), std::string(base::text("session.slider.locked")));
  node.actions = {std::move(move)};  // Left and Right move what has the keyboard: buttons would only take room
  return node;
}

/// Every name: what it comes to, and how that is known.
Node table(const Desk& desk, const Calculator& calculator, const lesson::SliderPlaces& places,
           const publish::CalculatorMachine& machine) {
  Node node = make("calculator." + calculator.name, Purpose::table, base::say("session.calculator.table"));
  node.rows.push_back({{}, cell::said("session.calculator.value"), cell::said("session.calculator.from")});
  const auto values = calculated(calculator, places, machine.sheet);
  const lesson::Asked open = asked(desk);
  for (const CalculatorLine& line : calculator.lines) {
    const bool hidden = open.hides({}, quantity_of(calculator, line));
    Cell value =
        hidden ? cell::unknown() : Cell{lesson::show_amount(values.at(line.name), line.unit), CellUnit::number};
    node.rows.push_back(
        {cell::words(lesson::spoken(line.name)), std::move(value), cell::words(publish::how_known(line, machine))});
  }
  return node;
}

}  // namespace

std::vector<Node> calculator_nodes(const Desk& desk, const lesson::Block& fence, int) {
  const Calculator& calculator = desk.course->lesson.calculators.at(fence.name);
  const bool locked = publish::hides_calculator(asked(desk), calculator);
  const lesson::SliderPlaces places = places_of(desk, calculator, locked);
  const publish::CalculatorMachine machine = machine_here(desk);
  const figure::Figure figure = publish::calculator_figure(calculator, publish::command_word(desk.course->lesson),
                                                           places, machine, page_sheet(desk));
  std::vector<Node> nodes = {figure_node(figure::at(figure, locked ? figure::Stage::question : figure::Stage::truth))};
  for (const CalculatorLine* slider : calculator.of(Kind::slider)) {
    nodes.push_back(slider_node(calculator, *slider, places, locked));
  }
  nodes.push_back(table(desk, calculator, places, machine));
  nodes.push_back(badge_node("calculator." + calculator.name + ".badge",
                             std::string(base::text("chart.calculator.computed")), record::Source::model));
  return nodes;
}

void move_slider(Desk& desk, std::string_view name, std::string_view place) {
  const auto one = named(desk, name);
  const auto at = base::to_number(place);
  if (!one || !at) return;
  const double last = static_cast<double>(one->slider->stops.size() - 1);
  put(desk, *one, static_cast<std::size_t>(std::lround(std::clamp(*at, 0.0, 1.0) * last)));
}

void step_slider(Desk& desk, std::string_view name, int by) {
  const auto one = named(desk, name);
  if (!one) return;
  const auto last = static_cast<std::ptrdiff_t>(one->slider->stops.size()) - 1;
  const auto to = std::clamp(static_cast<std::ptrdiff_t>(stop_of(desk, *one)) + by, std::ptrdiff_t{0}, last);
  put(desk, *one, static_cast<std::size_t>(to));
}

std::vector<Action> class_slider_actions(const Desk& desk, const lesson::Block& fence) {
  const Calculator& calculator = desk.course->lesson.calculators.at(fence.name);
  const CalculatorLine& slider = *calculator.find(calculator.drawing.over);
  const bool locked = publish::hides_calculator(asked(desk), calculator);
  if (locked) return {};
  const auto stop = nearest_stop(slider, value_in(places_of(desk, calculator, false), slider));
  std::vector<Action> actions = step_actions(calculator, slider, stop);
  actions[0].keys = {"Down"};
  actions[1].keys = {"Up"};
  return actions;
}

}  // namespace session
