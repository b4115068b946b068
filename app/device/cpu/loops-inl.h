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

/// A few instructions a vector.
template <class F>
inline constexpr bool is_cheap = false;
template <chain::Op op>
inline constexpr bool is_cheap<Single<op>> = is_cheap_op(op);
template <chain::Op first, chain::Op second, bool right>
inline constexpr bool is_cheap<Merged<first, second, right>> = is_cheap_op(first) && is_cheap_op(second);
template <>
inline constexpr bool is_cheap<Copy> = true;

/// Asks for what later calls will read: into L2, since the few miss buffers of L1 would make the loop wait.
class Ahead {
 public:
  explicit HWY_INLINE Ahead(const Call& call)
      : first_(static_cast<const char*>(call.fetch[0])),
        second_(static_cast<const char*>(call.fetch[1])),
        size_(call.fetch_size) {}
  /// What lies beside elements [at, at + 2 vectors).
  HWY_INLINE void ask(std::int64_t at) const {
    if (first_ == nullptr) return;
    ask_for(first_ + at * size_);
    if (second_ != nullptr) ask_for(second_ + at * size_);
  }

 private:
  HWY_INLINE void ask_for(const char* from) const {
    constexpr std::int64_t line = 64;
    __builtin_prefetch(from, 0, 2);
    if (2 * static_cast<std::int64_t>(hn::Lanes(D())) * size_ > line) __builtin_prefetch(from + line, 0, 2);
  }
  const char *first_, *second_;
  std::int64_t size_;
};

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
HWY_INLINE void store_few(V made, const Call& call, std::int64_t at, std::int64_t count) {
  HWY_ALIGN float result[splat_elements];
  store(made, result, 0, call.out_format, false);
  const std::int64_t size = bytes_of(call.out_format);
  std::memcpy(static_cast<char*>(call.out) + at * size, result, static_cast<std::size_t>(count * size));
}
template <class F>
HWY_NOINLINE void partial(const Call& call, std::int64_t at, std::int64_t count) {
  store_few(compute_few<F>(inputs_of<F>(call), at, count), call, at, count);
}

/// Elements before the first whole cache line of the output: streaming stores need whole vectors.
HWY_INLINE std::int64_t head_of(const Call& call) {
  constexpr std::uintptr_t line = 64;
  const std::uintptr_t beyond = reinterpret_cast<std::uintptr_t>(call.out) % line;
  const std::int64_t head = beyond == 0 ? 0 : static_cast<std::int64_t>(line - beyond) / bytes_of(call.out_format);
  return std::min(head, call.count);
}

/// Where a loop reads f32, two vectors at a time.
class PlainSource {
 public:
  HWY_INLINE PlainSource(const Operand& from, std::int64_t at)
      : at_(static_cast<const float*>(from.data) + at * from.step),
        step_(from.step * static_cast<std::int64_t>(hn::Lanes(D()))) {}
  HWY_INLINE Two next() {
    const Two two{hn::LoadU(D(), at_), hn::LoadU(D(), at_ + step_)};
    at_ += 2 * step_;
    return two;
  }

 private:
  const float* at_;
  std::int64_t step_;
};
/// The same in any format.
class AnySource {
 public:
  HWY_INLINE AnySource(const Operand& from, std::int64_t at)
      : at_(static_cast<const char*>(from.data) + at * from.step * bytes_of(from.format)),
        step_(from.step * static_cast<std::int64_t>(hn::Lanes(D())) * bytes_of(from.format)),
        format_(from.format) {}
  HWY_INLINE Two next() {
    const Two two = load_two(at_, step_, format_);
    at_ += 2 * step_;
    return two;
  }

 private:
  const char* at_;
  std::int64_t step_;
  Format format_;
};

/// Two vectors at a time of what F makes of its operands, from element `at` on.
template <class F, class Source>
class Results {
 public:
  HWY_INLINE Results(const Inputs& from, std::int64_t at) : a_(from.a, at), b_(from.b, at), c_(from.c, at) {}
  HWY_INLINE Two next() {
    const Two a = a_.next(), b = reads_b<F> ? b_.next() : a, c = F::operands == 3 ? c_.next() : a;
    return {F::call(a.low, b.low, c.low), F::call(a.high, b.high, c.high)};
  }

 private:
  Source a_, b_, c_;
};

/// The same in one 16-bit format, or one f32 number for all.
template <Format format>
class NarrowSource {
 public:
  HWY_INLINE NarrowSource(const Operand& from, std::int64_t at)
      : at_(static_cast<const std::uint16_t*>(from.data) + at * from.step),
        splat_(from.step == 0),
        number_(splat_ ? hn::LoadU(D(), static_cast<const float*>(from.data)) : hn::Zero(D())) {}
  HWY_INLINE Two next() {
    if (splat_) return {number_, number_};
    constexpr auto size = static_cast<std::int64_t>(sizeof(std::uint16_t));
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(D()));
    const Two two = load_two(reinterpret_cast<const char*>(at_), lanes * size, format);
    at_ += 2 * lanes;
    return two;
  }

 private:
  const std::uint16_t* at_;
  bool splat_;
  V number_;
};

/// Where a loop leaves f32 for good.
template <bool stream>
class PlainSink {
 public:
  explicit HWY_INLINE PlainSink(const Call& call) : out_(static_cast<float*>(call.out)) {}
  HWY_INLINE void put(Two two, std::int64_t at) const {
    const D d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    if constexpr (stream) {
      hn::Stream(two.low, d, out_ + at);
      hn::Stream(two.high, d, out_ + at + lanes);
    } else {
      hn::StoreU(two.low, d, out_ + at);
      hn::StoreU(two.high, d, out_ + at + lanes);
    }
  }

 private:
  float* out_;
};
/// The same in any format.
class AnySink {
 public:
  explicit HWY_INLINE AnySink(const Call& call)
      : out_(static_cast<char*>(call.out)),
        size_(bytes_of(call.out_format)),
        format_(call.out_format),
        stream_(call.stream) {}
  HWY_INLINE void put(Two two, std::int64_t at) const { store_two(two, out_ + at * size_, format_, stream_); }

 private:
  char* out_;
  std::int64_t size_;
  Format format_;
  bool stream_;
};

/// The same in one 16-bit format.
template <Format format>
class NarrowSink {
 public:
  explicit HWY_INLINE NarrowSink(const Call& call)
      : out_(static_cast<std::uint16_t*>(call.out)), stream_(call.stream) {}
  HWY_INLINE void put(Two two, std::int64_t at) const { store_two(two, out_ + at, format, stream_); }

 private:
  std::uint16_t* out_;
  bool stream_;
};

/// Whole pairs of vectors, then the rest. Everything is inlined and stays in registers: a store beside the streaming
/// ones takes a place of the store queue, whose length bounds how many loads are under way.
template <class F, class Source, class Sink>
HWY_INLINE void loop(const Call& call, bool stream) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(D()));
  std::int64_t i = 0;
  if (stream) {
    const std::int64_t head = head_of(call);
    for (; i < head; i += std::min(lanes, head - i)) partial<F>(call, i, std::min(lanes, head - i));
  }
  const Ahead ahead(call);
  const Sink sink(call);
  Results<F, Source> results(inputs_of<F>(call), i);
  for (const std::int64_t last = call.count - 2 * lanes; i <= last; i += 2 * lanes) {
    ahead.ask(i);
    sink.put(results.next(), i);
  }
  for (; i < call.count; i += lanes) partial<F>(call, i, std::min(lanes, call.count - i));
}

/// f32 from and to; streams only f32 outputs that are out of the caches anyway.
template <class F, bool stream>
void plain_loop(const Call& call) {
  loop<F, PlainSource, PlainSink<stream>>(call, stream);
}
/// Whether all that is walked has the format that is written.
template <class F>
HWY_INLINE bool of_one_format(const Call& call) {
  const Inputs from = inputs_of<F>(call);
  const auto fits = [&](const Operand& operand) { return operand.step == 0 || operand.format == call.out_format; };
  return fits(from.a) && fits(from.b) && fits(from.c);
}
/// Any format at either end. Cheap functions would wait for the question which one it is: they have loops of their own.
template <class F>
void edge_loop(const Call& call) {
  if constexpr (is_cheap<F>) {
    const Format format = of_one_format<F>(call) ? call.out_format : Format::f32;
    if (format == Format::f16) return loop<F, NarrowSource<Format::f16>, NarrowSink<Format::f16>>(call, call.stream);
    if (format == Format::bf16) return loop<F, NarrowSource<Format::bf16>, NarrowSink<Format::bf16>>(call, call.stream);
  }
  loop<F, AnySource, AnySink>(call, call.stream);
}

template <class F>
inline constexpr KernelSet set_of{&edge_loop<F>, &plain_loop<F, false>, &plain_loop<F, true>};

}  // namespace device::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
