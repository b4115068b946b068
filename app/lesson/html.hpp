// Prose as HTML, for pages that leave the program.
#pragma once

#include "lesson/markdown.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace lesson {

/// & < > and quotes.
[[nodiscard]] std::string escape_html(std::string_view text);
/// <p>, <ul>, <ol>, <blockquote>, <pre>; headings from `top_heading` down.
[[nodiscard]] std::string html(const std::vector<Paragraph>& paragraphs, int top_heading = 3);
/// The runs of a text without its paragraphs: for a list item or a button.
[[nodiscard]] std::string inline_html(std::string_view markdown);
/// A whole document: language, title, our style (light and dark by the reader's choice, and one for print).
[[nodiscard]] std::string html_document(std::string_view title, std::string_view body,
                                        std::string_view more_style = {});

}  // namespace lesson
