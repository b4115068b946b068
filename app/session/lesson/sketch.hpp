// A curve drawn by hand on a sweep's axes: dragged, stepped point by point or typed; and what it comes to.
#pragma once

#include "lesson/sketch.hpp"
#include "session/state/page.hpp"

#include <set>

namespace session {

/// What is known of the curve that the task asks for: measured or recorded, else the model's.
[[nodiscard]] lesson::SketchTruth sketch_truth(const Course& course, const lesson::Task& task);
/// For Course::curves: the chains of a sketch's sweep whose times tell it. Those that the lesson runs above it are
/// given, and so is the first one where every curve starts at one.
[[nodiscard]] std::map<std::size_t, std::set<std::string>> sketched_forms(const lesson::Lesson& lesson);

/// "2:1 8:3": a height at some of the places; what lies between two is on the straight line of the axes, what lies
/// beyond is level. A curve that cannot be read is said at once.
void set_sketch(Course& course, std::string_view typed);
/// The pointer at "x y" of the figure; "x y down" begins a stroke. Points that a stroke jumps over lie on its line.
void drag_sketch(Desk& desk, std::string_view place);
/// The next point (1) or the one before (-1) under the keyboard; and it a step up or down.
void pick_point(Desk& desk, int direction);
void step_sketch(Desk& desk, int direction);
void undo_sketch(Desk& desk);
void redo_sketch(Desk& desk);

/// The open step's field and its figure, as far as the lock rule lets it tell.
[[nodiscard]] Node sketch_field(const Desk& desk);
[[nodiscard]] std::optional<Node> sketch_figure(const Desk& desk);
/// The same on the wall, where nobody's curve stands.
[[nodiscard]] std::optional<Node> sketch_for_class(const Desk& desk, bool told);
/// True if the curve may be told: it is locked, and no other open task asks for a time of it.
[[nodiscard]] bool may_tell_sketch(const Desk& desk);
/// The two bends, and how far apart the curves are.
[[nodiscard]] std::string sketch_words(const Course& course, const lesson::Task& task,
                                       const lesson::SketchJudgement& judgement);

/// What the lesson itself would type.
[[nodiscard]] std::string sketch_key(const lesson::Lesson& lesson, const lesson::Task& task, const Services& services);

}  // namespace session
