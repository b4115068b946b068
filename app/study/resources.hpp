// What a kernel takes of a multiprocessor: registers and spills as the compiler told them, and how many warps fit.
#pragma once

#include "model/occupancy.hpp"
#include "record/measurement.hpp"

#include <string_view>

namespace study {

/// Threads of its blocks, as the kernel's text has them; 0 if it does not say.
[[nodiscard]] int threads_of(std::string_view source);

/// Blocks of its launch, as the kernel's text has them; 0 if it does not say.
[[nodiscard]] std::int64_t blocks_of(std::string_view source);

/// Nothing where nobody told the registers, or knows the card's limits.
[[nodiscard]] std::optional<model::Occupancy> occupancy_of(const record::KernelCode& code, int compute_capability);

/// In how many waves its blocks go through that card, by the model. Nothing where its occupancy is not known, its text
/// does not tell the launch, or nobody kept how many multiprocessors there are.
[[nodiscard]] std::optional<model::Waves> waves_of(const record::KernelCode& code, const record::Target& card);

/// Of a plan's kernels those that take most: the most registers a thread, the most bytes a thread spills, and the
/// smallest share of the warps that a multiprocessor can hold.
struct Resources {
  int registers = 0;
  std::optional<base::Bytes> spilled;  ///< stored and loaded again, of one thread
  std::optional<model::Occupancy> occupancy;
};
/// Nothing where no kernel's registers are known: a processor's, or a library's alone.
[[nodiscard]] std::optional<Resources> resources_of(const record::Measurement& measurement,
                                                    const record::PlanMeasurement& plan);

}  // namespace study
