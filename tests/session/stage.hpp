// A session on a fake device with a home of its own, and what tests ask of its page.
#pragma once

#include "base/resources.hpp"
#include "cells.hpp"
#include "exporter/write.hpp"
#include "fake_device.hpp"
#include "golden.hpp"
#include "session/session.hpp"

#include <algorithm>
#include <concepts>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace tests {

/// Sets --home to a folder that goes with it.
class Home {
 public:
  Home() { base::set_places({.data = {}, .home = folder_.path()}); }
  /// As that one was left.
  explicit Home(const std::filesystem::path& left) : Home() {
    std::filesystem::copy(left, folder_.path(), std::filesystem::copy_options::recursive);
  }
  ~Home() { base::set_places({}); }
  [[nodiscard]] const std::filesystem::path& path() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

class Stage {
 public:
  Stage() : Stage([](session::Services&) {}) {}
  /// Comes back to a home as it was left, and keeps what is answered there.
  explicit Stage(const std::filesystem::path& left)
      : home_(left), session_(services([](session::Services& services) { services.keeps_answers = true; })) {}
  template <std::invocable<session::Services&> Change>
  explicit Stage(Change change) : session_(services(change)) {}

  session::Session& operator*() { return session_; }
  session::Session* operator->() { return &session_; }
  [[nodiscard]] Orders& orders() { return *orders_; }
  [[nodiscard]] const Home& home() const { return home_; }

  /// The node with this id; the test fails without one.
  const session::Node* node(std::string_view id) {
    for (const auto* found : session::all_nodes(session_.view())) {
      if (found->id == id) return found;
    }
    return nullptr;
  }
  [[nodiscard]] std::string twin() { return session::text_twin(session_.view()); }

  /// All that could be read from the page and from every file it would export.
  [[nodiscard]] std::string everything() {
    std::string all = twin();
    for (const auto* node : session::all_nodes(session_.view())) {
      all += node->label + "\n" + node->value + "\n";
      for (const auto& line : node->lines) all += line + "\n";
      all += told(*node) + base::render(node->wrong);
      for (const auto& action : node->actions) all += action.label + "\n" + action.why_not + "\n";
      if (!node->figure) continue;
      const auto& figure = *node->figure;
      all +=
          figure.title + "\n" + figure.description + "\n" + figure.question + "\n" + figure.question_description + "\n";
      for (const auto& mark : figure.marks) {
        if (const auto* text = std::get_if<figure::Text>(&mark.shape)) all += text->text + "\n";
      }
      all += exporter::to_svg(figure) + exporter::to_csv(figure) + exporter::to_json(figure) + figure.scene + "\n";
    }
    return all;
  }

 private:
  template <class Change>
  session::Services services(Change change) {
    session::Services services;
    services.device = std::make_shared<FakeDevice>(orders_);
    services.rules.least = 3;
    services.rules.most = 6;
    change(services);
    return services;
  }

  Home home_;
  std::shared_ptr<Orders> orders_ = std::make_shared<Orders>();
  session::Session session_;
};

}  // namespace tests
