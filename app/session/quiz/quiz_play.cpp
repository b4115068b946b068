// Choosing, answering, locking.
#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/asked.hpp"
#include "lesson/guess_text.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/quiz_text.hpp"
#include "machine/cards.hpp"
#include "session/quiz/quiz_page.hpp"
#include "session/state/recordings.hpp"

#include <algorithm>
#include <limits>

namespace session {
namespace {

constexpr std::int64_t most_questions = 200;

/// A whole number in that range, or the sentence that says so.
std::optional<std::int64_t> whole(QuizPage& quiz, const std::string& text, std::string_view key, std::int64_t least,
                                  std::int64_t most) {
  const auto number = base::to_integer(base::trim(text));
  if (number && *number >= least && *number <= most) return number;
  quiz.message = base::say(key, {{"typed", text}});
  return std::nullopt;
}

/// True of a task of an opened lesson that has no answer yet: a quiz would tell it.
bool is_open(const Desk& desk, const std::string& lesson, const std::string& task) {
  const auto found = desk.courses.find(lesson);
  if (found == desk.courses.end()) return false;
  const auto& steps = found->second.lesson.steps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].task && steps[i].task->id == task && !is_answered(desk, found->second, i)) return true;
  }
  return false;
}

/// In the order of the course, without what is open.
std::vector<lesson::Lesson> chosen_lessons(Desk& desk, QuizPage& quiz) {
  std::vector<lesson::Lesson> lessons;
  for (const std::string& id : quiz.lessons) {
    auto found = desk.services.find_lesson(id);
    if (!found) {
      quiz.message = base::render(found.error());
      return {};
    }
    for (lesson::Step& step : found->steps) {
      if (step.task && is_open(desk, found->id, step.task->id)) step.task.reset();
    }
    lessons.push_back(std::move(*found));
  }
  if (lessons.empty()) quiz.message = base::text("session.quiz.no_lesson");
  return lessons;
}

lesson::Unit unit_of(const lesson::QuizItem& item) {
  return lesson::unit_of(item.asks.asked).value_or(lesson::Unit::ratio);
}

}  // namespace

void open_quiz(Desk& desk) {
  if (!desk.quiz) {
    desk.quiz = std::make_shared<QuizPage>();
    if (desk.course != nullptr) desk.quiz->lessons.insert(desk.course->lesson.id);
  }
  desk.pages.close_asides();
  desk.pages.open(PageKind::quiz);
  desk.notice.clear();
}

void close_quiz(Desk& desk) {
  desk.pages.close(PageKind::quiz);
}

void choose_quiz_lesson(Desk& desk, std::string_view id) {
  auto& lessons = desk.quiz->lessons;
  if (lessons.erase(std::string(id)) == 0) lessons.emplace(id);
  desk.quiz->message.clear();
}

void choose_whole_course(Desk& desk) {
  QuizPage& quiz = *desk.quiz;
  quiz.message.clear();
  const auto listed = desk.services.course();
  if (!listed) return;
  for (const lesson::Listed& one : *listed) quiz.lessons.insert(one.id);
  if (!quiz.chose_n) quiz.n = std::to_string(lesson::final_questions);
}

void choose_quiz_size(Desk& desk, std::string_view n) {
  desk.quiz->n = n;
  desk.quiz->chose_n = true;
}

void begin_quiz(Desk& desk) {
  QuizPage& quiz = *desk.quiz;
  quiz.message.clear();
  const auto n = whole(quiz, quiz.n, "session.quiz.n.wrong", 1, most_questions);
  if (!n) return;
  const auto seed = whole(quiz, quiz.seed, "session.quiz.seed.wrong", 0, std::numeric_limits<std::int64_t>::max());
  if (!seed) return;
  const auto lessons = chosen_lessons(desk, quiz);
  if (lessons.empty()) return;
  // The sheet that the command line takes: the same seed is the same quiz on paper.
  const auto spec = machine::device_named(machine::course_card);
  if (!spec) {
    quiz.message = base::render(spec.error());
    return;
  }
  const lesson::Asked open = asked(desk);
  const auto recorded = [&](const chain::Chain& chain) {
    return recorded_quantities(desk, std::make_shared<const chain::Chain>(chain))();
  };
  auto items =
      lesson::make_quiz(lessons, static_cast<int>(*n), static_cast<std::uint64_t>(*seed), *spec,
                        {.at_most = !quiz.chose_n,
                         .closed = [&](const chain::Chain& chain,
                                       std::string_view quantity) { return open.hides(chain::form(chain), quantity); },
                         .recorded = recorded});
  if (!items) {
    quiz.message = items.error().front().message + " " + std::string(base::text("session.quiz.fewer"));
    return;
  }
  quiz.items = std::move(*items);
  quiz.wanted = static_cast<std::size_t>(*n);
  quiz.machine = lesson::machine_words(*spec);
  quiz.answers.assign(quiz.items.size(), {});
  quiz.benches.clear();
  for (const lesson::QuizItem& item : quiz.items) {
    auto bench = item.chain ? make_bench({}, item.chain, desk.services.device.get(), desk.spec)
                            : base::Expected<std::shared_ptr<Bench>>(nullptr);
    quiz.benches.push_back(bench ? *bench : nullptr);
  }
  quiz.at = 0;
  quiz.stage = QuizPage::Stage::asking;
}

void another_quiz(Desk& desk) {
  QuizPage& quiz = *desk.quiz;
  quiz.stage = QuizPage::Stage::choosing;
  const auto seed = base::to_integer(base::trim(quiz.seed));
  if (seed && *seed < std::numeric_limits<std::int64_t>::max()) quiz.seed = std::to_string(*seed + 1);
}

void turn_quiz(Desk& desk, int by) {
  QuizPage& quiz = *desk.quiz;
  const auto last = static_cast<std::ptrdiff_t>(quiz.items.size()) - (quiz.stage == QuizPage::Stage::told ? 0 : 1);
  quiz.at = static_cast<std::size_t>(std::clamp(static_cast<std::ptrdiff_t>(quiz.at) + by, std::ptrdiff_t{0}, last));
  desk.notice.clear();
}

void answer_quiz(Desk& desk, std::string_view letter, std::string_view typed) {
  QuizPage& quiz = *desk.quiz;
  QuizAnswer& answer = quiz.answers.at(quiz.at);
  if (answer.locked) return;
  answer.message.clear();
  if (letter.size() == 1) {
    answer.chosen = letter[0] - 'A';
  } else {
    answer.typed = typed;
  }
}

void lock_quiz_answer(Desk& desk) {
  QuizPage& quiz = *desk.quiz;
  const lesson::QuizItem& item = quiz.items.at(quiz.at);
  QuizAnswer& answer = quiz.answers[quiz.at];
  if (item.letters.empty()) {
    if (const auto meant = lesson::parse_guess(answer.typed, unit_of(item)); !meant) {
      answer.message = meant.error();
      return;
    }
  } else if (answer.chosen < 0) {
    answer.message = base::text("session.lock.no_choice");
    return;
  }
  answer.locked = true;
  // On to the next that is open, round the end; with the last of them everything is told.
  for (std::size_t i = 1; i < quiz.items.size(); ++i) {
    const std::size_t next = (quiz.at + i) % quiz.items.size();
    if (quiz.answers[next].locked) continue;
    quiz.at = next;
    return;
  }
  quiz.stage = QuizPage::Stage::told;
  quiz.at = 0;
}

std::optional<double> said(const lesson::QuizItem& item, const QuizAnswer& answer) {
  if (!answer.locked) return std::nullopt;
  if (item.asks.kind->by == lesson::By::letter) return answer.chosen;
  if (!item.letters.empty()) return item.letters.at(static_cast<std::size_t>(answer.chosen)).value;
  return lesson::parse_guess(answer.typed, unit_of(item)).value();
}

bool is_right(const lesson::QuizItem& item, const QuizAnswer& answer) {
  const auto guess = said(item, answer);
  return guess && lesson::judge(item.asks, *guess, item.known).right;
}

lesson::Quantities tellable(const Desk& desk, const lesson::QuizItem& item) {
  const lesson::Asked open = asked(desk);
  lesson::Quantities known = item.known;
  for (auto& [name, value] : known) {
    if (lesson::is_calculated(name)) {
      if (name != item.asks.asked && open.hides({}, name)) value = std::numeric_limits<double>::quiet_NaN();
      continue;
    }
    const std::size_t slash = name.find('/');
    const auto chain = item.chains.find(name.substr(0, std::min(slash, name.size())));
    if (chain == item.chains.end() || name == item.asks.chain + "/" + item.asks.asked) continue;
    if (open.hides(chain::form(*chain->second), name.substr(slash + 1)))
      value = std::numeric_limits<double>::quiet_NaN();
  }
  return known;
}

}  // namespace session
