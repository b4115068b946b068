// Names of roles, and the list of a view's nodes.
#include "session/state/view.hpp"

namespace session {

std::string_view name(Purpose purpose) {
  switch (purpose) {
    case Purpose::page:
      return "page";
    case Purpose::header:
      return "header";
    case Purpose::prose:
      return "prose";
    case Purpose::chain:
      return "chain";
    case Purpose::strip:
      return "strip";
    case Purpose::figure:
      return "figure";
    case Purpose::slider:
      return "slider";
    case Purpose::question:
      return "question";
    case Purpose::number:
      return "number";
    case Purpose::words:
      return "words";
    case Purpose::taps:
      return "taps";
    case Purpose::choice:
      return "choice";
    case Purpose::button:
      return "button";
    case Purpose::progress:
      return "progress";
    case Purpose::headline:
      return "headline";
    case Purpose::badge:
      return "badge";
    case Purpose::verdict:
      return "verdict";
    case Purpose::explanation:
      return "explanation";
    case Purpose::notice:
      return "notice";
    case Purpose::error:
      return "error";
    case Purpose::table:
      return "table";
    case Purpose::source:
      return "source";
    case Purpose::steps:
      return "steps";
    case Purpose::step:
      return "step";
    case Purpose::inspector:
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
