// A page over a real session, and somebody who clicks, drags, types and turns the wheel without knowing why.
#pragma once

#include "session/stage.hpp"
#include "ui/legal.hpp"
#include "ui/page.hpp"

#include <imgui.h>

#include <chrono>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace tests {

class Monkey {
 public:
  explicit Monkey(unsigned seed);
  ~Monkey();
  Monkey(const Monkey&) = delete;
  Monkey& operator=(const Monkey&) = delete;

  /// One thing, or a burst of them between two frames; and what is wrong afterwards.
  [[nodiscard]] std::vector<std::string> step();
  /// What was done last, oldest first.
  [[nodiscard]] const std::vector<std::string>& done() const { return done_; }
  /// The roles of nodes and the lessons' steps that were seen.
  [[nodiscard]] const std::set<std::string>& seen() const { return seen_; }
  /// Keys, characters, presses, moves and turns of the wheel so far, and actions done directly.
  [[nodiscard]] long events() const { return events_; }

 private:
  void open();
  void close();
  void draw();
  void settle();
  void send(const ui::Event& event);
  void push(ui::Event::Kind kind, double x, double y, int clicks = 1);
  void key(const std::string& name);
  void characters(std::string_view text);
  void do_one_thing();
  void burst();
  void act_at_random();
  void click();
  void drag();
  void wheel();
  void press_key();
  void type();
  void undo_and_redo();
  void go();
  void resize();
  void finish();
  void page_faults(std::vector<std::string>& faults);
  bool act(std::string_view action, std::string_view value);

  std::size_t any(std::size_t below) { return below == 0 ? 0 : random_() % below; }
  double share() { return static_cast<double>(random_() % 10001) / 10000; }
  template <class T>
  const T& one_of(const std::vector<T>& all) {
    return all[any(all.size())];
  }
  std::pair<double, double> somewhere();
  std::string something();
  void note(std::string what);

  Home home_;
  std::mt19937 random_;
  std::shared_ptr<Orders> orders_ = std::make_shared<Orders>();
  std::unique_ptr<session::Session> session_;
  std::unique_ptr<ui::Page> page_;
  ImGuiContext* context_ = nullptr;
  std::unique_ptr<ui::Fonts> fonts_;
  Legal legal_;
  std::string copied_;
  std::vector<std::string> done_, faults_;
  std::set<std::string> seen_;
  double width_ = 1280, height_ = 720;
  bool quit_ = false;
  int sampled_ = 0;
  long events_ = 0;
};

}  // namespace tests
