// The numbers of a sweep as lines: plan x who says it, a value at each point or none; and what bounds where.
#pragma once

#include "charts/sweep/sweep.hpp"

#include <optional>
#include <string>
#include <vector>

namespace charts {

struct Series {
  std::size_t plan = 0;  ///< 0 unfused, or what stands in its place, 1 fused; of the speed-up 1
  Source source = Source::model;
  std::string device;                         ///< id, of measured ones
  std::vector<std::optional<double>> values;  ///< as SweepData::points; seconds, or times
  bool operator==(const Series&) const = default;
  [[nodiscard]] bool empty() const;
};

/// Model first, then measured, then recorded; unfused before fused; none without a value. Of a sketch its one plan's,
/// and last the guess.
[[nodiscard]] std::vector<Series> series_of(const SweepData& data, SweepHeight y);
/// Of the truth: the measured lines if there are any, else the recorded ones, else the model's.
[[nodiscard]] Source best_source(const SweepData& data);

/// Results that are no finite number though double's are, of both plans as this source has them.
[[nodiscard]] std::int64_t overflowed(const SweepPoint& point, Source source);

/// Points [first, last] at which one thing runs out first.
struct Band {
  model::Bound bound = model::Bound::memory;
  std::size_t first = 0, last = 0;
  bool operator==(const Band&) const = default;
};

/// Of the unfused plan over sizes, of the fused plan over copies: what the whole plan spends most of its time on,
/// starting kernels, DRAM, the last-level cache or arithmetic. Empty without a model.
[[nodiscard]] std::vector<Band> bands_of(const SweepData& data);

}  // namespace charts
