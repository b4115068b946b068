// One check a paragraph of the rules.
#include "ui/legal.hpp"

#include "base/diagnostic.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "cells.hpp"
#include "chain/parser.hpp"
#include "figure/box.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/guess_text.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/loader.hpp"
#include "lesson/quantity.hpp"
#include "session/fake_device.hpp"
#include "session/lesson/sketch.hpp"
#include "session/state/answer_file.hpp"
#include "session/state/lock_rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <regex>

namespace tests {
namespace {

using session::Node;
using session::Purpose;

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

const Node* node_of(const session::View& view, std::string_view id) {
  for (const Node* node : session::all_nodes(view)) {
    if (node->id == id) return node;
  }
  return nullptr;
}

const session::Action* action_of(const session::View& view, std::string_view id) {
  for (const Node* node : session::all_nodes(view)) {
    for (const auto& action : node->actions) {
      if (action.id == id) return &action;
    }
  }
  return nullptr;
}

bool finite(std::initializer_list<double> numbers) {
  return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
}

bool sound(const figure::Mark& mark) {
  const auto all = [](const std::vector<figure::Point>& points) {
    return std::ranges::all_of(points, [](const auto& point) { return finite({point.x, point.y}); });
  };
  if (const auto* line = std::get_if<figure::Polyline>(&mark.shape)) return all(line->points);
  if (const auto* polygon = std::get_if<figure::Polygon>(&mark.shape)) return all(polygon->points);
  if (const auto* rect = std::get_if<figure::Rect>(&mark.shape)) {
    return finite({rect->at.x, rect->at.y, rect->width, rect->height}) && rect->width >= 0 && rect->height >= 0;
  }
  if (const auto* circle = std::get_if<figure::Circle>(&mark.shape)) {
    return finite({circle->center.x, circle->center.y, circle->radius}) && circle->radius >= 0;
  }
  if (const auto* text = std::get_if<figure::Text>(&mark.shape)) return finite({text->at.x, text->at.y, text->size});
  if (const auto* clip = std::get_if<figure::ClipBegin>(&mark.shape)) {
    return finite({clip->at.x, clip->at.y, clip->width, clip->height}) && clip->width >= 0 && clip->height >= 0;
  }
  return true;
}

/// What the program, not the student, says in numbers.
std::string figures_of(const Node& node) {
  std::string all;
  if (node.purpose == Purpose::headline || node.purpose == Purpose::table || node.purpose == Purpose::verdict ||
      node.purpose == Purpose::badge || node.purpose == Purpose::slider || node.purpose == Purpose::progress) {
    all += node.label + "\n" + node.value + "\n";
    for (const auto& line : node.lines) all += line + "\n";
    all += told(node);
  }
  if (!node.figure) return all;
  for (const auto& row : node.figure->table.rows) {
    for (const auto& cell : row.cells) all += cell + "\n";
  }
  for (const auto& mark : node.figure->marks) {
    if (const auto* text = std::get_if<figure::Text>(&mark.shape)) all += text->text + "\n";
  }
  return all;
}

bool has_answer(const lesson::Answer& kept) {
  return kept.guess || kept.chosen != -1 || !kept.typed.empty() || !kept.marks.empty() || !kept.struck.empty();
}

/// The line of a text that holds another.
std::string line_with(const std::string& text, const std::string& part) {
  const std::size_t at = text.find(part), before = text.rfind('\n', at), begin = before + 1;
  return "'" + text.substr(begin, text.find('\n', at) - begin) + "'";
}

/// The plan that the last scene up to a step shows first.
std::string driven_plan(const lesson::Lesson& lesson, int step) {
  std::string driven = "unfused";
  for (int i = 0; i < step; ++i) {
    for (const auto& block : lesson.steps[static_cast<std::size_t>(i)].blocks) {
      if (!block.is(lesson::fences::scene)) continue;
      const auto third = lesson::third_plan(block.scene);
      driven = lesson::is_alone(block.scene) && !third.empty() ? third : "unfused";
    }
  }
  return driven;
}

}  // namespace

Legal::Legal() {
  const auto listed = lesson::course();
  for (const auto& one : *listed) {
    lessons_.emplace(one.id, *lesson::find(one.id));
    sources_ += text_of(std::filesystem::is_directory(one.path) ? one.path / "lesson.md" : one.path);
  }
}

std::vector<std::string> Legal::faults(const session::View& view) {
  found_.clear();
  structure(view);
  numbers(view);
  // The commands lie over a page, which is as it was, and tell nothing that it may not.
  const session::View& page = view.beneath ? *view.beneath : view;
  if (view.beneath) structure(page);
  if (view.in_class) {  // its room has locks of its own; the student's stay as they are in the file
    kept();
    return std::move(found_);
  }
  place(page);
  locks(page);
  kept();
  secrets(view);
  if (view.beneath) secrets(page);
  lab(page);
  return std::move(found_);
}

void Legal::restarted(const std::string& lesson) {
  std::erase_if(locked_, [&](const auto& one) { return one.first.starts_with(lesson + "/"); });
  answered_.erase(lesson);
}

void Legal::reopened() {
  opened_.clear();
  talk_ = false;
  for (auto& [id, steps] : answered_) {
    std::erase_if(steps, [&](int step) {
      return lessons_.at(id).steps[static_cast<std::size_t>(step - 1)].task->kind->is_run();
    });
  }
}

/// Ids, buttons and marks as every page has them.
void Legal::structure(const session::View& view) {
  std::set<std::string> ids;
  int primaries = 0;
  for (const Node* node : session::all_nodes(view)) {
    if (node->id.empty() || !ids.insert(node->id).second) fault("two nodes, or one without a name: '" + node->id + "'");
    primaries += node->primary ? 1 : 0;
    if (node->purpose == Purpose::button && node->actions.empty()) fault("a button that does nothing: " + node->id);
    for (const auto& action : node->actions) {
      if (action.label.empty()) fault("an action without a label: " + action.id);
      if (action.enabled != action.why_not.empty()) fault("enabled with a reason, or disabled without: " + action.id);
    }
    if (node->slider) {
      const auto share = [](double at) { return at >= 0 && at <= 1; };
      if (!share(node->slider->at) || !std::ranges::all_of(node->slider->stops, share)) fault("slider: " + node->id);
    }
    if (!node->figure) continue;
    const auto lost = std::ranges::find_if_not(node->figure->marks, sound);
    if (lost != node->figure->marks.end()) {
      const auto at = figure::bounds(*lost).value_or(figure::Box{});
      fault(fmt::format("a mark that is nowhere: '{}' of {}, {} x {} at {}, {}", lost->id, node->id, at.width,
                        at.height, at.x, at.y));
    }
  }
  // The room's page has keys, and no button; of the commands Enter does the chosen one.
  if (primaries != (view.audience || view.beneath ? 0 : 1)) fault(std::to_string(primaries) + " filled buttons");
  if (view.title.empty()) fault("a window without a title");
}

/// No number that is none, and none below zero.
void Legal::numbers(const session::View& view) {
  static const std::regex no_number("(^|[^A-Za-z])-?(nan|inf|infinity)([^A-Za-z]|$)");
  static const std::regex negative("(^|[\\s(])(-|\u2212)[0-9]");
  for (const Node* node : session::all_nodes(view)) {
    if (node->id == "host.progress") continue;  // it names the host, and that is the student's word
    std::string said = figures_of(*node);
    const std::string_view causal = base::text("op.causal"), beyond = causal.substr(causal.find("-inf"));
    if (const auto at = said.find(beyond); at != std::string::npos) said.erase(at, beyond.size());
    std::smatch match;
    if (std::regex_search(said, match, no_number)) fault("no number in " + node->id + ": " + match.str());
    // A chain's own text may have a minus; a meter has not.
    const bool meter =
        node->purpose == Purpose::headline || node->purpose == Purpose::table || node->purpose == Purpose::verdict;
    const bool of_an_output = said.find("reference") != std::string::npos;  // what an element was, and should be
    if (meter && !of_an_output && std::regex_search(said, match, negative))
      fault("a number below zero in " + node->id + ": " + said);
  }
}

void Legal::opened(std::string_view lesson) {
  if (const auto known = lessons_.find(std::string(lesson)); known != lessons_.end()) opened_.insert(known->first);
}

/// Which lesson and step is open: said twice, and the same both times.
void Legal::place(const session::View& view) {
  lesson_.clear();
  const Node *steps = node_of(view, "steps"), *header = node_of(view, "header");
  if (steps == nullptr) return;
  if (header == nullptr) return fault("steps without a header");
  lesson_ = header->label.substr(0, header->label.find(' '));
  const auto lesson = lessons_.find(lesson_);
  if (lesson == lessons_.end()) return fault("no lesson of the course: " + header->label);
  opened_.insert(lesson_);
  const auto all = lesson->second.steps.size();
  if (steps->children.size() != all) fault("steps: " + std::to_string(steps->children.size()));
  step_ = 0;
  for (std::size_t i = 0; i < steps->children.size(); ++i) {
    if (!steps->children[i].selected) continue;
    if (step_ != 0) fault("two steps are open");
    step_ = static_cast<int>(i) + 1;
  }
  const auto said = base::say("session.header", {{"step", std::to_string(step_)},
                                                 {"steps", std::to_string(all)},
                                                 {"minutes", std::to_string(lesson->second.minutes)}});
  if (step_ == 0 || header->value != said) fault("step " + std::to_string(step_) + ", but '" + header->value + "'");
}

/// What the page says is answered stays so, and its task is closed.
void Legal::locks(const session::View& view) {
  if (lesson_.empty() || step_ == 0) return;
  const auto& lesson = lessons_.at(lesson_);
  const Node& steps = *node_of(view, "steps");
  auto& before = answered_[lesson_];
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const bool answered = steps.children[i].answered;
    const int step = static_cast<int>(i) + 1;
    if (answered) before.insert(step);
    if (!answered && before.contains(step)) fault("step " + std::to_string(step) + " is open again");
  }
  const auto& step = lesson.steps[static_cast<std::size_t>(step_ - 1)];
  const bool answered = before.contains(step_);
  const auto *next = action_of(view, "next"), *back = action_of(view, "back");
  if (back == nullptr || back->enabled != (step_ > 1)) fault("back, on step " + std::to_string(step_));
  const bool last = step_ == static_cast<int>(lesson.steps.size());
  if (next == nullptr && !last) fault("no way on");
  const bool may = !last && (!step.task || answered || action_of(view, "skip") == nullptr);
  if (next != nullptr && next->enabled != may) fault("next is " + std::string(may ? "closed" : "open"));
  if (step.task) task(view, step, answered);
}

void Legal::task(const session::View& view, const lesson::Step& step, bool answered) {
  bool changeable = false;
  for (const Node* node : session::all_nodes(view)) {
    for (const auto& action : node->actions) {
      for (const auto* verb : {"guess.", "words.", "choice:", "arrow:", "arrows."}) {
        changeable = changeable || (action.id.starts_with(verb) && action.id != "guess.lock");
      }
    }
    if (answered) continue;
    for (const auto* told : {"task.answer", "task.because", "task.mistake", "task.ours"}) {
      if (node->id == told) fault("told before the lock: " + node->id);
    }
    const bool another = node->id.starts_with("reveal.") || node->purpose == Purpose::verdict;
    if (another && step.task->kind != &lesson::kinds::words) fault("shown before the lock: " + node->id);
  }
  if (answered && changeable) fault("an answer that is locked can be changed");
  if (answered && action_of(view, "guess.lock") != nullptr) fault("locked, and can be locked");
  if (!answered && !changeable && step.task->kind != &lesson::kinds::run) fault("an open task that takes no answer");
}

/// The file: whole, and what was locked stays as it was.
void Legal::kept() {
  const auto path = session::answers_path();
  if (!std::filesystem::exists(path)) return;
  const auto file = lesson::load_answers(path);
  if (!file) return fault("the file of answers cannot be read: " + base::render(file.error()));
  if (!file->flaws.empty()) return fault("the file of answers is broken: " + base::render(file->flaws));
  for (const auto& [id, lesson] : lessons_) {
    const auto stands = lesson::standing(*file, id, [](const std::string&, const lesson::Answer&) { return true; });
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      const auto& task = lesson.steps[i].task;
      if (!task || task->kind->is_run() || !stands.contains(task->id)) continue;
      const std::string name = id + "/" + task->id;
      const lesson::Answer& now = stands.at(task->id);
      if (now.guess && (!std::isfinite(*now.guess) || *now.guess < 0)) fault(name + ": a guess that is no number");
      const auto first = locked_.find(name);
      if (first != locked_.end() && !(first->second == now)) fault(name + " was locked and changed");
      if (!now.locked) continue;
      if (!has_answer(now)) fault(name + " is locked without an answer");
      locked_.emplace(name, now);
      answered_[id].insert(static_cast<int>(i) + 1);
    }
  }
}

lesson::Asked Legal::asked() const {
  lesson::Asked asked;
  for (const auto& id : opened_) {
    const auto& lesson = lessons_.at(id);
    const auto curves = session::sketched_forms(lesson);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      const auto& task = lesson.steps[i].task;
      if (!task || !lesson.chains.contains(task->chain)) continue;
      const auto form = chain::form(*lesson.chains.at(task->chain));
      const auto answered = answered_.find(id);
      const bool is_answered = answered != answered_.end() && answered->second.contains(static_cast<int>(i) + 1);
      if (const auto curve = curves.find(i); curve != curves.end() && !is_answered) {
        for (const auto& swept : curve->second) asked.open_times(swept);
      }
      if (is_answered) {
        asked.answered(form, *task);
      } else {
        asked.open(form, *task);
      }
    }
  }
  return asked;
}

/// Nothing that an open task asks of this page's chain, nor what it can be read from: bytes and times, whose figures
/// no other number of this chain has. Another chain of the same tensors may well have them.
void Legal::secrets(const session::View& view) {
  if (lesson_.empty() || step_ == 0) return;
  const auto asked = this->asked();
  std::string of_page;
  for (int step = 0; step < step_; ++step) {
    const auto& task = lessons_.at(lesson_).steps[static_cast<std::size_t>(step)].task;
    if (task && !task->chain.empty()) of_page = task->chain;
  }
  std::set<std::string> hidden, open;
  const FakeDevice device(std::make_shared<Orders>());
  const auto& chains = lessons_.at(lesson_).chains;
  if (!chains.contains(of_page)) return;
  static std::map<std::string, lesson::Quantities> known;
  auto found = known.find(lesson_ + "/" + of_page);
  if (found == known.end()) {
    const auto bench = session::make_bench(of_page, chains.at(of_page), &device, device.spec());
    found = known.emplace(lesson_ + "/" + of_page, (*bench)->quantities(session::LockRule::to_judge())).first;
  }
  const auto form = chain::form(*chains.at(of_page));
  for (const auto& [quantity, value] : found->second) {
    if (!std::isfinite(value)) continue;
    const auto shown = lesson::show_value(quantity, value);
    auto& told = asked.hides(form, quantity) ? hidden : open;
    if (base::count_characters(shown) >= 4) told.insert(shown);
    if (value >= 10000) told.insert(std::to_string(static_cast<std::int64_t>(value)));
  }
  // What the student typed is theirs, and may be right.
  std::string typed;
  for (const Node* node : session::all_nodes(view)) {
    const bool field = node->editable || node->id == "task.guess" || node->id == "task.words";
    if (field) typed += node->value + "\n";
  }
  // The number line says it as figures are said: "1" of a ratio is its 1.00x.
  const auto& open_task = lessons_.at(lesson_).steps[static_cast<std::size_t>(step_ - 1)].task;
  if (const Node* node = node_of(view, "task.guess"); node != nullptr && open_task) {
    const auto unit = lesson::unit_of(open_task->asked);
    if (const auto guess = lesson::parse_guess(node->value, unit.value_or(lesson::Unit::number)); unit && guess) {
      typed += lesson::show_value(open_task->asked, *guess) + "\n";
    }
  }
  for (const auto& [name, answer] : locked_) typed += answer.typed + "\n";
  for (const auto& step : lessons_.at(lesson_).steps) {
    const auto kept = step.task ? locked_.find(lesson_ + "/" + step.task->id) : locked_.end();
    if (kept != locked_.end() && kept->second.guess)
      typed += lesson::show_value(step.task->asked, *kept->second.guess) + "\n";
  }
  // A calculator counts for itself, wherever its sliders stand: its figures may be a chain's by chance.
  for (const Node* node : session::all_nodes(view)) {
    if (node->id.starts_with("figure.calculator.")) typed += figures_of(*node) + "\n";
  }
  // Where the crossings may be told, the scene's meter runs up through every number of tensors: it counts, it does not
  // answer.
  const std::string driven = "crossings." + driven_plan(lessons_.at(lesson_), step_);
  const bool meter = node_of(view, "figure.warehouse") != nullptr && !asked.hides(form, driven);
  const std::string twin = meter ? std::string() : session::text_twin(view);
  const auto tells = [&](const std::string& secret) -> std::string {
    for (const Node* node : session::all_nodes(view)) {
      if (meter && node->id == "figure.warehouse") continue;
      if (!node->editable && figures_of(*node).find(secret) != std::string::npos)
        return node->id + ", " + line_with(figures_of(*node), secret);
    }
    return twin.find(secret) == std::string::npos ? "" : "the text twin, " + line_with(twin, secret);
  };
  for (const auto& secret : hidden) {
    if (open.contains(secret) || sources_.find(secret) != std::string::npos || typed.find(secret) != std::string::npos)
      continue;
    if (const auto where = tells(secret); !where.empty()) {
      fault("before the lock, on step " + std::to_string(step_) + " of " + lesson_ + ": " + secret + " in " + where);
    }
  }
}

/// The lab is closed on the chain of an open task.
void Legal::lab(const session::View& view) {
  const Node* editor = node_of(view, "lab.chain");
  if (editor == nullptr) return;
  const auto chain = chain::parse(editor->value);
  if (!chain || node_of(view, "lab.wrong") != nullptr) return;
  const bool hides = asked().hides_any(chain::form(*chain));
  const bool closed = node_of(view, "lab.closed") != nullptr;
  if (hides != closed && !(closed && talk_)) {
    fault((hides ? "the lab is open on an open task's chain: " : "the lab is closed without a reason: ") +
          editor->value);
  }
  if (!hides) return;
  for (const Node* node : session::all_nodes(view)) {
    const bool tells = node->figure || node->purpose == Purpose::headline || node->purpose == Purpose::table ||
                       (node->purpose == Purpose::source && !node->lines.empty()) || node->purpose == Purpose::verdict;
    if (tells) fault("the closed lab shows " + node->id);
  }
}

}  // namespace tests
