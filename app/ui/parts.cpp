// What a purpose means for a node's place.
#include "ui/parts.hpp"

#include <algorithm>
#include <array>

namespace ui {

using session::Node;
using session::Purpose;

bool is_drawn(const Node& node) {
  return node.purpose == Purpose::number && !node.figure_id.empty();
}

bool answers(const Node& node) {
  constexpr std::array roles = {Purpose::number, Purpose::words, Purpose::taps, Purpose::choice};
  return std::ranges::find(roles, node.purpose) != roles.end();
}

bool is_words(const Node& node) {
  return node.figure == nullptr && node.purpose != Purpose::table && node.purpose != Purpose::source &&
         node.purpose != Purpose::slider;
}

namespace {

/// Of the question's task: its answer, and what is said of it.
bool belongs(const Node& node) {
  return answers(node) || node.purpose == Purpose::verdict || node.purpose == Purpose::explanation ||
         node.said == session::Said::reply;
}

}  // namespace

void Parts::add(const Node& node) {
  switch (node.purpose) {
    case Purpose::page:
      pages.push_back(&node);
      break;
    case Purpose::header:
      header = &node;
      break;
    case Purpose::steps:
      steps = &node;
      return;  // its children are drawn by the header
    case Purpose::step:
      break;
    case Purpose::inspector:
      inspector = &node;
      return;  // its children are its own
    case Purpose::stage:
      stage = &node;
      return;
    case Purpose::dock:
      dock = &node;
      return;
    case Purpose::map:
      map = &node;
      return;
    case Purpose::progress:
      progress.push_back(&node);
      break;
    case Purpose::button:
      if (node.primary && primary == nullptr) {
        primary = &node;
      } else {
        buttons.push_back(&node);
      }
      break;
    case Purpose::headline:
      headlines.push_back(&node);
      break;
    case Purpose::strip:
    case Purpose::figure:
    case Purpose::rail:
    case Purpose::slider:
    case Purpose::table:
    case Purpose::source:
      put(node, aside);
      break;
    case Purpose::badge:
      put(node, last_was_aside_ ? aside : reading);
      break;
    case Purpose::prose:
    case Purpose::chain:
    case Purpose::question:
    case Purpose::number:
    case Purpose::words:
    case Purpose::taps:
    case Purpose::choice:
    case Purpose::verdict:
    case Purpose::explanation:
    case Purpose::notice:
      if (node.said == session::Said::lasting) {
        lasting = &node;
        break;
      }
      put(node, reading);
      break;
    case Purpose::error:
    case Purpose::command:
    case Purpose::thumbnail:
    case Purpose::clock:
    case Purpose::answer:
    case Purpose::reply:
    case Purpose::part:
    case Purpose::class_row:
    case Purpose::entry:
      put(node, reading);
      break;
  }
  for (const Node& child : node.children) add(child);
}

const Node* Parts::question() const {
  const auto found = std::ranges::find(reading, Purpose::question, &Node::purpose);
  return found == reading.end() ? nullptr : *found;
}

std::vector<const Node*> Parts::task() const {
  auto at = std::ranges::find(reading, Purpose::question, &Node::purpose);
  std::vector<const Node*> nodes;
  if (at == reading.end()) return nodes;
  do nodes.push_back(*at++);
  while (at != reading.end() && belongs(**at));
  return nodes;
}

const Node* Parts::drawn() const {
  auto found = std::ranges::find_if(body, [](const Node* node) { return is_drawn(*node); });
  found = std::find_if(found, body.end(), [](const Node* node) { return node->purpose == Purpose::figure; });
  return found == body.end() ? nullptr : *found;
}

std::size_t Parts::leading() const {
  const auto is_slider = [&](std::size_t i) { return i < aside.size() && aside[i]->purpose == Purpose::slider; };
  std::size_t scene = 0;
  while (scene < aside.size() && (is_slider(scene) || is_slider(scene + 1))) ++scene;
  if (scene > 0 || aside.empty()) return scene;
  return !headlines.empty() || aside.front()->purpose == Purpose::strip ? 1 : 0;
}

void Parts::put(const Node& node, std::vector<const Node*>& where) {
  where.push_back(&node);
  body.push_back(&node);
  last_was_aside_ = &where == &aside;
}

}  // namespace ui
