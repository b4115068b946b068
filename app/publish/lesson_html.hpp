// A lesson as one static page for a course's own site: words, figures, guess, then reveal. No script at all.
#pragma once

#include "publish/lesson_figures.hpp"

#include <string>

namespace publish {

struct HtmlPage {
  bool answers = false;  ///< the teacher's: every reveal stands open, with what to say and do
  std::string command;   ///< that makes it again
  std::string nav{};     ///< of a whole course: HTML above the title, with the way to the map
};

/// Before a reveal is opened, nothing that is asked stands on the page, nor what it could be read from.
[[nodiscard]] std::string lesson_html(const lesson::Lesson& lesson, const Findings& findings, const HtmlPage& page);

}  // namespace publish
