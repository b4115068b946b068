// The session: opens lessons and the lab, hands out the view, passes actions on.
#include "session/session.hpp"

#include "base/words.hpp"
#include "session/actions.hpp"
#include "session/export.hpp"
#include "session/hosts/hosts.hpp"
#include "session/lab/inspector.hpp"
#include "session/lab/open_lab.hpp"
#include "session/lesson/courses.hpp"
#include "session/lesson/kept_answers.hpp"
#include "session/lesson/scene_play.hpp"
#include "session/open_page.hpp"
#include "session/palette/palette.hpp"
#include "session/room/class_clock.hpp"
#include "session/room/class_thumbnails.hpp"
#include "session/room/class_view.hpp"
#include "session/room/talk.hpp"
#include "session/state/bindings.hpp"
#include "session/state/controls.hpp"
#include "session/state/page.hpp"
#include "session/state/window_actions.hpp"

#include <algorithm>

namespace session {
namespace {

// A window of one pixel, or of a whole wall, still gets figures that can be laid out.
constexpr double least_figure = 160, most_figure = 4096;

/// The lock rule, worked out once for all that asks it while a page is made.
class RuleKept {
 public:
  explicit RuleKept(Desk& desk) : desk_(desk) {
    desk.rule = RuleNow{RuleNow::step_of(desk), asked(desk), readable(desk)};
  }
  ~RuleKept() { desk_.rule.reset(); }
  RuleKept(const RuleKept&) = delete;
  RuleKept& operator=(const RuleKept&) = delete;

 private:
  Desk& desk_;
};

void rebuild(Desk& desk) {
  View view;
  view.revision = desk.view.revision + 1;
  load_film(desk);
  introduce_controls(desk);
  follow_clock(desk);
  const RuleKept kept(desk);
  view.root = open_page(desk);
  add_inspector(desk, view.root);
  tuck_controls(desk, view.root);
  view.in_class = desk.pages.has(PageKind::room);
  view.audience = view.in_class && !desk.class_view.presenter;
  view.blank = desk.class_view.blank;
  view.title = base::say("session.title", {{"page", view.root.label}});
  view.busy = desk.running != nullptr || desk.links.busy();
  view.window = window_actions();
  if (!can_open_palette(desk)) std::erase_if(view.window, [](const Action& one) { return one.id == "palette.open"; });
  desk.presenter = {};
  if (desk.class_view.two_windows) {
    desk.presenter.root = presenter_page(desk);
    desk.presenter.in_class = true;
    desk.presenter.busy = view.busy;
    desk.presenter.blank = view.blank;
    desk.presenter.window = view.window;
    desk.presenter.revision = view.revision;
    desk.presenter.title = base::say("session.class.presenter_title", {{"page", view.root.label}});
  }
  session::bind(desk.keys.bindings, view);
  session::bind(desk.keys.bindings, desk.presenter);
  lay_palette_over(desk, view);
  desk.view = std::move(view);
  desk.changed = false;
}

/// `id` is a copy: the view it may come from is rebuilt.
bool act_on(Desk& desk, const View& view, const std::string& id, std::string_view value) {
  for (const Node* node : all_nodes(view)) {
    const auto found = std::ranges::find(node->actions, id, &Action::id);
    if (found != node->actions.end()) return found->enabled && perform(desk, id, value);
  }
  return std::ranges::find(view.window, id, &Action::id) != view.window.end() && perform(desk, id, value);
}

}  // namespace

Session::Session() : Session(own_services()) {}
Session::Session(Services services) : desk_(std::make_unique<Desk>(std::move(services))) {
  look_for_card(*desk_);
}
Session::~Session() {
  on_wake({});  // a job that is still ending wakes nobody
  remember();
}

void Session::remember() {
  remember_answers(*desk_);
}

base::Expected<void> Session::open_lesson(std::string_view id) {
  return open_course(*desk_, id);
}

base::Expected<void> Session::open_last() {
  const Settings last = desk_->settings;  // opening a lesson changes it
  if (!last.last_lesson.empty() && open_lesson(last.last_lesson)) {
    go_to_step(last.last_step);
    return {};
  }
  const auto listed = desk_->services.course();
  if (!listed) return std::unexpected(listed.error());
  if (listed->empty()) return base::wrong(std::string(base::text("session.no_lessons")));
  return open_lesson(listed->front().id);
}

void Session::open_free_play(std::string chain_text) {
  open_lab(*desk_, chain_text);
}

base::Expected<void> Session::open_talk() {
  session::open_talk(*desk_);
  if (desk_->talk) return {};
  return base::wrong(desk_->trouble ? desk_->trouble->cause : base::say("session.talk.none"));
}

void Session::go_to_step(int step) {
  if (desk_->course != nullptr) move_to(*desk_, step - 1);
}

const View& Session::view() {
  if (desk_->changed) {
    rebuild(*desk_);
  } else if (desk_->scene.moved) {
    move_scene_nodes(*desk_);
    move_thumbnail(*desk_);
  }
  desk_->view.timing = desk_->frames.timing();
  desk_->view.playing = desk_->scene.playing || desk_->scene.reveals();
  return desk_->view;
}

const View& Session::presenter_view() {
  (void)view();
  return desk_->presenter;
}

bool Session::act(std::string_view action, std::string_view value) {
  return act_on(*desk_, view(), std::string(action), value);
}

bool Session::act_for_presenter(std::string_view action, std::string_view value) {
  return act_on(*desk_, presenter_view(), std::string(action), value);
}

void Session::set_presenter_window(bool there) {
  ClassView& shown = desk_->class_view;
  if (shown.two_windows == there) return;
  shown.two_windows = there;
  shown.presenter = false;
  desk_->changed = true;
}

void Session::frame_drawn(std::chrono::steady_clock::time_point begin, std::chrono::steady_clock::time_point end) {
  desk_->frames.drawn(begin, end);
}

bool Session::poll() {
  desk_->now = desk_->services.now();
  if (desk_->jobs.poll()) desk_->changed = true;
  if (desk_->links.poll()) desk_->changed = true;
  take_found_device(*desk_);
  size_courses(*desk_);
  if (!desk_->running) take_changed_lesson(*desk_, desk_->watch.take_change());
  if (advance_scene(*desk_, desk_->now)) desk_->scene.moved = true;
  return desk_->changed || desk_->scene.moved;
}

std::optional<double> Session::until_tick() const {
  return session::until_tick(*desk_);
}

bool Session::tick() {
  return tick_clock(*desk_);
}

void Session::on_wake(std::function<void()> wake) {
  desk_->frames.listen(static_cast<bool>(wake));
  desk_->links.on_wake(wake);
  desk_->watch.on_wake(wake);
  desk_->jobs.on_wake(std::move(wake));
}

void Session::wait() {
  desk_->links.wait();
  desk_->jobs.wait();
  take_changed_lesson(*desk_, desk_->watch.look());
  take_found_device(*desk_);
  size_courses(*desk_);
  desk_->scene.reveal = desk_->scene.reveal_end;
  desk_->changed = true;
}

void Session::set_figure_frame(double width, double height) {
  const FigureFrame frame{.width = std::clamp(width, least_figure, most_figure),
                          .height = std::clamp(height, least_figure, most_figure)};
  if (frame == desk_->figure_frame) return;
  desk_->figure_frame = frame;
  desk_->changed = true;
}

figure::Theme Session::theme() const {
  return desk_->settings.theme;
}

void Session::set_theme(figure::Theme theme) {
  if (theme == desk_->settings.theme) return;
  desk_->settings.theme = theme;
  desk_->changed = true;
  desk_->remember();
}

base::Expected<std::filesystem::path> Session::export_figure(std::string_view figure_id,
                                                             const std::filesystem::path& path) {
  return session::export_figure(*desk_, figure_id, path);
}

}  // namespace session
