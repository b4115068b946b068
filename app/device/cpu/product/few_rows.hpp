// Products of a few rows: a loop of our own, since nothing is read twice and the road of the right operand is all.
#pragma once

#include "device/cpu/product/pack.hpp"

#include <span>

namespace device::cpu {

inline constexpr std::int64_t few_rows_at_most = 8;

/// `rows` rows of f32, `left_step` numbers from one to the next, times a part of the right operand, whose lines are
/// columns: out[row * out_step + column].
struct FewRows {
  const float* left = nullptr;
  std::int64_t left_step = 0;
  std::int64_t rows = 1;  ///< at most few_rows_at_most
  Lines right;
  float* out = nullptr;
  std::int64_t out_step = 0;
};
/// Only for a right operand whose columns or whose depth lie side by side.
void multiply_few_rows(const FewRows& call);

}  // namespace device::cpu
