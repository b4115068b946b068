// Plans of a chain as one job for a worker.
#pragma once

#include "codegen/program.hpp"
#include "device/device.hpp"
#include "wire/messages.hpp"

#include <functional>
#include <vector>

namespace device::cuda_client {

using Lower = std::function<codegen::Program(const plan::FusionPlan&, const codegen::Target&)>;

struct Lowered {
  wire::Job job;                                     ///< its kernels' cubins are named once they are compiled
  std::vector<wire::Compile> sources;                ///< each different one once
  std::vector<codegen::Program> programs;            ///< [plan]
  std::vector<std::vector<int>> kernel_of;           ///< [plan][step]: of the plan's program, or -1: a library's call
  std::vector<std::vector<std::size_t>> source_of;   ///< [plan][step]; of a library's call none
  std::vector<std::vector<int>> group_of;            ///< [plan][step]: of the plan's groups
  double flops = 0;                                  ///< of all products of all plans, run once
  std::vector<std::vector<std::int64_t>> buffer_of;  ///< [plan][value]: index into the job's buffers, or -1
};

/// Inputs and intermediates are shared by all plans. Plan 0 keeps outputs of its own, to be compared with. Throws
/// DeviceError where the card refuses a knob.
[[nodiscard]] Lowered lower(const RunSpec& spec, const codegen::Target& target, wire::Submit submit, const Lower& how);

[[nodiscard]] codegen::Target target_of(const wire::Card& card);

}  // namespace device::cuda_client
