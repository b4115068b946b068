// Single ops, conversions, reductions, random numbers: compiled once for each Highway target, chosen at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "device/cpu/kernels.cpp"
#include <hwy/foreach_target.h>
// must come after foreach_target.h
#include "device/cpu/loops-inl.h"
#include "device/cpu/random-inl.h"
#include "device/cpu/variance-inl.h"

#include <hwy/highway.h>

#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace device::cpu::HWY_NAMESPACE {

using chain::Op;

constexpr std::uint64_t dropout_stream = 77;  // as in chain::dropout_keeps

/// a times its factor, and 0 where that is 0, whatever a is.
struct Keep {
  static constexpr int operands = 2;
  static HWY_INLINE V call(V a, V factor, V) {
    return hn::IfThenZeroElse(hn::Eq(factor, hn::Zero(D())), hn::Mul(a, factor));
  }
};
/// Dropout makes its factors in blocks that stay in L1, then multiplies.
template <Kernel loop>
void dropout_loop(const Call& call) {
  constexpr std::int64_t block = 256;
  const D d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  HWY_ALIGN float factors[block];
  Call part = call;
  Operand values = *call.a;
  const Operand kept{factors, 1, Format::f32};
  part.a = &values;
  part.b = &kept;
  RandomLanes random(call.seed, dropout_stream, static_cast<std::uint64_t>(call.index));
  for (std::int64_t i = 0; i < call.count; i += block) {
    part.count = std::min(block, call.count - i);
    for (std::int64_t j = 0; j < part.count; j += lanes) {
      hn::Store(random.kept(call.threshold, call.scale), d, factors + j);
    }
    values.data = static_cast<const char*>(call.a->data) + i * values.step * bytes_of(values.format);
    for (std::size_t k = 0; k < call.fetch.size() && call.fetch[k] != nullptr; ++k) {
      part.fetch[k] = static_cast<const char*>(call.fetch[k]) + i * call.fetch_size;
    }
    part.out = static_cast<char*>(call.out) + i * bytes_of(call.out_format);
    loop(part);
  }
}

/// Minus infinity into what a row does not see.
void hide(void* out, Format format, std::int64_t count) {
  constexpr std::uint16_t f16 = 0xFC00, bf16 = 0xFF80;
  if (format == Format::f32) {
    std::fill_n(static_cast<float*>(out), count, -std::numeric_limits<float>::infinity());
  } else {
    std::fill_n(static_cast<std::uint16_t*>(out), count, format == Format::f16 ? f16 : bf16);
  }
}
/// Row by row: what is seen is copied.
template <Kernel loop>
void causal_loop(const Call& call) {
  Call part = call;
  Operand values = *call.a;
  part.a = &values;
  for (std::int64_t i = 0, count = 0; i < call.count; i += count) {
    const std::int64_t column = (call.index + i) % call.keys, row = (call.index + i) / call.keys % call.queries;
    count = std::min(call.count - i, call.keys - column);
    const std::int64_t seen = std::clamp<std::int64_t>(row + call.keys - call.queries + 1 - column, 0, count);
    values.data = static_cast<const char*>(call.a->data) + i * values.step * bytes_of(values.format);
    for (std::size_t k = 0; k < call.fetch.size() && call.fetch[k] != nullptr; ++k) {
      part.fetch[k] = static_cast<const char*>(call.fetch[k]) + i * call.fetch_size;
    }
    part.out = static_cast<char*>(call.out) + i * bytes_of(call.out_format);
    part.count = seen;
    if (seen > 0) loop(part);
    hide(static_cast<char*>(part.out) + seen * bytes_of(call.out_format), call.out_format, count - seen);
  }
}

void random(float* out, std::uint64_t seed, std::uint64_t stream, std::int64_t first, std::int64_t count) {
  const D d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  RandomLanes random(seed, stream, static_cast<std::uint64_t>(first));
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) hn::StoreU(random.elements(), d, out + i);
  for (; i < count; ++i) out[i] = base::random_element(seed, stream, static_cast<std::uint64_t>(first + i));
}

/// How a reduction takes two numbers together; NaN stays.
struct Sum {
  static constexpr float start = 0.0f;
  static HWY_INLINE V of(V a, V b) { return hn::Add(a, b); }
  static HWY_INLINE double of(double a, double b) { return a + b; }
  static HWY_INLINE float lanes(V v) { return hn::GetLane(hn::SumOfLanes(D(), v)); }
};
struct Max {
  static constexpr float start = -std::numeric_limits<float>::infinity();
  static HWY_INLINE V of(V a, V b) { return maximum(a, b); }
  static HWY_INLINE double of(double a, double b) { return std::isnan(a) || a > b ? a : b; }
  static HWY_INLINE float lanes(V v) {
    const D d;
    if (!hn::AllFalse(d, hn::IsNaN(v))) return std::numeric_limits<float>::quiet_NaN();
    return hn::GetLane(hn::MaxOfLanes(d, v));
  }
};

/// `count` elements from `at`; what is missing to a whole vector counts as `rest`.
template <class F>
HWY_NOINLINE V compute_first(const Inputs& from, std::int64_t at, std::int64_t count, float rest) {
  const D d;
  HWY_ALIGN float values[splat_elements];
  hn::Store(compute_few<F>(from, at, count), d, values);
  for (auto j = static_cast<std::size_t>(count); j < hn::Lanes(d); ++j) values[j] = rest;
  return hn::Load(d, values);
}

template <class R, class From>
HWY_INLINE void take(const Ahead& ahead, From& from, std::int64_t at, V& even, V& odd) {
  ahead.ask(at);
  const Two two = from.next();
  even = R::of(even, two.low);
  odd = R::of(odd, two.high);
}
/// Elements [i, end): accumulators enough that adds do not wait for each other.
template <class F, class R, class Source>
HWY_INLINE float reduce_row(const Ahead& ahead, const Inputs& from, std::int64_t i, std::int64_t end) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(D()));
  V s0 = number(R::start), s1 = s0;
  if (end - i >= 8 * lanes) {
    V s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
    Results<F, Source> results(from, i);
    for (; i + 8 * lanes <= end; i += 8 * lanes) {
      take<R>(ahead, results, i, s0, s1);
      take<R>(ahead, results, i + 2 * lanes, s2, s3);
      take<R>(ahead, results, i + 4 * lanes, s4, s5);
      take<R>(ahead, results, i + 6 * lanes, s6, s7);
    }
    s0 = R::of(R::of(s0, s4), R::of(s2, s6));
    s1 = R::of(R::of(s1, s5), R::of(s3, s7));
  }
  for (; i + lanes <= end; i += lanes) s0 = R::of(s0, compute<F>(from, i));
  if (i < end) s1 = R::of(s1, compute_first<F>(from, i, end - i, R::start));
  return R::lanes(R::of(s0, s1));
}
/// Rows shorter than short_row, one element after the other.
template <class F, class R>
HWY_INLINE void reduce_short_row(const Inputs& from, std::int64_t at, std::int64_t end, double& sum) {
  if (std::is_same_v<F, Copy> && from.a.format == Format::f32) {
    const auto* values = static_cast<const float*>(from.a.data);
    for (std::int64_t i = at; i < end; ++i) sum = R::of(sum, static_cast<double>(values[i * from.a.step]));
    return;
  }
  HWY_ALIGN float values[splat_elements];
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(D()));
  for (std::int64_t i = at; i < end; i += lanes) {
    hn::Store(compute_first<F>(from, i, std::min(lanes, end - i), 0.0f), D(), values);
    for (std::int64_t j = 0; j < std::min(lanes, end - i); ++j) sum = R::of(sum, static_cast<double>(values[j]));
  }
}

template <class F, class R>
void reduce(const Call& call, std::int64_t columns, double* sums) {
  const Inputs from = inputs_of<F>(call);
  const Ahead ahead(call);
  const bool plain = from.a.format == Format::f32 && from.b.format == Format::f32 && from.c.format == Format::f32;
  for (std::int64_t at = 0; at < call.count; at += columns, ++sums) {
    const std::int64_t end = std::min(call.count, at + columns);
    if (columns < short_row) {
      reduce_short_row<F, R>(from, at, end, *sums);
    } else {
      *sums = R::of(*sums, static_cast<double>(plain ? reduce_row<F, R, PlainSource>(ahead, from, at, end)
                                                     : reduce_row<F, R, AnySource>(ahead, from, at, end)));
    }
  }
}

void spread(const float* numbers, std::int64_t first, std::int64_t columns, std::int64_t count, float* out) {
  const D d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  for (std::int64_t at = 0, end = first; at < count; at = end, end += columns, ++numbers) {
    const V value = number(*numbers);
    const std::int64_t stop = std::min(end, count);
    for (std::int64_t i = at; i < stop; i += lanes) hn::StoreU(value, d, out + i);
  }
}

float multiply_adds(std::int64_t times) {
  const D d;
  V s0 = number(0), s1 = number(1), s2 = number(2), s3 = number(3), s4 = number(4);
  V s5 = number(5), s6 = number(6), s7 = number(7), s8 = number(8), s9 = number(9);
  const V a = number(0.999f), b = number(0.001f);
  for (std::int64_t t = 0; t < times; ++t) {
    s0 = hn::MulAdd(s0, a, b), s1 = hn::MulAdd(s1, a, b), s2 = hn::MulAdd(s2, a, b), s3 = hn::MulAdd(s3, a, b);
    s4 = hn::MulAdd(s4, a, b), s5 = hn::MulAdd(s5, a, b), s6 = hn::MulAdd(s6, a, b), s7 = hn::MulAdd(s7, a, b);
    s8 = hn::MulAdd(s8, a, b), s9 = hn::MulAdd(s9, a, b);
  }
  const V low = hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)), high = hn::Add(hn::Add(s4, s5), hn::Add(s6, s7));
  return hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(low, high), hn::Add(s8, s9))));
}

template <std::size_t... index>
constexpr std::array<KernelSet, sizeof...(index)> singles(std::index_sequence<index...>) {
  constexpr auto one = []<Op op>() -> KernelSet {
    if constexpr (op == Op::dropout)
      return KernelSet{&dropout_loop<&edge_loop<Keep>>, &dropout_loop<&plain_loop<Keep, false>>,
                       &dropout_loop<&plain_loop<Keep, true>>};
    else if constexpr (op == Op::causal)
      return KernelSet{&causal_loop<&edge_loop<Copy>>, &causal_loop<&plain_loop<Copy, false>>,
                       &causal_loop<&plain_loop<Copy, true>>};
    else if constexpr (op == Op::input || op == Op::sum || op == Op::mean || op == Op::max || op == Op::var ||
                       op == Op::pick || op == Op::cast)
      return {};
    else
      return set_of<Single<op>>;
  };
  return {one.template operator()<static_cast<Op>(index)>()...};
}

/// What people call this target.
const char* instructions() {
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
  return "AVX-512";
#else
  return hwy::TargetName(HWY_TARGET);
#endif
}

/// This target's table.
const Kernels& table() {
  static constexpr auto ops = singles(std::make_index_sequence<static_cast<std::size_t>(Op::causal) + 1>());
  static constexpr ReductionKernel reductions[] = {
      {Op::input, Op::sum, &reduce<Copy, Sum>},
      {Op::square, Op::sum, &reduce<Single<Op::square>, Sum>},
      {Op::mul, Op::sum, &reduce<Single<Op::mul>, Sum>},
      {Op::input, Op::max, &reduce<Copy, Max>},
      {Op::input, Op::var, &variance},
  };
  static const Kernels kernels{.target = instructions(),
                               .lanes = static_cast<int>(hn::Lanes(D())),
                               .ops = ops,
                               .copy = set_of<Copy>,
                               .round_f16 = set_of<RoundF16>,
                               .round_bf16 = set_of<RoundBf16>,
                               .merged = merged_kernels(),
                               .reductions = reductions,
                               .spread = &spread,
                               .random = &random,
                               .multiply_adds = &multiply_adds};
  return kernels;
}

}  // namespace device::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace device::cpu {
HWY_EXPORT(table);
const Kernels& kernels() {
  return HWY_DYNAMIC_DISPATCH(table)();
}
}  // namespace device::cpu
#endif
