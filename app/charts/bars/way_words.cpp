// Words of the ways of attention, and of those of a chain; and the ways themselves, out of an import.
#include "charts/bars/way_words.hpp"

#include "base/error.hpp"
#include "base/words.hpp"
#include "charts/frame/findings.hpp"
#include "charts/frame/overlay.hpp"
#include "charts/frame/quantity.hpp"
#include "model/attention.hpp"
#include "model/traffic.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace charts {
namespace {

std::int64_t size_of(const record::Imported& from, std::string_view name) {
  const auto found = from.shape.find(name);
  if (found == from.shape.end()) throw base::MachineError(base::say("chart.ways.shape", {{"name", name}}));
  return found->second;
}

std::int64_t heads_of(const record::Imported& from) {
  return size_of(from, "batch") * size_of(from, "heads");
}

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

/// Of all heads, and what one head has of them: another figure shows one.
WayWords attention_words(const std::vector<Way>& ways, const record::Imported& from) {
  const Way& best = fastest(ways);
  const std::string heads = std::to_string(heads_of(from)), bytes = show_times(fewer_bytes(ways[0], best));
  const std::string all = base::say("chart.ways.heads.all", {{"heads", heads},
                                                             {"batch", std::to_string(size_of(from, "batch"))},
                                                             {"each", std::to_string(size_of(from, "heads"))}});
  const base::Bytes one{ways[0].bytes.value / heads_of(from)};
  const std::string each = base::say("chart.ways.heads.each", {{"bytes", base::show(one)}, {"way", ways[0].name}});
  return {{std::string(base::text("chart.ways.question")),
           base::say("chart.ways.model", {{"bytes", bytes}, {"way", best.name}}),
           base::say("chart.ways.truth",
                     {{"bytes", bytes}, {"time", show_times(less_time(ways[0], best))}, {"way", best.name}})},
          base::say("chart.ways.heads", {{"heads", heads}}),
          all,
          base::say("chart.ways.heads.about", {{"heads", all}, {"head", each}}),
          0.27};
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

std::vector<Way> attention_ways(const record::Imported& from) {
  const model::Attention head{size_of(from, "tokens"), size_of(from, "dim"), size_of(from, "bytes_per_element")};
  const std::int64_t heads = heads_of(from);
  std::vector<Way> ways;
  for (const record::ImportedWay& way : from.ways) {
    const bool fused = way.name != "naive";
    ways.push_back({way.name, way.label, heads * (fused ? head.flash() : head.naive()), way.time, fused});
  }
  return ways;
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
