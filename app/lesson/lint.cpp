// Checks that need numbers: every chain is predicted, then the lesson's texts are held against its answers.
#include "lesson/lint.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/calculator_lint.hpp"
#include "lesson/english_lint.hpp"
#include "lesson/expression.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/finding_lint.hpp"
#include "lesson/findings.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/letters.hpp"
#include "lesson/machine_values.hpp"
#include "lesson/markdown.hpp"
#include "lesson/sizes.hpp"
#include "lesson/values.hpp"

#include <algorithm>
#include <concepts>
#include <map>
#include <utility>
#include <vector>

namespace lesson {
namespace {

constexpr std::size_t most_words = 80;           // what a screen of prose holds beside a chain and a question
constexpr std::size_t most_stage_words = 60;     // beside a picture that takes more than half of the page
constexpr std::size_t most_class_words = 25;     // what a room reads while somebody speaks
constexpr std::size_t sketch_letter_words = 15;  // five places to bend, three words each

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Parts of a word or of a longer figure are no figure of their own: K1, f32, 0.5, x2.
bool joins(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
}

struct Figure {
  std::string_view text;
  std::size_t offset = 0;
};

/// Whole numbers that stand alone in `text`, outside {values} and {fact}s.
std::vector<Figure> figures(std::string_view text) {
  std::string bare(text);
  for (const Slot& slot : slots(text))
    std::fill_n(bare.begin() + static_cast<std::ptrdiff_t>(slot.offset), slot.length, ' ');
  std::vector<Figure> found;
  for (std::size_t at = 0; at < bare.size();) {
    if (!is_digit(bare[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < bare.size() && is_digit(bare[end])) ++end;
    const bool starts_alone = at == 0 || !joins(bare[at - 1]);
    const bool ends_alone = end == bare.size() || !joins(bare[end]) ||
                            (bare[end] == '.' && (end + 1 == bare.size() || !is_digit(bare[end + 1])));
    if (starts_alone && ends_alone) found.push_back({text.substr(at, end - at), at});
    at = end;
  }
  return found;
}

class Lint {
 public:
  Lint(const Lesson& lesson, const machine::DeviceSpec& spec)
      : lesson_(lesson),
        spec_(spec),
        findings_(lesson.file, {}),
        numbers_(lesson_quantities(lesson, study::machine_of(spec))) {}

  base::Diagnostics run() {
    int minutes = 0;
    bool all_have_minutes = true;
    for (const Step& step : lesson_.steps) {
      if (step.task) check_task(*step.task);
      minutes += step.minutes;
      all_have_minutes = all_have_minutes && step.minutes > 0;
    }
    if (all_have_minutes && minutes != lesson_.minutes) {
      findings_.add({1, 1, 1}, base::say("lesson.lint.minutes", {{"steps", std::to_string(minutes)},
                                                                 {"lesson", std::to_string(lesson_.minutes)}}));
    }
    check_text(lesson_.goal, {}, {1, 1, 3});
    for (const Step& step : lesson_.steps) check_step(step);
    for (const auto& [name, finding] : lesson_.findings) check_finding(finding);
    lint_findings(lesson_, study::machine_of(spec_), findings_);
    if (!lesson_.calculators.empty()) lint_calculators(lesson_, machine_sheet(&spec_), findings_);
    if (lesson_.stage) lint_english(lesson_, findings_);
    return findings_.take();
  }

 private:
  void check_task(const Task& task) {
    const auto known = [&](std::string_view quantity) { return value_of(numbers_, task.chain, quantity).has_value(); };
    const bool is_measured = is_seen(task.asked);
    check_measured(task.asked, task.chain, {task.line, 1, 3});
    if (!task.asked.empty() && !is_measured) {
      if (const auto answer = value_of(numbers_, task.chain, task.asked)) {
        // Counts only: the figures of other quantities are rounded, and differ from device to device.
        const auto unit = unit_of(task.asked);
        if (unit && is_count(*unit)) answers_.emplace(show_value(task.asked, *answer), task.asked);
      } else {
        findings_.add({task.line, 1, 3},
                      base::say("lesson.lint.asked", {{"quantity", without_unit(task.asked)}, {"chain", task.chain}}));
      }
    }
    check_misconceptions(task);
    for (const std::string& given : task.given) {
      check_measured(given, task.chain, {task.line, 1, 3});
      if (!known(given) && !is_seen(given)) {
        findings_.add({task.line, 1, 3},
                      base::say("lesson.lint.given", {{"quantity", without_unit(given)}, {"chain", task.chain}}));
      }
    }
  }

  /// Each must be wrong, and be another wrong number than those before it, or nobody ever reads it.
  void check_misconceptions(const Task& task) {
    const std::string quantity = asked_by(task);
    if (hangs_on_a_clock(quantity)) return;  // on another machine they differ
    const auto right = value_of(numbers_, task.chain, quantity);
    std::vector<std::pair<double, std::string>> before;
    for (const Misconception& one : task.misconceptions) {
      const auto value = one.value.empty() ? std::nullopt : evaluate(one.value, numbers_, task.chain);
      if (!value) continue;
      const auto same =
          std::ranges::find_if(before, [&](const auto& b) { return same_number(quantity, b.first, *value); });
      if (right && counts_as_right(task, *value, *right)) {
        findings_.tell(
            {task.line, 1, 3}, "lesson.lint.is_right",
            {{"id", one.id}, {"value", show_value(quantity, *value)}, {"right", show_value(quantity, *right)}});
      } else if (same != before.end()) {
        findings_.tell({task.line, 1, 3}, "lesson.lint.like_another",
                       {{"id", one.id}, {"value", show_value(quantity, *value)}, {"other", same->second}});
      }
      before.emplace_back(*value, one.id);
    }
  }

  /// A measured quantity that no run of the lesson gives: it would read "not measured yet" for ever. Of two chains both
  /// must run. Empty where there is none: else the chain that no task runs.
  [[nodiscard]] std::optional<std::string> never_run(std::string_view quantity, std::string_view chain) const {
    if (!quantity.starts_with("measured.")) return std::nullopt;
    for (const std::string_view one : {chain, compared(quantity).chain}) {
      if ((one == chain || !one.empty()) && !is_run(one)) return std::string(one);
    }
    return std::nullopt;
  }

  void check_measured(std::string_view quantity, std::string_view chain, Place place) {
    const auto of = never_run(quantity, chain);
    if (of) findings_.tell(place, "lesson.lint.never_run", {{"quantity", quantity}, {"chain", *of}});
  }

  /// A run of the lesson that tells what was measured of a chain.
  [[nodiscard]] bool is_run(std::string_view chain) const {
    return std::ranges::any_of(lesson_.steps, [&](const Step& step) {
      return step.task && step.task->kind->is_run() && step.task->chain == chain;
    });
  }

  void check_step(const Step& step) {
    check_text(step.title, {}, {step.line, 1, 2});
    std::size_t words = 0;
    for (const Block& block : step.blocks) {
      const bool is_text = block.fence == nullptr || block.fence->is_text;
      if (block.text.empty() || !is_text) continue;
      const Findings inside({}, block.text);
      check_text(block.text, block.chain, [&](std::size_t offset, std::size_t length) {
        Place place = inside.place(offset, length);
        place.line += block.line - 1;
        return place;
      });
      if (block.fence == nullptr && !block.after_task) words += count_words(with_longest_cases(block.text, lesson_));
    }
    const std::size_t most = lesson_.stage ? most_stage_words : most_words;
    if (words > most) {
      findings_.tell({step.line, 1, 2}, "lesson.lint.words",
                     {{"n", std::to_string(words)}, {"most", std::to_string(most)}});
    }
    if (lesson_.stage && !has_picture(step)) findings_.tell({step.line, 1, 2}, "lesson.lint.no_picture");
    if (step.task) check_task_texts(*step.task);
    check_class_words(step);
  }

  /// What the step's stage shows.
  static bool has_picture(const Step& step) {
    const bool fence = std::ranges::any_of(step.blocks, [](const Block& one) {
      return one.is(fences::scene) || one.is(fences::stage) || one.is(fences::sweep) || one.is(fences::bandwidth) ||
             one.is(fences::ladder) || one.is(fences::roofline) || one.is(fences::calculator) ||
             one.is(fences::timeline) || one.is(fences::levels);
    });
    if (fence || !step.task) return fence;
    const TaskKind& kind = *step.task->kind;
    const bool dragged = kind.by == By::number && asked_by(*step.task).starts_with("intensity.");
    return kind.by == By::marks || kind.by == By::curve || dragged || kind.is_run();
  }

  void check_finding(const Finding& finding) {
    for (const Term& one : terms_of_conditions(finding)) check_measured(one.name, one.chain, {finding.line, 1, 3});
    for (const FindingCase& one : finding.cases) check_text(one.text, finding.chain, {one.line + 1, 1, 1});
    const std::size_t most = lesson_.stage ? most_stage_words : most_words;
    for (const FindingCase& one : finding.cases) {
      if (const std::size_t n = count_words(one.text); n > most) {
        findings_.tell({one.line, 1, 4}, "lesson.lint.finding_words",
                       {{"n", std::to_string(n)}, {"most", std::to_string(most)}});
      }
    }
  }

  /// What the class has on its screen at once: the text and the lettered answers. A {value} is one word.
  void check_class_words(const Step& step) {
    std::size_t letters = 0;
    if (step.task) {
      const Task& task = *step.task;
      if (task.kind->by == By::curve) letters += sketch_letter_words;
      for (const std::string& one : task.in_brief.empty() ? task.choices : task.in_brief) letters += class_words(one);
    }
    for (const Block& block : step.blocks) {
      if (!block.is(fences::in_class)) continue;
      const std::size_t words = class_words(with_longest_cases(block.text, lesson_)) + letters;
      if (words <= most_class_words) continue;
      findings_.tell({block.line, 1, 1}, "lesson.lint.class_words",
                     {{"n", std::to_string(words)}, {"most", std::to_string(most_class_words)}});
    }
  }

  static std::size_t class_words(std::string_view markdown) {
    std::string filled(markdown);
    const auto all = slots(markdown);
    for (auto slot = all.rbegin(); slot != all.rend(); ++slot) filled.replace(slot->offset, slot->length, 1, '0');
    return count_words(filled);
  }

  void check_task_texts(const Task& task) {
    const Place place{task.line, 1, 3};
    for (const std::string* text : {&task.question, &task.hint, &task.right_text, &task.model_answer}) {
      check_text(*text, task.chain, place);
    }
    for (const std::string& choice : task.choices) check_text(choice, task.chain, place);
    for (const std::string& brief : task.in_brief) check_text(brief, task.chain, place);
    for (const std::string* text : {&task.paper, &task.paper_because}) check_text(*text, task.chain, place);
    for (const Misconception& wrong : task.misconceptions) {
      check_text(wrong.explanation, task.chain, place);
      for (const Slot& slot : slots(wrong.value)) {
        check_measured(slot.name, slot.chain.empty() ? std::string_view(task.chain) : std::string_view(slot.chain),
                       place);
      }
    }
  }

  void check_text(std::string_view text, std::string_view chain, Place place) {
    check_text(text, chain, [&](std::size_t, std::size_t) { return place; });
  }

  template <class PlaceOf>
  requires std::invocable<PlaceOf, std::size_t, std::size_t>
  void check_text(std::string_view text, std::string_view chain, const PlaceOf& place_of) {
    for (const Figure& figure : figures(text)) {
      const auto answer = answers_.find(figure.text);
      if (answer == answers_.end()) continue;
      findings_.tell(place_of(figure.offset, figure.text.size()), "lesson.lint.typed",
                     {{"figure", figure.text}, {"quantity", answer->second}});
    }
    for (const Slot& slot : slots(text)) {
      if (slot.kind != Slot::Kind::value) continue;
      const std::string_view of = slot.chain.empty() ? chain : std::string_view(slot.chain);
      check_measured(slot.name, of, place_of(slot.offset, slot.length));
      if (is_seen(slot.name)) continue;
      if (value_of(numbers_, of, slot.name)) continue;
      findings_.add(place_of(slot.offset, slot.length), base::say("lesson.lint.value", {{"quantity", slot.name}}));
    }
  }

  const Lesson& lesson_;
  const machine::DeviceSpec& spec_;
  Findings findings_;
  Quantities numbers_;
  std::map<std::string, std::string, std::less<>> answers_;  ///< figure -> the quantity it answers
};

}  // namespace

base::Diagnostics lint(const Lesson& lesson, const machine::DeviceSpec& spec) {
  base::Diagnostics found = Lint(lesson, spec).run();
  if (lesson.other_sizes.empty()) return found;
  Lesson other = lesson;
  size_for(other, !lesson.sized_for_gpu);
  for (base::Diagnostic& one : Lint(other, spec).run()) {
    if (std::ranges::find(found, one) == found.end()) found.push_back(std::move(one));
  }
  return found;
}

}  // namespace lesson
