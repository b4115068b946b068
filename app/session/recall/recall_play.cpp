// Asking, telling, rating.
#include "base/error.hpp"
#include "base/words.hpp"
#include "session/lesson/courses.hpp"
#include "session/recall/deck.hpp"
#include "session/recall/recall.hpp"

#include <iterator>
#include <memory>

namespace session {
namespace {

/// On to the first that can be asked.
void next_card(Desk& desk) {
  RecallPage& page = *desk.recall;
  page.told = false;
  page.now.reset();
  while (!page.waiting.empty()) {
    page.now = ask(desk, page.waiting.front());
    if (page.now) return;
    page.waiting.pop_front();
  }
}

}  // namespace

void turn_recall(Desk& desk, bool on) {
  desk.settings.recall = on;
  desk.remember();
}

void open_recall(Desk& desk) {
  Deck deck = make_deck(desk);
  desk.recall = std::make_shared<RecallPage>();
  desk.recall->waiting.assign(std::make_move_iterator(deck.due.begin()), std::make_move_iterator(deck.due.end()));
  if (!deck.said.empty()) desk.say(deck.said);
  next_card(desk);
  desk.pages.open(PageKind::recall);
}

void tell_card(Desk& desk) {
  if (desk.recall->now) desk.recall->told = true;
}

void rate_card(Desk& desk, std::string_view recalled) {
  RecallPage& page = *desk.recall;
  const auto rated = lesson::recalled_named(recalled);
  if (!rated || !page.told || page.waiting.empty()) return;
  WaitingCard card = page.waiting.front();
  const lesson::Review review{card.card.id, *rated, today(desk)};
  try {
    keep_review(review);
  } catch (const base::MachineError& e) {
    return desk.fail(e.what(), e.remedy);  // the card stays: it is rated once the disk takes it
  }
  page.waiting.pop_front();
  ++page.asked;
  // One that was missed comes once more at the end, with other numbers.
  if (*rated == lesson::Recalled::again) {
    ++card.seed;
    page.waiting.push_back(std::move(card));
  }
  next_card(desk);
}

void open_card_step(Desk& desk) {
  if (!desk.recall || desk.recall->waiting.empty()) return;
  const lesson::Card card = desk.recall->waiting.front().card;
  open_listed_course(desk, card.lesson);
  if (desk.course != nullptr && desk.course->lesson.id == card.lesson) {
    move_to(desk, static_cast<std::ptrdiff_t>(card.step));
  }
}

}  // namespace session
