// Step by step: what may be read before the guess, the guess, and behind a <details> what it comes to.
#include "publish/lesson_html.hpp"

#include "base/dates.hpp"
#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/frame/provenance.hpp"
#include "lesson/calculation.hpp"
#include "lesson/course_map.hpp"
#include "lesson/expression.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/finding.hpp"
#include "lesson/html.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/machine_values.hpp"
#include "lesson/named_plans.hpp"
#include "lesson/values.hpp"
#include "publish/page_figures.hpp"
#include "publish/sweep_fence.hpp"
#include "record/plausibility.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace publish {
namespace {

namespace fences = lesson::fences;
using lesson::Block;
using lesson::By;
using lesson::Quantities;
using lesson::Task;

/// Words in lines of 75 characters, figures as wide as the window lets them; on a phone they are scrolled, not shrunk.
constexpr std::string_view page_style =
    "  body { max-width: 60rem; }\n"
    "  p, ul, ol, blockquote, pre, fieldset { max-width: 44rem; }\n"
    "  .step { border-top: 1px solid var(--line); margin-top: 1rem; }\n"
    "  .step h2 { border: 0; display: inline; font-size: 1.35rem; line-height: 2.2; }\n"
    "  .task { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; margin: 1.2rem 0;\n"
    "          padding: .2rem 1.2rem 1rem; }\n"
    "  .task h3 { margin-bottom: .2rem; }\n"
    "  summary { color: var(--link); cursor: pointer; font-weight: 600; padding: .5rem 0; }\n"
    "  summary:focus-visible, input:focus-visible, textarea:focus-visible { outline: 3px solid var(--link); }\n"
    "  input[type=text], textarea { background: var(--page); border: 1px solid var(--quiet); border-radius: 4px;\n"
    "          color: var(--ink); font: inherit; padding: .3rem .5rem; }\n"
    "  textarea { box-sizing: border-box; width: 100%; }\n"
    "  fieldset { border: 0; margin: 0; padding: 0; }\n"
    "  fieldset label { display: block; padding: .25rem 0; }\n"
    "  figure { margin: 1.2rem 0; overflow-x: auto; }\n"
    "  figure svg { display: block; height: auto; min-width: 40rem; width: 100%; }\n"
    "  .in-dark { display: none; }\n"
    "  @media (prefers-color-scheme: dark) { .in-dark { display: block; } .in-light { display: none; } }\n"
    "  @media print { .in-dark { display: none; } .in-light { display: block; } figure svg { min-width: 0; } }\n"
    "  .notes { border-left: 3px solid var(--quiet); padding-left: 1rem; }\n";

/// Of the tables below calculators.
constexpr std::string_view calculator_style =
    "  .calculator { border-collapse: collapse; margin: 1.2rem 0; }\n"
    "  .calculator th, .calculator td { border-top: 1px solid var(--line); padding: .3rem 1rem .3rem 0;\n"
    "          text-align: left; vertical-align: top; }\n"
    "  .calculator td:nth-child(2) { font-variant-numeric: tabular-nums; white-space: nowrap; }\n";

std::string say(std::string_view key, std::initializer_list<std::pair<std::string_view, std::string_view>> fillings) {
  return lesson::escape_html(base::say(key, fillings));
}

std::string text(std::string_view key) {
  return lesson::escape_html(base::text(key));
}

/// Counts are asked of the chain that stands above; of the rest a quiz's words do.
std::string ask_key(const Task& task) {
  const std::string asked = asked_by(task);
  return (asked.starts_with("crossings.") ? "page.ask." : "quiz.ask.") + asked;
}

class Writer {
 public:
  Writer(const lesson::Lesson& lesson, const Findings& findings, const HtmlPage& page)
      : lesson_(lesson), findings_(findings), page_(page), figures_(findings) {
    for (const auto& [name, data] : findings.chains) {
      forms_[name] = form(*data.chain);
      Quantities known = lesson::predicted_quantities(data.predictions);
      known.merge(lesson::machine_quantities(data.plans.at(0), data.plans.at(1), findings.spec,
                                             lesson::named_among(data.plans)));
      if (!data.measurements.empty()) {
        known.merge(lesson::measured_quantities(data.measurements.front()));
      }
      const auto graph = findings.graphs.find(name);
      known.merge(lesson::recorded_quantities(data.measurements.empty() ? nullptr : &data.measurements.front(),
                                              graph == findings.graphs.end() ? nullptr : &graph->second));
      known_[name] = std::move(known);
    }
    if (!lesson.calculators.empty()) {
      calculated_ = lesson::calculated_quantities(lesson, lesson::machine_sheet(&findings.spec));
    }
  }

  std::string run() {
    const std::string title = fmt::format("{} {}", lesson_.id, lesson_.title);
    std::string body = page_.nav;
    body += fmt::format("<header>\n<h1>{}</h1>\n<p class=\"quiet\">{}</p>\n<p>{}</p>\n", lesson::escape_html(title),
                        minutes_and_place(), lesson::inline_html(lesson_.goal));
    if (const std::string from = strangers(); !from.empty()) {
      body += fmt::format("<p>{}</p>\n", lesson::escape_html(base::say("session.recorded_from", {{"from", from}})));
    }
    body += fmt::format("<nav aria-label=\"{}\">\n<ol>\n", text("session.steps"));
    for (std::size_t i = 0; i < lesson_.steps.size(); ++i) {
      body += fmt::format("<li><a href=\"#step-{}\">{}</a></li>\n", i + 1, lesson::inline_html(lesson_.steps[i].title));
    }
    body += "</ol>\n</nav>\n</header>\n<main>\n";
    for (std::size_t i = 0; i < lesson_.steps.size(); ++i) body += step(i);
    std::string style(page_style);
    if (!lesson_.calculators.empty()) style += calculator_style;
    return lesson::html_document(title, body + "</main>\n" + footer(), style);
  }

 private:
  /// Whose file the recorded numbers in the text are from, where it is not of this release.
  [[nodiscard]] std::string strangers() const {
    for (const auto& [name, data] : findings_.chains) {
      for (const record::Measurement& one : data.measurements) {
        if (!one.stranger.empty()) return record::stranger_words(one);
      }
    }
    for (const auto& [name, one] : findings_.graphs) {
      if (!one.stranger.empty()) return record::stranger_words(one);
    }
    return {};
  }
  /// What may be read once the tasks of the first `answered` steps are.
  lesson::Asked asked(std::size_t answered) const {
    lesson::Asked asked;
    for (std::size_t i = 0; i < lesson_.steps.size(); ++i) {
      const auto& task = lesson_.steps[i].task;
      if (!task) continue;
      const auto chain = forms_.find(task->chain);
      const bool of_none = lesson::is_calculated(asked_by(*task));
      if (chain == forms_.end() && !of_none) continue;
      const std::string& of = of_none ? no_form_ : chain->second;
      i < answered ? asked.answered(of, *task) : asked.open(of, *task);
    }
    return asked;
  }

  Quantities readable(const lesson::Asked& asked) const {
    Quantities all;
    for (const auto& [name, known] : known_) {
      Quantities shown = known;
      asked.hide(shown, forms_.at(name));
      lesson::merge(all, name, shown);
    }
    Quantities calculated = calculated_;
    asked.hide(calculated, {});
    all.merge(std::move(calculated));
    return all;
  }

  /// What may be read once a step's task is: its own answer too where a later task still hides what it is made of.
  Quantities revealed(std::size_t index) const {
    Quantities all = readable(asked(index + 1));
    const Task& task = *lesson_.steps[index].task;
    const std::string quantity = asked_by(task);
    const auto [part, beside] = lesson::compared(quantity);
    for (const std::string& chain : {task.chain, std::string(beside)}) {
      const auto known = known_.find(chain);
      if (known == known_.end()) continue;
      for (const std::string& name : {std::string(part), fmt::format("measured.{}", part),
                                      lesson::scatter_of(fmt::format("measured.{}", part))}) {
        const auto value = known->second.find(name);
        if (value != known->second.end()) all[chain + "/" + name] = value->second;
      }
    }
    return all;
  }

  std::string prose(std::string_view markdown, const Quantities& known, std::string_view chain) const {
    return lesson::html(lesson::paragraphs(lesson::fill(markdown, lesson_, known, chain)));
  }

  /// "18 min", and of a lesson of the course "18 min · A Trips, class 1".
  [[nodiscard]] std::string minutes_and_place() const {
    const std::string minutes = say("page.minutes", {{"minutes", std::to_string(lesson_.minutes)}});
    const auto map = lesson::course_map();
    const lesson::CourseClass* taught = map ? map->class_of(lesson_.id) : nullptr;
    if (taught == nullptr) return minutes;
    return say(
        "page.place",
        {{"minutes", minutes}, {"part", map->part_of(lesson_.id)->title}, {"class", std::to_string(taught->number)}});
  }

  std::string step(std::size_t index) {
    const lesson::Step& step = lesson_.steps[index];
    const Quantities before = readable(asked(index));
    // A later step tells what an earlier one asks, so only the first stands open.
    std::string out = fmt::format("<details class=\"step\" id=\"step-{0}\"{1}>\n<summary><h2>{0}. {2}", index + 1,
                                  index == 0 || page_.answers ? " open" : "", lesson::inline_html(step.title));
    if (step.minutes > 0) {
      out += fmt::format(" <span class=\"quiet\">({})</span>",
                         say("page.minutes", {{"minutes", std::to_string(step.minutes)}}));
    }
    out += "</h2></summary>\n";
    for (const Block& block : step.blocks) {
      if (block.after_task && step.task) continue;  // in the reveal
      out += waits(step, block) ? figures_.asked_sweep(key_of(block), block.height) : content(block, before, index);
      if (block.is(fences::task)) out += task(index, before);
    }
    if (page_.answers) out += notes(step, before);
    return out + "</details>\n";
  }

  /// A block that is no task.
  std::string content(const Block& block, const Quantities& known, std::size_t answered) {
    if (block.fence == nullptr) return prose(block.text, known, block.chain);
    if (!block.is(fences::chain)) return figures_.of_fence(block, asked(answered));
    return "<pre><code>" + lesson::escape_html(base::trim(block.text)) + "</code></pre>\n";
  }

  /// What the teacher says and does.
  std::string notes(const lesson::Step& step, const Quantities& known) const {
    std::string out;
    for (const Block& block : step.blocks) {
      const bool says = block.is(fences::say);
      if (!says && !block.is(fences::doing)) continue;
      out += fmt::format("<p><strong>{}</strong></p>\n{}", text(says ? "page.say" : "page.do"),
                         prose(block.text, known, block.chain));
    }
    return out.empty() ? out : "<aside class=\"notes\">\n" + out + "</aside>\n";
  }

  std::string task(std::size_t index, const Quantities& before) {
    const Task& task = *lesson_.steps[index].task;
    std::string out = "<div class=\"task\">\n" + question(task, before, index);
    if (task.kind->by == By::curve) out += figures_.asked_sweep(sweep_key(task.chain, task.over), task.height);
    if (task.kind->by == By::marks) out += figures_.asked_arrows(task.chain);
    if (!task.hint.empty()) {
      out += fmt::format("<details><summary>{}</summary>\n{}</details>\n", text("page.hint"),
                         prose(task.hint, before, task.chain));
    }
    const std::string_view summary = !task.kind->is_run()      ? "page.reveal"
                                     : is_recorded(task.chain) ? "page.run"
                                                               : "page.run.model";
    out += fmt::format("<details class=\"reveal\"{}><summary>{}</summary>\n{}</details>\n</div>\n",
                       page_.answers ? " open" : "", text(summary), reveal(index));
    return out;
  }

  std::string question(const Task& task, const Quantities& before, std::size_t index) const {
    const auto field = task.kind->field_html;
    const std::string asks = task.kind->by == By::marks ? fmt::format("<p>{}</p>\n", text(ask_key(task)))
                                                        : prose(task.question, before, task.chain);
    return field == nullptr ? asks : asks + field(task, before, index + 1);
  }

  /// The answer, why, what a wrong one comes from, what stands below the task, and the figures that are free now.
  std::string reveal(std::size_t index) {
    const lesson::Step& step = lesson_.steps[index];
    const Task& task = *step.task;
    const Quantities after = revealed(index);
    std::string out;
    if (const auto right = task.kind->answer_html; right != nullptr) {
      out += "<p><strong>" + right(task, after) + "</strong></p>\n";
    }
    if (!task.right_text.empty()) out += prose(task.right_text, after, task.chain);
    if (!task.model_answer.empty()) {
      out += fmt::format("<p>{}</p>\n<blockquote>{}</blockquote>\n", text("page.ours"),
                         prose(task.model_answer, after, task.chain));
    }
    out += causes(task, after);
    if (task.kind->by == By::curve)
      out += figures_.sweep(sweep_key(task.chain, task.over), task.height, asked(index + 1));
    for (const Block& block : step.blocks) {
      if (block.after_task || waits(step, block) || is_struck_by(task, block)) out += content(block, after, index + 1);
    }
    if (task.kind->is_run())
      return out + run_source(task.chain) + figures_.of_chain(task.chain, {"bytes", "timeline"}, asked(index + 1));
    const bool of_chain = task.kind->asks_number() && !lesson::is_of_no_chain(asked_by(task));
    return of_chain ? out + figures_.of_chain(task.chain, {"chain", "chain-fused"}, asked(index + 1)) : out;
  }

  std::string causes(const Task& task, const Quantities& after) const {
    std::string items;
    for (const lesson::Misconception& one : task.misconceptions) {
      std::string said;
      if (one.choice >= 0) {
        said = lesson::letter(static_cast<std::size_t>(one.choice));
      } else if (const auto value = lesson::evaluate(one.value, after, task.chain)) {
        const bool own = lesson::unit_of(asked_by(task)) == lesson::Unit::own;  // its number alone says little
        said = own ? lesson::show_quantity(asked_by(task), *value) : lesson::show_value(asked_by(task), *value);
      }
      if (said.empty()) continue;
      items += fmt::format("<li><strong>{}</strong> {}</li>\n", say("page.if_said", {{"answer", said}}),
                           lesson::inline_html(lesson::fill(one.explanation, lesson_, after, task.chain)));
    }
    return items.empty() ? items : "<ul>\n" + items + "</ul>\n";
  }

  [[nodiscard]] bool is_recorded(const std::string& chain) const {
    const auto data = findings_.chains.find(chain);
    return data != findings_.chains.end() && !data->second.measurements.empty();
  }

  std::string run_source(const std::string& chain) const {
    if (!findings_.chains.contains(chain)) return {};
    if (!is_recorded(chain)) return fmt::format("<p class=\"quiet\">{}</p>\n", text("page.not_recorded"));
    const record::Measurement& from = findings_.chains.at(chain).measurements.front();
    return fmt::format("<p class=\"quiet\">{}, {}, {}</p>\n", lesson::escape_html(charts::badge(from)),
                       lesson::escape_html(record::device_words(from)),
                       lesson::escape_html(base::day(from.provenance.date)));
  }

  /// True of a calculator above the task whose answer it shows: it is drawn again with that answer.
  static bool is_struck_by(const Task& task, const Block& block) {
    return block.is(fences::calculator) && lesson::calculator_of(task.asked) == block.name;
  }

  /// True of a sweep above a task about its chain: it is told with that task.
  static bool waits(const lesson::Step& step, const Block& block) {
    return block.is(fences::sweep) && !block.after_task && step.task && step.task->kind->by != By::sentence &&
           (step.task->chain.empty() || step.task->chain == block.name);
  }

  std::string footer() const {
    std::string sources;
    for (const lesson::Fact& fact : lesson_.facts) {
      sources += fmt::format("<li>{}: {}</li>\n", lesson::escape_html(fact.text), lesson::escape_html(fact.source));
    }
    std::string out = "<footer>\n";
    if (!sources.empty()) out += fmt::format("<h2>{}</h2>\n<ul>\n{}</ul>\n", text("session.sources"), sources);
    return out + fmt::format("<p class=\"quiet\">{}</p>\n</footer>\n",
                             lesson::inline_html(base::say("page.made_by", {{"version", base::version()},
                                                                            {"device", findings_.spec.name},
                                                                            {"command", page_.command}})));
  }

  const lesson::Lesson& lesson_;
  const Findings& findings_;
  const HtmlPage& page_;
  std::map<std::string, std::string> forms_;  ///< chain's name -> its form
  std::map<std::string, Quantities> known_;   ///< chain's name -> what is known of it
  Quantities calculated_;                     ///< of calculators
  const std::string no_form_;
  PageFigures figures_;
};

}  // namespace

std::string lesson_html(const lesson::Lesson& lesson, const Findings& findings, const HtmlPage& page) {
  return Writer(lesson, findings, page).run();
}

}  // namespace publish
