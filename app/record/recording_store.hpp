// Recordings in folders: read when first asked for, found by what was run.
#pragma once

#include "base/expected.hpp"
#include "plan/fusion_plan.hpp"
#include "record/measurement.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace record {

/// A measurement that was read, and its chain.
struct Recorded {
  Measurement measurement;
  chain::Chain chain;
};

/// A file, or one measurement of it, that cannot be used.
struct LeftOut {
  std::filesystem::path file;
  std::string reason;  ///< with the file's name
};

/// These plans out of a measurement that holds them all; nothing if it does not, or began with another plan than they
/// do: what is said of equal results is said of the first. Its plans get the names that were asked for.
[[nodiscard]] std::optional<Measurement> answer(const Recorded& recorded, const std::vector<plan::FusionPlan>& plans);

/// The first of these measurements that answers so, by what its chain and its plans are and not by what they are
/// called.
[[nodiscard]] std::optional<Measurement> answer_of(const std::vector<Measurement>& all,
                                                   const std::vector<plan::FusionPlan>& plans);

/// Measurements of one device. Any thread may ask.
class RecordingStore {
 public:
  /// Every *.json of these folders; one that is not there holds nothing.
  /// `why_foreign` tells of a device's name why its runs are not of these folders; empty if they are.
  explicit RecordingStore(std::vector<std::filesystem::path> folders,
                          std::function<std::string(const std::string&)> why_foreign = {})
      : folders_(std::move(folders)), why_foreign_(std::move(why_foreign)) {}

  /// The newest measurement of these plans of this chain, submitted so.
  [[nodiscard]] std::optional<Measurement> find(const std::vector<plan::FusionPlan>& plans,
                                                std::string_view submit) const;
  /// In the order of their files' names; none whose verification failed.
  [[nodiscard]] const std::vector<Recorded>& all() const;
  [[nodiscard]] const std::vector<LeftOut>& left_out() const;

 private:
  void read() const;
  void take(const std::filesystem::path& file, base::Expected<std::vector<Measurement>> measurements) const;

  std::vector<std::filesystem::path> folders_;
  std::function<std::string(const std::string&)> why_foreign_;
  mutable std::once_flag once_;
  mutable std::vector<Recorded> all_;
  mutable std::map<std::string, std::vector<std::size_t>, std::less<>> by_form_;  // canonical chain -> all_
  mutable std::vector<LeftOut> left_out_;
};

/// The folders of each device, by its name ("h200"): recordings/h200 below each of these places.
[[nodiscard]] std::map<std::string, std::vector<std::filesystem::path>> recorded_devices(
    const std::vector<std::filesystem::path>& places);

}  // namespace record
