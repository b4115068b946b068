// Chains computed as the generated kernels do it, one pass over a tensor, and what their times say of arithmetic.
#pragma once

#include "chain/dtype.hpp"
#include "machine/device_spec.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace device::cuda_client {

/// An op, applied again and again. None of them: the road. A few: near the ridge. Several: what an op costs. Many: long
/// code, whose every instruction is run once. "softmax": rows of 8192.
struct Stream {
  std::string_view op;
  int applications = 0;
  chain::Dtype dtype = chain::Dtype::f32;
};

struct StreamTime {
  Stream stream;
  double seconds = 0;  ///< of one run, its start apart
};

[[nodiscard]] const std::vector<Stream>& streams();
/// Its chain, over so many elements.
[[nodiscard]] std::string chain_of(const Stream& stream, std::int64_t elements);

/// Puts into `spec` what the times say, beside the price of each op in a loop, which it has already and which stays
/// where an op is too cheap, or the road too slow, to be seen here: the price of the slow ops, of the edges of a kernel
/// (op_cost "load:bf16" and its like: conversion, addresses), of long code (long_code) and of rows (row_code), and how
/// road and arithmetic get into each other's way (overlap).
void price_streams(machine::DeviceSpec& spec, const std::vector<StreamTime>& times, std::int64_t elements);

}  // namespace device::cuda_client
