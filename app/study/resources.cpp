// Reads the text's launch, asks the occupancy rule, takes the largest.
#include "study/resources.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cctype>
#include <string>

namespace study {
namespace {

/// The whole number before `mark`, which stands first behind `from`; 0 if it does not.
int number_before(std::string_view text, std::string_view from, std::string_view mark) {
  const auto begin = text.find(from);
  const auto at = begin == std::string_view::npos ? begin : text.find(mark, begin);
  if (at == std::string_view::npos) return 0;
  const auto digits = text.substr(0, at).find_last_not_of("0123456789") + 1;
  return static_cast<int>(base::to_integer(text.substr(digits, at - digits)).value_or(0));
}

/// The whole number behind `mark`; 0 if the mark is not there.
int number_behind(std::string_view text, std::string_view mark) {
  const auto at = text.find(mark);
  if (at == std::string_view::npos) return 0;
  const auto rest = text.substr(at + mark.size());
  const auto end = rest.find_first_not_of("0123456789");
  return static_cast<int>(base::to_integer(rest.substr(0, end)).value_or(0));
}

bool is_smaller(const model::Occupancy& a, const model::Occupancy& b) {
  return a.warps * b.most < b.warps * a.most;
}

}  // namespace

int threads_of(std::string_view source) {
  const int bound = number_behind(source, "__launch_bounds__(");
  return bound > 0 ? bound : number_before(source, "Launch:", " threads");  // a kernel with a cap has no bounds
}

std::int64_t blocks_of(std::string_view source) {
  constexpr std::string_view begin = "Launch: ", end = " blocks ";
  const auto from = source.find(begin);
  const auto to = from == std::string_view::npos ? from : source.find(end, from);
  if (to == std::string_view::npos) return 0;
  // Its digits are in groups of three.
  std::string digits;
  for (const char c : source.substr(from + begin.size(), to - from - begin.size())) {
    if (c == '\n' || std::isalpha(static_cast<unsigned char>(c)) != 0) return 0;
    if (c >= '0' && c <= '9') digits += c;
  }
  return base::to_integer(digits).value_or(0);
}

std::optional<model::Occupancy> occupancy_of(const record::KernelCode& code, int compute_capability) {
  if (!code.registers || !code.shared) return std::nullopt;
  return model::occupancy(compute_capability, *code.registers, *code.shared, threads_of(code.source));
}

std::optional<model::Waves> waves_of(const record::KernelCode& code, const record::Target& card) {
  const auto fits = occupancy_of(code, card.compute_capability);
  if (!fits) return std::nullopt;
  return model::waves(*fits, threads_of(code.source), card.multiprocessors, blocks_of(code.source));
}

std::optional<Resources> resources_of(const record::Measurement& measurement, const record::PlanMeasurement& plan) {
  std::optional<Resources> all;
  const int capability = measurement.target ? measurement.target->compute_capability : 0;
  for (const record::KernelCode& code : plan.code) {
    if (!code.registers) continue;
    if (!all) all.emplace();
    all->registers = std::max(all->registers, *code.registers);
    if (code.spill_stores && code.spill_loads) {
      const base::Bytes both = *code.spill_stores + *code.spill_loads;
      all->spilled = std::max(all->spilled.value_or(base::Bytes{}), both);
    }
    const auto fits = occupancy_of(code, capability);
    if (fits && (!all->occupancy || is_smaller(*fits, *all->occupancy))) all->occupancy = fits;
  }
  return all;
}

}  // namespace study
