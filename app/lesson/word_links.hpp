// Links of a lesson to words of the glossary.
#pragma once

#include "lesson/findings.hpp"

namespace lesson {

/// A link to a word that the glossary does not have is a mistake at its place. Without links the glossary is not read.
void check_word_links(std::string_view text, Findings& findings);

}  // namespace lesson
