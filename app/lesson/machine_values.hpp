// Named numbers of the machine a chain is predicted for, and what the chain would take on another.
#pragma once

#include "lesson/values.hpp"
#include "plan/fusion_plan.hpp"

namespace lesson {

/// machine.* of `spec`; h100.*, h200.*, a100.* of the data sheets that come with the program; batch.*, graph.* and
/// their ratios; wider.*: the same plans on a machine whose road is twice as wide and nothing else is; spread.unfused:
/// its slowest kernel against its fastest; slots: f32 instructions an element that fit into the time its road takes,
/// fused, with tensors far larger than any cache; elements.*: how many numbers a plan reads and writes;
/// of the plan `eager`, and of a chain with products of `library` and `products`, its crossings, bytes, kernels, time;
/// crossings.PLAN.of.TENSOR; behind a sheet's id time.*, ratio.time and the share of products: cold, on that GPU by the
/// model; largest.double; imported.* and
/// recorded.costume.*, recorded.adam.* too. Of `named`, plans that a lesson has named, what hangs on no machine and
/// what sheets say.
[[nodiscard]] Quantities machine_quantities(const plan::FusionPlan& unfused, const plan::FusionPlan& fused,
                                            const machine::DeviceSpec& spec,
                                            const std::vector<plan::FusionPlan>& named = {});

/// Of them what is of no chain: machine.* of `spec`, where one is known, and what the data sheets say.
[[nodiscard]] Quantities machine_sheet(const machine::DeviceSpec* spec);

/// The same machine with a road so many times as wide, and nothing else changed.
[[nodiscard]] machine::DeviceSpec with_wider_road(machine::DeviceSpec spec, double times);

/// "Imported from PyTorch 2.11.0+cu130 on NVIDIA H200, 2026-11-22: ..."; empty where nothing was.
[[nodiscard]] std::string imported_from();

/// recorded.costume.*: the ladder `costume` as a card climbed it; what it did not tell is missing.
[[nodiscard]] Quantities costume_quantities(const record::Measurement& ladder);

/// recorded.adam.*: the ladder `adam` likewise: eight kernels for each tensor, one for each, one for all; ratio of the
/// last two.
[[nodiscard]] Quantities adam_quantities(const record::Measurement& ladder);

/// What a card did with both plans, and with those that a lesson has named, on another day, run after run, and once
/// cold; either may be missing.
[[nodiscard]] Quantities recorded_quantities(const record::Measurement* stream, const record::Measurement* graph);

}  // namespace lesson
