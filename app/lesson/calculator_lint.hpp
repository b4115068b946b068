// What a calculator that can be read may still get wrong: a figure without its source, a place where it divides by
// zero, a slider that moves nothing.
#pragma once

#include "lesson/findings.hpp"
#include "lesson/lesson.hpp"
#include "lesson/values.hpp"

namespace lesson {

/// `machine` as calculated() takes it. Formulas are tried with every slider at both of its ends.
void lint_calculators(const Lesson& lesson, const Quantities& machine, Findings& findings);

}  // namespace lesson
