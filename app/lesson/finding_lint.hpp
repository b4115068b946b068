// Findings held against what a machine could measure: is each case said somewhere, and is each used after its run?
#pragma once

#include "lesson/finding.hpp"
#include "lesson/findings.hpp"
#include "study/study.hpp"

#include <string>

namespace lesson {

/// Conditions that always or never hold, cases that others cover, findings before their runs, and measured values in
/// sentences that stand outside of one (in lessons that have findings).
void lint_findings(const Lesson& lesson, const study::Machine& machine, Findings& findings);
/// `text` with the longest case of each finding in its place.
[[nodiscard]] std::string with_longest_cases(std::string_view text, const Lesson& lesson);

/// Numbers that lead to a case: what a finding would be told of.
struct Example {
  const FindingCase* told = nullptr;
  Quantities numbers;
};
/// Of each case that can be reached, the example nearest to what the model says.
[[nodiscard]] std::vector<Example> examples(const Lesson& lesson, const Finding& finding,
                                            const study::Machine& machine);

}  // namespace lesson
