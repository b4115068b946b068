// Names of roles, and the list of a view's nodes.
#include "session/state/view.hpp"

#include "base/names.hpp"

namespace session {

std::string_view name(Purpose purpose) {
  static constexpr base::Names<Purpose, Purpose::reply> names(
      "page", "header", "prose", "chain", "strip", "figure", "slider", "question", "number", "words", "taps", "choice",
      "button", "progress", "headline", "badge", "verdict", "explanation", "notice", "error", "table", "source",
      "steps", "step", "inspector", "stage", "rail", "dock", "map", "part", "class_row", "entry", "command",
      "thumbnail", "clock", "answer", "reply");
  return names[purpose];
}

namespace {

void collect(const Node& node, std::vector<const Node*>& into) {
  into.push_back(&node);
  for (const Node& child : node.children) collect(child, into);
}

}  // namespace

std::vector<const Node*> all_nodes(const View& view) {
  std::vector<const Node*> nodes;
  collect(view.root, nodes);
  return nodes;
}

}  // namespace session
