// Cheap ops in a row, each of the one before it and a number, as one loop: what a pass for each would bring through a
// tile stays in registers. The vectors go through the ops several at a time, so that asking which op it is costs next
// to nothing.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "device/cpu/runs.cpp"
#include <hwy/foreach_target.h>
// must come after foreach_target.h
#include "device/cpu/loops-inl.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace device::cpu::HWY_NAMESPACE {

using chain::Op;

/// Four pairs of vectors; each by its name, since an array, or a loop over them, is kept in memory.
struct Hand {
  Two a, b, c, d;
  template <class F>
  HWY_INLINE void each(F f) {
    a.low = f(a.low), a.high = f(a.high);
    b.low = f(b.low), b.high = f(b.high);
    c.low = f(c.low), c.high = f(c.high);
    d.low = f(d.low), d.high = f(d.high);
  }
};
/// The same of one vector, for what is left over.
struct OneVector {
  V v;
  template <class F>
  HWY_INLINE void each(F f) {
    v = f(v);
  }
};

template <Op op, class Vectors>
HWY_INLINE void apply_to(Vectors& held, const Applied& one) {
  const V number = hn::Set(D(), one.number);
  if (is_binary(op) && one.right) {
    held.each([&](V x) HWY_ATTR { return apply<op>(number, x); });
  } else {
    held.each([&](V x) HWY_ATTR { return apply<op>(x, number); });
  }
}

template <class Vectors>
HWY_INLINE void apply_all(std::span<const Applied> ops, Vectors& held) {
  for (const Applied& one : ops) {
    switch (one.op) {
      case Op::add:
        apply_to<Op::add>(held, one);
        break;
      case Op::sub:
        apply_to<Op::sub>(held, one);
        break;
      case Op::mul:
        apply_to<Op::mul>(held, one);
        break;
      case Op::neg:
        apply_to<Op::neg>(held, one);
        break;
      case Op::abs:
        apply_to<Op::abs>(held, one);
        break;
      case Op::square:
        apply_to<Op::square>(held, one);
        break;
      case Op::relu:
        apply_to<Op::relu>(held, one);
        break;
      case Op::maximum:
        apply_to<Op::maximum>(held, one);
        break;
      case Op::minimum:
        apply_to<Op::minimum>(held, one);
        break;
      default:
        break;  // joins_runs() lets no other in
    }
  }
}

/// `count` elements from `at`, no more than a vector holds.
HWY_NOINLINE void few(const Call& call, std::int64_t at, std::int64_t count) {
  OneVector held{compute_few<Copy>(inputs_of<Copy>(call), at, count)};
  apply_all(call.applied, held);
  store_few(held.v, call, at, count);
}

template <class Source, class Sink>
HWY_INLINE void run(const Call& call, bool stream) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(D()));
  std::int64_t i = 0;
  if (stream) {
    const std::int64_t head = head_of(call);
    for (; i < head; i += std::min(lanes, head - i)) few(call, i, std::min(lanes, head - i));
  }
  const Ahead ahead(call);
  const Sink sink(call);
  Source source(*call.a, i);
  for (const std::int64_t last = call.count - 8 * lanes; i <= last; i += 8 * lanes) {
    for (int pair = 0; pair < 4; ++pair) ahead.ask(i + 2 * pair * lanes);
    Hand held{.a = source.next(), .b = source.next(), .c = source.next(), .d = source.next()};
    apply_all(call.applied, held);
    sink.put(held.a, i);
    sink.put(held.b, i + 2 * lanes);
    sink.put(held.c, i + 4 * lanes);
    sink.put(held.d, i + 6 * lanes);
  }
  for (; i < call.count; i += lanes) few(call, i, std::min(lanes, call.count - i));
}

template <bool stream>
void plain_run(const Call& call) {
  run<PlainSource, PlainSink<stream>>(call, stream);
}
void edge_run(const Call& call) {
  const Format format = of_one_format<Copy>(call) ? call.out_format : Format::f32;
  if (format == Format::f16) return run<NarrowSource<Format::f16>, NarrowSink<Format::f16>>(call, call.stream);
  if (format == Format::bf16) return run<NarrowSource<Format::bf16>, NarrowSink<Format::bf16>>(call, call.stream);
  run<AnySource, AnySink>(call, call.stream);
}

KernelSet run_set() {
  return {&edge_run, &plain_run<false>, &plain_run<true>};
}
bool cheap(Op op) {
  return is_cheap_op(op);
}

}  // namespace device::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace device::cpu {
HWY_EXPORT(run_set);
HWY_EXPORT(cheap);
KernelSet run_kernel() {
  return HWY_DYNAMIC_DISPATCH(run_set)();
}
bool joins_runs(chain::Op op) {
  return HWY_DYNAMIC_DISPATCH(cheap)(op);
}
}  // namespace device::cpu
#endif
