// The loops around the functions: any function object over any operands; included once a Highway target.
#if defined(ONETRIP_LOOPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ONETRIP_LOOPS_INL_H_
#undef ONETRIP_LOOPS_INL_H_
#else
#define ONETRIP_LOOPS_INL_H_
#endif

#include "device/cpu/math-inl.h"

#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace device::cpu::HWY_NAMESPACE {

/// A function of a loop: `operands` it reads (1 to 3), and itself.
template <chain::Op op>
struct Single {
  static constexpr int operands = is_binary(op) ? 2 : 1;
  static HWY_INLINE V call(V a, V b, V) { return apply<op>(a, b); }
};
/// second(first(a, b), c), or second(c, first(a, b)) when `right`.
template <chain::Op first, chain::Op second, bool right>
struct Merged {
  static constexpr int operands = is_binary(second) ? 3 : is_binary(first) ? 2 : 1;
  static HWY_INLINE V call(V a, V b, V c) {
    const V inner = apply<first>(a, b);
    return right ? apply<second>(c, inner) : apply<second>(inner, c);
  }
};
struct Copy {
  static constexpr int operands = 1;
  static HWY_INLINE V call(V a, V, V) { return a; }
};
struct RoundF16 {
  static constexpr int operands = 1;
  static HWY_INLINE V call(V a, V, V) { return rounded_f16(a); }
};
struct RoundBf16 {
  static constexpr int operands = 1;
  static HWY_INLINE V call(V a, V, V) { return rounded_bf16(a); }
};
/// Merged uses b only if its first op does.
template <class F>
inline constexpr bool reads_b = F::operands >= 2;
template <chain::Op first, chain::Op second, bool right>
inline constexpr bool reads_b<Merged<first, second, right>> = is_binary(first);

/// Asks for what lies beside elements [at, at + 2 vectors): into L2, since the few miss buffers of L1 would make the
/// loop wait.
HWY_INLINE void fetch(const Call& call, std::int64_t at) {
  constexpr std::int64_t line = 64;
  const std::int64_t bytes = 2 * static_cast<std::int64_t>(hn::Lanes(D())) * call.fetch_size;
  for (const void* memory : call.fetch) {
    if (memory == nullptr) return;
    const auto* from = static_cast<const char*>(memory) + at * call.fetch_size;
    __builtin_prefetch(from, 0, 2);
    if (bytes > line) __builtin_prefetch(from + line, 0, 2);
  }
}

HWY_INLINE V load(const Operand& from, std::int64_t at) {
  return load(from.data, at * from.step, from.format);
}

/// The operands that F reads; the others are the first one again.
struct Inputs {
  Operand a, b, c;
};
template <class F>
HWY_INLINE Inputs inputs_of(const Call& call) {
  return {*call.a, reads_b<F> ? *call.b : *call.a, F::operands == 3 ? *call.c : *call.a};
}

template <class F>
HWY_INLINE V compute(const Inputs& from, std::int64_t at) {
  const V a = load(from.a, at);
  const V b = reads_b<F> ? load(from.b, at) : a;
  const V c = F::operands == 3 ? load(from.c, at) : a;
  return F::call(a, b, c);
}

/// `count` elements from `at` in a vector, without touching what is beyond them.
template <class F>
HWY_INLINE V compute_few(const Inputs& from, std::int64_t at, std::int64_t count) {
  HWY_ALIGN float room[3][splat_elements] = {};
  const auto copied = [&](const Operand& operand, float* to) -> Operand {
    if (operand.step == 0) return operand;
    const auto size = static_cast<std::size_t>(bytes_of(operand.format));
    std::memcpy(to, static_cast<const char*>(operand.data) + static_cast<std::size_t>(at) * size,
                static_cast<std::size_t>(count) * size);
    return {to, 1, operand.format};
  };
  Inputs few{copied(from.a, room[0]), {}, {}};
  if (reads_b<F>) few.b = copied(from.b, room[1]);
  if (F::operands == 3) few.c = copied(from.c, room[2]);
  return compute<F>(few, 0);
}
template <class F>
HWY_NOINLINE void partial(const Call& call, std::int64_t at, std::int64_t count) {
  HWY_ALIGN float result[splat_elements];
  store(compute_few<F>(inputs_of<F>(call), at, count), result, 0, call.out_format, false);
  const std::int64_t size = bytes_of(call.out_format);
  std::memcpy(static_cast<char*>(call.out) + at * size, result, static_cast<std::size_t>(count * size));
}

/// Elements before the first whole cache line of the output: streaming stores need whole vectors.
HWY_INLINE std::int64_t head_of(const Call& call) {
  constexpr std::uintptr_t line = 64;
  const std::uintptr_t beyond = reinterpret_cast<std::uintptr_t>(call.out) % line;
  const std::int64_t head = beyond == 0 ? 0 : static_cast<std::int64_t>(line - beyond) / bytes_of(call.out_format);
  return std::min(head, call.count);
}

/// f32 from and to; streams only f32 outputs that are out of the caches anyway.
template <class F, bool stream>
void plain_loop(const Call& call) {
  const D d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t i = 0;
  if constexpr (stream) {
    const std::int64_t head = head_of(call);
    for (; i < head; i += std::min(lanes, head - i)) partial<F>(call, i, std::min(lanes, head - i));
  }
  const Inputs from = inputs_of<F>(call);
  const std::int64_t a_step = from.a.step * lanes, b_step = from.b.step * lanes, c_step = from.c.step * lanes;
  const auto* a = static_cast<const float*>(from.a.data) + i * from.a.step;
  const auto* b = static_cast<const float*>(from.b.data) + i * from.b.step;
  const auto* c = static_cast<const float*>(from.c.data) + i * from.c.step;
  auto* out = static_cast<float*>(call.out);
  for (; i + 2 * lanes <= call.count; i += 2 * lanes) {
    const V a0 = hn::LoadU(d, a), a1 = hn::LoadU(d, a + a_step);
    a += 2 * a_step;
    V b0 = a0, b1 = a1, c0 = a0, c1 = a1;
    if constexpr (reads_b<F>) {
      b0 = hn::LoadU(d, b), b1 = hn::LoadU(d, b + b_step);
      b += 2 * b_step;
    }
    if constexpr (F::operands == 3) {
      c0 = hn::LoadU(d, c), c1 = hn::LoadU(d, c + c_step);
      c += 2 * c_step;
    }
    fetch(call, i);
    const V r0 = F::call(a0, b0, c0), r1 = F::call(a1, b1, c1);
    if constexpr (stream) {
      hn::Stream(r0, d, out + i);
      hn::Stream(r1, d, out + i + lanes);
    } else {
      hn::StoreU(r0, d, out + i);
      hn::StoreU(r1, d, out + i + lanes);
    }
  }
  for (; i < call.count; i += lanes) partial<F>(call, i, std::min(lanes, call.count - i));
}

/// Any format at either end.
template <class F>
void edge_loop(const Call& call) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(D()));
  const Inputs from = inputs_of<F>(call);
  std::int64_t i = 0;
  if (call.stream) {
    const std::int64_t head = head_of(call);
    for (; i < head; i += std::min(lanes, head - i)) partial<F>(call, i, std::min(lanes, head - i));
  }
  for (; i + 2 * lanes <= call.count; i += 2 * lanes) {
    fetch(call, i);
    const V first = compute<F>(from, i), second = compute<F>(from, i + lanes);
    store(first, call.out, i, call.out_format, call.stream);
    store(second, call.out, i + lanes, call.out_format, call.stream);
  }
  for (; i < call.count; i += lanes) partial<F>(call, i, std::min(lanes, call.count - i));
}

template <class F>
inline constexpr KernelSet set_of{&edge_loop<F>, &plain_loop<F, false>, &plain_loop<F, true>};

}  // namespace device::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
