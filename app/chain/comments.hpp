// What a person wrote beside a chain stays where the chain is written anew.
#pragma once

#include <string>
#include <string_view>

namespace chain {

/// The new text with the old one's comments: each stands where its line's name is; of a line that went, what stood
/// above it goes to the next one, what stood behind it goes too.
[[nodiscard]] std::string with_comments(std::string_view before, std::string_view after);

}  // namespace chain
