// A guess against the truth: the task's own misconceptions first, then the usual ones.
#include "lesson/judge.hpp"

#include "base/words.hpp"
#include "lesson/expression.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/letters.hpp"
#include "lesson/said_value.hpp"

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

std::string words_of(std::string_view id, std::string_view ending = {}) {
  return std::string(base::text("lesson.mistake." + std::string(id) + std::string(ending)));
}

/// Other ways to the same number in brief, "counting shifts or taking the fused plan"; empty where there are none.
std::string others_of(const std::vector<std::string>& causes) {
  std::string others;
  for (std::size_t i = 1; i < causes.size(); ++i) {
    if (i > 1) others += i + 1 == causes.size() ? std::string(base::text("lesson.judge.or")) : ", ";
    others += words_of(causes[i], ".short");
  }
  return others;
}

/// A number of trips. Nobody goes through "each worker" where there is one.
std::string_view trips_off(const Judgement& judgement, const Task& task, const Quantities& truth) {
  if (judgement.guess <= 0) return base::text("lesson.judge.none");
  const std::string_view counted = without_tensor(task.asked);
  const std::string plan(counted.substr(std::min(counted.find('.'), counted.size())));
  const bool alone = value_of(truth, task.chain, "kernels" + plan) == 1.0;
  if (judgement.guess > judgement.truth)
    return base::text(alone ? "lesson.judge.too_many.one" : "lesson.judge.too_many");
  return base::text(alone ? "lesson.judge.too_few.one" : "lesson.judge.too_few");
}

/// A number of kernels, also under another name ("jobs"), or of tensors.
std::string_view things_off(bool above, const Task& task, Unit unit) {
  if (unit == Unit::tensors) return base::text(above ? "lesson.judge.more" : "lesson.judge.fewer");
  const bool renamed = !task.counted_in.empty() && task.counted_in != noun_of(task.asked);
  if (renamed) return base::text(above ? "lesson.judge.more.tried" : "lesson.judge.fewer.tried");
  return base::text(above ? "lesson.judge.more.kernels" : "lesson.judge.fewer.kernels");
}

/// Where no cause is recognised: how far off, and what to go through again.
std::string_view direction(const Judgement& judgement, const Task& task, const Quantities& truth) {
  const std::string_view quantity = task.asked;
  const auto unit = unit_of(quantity);
  const bool above = judgement.guess > judgement.truth;
  if (unit == Unit::kernels || unit == Unit::tensors) return things_off(above, task, *unit);
  if (unit && is_count(*unit)) return trips_off(judgement, task, truth);
  const bool near = judgement.band == Band::within_10_percent || judgement.band == Band::within_2x;
  if (hangs_on_a_clock(quantity) || is_of_a_card(quantity)) {  // nothing was counted, so nothing was counted twice
    constexpr double close = 1.5;                              // twice the time is not close to it
    const double times = above ? judgement.guess / judgement.truth : judgement.truth / judgement.guess;
    if (near && times < close)
      return base::text(above ? "lesson.judge.time_near_above" : "lesson.judge.time_near_below");
    return base::text(above ? "lesson.judge.time_above" : "lesson.judge.time_below");
  }
  if (near) return base::text(above ? "lesson.judge.near_above" : "lesson.judge.near_below");
  const bool counted = !is_calculated(quantity);
  if (counted && (unit == Unit::ratio || unit == Unit::percent))
    return base::text(above ? "lesson.judge.ratio_above" : "lesson.judge.ratio_below");
  if (counted && unit == Unit::bytes) return base::text(above ? "lesson.judge.far_above" : "lesson.judge.far_below");
  return base::text(above ? "lesson.judge.worked_above" : "lesson.judge.worked_below");
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
    judgement.explanation = direction(judgement, task, truth);
    return;
  }
  judgement.misconception = causes.front();
  judgement.explanation = words_of(causes.front());
  judgement.other_ways = others_of(causes);
}

}  // namespace

bool counts_as_right(const Task& task, double guess, double truth) {
  if (task.tolerance) return distance(guess, truth) <= std::log2(1 + *task.tolerance);
  const std::string asked = asked_by(task);
  const Band reached = band(asked, guess, truth);
  const Unit unit = unit_of(asked).value_or(Unit::ratio);
  if (is_count(unit) || is_of_counts(asked)) return reached == Band::exact;
  return reached <= (unit == Unit::seconds ? Band::within_2x : Band::within_10_percent);
}

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
  judgement.right = counts_as_right(task, guess, *known);
  if (judgement.right) {
    judgement.explanation = task.right_text;
  } else {
    find_cause(task, truth, judgement);
  }
  return judgement;
}

std::string show_answer(const Task& task, std::string_view quantity, double value) {
  if (unit_of(quantity) == Unit::ratio) return said_value(quantity, value);
  if (task.counted_in.empty() || quantity != task.asked) return show_quantity(quantity, value);
  return value == 1 ? show_value(quantity, value) : show_value(quantity, value) + " " + task.counted_in;
}

}  // namespace lesson
