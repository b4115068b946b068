// Chains by name, by file or as they are typed.
#pragma once

#include "base/expected.hpp"
#include "chain/chain.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plan {

/// The chains in lessons/presets, by name, sorted. Throws MachineError if the program's files are missing.
[[nodiscard]] std::vector<std::string> preset_names();

/// A preset by its name; a mistake names the nearest.
[[nodiscard]] base::Expected<chain::Chain> preset(std::string_view name);

/// A preset's name, else chain text with ';' for newlines: no file, so that it is the same in every folder.
[[nodiscard]] base::Expected<chain::Chain> preset_or_text(std::string_view given);

/// CHAIN of the command line: an existing file, else a preset's name (also where a folder bears it), else chain text
/// with ';' for newlines.
[[nodiscard]] bool is_chain_text(std::string_view file_or_preset_or_text);  ///< the last of the three
[[nodiscard]] base::Expected<chain::Chain> read_chain(std::string_view file_or_preset_or_text);

}  // namespace plan
