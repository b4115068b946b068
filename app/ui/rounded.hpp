// Rectangles with round corners, for rasterizers in software.
#pragma once

#include <imgui.h>

namespace ui {

/// As ImDrawList::AddRectFilled. That one fans out from a corner: each point of the far ones costs a sliver as long as
/// the rectangle, and a software rasterizer pays for every block of pixels that a sliver crosses.
void fill_rounded(ImDrawList& list, ImVec2 low, ImVec2 high, ImU32 color, float radius);

}  // namespace ui
