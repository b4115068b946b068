// Thread, warp, block, kernel, launch and stream, in words and in one picture.
#include "session/lesson/before_page.hpp"

#include "base/words.hpp"
#include "charts/strips/teams.hpp"
#include "session/lesson/glossary_page.hpp"
#include "session/state/page.hpp"

#include <set>

namespace session {

Node before_page(const Desk& desk) {
  Node root = make("page", Purpose::page, base::say("session.before.title"));
  auto& nodes = root.children;
  nodes.push_back(
      make("header", Purpose::header, base::say("session.before.title"), base::say("session.before.subtitle")));
  for (Node& node : report_nodes(desk)) nodes.push_back(std::move(node));
  const auto text = desk.services.before_you_start();
  if (text) {
    Node words = prose("before.words", Purpose::prose, *text);
    std::set<std::string> met;
    link_words(desk, words, met);
    nodes.push_back(std::move(words));
    nodes.push_back(figure_node(charts::teams({.width = desk.figure_frame.width, .height = desk.figure_frame.height})));
  } else {
    nodes.push_back(wrong_node("before.wrong", text.error()));
  }
  nodes.push_back(button("button.primary", action("before.close", "session.before.back", {"Enter", "Escape"}), true));
  return root;
}

}  // namespace session
