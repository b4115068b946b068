// The parts of a page that scroll by themselves, in the order in which they are drawn.
#pragma once

#include "ui/layout.hpp"

#include <cmath>

namespace ui {

class Scroller {
 public:
  /// `scrolls`: how far each part is scrolled, in that order.
  Scroller(Sheet& sheet, const std::vector<double>& scrolls, std::vector<Region>& regions)
      : sheet_(sheet), scrolls_(scrolls), regions_(regions) {}

  /// The next part; `draw` gets the top and returns the height of the content.
  template <class Draw>
  Region& part(const Box& box, const Draw& draw) {
    const std::size_t index = regions_.size();
    Region region{box, 0, index < scrolls_.size() ? scrolls_[index] : 0};
    sheet_.region = static_cast<int>(index);
    sheet_.canvas.clip(box);
    region.content = draw(std::round(box.y - region.scroll));
    sheet_.canvas.unclip();
    sheet_.region = -1;
    scroll_bar(sheet_, region);
    regions_.push_back(region);
    return regions_.back();
  }

 private:
  Sheet& sheet_;
  const std::vector<double>& scrolls_;
  std::vector<Region>& regions_;
};

}  // namespace ui
