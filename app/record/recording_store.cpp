// Reading folders of recordings: what is broken is left out by name, the rest is of use.
#include "record/recording_store.hpp"

#include "base/visible.hpp"
#include "base/words.hpp"
#include "chain/parser.hpp"
#include "record/key.hpp"
#include "record/recording.hpp"

#include <algorithm>
#include <set>

namespace record {
namespace {

namespace fs = std::filesystem;

/// Files or folders in the order of their names; a place that cannot be read is empty.
std::vector<fs::path> entries(const fs::path& place) {
  std::vector<fs::path> found;
  std::error_code failed;
  for (fs::directory_iterator at(place, failed), end; !failed && at != end; at.increment(failed)) {
    found.push_back(at->path());
  }
  std::ranges::sort(found);
  return found;
}

/// Why a measurement that is whole says nothing of a chain of today; empty if it does.
std::string why_useless(const Measurement& measurement, const base::Expected<chain::Chain>& chain) {
  if (!chain) return base::say("record.chain_wrong", {{"why", chain.error().front().message}});
  if (measurement.plans.empty()) return std::string(base::text("record.no_plans"));
  const bool right = std::ranges::all_of(measurement.plans, [](const auto& plan) { return plan.verdict.passed; });
  return right ? std::string() : std::string(base::text("record.not_verified"));
}

}  // namespace

std::optional<Measurement> answer(const Recorded& recorded, const std::vector<plan::FusionPlan>& plans) {
  const std::vector<PlanMeasurement>& there = recorded.measurement.plans;
  Measurement out = recorded.measurement;
  out.plans.clear();
  for (std::size_t p = 0; p < plans.size(); ++p) {
    const std::string wanted = structure(plans[p]);
    const auto at = p < there.size() && there[p].structure == wanted
                        ? there.begin() + static_cast<std::ptrdiff_t>(p)
                        : std::ranges::find(there, wanted, &PlanMeasurement::structure);
    if (at == there.end() || (p == 0 && at != there.begin())) return std::nullopt;
    out.plans.push_back(*at);
    out.plans.back().plan = plans[p].name;
  }
  out.key = key(plans, out.provenance.submit);
  return out;
}

std::optional<Measurement> answer_of(const std::vector<Measurement>& all, const std::vector<plan::FusionPlan>& plans) {
  const auto form = chain::canonical(*plans.front().chain);
  for (const Measurement& one : all) {
    auto chain = chain::parse(one.chain, {});
    if (!chain || chain::canonical(*chain) != form) continue;
    if (auto found = answer({one, *std::move(chain)}, plans)) return found;
  }
  return std::nullopt;
}

std::optional<Measurement> RecordingStore::find(const std::vector<plan::FusionPlan>& plans,
                                                std::string_view submit) const {
  static_cast<void>(all());
  const auto found = by_form_.find(chain::canonical(*plans.front().chain));
  if (found == by_form_.end()) return std::nullopt;
  std::optional<Measurement> newest;
  for (const std::size_t index : found->second) {
    const Provenance& from = all_[index].measurement.provenance;
    if (from.submit != submit || (newest && from.date <= newest->provenance.date)) continue;
    if (auto one = answer(all_[index], plans)) newest = std::move(one);
  }
  return newest;
}

const std::vector<Recorded>& RecordingStore::all() const {
  std::call_once(once_, [this] { read(); });
  return all_;
}

const std::vector<LeftOut>& RecordingStore::left_out() const {
  static_cast<void>(all());
  return left_out_;
}

void RecordingStore::read() const {
  for (const fs::path& folder : folders_) {
    std::error_code ignored;
    if (fs::is_regular_file(folder, ignored)) take(folder, load(folder));
    for (const fs::path& file : entries(folder)) {
      if (file.extension() == ".json") take(file, load_beneath(folder, file.filename()));
    }
  }
  for (std::size_t i = 0; i < all_.size(); ++i) by_form_[chain::canonical(all_[i].chain)].push_back(i);
}

void RecordingStore::take(const fs::path& file, base::Expected<std::vector<Measurement>> measurements) const {
  if (!measurements) {
    left_out_.push_back({file, base::render(measurements.error())});
    return;
  }
  std::set<std::string> foreign;  // a file of another device's runs is told once
  for (std::size_t i = 0; i < measurements->size(); ++i) {
    Measurement& measurement = (*measurements)[i];
    if (std::string why = why_foreign_ ? why_foreign_(measurement.provenance.device) : ""; !why.empty()) {
      if (foreign.insert(why).second) left_out_.push_back({file, base::visible(file.string()) + ": " + why});
      continue;
    }
    auto chain = chain::parse(measurement.chain, file.string());
    if (const std::string why = why_useless(measurement, chain); !why.empty()) {
      left_out_.push_back(
          {file, base::say("record.left_out",
                           {{"file", base::visible(file.string())}, {"index", std::to_string(i)}, {"why", why}})});
      continue;
    }
    all_.push_back({std::move(measurement), std::move(*chain)});
  }
}

std::map<std::string, std::vector<fs::path>> recorded_devices(const std::vector<fs::path>& places) {
  std::map<std::string, std::vector<fs::path>> devices;
  for (const fs::path& place : places) {
    for (const fs::path& folder : entries(place / "recordings")) {
      std::error_code ignored;
      if (fs::is_directory(folder, ignored)) devices[folder.filename().string()].push_back(folder);
    }
  }
  return devices;
}

}  // namespace record
