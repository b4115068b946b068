// Answers say which cards there are, reviews when each is due.
#include "session/recall/deck.hpp"

#include "base/error.hpp"
#include "base/hash.hpp"
#include "base/resources.hpp"
#include "base/words.hpp"
#include "lesson/asked.hpp"
#include "machine/cards.hpp"
#include "machine/device_spec.hpp"
#include "session/state/answer_file.hpp"
#include "session/state/aside.hpp"
#include "session/state/line_file.hpp"
#include "session/state/recordings.hpp"

#include <algorithm>
#include <ctime>

namespace session {
namespace {

using lesson::Day;
using lesson::Reviews;

/// The day of a moment where the student is.
Day local_day(std::chrono::system_clock::time_point moment) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(moment);
  std::tm local{};
  ::localtime_r(&seconds, &local);
  return std::chrono::floor<std::chrono::days>(moment + std::chrono::seconds(local.tm_gmtoff));
}

/// When a task was answered, by its id: as the file has it, in UTC.
std::map<std::string, Day> answered_days(const lesson::Answers& answers, const std::string& id) {
  std::map<std::string, Day> days;
  const auto any = [](const std::string&, const lesson::Answer&) { return true; };
  for (const auto& [task, event] : lesson::first_locks(answers, id, any)) {
    days[task] = lesson::day_of(std::string_view(event.at).substr(0, 10)).value_or(Day{});
  }
  return days;
}

/// The student's reviews, and what to say about their file.
Reviews read_kept(std::string& said) {
  const auto path = reviews_path();
  std::error_code problem;
  if (!std::filesystem::exists(path, problem)) return {};
  const auto text = base::read_file(path, lesson::max_reviews_bytes);
  if (!text) {
    said = base::say("session.recall.unreadable", {{"path", path.string()}, {"why", text.error().front().message}});
    return {};
  }
  Reviews reviews = lesson::read_reviews(*text, path.string());
  if (reviews.newer) {
    said = base::say("session.recall.newer", {{"path", path.string()}});
  } else if (!reviews.flaws.empty()) {
    said = base::say("session.recall.flawed", reviews.flaws.size(),
                     {{"path", path.string()}, {"why", reviews.flaws.front().message}});
  } else if (reviews.torn > 0) {
    said = base::say("session.recall.torn");
  }
  return reviews;
}

/// Fresh with every review, the same for all of that day.
std::uint64_t seed_of(const WaitingCard& one) {
  return base::hash64(one.card.id + "#" + std::to_string(one.state ? one.state->reviews : 0)) >> 1;
}

/// The card that is most likely forgotten comes first; one that was never asked, last.
bool is_before(const WaitingCard& a, const WaitingCard& b, Day now) {
  const auto chance = [&](const WaitingCard& one) {
    if (!one.state) return 2.0;
    return lesson::recall_chance(one.state->memory, static_cast<int>((now - one.state->last).count()));
  };
  return chance(a) < chance(b);
}

/// Of one lesson: the cards whose question was answered, with the first day on which each may be asked.
struct Dated {
  WaitingCard card;
  Day from{};
};
std::vector<Dated> cards_of(const lesson::Lesson& lesson, const std::map<std::string, Day>& answered,
                            const std::map<std::string, lesson::CardState>& states) {
  std::vector<Dated> cards;
  for (lesson::Card& card : lesson::cards_of(lesson)) {
    const auto since = answered.find(card.after);
    if (since == answered.end()) continue;
    Dated one{{std::move(card), 0, {}}, since->second + std::chrono::days(1)};
    if (const auto state = states.find(one.card.card.id); state != states.end()) {
      one.card.state = state->second;
      one.from = state->second.due();
    }
    one.card.seed = seed_of(one.card);
    cards.push_back(std::move(one));
  }
  return cards;
}

}  // namespace

std::filesystem::path reviews_path() {
  return base::user_data() / "recall.jsonl";
}

Day today(const Desk& desk) {
  return local_day(desk.services.date());
}

Deck make_deck(const Desk& desk) {
  Deck deck;
  const Day now = today(desk);
  const Reviews reviews = read_kept(deck.said);
  deck.newer = reviews.newer;
  const auto listed = desk.services.course();
  const auto answers = lesson::load_answers(answers_path());
  if (!listed || !answers || deck.newer) return deck;
  const auto states = lesson::card_states(reviews, now);
  for (const lesson::Listed& one : *listed) {
    const auto answered = answered_days(*answers, one.id);
    if (answered.empty()) continue;
    const auto lesson = desk.services.find_lesson(one.id);
    if (!lesson) continue;  // opening it says what is wrong
    for (Dated& dated : cards_of(*lesson, answered, states)) {
      ++deck.all;
      if (dated.from <= now) {
        deck.due.push_back(std::move(dated.card));
      } else if (!deck.next || dated.from < *deck.next) {
        deck.next = dated.from;
      }
    }
  }
  std::ranges::stable_sort(deck.due, [&](const auto& a, const auto& b) { return is_before(a, b, now); });
  const int left = std::max(0, most_cards_a_day - lesson::asked_on(reviews, now));
  std::vector<WaitingCard> chosen;
  for (WaitingCard& one : deck.due) {
    if (!ask(desk, one)) continue;
    if (std::ssize(chosen) == left) {
      deck.next = now + std::chrono::days(1);
      break;
    }
    chosen.push_back(std::move(one));
  }
  deck.due = std::move(chosen);
  return deck;
}

std::optional<lesson::AskedCard> ask(const Desk& desk, const WaitingCard& one) {
  const auto lesson = desk.services.find_lesson(one.card.lesson);
  const auto spec = machine::device_named(machine::course_card);
  if (!lesson || !spec) return std::nullopt;
  const lesson::Asked open = asked(desk);
  const auto closed = [&](const chain::Chain& chain, std::string_view quantity) {
    return open.hides(chain::form(chain), quantity);
  };
  const auto recorded = [&](const chain::Chain& chain) {
    return recorded_quantities(desk, std::make_shared<const chain::Chain>(chain))();
  };
  return lesson::ask(one.card, *lesson, one.seed, *spec, {.at_most = true, .closed = closed, .recorded = recorded});
}

void keep_review(const lesson::Review& review) {
  LineFile file(reviews_path(), lesson::max_reviews_bytes, "session.recall");
  Reviews reviews = lesson::read_reviews(file.text(), file.path().string());
  if (reviews.newer) throw base::MachineError(base::say("session.recall.newer", {{"path", file.path().string()}}));
  if (reviews.all.empty() && reviews.torn == 0 && !file.text().empty()) {
    // What another program has left there is out of the way, and kept.
    if (!move_aside(file.path())) {
      throw base::MachineError(base::say("session.recall.broken_stays", {{"path", file.path().string()}}));
    }
    file.reopen();
    reviews = {};
  }
  file.append(lesson::review_line(review), reviews.whole);
}

}  // namespace session
