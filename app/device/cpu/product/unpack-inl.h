// Packed weights as f32 vectors; included once a Highway target.
#if defined(ONETRIP_UNPACK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ONETRIP_UNPACK_INL_H_
#undef ONETRIP_UNPACK_INL_H_
#else
#define ONETRIP_UNPACK_INL_H_
#endif

#include "device/cpu/convert-inl.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace device::cpu::HWY_NAMESPACE {

/// A byte to a lane.
HWY_INLINE hn::Vec<DI> load_bytes(const std::byte* data) {
  const hn::Rebind<std::int8_t, D> bytes;
  return hn::PromoteTo(DI(), hn::LoadU(bytes, reinterpret_cast<const std::int8_t*>(data)));
}
HWY_INLINE V lower_halves(hn::Vec<DI> bytes) {
  return hn::ConvertTo(D(), hn::ShiftRight<28>(hn::ShiftLeft<28>(bytes)));
}
/// The byte's sign is the upper half's.
HWY_INLINE V upper_halves(hn::Vec<DI> bytes) {
  return hn::ConvertTo(D(), hn::ShiftRight<4>(bytes));
}
HWY_INLINE V load_packed(const std::byte* data, Format format) {
  const hn::Vec<DI> bytes = load_bytes(data);
  if (format == Format::i8) return hn::ConvertTo(D(), bytes);
  return format == Format::i4_even ? lower_halves(bytes) : upper_halves(bytes);
}

}  // namespace device::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
