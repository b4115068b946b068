// That a call of the library is a product of matrices that lie within their buffers.
#include "wire/checks.hpp"

namespace wire {
namespace {

class CallCheck {
 public:
  CallCheck(const LibraryCall& call, const Job& job) : call_(call), job_(job) {}

  void all() const {
    if (call_.inner % call_.share != 0) refuse("library.share", "no_divisor");
    const std::int64_t matrices = call_.inner / call_.share;
    if (call_.outer > Limit::calls || call_.inner > Limit::calls) refuse("library.outer", "many_calls");
    lies("library.left", call_.left, call_.m, call_.k, call_.inner);
    lies("library.right", call_.right, call_.k, call_.n, matrices);
    lies("library.result", call_.result, call_.m, call_.n, call_.inner);
    for (const Matrix& residual : call_.residual) lies("library.residual", residual, call_.m, call_.n, call_.inner);
    if (call_.result.transposed || (!call_.residual.empty() && call_.residual.front().transposed))
      refuse("library.result", "lies_on_its_side");
    dtypes();
    bias();
    if (call_.result.buffer == call_.left.buffer || call_.result.buffer == call_.right.buffer)
      refuse("library.result", "in_place");
    if (!call_.algorithm.empty() && call_.algorithm.size() != 64) refuse("library.algorithm", "no_choice");
  }

 private:
  [[nodiscard]] const Buffer& buffer(const char* field, std::int64_t index) const {
    if (index < 0 || index >= static_cast<std::int64_t>(job_.buffers.size())) refuse(field, "no_buffer");
    return job_.buffers[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] Dtype dtype(const Matrix& matrix) const {
    return job_.buffers[static_cast<std::size_t>(matrix.buffer)].dtype;
  }

  void lies(const char* field, const Matrix& matrix, std::int64_t rows, std::int64_t columns,
            std::int64_t inner) const {
    const Buffer& in = buffer(field, matrix.buffer);
    if (matrix.transposed) std::swap(rows, columns);
    if (matrix.leading < columns) refuse(field, "rows_overlap");
    const std::int64_t elements = elements_in(in.bytes, in.dtype);
    const bool within = lies_within(
        elements, matrix.offset,
        {{rows, matrix.leading}, {columns, 1}, {call_.outer, matrix.outer_stride}, {inner, matrix.inner_stride}});
    if (!within) refuse(field, "beyond");
  }

  void dtypes() const {
    const Dtype left = dtype(call_.left), result = dtype(call_.result);
    const bool multiplied = is_floating(left) && dtype(call_.right) == left;
    if (!multiplied) refuse("library.right", "other_kind");
    if (result != left && result != Dtype::f32) refuse("library.result", "other_kind");
    if (!call_.residual.empty() && dtype(call_.residual.front()) != result) refuse("library.residual", "other_kind");
  }

  void bias() const {
    if (has_bias(call_.epilogue) != (call_.bias >= 0)) refuse("library.bias", "not_there");
    if (call_.bias < 0) return;
    const Buffer& bias = buffer("library.bias", call_.bias);
    if (bias.dtype != dtype(call_.result)) refuse("library.bias", "other_kind");
    if (elements_in(bias.bytes, bias.dtype) < call_.n) refuse("library.bias", "beyond");
  }

  const LibraryCall& call_;
  const Job& job_;
};

}  // namespace

void check(const LibraryCall& call, const Job& job) {
  CallCheck(call, job).all();
}

}  // namespace wire
