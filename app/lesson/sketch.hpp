// A curve drawn by hand: whether it can be one of its task's, how far it is from the truth, and what it was taken for.
#pragma once

#include "lesson/judge.hpp"
#include "lesson/letters.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

using Curve = std::map<std::int64_t, double>;  ///< heights, above 0, by place of the sweep

/// What is wrong with a curve, as a misconception's `shape` names it.
enum class Shape {
  falling,   ///< more of it takes less
  flat,      ///< it never bends
  straight,  ///< in proportion from the first place on
  other,     ///< the other plan's
  early,     ///< bends more than a place too soon
  late,
  steep,  ///< bends where it should, and then climbs too fast
  gentle,
};
[[nodiscard]] std::string_view name(Shape shape);
[[nodiscard]] std::optional<Shape> shape_named(std::string_view name);
[[nodiscard]] std::vector<std::string_view> shape_names();

/// Times the first point's: its first place is 1, for everybody.
[[nodiscard]] bool starts_at_one(const Task& task);
/// Places of the task's sweep alone, each with a height that can be drawn.
[[nodiscard]] bool is_sketch_of(const Curve& curve, const Task& task);
/// And none left out.
[[nodiscard]] bool is_whole(const Curve& curve, const Task& task);

/// The first place (by its index) that lies more than 15 % off the first one's height; the number of places where none
/// does. As far as a curve is flat, the step more is free.
[[nodiscard]] std::size_t bend_of(const std::vector<double>& heights);
/// "bends at 4", "never bends"
[[nodiscard]] std::string bend_words(const Task& task, std::size_t bend);
/// A place as the axis has it: "4", "64 KiB".
[[nodiscard]] std::string place_words(const Task& task, std::size_t index);
/// A height: "1.32x", "12 µs".
[[nodiscard]] std::string height_words(const Task& task, double height);

/// What is known at the places of the task's sweep: of the plan asked about, and of the other one.
struct SketchTruth {
  std::vector<std::optional<double>> asked, other;
};

struct SketchJudgement : Judgement {  ///< guess and truth: the heights where they are farthest apart
  double factor = 1;                  ///< how many times off, in the middle of the places (geometric)
  std::size_t widest = 0;             ///< the place, by its index, of the widest gap
  std::size_t bend = 0;               ///< the guess's, by index; as many as there are places: none
  std::optional<std::size_t> true_bend;
  std::vector<Shape> shapes;  ///< what is wrong, the likeliest first
};
/// Right is: off by no more than half (or the task's tolerance) in the middle, and bent within a place of the truth.
/// `curve` is whole. Without a truth nothing is judged: band and factor say nothing, `truth` is NaN.
[[nodiscard]] SketchJudgement judge_sketch(const Task& task, const Curve& curve, const SketchTruth& truth);

/// Up to five places where it may bend, from the first on to never; the value is the bend's index. None without a
/// truth.
[[nodiscard]] std::vector<Letter> sketch_letters(const Task& task, const SketchTruth& truth);

}  // namespace lesson
