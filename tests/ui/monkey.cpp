// Every choice comes from the seed: the same seed does the same things to the same page.
#include "ui/monkey.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "figure/utf8.hpp"
#include "lesson/loader.hpp"
#include "plan/presets.hpp"

#include <fmt/format.h>

#include <cmath>
#include <thread>

namespace tests {
namespace {

using ui::Event;
using Clock = std::chrono::steady_clock;

constexpr std::size_t remembered = 20, most_in_a_burst = 12;
#ifdef ONETRIP_SANITIZED  // where a run's reference takes several times as long
constexpr std::chrono::seconds patience(600);
#else
constexpr std::chrono::seconds patience(120);
#endif

const auto keys = base::split(
    "Tab Shift+Tab Enter Space Left Right Up Down PageUp PageDown Home End Escape Backspace Delete F1 F2 F3 "
    "F4 F5 F6 F7 F8 Ctrl+K Ctrl+K Ctrl+A Ctrl+C Ctrl+X Ctrl+V Ctrl+Z Ctrl+Shift+Z Ctrl+Y Ctrl+E Ctrl+T Ctrl++ Ctrl+- "
    "Ctrl+0 Ctrl+Enter Ctrl+Left Ctrl+R Ctrl+L Ctrl+G Ctrl+H Ctrl+O A B C D E 1 2 9 Ctrl+Q Shift+End Shift+Left "
    "Shift+Up Ctrl+End Ctrl+Home Ctrl+Right Shift+Space",
    ' ');

// clang-format off
const std::vector<std::string> pieces = {
    "4", "2", "0", "-3", "1e9", "1e400", "nan", "inf", "2x", "50%", "537 MB", "-0", "4 crossings", " ", "",
    "x: f32[64, 32]\ny = relu(x)\n", "y = gelu(x + b)", "\n", "out y", "\u00e9\u4e2d\U0001F381", "ssh gpu7",
    "gpu7", "bias-gelu", "x: f32[1]\ny = x + x", "0.25", "1", "400 60", "-1 -1", "1e308 1e308",
    "One trip, both ways."};
// clang-format on

/// The id of the lesson that is open; empty elsewhere.
std::string lesson_of(const session::View& view) {
  for (const auto* node : session::all_nodes(view)) {
    if (node->id == "header") return node->label.substr(0, node->label.find(' '));
  }
  return {};
}

}  // namespace

Monkey::Monkey(unsigned seed) : random_(seed) {
  orders_->hold = true;
  orders_->slow_down = 3.7;
  orders_->small_only = true;
  context_ = ImGui::CreateContext();
  ImGui::SetCurrentContext(context_);
  ImGui::GetIO().IniFilename = nullptr;
  fonts_ = std::make_unique<ui::Fonts>(*ImGui::GetIO().Fonts);
  open();
  // Where arrows are marked, and struck: few find their way there by chance.
  if (seed % 2 == 0) {
    if (const auto opened = session_->open_lesson("02"); !opened) faults_.push_back(base::render(opened.error()));
    legal_.opened("02");
  }
}

Monkey::~Monkey() {
  close();
  fonts_.reset();
  ImGui::DestroyContext(context_);
}

/// As the window's command does, with devices that cost no time.
void Monkey::open() {
  session::Services services;
  services.device = std::make_shared<FakeDevice>(orders_);
  services.keeps_answers = true;
  services.rules.least = 3;
  services.rules.most = 6;
  services.connect = [](const std::string& id, const std::string& command, const std::stop_token&) {
    if (command.size() % 2 == 1) throw device::DeviceError("No worker answers there.", "Try " + id + " another day.");
    return std::shared_ptr<device::Device>(std::make_shared<FakeDevice>(std::make_shared<Orders>()));
  };
  session_ = std::make_unique<session::Session>(std::move(services));
  if (const auto opened = session_->open_last(); !opened) faults_.push_back(base::render(opened.error()));
  ui::Host host;
  host.view = [this]() -> const session::View& { return session_->view(); };
  host.act = [this](std::string_view action, std::string_view value) { return act(action, value); };
  host.set_theme = [this](figure::Theme theme) { session_->set_theme(theme); };
  host.figure_frame = [this](double width, double height) { session_->set_figure_frame(width, height); };
  host.quit = [this] { quit_ = true; };
  host.clipboard.user = this;
  host.clipboard.get = [](void* self) { return static_cast<Monkey*>(self)->copied_; };
  host.clipboard.set = [](void* self, const std::string& text) { static_cast<Monkey*>(self)->copied_ = text; };
  page_ = std::make_unique<ui::Page>(std::move(host));
  page_->theme.palette = session_->theme();
  draw();
}

void Monkey::close() {
  page_.reset();
  orders_->hold = false;
  session_.reset();
  orders_->hold = true;
  legal_.reopened();
}

bool Monkey::act(std::string_view action, std::string_view value) {
  const std::string before = lesson_of(session_->view());
  const bool done = session_->act(action, value);
  if (done && action == "restart") legal_.restarted(before);
  if (done && action.starts_with("lesson:")) legal_.opened(action.substr(7));
  if (done && action == "talk.open") legal_.talk_opened();
  legal_.opened(lesson_of(session_->view()));  // some actions open one without its name
  if (done && action == "run.cancel") sampled_ = orders_->sampling;
  return done;
}

void Monkey::draw() {
  page_->draw(nullptr, *fonts_, width_, height_);
  if (fonts_->stale()) {
    fonts_->build();
    unsigned char* pixels = nullptr;
    int wide = 0, high = 0;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &wide, &high);
  }
  ImGui::GetIO().DisplaySize = ImVec2(static_cast<float>(width_), static_cast<float>(height_));
  ImGui::NewFrame();
  page_->draw(ImGui::GetBackgroundDrawList(), *fonts_, width_, height_);
  ImGui::Render();
}

/// Until what was begun has come to where it waits, or to its end: the next step finds the same page every time.
void Monkey::settle() {
  const auto begin = Clock::now();
  session_->poll();
  while (session_->view().busy && orders_->sampling == sampled_) {
    std::this_thread::sleep_for(std::chrono::microseconds(100));
    session_->poll();
    if (Clock::now() - begin > std::chrono::minutes(5)) {  // sanitizers on a busy machine
      faults_.emplace_back("five minutes, and nothing goes on");
      break;
    }
  }
}

void Monkey::note(std::string what) {
  if (done_.size() == remembered) done_.erase(done_.begin());
  done_.push_back(std::move(what));
}

void Monkey::send(const Event& event) {
  ++events_;
  page_->handle(event);
}

void Monkey::push(Event::Kind kind, double x, double y, int clicks) {
  Event event;
  event.kind = kind;
  event.x = x;
  event.y = y;
  event.clicks = clicks;
  send(event);
}

void Monkey::key(const std::string& name) {
  Event event;
  event.chord.key = name;
  for (const auto& [prefix, held] : {std::pair("Ctrl+", &event.chord.ctrl), std::pair("Shift+", &event.chord.shift)}) {
    if (!event.chord.key.starts_with(prefix) || event.chord.key == prefix) continue;
    event.chord.key.erase(0, std::string_view(prefix).size());
    *held = true;
  }
  send(event);
}

void Monkey::characters(std::string_view text) {
  for (const char32_t character : figure::decode_utf8(text)) {
    if (character == U'\n') {
      key("Enter");
      continue;
    }
    Event event;
    event.kind = Event::Kind::character;
    event.character = character;
    send(event);
  }
}

/// A place on the page: mostly one where something happens.
std::pair<double, double> Monkey::somewhere() {
  const auto& zones = page_->zones();
  if (zones.empty() || any(10) < 2) return {std::round(share() * width_), std::round(share() * height_)};
  const ui::Box box = zones[any(zones.size())].box;
  return {std::round(box.x + share() * box.w), std::round(box.y + share() * box.h)};
}

std::string Monkey::something() {
  std::string text = one_of(pieces);
  while (any(3) == 0) text += one_of(pieces);
  return text;
}

void Monkey::click() {
  const auto [x, y] = somewhere();
  const int clicks = any(8) == 0 ? 2 : 1;
  note(fmt::format("click {} {}{}", x, y, clicks == 2 ? ", twice" : ""));
  push(Event::Kind::move, x, y);
  push(Event::Kind::press, x, y, clicks);
  push(Event::Kind::release, x, y);
}

void Monkey::drag() {
  auto [x, y] = somewhere();
  std::string way = fmt::format("drag {} {}", x, y);
  push(Event::Kind::move, x, y);
  push(Event::Kind::press, x, y);
  for (std::size_t moves = 1 + any(4); moves > 0; --moves) {
    std::tie(x, y) = somewhere();
    way += fmt::format(" to {} {}", x, y);
    push(Event::Kind::move, x, y);
    if (any(2) == 0) draw();
  }
  if (any(10) == 0) {
    way += ", out of the window";
    push(Event::Kind::leave, 0, 0);
  }
  push(Event::Kind::release, x, y);
  note(std::move(way));
}

void Monkey::wheel() {
  const auto [x, y] = somewhere();
  const double steps = static_cast<double>(any(21)) - 10;
  note(fmt::format("wheel {} at {} {}", steps, x, y));
  push(Event::Kind::move, x, y);
  push(Event::Kind::wheel, 0, steps);
}

/// One of the usual, or one that the page itself names.
void Monkey::press_key() {
  std::string name(keys[any(keys.size())]);
  if (any(2) == 0) {
    std::vector<std::string> named;
    for (const auto* node : session::all_nodes(session_->view())) {
      for (const auto& action : node->actions) {
        if (!action.keys.empty()) named.push_back(action.keys.front());
      }
    }
    if (!named.empty()) name = one_of(named);
  }
  note("key " + name);
  key(name);
}

void Monkey::type() {
  const std::string text = something();
  note("type '" + text + "'");
  characters(text);
}

/// Straight at the session, as the command line does; what is closed must stay as it is.
void Monkey::act_at_random() {
  std::vector<std::pair<std::string, bool>> actions = {{"no.such.action", false}, {"", false}, {"step:99", false}};
  for (const auto* node : session::all_nodes(session_->view())) {
    for (const auto& action : node->actions) actions.emplace_back(action.id, action.enabled);
  }
  const auto [id, enabled] = one_of(actions);
  const std::string value = id.starts_with("export:") ? "" : something();
  note("act " + id + " '" + value + "'");
  ++events_;
  const auto before = session_->view().revision;
  const bool done = act(id, value);
  if (done && !enabled) faults_.push_back("done, but it was closed: " + id);
  if (!done && enabled) faults_.push_back("open, but not done: " + id);
  if (!enabled && session_->view().revision != before) faults_.push_back("refused, and the page changed: " + id);
}

/// What was done is undone and done again: the lab is what it was.
void Monkey::undo_and_redo() {
  const auto fields = [&] {
    std::string all;
    for (const auto* node : session::all_nodes(session_->view())) {
      if (node->id == "lab.chain" || node->id == "lab.guess") all += node->value + "\n---\n";
    }
    return all;
  };
  const std::string before = fields();
  if (before.empty()) return type();  // elsewhere, or beneath the commands: what is done from there closes them
  if (!act("lab.undo", {})) return type();
  note("undo, and redo");
  if (!act("lab.redo", {})) faults_.emplace_back("undone, and it cannot be done again");
  if (fields() != before) faults_.push_back("undone and done again, the lab was\n" + before + "and is\n" + fields());
}

/// Another page, another window.
void Monkey::go() {
  switch (any(4)) {
    case 0: {
      const auto listed = lesson::course();
      const std::string id = (*listed)[any(listed->size())].id;
      note("open lesson " + id);
      if (const auto opened = session_->open_lesson(id); !opened) faults_.push_back(base::render(opened.error()));
      legal_.opened(id);
      break;
    }
    case 1: {
      const int step = static_cast<int>(any(14)) - 1;
      note(fmt::format("go to step {}", step));
      session_->go_to_step(step);
      break;
    }
    case 2: {
      const auto names = plan::preset_names();
      const auto& name = names[any(names.size())];
      note("lab with " + name);
      const auto chain = plan::read_chain(name);
      session_->open_free_play(chain ? chain->text : std::string());
      break;
    }
    default:
      quit_ = true;
  }
}

void Monkey::resize() {
  width_ = static_cast<double>(480 + any(1441));
  height_ = static_cast<double>(360 + any(721));
  note(fmt::format("resize to {} x {}", width_, height_));
}

void Monkey::finish() {
  note("wait for the run");
  orders_->hold = false;
  session_->wait();
  orders_->hold = true;
}

void Monkey::page_faults(std::vector<std::string>& faults) {
  const auto nodes = session::all_nodes(session_->view());
  const auto there = [&](const std::string& id) {
    return std::ranges::any_of(nodes, [&](const auto* node) { return node->id == id; });
  };
  if (const auto focus = page_->focused_node(); !focus.empty() && !there(focus)) {
    faults.push_back("the keyboard is at " + focus + ", which is not on the page");
  }
  for (const ui::Zone& zone : page_->zones()) {
    const bool sound = std::isfinite(zone.box.x) && std::isfinite(zone.box.y) && zone.box.w >= 0 && zone.box.h >= 0;
    if (!sound) faults.push_back("a zone that is nowhere: " + zone.node);
    if (!there(zone.node)) faults.push_back("a zone of nothing: " + zone.node);
  }
}

void Monkey::do_one_thing() {
  const auto what = any(100);
  what < 34   ? click()
  : what < 44 ? drag()
  : what < 50 ? wheel()
  : what < 68 ? press_key()
  : what < 78 ? type()
  : what < 80 ? undo_and_redo()
  : what < 94 ? act_at_random()
  : what < 97 ? resize()
              : go();
}

/// A machine that is busy draws no frame meanwhile: none of this is answered before the last of it is done.
void Monkey::burst() {
  const std::size_t things = 1 + any(most_in_a_burst);
  note(fmt::format("{} things before the next frame:", things));
  for (std::size_t i = 0; i < things && !quit_; ++i) any(2) == 0 ? press_key() : do_one_thing();
}

std::vector<std::string> Monkey::step() {
  const auto begin = Clock::now();
  const bool running = session_->view().busy;
  if (!running) sampled_ = orders_->sampling;
  if (running && any(6) == 0) {
    finish();
  } else {
    any(3) == 0 ? burst() : do_one_thing();
  }
  if (quit_) {
    quit_ = false;
    note("close, and open again");
    close();
    open();
  }
  const auto did = Clock::now();
  settle();
  const auto settled = Clock::now();
  draw();
  draw();
  std::vector<std::string> faults = std::exchange(faults_, {});
  for (auto& fault : legal_.faults(session_->view())) faults.push_back(std::move(fault));
  page_faults(faults);
  if (Clock::now() - begin > patience) {
    const auto seconds = [](auto span) { return std::chrono::duration<double>(span).count(); };
    faults.push_back(fmt::format("it took too long: {:.1f} s to be done, {:.1f} s to settle, {:.1f} s to draw",
                                 seconds(did - begin), seconds(settled - did), seconds(Clock::now() - settled)));
  }
  for (const auto* node : session::all_nodes(session_->view())) {
    seen_.insert(std::string(session::name(node->purpose)));
    if (node->id == "header") seen_.insert(node->label.substr(0, 2) + " " + node->value);
  }
  return faults;
}

}  // namespace tests
