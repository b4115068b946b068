// Conclusions that follow the measurement: which case of a finding holds, and the texts that name one.
#pragma once

#include "lesson/values.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace lesson {

/// The case that a finding says: the first whose condition holds. A measured quantity is an interval (scatter_of);
/// where it does not lead to one case, that is `noisy`, unless it is one number alone and known to within 4.5%. Null
/// while anything in it is hidden or not yet measured.
[[nodiscard]] const FindingCase* finding_case(const Finding& finding, const Quantities& quantities);

/// `text` with the sentence of each {finding NAME} in its place, their values naming their chain; a finding that cannot
/// be told yet becomes the value that it lacks, which fill() and lacks_run() treat as any other.
[[nodiscard]] std::string with_findings(std::string_view text, const Lesson& lesson, const Quantities& quantities);
/// fill() of that.
[[nodiscard]] std::string fill(std::string_view text, const Lesson& lesson, const Quantities& quantities,
                               std::string_view chain = {}, std::string_view unrun = {});

/// The same case at these very numbers, no interval: the first that holds. Never `noisy`.
[[nodiscard]] const FindingCase* case_at(const Finding& finding, const Quantities& quantities);
/// Whether a case's own condition holds at these numbers.
[[nodiscard]] bool holds(const Finding& finding, const FindingCase& one, const Quantities& quantities);

/// A quantity of a chain, as a finding names it; of two chains it is two.
struct Term {
  std::string chain, name;
  bool operator==(const Term&) const = default;
  [[nodiscard]] std::string key() const { return chain + "/" + name; }
};
/// What its conditions name, each once; and what its sentences name as well.
[[nodiscard]] std::vector<Term> terms_of_conditions(const Finding& finding);
[[nodiscard]] std::vector<Term> terms(const Finding& finding);
/// The text of a case with each value's chain before it.
[[nodiscard]] std::string text_of(const Finding& finding, const FindingCase& one);

}  // namespace lesson
