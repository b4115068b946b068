// A chart, or the chain strip with its arrows, scaled to its place.
#include "figure/box.hpp"
#include "ui/renderer.hpp"
#include "ui/views/views.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ui {
namespace {

/// What is marked with `id`, in figure units.
std::optional<figure::Box> bounds_of(const figure::Figure& figure, std::string_view id) {
  for (const figure::Mark& mark : figure.marks) {
    if (!id.empty() && mark.id == id) return figure::bounds(mark);
  }
  return std::nullopt;
}

/// Where a mark is pressed; nothing where the figure has it not.
std::optional<Box> mark_box(const Sheet& sheet, const figure::Figure& figure, const session::Action& action,
                            const Box& place, double scale) {
  const auto bounds = bounds_of(figure, action.mark);
  if (!bounds) return std::nullopt;
  // Arrows are thin: the place to press is at least 32 units wide and high.
  const double wide = std::max(bounds->width * scale, sheet.px(32)),
               high = std::max(bounds->height * scale, sheet.px(32));
  const double x = place.x + (bounds->x + bounds->width / 2) * scale,
               y = place.y + (bounds->y + bounds->height / 2) * scale;
  return Box{std::round(x - wide / 2), std::round(y - high / 2), std::round(wide), std::round(high)};
}

/// Below the figure.
void mark_zone(Sheet& sheet, const session::Node& node, const session::Action& action, const Box& place, double scale) {
  const auto box = mark_box(sheet, *node.figure, action, place, scale);
  if (!box) return;
  if (sheet.hovered(node, action)) sheet.canvas.fill(*box, figure::Role::accent, figure::Shade::tint, sheet.px(4), 0.7);
  sheet.zone(node, action, *box, Zone::Kind::mark);
}

/// Above it: a kernel's box would hide an edge.
void mark_rings(Sheet& sheet, const session::Node& node, const Box& place, double scale) {
  for (const session::Action& action : node.actions) {
    if (action.mark.empty()) continue;
    const auto box = mark_box(sheet, *node.figure, action, place, scale);
    if (box) sheet.ring(node, action, *box, sheet.px(4));
  }
}

}  // namespace

double figure_air(const figure::Figure& figure) {
  return figure.width / 30;
}

double draw_figure(Sheet& sheet, const session::Node& node, const Box& at) {
  double y = at.y;
  std::vector<const session::Action*> links;
  if (node.figure) {
    const figure::Figure& figure = *node.figure;
    // A sheet carries its own air; on the page that air lies outside the column, so that edges line up.
    const double air = figure_air(figure);
    const double scale = at.w / (figure.width - 2 * air);
    const Box place{std::round(at.x - air * scale), std::round(y - 0.75 * air * scale), figure.width * scale,
                    figure.height * scale};
    for (const session::Action& action : node.actions) {
      if (!action.mark.empty()) {
        mark_zone(sheet, node, action, place, scale);
      } else if (action.gesture != session::Gesture::click) {
        const bool points = action.gesture == session::Gesture::point;
        // An axis ends where its column does: what stands around it keeps its own places to press.
        const Box within = points ? place : Box{at.x, y, at.w, std::round(place.h - 1.5 * air * scale)};
        Zone& zone = sheet.zone(node, action, within, points ? Zone::Kind::point : Zone::Kind::drag);
        zone.origin_x = place.x;
        zone.origin_y = place.y;
        zone.unit = scale;
        sheet.ring(node, action, within, sheet.px(4));
      } else if (!action.tucked) {
        links.push_back(&action);
      }
    }
    ScreenRenderer renderer(sheet.canvas, place.x, place.y, scale);
    figure::draw(figure, renderer);
    mark_rings(sheet, node, place, scale);
    if (const auto bounds = bounds_of(figure, node.inspected)) {
      const Box mark{place.x + bounds->x * scale, place.y + bounds->y * scale, bounds->width * scale,
                     bounds->height * scale};
      sheet.canvas.outline(mark.inset(-sheet.px(4)), sheet.px(2), figure::Role::accent, figure::Shade::fill,
                           sheet.px(4));
    }
    if (node.purpose == session::Purpose::figure && node.selected) {
      sheet.canvas.outline(place.inset(air * scale / 2), sheet.px(3), figure::Role::accent, figure::Shade::fill,
                           sheet.px(8));
    }
    y += std::round(place.h - 1.5 * air * scale);
  } else {
    links = actions_of(node);
  }
  y += draw_actions(sheet, node, {at.x, y, at.w, 0}, links);
  sheet.place(node, {at.x, at.y, at.w, y - at.y});
  return y - at.y;
}

}  // namespace ui
