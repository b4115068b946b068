// Cards of a lesson, and their fresh numbers.
#include "lesson/cards.hpp"

#include "base/hash.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/quiz_candidates.hpp"
#include "lesson/values.hpp"
#include "lesson/variation.hpp"

#include <algorithm>

namespace lesson {
namespace {

std::string id_of(const Lesson& lesson, const RecallCard& card) {
  return lesson.id + "/" + base::hex64(base::hash64(card.asks));
}

/// The cards of a step's fences, one after the other, each with its chain.
struct Written {
  const RecallCard* card = nullptr;
  const Block* block = nullptr;
};
std::vector<Written> written_in(const Step& step) {
  std::vector<Written> all;
  for (const Block& block : step.blocks) {
    for (const RecallCard& card : block.cards) all.push_back({&card, &block});
  }
  return all;
}

/// True if every {value} of it is known; what a run would tell is not.
bool is_known(std::string_view text, std::string_view chain, const Quantities& known) {
  return std::ranges::all_of(slots(text), [&](const Slot& slot) {
    if (slot.kind == Slot::Kind::fact) return true;
    if (slot.kind != Slot::Kind::value) return false;
    return value_of(known, slot.chain.empty() ? chain : std::string_view(slot.chain), slot.name).has_value();
  });
}

std::optional<AskedCard> ask_written(const Card& card, const Lesson& lesson, std::uint64_t seed,
                                     const machine::DeviceSpec& spec) {
  const auto all = written_in(lesson.steps.at(card.step));
  if (card.nth >= all.size()) return std::nullopt;
  const auto& [written, block] = all[card.nth];
  // A product's sizes are what its questions are about.
  const bool product = std::ranges::any_of(lesson.chains, [](const auto& one) { return one.second->has_product(); });
  Draw draw(seed);
  const Quantities known =
      lesson_quantities(product ? lesson : resized(lesson, spec, Keeps::counts, draw), study::machine_of(spec));
  if (!is_known(written->asks, block->chain, known) || !is_known(written->answer, block->chain, known))
    return std::nullopt;
  AskedCard asked;
  asked.question = fill(written->asks, known, block->chain);
  asked.answer = fill(written->answer, known, block->chain);
  return asked;
}

std::optional<AskedCard> ask_task(const Card& card, Lesson lesson, std::uint64_t seed, const machine::DeviceSpec& spec,
                                  const QuizRules& rules) {
  for (Step& step : lesson.steps) {
    if (step.task && step.task->id != card.task) step.task.reset();
  }
  QuizRules one = rules;
  one.at_most = true;
  auto items = make_quiz({std::move(lesson)}, 1, seed, spec, one);
  if (!items || items->front().task != card.task) return std::nullopt;
  QuizItem& item = items->front();
  AskedCard asked{std::move(item.question), std::move(item.letters), std::move(item.chain), std::move(item.answer),
                  std::move(item.because)};
  return asked;
}

}  // namespace

std::vector<Card> cards_of(const Lesson& lesson) {
  std::vector<Card> cards;
  std::vector<std::string> on_paper;
  const std::vector<Lesson> alone = {lesson};
  for (const Candidate& one : own_tasks(alone)) on_paper.push_back(one.task.id);
  std::string after;
  for (std::size_t at = 0; at < lesson.steps.size(); ++at) {
    const Step& step = lesson.steps[at];
    if (step.task) after = step.task->id;
    if (step.task && std::ranges::find(on_paper, after) != on_paper.end()) {
      cards.push_back({lesson.id + "/" + after, lesson.id, after, after, at, 0});
    }
    const auto all = written_in(step);
    for (std::size_t nth = 0; nth < all.size(); ++nth) {
      cards.push_back({id_of(lesson, *all[nth].card), lesson.id, {}, after, at, nth});
    }
  }
  return cards;
}

std::optional<AskedCard> ask(const Card& card, const Lesson& lesson, std::uint64_t seed,
                             const machine::DeviceSpec& spec, const QuizRules& rules) {
  if (card.step >= lesson.steps.size()) return std::nullopt;
  return card.task.empty() ? ask_written(card, lesson, seed, spec) : ask_task(card, lesson, seed, spec, rules);
}

}  // namespace lesson
