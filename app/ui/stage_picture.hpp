// What stands on the stage: the picture, its play control, the guess's rail, the tabs.
#pragma once

#include "ui/scroller.hpp"

namespace ui {

/// A stage's children by their place.
struct StageParts {
  const session::Node* picture = nullptr;
  const session::Node* rail = nullptr;
  std::vector<const session::Node*> sliders;
  std::vector<const session::Node*> tools;  ///< rows of taps that change the picture

  explicit StageParts(const session::Node& stage);
};

/// Height that is left to the picture on a stage of this size. On a stage that is not `roomy` the rail has the play
/// button at its side, and nothing stands below it but tabs.
[[nodiscard]] double picture_height(const Theme& theme, const session::Node& stage, const Box& at, bool roomy);
/// What of that a figure has: links in words stand below it.
[[nodiscard]] double figure_height(const Theme& theme, const session::Node& stage, const Box& at, bool roomy);
void draw_stage(Sheet& sheet, Scroller& scroller, const session::Node& stage, const Box& at, bool roomy);

}  // namespace ui
