// Schedules: each says first whether it can, with a reason; the first that can is taken.
#pragma once

#include "plan/fusion_plan.hpp"
#include "plan/piece.hpp"

#include <expected>
#include <span>
#include <string>

namespace plan {

struct Scheduler {
  Schedule schedule;
  std::string (*why_not)(const Piece& piece, const machine::Limits& limits);  ///< empty = it can
};

/// In the order they are tried, the least demanding first.
[[nodiscard]] std::span<const Scheduler> schedulers();

[[nodiscard]] std::string why_not_pointwise(const Piece& piece, const machine::Limits& limits);
[[nodiscard]] std::string why_not_reduction(const Piece& piece, const machine::Limits& limits);
[[nodiscard]] std::string why_not_inner_persistent(const Piece& piece, const machine::Limits& limits);
[[nodiscard]] std::string why_not_streaming(const Piece& piece, const machine::Limits& limits);

/// Of a piece with a product in it: its schedule is `matmul`, or `matmul_reduce` where rows are reduced.
[[nodiscard]] std::string why_not_matmul(const Piece& piece);

/// Why this schedule cannot do the piece; empty = it can.
[[nodiscard]] std::string why_not(const Piece& piece, Schedule schedule, const machine::Limits& limits);

/// The first schedule that can, or why the most capable one cannot.
[[nodiscard]] std::expected<Schedule, std::string> schedule_of(const Piece& piece, const machine::Limits& limits);

}  // namespace plan
