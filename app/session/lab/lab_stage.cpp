// Sorts the lab's nodes by what they are.
#include "session/lab/lab_stage.hpp"

#include "session/lesson/scene_play.hpp"
#include "session/lesson/stage_nodes.hpp"
#include "session/state/page.hpp"

#include <algorithm>
#include <utility>

namespace session {
namespace {

enum class Place { words, picture, below, dock };

Place place_of(const Node& node) {
  switch (node.purpose) {
    case Purpose::figure:
    case Purpose::strip:
    case Purpose::table:
    case Purpose::headline:
    case Purpose::source:
      return Place::picture;
    case Purpose::slider:
    case Purpose::taps:
      return Place::below;
    case Purpose::question:
    case Purpose::number:
      return Place::dock;
    default:
      return node.said == Said::reply ? Place::dock : Place::words;
  }
}

/// A picture to look at; what can be pressed on it belongs to the chain that is no longer in the text.
void hold_still(Node& stage) {
  stage.faded = true;
  std::erase_if(stage.children, [](const Node& child) { return child.purpose == Purpose::taps; });
  for (Node& child : stage.children) {
    std::erase_if(child.actions, [](const Action& action) { return !action.mark.empty(); });
  }
}

}  // namespace

void set_lab_on_stage(const Desk& desk, std::vector<Node>& nodes) {
  std::vector<Node> words, pictures, below;
  Node dock = make("dock", Purpose::dock, {});
  for (Node& node : nodes) {
    switch (place_of(node)) {
      case Place::words:
        words.push_back(std::move(node));
        break;
      case Place::picture:
        pictures.push_back(std::move(node));
        break;
      case Place::below:
        below.push_back(std::move(node));
        break;
      case Place::dock:
        dock.children.push_back(std::move(node));
        break;
    }
  }
  nodes = std::move(words);
  if (!pictures.empty()) {
    Node stage = made_stage(desk, std::move(pictures), std::move(below));
    if (!desk.lab.wrong.empty()) hold_still(stage);
    nodes.push_back(std::move(stage));
  }
  if (!dock.children.empty()) nodes.push_back(std::move(dock));
}

}  // namespace session
