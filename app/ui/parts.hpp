// The view's nodes by the part of the window they belong to.
#pragma once

#include "session/state/view.hpp"

#include <cstddef>
#include <vector>

namespace ui {

/// A number that a figure of the page takes, too.
[[nodiscard]] bool is_drawn(const session::Node& node);
/// What a question is answered with.
[[nodiscard]] bool answers(const session::Node& node);
/// Read in lines of a reading width.
[[nodiscard]] bool is_words(const session::Node& node);

struct Parts {
  const session::Node* header = nullptr;
  const session::Node* steps = nullptr;
  const session::Node* primary = nullptr;
  const session::Node* inspector = nullptr;
  const session::Node* stage = nullptr;
  const session::Node* dock = nullptr;
  const session::Node* map = nullptr;
  std::vector<const session::Node*> pages, headlines, reading, aside, progress, buttons;
  const session::Node* lasting = nullptr;  ///< said at the foot while nothing else is
  std::vector<const session::Node*> body;  ///< reading and aside in the view's order, for one column

  explicit Parts(const session::Node& root) { add(root); }

  [[nodiscard]] const session::Node* question() const;
  /// The question and what stands below it as far as it belongs to it.
  [[nodiscard]] std::vector<const session::Node*> task() const;
  /// The figure that the page's number is drawn on.
  [[nodiscard]] const session::Node* drawn() const;
  /// How many of the figures stand above the words in one column: the scene with its sliders, the strip to work on, or
  /// a reveal's first figure.
  [[nodiscard]] std::size_t leading() const;

 private:
  void add(const session::Node& node);
  void put(const session::Node& node, std::vector<const session::Node*>& where);
  bool last_was_aside_ = false;
};

}  // namespace ui
