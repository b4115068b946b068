// A quiz in the window: lessons' tasks without their prose over other sizes, each answer locked, then all told.
#pragma once

#include "session/state/desk.hpp"
#include "session/state/open_quiz.hpp"

#include <optional>
#include <string_view>

namespace session {

[[nodiscard]] Node quiz_page(const Desk& desk);
// The verbs; each reads what it is given as the page hands it out.
void open_quiz(Desk& desk);
void close_quiz(Desk& desk);
void choose_quiz_lesson(Desk& desk, std::string_view id);
/// All of the course, with as many questions as such a quiz has.
void choose_whole_course(Desk& desk);
void choose_quiz_size(Desk& desk, std::string_view n);
void begin_quiz(Desk& desk);
/// Back to the choice of lessons, with the next seed.
void another_quiz(Desk& desk);
void turn_quiz(Desk& desk, int by);
void answer_quiz(Desk& desk, std::string_view letter, std::string_view typed);
void lock_quiz_answer(Desk& desk);

/// What was said: the number meant, or the index of the letter; nothing before it is locked.
[[nodiscard]] std::optional<double> said(const lesson::QuizItem& item, const QuizAnswer& answer);
[[nodiscard]] bool is_right(const lesson::QuizItem& item, const QuizAnswer& answer);
/// What of its numbers may be told: none that a lesson's open task asks, but the one that was just answered.
[[nodiscard]] lesson::Quantities tellable(const Desk& desk, const lesson::QuizItem& item);

}  // namespace session
