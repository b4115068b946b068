// One pass over the page: the canvas, what has the focus, and the record of where everything was placed.
#pragma once

#include "session/state/view.hpp"
#include "ui/canvas.hpp"
#include "ui/text_edit.hpp"

#include <map>
#include <string>
#include <vector>

namespace ui {

/// Where a node was drawn.
struct Placement {
  std::string id;
  session::Purpose purpose = session::Purpose::prose;
  Box box;
  bool leaf = true;  ///< no node is drawn inside it
  int region = -1;   ///< index of the scrolled region it lies in, -1 for none
};

/// An action of a node, by their ids.
struct Target {
  std::string node, action;
  auto operator<=>(const Target&) const = default;
  [[nodiscard]] bool empty() const { return node.empty(); }
};

/// A place that can be pressed, or that the keyboard can go to.
struct Zone {
  /// A mark is made by Space; Enter is left to the filled button, as in every dialogue. A word of the prose is pressed
  /// by the pointer alone: the keyboard has the glossary's key, which lists the words of the page.
  enum class Kind { press, mark, text, drag, slide, point, word } kind = Kind::press;
  std::string node;    ///< id of its node
  std::string action;  ///< id of the action
  Box box;             ///< where it is
  Box seen;            ///< the part of it that is not scrolled away
  bool enabled = true;
  std::string why_not;
  int region = 0;  ///< index of the scrolled region it lies in, -1 for none
  // text: how to find a character under the pointer; drag, point: how to find figure units; slide: where its line
  // begins, and its length
  double origin_x = 0, origin_y = 0, unit = 1;
  FontKey font;
  double leading = 0, wrap = 0, most_scroll = 0;
  [[nodiscard]] Target target() const { return {node, action}; }
};

/// What the student is typing, by node; the session's value comes in when it changes from outside.
struct Field {
  TextEdit edit;
  std::string known;  ///< the node's value when last looked at
  double scroll = 0;  ///< pixels, of text higher than its box
};

/// State of the page that drawing reads.
struct Attention {
  Target focus;              ///< of the focused zone
  bool by_keyboard = false;  ///< then the focus shows its ring
  Target hover;              ///< under the pointer
  Target held;               ///< pressed and not yet let go
  std::map<std::string, Field> fields;
};

class Sheet {
 public:
  Sheet(Canvas& canvas_to_use, const Attention& attention) : canvas(canvas_to_use), attention_(attention) {}

  Canvas& canvas;
  std::vector<Placement> placements;
  std::vector<Zone> zones;
  int region = -1;                   ///< of the zones placed now
  std::vector<std::string> ways_in;  ///< "F1  Keys": where all that can be done is found; the longest first

  /// Records a node's place.
  void place(const session::Node& node, const Box& box, bool leaf = true);
  /// Records a zone for `action` and returns it, for views that need to say more of it.
  Zone& zone(const session::Node& node, const session::Action& action, const Box& box,
             Zone::Kind kind = Zone::Kind::press);
  [[nodiscard]] bool focused(const session::Node& node, const session::Action& action) const;
  [[nodiscard]] bool hovered(const session::Node& node, const session::Action& action) const;
  [[nodiscard]] bool held(const session::Node& node, const session::Action& action) const;
  /// The ring around what has the keyboard; nothing if it was the pointer that went there.
  void ring(const session::Node& node, const session::Action& action, const Box& box, double radius);
  /// Null while nothing was typed or shown in that node yet.
  [[nodiscard]] const Field* field(const std::string& node) const;
  /// An empty sheet with the same attention, to measure on.
  [[nodiscard]] Sheet scratch(Canvas& dry) const { return {dry, attention_}; }

  /// Units to pixels.
  [[nodiscard]] double px(double units) const { return canvas.theme().px(units); }

 private:
  const Attention& attention_;
};

}  // namespace ui
