// Names the parts of a residue; a part of no bytes is left out.
#include "charts/frame/residue_words.hpp"

#include "base/words.hpp"
#include "model/traffic.hpp"

#include <cmath>
#include <cstdlib>
#include <set>

namespace charts {
namespace {

std::string signed_bytes(std::int64_t bytes) {
  return (bytes < 0 ? "\u2212" : "+") + base::show(base::Bytes{std::abs(bytes)});
}

/// "0.016%"
std::string share_words(const record::Residue& residue) {
  const double share =
      std::abs(static_cast<double>(residue.difference())) / static_cast<double>(residue.computed.value) * 100;
  return base::say("chart.headline.percent", {{"share", base::show_number(share, 2)}});
}

}  // namespace

std::vector<record::ComputedKernel> computed_kernels(const plan::FusionPlan& plan) {
  std::vector<record::ComputedKernel> all;
  const std::vector<int> given = plan.chain->inputs();
  const std::set<int> inputs(given.begin(), given.end());
  std::set<int> touched;
  for (const plan::Group& group : plan.groups) {
    const model::Traffic traffic = model::traffic(plan, group);
    record::ComputedKernel kernel{
        .read = traffic.read, .written = traffic.written, .small = {}, .rows = {}, .again = {}};
    for (const model::Transfer& transfer : traffic.transfers) {
      if (!transfer.full) kernel.small += transfer.bytes;
      if (!transfer.full && inputs.contains(transfer.value)) kernel.rows += transfer.bytes;
      if (transfer.again || (!transfer.write && touched.contains(transfer.value))) kernel.again += transfer.bytes;
    }
    for (const model::Transfer& transfer : traffic.transfers) touched.insert(transfer.value);
    all.push_back(kernel);
  }
  return all;
}

std::string residue_words(const record::Residue& residue) {
  std::string parts;
  const auto part = [&](std::string_view key, std::int64_t bytes) {
    if (bytes == 0) return;
    parts += (parts.empty() ? "" : ", ") + base::say(key, {{"bytes", signed_bytes(bytes)}});
  };
  part("chart.residue.rows", residue.rows_again.value);
  part("chart.residue.cached", -residue.cached.value);
  part(residue.within_counters() ? "chart.residue.scatter" : "chart.residue.unexplained", residue.unexplained);
  std::string out;
  if (residue.difference() == 0) {
    out = base::text("chart.headline.equal");
  } else {
    out = base::say(residue.difference() > 0 ? "chart.headline.more" : "chart.headline.fewer",
                    {{"share", share_words(residue)}, {"parts", parts}});
  }
  if (residue.small.value > 0) {
    out += " " + base::say("chart.residue.small", {{"bytes", base::show(residue.small)}});
  }
  if (residue.tail && residue.tail->value > 0) {
    out += " " + base::say("chart.residue.tail", {{"bytes", base::show(*residue.tail)}});
  }
  return out;
}

}  // namespace charts
