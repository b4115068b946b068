// Operands where they lie, free views looked through; results one behind the other.
#include "device/cuda_client/library_call.hpp"

#include "base/words.hpp"
#include "device/device.hpp"
#include "plan/library_epilogue.hpp"

#include <algorithm>
#include <utility>

namespace device::cuda_client {
namespace {

constexpr std::int64_t workspace = std::int64_t{32} << 20;  // bytes: what NVIDIA advises for Hopper

wire::Matrix matrix(const plan::Place& at, std::int64_t buffer, std::int64_t rows, std::int64_t columns) {
  wire::Matrix matrix;
  matrix.buffer = buffer;
  matrix.outer_stride = at.outer;
  matrix.inner_stride = at.inner;
  // The step from a single row to the next is any: no row overlaps another that is not there.
  if (at.column == 1) {
    matrix.leading = rows == 1 ? std::max(at.row, columns) : at.row;
  } else if (at.row == 1) {
    matrix.transposed = true;
    matrix.leading = columns == 1 ? std::max(at.column, rows) : at.column;
  } else {
    throw DeviceError(std::string(base::text("cuda.no_library_call")));
  }
  return matrix;
}

wire::Epilogue epilogue_of(const plan::LibraryEpilogue& asked) {
  const bool bias = asked.bias >= 0;
  if (asked.act == chain::Op::relu) return bias ? wire::Epilogue::relu_bias : wire::Epilogue::relu;
  if (asked.act == chain::Op::gelu) return bias ? wire::Epilogue::gelu_bias : wire::Epilogue::gelu;
  return bias ? wire::Epilogue::bias : wire::Epilogue::none;
}

wire::LibraryCall call_of(const plan::Product& product, int result, const std::vector<std::int64_t>& buffer_of) {
  wire::LibraryCall call;
  call.m = product.m;
  call.n = product.n;
  call.k = product.k;
  call.outer = product.outer;
  call.inner = product.inner;
  call.share = product.share;
  call.left = matrix(product.left_at, buffer_of[product.left], product.m, product.k);
  call.right = matrix(product.right_at, buffer_of[product.right], product.k, product.n);
  const std::int64_t one = product.m * product.n;
  call.result = matrix({product.inner * one, one, product.n, 1}, buffer_of[result], product.m, product.n);
  call.workspace = workspace;
  return call;
}

template <class Action>
void each_buffer(wire::LibraryCall& call, Action action) {
  action(call.left.buffer);
  action(call.right.buffer);
  action(call.result.buffer);
  for (wire::Matrix& residual : call.residual) action(residual.buffer);
  if (call.bias >= 0) action(call.bias);
}

/// Numbers the call's buffers anew, in the order in which they are first named; what they were.
std::vector<std::int64_t> renumber(wire::LibraryCall& call) {
  std::vector<std::int64_t> were;
  each_buffer(call, [&](std::int64_t& buffer) {
    const auto known = std::ranges::find(were, buffer);
    const auto number = known - were.begin();
    if (known == were.end()) were.push_back(buffer);
    buffer = number;
  });
  return were;
}

}  // namespace

std::vector<wire::LibraryCall> library_calls(const chain::Chain& chain, const plan::Group& group,
                                             const std::vector<std::int64_t>& buffer_of) {
  std::vector<wire::LibraryCall> calls;
  const std::vector<plan::Product> products = plan::products(chain, group);
  if (group.engine == plan::Engine::library) {
    if (products.size() != group.ops.size()) throw DeviceError(std::string(base::text("cuda.no_library_call")));
    for (const plan::Product& product : products) calls.push_back(call_of(product, product.op, buffer_of));
    return calls;
  }
  const auto asked = plan::library_epilogue(chain, group);
  if (!asked) throw DeviceError(asked.error());
  wire::LibraryCall& call = calls.emplace_back(call_of(products.front(), group.ops.back(), buffer_of));
  call.epilogue = epilogue_of(*asked);
  if (asked->bias >= 0) call.bias = buffer_of[asked->bias];
  if (asked->residual >= 0) {
    call.residual = {call.result};
    call.residual.front().buffer = buffer_of[asked->residual];
  }
  return calls;
}

wire::Job job_of(const wire::LibraryCall& call, const wire::Job& job) {
  wire::LibraryCall only = call;
  only.algorithm.clear();
  wire::Job out;
  for (const std::int64_t buffer : renumber(only)) {
    const wire::Buffer& like = job.buffers[static_cast<std::size_t>(buffer)];
    const auto stream = static_cast<std::uint64_t>(out.buffers.size());
    out.buffers.push_back({like.bytes, like.dtype, wire::Fill::random, 1, stream});
  }
  out.plans = {{{std::move(only)}}};
  return out;
}

}  // namespace device::cuda_client
