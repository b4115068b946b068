// The fields of a job and their bounds.
#pragma once

#include "wire/format.hpp"

#include <cstdint>
#include <variant>

namespace wire {

inline constexpr base::Names<Dtype, Dtype::bytes> dtypes("f32", "f16", "bf16", "i8", "i4", "i32", "bytes");
inline constexpr base::Names<Fill, Fill::drawn> fills("none", "zero", "poison", "random", "exact", "table", "ends",
                                                      "drawn");
inline constexpr base::Names<Argument::Kind, Argument::Kind::turn> argument_kinds("buffer", "integer", "tensor_map",
                                                                                  "turn");
inline constexpr base::Names<Submit, Submit::graph> submits("stream", "graph");
inline constexpr base::Names<Epilogue, Epilogue::gelu_bias> epilogues("none", "bias", "relu", "relu_bias", "gelu",
                                                                      "gelu_bias");

inline constexpr std::int64_t algorithm_bytes = 64;

template <class A>
void fields(A& a, Buffer& m) {
  a("bytes", m.bytes, 0, most);
  a("dtype", m.dtype, dtypes);
  a("fill", m.fill, fills);
  a("seed", m.seed);
  a("stream", m.stream);
  a("slices", m.slices, 0, INT32_MAX);
}

template <class A>
void fields(A& a, Argument& m) {
  a("kind", m.kind, argument_kinds);
  a("value", m.value, INT64_MIN, any);
}

template <class A>
void fields(A& a, TensorMap& m) {
  a("buffer", m.buffer, 0, Limit::buffers);
  a("dtype", m.dtype, dtypes);
  a("dims", m.dims, 5, 1, std::int64_t{1} << 32);
  a("strides", m.strides, 4, 16, (std::int64_t{1} << 40) - 16);
  a("box", m.box, 5, 1, 256);
  a("swizzle", m.swizzle, 0, 128);
}

template <class A>
void fields(A& a, Kernel& m) {
  a("cubin", m.cubin, Limit::name);
  a("entry", m.entry, Limit::name);
  a("grid", m.grid, 1, INT32_MAX);
  a("block", m.block, 1, 1024);
  a("dynamic_shared", m.dynamic_shared, 0, 1 << 20);
  a("arguments", m.arguments, Limit::arguments);
  a("maps", m.maps, Limit::maps);
  a("times", m.times, 1, Limit::times);
}

template <class A>
void fields(A& a, Matrix& m) {
  a("buffer", m.buffer, 0, Limit::buffers);
  a("offset", m.offset, 0, most);
  a("leading", m.leading, 1, most);
  a("transposed", m.transposed);
  a("outer_stride", m.outer_stride, 0, most);
  a("inner_stride", m.inner_stride, 0, most);
}

template <class A>
void fields(A& a, LibraryCall& m) {
  a("m", m.m, 1, INT32_MAX);
  a("n", m.n, 1, INT32_MAX);
  a("k", m.k, 1, INT32_MAX);
  a("outer", m.outer, 1, INT32_MAX);
  a("inner", m.inner, 1, INT32_MAX);
  a("share", m.share, 1, INT32_MAX);
  a("left", m.left);
  a("right", m.right);
  a("result", m.result);
  a("residual", m.residual, 1);
  a("epilogue", m.epilogue, epilogues);
  a("bias", m.bias, -1, Limit::buffers);
  a("workspace", m.workspace, 0, Limit::workspace);
  blob(a, "algorithm", m.algorithm, algorithm_bytes);
}

/// The one or the other, by the name of its kind.
template <class A>
void fields(A& a, Step& m) {
  if constexpr (A::reads) {
    if (a.has("library")) return a("library", m.template emplace<LibraryCall>());
    a("kernel", m.template emplace<Kernel>());
  } else {
    if (auto* call = std::get_if<LibraryCall>(&m)) return a("library", *call);
    a("kernel", std::get<Kernel>(m));
  }
}

template <class A>
void fields(A& a, Plan& m) {
  a("steps", m.steps, Limit::kernels);
}

template <class A>
void fields(A& a, Job& m) {
  a("buffers", m.buffers, Limit::buffers);
  a("plans", m.plans, Limit::plans);
  a("submit", m.submit, submits);
}

}  // namespace wire
