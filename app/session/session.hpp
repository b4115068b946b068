// What the user is doing: a lesson's loop of guess, lock, run, reveal, or free play with a chain of one's own.
#pragma once

#include "base/expected.hpp"
#include "figure/palette.hpp"
#include "session/state/services.hpp"
#include "session/state/view.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace session {

struct Desk;

/// All state belongs to the thread that made it. The lock rule lives here: until the lock, no view, figure, export or
/// text twin of this session holds an asked quantity or anything it can be read from.
class Session {
 public:
  Session();  ///< with own_services()
  explicit Session(Services services);
  ~Session();
  /// Writes what was answered and is not locked yet, as the end of a session does.
  void remember();

  [[nodiscard]] base::Expected<void> open_lesson(std::string_view id);
  /// Where the student was when the program was closed, else the first step of the course.
  [[nodiscard]] base::Expected<void> open_last();
  /// An empty text opens the lab with the chain it had, at first `y = gelu(x + b)`.
  void open_free_play(std::string chain_text);
  /// The course's talk, in the class view.
  [[nodiscard]] base::Expected<void> open_talk();
  void go_to_step(int step);  ///< from 1; outside the lesson it stays at its ends

  /// The page as it may be seen now. Cheap: rebuilt only after a change.
  [[nodiscard]] const View& view();

  /// Every button, key, click and drag: `action` from a node's actions, `value` what was typed or dragged (may be
  /// empty). Unknown or disabled actions do nothing and return false.
  bool act(std::string_view action, std::string_view value = {});

  /// The presenter's page in a window of its own; while there is one, the other shows the audience's alone.
  [[nodiscard]] const View& presenter_view();
  bool act_for_presenter(std::string_view action, std::string_view value = {});
  void set_presenter_window(bool there);

  /// Called when the window drew a frame: a timing sample that overlaps it is dropped.
  void frame_drawn(std::chrono::steady_clock::time_point begin, std::chrono::steady_clock::time_point end);
  /// Applies finished work; true if the view changed.
  bool poll();
  /// The clock of the presenter's page: seconds until it shows another second, nothing where it is not in sight; and
  /// whether that page has come to show another one since it was asked. Nothing else of it, nor the room's, changes.
  [[nodiscard]] std::optional<double> until_tick() const;
  bool tick();
  void on_wake(std::function<void()> wake);
  /// Until no job runs (the command line and tests).
  void wait();

  /// The size of figures on the page, in figure units: what the window has room for. Without a window 960 x 540.
  void set_figure_frame(double width, double height);

  [[nodiscard]] figure::Theme theme() const;
  void set_theme(figure::Theme theme);

  /// Figures on the page may be exported as they may be seen: "bytes" -> file; an empty path takes a new name below
  /// user_data()/exports. Throws MachineError.
  [[nodiscard]] base::Expected<std::filesystem::path> export_figure(std::string_view figure_id,
                                                                    const std::filesystem::path& path);

 private:
  std::unique_ptr<Desk> desk_;
};

}  // namespace session
