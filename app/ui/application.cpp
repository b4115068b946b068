// The windows and their one loop: no event, no frame; no frame while samples are taken.
#include "ui/application.hpp"

#include "base/end_signals.hpp"
#include "base/resources.hpp"
#include "base/words.hpp"
#include "exporter/write.hpp"
#include "ui/class_layout.hpp"
#include "ui/display.hpp"
#include "ui/pacer.hpp"
#include "ui/statistics.hpp"
#include "ui/window.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <optional>
#include <vector>

namespace ui {
namespace {

using Clock = std::chrono::steady_clock;

Host host_of(session::Session& session, bool& quit) {
  Host host;
  host.view = [&]() -> const session::View& { return session.view(); };
  host.act = [&](std::string_view action, std::string_view value) { return session.act(action, value); };
  host.set_theme = [&](figure::Theme theme) { session.set_theme(theme); };
  host.figure_frame = [&](double width, double height) { session.set_figure_frame(width, height); };
  host.quit = [&quit] { quit = true; };
  return host;
}

/// The presenter's window knows its own page, and no figure's size: those are made for the wall.
Host host_of_presenter(session::Session& session, bool& quit) {
  Host host = host_of(session, quit);
  host.view = [&]() -> const session::View& { return session.presenter_view(); };
  host.act = [&](std::string_view action, std::string_view value) { return session.act_for_presenter(action, value); };
  host.figure_frame = {};
  return host;
}

int monitors() {
  int count = 0;
  glfwGetMonitors(&count);
  return count;
}

void say_display_gone() {
  std::fputs((base::say("ui.display_gone") + "\n").c_str(), stderr);
}

class Application {
 public:
  Application(session::Session& session, const WindowOptions& options) : session_(session), options_(options) {
    windows_.push_back(std::make_unique<Window>(host_of(session_, quit_),
                                                Window::Options{options.width, options.height, options.scale, true}));
    windows_.front()->page().theme.palette = options.theme;
    session_.on_wake([] { glfwPostEmptyEvent(); });
    when_display_goes([this] { session_.remember(); }, say_display_gone);
  }
  ~Application() {
    when_display_goes({}, nullptr);
    session_.on_wake({});
  }
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;

  /// Returns the signal that ended it, or 0.
  int run() {
    while (!quit_ && signals_.received() == 0) {
      woke_ = Clock::now();
      if (take_events()) pacer_.news(session_.view().busy || session_.view().playing);
      const bool timing = session_.view().timing;
      if (pacer_.draws(timing)) {
        draw();
      } else if (!timing && session_.tick()) {
        draw_clock();
      }
      if (windows_.size() > 1 && windows_.back()->take_close()) close_presenter();
      follow_class();
      if (options_.close_after > 0 && seconds_since(begin_) >= options_.close_after) break;
      wait(timing);
    }
    if (options_.statistics) std::fputs(statistics_.report().c_str(), stderr);
    return signals_.received();
  }

 private:
  /// The class view fills a screen: the second one, if there is one, and then the presenter has the first.
  void follow_class() {
    const bool open = session_.view().in_class;
    if (open == in_class_) return;
    in_class_ = open;
    if (!open) {
      close_presenter();
      windows_.front()->leave_monitor();
      return;
    }
    const bool beside = monitors() > 1;
    if (beside || options_.presenter) {
      windows_.push_back(std::make_unique<Window>(
          host_of_presenter(session_, quit_), Window::Options{options_.width, options_.height, options_.scale, true}));
      windows_.back()->page().theme.palette = session_.theme();
      session_.set_presenter_window(true);
    }
    if (!options_.presenter || beside) windows_.front()->fill_monitor(beside ? 1 : 0);
  }

  void close_presenter() {
    if (windows_.size() < 2) return;
    windows_.pop_back();
    session_.set_presenter_window(false);
  }

  static double seconds_since(Clock::time_point then) {
    return std::chrono::duration<double>(Clock::now() - then).count();
  }

  /// True if anything may look different now.
  bool take_events() {
    bool changed = session_.poll();
    for (auto& window : windows_) {
      changed = window->take_damage() || changed;
      if (window == windows_.front() && window->take_close()) {
        window->page().close();
        changed = true;
      }
      while (const auto event = window->input().pop()) changed = window->page().handle(*event) || changed;
    }
    const std::uint64_t revision = session_.view().revision;
    changed = changed || revision != revision_;
    revision_ = revision;
    if (changed) last_change_ = Clock::now();
    return changed;
  }

  void draw() {
    const auto begin = Clock::now();
    for (auto& window : windows_) {
      if (window->hidden()) continue;
      window->title((window == windows_.front() ? session_.view() : session_.presenter_view()).title);
      window->frame();
    }
    const Clock::time_point end = Clock::now();
    session_.frame_drawn(begin, end);
    if (session_.view().playing && statistics_.frames() > 0)
      statistics_.playing(end - woke_);  // the first is told apart
    statistics_.frame(woke_ - last_change_ > std::chrono::seconds(1));
    if (session_.view().busy) statistics_.beside_run(end - begin);
  }

  /// The last window has the presenter's page, and the second that has passed is all that is new.
  void draw_clock() {
    revision_ = session_.view().revision;
    if (windows_.back()->hidden()) return;
    const auto begin = last_change_ = Clock::now();
    windows_.back()->frame();
    session_.frame_drawn(begin, Clock::now());
    statistics_.frame(false);
  }

  void wait(bool timing) {
    std::optional<double> limit = pacer_.wait(session_.view().busy, timing);
    if (session_.view().playing) {
      constexpr double frame = 1.0 / 30;  // what drawing took is part of it
      const double left = std::max(0.0, frame - seconds_since(woke_));
      limit = std::min(limit.value_or(left), left);
    }
    if (const auto tick = session_.until_tick(); tick && !windows_.back()->hidden()) {
      limit = std::min(limit.value_or(*tick), *tick);
    }
    if (options_.close_after > 0) {
      const double left = std::max(0.0, options_.close_after - seconds_since(begin_));
      limit = std::min(limit.value_or(left), left);
    }
    if (!limit) {
      glfwWaitEvents();
    } else if (*limit > 0) {
      glfwWaitEventsTimeout(*limit);
    } else {
      glfwPollEvents();
    }
  }

  session::Session& session_;
  WindowOptions options_;
  Display display_;
  // SIGTERM, SIGINT and SIGHUP end the window as Ctrl+Q does, so that no answer is lost; nohup is left its way. They
  // are let go before the display is.
  base::EndSignals signals_{{{SIGTERM, false}, {SIGINT, false}, {SIGHUP}}, [] { glfwPostEmptyEvent(); }};
  std::vector<std::unique_ptr<Window>> windows_;
  Pacer pacer_;
  Statistics statistics_;
  Clock::time_point begin_ = Clock::now(), last_change_ = begin_, woke_ = begin_;
  std::uint64_t revision_ = 0;
  bool in_class_ = false;
  bool quit_ = false;
};

}  // namespace

int run_window(session::Session& session, const WindowOptions& options) {
  return Application(session, options).run();
}

void take_screenshot(session::Session& session, const WindowOptions& options, const std::filesystem::path& path) {
  const Display display;
  bool quit = false;
  if (options.presenter) {
    const FigureFrame wall =
        class_figure_frame(class_theme({}, 1, options.width, options.height), options.width, options.height);
    session.set_figure_frame(wall.width, wall.height);
    session.set_presenter_window(true);
  }
  Window window(options.presenter ? host_of_presenter(session, quit) : host_of(session, quit),
                {64, 64, options.scale > 0 ? options.scale : 1, false});
  window.page().theme.palette = options.theme;
  const auto pixels = window.capture(options.width, options.height);
  base::write_file(path, exporter::encode_png(options.width, options.height, pixels, 96,
                                              {{"Software", "Onetrip " + base::version()}}));
}

}  // namespace ui
