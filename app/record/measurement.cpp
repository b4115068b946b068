// What follows from a measurement.
#include "record/measurement.hpp"

#include <algorithm>

namespace record {

std::optional<base::Bytes> PlanMeasurement::bytes() const {
  if (!dram_read || !dram_written) return std::nullopt;
  return *dram_read + *dram_written;
}

std::optional<base::Bytes> PlanMeasurement::bytes_on_the_clock() const {
  const auto all = bytes();
  if (!all) return std::nullopt;
  return base::Bytes{all->value - dram_tail.value_or(base::Bytes{}).value};
}

machine::Submit submit_of(const Measurement& measurement) {
  return measurement.provenance.submit == "graph" ? machine::Submit::graph : machine::Submit::stream;
}

base::Levels cold_levels(const Measurement& measurement, const PlanMeasurement& plan) {
  std::optional<base::Moved> all;
  if (plan.dram_read && plan.dram_written) all = base::Moved{*plan.dram_read, *plan.dram_written};
  if (measurement.tier == Tier::counted) return {all, {}, {}};
  return {plan.issued, plan.l2, all};
}

base::Levels batch_levels(const Measurement& measurement, const PlanMeasurement& plan) {
  if (measurement.tier == Tier::counted) return {plan.batch_levels.dram, {}, {}};
  return plan.batch_levels;
}

base::Seconds Timeline::length() const {
  std::int64_t end = 0;
  for (const KernelTime& one : kernels) end = std::max(end, one.end);
  return {static_cast<double>(end) / 1e9};
}

base::Seconds Timeline::busy() const {
  std::int64_t sum = 0;
  for (const KernelTime& one : kernels) sum += one.end - one.begin;
  return {static_cast<double>(sum) / 1e9};
}

}  // namespace record
