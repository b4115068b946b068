// A live run from the command line: study, device, measurement.
#pragma once

#include "cli/study.hpp"
#include "device/registry.hpp"
#include "measure/rules.hpp"
#include "record/measurement.hpp"
#include "study/run.hpp"

#include <cstdint>
#include <optional>

namespace cli {

inline constexpr Flag device_flag{"--device", "ID", "cli.flag.device"};
inline constexpr Flag worker_flag{"--worker", "COMMAND", "cli.flag.worker"};
inline constexpr Flag seed_flag{"--seed", "N", "cli.flag.seed"};
inline constexpr std::string_view quick_name = "--quick", seconds_name = "--seconds";

inline constexpr Flag submit_flag{"--submit", "WAY", "cli.flag.submit"};
[[nodiscard]] base::Expected<wire::Submit> parse_submit(std::string_view word);
/// A flag that this device has no use for is refused, not overlooked: a processor has no way to submit kernels, and
/// what was recorded another day has its seed and its samples.
[[nodiscard]] base::Expected<void> takes_flags(const device::Device& device, const Options& options);

/// Few samples: enough to see that it runs.
void be_quick(measure::Rules& rules);

struct Live {
  Study study;
  record::Measurement measurement;
  std::optional<study::EagerTime> eager = {};  ///< of that run, whether or not eager is among the plans
};

/// --seed, or 1.
[[nodiscard]] base::Expected<std::uint64_t> seed_of(const Options& options);
/// --seconds, from 0.01 to an hour; or `otherwise`.
[[nodiscard]] base::Expected<base::Seconds> seconds_of(const Options& options, base::Seconds otherwise);

/// Prepares, verifies, times and counts these plans; progress on a terminal's standard error. Throws DeviceError.
[[nodiscard]] record::Measurement measured(device::Device& device, const std::vector<plan::FusionPlan>& plans,
                                           const study::RunRequest& request);

/// Runs the chain as --device, --cuts, --spec, --seed and --quick say; progress on a terminal's standard error.
/// Mistakes of the person are returned; the machine's are thrown.
[[nodiscard]] base::Expected<Live> run_live(const device::Registry& registry, const std::string& chain_words,
                                            const Options& options, const std::vector<std::string>& arguments);

/// What the recorded device, if there is one, knows of this chain; nothing if it never ran it.
[[nodiscard]] std::optional<Live> recorded_of(const device::Registry& registry, const std::string& chain_words);

/// The devices that are here, and the one behind --worker.
[[nodiscard]] device::Wanted wanted_registry(const Options& options, wire::Submit submit = wire::Submit::stream);
/// Nothing is run: recordings are looked up.
[[nodiscard]] device::Wanted without_card();

/// The device that --device names; without it, the one behind --worker, or the best here.
[[nodiscard]] std::string wanted_device(const Options& options);
/// An unknown name is the person's mistake; a device that is known and not here is the machine's: throws DeviceError.
[[nodiscard]] base::Expected<device::Device*> device_named(const device::Registry& registry, const std::string& wanted);

/// `onetrip COMMAND arguments`, quoted for a shell: what goes into a provenance.
[[nodiscard]] std::string command_line(std::string_view command, const std::vector<std::string>& arguments);

}  // namespace cli
