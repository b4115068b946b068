// Options of a command: declared in a table, unknown ones refused with the nearest that exists.
#pragma once

#include "base/expected.hpp"
#include "cli/command.hpp"
#include "figure/palette.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

struct Flag {
  std::string_view name;     ///< "--cuts"
  std::string_view value;    ///< what follows it, as the help names it: "every|none|NAMES"; empty = a switch
  std::string_view meaning;  ///< the key of its line of help
};

/// What was given: flags by name (the last wins, but all() keeps every one) and the words that are no flags.
struct Options {
  std::map<std::string, std::vector<std::string>, std::less<>> flags;
  std::vector<std::string> words;

  [[nodiscard]] bool has(std::string_view name) const { return flags.find(name) != flags.end(); }
  [[nodiscard]] std::optional<std::string> value(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> all(std::string_view name) const;
};

/// `--name value`, `--name=value`, `-o value`; `--` ends the flags.
[[nodiscard]] base::Expected<Options> parse_options(const std::vector<std::string>& arguments,
                                                    std::span<const Flag> flags, std::size_t most_words);

/// How a command is called.
struct Usage {
  std::string_view line;   ///< "predict CHAIN [options]"
  std::string_view about;  ///< a paragraph; may be empty
  std::span<const Flag> flags;
  std::size_t least_words = 0, most_words = 0;
};

/// The options, or how the command ends now: help was asked for (done), or something is wrong (bad_input, told).
[[nodiscard]] std::expected<Options, Exit> begin(const std::vector<std::string>& arguments, const Usage& usage);

/// The flags as help text, two columns.
[[nodiscard]] std::string help(std::span<const Flag> flags);

/// "light", "dark", "high-contrast", "projector".
[[nodiscard]] std::optional<figure::Theme> parse_theme(std::string_view text);

/// Chain text as typed on one line, a statement a line: "x: f32[8]; y = relu(x)".
[[nodiscard]] std::string lines_of(std::string_view chain);
/// What the chain lab opens with: of a file or a preset its text; chain text as it is, since a mistake in it is shown
/// in the field, where it can be mended.
[[nodiscard]] base::Expected<std::string> lab_text(const std::string& chain);

/// "960x540" as two positive integers up to 16384.
[[nodiscard]] base::Expected<std::pair<int, int>> parse_size(std::string_view text);

}  // namespace cli
