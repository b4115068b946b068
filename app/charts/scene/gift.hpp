// The tensor as a gift: each op puts something on it.
#pragma once

#include "chain/chain.hpp"
#include "charts/scene/brush.hpp"

#include <array>
#include <cstddef>

namespace charts {

/// What an op puts on: bias (by its name, or a short tensor) a ribbon, activation a label, residual tissue, norm a bow,
/// a plain function of one number a seal; a product is made of tiles, laid on the table one by one; whatever else
/// leaves its stamp.
enum class Dressing { ribbon, label, tissue, bow, stamp, seal, tiles };
inline constexpr int dressings = 7;
[[nodiscard]] std::string_view name(Dressing dressing);
[[nodiscard]] Dressing dressing_of(const chain::Chain& chain, int op);
/// How many of its operands are whole tensors.
[[nodiscard]] std::ptrdiff_t gifts_of(const chain::Chain& chain, int op);

/// How many of each a gift wears.
using Dressed = std::array<int, dressings>;
/// What a value wears: everything that was done on the way to it.
[[nodiscard]] Dressed dressed(const chain::Chain& chain, int value);

inline constexpr double gift_size = 30;
/// Stands on the brush's origin, which is the middle of its bottom edge. `hue` is the lane's.
void draw_gift(const Brush& brush, const Dressed& wears, Role hue);
/// A small tensor: a roll of ribbon, 14 wide.
void draw_roll(const Brush& brush, Role hue);

}  // namespace charts
