// Keys of a person's own: [keys] in settings.toml, which the program reads and never writes.
#pragma once

#include "base/diagnostic.hpp"
#include "session/state/view.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace session {

/// The key of an action, by the action's name.
using Bindings = std::map<std::string, std::string, std::less<>>;

struct LoadedBindings {
  Bindings bindings;
  base::Diagnostics refused;  ///< each at its place in the file; those actions keep their usual keys
};

/// `name` is the file's, for its mistakes.
[[nodiscard]] LoadedBindings parse_bindings(std::string_view toml, std::string name);
[[nodiscard]] std::filesystem::path bindings_path();
/// Of user_config()/settings.toml; without the file, or where it cannot be read, none.
[[nodiscard]] LoadedBindings load_bindings();

/// The keys that this action has now; those of the table where the person chose none.
[[nodiscard]] Keys keys_now(const Bindings& bindings, std::string_view action);
/// Gives the view's actions the chosen keys in place of their usual ones. Enter stays on the filled button.
void bind(const Bindings& bindings, View& view);

}  // namespace session
