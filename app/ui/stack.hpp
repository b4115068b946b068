// Nodes below each other, badges side by side.
#pragma once

#include "ui/sheet.hpp"

#include <string>

namespace ui {

/// How high a node would be.
[[nodiscard]] double measured(Sheet& sheet, const session::Node& node, double width);

class Stack {
 public:
  Stack(Sheet& sheet, const Box& at) : sheet_(sheet), at_(at), y_(at.y) {}

  /// The page's own heading, which belongs to no node of its own.
  void heading(const std::string& text, double width);
  void add(const session::Node& node, double width);
  [[nodiscard]] double height() const { return y_ - at_.y; }

 private:
  Sheet& sheet_;
  Box at_;
  double y_, row_top_ = 0, row_right_ = 0;
  session::Purpose above_ = session::Purpose::page;
  bool first_ = true;
};

}  // namespace ui
