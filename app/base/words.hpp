// Every sentence that the program says, by its key. They are data: assets/words/en.toml, built in.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace base {

using Fillings = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// The text of a key, such as "guess.lock". A key that is nowhere is returned as it is, and told by unknown_keys().
[[nodiscard]] std::string_view text(std::string_view key);

/// The text with each {name} replaced: say("reveal.identical", {{"same", "67"}, {"all", "67"}}).
[[nodiscard]] std::string say(std::string_view key, Fillings values = {});

/// The same of `n` things, in the form that the language has for so many; {n} is its digits, unless `values` say else.
[[nodiscard]] std::string say(std::string_view key, std::uint64_t n, Fillings values = {});

/// Every key of the built-in words, in the file's order.
[[nodiscard]] std::vector<std::string_view> text_keys();

/// What was asked for since the start and is nowhere: a test fails of it.
[[nodiscard]] std::vector<std::string> unknown_keys();

}  // namespace base
