// A card on the page: what it asks, its answer, and how well it was known.
#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/quiz_text.hpp"
#include "session/recall/deck.hpp"
#include "session/recall/recall.hpp"
#include "session/state/page.hpp"

namespace session {
namespace {

using lesson::Recalled;

/// The question, its chain and its letters; told: with the right one marked.
void question(const RecallPage& page, std::vector<Node>& nodes) {
  const lesson::AskedCard& card = *page.now;
  Node asks = make("recall.question", Purpose::question, {});
  asks.paragraphs = lesson::paragraphs(card.question);
  nodes.push_back(std::move(asks));
  if (card.chain) {
    nodes.push_back(make("recall.chain", Purpose::chain, base::say("session.quiz.chain"),
                         std::string(base::trim(lesson::statements(*card.chain)))));
  }
  for (std::size_t i = 0; i < card.letters.size(); ++i) {
    const std::string letter = lesson::letter(i);
    Node node = make("recall.letter." + letter, Purpose::choice, letter);
    node.paragraphs = lesson::paragraphs(card.letters[i].words);
    node.right = page.told && card.letters[i].right;
    nodes.push_back(std::move(node));
  }
}

/// "Good, in 3 days": after how long the card would come again.
Action rating(const Desk& desk, const WaitingCard& card, Recalled recalled) {
  const std::string key = "session.recall." + std::string(lesson::name(recalled));
  Action rate = action("recall.rate:" + std::string(lesson::name(recalled)), key,
                       {std::to_string(static_cast<int>(recalled) + 1)});
  if (recalled == Recalled::again) return rate;
  lesson::Memory memory = lesson::first_memory(recalled);
  if (card.state) {
    const auto days = static_cast<int>((today(desk) - card.state->last).count());
    memory = lesson::next_memory(card.state->memory, days, recalled);
  }
  const auto days = static_cast<std::uint64_t>(lesson::days_until_due(memory));
  rate.label = base::say("session.recall.in_days", days, {{"rated", rate.label}});
  return rate;
}

/// Why, and where no letter says it, what.
Node answer(const lesson::AskedCard& card) {
  const bool marked = !card.letters.empty() && !card.because.empty();
  Node told = prose("recall.answer", Purpose::explanation, marked ? card.because : card.answer + "\n\n" + card.because);
  told.label = base::say("session.recall.answer");
  return told;
}

/// How well it was known: what is most usual is the filled button.
void ratings(const Desk& desk, std::vector<Node>& nodes) {
  const WaitingCard& card = desk.recall->waiting.front();
  Action good = rating(desk, card, Recalled::good);
  good.keys.insert(good.keys.begin(), "Enter");
  nodes.push_back(button("button.primary", std::move(good), true));
  for (const Recalled one : {Recalled::again, Recalled::hard, Recalled::easy}) {
    nodes.push_back(button("button." + std::string(lesson::name(one)), rating(desk, card, one)));
  }
}

/// Nothing is left today: when it goes on.
Node finished(const Desk& desk) {
  const Deck deck = make_deck(desk);
  std::string words = base::say(desk.recall->asked > 0 ? "session.recall.finished" : "session.recall.nothing");
  if (deck.next) words += " " + base::say("session.recall.next", {{"day", lesson::day_text(*deck.next)}});
  return prose("recall.finished", Purpose::prose, words);
}

}  // namespace

Node recall_page(const Desk& desk) {
  const RecallPage& page = *desk.recall;
  Node root = make("page", Purpose::page, base::say("session.recall.title"));
  auto& nodes = root.children;
  Node header = make("header", Purpose::header, base::say("session.recall.title"));
  if (page.now) header.value = base::say("session.recall.left", page.waiting.size());
  nodes.push_back(std::move(header));
  for (Node& node : report_nodes(desk)) nodes.push_back(std::move(node));
  Action close = action("recall.close", "session.recall.back", {"Escape"});
  if (!page.now) {
    nodes.push_back(finished(desk));
    close.keys.insert(close.keys.begin(), "Enter");
    nodes.push_back(button("button.primary", std::move(close), true));
    return root;
  }
  question(page, nodes);
  if (page.told) nodes.push_back(answer(*page.now));
  const lesson::Card& card = page.waiting.front().card;
  nodes.push_back(make("recall.from", Purpose::notice, base::say("session.recall.from", {{"lesson", card.lesson}})));
  nodes.back().actions.push_back(action("recall.step", "session.recall.step"));
  if (page.told) {
    ratings(desk, nodes);
  } else {
    nodes.push_back(button("button.primary", action("recall.tell", "session.recall.tell", {"Enter", "Space"}), true));
  }
  nodes.push_back(way(Way::back, button("button.back", std::move(close))));
  return root;
}

Node recall_notice(const Desk& desk) {
  Node node = make("recall.notice", Purpose::notice, {});
  if (!desk.settings.recall) {
    node.label = base::say("session.recall.off", {{"most", std::to_string(most_cards_a_day)}});
    node.actions.push_back(action("recall.on", "session.recall.turn_on"));
    return node;
  }
  const Deck deck = make_deck(desk);
  node.label = base::say("session.recall.due", deck.due.size());
  if (deck.due.empty()) {
    node.label = base::say("session.recall.none_due");
    if (deck.next) node.label += " " + base::say("session.recall.next", {{"day", lesson::day_text(*deck.next)}});
  } else {
    node.actions.push_back(action("recall.open", "session.recall.open", {"Ctrl+Y"}));
  }
  if (!deck.said.empty()) node.lines.push_back(deck.said);
  node.actions.push_back(action("recall.off", "session.recall.turn_off"));
  return node;
}

}  // namespace session
