// A recording that grows by a run; believed only where device and version are still the same.
#include "session/state/kept_runs.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/words.hpp"
#include "charts/frame/drawing.hpp"
#include "record/recording.hpp"
#include "record/recording_store.hpp"
#include "session/state/aside.hpp"
#include "session/state/turn.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace session {
namespace {

constexpr std::string_view folder = "runs";
constexpr std::size_t most_kept = 100;  // the oldest go

struct Read {
  std::vector<record::Measurement> all;
  std::string said;         ///< what to say about the file
  bool in_the_way = false;  ///< it can neither be read nor moved aside
};

Read read_runs(const std::filesystem::path& path) {
  std::error_code problem;
  if (!std::filesystem::exists(path, problem)) return {};
  auto runs = record::load(path, record::Whose::own);
  if (!runs) {
    const auto kept = move_aside(path);
    const auto* key = kept ? "session.runs.broken" : "session.runs.broken_stays";
    return {{},
            base::say(key, {{"path", kept.value_or(path).string()}, {"why", runs.error().front().message}}),
            !kept.has_value()};
  }
  return {*std::move(runs), {}, false};
}

/// Another window writes for some milliseconds; one that hangs is not waited for.
void wait_for(const Turn& turn) {
  constexpr int most_tries = 200;
  for (int tried = 0; tried < most_tries && !turn.take(); ++tried)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

bool same_plans(const record::Measurement& a, const record::Measurement& b) {
  return a.key == b.key && a.provenance.device == b.provenance.device;
}

}  // namespace

std::filesystem::path runs_path(const device::Device& device) {
  return base::user_data() / folder / (charts::as_id(device.id()) + ".json");
}

std::string keep_run(const device::Device& device, const record::Measurement& run) {
  if (!std::ranges::all_of(run.plans, [](const auto& plan) { return plan.verdict.passed; })) return {};
  // One that could not be read again would take the others with it.
  if (const auto read = record::parse_recording(record::to_recording({run}), {}); !read)
    return base::say("session.runs.not_kept", {{"why", read.error().front().message}});
  try {
    const std::filesystem::path path = runs_path(device);
    const Turn turn(folder, "writing");
    wait_for(turn);
    Read read = read_runs(path);
    if (read.in_the_way) return read.said;
    std::erase_if(read.all, [&](const record::Measurement& one) { return same_plans(one, run); });
    if (read.all.size() >= most_kept)
      read.all.erase(read.all.begin(), read.all.begin() + static_cast<std::ptrdiff_t>(read.all.size() + 1 - most_kept));
    read.all.push_back(run);
    record::save(read.all, path);
    return read.said;
  } catch (const base::MachineError& e) {
    return base::say("session.runs.not_kept", {{"why", e.what()}});
  }
}

KeptRuns::KeptRuns(const device::Device& device) : device_(device.name()) {
  try {
    Read read = read_runs(runs_path(device));
    all_ = std::move(read.all);
    said_ = std::move(read.said);
  } catch (const base::MachineError& e) {
    said_ = e.what();
  }
}

std::optional<record::Measurement> KeptRuns::find(const std::vector<plan::FusionPlan>& plans) {
  const auto is_ours = [&](const record::Measurement& one) {
    return one.provenance.device == device_ && one.provenance.version == base::version();
  };
  std::vector<record::Measurement> ours, others;
  for (const record::Measurement& one : all_) (is_ours(one) ? ours : others).push_back(one);
  if (auto found = record::answer_of(ours, plans)) return found;
  if (!said_.empty()) return std::nullopt;
  if (const auto other = record::answer_of(others, plans)) {
    const record::Provenance& from = other->provenance;
    said_ = from.device != device_
                ? base::say("session.runs.other_device", {{"device", from.device}, {"own", device_}})
                : base::say("session.runs.other_version", {{"version", from.version}, {"own", base::version()}});
  } else {
    said_ = base::text(all_.empty() ? "session.runs.gone" : "session.runs.other_chain");
  }
  return std::nullopt;
}

}  // namespace session
