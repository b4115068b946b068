// Words of the ways of a chain; and the ways themselves, out of an import.
#include "charts/bars/way_words.hpp"

#include "base/words.hpp"
#include "charts/frame/findings.hpp"
#include "charts/frame/overlay.hpp"
#include "model/traffic.hpp"

#include <algorithm>

namespace charts {
namespace {

const Way& fastest(const std::vector<Way>& ways) {
  return *std::ranges::min_element(ways, {}, [](const Way& way) { return way.time.median.value; });
}

bool is_of_several(const record::Imported& from) {
  return programs_of(from).find(',') != std::string::npos;
}

/// "; 1 helper"; empty without one.
std::string helper_words(std::size_t helpers) {
  return helpers == 0 ? std::string() : base::say("chart.import.helpers", static_cast<std::uint64_t>(helpers));
}

}  // namespace

double fewer_bytes(const Way& first, const Way& way) {
  return static_cast<double>(first.bytes.value) / static_cast<double>(way.bytes.value);
}

double less_time(const Way& first, const Way& way) {
  return first.time.median.value / way.time.median.value;
}

std::string kernels_told(const Way& way) {
  const std::string told = base::say("chart.import.kernels", static_cast<std::uint64_t>(way.kernels));
  return told + helper_words(way.helpers);
}

/// Of a chain's cuts by another program.
WayWords chain_words(const std::vector<Way>& ways, const record::Imported& from) {
  const Way &best = fastest(ways), &first = ways[0];
  const auto told = [](const Way& way) {
    const std::string kernels = base::say("chart.import.kernels", static_cast<std::uint64_t>(way.kernels));
    return base::say("chart.import.told",
                     {{"way", way.name}, {"kernels", kernels}, {"time", base::show(way.time.median)}});
  };
  std::string truth = told(first);
  if (&best != &first) truth = base::say("chart.import.truth", {{"best", told(best)}, {"first", told(first)}});
  // Of several programs each way has its own in its name.
  const bool several = is_of_several(from);
  if (!several) truth = base::say("chart.import.by", {{"program", from.program}, {"told", truth}});
  std::string about;
  for (const Way& way : ways) about += base::say("chart.import.about", {{"way", way.name}, {"label", way.label}}) + " ";
  for (const auto& [way, why] : from.missing)
    about += base::say("chart.import.missing", {{"way", way}, {"why", why}}) + " ";
  return {{std::string(base::text("chart.import.question")), std::string(base::text("chart.import.model")), truth},
          several ? std::string(base::text("chart.import.names"))
                  : base::say("chart.import.names.of", {{"program", from.program}}),
          from.what,
          about + from.what,
          0.4};
}

std::vector<Way> chain_ways(const record::Imported& from) {
  const bool several = is_of_several(from);
  std::vector<Way> ways;
  for (const record::ImportedWay& way : from.ways) {
    const std::size_t helpers = way.kernels.size() - way.cut.groups.size();
    base::Bytes bytes;
    for (const plan::Group& group : way.cut.groups) bytes = bytes + model::traffic(way.cut, group).bytes();
    ways.push_back({.name = several ? way_name(from, way) : way.name,
                    .label = kernels_words(way.cut) + helper_words(helpers),
                    .bytes = bytes,
                    .time = way.time,
                    .fused = way.cut.groups.size() < from.chain->made().size(),
                    .kernels = way.cut.groups.size(),
                    .helpers = helpers});
  }
  return ways;
}

}  // namespace charts
