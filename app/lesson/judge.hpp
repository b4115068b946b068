// Right or wrong, and why: counts exactly, bytes and times by |log2(guess / truth)|.
#pragma once

#include "lesson/lesson.hpp"
#include "lesson/values.hpp"

#include <string>

namespace lesson {

/// How near a guess came.
enum class Band { exact, within_10_percent, within_2x, right_direction, wrong };

struct Judgement {
  bool right = false;
  Band band = Band::wrong;
  double guess = 0, truth = 0;  ///< truth is NaN when it is not known (yet)
  std::string explanation;      ///< the likely cause of a wrong number, or why a right one is; {values} not filled in
  std::string other_ways;       ///< to the same wrong number, in brief: for who teaches; empty where there are none
  std::string misconception;    ///< its id, the task's or one of usual_mistakes(); empty if none was recognised
};

/// What an answer comes to, by the rule of its kind. A run and a sentence are not judged, a curve by lesson/sketch.hpp.
[[nodiscard]] Judgement judge(const Task& task, double guess, const Quantities& truth);
/// Counts, and ratios and percentages of counts, exactly (2 % for rounding); bytes, intensities and ratios within 10 %;
/// times within a factor of 2; or within the task's own tolerance.
[[nodiscard]] bool counts_as_right(const Task& task, double guess, double truth);
/// A number, also one that was counted on the arrows, by that rule.
[[nodiscard]] Judgement judge_number(const Task& task, double guess, const Quantities& truth);

/// The number of a task with its noun, the quantity's or the one that its question counts in: "4 crossings", "4 jobs".
[[nodiscard]] std::string show_answer(const Task& task, std::string_view quantity, double value);

/// A usual way to a wrong number.
struct Mistake {
  std::string
      id;  ///< "reads-only"; its words are "lesson.mistake.reads-only", in brief "lesson.mistake.reads-only.short"
  double value = 0;
};
/// Those that can be computed for this quantity and differ from the truth, the likeliest first. For any chain.
[[nodiscard]] std::vector<Mistake> usual_mistakes(std::string_view asked, const Quantities& truth,
                                                  std::string_view chain);
/// True of the id of one of these, or of "sketch-" and the name of a shape.
[[nodiscard]] bool is_usual_mistake(std::string_view id);
/// True if two numbers of a quantity are the same but for rounding: counts equal, others within 2 %.
[[nodiscard]] bool same_number(std::string_view quantity, double a, double b);

}  // namespace lesson
