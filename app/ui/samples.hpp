// How finely edges are drawn: several samples a pixel where hardware draws, one where a processor does.
#pragma once

#include <string_view>

namespace ui {

/// Samples a pixel for a driver that calls itself so (GL_RENDERER); 0: none beyond the pixel's own.
[[nodiscard]] int samples_of(std::string_view renderer);

}  // namespace ui
