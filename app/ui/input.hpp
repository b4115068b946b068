// What the user did, in order: one queue per window, fed by GLFW's callbacks or by a test.
#pragma once

#include "session/state/view.hpp"

#include <deque>
#include <optional>
#include <string>
#include <string_view>

struct GLFWwindow;

namespace ui {

/// A key with its modifiers: "Enter", "Shift+Tab", "Ctrl+R", "A", "PageDown".
struct Chord {
  std::string key;  ///< "Enter" "Escape" "Tab" "Space" "Left" "PageDown" "F1" "A" "7" "+" ...
  bool ctrl = false, shift = false, alt = false;
  [[nodiscard]] std::string name() const;
  /// Whether pressing it in a text field only writes or moves the caret.
  [[nodiscard]] bool writes() const;
  bool operator==(const Chord&) const = default;
};

/// Whether `chord` is one of these shortcuts; "Esc" and "Escape" are one key.
[[nodiscard]] bool matches(const Chord& chord, const session::Keys& keys);

struct Event {
  enum class Kind { key, character, press, release, move, wheel, leave } kind = Kind::key;
  Chord chord;             ///< key (a press or a repeat); press: its modifiers
  char32_t character = 0;  ///< character
  double x = 0, y = 0;     ///< press, release, move: pixels; wheel: steps
  int clicks = 1;          ///< press: 2 for a double click
};

/// First in, first out. A key pressed and released between two polls is two entries, never lost.
class Input {
 public:
  void push(Event event) { events_.push_back(std::move(event)); }
  [[nodiscard]] bool empty() const { return events_.empty(); }
  [[nodiscard]] std::optional<Event> pop();

 private:
  std::deque<Event> events_;
};

/// Key names from GLFW's codes; letters and signs as the keyboard's layout prints them.
[[nodiscard]] std::string key_name(int glfw_key, int scancode);

}  // namespace ui
