// Draws truck and bicycle, with who drives them.
#include "charts/scene/truck.hpp"

#include "charts/scene/look.hpp"

#include <cmath>
#include <numbers>

namespace charts {
namespace {

void wheel(const Brush& brush, double x, double radius, double driven, bool thin) {
  const double angle = driven / radius;
  const double dx = radius * 0.55 * std::cos(angle), dy = radius * 0.55 * std::sin(angle);
  if (thin) {
    brush.circle(x, -radius, radius, std::nullopt, Stroke{look::ink, 2, 0});
    brush.line({{x - dx, -radius - dy}, {x + dx, -radius + dy}}, look::fine);
    return;
  }
  brush.circle(x, -radius, radius, look::ink);
  brush.circle(x, -radius, radius * 0.55, look::kraft);
  brush.line({{x - dx, -radius - dy}, {x + dx, -radius + dy}}, look::fine);
}

}  // namespace

void draw_truck(const Brush& brush, Role hue, double driven, bool moving) {
  const Paint body{hue, Shade::fill}, deep{hue, Shade::text};
  if (moving) {
    brush.circle(-9, -13, 4, look::far_off);
    brush.circle(-18, -17, 5.5, look::far_off);
    brush.circle(-31, -21, 7, look::far_off);
  }
  brush.rect(0, -19, 62, 7, 1.5, deep);                                                         // bed
  brush.rect(0, -27, 3, 9, 1, deep);                                                            // tail board
  brush.rect(56, -30, 4, 12, 1, deep);                                                          // head board
  brush.rect(60, -44, 22, 34, 5, body, look::outline);                                          // cab
  brush.polygon({{78, -28}, {86, -25}, {88, -20}, {88, -11}, {78, -11}}, body, look::outline);  // bonnet
  brush.rect(61.5, -27, 20, 15.5, 0, body);                   // the seam between the two
  brush.rect(66, -40, 13, 13, 2, look::paper, look::fine);    // window
  brush.circle(71, -31.5, 4.2, look::skin, look::skin_line);  // the driver
  brush.polygon({{66.6, -33}, {67.5, -37}, {74, -37}, {75.2, -33}, {77.5, -32.6}, {77.5, -31.8}}, deep);
  brush.circle(73, -31, 0.8, look::features);
  brush.rect(85, -19, 4, 5, 1, look::paper, look::fine);  // lamp
  brush.rect(82, -12, 9, 3, 1, look::ink);                // bumper
  wheel(brush, 14, 8.5, driven, false);
  wheel(brush, 34, 8.5, driven, false);
  wheel(brush, 72, 8.5, driven, false);
}

void draw_bicycle(const Brush& brush, Role hue, double driven) {
  const Paint body{hue, Shade::fill};
  const Stroke frame{body, 2.5, 0};
  wheel(brush, -15, 10, driven, true);
  wheel(brush, 15, 10, driven, true);
  brush.line({{-15, -10}, {-6, -22}, {9, -22}, {15, -10}}, frame);
  brush.line({{-15, -10}, {0, -9}, {9, -22}}, frame);
  brush.line({{-6, -22}, {0, -9}}, frame);
  brush.line({{-9, -25}, {-3, -25}}, {look::ink, 3, 0});           // saddle
  brush.line({{9, -22}, {8, -28}, {12, -29}}, {look::ink, 2, 0});  // handlebar
  brush.line({{-24, -20}, {-10, -20}}, {look::ink, 2, 0});         // rack
  const double turn = driven / 10;
  const double px = 4 * std::cos(turn), py = 4 * std::sin(turn);
  brush.limb({{-5, -27}, {4, -20}, {0 + px, -9 + py}}, look::trousers, 4.5);
  brush.limb({{-5, -27}, {0, -40}}, body, 9);
  brush.limb({{0, -39}, {6, -33}, {11, -30}}, look::trousers, 3.5);
  brush.circle(2, -51, 7, look::skin, Stroke{look::features, 1.5, 0});
  brush.circle(5, -51.5, 1, look::features);
  brush.arc(4.5, -49.5, 2.5, 20, 110, look::skin_line);
  brush.polygon({{-5.5, -53}, {-4, -58}, {4, -59.5}, {8.5, -55}, {9.5, -53.5}}, {{hue, Shade::text}});
}

}  // namespace charts
