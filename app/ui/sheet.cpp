// One pass over the page: what has the focus, and the record of where everything was placed.
#include "ui/sheet.hpp"

namespace ui {
namespace {

Target target(const session::Node& node, const session::Action& action) {
  return {node.id, action.id};
}

}  // namespace

void Sheet::place(const session::Node& node, const Box& box, bool leaf) {
  placements.push_back({node.id, node.purpose, box, leaf, region});
}

Zone& Sheet::zone(const session::Node& node, const session::Action& action, const Box& box, Zone::Kind kind) {
  Zone& zone = zones.emplace_back();
  zone.kind = kind;
  zone.node = node.id;
  zone.action = action.id;
  zone.box = box;
  zone.seen = meet(box, canvas.visible());
  zone.enabled = action.enabled;
  zone.why_not = action.why_not;
  zone.region = region;
  return zone;
}

bool Sheet::focused(const session::Node& node, const session::Action& action) const {
  return attention_.focus == target(node, action);
}
bool Sheet::hovered(const session::Node& node, const session::Action& action) const {
  return attention_.hover == target(node, action);
}
bool Sheet::held(const session::Node& node, const session::Action& action) const {
  return attention_.held == target(node, action);
}

void Sheet::ring(const session::Node& node, const session::Action& action, const Box& box, double radius) {
  if (!attention_.by_keyboard || !focused(node, action)) return;
  const double gap = px(2), thick = px(2);
  canvas.outline(box.inset(-gap - thick), thick, figure::Role::accent, figure::Shade::fill, radius + gap + thick);
}

const Field* Sheet::field(const std::string& node) const {
  const auto found = attention_.fields.find(node);
  return found == attention_.fields.end() ? nullptr : &found->second;
}

}  // namespace ui
