// Judged as one sees it: where it bends first, then how far apart the two lie.
#include "lesson/sketch.hpp"

#include "base/units.hpp"
#include "base/words.hpp"
#include "lesson/kinds/kind.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>

namespace lesson {
namespace {

constexpr double hardly_off = 1.15;      ///< what is called flat, as the sweep's own title has it
constexpr double usual_tolerance = 0.5;  ///< of the middle
constexpr double same_curve = 1.35;      ///< two curves no farther apart, in the middle, are taken for one
constexpr double most_height = 1e9;      ///< no axis goes as far
constexpr std::size_t near_bend = 1;     ///< places
constexpr std::size_t most_bends = 5;
constexpr std::string_view names[] = {"falling", "flat", "straight", "other", "early", "late", "steep", "gentle"};

double off(double a, double b) {
  return std::abs(std::log2(a / b));
}

std::vector<double> heights_of(const Curve& curve, const Task& task) {
  std::vector<double> heights;
  for (const std::int64_t at : chain::places(task.over)) heights.push_back(curve.at(at));
  return heights;
}

/// How many times two curves are apart, over the places that both know; the first one is not asked where it is 1 for
/// everybody.
double apart(const Task& task, const std::vector<double>& curve, const std::vector<std::optional<double>>& known) {
  double sum = 0;
  int count = 0;
  for (std::size_t i = starts_at_one(task) ? 1 : 0; i < curve.size(); ++i) {
    if (i >= known.size() || !known[i]) continue;
    sum += off(curve[i], *known[i]);
    ++count;
  }
  return count == 0 ? std::numeric_limits<double>::infinity() : std::exp2(sum / count);
}

/// Where a curve with holes bends: a hole is passed over.
std::optional<std::size_t> true_bend_of(const std::vector<std::optional<double>>& truth) {
  if (truth.empty() || !truth.front()) return std::nullopt;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (truth[i] && off(*truth[i], *truth.front()) > std::log2(hardly_off)) return i;
  }
  return truth.size();
}

/// In proportion to the place: as if each copy, or each byte, were paid in full from the first on.
std::vector<std::optional<double>> proportional(const Task& task, double first) {
  const auto places = chain::places(task.over);
  std::vector<std::optional<double>> line;
  for (const std::int64_t at : places) {
    line.emplace_back(first * static_cast<double>(at) / static_cast<double>(places.front()));
  }
  return line;
}

/// Of plans that grow alike no curve is taken for the other's.
bool plans_differ(const Task& task, const SketchTruth& truth) {
  std::vector<double> asked;
  std::vector<std::optional<double>> other = truth.other;
  for (std::size_t i = 0; i < truth.asked.size(); ++i) {
    asked.push_back(truth.asked[i].value_or(1));
    if (!truth.asked[i] && i < other.size()) other[i].reset();
  }
  return apart(task, asked, other) >= same_curve;
}

std::vector<Shape> shapes_of(const Task& task, const std::vector<double>& curve, const SketchTruth& truth,
                             const SketchJudgement& judgement) {
  std::vector<Shape> found;
  const std::size_t bend = judgement.bend, right = *judgement.true_bend;
  const bool falls = truth.asked.back() && *truth.asked.back() < *truth.asked.front() / hardly_off;
  if (!falls && curve.back() < curve.front() / hardly_off) found.push_back(Shape::falling);
  if (bend == curve.size() && right < bend) found.push_back(Shape::flat);
  const auto line = proportional(task, curve.front());
  const bool of_time = task.height != SweepHeight::speedup;
  if (of_time && apart(task, curve, line) < same_curve && bend < right) found.push_back(Shape::straight);
  const bool as_other = apart(task, curve, truth.other) < std::min(same_curve, judgement.factor);
  if (as_other && plans_differ(task, truth)) found.push_back(Shape::other);
  if (bend + near_bend < right) found.push_back(Shape::early);
  if (bend > right + near_bend) found.push_back(Shape::late);
  if (found.empty()) {
    double above = 0;  // all in all: a curve may lie above it for long and end below
    for (std::size_t i = 0; i < curve.size(); ++i) above += truth.asked[i] ? std::log2(curve[i] / *truth.asked[i]) : 0;
    found.push_back(above > 0 ? Shape::steep : Shape::gentle);
  }
  return found;
}

/// The lesson's own words for the likeliest that it has any for, else the usual ones.
void explain(const Task& task, SketchJudgement& judgement) {
  for (const Shape shape : judgement.shapes) {
    const auto own = std::ranges::find(task.misconceptions, name(shape), &Misconception::shape);
    if (own == task.misconceptions.end()) continue;
    judgement.misconception = own->id;
    judgement.explanation = own->explanation;
    return;
  }
  if (judgement.shapes.empty()) {
    judgement.explanation = base::text("lesson.judge.sketch_off");
    return;
  }
  judgement.misconception = "sketch-" + std::string(name(judgement.shapes.front()));
  judgement.explanation = base::text("lesson.mistake." + judgement.misconception);
}

}  // namespace

std::string_view name(Shape shape) {
  return names[static_cast<std::size_t>(shape)];
}

std::optional<Shape> shape_named(std::string_view name) {
  const auto* found = std::ranges::find(names, name);
  if (found == std::end(names)) return std::nullopt;
  return static_cast<Shape>(found - std::begin(names));
}

std::vector<std::string_view> shape_names() {
  return {std::begin(names), std::end(names)};
}

bool starts_at_one(const Task& task) {
  return task.height == SweepHeight::growth;
}

bool is_sketch_of(const Curve& curve, const Task& task) {
  if (curve.empty()) return true;
  if (task.kind->by != By::curve) return false;
  const auto places = chain::places(task.over);
  return std::ranges::all_of(curve, [&](const auto& point) {
    const bool there = std::ranges::find(places, point.first) != places.end();
    const bool first = point.first == places.front();
    return there && point.second > 0 && point.second <= most_height &&
           (!first || !starts_at_one(task) || point.second == 1);
  });
}

bool is_whole(const Curve& curve, const Task& task) {
  return is_sketch_of(curve, task) && curve.size() == chain::places(task.over).size();
}

std::size_t bend_of(const std::vector<double>& heights) {
  const auto bent = [&](double height) { return off(height, heights.front()) > std::log2(hardly_off); };
  return static_cast<std::size_t>(std::ranges::find_if(heights, bent) - heights.begin());
}

std::string place_words(const Task& task, std::size_t index) {
  const std::int64_t at = chain::places(task.over).at(index);
  return chain::show_place(task.over.kind, at);
}

std::string bend_words(const Task& task, std::size_t bend) {
  if (bend >= chain::places(task.over).size()) return std::string(base::text("lesson.sketch.never"));
  return base::say("lesson.sketch.bends", {{"place", place_words(task, bend)}});
}

std::string height_words(const Task& task, double height) {
  return task.height == SweepHeight::time ? base::show(base::Seconds{height}) : base::show_number(height) + "x";
}

SketchJudgement judge_sketch(const Task& task, const Curve& curve, const SketchTruth& truth) {
  SketchJudgement judgement;
  const std::vector<double> heights = heights_of(curve, task);
  judgement.bend = bend_of(heights);
  judgement.true_bend = true_bend_of(truth.asked);
  judgement.factor = apart(task, heights, truth.asked);
  if (!judgement.true_bend || !std::isfinite(judgement.factor)) {
    judgement.truth = std::numeric_limits<double>::quiet_NaN();
    judgement.explanation = base::text("lesson.judge.no_truth");
    return judgement;
  }
  double widest = -1;
  for (std::size_t i = 0; i < heights.size(); ++i) {
    if (!truth.asked[i] || off(heights[i], *truth.asked[i]) <= widest) continue;
    widest = off(heights[i], *truth.asked[i]);
    judgement.widest = i;
  }
  judgement.guess = heights[judgement.widest];
  judgement.truth = *truth.asked[judgement.widest];
  const std::size_t low = std::min(judgement.bend, *judgement.true_bend),
                    high = std::max(judgement.bend, *judgement.true_bend);
  judgement.right = judgement.factor <= 1 + task.tolerance.value_or(usual_tolerance) && high - low <= near_bend;
  judgement.band = judgement.factor <= 1.1 ? Band::within_10_percent
                   : judgement.factor <= 2 ? Band::within_2x
                                           : Band::wrong;
  judgement.explanation = task.right_text;
  if (judgement.right) return judgement;
  judgement.shapes = shapes_of(task, heights, truth, judgement);
  explain(task, judgement);
  return judgement;
}

std::vector<Letter> sketch_letters(const Task& task, const SketchTruth& truth) {
  const auto right = true_bend_of(truth.asked);
  if (!right) return {};
  const std::size_t places = truth.asked.size();
  // From the first place on, at the true one, never; then those beside it that are told from it by the eye.
  std::set<std::size_t> bends = {1, *right, places};
  for (const std::size_t by : {std::size_t{2}, std::size_t{4}}) {
    if (bends.size() < most_bends && *right + by < places) bends.insert(*right + by);
    if (bends.size() < most_bends && *right > by + 1) bends.insert(*right - by);
  }
  std::vector<Letter> letters;
  for (const std::size_t bend : bends) {
    std::string words = bend == places ? std::string(base::text("lesson.sketch.letter.flat"))
                        : bend == 1    ? std::string(base::text("lesson.sketch.letter.first"))
                                       : base::say("lesson.sketch.letter.bend", {{"place", place_words(task, bend)}});
    letters.push_back({std::move(words), bend == *right, static_cast<double>(bend)});
  }
  return letters;
}

}  // namespace lesson
