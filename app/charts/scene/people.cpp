// Draws a worker: cap, face, overalls, arms and legs by pose.
#include "charts/scene/people.hpp"

#include "charts/scene/look.hpp"

#include <cmath>
#include <numbers>

namespace charts {
namespace {

struct Arms {
  Point far_elbow, far_hand, near_elbow, near_hand;
};

Arms arms_of(Pose pose, double phase) {
  const double beat = std::sin(phase * 4 * std::numbers::pi);
  switch (pose) {
    case Pose::waits:
      return {{-10, -34}, {-8, -25}, {10, -34}, {9, -25}};
    case Pose::reads:
      return {{-12, -37}, {-17, -43}, {4, -32}, {-12, -38}};
    case Pose::looks:
      return {{-15, -47}, {-9, -59}, {11, -35}, {7, -28}};
    case Pose::dresses:
      return {{-14, -40}, {-23, -44 + 4 * beat}, {-6, -32}, {-21, -31 - 4 * beat}};
    case Pose::points:
      return {{-15, -46}, {-26, -52}, {11, -35}, {7, -28}};
    case Pose::rests:
      return {{-12, -35}, {-15, -42}, {8, -33}, {0, -27}};
    case Pose::cheers:
      return {{-15, -50}, {-18, -63}, {15, -50}, {18, -63}};
  }
  return {};
}

void legs(const Brush& brush, Pose pose, Paint cloth) {
  if (pose == Pose::rests) {
    for (double x : {-4.0, 4.0}) {
      brush.limb({{x, -20}, {x - 12, -19}, {x - 12, -4}}, cloth, 7);
      brush.rect(x - 19, -4.5, 11, 5, 2, look::ink);
    }
    return;
  }
  for (double x : {-5.0, 5.0}) {
    brush.limb({{x, -21}, {x, -5}}, cloth, 8);
    brush.rect(x - 7, -4.5, 11, 5, 2, look::ink);
  }
}

void face(const Brush& brush, Pose pose, Paint cap) {
  const double y = -55;
  brush.circle(0, y, 9, look::skin, Stroke{look::features, 1.5, 0});
  brush.circle(-8.8, y + 1, 1.8, look::skin, look::skin_line);  // nose
  if (pose == Pose::rests) {
    brush.arc(-5, y - 1, 1.6, 0, 180, look::skin_line);
    brush.arc(0.5, y - 1, 1.6, 0, 180, look::skin_line);
  } else {
    brush.circle(-5, y - 0.5, 1.2, look::features);
    brush.circle(0.5, y - 0.5, 1.2, look::features);
  }
  const bool glad = pose == Pose::rests || pose == Pose::cheers || pose == Pose::points;
  brush.arc(-2.5, y + 1.5, glad ? 4 : 3, 25, 155, {look::features, 1.25, 0});
  brush.polygon({{-9, y - 3}, {-8, y - 8}, {-4, y - 11.5}, {4, y - 11.5}, {8, y - 8}, {9, y - 3}}, cap);
  brush.rect(-16, y - 4.5, 13, 3, 1.5, cap);
}

}  // namespace

void draw_worker(const Brush& given, Role hue, Pose pose, double phase) {
  const Paint cloth{hue, Shade::fill}, deep{hue, Shade::text}, shirt = look::trousers;
  if (pose == Pose::rests) given.rect(-9, -16, 22, 16, 1.5, look::kraft, look::fine);  // a crate to sit on
  const Brush& brush = given;
  const auto [far_elbow, far_hand, near_elbow, near_hand] = arms_of(pose, phase);
  const auto arm = [&](Point shoulder, Point elbow, Point hand) {
    brush.limb({shoulder, elbow, hand}, shirt, 5);
    brush.circle(hand.x, hand.y, 3.2, look::skin, look::skin_line);
  };
  if (pose != Pose::looks) arm({-8, -43}, far_elbow, far_hand);
  legs(brush, pose, cloth);
  brush.rect(-10, -47, 20, 14, 5, shirt);  // shirt
  brush.rect(-10, -41, 20, 23, 4, cloth);  // overalls
  brush.line({{-7, -40}, {-6, -46}}, {deep, 3, 0});
  brush.line({{7, -40}, {6, -46}}, {deep, 3, 0});
  face(brush, pose, deep);
  if (pose == Pose::looks) arm({-8, -43}, far_elbow, far_hand);
  if (pose == Pose::reads) {
    brush.polygon({{-25, -50}, {-13, -53}, {-10, -38}, {-22, -35}}, Paint{Role::launch, Shade::fill});
    for (double y : {-47.0, -43.5, -40.0})
      brush.line({{-21.5 - (y + 47) * -0.2, y + 0.5}, {-14 + (y + 47) * 0.2, y - 1.2}}, look::fine);
  }
  arm({8, -43}, near_elbow, near_hand);
  if (pose == Pose::rests) {
    brush.rect(-20, -47, 7, 7, 1.5, look::paper, look::fine);
    brush.arc(-21, -43.5, 2.2, 90, 270, look::fine);
    brush.line({{-18, -50}, {-17, -53}, {-18.5, -56}}, {look::edge, 1, 0});
    brush.line({{-15, -50}, {-14, -53}, {-15.5, -56}}, {look::edge, 1, 0});
  }
}

}  // namespace charts
