// Every promise of the palette, computed: contrast in each theme, hues apart for colour-blind eyes.
#include "figure/palette.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

namespace palette_test {

using figure::Color;
using figure::Role;
using figure::Shade;
using figure::Theme;

constexpr std::array themes = {Theme::light, Theme::dark, Theme::high_contrast, Theme::projector};
constexpr std::array hues = {Role::unfused, Role::fused,  Role::guess, Role::model, Role::l2,
                             Role::launch,  Role::accent, Role::good,  Role::bad};
/// What a chart sets side by side.
constexpr std::array chart_hues = {Role::unfused, Role::fused, Role::guess, Role::model, Role::l2, Role::launch};
constexpr std::array grounds = {Role::page, Role::panel};

double text_minimum(Theme theme) {
  return theme == Theme::high_contrast || theme == Theme::projector ? 7 : 4.5;
}

std::string where(Theme theme, Role role) {
  return std::string(name(theme)) + ", role " + std::to_string(static_cast<int>(role));
}

TEST(Palette, ContrastIsWcags) {
  EXPECT_NEAR(contrast(Color{0, 0, 0}, Color{255, 255, 255}), 21, 1e-9);
  EXPECT_NEAR(contrast(Color{255, 255, 255}, Color{0, 0, 0}), 21, 1e-9);
  EXPECT_NEAR(contrast(Color{119, 119, 119}, Color{255, 255, 255}), 4.48, 0.005);  // the well-known #777
  EXPECT_NEAR(contrast(Color{10, 200, 30}, Color{10, 200, 30}), 1, 1e-12);
}

TEST(Palette, WordsCanBeRead) {
  for (Theme theme : themes) {
    for (Role ground : grounds) {
      const Color behind = color(theme, ground, Shade::fill);
      EXPECT_GE(contrast(color(theme, Role::ink, Shade::text), behind), 7) << where(theme, ground);
      EXPECT_GE(contrast(color(theme, Role::quiet_ink, Shade::text), behind), text_minimum(theme))
          << where(theme, ground);
      EXPECT_GE(contrast(color(theme, Role::hairline, Shade::text), behind), text_minimum(theme))
          << where(theme, ground);
      for (Role hue : hues) {
        EXPECT_GE(contrast(color(theme, hue, Shade::text), behind), text_minimum(theme)) << where(theme, hue);
      }
    }
    for (Role hue : hues) {
      const Color wash = color(theme, hue, Shade::tint);
      EXPECT_GE(contrast(color(theme, hue, Shade::text), wash), text_minimum(theme)) << where(theme, hue);
      EXPECT_GE(contrast(color(theme, Role::ink, Shade::text), wash), 7) << where(theme, hue);
    }
  }
}

TEST(Palette, LinesThatMeanSomethingAreAsDarkAsText) {
  for (Theme theme : themes) {
    for (Role ground : grounds) {
      EXPECT_GE(contrast(color(theme, Role::hairline, Shade::fill), color(theme, ground, Shade::fill)),
                text_minimum(theme));
    }
    // The grid line is faint on purpose, but there.
    const double grid = contrast(color(theme, Role::hairline, Shade::tint), color(theme, Role::page, Shade::fill));
    EXPECT_GE(grid, 1.2) << name(theme);
    EXPECT_LE(grid, 3) << name(theme);
  }
}

TEST(Palette, FillsStandOutOrAreOutlined) {
  for (Theme theme : themes) {
    for (Role hue : hues) {
      const Shade edge = needs_outline(hue) ? Shade::text : Shade::fill;
      for (Role ground : grounds) {
        EXPECT_GE(contrast(color(theme, hue, edge), color(theme, ground, Shade::fill)), 3) << where(theme, hue);
      }
    }
  }
}

TEST(Palette, TheOneButtonsLabelIsPageColoured) {
  for (Theme theme : themes) {
    EXPECT_GE(contrast(color(theme, Role::accent, Shade::fill), color(theme, Role::page, Shade::text)), 7)
        << name(theme);
  }
}

TEST(Palette, FacesAreLightAndReadableInEveryTheme) {
  for (Theme theme : themes) {
    const Color face = color(theme, Role::skin, Shade::fill);
    EXPECT_GE(contrast(face, color(theme, Role::skin, Shade::text)), 7) << name(theme) << ": eyes and mouth";
    EXPECT_GE(contrast(face, Color{0, 0, 0}), 12) << name(theme) << ": a face is never a shadow";
    for (Role hue : {Role::unfused, Role::fused}) {
      const double cap = contrast(face, color(theme, hue, Shade::text));
      const double line = contrast(color(theme, Role::skin, Shade::text), color(theme, hue, Shade::text));
      EXPECT_GE(std::max(cap, line), 3) << where(theme, hue) << ": the cap, or the line around the face, shows it";
    }
  }
}

struct Lab {
  double l, a, b;
};

using Matrix = std::array<std::array<double, 3>, 3>;
// Machado, Oliveira, Fernandes 2009, severity 1.
constexpr Matrix protanopia = {
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix deuteranopia = {
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix tritanopia = {
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};
constexpr Matrix all_cones = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

Lab seen_as(Color color, const Matrix& eye) {
  const auto linear = [](std::uint8_t channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  const std::array<double, 3> in = {linear(color.r), linear(color.g), linear(color.b)};
  std::array<double, 3> out{};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t k = 0; k < 3; ++k) out[row] += eye[row][k] * in[k];
    out[row] = std::min(1.0, std::max(0.0, out[row]));
  }
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const double x = f((0.4124 * out[0] + 0.3576 * out[1] + 0.1805 * out[2]) / 0.9505);
  const double y = f(0.2126 * out[0] + 0.7152 * out[1] + 0.0722 * out[2]);
  const double z = f((0.0193 * out[0] + 0.1192 * out[1] + 0.9505 * out[2]) / 1.089);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

TEST(Palette, HuesStayApartForEveryEye) {
  for (Theme theme : themes) {
    for (const auto& [eye, least] :
         {std::pair{all_cones, 30.0}, {protanopia, 10.0}, {deuteranopia, 10.0}, {tritanopia, 10.0}}) {
      for (std::size_t i = 0; i < chart_hues.size(); ++i) {
        for (std::size_t k = i + 1; k < chart_hues.size(); ++k) {
          const Lab one = seen_as(color(theme, chart_hues[i], Shade::fill), eye);
          const Lab two = seen_as(color(theme, chart_hues[k], Shade::fill), eye);
          EXPECT_GE(std::hypot(one.l - two.l, one.a - two.a, one.b - two.b), least)
              << where(theme, chart_hues[i]) << " and " << static_cast<int>(chart_hues[k]);
        }
      }
    }
  }
}

}  // namespace palette_test
