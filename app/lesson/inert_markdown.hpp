// Markdown for others' programs, in which nothing of a lesson acts: no HTML, no link to anything but a page.
#pragma once

#include <string>
#include <string_view>

namespace lesson {

/// Whether a page of Markdown holds HTML of its own, or a link that is no address of the web.
[[nodiscard]] bool acts(std::string_view markdown);

/// Markdown that shows this very text, its marks too.
[[nodiscard]] std::string as_written(std::string_view text);

}  // namespace lesson
