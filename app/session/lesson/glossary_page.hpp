// The glossary: a word in full, those of the open step, and all of them; and words of prose that lead there.
#pragma once

#include "session/state/desk.hpp"

#include <set>
#include <string>
#include <string_view>

namespace session {

[[nodiscard]] Node glossary_page(const Desk& desk);

/// Opens it at this word; without one at the first of the open step.
void open_glossary(Desk& desk, std::string_view word);
void show_word(Desk& desk, std::string_view word);
/// What is typed to find a word: the best of what is found is shown.
void find_word(Desk& desk, std::string_view typed);

/// Lets the first mention of each word that is not in `met` yet lead to the glossary.
void link_words(const Desk& desk, Node& prose, std::set<std::string>& met);

}  // namespace session
