// Questions, then the key; the same words in both forms.
#include "lesson/quiz_text.hpp"

#include "base/dates.hpp"
#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/visible.hpp"
#include "base/words.hpp"
#include "lesson/html.hpp"
#include "lesson/inert_markdown.hpp"
#include "lesson/values.hpp"
#include "record/plausibility.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lesson {
namespace {

std::string title(const Handout& handout) {
  if (handout.lessons.empty()) return base::say("quiz.title.final");
  return base::say("quiz.title", {{"lessons", handout.lessons}});
}

/// The part that begins with this question; empty where none does.
std::string part_before(const Handout& handout, std::size_t index) {
  if (index >= handout.parts.size()) return {};
  return index == 0 || handout.parts[index] != handout.parts[index - 1] ? handout.parts[index] : std::string();
}

std::string made_by(const Handout& handout) {
  return base::say("quiz.made_by", {{"command", handout.command}, {"version", base::version()}});
}

/// What stands above the questions, and again above the key.
std::vector<std::string> notes(const Handout& handout) {
  std::vector<std::string> all;
  if (std::ranges::any_of(handout.items, &QuizItem::of_machine)) all.push_back(handout.machine);
  if (handout.fewer) all.push_back(base::say("quiz.fewer", handout.items.size()));
  return all;
}

/// "B: 4 crossings", or "4 crossings" where no letters stand.
std::string answer_of(const QuizItem& item) {
  const auto right = std::ranges::find(item.letters, true, &Letter::right);
  if (right == item.letters.end()) return item.answer;
  return fmt::format("{}: {}", letter(static_cast<std::size_t>(right - item.letters.begin())), item.answer);
}

/// Of a question's very chain; empty where nothing was recorded.
std::string recorded_of(const Handout& handout, std::size_t index) {
  if (index >= handout.recorded.size() || !handout.recorded[index]) return {};
  return measured_facts(*handout.recorded[index]);
}

}  // namespace

std::string machine_words(const machine::DeviceSpec& spec) {
  if (spec.calibrated_on.empty()) return base::say("quiz.machine", {{"name", spec.name}});
  return base::say("quiz.machine.measured", {{"name", spec.name}, {"date", spec.calibrated_on}});
}

std::string statements(const chain::Chain& chain) {
  std::string out;
  for (const std::string_view line : base::split_lines(chain.text)) {
    const std::string_view statement = base::trim(line.substr(0, line.find('#')));
    if (!statement.empty()) out.append(statement).append("\n");
  }
  return out;
}

std::string measured_facts(const record::Measurement& measurement) {
  const Quantities known = measured_quantities(measurement);
  std::string facts;
  for (const char* name : {"measured.bytes.unfused", "measured.bytes.fused", "measured.time.unfused",
                           "measured.time.fused", "measured.ratio.bytes", "measured.ratio.time"}) {
    const auto value = value_of(known, {}, name);
    if (!value) continue;
    facts +=
        (facts.empty() ? "" : "; ") + base::say(std::string("quiz.") + name, {{"value", show_value(name, *value)}});
  }
  const record::Provenance& from = measurement.provenance;
  return fmt::format("{} ({}), {}, {}: {}", record::name(measurement.source), record::name(measurement.tier),
                     record::device_words(measurement), base::day(from.date), facts);
}

/// What lessons, devices and commands say passes `told`.
static std::string handout_markdown(const Handout& handout, std::string (*told)(std::string_view)) {
  std::string out = fmt::format("# {}\n\n{}\n\n", told(title(handout)), base::text("quiz.name"));
  for (const std::string& note : notes(handout)) out += fmt::format("*{}*\n\n", told(note));
  for (std::size_t i = 0; i < handout.items.size(); ++i) {
    const QuizItem& item = handout.items[i];
    if (const std::string part = part_before(handout, i); !part.empty()) out += fmt::format("**{}**\n\n", told(part));
    out += fmt::format("## {}\n\n{}\n\n", i + 1, told(item.question));
    if (item.chain) out += fmt::format("```text\n{}```\n\n", statements(*item.chain));
    for (std::size_t l = 0; l < item.letters.size(); ++l) {
      out += fmt::format("- {}. {}\n", letter(l), told(item.letters[l].words));
    }
    out += item.letters.empty() ? fmt::format("{}\n\n", base::text("quiz.write")) : std::string("\n");
  }
  if (handout.key) {
    out += fmt::format("---\n\n# {}\n\n", base::text("quiz.key"));
    for (const std::string& note : notes(handout)) out += fmt::format("*{}*\n\n", told(note));
    for (std::size_t i = 0; i < handout.items.size(); ++i) {
      out += fmt::format("**{}. {}** {}\n\n", i + 1, told(answer_of(handout.items[i])), told(handout.items[i].because));
      if (const std::string recorded = recorded_of(handout, i); !recorded.empty()) {
        out += fmt::format("*{}*\n\n", told(recorded));
      }
    }
  }
  return out + fmt::format("---\n\n{}\n", told(made_by(handout)));
}

std::string quiz_markdown(const Handout& handout) {
  std::string page =
      handout_markdown(handout, [](std::string_view text) { return base::visible(text, base::TextKind::lines); });
  // The page as a whole is judged: two harmless texts may be none beside each other.
  return acts(page) ? handout_markdown(handout, as_written) : page;
}

std::string quiz_html(const Handout& handout) {
  std::string body = fmt::format("<main>\n<h1>{}</h1>\n<p>{}</p>\n", escape_html(title(handout)),
                                 escape_html(base::text("quiz.name")));
  std::string above;
  for (const std::string& note : notes(handout)) above += fmt::format("<p><em>{}</em></p>\n", escape_html(note));
  body += above;
  for (std::size_t i = 0; i < handout.items.size(); ++i) {
    const QuizItem& item = handout.items[i];
    if (const std::string part = part_before(handout, i); !part.empty()) {
      body += "<p class=\"part\"><strong>" + escape_html(part) + "</strong></p>\n";
    }
    body += fmt::format("<section aria-labelledby=\"q{0}\">\n<h2 id=\"q{0}\">{0}</h2>\n{1}", i + 1,
                        html(paragraphs(item.question)));
    if (item.chain) body += fmt::format("<pre><code>{}</code></pre>\n", escape_html(statements(*item.chain)));
    if (item.letters.empty()) body += fmt::format("<p>{}</p>\n", escape_html(base::text("quiz.write")));
    if (!item.letters.empty()) {
      body += "<ol type=\"A\">\n";
      for (const Letter& one : item.letters) body += "<li>" + inline_html(one.words) + "</li>\n";
      body += "</ol>\n";
    }
    body += "</section>\n";
  }
  if (handout.key) {
    body += fmt::format("<section aria-labelledby=\"key\" class=\"key\">\n<h2 id=\"key\">{}</h2>\n{}<ol>\n",
                        escape_html(base::text("quiz.key")), above);
    for (std::size_t i = 0; i < handout.items.size(); ++i) {
      body += fmt::format("<li><strong>{}</strong>\n{}", inline_html(answer_of(handout.items[i])),
                          html(paragraphs(handout.items[i].because)));
      if (const std::string recorded = recorded_of(handout, i); !recorded.empty()) {
        body += "<p class=\"quiet\">" + escape_html(recorded) + "</p>\n";
      }
      body += "</li>\n";
    }
    body += "</ol>\n</section>\n";
  }
  body += "</main>\n<footer><p class=\"quiet\">" + inline_html(made_by(handout)) + "</p></footer>\n";
  return html_document(title(handout), body,
                       "  .key { break-before: page; }\n"
                       "  .part { break-after: avoid; }\n"
                       "  section:not(.key), .key > ol > li { break-inside: avoid; }\n");
}

}  // namespace lesson
