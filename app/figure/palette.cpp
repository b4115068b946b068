// The four themes as one table; tests/figure/palette_test.cpp computes every promise made in the header.
#include "figure/palette.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace figure {
namespace {

struct Shades {
  std::uint32_t fill, text, tint;  // 0xRRGGBB
};
using Palette = std::array<Shades, 15>;  // in the order of Role

// clang-format off
// Warm white like uncoated paper; ink not quite black.
constexpr Palette light{{
    {0xFBF9F4, 0xFBF9F4, 0xFBF9F4},  // page
    {0xF3F0E8, 0xF3F0E8, 0xF3F0E8},  // panel
    {0x1F1E1B, 0x1F1E1B, 0xE6E2D8},  // ink
    {0x5E5B54, 0x5E5B54, 0xECE9E1},  // quiet_ink
    {0x6F6C64, 0x6F6C64, 0xDDD8CC},  // hairline
    {0xD55E00, 0x9C3F00, 0xFBE6D8},  // unfused
    {0x0F7AC0, 0x075685, 0xDCEBF5},  // fused
    {0x75399E, 0x66318C, 0xEFE5F5},  // guess
    {0x8A8882, 0x5A5853, 0xE9E7E2},  // model
    {0x0E7D5C, 0x0B6148, 0xDCF0E8},  // l2
    {0xF2C81F, 0x735800, 0xFBF1CC},  // launch
    {0x2E3B47, 0x2E3B47, 0xE3E7EA},  // accent
    {0x3F7D20, 0x32651A, 0xE4F0DA},  // good
    {0xB3173F, 0x98122F, 0xF8E0E4},  // bad
    {0xFFF1DE, 0x1F1E1B, 0xFBE6D8},  // skin
}};
constexpr Palette dark{{
    {0x17181A, 0x17181A, 0x17181A},
    {0x212326, 0x212326, 0x212326},
    {0xECE7DC, 0xECE7DC, 0x34352F},
    {0xADA79A, 0xADA79A, 0x2B2C2E},
    {0x9A958A, 0x9A958A, 0x3A3B3E},
    {0xF0803C, 0xF7A06B, 0x3D271A},
    {0x5CB4F2, 0x7FC1F2, 0x17303F},
    {0xA673D0, 0xCDA8E8, 0x33263F},
    {0x85827A, 0xB9B6AD, 0x303133},
    {0x45CB9E, 0x6BD0AE, 0x17352B},
    {0xF2D43D, 0xF2D43D, 0x38310F},
    {0xE9DFC9, 0xE9DFC9, 0x36332B},
    {0x83C35C, 0x9AD378, 0x243519},
    {0xF0637F, 0xF88CA1, 0x42202A},
    {0xF3DFC6, 0x17181A, 0xD9C3A8},
}};
constexpr Palette high_contrast{{
    {0x000000, 0x000000, 0x000000},
    {0x141414, 0x141414, 0x141414},
    {0xFFFFFF, 0xFFFFFF, 0x333333},
    {0xD9D9D9, 0xD9D9D9, 0x262626},
    {0xC4C4C4, 0xC4C4C4, 0x505050},
    {0xFF8A3D, 0xFFAA70, 0x331A08},
    {0x5CB8FF, 0x8ACCFF, 0x06243A},
    {0xA95FE0, 0xDDB8FA, 0x2A1838},
    {0x9E9E9E, 0xCFCFCF, 0x262626},
    {0x3FD6A3, 0x6FE3BC, 0x06301F},
    {0xFFE14D, 0xFFE14D, 0x332C00},
    {0xFFFFFF, 0xFFFFFF, 0x2E2E2E},
    {0x93E366, 0xA8EB82, 0x1B3010},
    {0xFF7D94, 0xFFA0B1, 0x3D0F1A},
    {0xFFEBD3, 0x000000, 0xE6CFB3},
}};
// A lamp in a bright room lifts every black: white page, deeper hues.
constexpr Palette projector{{
    {0xFFFFFF, 0xFFFFFF, 0xFFFFFF},
    {0xF4F3EF, 0xF4F3EF, 0xF4F3EF},
    {0x000000, 0x000000, 0xE4E2DC},
    {0x3D3B37, 0x3D3B37, 0xECEBE8},
    {0x45433F, 0x45433F, 0xC9C6BE},
    {0xC24E00, 0x7F3300, 0xFFE9DB},
    {0x0070B8, 0x004A7A, 0xDEEEF9},
    {0x64268F, 0x572C78, 0xF2E8F8},
    {0x807E78, 0x45433F, 0xECEBE8},
    {0x006B4C, 0x004F39, 0xDDF3EA},
    {0xFFCE0A, 0x5A4500, 0xFFF4CC},
    {0x14202B, 0x14202B, 0xE2E7EC},
    {0x2C6B10, 0x23530D, 0xE3F2DA},
    {0xA00A32, 0x820826, 0xFBE1E6},
    {0xFFF1DE, 0x000000, 0xFBE6D8},
}};
// clang-format on

const Palette& palette(Theme theme) {
  switch (theme) {
    case Theme::light:
      return light;
    case Theme::dark:
      return dark;
    case Theme::high_contrast:
      return high_contrast;
    case Theme::projector:
      return projector;
  }
  std::unreachable();
}

/// WCAG 2: 0 for black, 1 for white.
double relative_luminance(Color color) {
  const auto linear = [](std::uint8_t channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
}

}  // namespace

Color color(Theme theme, Role role, Shade shade) {
  const Shades& shades = palette(theme)[static_cast<std::size_t>(role)];
  const std::uint32_t rgb = shade == Shade::fill ? shades.fill : shade == Shade::text ? shades.text : shades.tint;
  return {static_cast<std::uint8_t>(rgb >> 16), static_cast<std::uint8_t>(rgb >> 8), static_cast<std::uint8_t>(rgb)};
}

double contrast(Color a, Color b) {
  const double one = relative_luminance(a), other = relative_luminance(b);
  return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

}  // namespace figure
