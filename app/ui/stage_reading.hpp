// The words beside or below a stage: the step's own, and what an answer came to.
#pragma once

#include "ui/parts.hpp"
#include "ui/scroller.hpp"

#include <span>

namespace ui {

/// Rings and washes reach a little beyond a column.
[[nodiscard]] Box with_sides(const Sheet& sheet, const Box& box);

class StageReading {
 public:
  StageReading(Sheet& sheet, const Parts& parts, Scroller& scroller)
      : sheet_(sheet), parts_(parts), scroller_(scroller) {}

  /// What was answered comes first, then the step's own words below their heading. `headed`: it is elsewhere, or left
  /// out; `leads`: the open task's question comes first.
  void words(const Box& box, bool headed, bool leads);
  /// Stacked, with nothing to answer: what was told stands left, what led there and remarks in the dock's place.
  void apart(const Box& left, const Box& right);
  /// An answer is told in so large a type that its half of the page does not hold it.
  [[nodiscard]] bool lies_across(const Box& left) const;
  /// Stacked, with nothing to answer: the dock's place does not hold what stands there.
  [[nodiscard]] bool overflows(const Box& right) const;

 private:
  using Nodes = std::span<const session::Node* const>;

  void across(const Box& left, const Box& right);
  void read(const Box& box, Nodes nodes, bool headed, bool leads);
  double draw(Sheet& sheet, const Box& box, double y, Nodes nodes, bool headed, bool leads,
              double* news = nullptr) const;
  [[nodiscard]] std::size_t leading() const;
  [[nodiscard]] double pad_of(const Box& box) const;

  Sheet& sheet_;
  const Parts& parts_;
  Scroller& scroller_;
};

}  // namespace ui
