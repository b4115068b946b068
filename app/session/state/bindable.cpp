// One table; a test holds it against the pages, which give their actions the same keys.
#include "session/state/bindable.hpp"

#include "base/words.hpp"
#include "session/state/window_actions.hpp"

namespace session {
namespace {

std::vector<Action> of_pages() {
  std::vector<Action> all;
  const auto add = [&](std::string id, std::string_view words, Keys keys) {
    Action action;
    action.id = std::move(id);
    action.label = base::text(words);
    action.keys = std::move(keys);
    all.push_back(std::move(action));
  };
  add("next", "session.next", {"Right", "PageDown", "Space"});
  add("back", "session.back", {"PageUp", "Left"});
  add("skip", "session.skip", {"Ctrl+Right"});
  add("hint", "session.hint", {"Ctrl+H"});
  add("guess.more", "session.guess.more", {"Alt+Up"});
  add("guess.less", "session.guess.less", {"Alt+Down"});
  add("run.start", "session.run.start", {"Ctrl+Enter"});
  add("recording.open", "session.recording.open", {"Ctrl+R"});
  add("recording.close", "session.recording.close", {"Ctrl+R"});
  add("scene.play", "session.scene.play", {"F7"});
  add("scene.back", "session.scene.back", {"F6"});
  add("scene.on", "session.scene.on", {"F8"});
  add("course.open", "session.course.list", {"Ctrl+O"});
  add("glossary.open", "session.glossary.open", {"Ctrl+D"});
  add("class.open", "session.class.open", {"F5"});
  add("lab.open", "session.lab.open", {"Ctrl+L"});
  add("lesson.back", "session.lesson.back", {"Ctrl+L"});
  add("preset.pick", "session.lab.presets", {"Ctrl+P"});
  add("quiz.open", "session.quiz.open", {"Ctrl+J"});
  add("hosts.open", "session.host.open", {"Ctrl+G"});
  add("source.toggle", "session.source.open", {"F4"});
  add("source.next", "session.source.next", {"Shift+F4"});
  add("inspector.toggle", "session.inspector.open", {"F9"});
  add("inspect.next", "session.inspector.next", {"Alt+Right"});
  add("inspect.back", "session.inspector.back", {"Alt+Left"});
  add("lesson.export", "session.export.lesson", {"Ctrl+Shift+E"});
  return all;
}

}  // namespace

const std::vector<Action>& bindable_actions() {
  static const std::vector<Action> all = [] {
    std::vector<Action> made = window_actions();
    for (Action& action : of_pages()) made.push_back(std::move(action));
    return made;
  }();
  return all;
}

}  // namespace session
