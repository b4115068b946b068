// A guess against the truth: the task's own misconceptions first, then the usual ones.
#include "lesson/judge.hpp"

#include "base/words.hpp"
#include "lesson/expression.hpp"
#include "lesson/kinds/kind.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace lesson {
namespace {

/// |log2(guess / truth)|, infinite when one of them is not positive.
double distance(double guess, double truth) {
  if (guess == truth) return 0;
  if (guess <= 0 || truth <= 0) return std::numeric_limits<double>::infinity();
  return std::abs(std::log2(guess / truth));
}

Band band(std::string_view quantity, double guess, double truth) {
  if (same_number(quantity, guess, truth)) return Band::exact;
  const double off = distance(guess, truth);
  if (off <= std::log2(1.1)) return Band::within_10_percent;
  if (off <= 1) return Band::within_2x;
  const bool is_ratio = unit_of(quantity) == Unit::ratio;
  if (is_ratio && (guess > 1) == (truth > 1) && guess != 1 && truth != 1) return Band::right_direction;
  return Band::wrong;
}

/// Ratios and percentages of things counted are known exactly, like the counts.
bool is_of_counts(std::string_view quantity) {
  return quantity == "ratio.crossings" || quantity == "ratio.kernels" || quantity == "saved.crossings.percent";
}

bool is_right(const Task& task, Band reached, double guess, double truth) {
  if (task.tolerance) return distance(guess, truth) <= std::log2(1 + *task.tolerance);
  const Unit unit = unit_of(task.asked).value_or(Unit::ratio);
  if (is_count(unit) || is_of_counts(task.asked)) return reached == Band::exact;
  return reached <= (unit == Unit::seconds ? Band::within_2x : Band::within_10_percent);
}

std::string words_of(std::string_view id, std::string_view ending = {}) {
  return std::string(base::text("lesson.mistake." + std::string(id) + std::string(ending)));
}

/// The likeliest cause in full; other ways to the same number in brief.
std::string explain(const std::vector<std::string>& causes) {
  std::string others;
  for (std::size_t i = 1; i < causes.size(); ++i) {
    if (i > 1) others += i + 1 == causes.size() ? std::string(base::text("lesson.judge.or")) : ", ";
    others += words_of(causes[i], ".short");
  }
  const std::string first = words_of(causes.front());
  return others.empty() ? first : first + " " + base::say("lesson.judge.also", {{"ways", others}});
}

/// Where no cause is recognised: how far off, and what to go through again.
std::string_view direction(const Judgement& judgement, std::string_view quantity) {
  const auto unit = unit_of(quantity);
  const bool above = judgement.guess > judgement.truth;
  if (unit == Unit::kernels || unit == Unit::tensors)
    return base::text(above ? "lesson.judge.more" : "lesson.judge.fewer");
  if (unit && is_count(*unit)) return base::text(above ? "lesson.judge.too_many" : "lesson.judge.too_few");
  const bool near = judgement.band == Band::within_10_percent || judgement.band == Band::within_2x;
  if (hangs_on_a_clock(quantity) || is_of_a_card(quantity)) {  // nothing was counted, so nothing was counted twice
    if (near) return base::text(above ? "lesson.judge.time_near_above" : "lesson.judge.time_near_below");
    return base::text(above ? "lesson.judge.time_above" : "lesson.judge.time_below");
  }
  const bool compares = unit == Unit::ratio || unit == Unit::percent;
  if (near) return base::text(above ? "lesson.judge.near_above" : "lesson.judge.near_below");
  if (compares) return base::text(above ? "lesson.judge.ratio_above" : "lesson.judge.ratio_below");
  return base::text(above ? "lesson.judge.far_above" : "lesson.judge.far_below");
}

void find_cause(const Task& task, const Quantities& truth, Judgement& judgement) {
  for (const Misconception& own : task.misconceptions) {
    const auto value = evaluate(own.value, truth, task.chain);
    if (!value || !same_number(task.asked, judgement.guess, *value)) continue;
    judgement.misconception = own.id;
    judgement.explanation = own.explanation;
    return;
  }
  std::vector<std::string> causes;
  for (const Mistake& mistake : usual_mistakes(task.asked, truth, task.chain)) {
    const bool is_new = std::find(causes.begin(), causes.end(), mistake.id) == causes.end();
    if (is_new && same_number(task.asked, judgement.guess, mistake.value)) causes.push_back(mistake.id);
  }
  if (causes.empty()) {
    judgement.explanation = direction(judgement, task.asked);
    return;
  }
  judgement.misconception = causes.front();
  judgement.explanation = explain(causes);
}

}  // namespace

Judgement judge(const Task& task, double guess, const Quantities& truth) {
  assert(task.kind->judge != nullptr);
  return task.kind->judge(task, guess, truth);
}

Judgement judge_number(const Task& task, double guess, const Quantities& truth) {
  Judgement judgement;
  judgement.guess = guess;
  const auto known = value_of(truth, task.chain, task.asked);
  if (!known) {
    judgement.truth = std::numeric_limits<double>::quiet_NaN();
    judgement.explanation = base::text("lesson.judge.no_truth");
    return judgement;
  }
  judgement.truth = *known;
  judgement.band = band(task.asked, guess, *known);
  judgement.right = is_right(task, judgement.band, guess, *known);
  if (judgement.right) {
    judgement.explanation = task.right_text;
  } else {
    find_cause(task, truth, judgement);
  }
  return judgement;
}

std::string show_answer(const Task& task, std::string_view quantity, double value) {
  if (task.counted_in.empty() || quantity != task.asked) return show_quantity(quantity, value);
  return value == 1 ? show_value(quantity, value) : show_value(quantity, value) + " " + task.counted_in;
}

}  // namespace lesson
