// Finding, refusing, and saying which kernels a recording was made with.
#include "device/recorded/recorded_device.hpp"

#include "base/dates.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "device/recorded/earlier_kernels.hpp"
#include "device/recorded/nearest.hpp"
#include "machine/cards.hpp"
#include "record/plausibility.hpp"
#include "record/recording_store.hpp"

#include <algorithm>
#include <array>

namespace device::recorded {
namespace {

constexpr std::array<std::string_view, 3> submits_ = {"stream", "graph", "threads"};

/// A result of another day: nothing is run.
class RecordedExperiment final : public Experiment {
 public:
  explicit RecordedExperiment(record::Measurement measurement) : measurement_(std::move(measurement)) {}

  [[nodiscard]] Evidence evidence(const Probe& /*probe*/) override { refuse(); }
  [[nodiscard]] Samples sample(const Batch& /*batch*/) override { refuse(); }
  [[nodiscard]] Counts count() override { refuse(); }
  [[nodiscard]] std::string submit() const override { return measurement_.provenance.submit; }
  [[nodiscard]] std::string method() const override { return measurement_.provenance.method; }
  [[nodiscard]] std::vector<std::vector<record::KernelCode>> code() const override {
    std::vector<std::vector<record::KernelCode>> plans;
    for (const auto& plan : measurement_.plans) plans.push_back(plan.code);
    return plans;
  }
  [[nodiscard]] std::optional<record::Measurement> recorded() const override { return measurement_; }

 private:
  [[noreturn]] static void refuse() { throw DeviceError(std::string(base::text("device.recorded.not_run"))); }

  record::Measurement measurement_;
};

std::optional<machine::DeviceSpec> sheet_of(std::string_view card) {
  for (machine::DeviceSpec& known : machine::known_devices()) {
    if (known.id == card && known.calibrated_on.empty()) return std::move(known);
  }
  return std::nullopt;
}

/// Why the runs of a device so called are not this card's; empty if they are. A folder's name is no proof: it can be
/// renamed, and then one card's runs stand beside another's model. Nothing is held against a card that nobody knows,
/// such as the device that a lesson's own recordings name.
std::string why_foreign(const std::string& device, const std::string& card) {
  if (machine::is_of_card(device, card)) return {};
  return base::say("device.recorded.foreign", {{"device", device}, {"card", card}});
}

class RecordedDevice final : public Device {
 public:
  explicit RecordedDevice(Options options)
      : options_(std::move(options)),
        sheet_(sheet_of(options_.card)),
        calibrated_(machine::recorded_card(options_.card)),
        store_(std::make_shared<record::RecordingStore>(
            options_.folders, [card = options_.card, known = sheet_ || calibrated_](const std::string& device) {
              return known ? why_foreign(device, card) : std::string();
            })) {}
  RecordedDevice(const RecordedDevice& other, std::string submit) : RecordedDevice(other) {
    options_.preferred_submit = std::move(submit);
  }

  [[nodiscard]] std::string id() const override { return id_of(options_.card); }
  [[nodiscard]] std::string name() const override {
    const record::Measurement* newest = this->newest();
    if (newest == nullptr) return base::say("device.recorded.name_empty", {{"card", short_name()}});
    const std::string day = base::day(newest->provenance.date);
    const std::string stranger = record::stranger_words(*newest);
    return base::say("device.recorded.name",
                     {{"device", newest->provenance.device}, {"date", stranger.empty() ? day : day + ", " + stranger}});
  }
  [[nodiscard]] std::string driver() const override {
    const record::Measurement* newest = this->newest();
    return newest == nullptr ? std::string() : newest->provenance.driver;
  }
  [[nodiscard]] record::Tier tier() const override {
    const auto has = [this](record::Tier tier) {
      return std::ranges::any_of(store_->all(), [tier](const auto& one) { return one.measurement.tier == tier; });
    };
    for (const auto tier : {record::Tier::counters, record::Tier::counted}) {
      if (has(tier)) return tier;
    }
    return record::Tier::times_only;
  }
  [[nodiscard]] bool live() const override { return false; }
  [[nodiscard]] std::optional<machine::DeviceSpec> spec() const override {
    return calibrated_ ? calibrated_ : sheet_ ? sheet_ : options_.spec;
  }
  [[nodiscard]] record::Target target() const override {
    const record::Measurement* newest = this->newest();
    return newest == nullptr ? record::Target{} : newest->target.value_or(record::Target{});
  }
  [[nodiscard]] std::vector<std::string> submits() const override { return {submits_.begin(), submits_.end()}; }
  [[nodiscard]] machine::Limits limits() const override {
    if (const std::int64_t row = target().persistent_row; row > 0) return machine::Limits(row);
    if (const auto known = spec()) return known->limits();
    throw DeviceError(base::say("device.recorded.unknown_card", {{"card", options_.card}}),
                      base::say("device.recorded.unknown_card.remedy", {{"card", options_.card}}));
  }
  [[nodiscard]] std::optional<Missing> missing(const std::vector<plan::FusionPlan>& plans) const override {
    if (find(plans)) return std::nullopt;
    Missing missing;
    missing.sentence = base::say("device.recorded.missing", {{"card", short_name()}});
    const chain::Chain& chain = *plans.front().chain;
    const record::Recorded* near = nearest(chain, store_->all());
    if (near == nullptr) {
      missing.said = base::text(store_->all().empty() ? "device.recorded.nothing" : "device.recorded.none_like");
      if (store_->all().empty() && !store_->left_out().empty())
        missing.said += " " + std::string(base::split_lines(store_->left_out().front().reason).front());
      return missing;
    }
    missing.nearest = one_line(near->chain);
    std::string cuts;
    for (const auto& plan : near->measurement.plans) cuts += (cuts.empty() ? "" : ", ") + plan.plan;
    const bool same = chain::canonical(near->chain) == chain::canonical(chain);
    missing.said = base::say(same ? "device.recorded.other_cuts" : "device.recorded.nearest",
                             {{"chain", missing.nearest}, {"cuts", cuts}});
    return missing;
  }
  [[nodiscard]] std::vector<std::string> notes() const override {
    std::vector<std::string> notes = {base::say("device.recorded.count", store_->all().size())};
    if (!spec()) notes.push_back(base::say("device.recorded.no_sheet", {{"card", short_name()}}));
    if (sheet_ && !calibrated_) notes.push_back(base::say("device.recorded.no_calibration", {{"card", short_name()}}));
    for (const record::LeftOut& one : store_->left_out()) {
      notes.push_back(base::say("device.recorded.left_out", {{"why", base::trim(one.reason)}}));
    }
    return notes;
  }
  [[nodiscard]] std::unique_ptr<Experiment> prepare(const RunSpec& spec) override {
    auto found = find(spec.plans);
    if (!found) throw NotRecorded(*missing(spec.plans));
    found->provenance.device_id = options_.card;
    if (const std::string_view key = other_submit(found->provenance.submit); !key.empty()) {
      found->remarks.emplace_back(base::text(key));
    }
    if (of_earlier_kernels(*found, spec.plans, options_.lower)) {
      found->remarks.emplace_back(base::text("device.recorded.earlier_kernels"));
    }
    return std::make_unique<RecordedExperiment>(*std::move(found));
  }

 private:
  [[nodiscard]] std::optional<record::Measurement> find(const std::vector<plan::FusionPlan>& plans) const {
    if (auto found = store_->find(plans, options_.preferred_submit)) return found;
    for (const std::string_view submit : submits_) {
      if (auto found = store_->find(plans, submit)) return found;
    }
    return std::nullopt;
  }

  /// What is to be said where the preferred way of starting kernels is not there; empty where it is, and of a
  /// processor, which knows one only.
  [[nodiscard]] std::string_view other_submit(std::string_view found) const {
    if (found == options_.preferred_submit) return {};
    if (found == "graph") return "device.recorded.graph_only";
    return found == "stream" ? "device.recorded.stream_only" : "";
  }

  /// "H200".
  [[nodiscard]] std::string short_name() const {
    std::string name = options_.card;
    std::ranges::transform(name, name.begin(),
                           [](char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); });
    return name;
  }

  [[nodiscard]] const record::Measurement* newest() const {
    const record::Measurement* newest = nullptr;
    for (const record::Recorded& one : store_->all()) {
      if (newest == nullptr || one.measurement.provenance.date > newest->provenance.date) newest = &one.measurement;
    }
    return newest;
  }

  Options options_;
  std::optional<machine::DeviceSpec> sheet_, calibrated_;
  std::shared_ptr<const record::RecordingStore> store_;
};

}  // namespace

std::string id_of(std::string_view card) {
  return std::string(machine::recorded_prefix) + std::string(card);
}

bool is_known(std::string_view card) {
  return sheet_of(card) || machine::recorded_card(card);
}

std::unique_ptr<Device> make_device(Options options) {
  return std::make_unique<RecordedDevice>(std::move(options));
}

std::unique_ptr<Device> preferring(const Device& recorded, std::string submit) {
  return std::make_unique<RecordedDevice>(dynamic_cast<const RecordedDevice&>(recorded), std::move(submit));
}

}  // namespace device::recorded
