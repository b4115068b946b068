// A product's kernel in the model: its tiles and waves, what they ask of memory, and how long the arithmetic takes.
#pragma once

#include "base/units.hpp"
#include "machine/device_spec.hpp"
#include "plan/product.hpp"

#include <span>

namespace model {

/// How the result is dealt out: tiles of rows x columns, `panels` rows of tiles before the next columns are begun.
struct Tiling {
  std::int64_t rows = 1, columns = 1;
  std::int64_t down = 1, across = 1;  ///< tiles of one matrix, the last ones not whole
  std::int64_t panels = 1;            ///< neighbours of a wave read the same columns of the right operand
  bool operator==(const Tiling&) const = default;
  [[nodiscard]] std::int64_t tiles() const { return down * across; }
};
[[nodiscard]] Tiling tiling(const plan::Product& product, machine::Kind kind);

/// Bytes of the left and of the right operand that all tiles together ask for: each tile reads its own rows and
/// columns, whatever other tiles read.
struct Asked {
  double left = 0, right = 0;
};
[[nodiscard]] Asked asked(const chain::Chain& chain, const plan::Product& product, machine::Kind kind);

/// Bytes that the DRAM is read again for, beyond each operand once. A wave's rows stay in the last-level cache while
/// the columns stream by; where a whole operand does not fit beside them, the next panel of rows fetches it anew.
[[nodiscard]] double read_again(const chain::Chain& chain, const plan::Product& product,
                                const machine::DeviceSpec& spec);

/// Bytes that tiles leave of their rows between the two launches of a kernel that reduces rows of a product
/// (plan/product_rows.hpp): no tensor of the chain, written once and read once. 0 for any other kernel.
[[nodiscard]] double workspace(const chain::Chain& chain, const plan::Group& group, machine::Kind kind);

/// The share of so many bytes that is still in the last-level cache when they are used again.
[[nodiscard]] double still_cached(double bytes, const machine::DeviceSpec& spec);

/// Of a kernel's products, whose tiles are dealt out together: 2 m n k at the device's rate for such operands
/// (calibrated, or the roof of their unit), in whole waves: the last one takes as long as a full one. 0 where neither
/// is known.
[[nodiscard]] base::Seconds arithmetic(const chain::Chain& chain, std::span<const plan::Product> siblings,
                                       plan::Engine engine, const machine::DeviceSpec& spec);

/// The roof that bounds such a product, FLOP/s: its unit's, or a large product's by the library where that was seen to
/// be faster; 0 where it is not known.
[[nodiscard]] double product_roof(chain::Dtype dtype, const machine::DeviceSpec& spec);

}  // namespace model
