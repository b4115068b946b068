// Which language is spoken. Known to the worker too: no more than C++20.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace base {

using Sentences = std::vector<std::pair<std::string, std::string>>;  ///< key and text

/// From here on these are said; none: the built-in ones again. Not while another thread speaks.
void speak(Sentences words);

/// The built-in text whatever is spoken: for what is kept and compared. The key itself if it is nowhere.
[[nodiscard]] std::string_view built_in_text(std::string_view key);

}  // namespace base
