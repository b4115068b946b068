// From chosen candidates to questions: over which sizes, and their answers.
#include "lesson/quiz.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/quiz_candidates.hpp"
#include "lesson/values.hpp"
#include "lesson/variation.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace lesson {
namespace {

/// The first `n` of them that do not clash.
std::vector<Candidate> choose(const std::vector<Candidate>& all, std::size_t n) {
  std::vector<Candidate> chosen;
  for (const Candidate& one : all) {
    if (chosen.size() == n) break;
    if (std::ranges::none_of(chosen, [&](const Candidate& other) { return clash(one, other); })) chosen.push_back(one);
  }
  return chosen;
}

bool is_of_machine(std::string_view quantity) {
  return quantity.starts_with("machine.") || quantity == "slots" || (hangs_on_a_clock(quantity) && !is_seen(quantity));
}

/// What was recorded of a chain as it is; and a plan that a lesson has named, which another chain may not have.
bool is_of_one_size(std::string_view quantity) {
  if (!named_plan_in(quantity).empty()) return true;
  const auto has = [&](std::string_view way) { return quantity.find(way) != std::string_view::npos; };
  return quantity.starts_with("recorded.") && (has(".stream") || has(".graph"));
}

/// A product's rows, columns and sums are what its questions are about, and so is what follows it.
bool has_product(const Candidate& one) {
  const auto chain = one.lesson->chains.find(one.task.chain);
  return chain != one.lesson->chains.end() && chain->second->has_product();
}

/// The lesson as this question is asked: other sizes, and where a task counts, another chain.
Lesson asked_over(const Candidate& one, const machine::DeviceSpec& spec, const Closed& closed, Draw& draw) {
  const Task& task = one.task;
  if (names_any(one, is_of_one_size) || has_product(one)) return *one.lesson;  // recorded or meant as it is
  const Keeps keeps = task.kind->by == By::letter ? Keeps::counts_and_bill : Keeps::counts;
  Lesson sized = resized(*one.lesson, spec, keeps, draw);
  const auto chain = sized.chains.find(task.chain);
  const bool varies = one.step != nullptr && (one.our_words || !task.paper.empty());  // other words are of one chain
  const bool counts = !one.asked.empty() && !is_of_no_chain(one.asked);
  if (!varies || !counts || chain == sized.chains.end()) return sized;
  const More more = is_intensity(one.asked) ? More::arithmetic : one.our_words ? More::of_any : More::of_one;
  auto other = std::make_shared<const chain::Chain>(varied(*chain->second, more, draw));
  if (!closed || !closed(*other, one.asked)) chain->second = std::move(other);
  return sized;
}

/// True if the chain stands below the question: a choice may be about something else, and there ops may be what is
/// asked.
bool shows_chain(const Candidate& one) {
  if (one.our_words) return true;
  if (!one.task.paper.empty()) return one.task.paper_chain;
  return one.asked.empty() || !is_of_no_chain(one.asked);
}

QuizItem make_item(const Candidate& one, const Quantities& at_home, const machine::DeviceSpec& spec,
                   const Closed& closed, Draw& draw) {
  const Task& task = one.task;
  const Lesson sized = asked_over(one, spec, closed, draw);
  QuizItem item;
  item.lesson = one.lesson->id;
  item.task = task.id;
  item.known = names_any(one, is_of_one_size) ? at_home : lesson_quantities(sized, study::machine_of(spec));
  item.chains = sized.chains;
  item.of_machine = names_any(one, is_of_machine);
  item.asks = task;
  item.asks.kind = task.kind->on_paper;
  item.asks.asked = one.asked;
  item.asks.right_text = because_of(one);
  if (one.our_words) item.asks.misconceptions.clear();  // they speak of the lesson's chain
  Quantities shown = item.known;
  for (auto& [name, value] : shown) {
    const bool of_calculator = is_calculated(one.asked) && name == one.asked;
    const bool asked = !one.asked.empty() && (of_calculator || name == task.chain + "/" + one.asked);
    if (asked) value = std::numeric_limits<double>::quiet_NaN();
  }
  item.question = fill(question_of(one), shown, task.chain);
  if (const auto chain = sized.chains.find(task.chain); shows_chain(one) && chain != sized.chains.end())
    item.chain = chain->second;
  item.because = told(item, item.asks.right_text, item.known);
  if (task.kind->by == By::letter) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < task.choices.size(); ++i) order.push_back(i);
    if (!task.kind->keeps_order) draw.shuffle(order);
    item.asks.choices.clear();
    item.asks.misconceptions.clear();
    for (const std::size_t from : order) {
      const bool right = static_cast<int>(from) == task.right;
      const int at = static_cast<int>(item.letters.size());
      if (right) item.asks.right = at;
      for (Misconception cause : task.misconceptions) {
        if (cause.choice != static_cast<int>(from)) continue;
        cause.choice = at;
        item.asks.misconceptions.push_back(std::move(cause));
      }
      item.asks.choices.push_back(task.choices[from]);
      item.letters.push_back({fill(task.choices[from], shown, task.chain), right, 0});
    }
    item.answer = item.letters[static_cast<std::size_t>(item.asks.right)].words;
  } else {
    item.letters = number_letters(item.asks, one.asked, item.known);
    item.answer = show_quantity(one.asked, *value_of(item.known, task.chain, one.asked));
    if (is_intensity(one.asked) || one.asked.find("ridge") != std::string::npos)
      item.answer = base::say("quiz.intensity", {{"value", item.answer}});
  }
  return item;
}

/// A question of each lesson in turn, then another of each: of several lessons none is left out while there is room.
void take_turns(std::vector<Candidate>& all) {
  std::map<const Lesson*, int> asked;
  std::vector<std::pair<int, const Candidate*>> turns;
  for (const Candidate& one : all) turns.emplace_back(asked[one.lesson]++, &one);
  std::ranges::stable_sort(turns, {}, &std::pair<int, const Candidate*>::first);
  std::vector<Candidate> sorted;
  for (const auto& [turn, one] : turns) sorted.push_back(*one);
  all = std::move(sorted);
}

/// Nothing that it shows is closed, nor what it asks.
bool is_open(const Candidate& one, const Closed& closed) {
  if (!closed) return true;
  std::vector<std::string> names = names_of(one, shown_by(one));
  if (!one.asked.empty()) names.push_back(one.task.chain + "/" + one.asked);
  return std::ranges::none_of(names, [&](const std::string& name) {
    const std::size_t slash = name.find('/');
    if (is_calculated(name.substr(slash + 1))) return closed({}, name.substr(slash + 1));
    const auto chain = one.lesson->chains.find(name.substr(0, slash));
    return chain != one.lesson->chains.end() && closed(*chain->second, name.substr(slash + 1));
  });
}

/// True if every {value} of it is known; one that is hidden is not.
bool is_known(std::string_view text, std::string_view chain, const Quantities& known) {
  return std::ranges::all_of(slots(text), [&](const Slot& slot) {
    if (slot.kind == Slot::Kind::finding) return false;  // nobody runs anything on paper
    if (slot.kind != Slot::Kind::value) return true;
    return value_of(known, slot.chain.empty() ? chain : std::string_view(slot.chain), slot.name).has_value();
  });
}

/// Its numbers as it is; what was recorded is looked up for the lessons that tell it.
Quantities known_of(const Lesson& lesson, const std::vector<Candidate>& tasks, const machine::DeviceSpec& spec,
                    const RecordedQuantities& recorded) {
  Quantities known = lesson_quantities(lesson, study::machine_of(spec));
  const bool tells = std::ranges::any_of(
      tasks, [&](const Candidate& one) { return one.lesson == &lesson && names_any(one, is_of_one_size); });
  if (!tells || !recorded) return known;
  for (const auto& [name, chain] : lesson.chains) merge(known, name, recorded(*chain));
  return known;
}

}  // namespace

std::string told(const QuizItem& item, std::string_view markdown, const Quantities& known) {
  std::string out;
  for (std::size_t begin = 0; begin < markdown.size();) {
    // "Measured: {x}. Near one, ..." are two sentences; the stop of "3.5" is none, and no sentence ends in braces.
    std::size_t end = markdown.find(". ", begin);
    end = end == std::string_view::npos ? markdown.size() : end + 2;
    const std::string_view sentence = markdown.substr(begin, end - begin);
    if (is_known(sentence, item.asks.chain, known)) out += sentence;
    begin = end;
  }
  return fill(base::trim(out), known, item.asks.chain);
}

base::Expected<std::vector<QuizItem>> make_quiz(const std::vector<Lesson>& lessons, int n, std::uint64_t seed,
                                                const machine::DeviceSpec& spec, const QuizRules& rules) {
  const auto wanted = static_cast<std::size_t>(n);
  Draw draw(seed);
  std::vector<Candidate> all = own_tasks(lessons), more = counts_of_chains(lessons, all);
  std::map<const Lesson*, Quantities> known;
  for (const Lesson& lesson : lessons) known[&lesson] = known_of(lesson, all, spec, rules.recorded);
  draw.shuffle(all);
  draw.shuffle(more);
  all.insert(all.end(), more.begin(), more.end());
  std::erase_if(all, [&](const Candidate& one) {
    if (!is_open(one, rules.closed) || !is_known(shown_by(one), one.task.chain, known[one.lesson])) return true;
    return !one.asked.empty() && !value_of(known[one.lesson], one.task.chain, one.asked);
  });
  take_turns(all);
  std::vector<Candidate> chosen = choose(all, wanted);
  if (chosen.size() < wanted) {
    // One question that tells many others keeps them out: those that tell the fewest go first.
    for (Candidate& one : all) {
      one.clashes = std::ranges::count_if(all, [&](const Candidate& other) { return clash(one, other); });
    }
    std::ranges::stable_sort(all, {}, &Candidate::clashes);
    take_turns(all);
    chosen = choose(all, wanted);
  }
  if (chosen.empty())
    return base::wrong(std::string(base::text("quiz.none")), std::string(base::text("quiz.none.hint")));
  if (chosen.size() < wanted && !rules.at_most) {
    return base::wrong(base::say("quiz.too_many", wanted, {{"there", std::to_string(chosen.size())}}),
                       std::string(base::text("quiz.too_many.hint")));
  }
  std::ranges::sort(chosen, {}, &Candidate::order);
  std::vector<QuizItem> items;
  for (const Candidate& one : chosen) items.push_back(make_item(one, known[one.lesson], spec, rules.closed, draw));
  return items;
}

}  // namespace lesson
