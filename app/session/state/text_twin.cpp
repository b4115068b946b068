// The page as plain text: what a screen reader, a terminal and the tests read.
#include "base/text.hpp"
#include "base/words.hpp"
#include "session/state/view.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace session {
namespace {

constexpr int columns = 78;

std::string indented(std::string_view text) {
  std::string out;
  for (const auto line : base::split_lines(text)) {
    if (!line.empty()) out.append("    ").append(line);
    out += '\n';
  }
  return out;
}

/// Cells set in columns; the last cell of a row is not padded.
std::string aligned(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    if (row.size() > widths.size()) widths.resize(row.size());
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], base::count_characters(row[i].text));
  }
  std::string out;
  for (const Row& row : rows) {
    std::string line = "    ";
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i].text;
      if (i + 1 < row.size()) line.append(widths[i] - base::count_characters(row[i].text) + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

/// Names in one column, numbers in another.
std::string numbers_below(const charts::Headline& headline) {
  std::size_t widest = 0;
  for (const auto& line : headline.lines) widest = std::max(widest, base::count_characters(line.name));
  std::string out;
  for (const auto& line : headline.lines)
    out += line.name + std::string(widest - base::count_characters(line.name) + 2, ' ') + line.number + "\n";
  return out.empty() || headline.difference.empty() ? out : out + headline.difference + "\n";
}

/// "Lock my guess (Enter)", or why not.
std::string described(const Action& action) {
  std::string out = action.label;
  if (!action.keys.empty()) out += fmt::format(" ({})", fmt::join(action.keys, ", "));
  if (!action.enabled) out += " - " + base::say("session.twin.not_now", {{"why", action.why_not}});
  return out;
}

std::string actions_of(const Node& node) {
  std::string out;
  for (const Action& action : node.actions) {
    if (!action.tucked && action.gesture != Gesture::word) out += "    > " + described(action) + "\n";
  }
  return out;
}

std::string said(std::string_view key, std::string_view label, std::string_view value) {
  return base::say(key, {{"label", label}, {"value", value}}) + "\n";
}

std::string question(const Node& node) {
  auto paragraphs = node.paragraphs;
  if (!paragraphs.empty() && node.said != Said::done) {
    paragraphs.front().runs.insert(paragraphs.front().runs.begin(),
                                   {.text = std::string(base::text("session.twin.question"))});
  }
  return lesson::plain_text(paragraphs, columns);
}

/// "( ) A  words", further lines below the first word.
std::string choice(const Node& node) {
  const std::string head = (node.selected ? "(*) " : "( ) ") + node.label + "  ";
  const int indent = static_cast<int>(base::count_characters(head));
  const std::string words = lesson::plain_text(node.paragraphs, columns - indent);
  std::string out;
  for (const auto line : base::split_lines(words)) {
    out += (out.empty() ? head : std::string(static_cast<std::size_t>(indent), ' ')) + std::string(line) + "\n";
  }
  if (out.empty()) out = head + "\n";
  for (const auto& line : node.lines) out += std::string(static_cast<std::size_t>(indent), ' ') + line + "\n";
  return out;
}

/// "03  How much math is free", below it the goal and where the student stands.
std::string entry(const Node& node) {
  std::string out = fmt::format("{}{}  {}\n", node.selected ? "  > " : "    ", node.label, node.value);
  out += indented(lesson::plain_text(node.paragraphs, columns - 4));
  return out + indented(fmt::format("{}", fmt::join(node.lines, ", ")));
}

/// "A  In their hands", and how many of them.
std::string answer(const Node& node) {
  std::string out = node.label + "  " + node.value;
  for (const auto& line : node.lines) out += "  " + line;
  out += "\n" + lesson::plain_text(node.paragraphs, columns);
  for (const auto& note : node.sides) out += "(" + note + ")\n";
  return out;
}

/// The chosen one marked, then what kind of thing it is, and its key.
std::string command(const Node& node) {
  std::string out = (node.selected ? "  > " : "    ") + node.label;
  if (!node.value.empty()) out += "  [" + node.value + "]";
  for (const auto& line : node.lines) out += "  (" + line + ")";
  return out + "\n";
}

std::string thumbnail(const Node& node) {
  std::string out = said("session.twin.field", node.label, node.value);
  for (const auto& line : node.lines) out += line + "\n";
  return out + (node.figure ? figure::text_twin(*node.figure) + "\n" : lesson::plain_text(node.paragraphs, columns));
}

std::string notice(const Node& node) {
  std::string out = node.label.empty() ? "" : node.label + "\n";
  for (const auto& line : node.lines) out += line + "\n";
  if (!node.value.empty()) out += node.value + "\n";
  return out + (node.paragraphs.empty() ? "" : lesson::plain_text(node.paragraphs, columns));
}

/// Its lines numbered.
std::string source(const Node& node) {
  std::string out = node.label + "\n" + node.value + "\n";
  for (std::size_t i = 0; i < node.lines.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    out += "    " + std::string(number.size() < 3 ? 3 - number.size() : 0, ' ') + number;
    out += node.lines[i].empty() ? "" : "  " + node.lines[i];
    const bool told = i < node.sides.size() && !node.sides[i].empty();
    out += (told ? "  \u2190 " + node.sides[i] : "") + "\n";
  }
  return out;
}

std::string header(const Node& node) {
  std::string out = node.label + "\n" + node.value + "\n";
  for (const auto& line : node.lines) out += line + "\n";
  return out;
}

/// "[* Lock my guess (Enter) ]": the star marks the filled one.
std::string button(const Node& node) {
  std::string out;
  for (const Action& action : node.actions) {
    if (!action.tucked) out += (node.primary ? "[* " : "[ ") + described(action) + " ]\n";
  }
  return out;
}

std::string body(const Node& node) {
  const std::string unknown(base::text("session.unknown"));
  switch (node.purpose) {
    case Purpose::page:
      return {};
    case Purpose::header:
      return header(node);
    case Purpose::prose: {
      std::string out = node.label.empty() ? "" : node.label + "\n";
      return out + lesson::plain_text(node.paragraphs, columns);
    }
    case Purpose::chain:
      return node.label + ":\n" + indented(node.value);
    case Purpose::strip:
    case Purpose::figure:
    case Purpose::rail:
      return (node.figure ? figure::text_twin(*node.figure) : node.label) + "\n";
    case Purpose::question:
      return question(node);
    case Purpose::number:
      return said("session.twin.field", node.label, node.value.empty() ? unknown : node.value);
    case Purpose::taps:
      return node.label + (node.value.empty() ? "" : (node.label.ends_with('?') ? " " : ": ") + node.value) + "\n";
    case Purpose::slider:
    case Purpose::words:
      return said("session.twin.field", node.label, node.value);
    case Purpose::choice:
      return choice(node);
    case Purpose::button:
      return button(node);
    case Purpose::progress:
      return fmt::format("{}: {}%\n", node.label, static_cast<int>(node.share.value_or(0) * 100));
    case Purpose::badge:
      return "[" + node.label + "]\n";
    case Purpose::headline:
      return (node.label.empty() ? "" : node.label + "\n") + numbers_below(node.headline);
    case Purpose::verdict:
    case Purpose::explanation:
    case Purpose::notice:
      return notice(node);
    case Purpose::error: {
      const std::string what = node.wrong.empty() ? node.label : base::render(node.wrong);
      std::string out = said("session.twin.error", what, node.value);
      for (const auto& line : node.lines) out += line + "\n";
      return out;
    }
    case Purpose::table:
      return (node.label.empty() ? "" : node.label + "\n") + aligned(node.rows);
    case Purpose::source:
      return source(node);
    case Purpose::inspector:
      return node.label + "\n";
    case Purpose::thumbnail:
      return thumbnail(node);
    case Purpose::clock:
      return aligned(node.rows);
    case Purpose::answer:
    case Purpose::reply:
      return answer(node);
    case Purpose::steps:
    case Purpose::stage:
    case Purpose::dock:
    case Purpose::map:
      return {};
    case Purpose::part:
      return node.label + "\n";
    case Purpose::class_row:
      return node.label.empty() ? "" : node.label + ": " + node.value + "\n";
    case Purpose::entry:
      return entry(node);
    case Purpose::command:
      return command(node);
    case Purpose::step:
      return (node.selected ? "  > " : "    ") + node.label + "\n";
  }
  return {};
}

bool lists_actions(Purpose purpose) {
  return purpose != Purpose::button && purpose != Purpose::choice && purpose != Purpose::step &&
         purpose != Purpose::entry && purpose != Purpose::command;
}

void write(const Node& node, std::string& out) {
  std::string text = body(node);
  if (lists_actions(node.purpose)) text += actions_of(node);
  while (text.ends_with("\n\n")) text.pop_back();
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  const bool runs_on = node.purpose == Purpose::choice || node.purpose == Purpose::step ||
                       node.purpose == Purpose::entry || node.purpose == Purpose::command ||
                       node.purpose == Purpose::button || node.purpose == Purpose::badge;
  if (!text.empty() && !runs_on && !out.ends_with("\n\n")) out += '\n';
  out += text;
  for (const Node& child : node.children) write(child, out);
}

}  // namespace

std::string text_twin(const View& view) {
  std::string out = view.title + "\n";
  write(view.root, out);
  return out;
}

}  // namespace session
