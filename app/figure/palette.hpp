// One meaning, one colour: roles, and what each theme makes of them.
#pragma once

#include <cstdint>
#include <string_view>

namespace figure {

/// What a mark means. Colours never stand alone: a shape or label says the same.
enum class Role {
  page, panel, ink, quiet_ink, hairline,     // the page itself
  unfused, fused,                            // vermilion, blue
  guess, model, l2, launch,                  // purple (hollow), grey (dashed), green, yellow
  accent,                                    // the one filled button, focus ring
  good, bad,                                 // verdicts; always with a word
};

/// fill: areas and lines (>= 3:1 on the page, or outlined dark). text: the hue's dark shade (>= 4.5:1; projector 7:1).
/// tint: a wash behind text.
enum class Shade { fill, text, tint };

enum class Theme { light, dark, high_contrast, projector };
[[nodiscard]] std::string_view name(Theme theme);

struct Color {
  std::uint8_t r = 0, g = 0, b = 0;
  bool operator==(const Color&) const = default;
};

[[nodiscard]] Color color(Theme theme, Role role, Shade shade);
/// WCAG 2 contrast ratio, 1..21.
[[nodiscard]] double contrast(Color a, Color b);

}  // namespace figure
