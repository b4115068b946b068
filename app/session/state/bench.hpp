// A chain on the student's bench: how it may be cut, what the model says of it, what was measured.
#pragma once

#include "charts/frame/provenance.hpp"
#include "charts/frame/source_words.hpp"
#include "device/device.hpp"
#include "lesson/named_plans.hpp"
#include "lesson/values.hpp"
#include "session/state/leave.hpp"
#include "study/study.hpp"

#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace session {

using RecordedLookup = std::function<lesson::Quantities()>;

/// Whose a result is, which is no secret.
struct Origin {
  record::Source source = record::Source::measured;
  std::string label;  ///< "recorded from a.json"
  std::string badge;  ///< "recorded (counters), from a.json, not of this release"
};

/// Its plans are unfused, fused, the one of `cuts` where it is another, and those that its lesson has named. What a
/// task may ask of it is read with leave: all but the chain, how it runs unfused, and on what machine.
class Bench : private study::Study {
 public:
  using Study::chain, Study::limits, Study::spec, Study::unfused;
  std::string name;      ///< of the lesson's fence; empty in the lab
  std::string device;    ///< name of the one its plans are cut for; empty without
  std::string cuts;      ///< of the third plan: "best", or "y.1,t3"; empty: there is none
  bool timed = false;    ///< the spec is that of the device that runs: its times mean something
  bool smaller = false;  ///< over smaller tensors than were written, for want of memory

  [[nodiscard]] const study::Study& study(Leave) const { return *this; }
  [[nodiscard]] const plan::FusionPlan& fused(Leave) const { return Study::fused(); }
  /// Of a bench that ran().
  [[nodiscard]] const record::Measurement& measurement(Leave) const { return *measurement_; }
  /// What a recorded GPU did with the same chain.
  [[nodiscard]] const std::optional<record::Measurement>& beside(Leave) const { return beside_; }
  /// Both that there are, its own run first.
  [[nodiscard]] std::vector<const record::Measurement*> results(Leave) const;
  /// What is known of it: predicted, and measured if it ran. Times only where they mean something.
  [[nodiscard]] lesson::Quantities quantities(Leave) const;

  /// Equal for chains that tell each other's answers.
  [[nodiscard]] const std::string& form() const { return form_; }
  /// Whose results there are: of its own run, and beside it.
  [[nodiscard]] std::optional<Origin> ran_as() const { return origin_of(measurement_); }
  [[nodiscard]] std::optional<Origin> beside_as() const { return origin_of(beside_); }
  [[nodiscard]] bool ran() const { return measurement_.has_value(); }
  [[nodiscard]] bool is_of(record::Source source) const { return ran() && measurement_->source == source; }
  [[nodiscard]] bool has_third() const { return plans.size() > 2 && !plans[2].own_name; }
  /// Beyond unfused and fused: one that was asked for, or the lesson's own.
  [[nodiscard]] bool has_more() const { return plans.size() > 2; }
  [[nodiscard]] const std::vector<lesson::NamedPlan>& named() const { return named_; }
  /// Those that the device can run: no knobs on a processor.
  [[nodiscard]] std::vector<plan::FusionPlan> runnable() const;
  /// Of the lesson's plans that the device does not run: why, a sentence each.
  [[nodiscard]] std::vector<std::string> why_not_run() const;
  /// What runs them again: "onetrip run ... --cuts mean".
  [[nodiscard]] std::string command() const;
  /// Every tensor that is in memory while it runs unfused.
  [[nodiscard]] base::Bytes memory() const;

  /// The third plan by these cuts, or why they cannot be: then all stays as it is.
  [[nodiscard]] base::Expected<void> cut(const std::string& third);
  /// Predicts anew, for the device's own spec.
  void use(const machine::DeviceSpec& device_spec);
  void keep(record::Measurement measured, std::optional<record::Measurement> recorded);
  /// A recording, priced for its machine; what ran here before is set aside.
  void show_recorded(record::Measurement recorded, const std::optional<machine::DeviceSpec>& of);
  /// What was set aside, again.
  void show_own();
  [[nodiscard]] bool has_own_aside() const { return own_.has_value(); }
  void forget_runs();
  /// What a recorded GPU did with it, by stream and by graph; looked up once, when it is first needed.
  void tell_recorded(RecordedLookup look_up) { there_ = std::async(std::launch::deferred, std::move(look_up)).share(); }

 private:
  friend base::Expected<std::shared_ptr<Bench>> make_bench(std::string, std::shared_ptr<const chain::Chain>,
                                                           const device::Device*,
                                                           const std::optional<machine::DeviceSpec>&,
                                                           std::vector<lesson::NamedPlan>);
  [[nodiscard]] static std::optional<Origin> origin_of(const std::optional<record::Measurement>& result) {
    if (!result) return std::nullopt;
    return Origin{result->source, charts::source_words(*result), charts::badge(*result)};
  }
  void add_named();
  [[nodiscard]] bool is_runnable(const plan::FusionPlan& plan) const;

  std::vector<lesson::NamedPlan> named_;
  std::string form_;
  bool on_gpu_ = false;
  std::optional<record::Measurement> measurement_, beside_;
  struct Own {
    machine::DeviceSpec spec;
    record::Measurement measurement;
    std::optional<record::Measurement> beside;
  };
  std::optional<Own> own_;         ///< while a recording is shown in its place
  lesson::Quantities of_machine_;  ///< what the spec's machine can do, and this chain on others
  std::shared_future<lesson::Quantities> there_;
};

/// `device` may be null, `spec` is its calibrated one if it has one; without, crossings and bytes are still predicted.
/// Of the lesson's plans those that cannot be within the device's limits are left out, and why_not_run() says so.
[[nodiscard]] base::Expected<std::shared_ptr<Bench>> make_bench(std::string name,
                                                                std::shared_ptr<const chain::Chain> chain,
                                                                const device::Device* device,
                                                                const std::optional<machine::DeviceSpec>& spec,
                                                                std::vector<lesson::NamedPlan> named = {});

/// The same chain over tensors that fit into `memory`, halving its largest dimension; nothing if it cannot.
[[nodiscard]] std::optional<chain::Chain> fitting(const Bench& bench, base::Bytes memory);

}  // namespace session
