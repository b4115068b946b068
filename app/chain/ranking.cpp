// Few entries are kept in order: a new one is put in its place.
#include "chain/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace chain {

bool ranks_before(const Entry& a, const Entry& b) {
  const bool nan_a = std::isnan(a.value), nan_b = std::isnan(b.value);
  if (nan_a != nan_b) return nan_a;
  if (!nan_a && a.value != b.value) return a.value > b.value;
  return a.number < b.number;
}

void Ranking::add(std::int64_t number, const Bounded& entry) {
  error_ = std::max(error_, entry.error);
  const Entry added{number, entry.value};
  const bool full = std::ssize(entries_) == k_;
  if (full && !ranks_before(added, entries_.back())) return;
  if (full) entries_.pop_back();
  entries_.insert(std::ranges::lower_bound(entries_, added, ranks_before), added);
}

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double between(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  return std::isfinite(a - b) ? std::abs(a - b) : infinity;
}

/// Those that no row has, or that stand twice in one: infinitely far.
std::vector<Bounded> impossible(const ChosenNumbers& numbers, std::int64_t k, std::int64_t columns) {
  std::vector<Bounded> apart(numbers.got.size());
  std::map<std::pair<std::int64_t, double>, std::int64_t> seen;  // row and number: where it stands
  for (std::size_t i = 0; i < apart.size(); ++i) {
    const double got = numbers.got[i];
    const bool there = got >= 0 && got < static_cast<double>(columns) && got == std::floor(got);
    const std::int64_t element = numbers.elements[i];
    const auto first = seen.try_emplace({element / k, got}, element).first;
    if (!there || first->second != element) apart[i].value = infinity;
  }
  return apart;
}

}  // namespace

std::vector<Bounded> chosen_apart(const Chain& chain, const std::vector<bool>& stored, const InputElement& input,
                                  const ChosenNumbers& numbers, const Given& given) {
  const Value& value = chain.values[numbers.value];
  const int rows = value.operands[0].value;
  const std::int64_t columns = chain.values[rows].shape.columns();
  std::vector<Bounded> apart = impossible(numbers, value.k, columns);
  std::vector<std::size_t> asked;
  std::vector<std::int64_t> entries;  // two for each that is asked: the device's, and the right one
  for (std::size_t i = 0; i < apart.size(); ++i) {
    const Bounded& reference = numbers.references[i];
    if (apart[i].value > 0 || numbers.got[i] == reference.value || std::isinf(reference.error)) continue;
    if (reference.error == 0) {
      apart[i].value = infinity;
      continue;
    }
    const std::int64_t row = numbers.elements[i] / value.k * columns;
    asked.push_back(i);
    entries.push_back(row + static_cast<std::int64_t>(numbers.got[i]));
    entries.push_back(row + static_cast<std::int64_t>(reference.value));
  }
  const std::vector<Bounded> found = evaluate(chain, stored, input, rows, entries, given);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const Bounded &chosen = found[2 * i], &right = found[2 * i + 1];
    apart[asked[i]] = {between(chosen.value, right.value), chosen.error + numbers.references[asked[i]].error};
  }
  return apart;
}

}  // namespace chain
