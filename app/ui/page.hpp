// One window's page: takes events, knows what has the focus, draws the view. Knows no GLFW and no OpenGL.
#pragma once

#include "ui/input.hpp"
#include "ui/layout.hpp"
#include "ui/overlay.hpp"
#include "ui/sheet.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ui {

/// What the page asks of the program around it.
struct Host {
  std::function<const session::View&()> view;
  std::function<bool(std::string_view action, std::string_view value)> act;
  std::function<void(figure::Theme)> set_theme;
  std::function<void()> quit;
  std::function<void(double width, double height)> figure_frame;  ///< before the view is asked for
  Clipboard clipboard;
};

class Page {
 public:
  explicit Page(Host host);

  /// One entry of the input queue. True if the page may look different now. Keys are judged against the view that is,
  /// which is laid out for them if no frame has shown it yet; the pointer can only mean what the last frame showed, and
  /// of that what the view still has.
  bool handle(const Event& event);
  /// Draws the view as it is; `list` may be null to learn which glyphs are needed and where everything goes.
  void draw(ImDrawList* list, Fonts& fonts, double width, double height);

  /// As the window's own X: where closing may lose what was locked, once more.
  void close();

  double usual_scale = 1;  ///< the monitor's; Ctrl+0 goes back to it
  Theme theme;             ///< as the user wants it; a small window shows it smaller
  /// As drawn last.
  [[nodiscard]] const Theme& shown() const { return shown_; }
  [[nodiscard]] const std::vector<Placement>& placements() const { return placements_; }
  [[nodiscard]] const std::vector<Zone>& zones() const { return zones_; }
  [[nodiscard]] const Layout& layout() const { return layout_; }
  [[nodiscard]] Overlay overlay() const { return overlay_; }
  /// Id of the node that the keyboard is at; empty if none.
  [[nodiscard]] const std::string& focused_node() const { return attention_.focus.node; }
  /// Whether the pointer is over something to press, or to type into.
  [[nodiscard]] bool over_button() const;
  [[nodiscard]] bool over_text() const;
  /// Whether a guess's bar or a slider is being dragged.
  [[nodiscard]] bool dragging() const;

 private:
  bool key(const Chord& chord);
  bool own_key(const Chord& chord, bool asked_to_close);
  bool do_in_window(std::string_view action, bool asked_to_close = false);
  void lay_over(Overlay overlay);
  void quit(bool asked);
  bool overlay_key(const Chord& chord);
  bool key_in_vain(const Chord& chord);
  bool field_key(const Chord& chord);
  bool shows_again();
  bool view_key(const Chord& chord);
  void export_focused();
  void copy_code();
  bool type(char32_t character);
  bool press(const Event& event);
  bool release(const Event& event);
  bool move(double x, double y);
  void drag(double x, double y);
  void slide(const Zone& zone, double x);
  bool slider_key(const Chord& chord);
  void wheel(double x, double y, double steps);

  void lay_out(ImDrawList* list);
  [[nodiscard]] FigureFrame frame_of(const session::View& view) const;
  Layout composed(Sheet& sheet, const session::View& view, const std::vector<double>& scrolls) const;
  void show_chosen();
  void catch_up();
  void sync(const session::View& view);
  void change_page(const session::View& view, const std::string& id);
  void sync_fields(const session::View& view);
  void focus(const Target& target, bool by_keyboard);
  void focus_next(int direction);
  void find_number_field();
  bool fire(const Zone& zone);
  bool act(std::string_view action, std::string_view value, const std::string& node = {});
  void send_field(const std::string& node);
  void scroll_by(double pixels);
  bool read_on(const Chord& chord);
  void show_focus();
  void show_caret(const Zone& zone);
  void show(double top, double bottom, std::size_t region);
  void notice_news(const session::View& view);
  void show_news();
  [[nodiscard]] const Zone* zone_at(double x, double y) const;
  [[nodiscard]] const Zone* zone_of(const Target& target) const;
  [[nodiscard]] std::optional<Zone> still_there(const Zone* zone) const;
  [[nodiscard]] const Zone* focused_field() const;

  Host host_;
  Theme shown_;
  Attention attention_;
  Layout layout_;
  std::vector<Placement> placements_;
  // In the view's order, which is the order of Tab. Of the view that the fields were synced to: each text zone has one.
  std::vector<Zone> zones_;
  std::vector<double> scrolls_{0, 0};
  /// The page that the palette lies over, to come back to as it was.
  struct Kept {
    std::string page;
    std::vector<double> scrolls;
    Target focus, start;
    std::map<std::string, Field> fields;
  };
  std::optional<Kept> kept_;
  std::string chosen_;  ///< of the palette, as it was last scrolled to
  Overlay overlay_ = Overlay::none;
  Region overlay_region_;
  struct Frame {
    Fonts* fonts = nullptr;
    double width = 0, height = 0;
  } frame_;                                  // that the page is laid out for
  std::uint64_t revision_ = 0;               // of the view that was laid out last
  std::string seen_page_;                    // page_id_ of what the last frame showed
  std::string page_id_;                      // changes when another page is shown
  Target start_;                             // where the view last put the keyboard
  std::string message_;                      // said at the foot until the next event
  std::string reason_;                       // why the last thing that was refused was refused
  bool asked_to_close_ = false;              // message_ warns of what closing loses
  bool reveal_ = false;                      // the focus moved: scroll to it
  std::map<std::string, std::string> said_;  // what the page answers, by node
  std::string answers_of_;                   // the page that said it
  std::vector<std::string> news_;            // nodes of it that came last: scroll to them
  /// A letter asked for a field and was refused; then figures were typed that were meant for it.
  enum class InVain { no, asked, typed };
  InVain in_vain_ = InVain::no;
  bool opener_ = false;  ///< the letter to come is that of a key that was a command, and belongs in no field
  double pointer_x_ = -1, pointer_y_ = -1;
};

}  // namespace ui
