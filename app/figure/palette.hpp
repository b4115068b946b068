// One meaning, one colour: roles, and what each theme makes of them.
#pragma once

#include "base/names.hpp"

#include <cstdint>
#include <string_view>

namespace figure {

/// What a mark means. Colours never stand alone: a shape or label says the same.
enum class Role {
  page,
  panel,
  ink,
  quiet_ink,
  hairline,  // the page itself
  unfused,
  fused,  // vermilion, blue
  guess,
  model,
  l2,
  launch,  // purple (hollow), grey (dashed), green, yellow
  accent,  // the one filled button (its label is page-coloured), focus ring
  good,
  bad,   // verdicts; always with a word
  skin,  // people in a scene: light in every theme; its text shade is their outline and their eyes
};

/// fill: areas and lines (>= 3:1 on page and panel, or outlined, see needs_outline).
/// text: the hue's dark shade (>= 4.5:1 on page, panel and its own tint; projector and high contrast 7:1).
/// tint: a wash behind text. Of hairline: the grid line, which says nothing by itself and may be faint;
/// lines that do mean something (axes, rules, leaders) take hairline's fill, as dark as text.
enum class Shade { fill, text, tint };

enum class Theme { light, dark, high_contrast, projector };
inline constexpr base::Names<Theme, Theme::projector> theme_names("light", "dark", "high contrast", "projector");
[[nodiscard]] constexpr std::string_view name(Theme theme) {
  return theme_names[theme];
}

struct Color {
  std::uint8_t r = 0, g = 0, b = 0;
  bool operator==(const Color&) const = default;
};

[[nodiscard]] Color color(Theme theme, Role role, Shade shade);
/// A yellow dark enough for a light page is brown, and brown is vermilion to one man in twelve: launch stays yellow,
/// and draw() outlines its areas in its text shade where the mark names no stroke of its own.
[[nodiscard]] constexpr bool needs_outline(Role role) {
  return role == Role::launch;
}
/// WCAG 2 contrast ratio, 1..21.
[[nodiscard]] double contrast(Color a, Color b);

}  // namespace figure
