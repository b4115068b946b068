// Every sentence the interface says, in one table (words.cpp), so that a second language is one more table.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace base {

/// The text of a key, such as "guess.lock". A key that is not in the table is returned as it is; a test finds it.
[[nodiscard]] std::string_view text(std::string_view key);

/// The text with each {name} replaced: say("reveal.identical", {{"same", "67"}, {"all", "67"}}).
[[nodiscard]] std::string say(std::string_view key,
                              std::initializer_list<std::pair<std::string_view, std::string_view>> values = {});

/// Every key of the table, in its order (the test that each is used, and used right).
[[nodiscard]] std::vector<std::string_view> text_keys();

}  // namespace base
