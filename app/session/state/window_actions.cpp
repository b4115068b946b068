// One table: the list of keys, the palette and the window itself read it.
#include "session/state/window_actions.hpp"

#include "base/words.hpp"

namespace session {
namespace {

constexpr std::string_view window_prefix = "window.";

Action made(std::string id, std::string_view words, Keys keys) {
  Action action;
  action.id = std::move(id);
  action.label = base::text(words);
  action.keys = std::move(keys);
  return action;
}

}  // namespace

std::vector<Action> window_actions() {
  return {made("palette.open", "ui.key.palette", {"Ctrl+K"}),
          made("window.larger", "ui.key.larger", {"Ctrl++", "Ctrl+Shift++", "Ctrl+=", "Ctrl+Shift+="}),
          made("window.smaller", "ui.key.smaller", {"Ctrl+-", "Ctrl+Shift+-"}),
          made("window.usual", "ui.key.usual", {"Ctrl+0"}),
          made("window.theme", "ui.key.theme", {"F3"}),
          made("window.twin", "ui.key.twin", {"F2", "Ctrl+T"}),
          made("window.picture", "ui.key.picture", {"F10"}),
          made("window.export", "ui.key.export", {"Ctrl+E"}),
          made("window.keys", "ui.key.keys", {"F1"}),
          made("window.quit", "ui.key.quit", {"Ctrl+Q", "Ctrl+W"})};
}

bool is_of_window(std::string_view action) {
  return action.starts_with(window_prefix);
}

}  // namespace session
