// Software renderers by what they call themselves: each sample costs them as much as the first, in every frame.
#include "ui/samples.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace ui {

int samples_of(std::string_view renderer) {
  constexpr std::string_view software[] = {"llvmpipe",    "lavapipe", "softpipe", "swrast", "software",
                                           "swiftshader", "openswr",  "mesa x11", "gdi",    "microsoft"};
  const std::string name = base::lowered(renderer);
  const auto names = [&](std::string_view one) { return name.find(one) != std::string::npos; };
  return name.empty() || std::ranges::any_of(software, names) ? 0 : 4;
}

}  // namespace ui
