// One table: the list of keys, the palette and the window itself read it.
#include "session/state/window_actions.hpp"

#include "base/words.hpp"

namespace session {
namespace {

constexpr std::string_view prefix = "window.";

Action of(std::string id, std::string_view words, Keys keys) {
  Action action;
  action.id = std::move(id);
  action.label = base::text(words);
  action.keys = std::move(keys);
  return action;
}

}  // namespace

std::vector<Action> window_actions() {
  return {of("palette.open", "ui.key.palette", {"Ctrl+K"}),
          of("window.larger", "ui.key.larger", {"Ctrl++", "Ctrl+Shift++", "Ctrl+=", "Ctrl+Shift+="}),
          of("window.smaller", "ui.key.smaller", {"Ctrl+-", "Ctrl+Shift+-"}),
          of("window.usual", "ui.key.usual", {"Ctrl+0"}),
          of("window.theme", "ui.key.theme", {"F3"}),
          of("window.twin", "ui.key.twin", {"F2", "Ctrl+T"}),
          of("window.picture", "ui.key.picture", {"F10"}),
          of("window.export", "ui.key.export", {"Ctrl+E"}),
          of("window.keys", "ui.key.keys", {"F1"}),
          of("window.quit", "ui.key.quit", {"Ctrl+Q", "Ctrl+W"})};
}

bool is_of_window(std::string_view action) {
  return action.starts_with(prefix);
}

}  // namespace session
