// What the user did, in order. ImGui 1.86 keeps keys as up-or-down flags, so that a press and a release in one poll
// leave no trace; here every one of them is an entry.
#include "ui/input.hpp"

#include "base/text.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace ui {
namespace {

constexpr std::pair<int, std::string_view> named_keys[] = {
    {GLFW_KEY_SPACE, "Space"},    {GLFW_KEY_ESCAPE, "Escape"},
    {GLFW_KEY_ENTER, "Enter"},    {GLFW_KEY_KP_ENTER, "Enter"},
    {GLFW_KEY_TAB, "Tab"},        {GLFW_KEY_BACKSPACE, "Backspace"},
    {GLFW_KEY_DELETE, "Delete"},  {GLFW_KEY_INSERT, "Insert"},
    {GLFW_KEY_LEFT, "Left"},      {GLFW_KEY_RIGHT, "Right"},
    {GLFW_KEY_UP, "Up"},          {GLFW_KEY_DOWN, "Down"},
    {GLFW_KEY_PAGE_UP, "PageUp"}, {GLFW_KEY_PAGE_DOWN, "PageDown"},
    {GLFW_KEY_HOME, "Home"},      {GLFW_KEY_END, "End"},
    {GLFW_KEY_KP_ADD, "+"},       {GLFW_KEY_KP_SUBTRACT, "-"},
    {GLFW_KEY_MENU, "Menu"},
};

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out;
}

}  // namespace

std::string Chord::name() const {
  return std::string(ctrl ? "Ctrl+" : "") + (alt ? "Alt+" : "") + (shift ? "Shift+" : "") + key;
}

bool Chord::writes() const {
  if (ctrl || alt) return false;
  constexpr std::string_view moving[] = {"Space", "Left", "Right", "Home", "End", "Backspace", "Delete"};
  for (std::string_view name : moving) {
    if (key == name) return true;
  }
  return base::count_characters(key) == 1;
}

bool matches(const Chord& chord, const session::Keys& keys) {
  const std::string pressed = upper(chord.name());
  return std::ranges::any_of(keys,
                             [&](const std::string& key) { return upper(key == "Esc" ? "Escape" : key) == pressed; });
}

std::optional<Event> Input::pop() {
  if (events_.empty()) return std::nullopt;
  Event event = std::move(events_.front());
  events_.pop_front();
  return event;
}

std::string key_name(int glfw_key, int scancode) {
  for (const auto& [code, name] : named_keys) {
    if (code == glfw_key) return std::string(name);
  }
  if (glfw_key >= GLFW_KEY_F1 && glfw_key <= GLFW_KEY_F25) return "F" + std::to_string(glfw_key - GLFW_KEY_F1 + 1);
  if (glfw_key >= GLFW_KEY_KP_0 && glfw_key <= GLFW_KEY_KP_9) return std::to_string(glfw_key - GLFW_KEY_KP_0);
  // Letters as printed on this keyboard: on a French one, Ctrl+A is where A is.
  if (const char* printed = glfwGetKeyName(glfw_key, scancode); printed != nullptr && *printed != '\0') {
    return upper(printed);
  }
  if (glfw_key > GLFW_KEY_SPACE && glfw_key <= GLFW_KEY_GRAVE_ACCENT) {
    return std::string(1, static_cast<char>(glfw_key));
  }
  return {};
}

}  // namespace ui
