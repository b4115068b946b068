// By hand against what was counted.
#include "charts/frame/headline.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/frame/chart_data.hpp"
#include "charts/frame/provenance.hpp"
#include "charts/frame/residue_words.hpp"
#include "charts/frame/source_words.hpp"
#include "model/traffic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace charts {
namespace {

/// "4 x 1 073 741 824 + 32 768": full tensors by size, in the order met, then all the small ones together.
std::string by_hand(const model::Traffic& traffic) {
  std::vector<std::pair<std::int64_t, std::int64_t>> sizes;  // bytes, how many
  std::int64_t small = 0;
  for (const model::Transfer& transfer : traffic.transfers) {
    if (!transfer.full) {
      small += transfer.bytes.value;
      continue;
    }
    const auto found = std::ranges::find(sizes, transfer.bytes.value, &std::pair<std::int64_t, std::int64_t>::first);
    if (found == sizes.end()) {
      sizes.emplace_back(transfer.bytes.value, 1);
    } else {
      ++found->second;
    }
  }
  std::string out;
  for (const auto& [bytes, count] : sizes) {
    out += fmt::format("{}{} x {}", out.empty() ? "" : " + ", count, base::group_digits(bytes));
  }
  if (small > 0) out += (out.empty() ? "" : " + ") + base::group_digits(small);
  return out;
}

std::string right_aligned(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, base::count_characters(text)), ' ') + text;
}

/// Places of digits of `counted` that differ from the digit in the same place of `expected`; both end where the number
/// ends.
std::vector<std::size_t> differing(const std::string& expected, const std::string& counted) {
  const auto digits = [](const std::string& text) {
    std::vector<std::size_t> at;
    for (std::size_t i = text.size(); i-- > 0;) {
      if (text[i] >= '0' && text[i] <= '9') at.push_back(i);
    }
    return at;  // the last digit first
  };
  const std::vector<std::size_t> a = digits(expected), b = digits(counted);
  std::vector<std::size_t> out;
  for (std::size_t i = b.size(); i-- > 0;) {
    if (i >= a.size() || expected[a[i]] != counted[b[i]]) out.push_back(b[i]);
  }
  return out;
}

/// Loops that count themselves prove nothing; what counters saw is taken apart.
std::string difference(const record::Residue& residue, record::Tier tier) {
  if (tier != record::Tier::counted) return residue_words(residue);
  return std::string(
      base::text(residue.difference() == 0 ? "chart.headline.by_construction" : "chart.headline.loops_differ"));
}

/// What one measurement counted of a plan, and the name its line bears.
struct Count {
  std::string name;
  record::Residue residue;
  record::Tier tier = record::Tier::counted;
};

std::optional<Count> count_of(const plan::FusionPlan& plan, const record::Measurement& measurement) {
  const auto* of = plan_of(measurement, plan.name);
  if (of == nullptr) return std::nullopt;
  const auto residue = record::residue(computed_kernels(plan), *of);
  if (!residue) return std::nullopt;
  const bool loops = measurement.tier == record::Tier::counted;
  const bool replayed = measurement.source == Source::recorded;
  // The biggest type there is: the device's own name will do.
  const std::string name = loops ? by_construction_words()
                                 : base::say(replayed ? "chart.headline.recorded" : "chart.headline.counted",
                                             {{"device", short_device(measurement)}});
  return Count{with_stranger(name, measurement), *residue, measurement.tier};
}

}  // namespace

std::optional<Headline> headline(const plan::FusionPlan& plan, const record::Measurement& measurement) {
  return headline(plan, std::vector{&measurement});
}

std::optional<Headline> headline(const plan::FusionPlan& plan,
                                 const std::vector<const record::Measurement*>& measurements) {
  const model::Traffic traffic = model::traffic(plan);
  const std::int64_t expected = traffic.bytes().value;
  std::vector<Count> counts;
  for (const record::Measurement* measurement : measurements) {
    if (auto count = count_of(plan, *measurement)) counts.push_back(*std::move(count));
  }
  if (counts.empty()) return std::nullopt;
  const std::string hand_name(base::text("chart.headline.by_hand"));
  const std::string sum = by_hand(traffic), hand_digits = base::group_digits(expected);
  const std::string equals = sum == hand_digits ? "" : sum + " = ";

  std::size_t digits = base::count_characters(hand_digits);
  for (const Count& count : counts) {
    digits = std::max(digits, base::count_characters(base::group_digits(count.residue.counted.value)));
  }
  const std::string unit = " " + std::string(base::text("chart.headline.unit"));
  const std::string room(base::count_characters(equals), ' ');

  Headline out;
  out.lines.push_back({hand_name, equals + right_aligned(hand_digits, digits) + unit, {}});
  for (const Count& count : counts) {
    const std::string number = room + right_aligned(base::group_digits(count.residue.counted.value), digits);
    out.lines.push_back({count.name, number + unit, differing(hand_digits, number)});
    out.difference += (out.difference.empty() ? "" : " ") + difference(count.residue, count.tier);
  }
  return out;
}

}  // namespace charts
