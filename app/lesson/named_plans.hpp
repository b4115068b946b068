// The plans of a chain that a lesson has named, beside unfused and fused: on a machine, and in recordings.
#pragma once

#include "device/device.hpp"
#include "lesson/lesson.hpp"
#include "study/study.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

inline constexpr std::size_t most_named_plans = 3;  ///< of a chain: more rows no chart has room for

/// Those of a chain of the lesson, in its order; mostly none.
[[nodiscard]] const std::vector<NamedPlan>& plans_of(const Lesson& lesson, std::string_view chain);

/// The plan, under its name; the planner's refusal where it cannot be.
[[nodiscard]] base::Expected<plan::FusionPlan> plan_of(const NamedPlan& named,
                                                       const std::shared_ptr<const chain::Chain>& chain,
                                                       const machine::Limits& limits);
/// All that can be within these limits.
[[nodiscard]] std::vector<plan::FusionPlan> plans_of(const std::vector<NamedPlan>& named,
                                                     const std::shared_ptr<const chain::Chain>& chain,
                                                     const machine::Limits& limits);
/// Of a study's plans those that a lesson has named.
[[nodiscard]] std::vector<plan::FusionPlan> named_among(const std::vector<plan::FusionPlan>& plans);

/// A chain of the lesson on a machine: unfused, fused, and those of its named plans that can be there.
[[nodiscard]] base::Expected<study::Study> study_of(const Lesson& lesson, const std::string& chain,
                                                    const study::Machine& machine);

/// Of these plans, unfused and fused first, those that a device which shows recordings holds in one run: one that a
/// lesson has named may be missing.
[[nodiscard]] std::vector<plan::FusionPlan> held_by(const device::Device& recorded,
                                                    const std::vector<plan::FusionPlan>& plans);
/// What a device that shows recordings holds of a chain: unfused, fused, and as many of the named plans as it has. A
/// recording of before a plan was named is as good as it was.
[[nodiscard]] std::optional<record::Measurement> recorded_of(device::Device* recorded,
                                                             const std::shared_ptr<const chain::Chain>& chain,
                                                             const std::vector<NamedPlan>& named);

}  // namespace lesson
