// Names of roles, and the list of a view's nodes.
#include "session/view.hpp"

namespace session {

std::string_view name(Role role) {
  switch (role) {
    case Role::page:
      return "page";
    case Role::header:
      return "header";
    case Role::prose:
      return "prose";
    case Role::chain:
      return "chain";
    case Role::strip:
      return "strip";
    case Role::figure:
      return "figure";
    case Role::slider:
      return "slider";
    case Role::question:
      return "question";
    case Role::number:
      return "number";
    case Role::words:
      return "words";
    case Role::taps:
      return "taps";
    case Role::choice:
      return "choice";
    case Role::button:
      return "button";
    case Role::progress:
      return "progress";
    case Role::headline:
      return "headline";
    case Role::badge:
      return "badge";
    case Role::verdict:
      return "verdict";
    case Role::explanation:
      return "explanation";
    case Role::notice:
      return "notice";
    case Role::error:
      return "error";
    case Role::table:
      return "table";
    case Role::source:
      return "source";
    case Role::steps:
      return "steps";
    case Role::step:
      return "step";
    case Role::inspector:
      return "inspector";
  }
  return "";
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
