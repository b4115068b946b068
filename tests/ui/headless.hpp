// A page without a window: an ImGui context with no back end, and a session that only takes notes, or a real one.
#pragma once

#include "sample_view.hpp"
#include "session/session.hpp"
#include "ui/page.hpp"

#include <imgui.h>

#include <string>
#include <utility>
#include <vector>

namespace tests {

class Headless {
 public:
  explicit Headless(session::View shown = sample_view(), double width = 1280, double height = 720)
      : view(std::move(shown)), page(host()), width_(width), height_(height) {
    begin();
  }
  explicit Headless(session::Session& live, double width = 1280, double height = 720)
      : page(host(live)), width_(width), height_(height) {
    begin();
  }
  ~Headless() {
    fonts_.reset();
    ImGui::DestroyContext(context_);
  }
  Headless(const Headless&) = delete;
  Headless& operator=(const Headless&) = delete;

  /// One frame, as a window draws it.
  void draw() {
    page.draw(nullptr, *fonts_, width_, height_);
    if (fonts_->stale()) {
      fonts_->build();
      unsigned char* pixels = nullptr;
      int wide = 0, high = 0;
      ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &wide, &high);
    }
    ImGui::GetIO().DisplaySize = ImVec2(static_cast<float>(width_), static_cast<float>(height_));
    ImGui::NewFrame();
    page.draw(ImGui::GetBackgroundDrawList(), *fonts_, width_, height_);
    ImGui::Render();
    vertices = ImGui::GetDrawData()->TotalVtxCount;
  }

  /// The smallest type of a page that is drawn anew.
  double smallest_type() {
    fonts_->forget();
    draw();
    return fonts_->smallest();
  }

  /// Lays the page out in a window of this size, and draws nothing.
  void lay_out(double width, double height) {
    width_ = width;
    height_ = height;
    page.draw(nullptr, *fonts_, width, height);
  }
  /// Whether a text of the page ends in an ellipsis.
  [[nodiscard]] bool cuts_text() {
    fonts_->forget();
    page.draw(nullptr, *fonts_, width_, height_);
    return fonts_->uses("\u2026");
  }

  void resize(double width, double height) {
    width_ = width;
    height_ = height;
    draw();
  }

  /// "Ctrl+R", "Tab": through the queue, as GLFW's callback would push it.
  void key(const std::string& name) {
    ui::Event event;
    std::string rest = name;
    const auto take = [&](const std::string& prefix) {
      if (!rest.starts_with(prefix) || rest == prefix) return false;
      rest.erase(0, prefix.size());
      return true;
    };
    event.chord.ctrl = take("Ctrl+");
    event.chord.shift = take("Shift+");
    event.chord.key = rest;
    input.push(event);
    run();
  }
  void type(std::string_view text) {
    for (char c : text) {
      ui::Event event;
      event.chord.key = c == ' ' ? "Space" : std::string(1, c);
      input.push(event);
      event.kind = ui::Event::Kind::character;
      event.character = static_cast<char32_t>(c);
      input.push(event);
    }
    run();
  }
  void click(double x, double y) {
    move(x, y);
    press(x, y);
    release(x, y);
  }
  void move(double x, double y) { pointer(ui::Event::Kind::move, x, y); }
  void press(double x, double y) { pointer(ui::Event::Kind::press, x, y); }
  void release(double x, double y) { pointer(ui::Event::Kind::release, x, y); }

  /// The middle of a node's zone; fails the test's expectations by an empty box if there is none.
  [[nodiscard]] ui::Zone zone(const std::string& node, const std::string& action = {}) const {
    for (const ui::Zone& found : page.zones()) {
      if (found.node == node && (action.empty() || found.action == action)) return found;
    }
    return {};
  }
  [[nodiscard]] const ui::Placement* placement(const std::string& id) const {
    for (const ui::Placement& found : page.placements()) {
      if (found.id == id) return &found;
    }
    return nullptr;
  }
  session::Node& node(const std::string& id) { return find(view.root, id); }

  session::View view;
  ui::Page page;
  ui::Input input;
  std::vector<std::string> acts;  ///< "guess.set=4"
  std::string copied;
  bool quit = false;
  bool draws = true;  ///< a frame after every key; false: a machine that is too busy for that
  int vertices = 0;

 private:
  void begin() {
    context_ = ImGui::CreateContext();
    ImGui::SetCurrentContext(context_);
    ImGui::GetIO().IniFilename = nullptr;
    fonts_ = std::make_unique<ui::Fonts>(*ImGui::GetIO().Fonts);
    draw();
  }
  ui::Host host(session::Session& live) {
    ui::Host made = host();
    made.view = [&live]() -> const session::View& { return live.view(); };
    made.act = [&live](std::string_view action, std::string_view value) { return live.act(action, value); };
    made.figure_frame = [&live](double width, double height) { live.set_figure_frame(width, height); };
    return made;
  }
  ui::Host host() {
    ui::Host made;
    made.view = [this]() -> const session::View& { return view; };
    made.act = [this](std::string_view action, std::string_view value) {
      acts.push_back(std::string(action) + (value.empty() ? "" : "=") + std::string(value));
      // As the session does: what is typed is the node's value from then on.
      for (const char* id : {"task.guess", "task.words", "lab.chain"}) {
        for (session::Node& field : view.root.children) {
          if (field.id == id && !field.actions.empty() && field.actions.front().id == action) field.value = value;
        }
      }
      ++view.revision;
      return true;
    };
    made.quit = [this] { quit = true; };
    made.clipboard.user = this;
    made.clipboard.get = [](void* self) { return static_cast<Headless*>(self)->copied; };
    made.clipboard.set = [](void* self, const std::string& text) { static_cast<Headless*>(self)->copied = text; };
    return made;
  }
  void run() {
    while (const auto event = input.pop()) page.handle(*event);
    if (draws) draw();
  }
  void pointer(ui::Event::Kind kind, double x, double y) {
    ui::Event event;
    event.kind = kind;
    event.x = x;
    event.y = y;
    input.push(event);
    run();
  }
  static session::Node& find(session::Node& root, const std::string& id) {
    for (session::Node& child : root.children) {
      if (child.id == id) return child;
    }
    throw std::runtime_error("no node " + id);
  }

  double width_, height_;
  ImGuiContext* context_ = nullptr;
  std::unique_ptr<ui::Fonts> fonts_;
};

}  // namespace tests
