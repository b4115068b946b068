// First match wins, at every corner of what was measured.
#include "lesson/finding.hpp"

#include "base/words.hpp"
#include "lesson/expression.hpp"

#include <algorithm>
#include <cmath>

namespace lesson {
namespace {

/// Corners double with each measured quantity; of more the rest stays at its median.
constexpr std::size_t most_intervals = 6;
constexpr double known_well = 0.045;  // to either side

void add_terms(std::vector<Term>& all, std::string_view text, const std::string& chain) {
  const auto add = [&](Term one) {
    if (std::ranges::find(all, one) == all.end()) all.push_back(std::move(one));
  };
  for (const Slot& slot : slots(text)) {
    if (slot.kind != Slot::Kind::value) continue;
    const Compared parts = compared(slot.name);
    add({slot.chain.empty() ? chain : slot.chain, std::string(parts.quantity)});
    if (!parts.chain.empty()) add({std::string(parts.chain), std::string(parts.quantity)});
  }
}

bool compare(double left, std::string_view sign, double right) {
  if (sign == ">=") return left >= right;
  if (sign == ">") return left > right;
  if (sign == "<=") return left <= right;
  return left < right;
}

/// The first value that is missing or hidden; what was not recorded is said in its place.
const Term* lacking(const std::vector<Term>& terms, const Quantities& quantities) {
  const auto lacks = [&](const Term& one) {
    const auto value = kept_value(quantities, one.chain, one.name);
    return value ? std::isnan(*value) : comes_with_a_run(one.name);
  };
  const auto found = std::ranges::find_if(terms, lacks);
  return found == terms.end() ? nullptr : &*found;
}

struct Interval {
  std::string key;
  double low = 0, high = 0;
};

std::vector<Interval> intervals(const std::vector<Term>& terms, const Quantities& quantities) {
  std::vector<Interval> all;
  for (const Term& one : terms) {
    const auto value = value_of(quantities, one.chain, one.name),
               share = value_of(quantities, one.chain, scatter_of(one.name));
    if (value && share && all.size() < most_intervals)
      all.push_back({one.key(), *value * (1 - *share), *value * (1 + *share)});
  }
  // One number that is known so well is told, though a bound of ours lies beside it: "vary too much" would be wrong.
  if (all.size() == 1 && all[0].high <= (1 + known_well) / (1 - known_well) * all[0].low) all.clear();
  return all;
}

}  // namespace

const FindingCase* Finding::noisy() const {
  const auto found = std::ranges::find(cases, FindingCase::Kind::noisy, &FindingCase::kind);
  return found == cases.end() ? nullptr : &*found;
}

std::vector<Term> terms_of_conditions(const Finding& finding) {
  std::vector<Term> all;
  for (const FindingCase& one : finding.cases) {
    for (const auto& part : one.comparisons) {
      add_terms(all, part.left, finding.chain);
      add_terms(all, part.right, finding.chain);
    }
  }
  return all;
}

std::vector<Term> terms(const Finding& finding) {
  std::vector<Term> all = terms_of_conditions(finding);
  for (const FindingCase& one : finding.cases) add_terms(all, one.text, finding.chain);
  return all;
}

bool holds(const Finding& finding, const FindingCase& one, const Quantities& quantities) {
  return std::ranges::all_of(one.comparisons, [&](const FindingCase::Comparison& part) {
    const auto left = evaluate(part.left, quantities, finding.chain),
               right = evaluate(part.right, quantities, finding.chain);
    return left && right && compare(*left, part.sign, *right);
  });
}

const FindingCase* case_at(const Finding& finding, const Quantities& quantities) {
  const auto found = std::ranges::find_if(finding.cases, [&](const FindingCase& one) {
    return one.kind != FindingCase::Kind::noisy && holds(finding, one, quantities);
  });
  return found == finding.cases.end() ? nullptr : &*found;
}

const FindingCase* finding_case(const Finding& finding, const Quantities& quantities) {
  if (lacking(terms(finding), quantities) != nullptr) return nullptr;
  const auto asked = terms_of_conditions(finding);
  const auto untold = [&](const Term& one) {
    const auto value = kept_value(quantities, one.chain, one.name);
    return value && std::isinf(*value);
  };
  const FindingCase* noisy = finding.noisy();
  if (noisy != nullptr && std::ranges::any_of(asked, untold)) return noisy;
  const FindingCase* found = case_at(finding, quantities);
  if (noisy == nullptr) return found;
  const auto known = intervals(asked, quantities);
  Quantities corner = quantities;
  for (std::size_t mask = 0; mask < (std::size_t{1} << known.size()); ++mask) {
    for (std::size_t i = 0; i < known.size(); ++i)
      corner[known[i].key] = (mask >> i & 1) != 0 ? known[i].high : known[i].low;
    if (case_at(finding, corner) != found) return noisy;
  }
  return found;
}

std::string text_of(const Finding& finding, const FindingCase& one) {
  std::string out;
  std::size_t at = 0;
  for (const Slot& slot : slots(one.text)) {
    out += one.text.substr(at, slot.offset - at);
    at = slot.offset + slot.length;
    if (slot.kind == Slot::Kind::value && slot.chain.empty()) {
      constexpr const char* opened[] = {"{", "{factor ", "{range "};  // by shape
      out += opened[static_cast<int>(slot.shape)] + finding.chain + ": " + slot.name + "}";
    } else {
      out += one.text.substr(slot.offset, slot.length);
    }
  }
  return out + one.text.substr(at);
}

std::string with_findings(std::string_view text, const Lesson& lesson, const Quantities& quantities) {
  std::string out;
  std::size_t at = 0;
  for (const Slot& slot : slots(text)) {
    const auto found = slot.kind == Slot::Kind::finding ? lesson.findings.find(slot.name) : lesson.findings.end();
    if (found == lesson.findings.end()) continue;
    out += text.substr(at, slot.offset - at);
    at = slot.offset + slot.length;
    const Finding& finding = found->second;
    const auto all = terms(finding);
    if (const FindingCase* told = finding_case(finding, quantities)) {
      out += text_of(finding, *told);
    } else if (const Term* missing = lacking(all, quantities)) {
      out += base::say("lesson.finding.lacks", {{"value", "{" + missing->chain + ": " + missing->name + "}"}});
    }
  }
  out += text.substr(at);
  return out;
}

std::string fill(std::string_view text, const Lesson& lesson, const Quantities& quantities, std::string_view chain,
                 std::string_view unrun) {
  return fill(with_findings(text, lesson, quantities), quantities, chain, unrun);
}

}  // namespace lesson
