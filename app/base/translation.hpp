// Another language in the place of the table's own.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace base {

/// From here on every text of words.cpp is what `translated` makes of the English one; its {placeholders} have to stay.
/// An empty function gives the English texts back. Not while another thread reads the table.
void translate(const std::function<std::string(std::string_view key, std::string_view english)>& translated);

}  // namespace base
