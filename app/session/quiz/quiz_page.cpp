// The quiz as a page: what to ask, a question, what it comes to, the list of all.
#include "session/quiz/quiz_page.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/frame/source_words.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/markdown.hpp"
#include "lesson/quiz_text.hpp"
#include "session/state/cells.hpp"
#include "session/state/lock_rule.hpp"
#include "session/state/page.hpp"
#include "session/state/recordings.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace session {
namespace {

using Stage = QuizPage::Stage;

/// That makes such a quiz on paper.
std::string command(const Desk& desk) {
  const QuizPage& quiz = *desk.quiz;
  const auto listed = desk.services.course();
  const bool whole = listed && quiz.lessons.size() == listed->size();
  std::string out = "onetrip quiz";
  if (whole) out += " all";
  for (const std::string& id : quiz.lessons) out += whole ? "" : " " + id;
  if (quiz.chose_n) out += fmt::format(" --n {}", base::trim(quiz.n));
  return fmt::format("{} --seed {} -o quiz.md --key", out, base::trim(quiz.seed));
}

Node field(std::string id, std::string_view label, const std::string& value) {
  Node node = make(id, Purpose::number, base::say(label), value);
  node.editable = true;
  node.actions.push_back(action(std::move(id), label));
  return node;
}

void choosing(const Desk& desk, std::vector<Node>& nodes) {
  const QuizPage& quiz = *desk.quiz;
  // First of all: below the lessons and the fields it would lie below a small window's edge.
  if (!quiz.message.empty()) nodes.push_back(make("quiz.message", Purpose::notice, quiz.message));
  if (const auto listed = desk.services.course()) {
    for (const lesson::Listed& one : *listed) {
      Node node = make("quiz.lesson." + one.id, Purpose::choice, one.id);
      node.paragraphs = lesson::paragraphs(one.title);
      node.selected = quiz.lessons.contains(one.id);
      node.actions.push_back(
          action("quiz.lesson:" + one.id, node.selected ? "session.quiz.drop" : "session.quiz.take"));
      nodes.push_back(std::move(node));
    }
  } else {
    nodes.push_back(wrong_node("course.wrong", listed.error()));
  }
  nodes.push_back(button("quiz.all", action("quiz.all", "session.quiz.all")));
  nodes.push_back(field("quiz.n", "session.quiz.n", quiz.n));
  nodes.push_back(field("quiz.seed", "session.quiz.seed", quiz.seed));
  nodes.push_back(button("button.primary", action("quiz.begin", "session.quiz.begin", {"Enter"}), true));
}

/// The question, its chain and its answers; told: with the right one marked.
void question(const QuizPage& quiz, std::vector<Node>& nodes) {
  const lesson::QuizItem& item = quiz.items[quiz.at];
  const QuizAnswer& answer = quiz.answers[quiz.at];
  const bool told = quiz.stage == Stage::told;
  Node asks = make("quiz.question", Purpose::question, {});
  asks.paragraphs = lesson::paragraphs(item.question);
  nodes.push_back(std::move(asks));
  if (item.of_machine) nodes.push_back(make("quiz.machine", Purpose::notice, quiz.machine));
  if (item.chain) {
    nodes.push_back(make("quiz.chain", Purpose::chain, base::say("session.quiz.chain"),
                         std::string(base::trim(lesson::statements(*item.chain)))));
  }
  for (std::size_t i = 0; i < item.letters.size(); ++i) {
    const std::string letter = lesson::letter(i);
    Node node = make("quiz.letter." + letter, Purpose::choice, letter);
    node.paragraphs = lesson::paragraphs(item.letters[i].words);
    node.selected = answer.chosen == static_cast<int>(i);
    node.focused = !answer.locked && i == 0;
    if (told && item.letters[i].right) node.value = base::say("session.choice.right");
    if (!answer.locked) {
      node.actions.push_back(labelled("quiz.answer:" + letter, letter, {letter}));
    }
    nodes.push_back(std::move(node));
  }
  if (item.letters.empty()) {
    Node typed = make("quiz.answer", Purpose::number, base::say("session.quiz.answer"), answer.typed);
    typed.editable = typed.focused = !answer.locked;
    if (!answer.locked) typed.actions.push_back(action("quiz.answer", "session.guess.set"));
    nodes.push_back(std::move(typed));
  }
  if (!answer.message.empty()) nodes.push_back(make("quiz.message", Purpose::notice, answer.message));
  if (!told && answer.locked) nodes.push_back(make("quiz.locked", Purpose::notice, base::say("session.quiz.locked")));
}

/// What a run of that very chain came to; nothing of it while a lesson's open task asks about such a chain.
void measured(const Desk& desk, const Bench& bench, std::vector<Node>& nodes) {
  const auto leave = LockRule(desk).anything(bench);
  if (!leave) {
    nodes.push_back(make("quiz.closed", Purpose::notice, base::say("session.quiz.closed")));
    return;
  }
  std::vector<record::Measurement> all;
  if (bench.ran()) all.push_back(bench.measurement(*leave));
  if (auto recorded = recording_of(desk.services.recorded.get(), bench)) all.push_back(std::move(*recorded));
  for (const record::Measurement& one : all) {
    const std::string source(record::name(one.source));
    if (std::ranges::any_of(nodes, [&](const Node& node) { return node.id == "quiz.measured." + source; })) continue;
    nodes.push_back(badge_node("quiz.badge." + source, charts::source_words(one), one.source));
    nodes.push_back(make("quiz.measured." + source, Purpose::notice, lesson::measured_facts(one)));
  }
  if (all.empty()) nodes.push_back(make("quiz.not_measured", Purpose::notice, base::say("session.quiz.not_measured")));
}

/// "C: 4", or where the letter stands for a sentence "C" alone.
std::string letter_words(const lesson::QuizItem& item, std::size_t index) {
  const std::string letter = lesson::letter(index);
  const bool number = item.asks.kind->asks_number();
  return number ? fmt::format("{}: {}", letter, lesson::unmarked(item.letters.at(index).words)) : letter;
}

std::string right_words(const lesson::QuizItem& item) {
  const auto right = std::ranges::find(item.letters, true, &lesson::Letter::right);
  if (right == item.letters.end()) return lesson::unmarked(item.answer);
  return letter_words(item, static_cast<std::size_t>(right - item.letters.begin()));
}

std::string wrong_words(const lesson::QuizItem& item) {
  const bool sentence = item.asks.kind->by == lesson::By::letter;
  return sentence ? base::say("session.quiz.wrong_letter", {{"letter", right_words(item)}})
                  : base::say("session.quiz.wrong", {{"answer", lesson::unmarked(item.answer)}});
}

void reveal(const Desk& desk, std::vector<Node>& nodes) {
  const QuizPage& quiz = *desk.quiz;
  const lesson::QuizItem& item = quiz.items[quiz.at];
  const QuizAnswer& answer = quiz.answers[quiz.at];
  const lesson::Quantities known = tellable(desk, item);
  const auto judgement = lesson::judge(item.asks, *said(item, answer), item.known);
  nodes.push_back(
      make("quiz.told", Purpose::explanation, judgement.right ? base::say("session.quiz.right") : wrong_words(item)));
  const auto explain = [&](std::string id, std::string_view text) {
    const std::string filled = lesson::told(item, text, known);
    if (!filled.empty()) nodes.push_back(prose(std::move(id), Purpose::explanation, filled));
  };
  if (!judgement.right && judgement.explanation != item.asks.right_text) explain("quiz.cause", judgement.explanation);
  explain("quiz.because", item.asks.right_text);
  if (const auto& bench = quiz.benches[quiz.at]) measured(desk, *bench, nodes);
}

std::string answer_words(const lesson::QuizItem& item, const QuizAnswer& answer) {
  if (item.letters.empty()) return lesson::show_quantity(item.asks.asked, *said(item, answer));
  return letter_words(item, static_cast<std::size_t>(answer.chosen));
}

/// Every question with what was said, and how many were right.
void list(const Desk& desk, std::vector<Node>& nodes) {
  const QuizPage& quiz = *desk.quiz;
  std::size_t right = 0;
  Node table = make("quiz.list", Purpose::table, base::say("session.quiz.list"));
  table.rows.push_back(
      {{}, cell::said("session.quiz.lesson"), cell::said("session.quiz.yours"), cell::said("session.quiz.ours"), {}});
  for (std::size_t i = 0; i < quiz.items.size(); ++i) {
    const lesson::QuizItem& item = quiz.items[i];
    const bool one = is_right(item, quiz.answers[i]);
    right += one ? 1 : 0;
    table.rows.push_back({cell::count(static_cast<std::int64_t>(i) + 1),
                          {item.lesson, CellUnit::number},
                          cell::words(answer_words(item, quiz.answers[i])),
                          cell::words(right_words(item)),
                          cell::said(one ? "session.choice.right" : "session.quiz.no")});
  }
  nodes.push_back(make(
      "quiz.count", Purpose::explanation,
      base::say("session.quiz.count", {{"right", std::to_string(right)}, {"all", std::to_string(quiz.items.size())}})));
  nodes.push_back(std::move(table));
  nodes.push_back(make("quiz.paper", Purpose::notice, base::say("session.quiz.paper", {{"command", command(desk)}})));
}

void quiz_buttons(const Desk& desk, std::vector<Node>& nodes) {
  const QuizPage& quiz = *desk.quiz;
  const bool at_list = quiz.at == quiz.items.size();
  Action next = action("quiz.next", "session.quiz.next", {"Right", "PageDown"});
  Action back = action("quiz.back", "session.quiz.back", {"PageUp", "Left"});
  if (quiz.at == 0) back = disabled(std::move(back), base::say("session.quiz.first"));
  if (quiz.stage == Stage::asking) {
    const bool locked = quiz.answers[quiz.at].locked;
    if (locked) next.keys.insert(next.keys.begin(), "Enter");
    if (!locked) nodes.push_back(button("button.primary", action("quiz.lock", "session.quiz.lock", {"Enter"}), true));
    if (quiz.at + 1 == quiz.items.size()) next = disabled(std::move(next), base::say("session.quiz.last"));
    nodes.push_back(way(Way::past, button(locked ? "button.primary" : "button.next", std::move(next), locked)));
    nodes.push_back(way(Way::back, button("button.back", std::move(back))));
    return;
  }
  if (at_list) {
    nodes.push_back(button("button.primary", action("quiz.another", "session.quiz.another", {"Enter"}), true));
  } else {
    next.keys.insert(next.keys.begin(), "Enter");
    if (quiz.at + 1 == quiz.items.size()) next.label = base::say("session.quiz.to_list");
    nodes.push_back(button("button.primary", std::move(next), true));
    if (const auto bench = bench_of_quiz(quiz); bench && desk.services.device && desk.services.device->live()) {
      Action run = run_action(desk, *bench);
      nodes.push_back(button("button.run", std::move(run)));
    }
  }
  nodes.push_back(way(Way::back, button("button.back", std::move(back))));
}

}  // namespace

Node quiz_page(const Desk& desk) {
  const QuizPage& quiz = *desk.quiz;
  Node root = make("page", Purpose::page, base::say("session.quiz.title"));
  auto& nodes = root.children;
  const bool choosing_now = quiz.stage == Stage::choosing, at_list = quiz.at == quiz.items.size();
  std::string place = base::say("session.quiz.subtitle");
  if (!choosing_now && !at_list) {
    place = base::say("session.quiz.place",
                      {{"at", std::to_string(quiz.at + 1)}, {"all", std::to_string(quiz.items.size())}});
  }
  nodes.push_back(make("header", Purpose::header, root.label, std::move(place)));
  for (Node& node : report_nodes(desk)) nodes.push_back(std::move(node));
  if (choosing_now) {
    choosing(desk, nodes);
  } else if (at_list) {
    list(desk, nodes);
    quiz_buttons(desk, nodes);
  } else {
    if (quiz.items.size() < quiz.wanted) {
      nodes.push_back(
          make("quiz.fewer", Purpose::notice,
               base::say("session.quiz.fewer_now", quiz.items.size(), {{"wanted", std::to_string(quiz.wanted)}})));
    }
    question(quiz, nodes);
    if (quiz.stage == Stage::told) reveal(desk, nodes);
    quiz_buttons(desk, nodes);
  }
  nodes.push_back(button("button.close", action("quiz.close", "session.quiz.close", {"Escape", "Ctrl+J"})));
  return root;
}

}  // namespace session
