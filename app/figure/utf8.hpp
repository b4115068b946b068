// UTF-8 to code points and back, for measuring and drawing text that anyone may have typed.
#pragma once

#include <string>
#include <string_view>

namespace figure {

/// Code points; each byte that is no UTF-8 becomes U+FFFD, so nothing is dropped in silence.
[[nodiscard]] std::u32string decode_utf8(std::string_view text);
/// One code point as UTF-8.
[[nodiscard]] std::string encode_utf8(char32_t point);
/// A line to be drawn: a tab or a line end becomes a space, what else would deceive is visible (base/visible.hpp).
[[nodiscard]] std::string clean_line(std::string_view text);

}  // namespace figure
