// The inspector's place: beside the page where there is room, below it where there is none; figures can be pointed at.
#include "figure/box.hpp"
#include "headless.hpp"

#include <gtest/gtest.h>

namespace inspector_test {

using session::Purpose;
using tests::Headless;

session::View with_inspector() {
  auto view = tests::sample_view();
  auto panel = tests::node("inspector", Purpose::inspector, "Inspector");
  auto taps = tests::node("inspect.ops", Purpose::taps, "Ops");
  taps.actions = {tests::action("inspect:op:t", "t: add"), tests::action("inspect:op:y", "y: gelu")};
  panel.children.push_back(taps);
  auto told = tests::node("inspect.told", Purpose::table, "t = x + b");
  told.rows = {tests::row("\tvalue\tsource"), tests::row("Reads\tx, b\tmodel"),
               tests::row("Local memory read, by all threads\t193 MB\trecorded")};
  told.actions = {tests::action("inspect.next", "The next one", "Alt+Right")};
  panel.children.push_back(told);
  view.root.children.insert(view.root.children.begin() + 2, panel);
  for (auto& node : view.root.children) {
    if (node.id != "figure.bytes") continue;
    node.actions = {tests::action("inspect.at:figure.bytes", "Describe this mark")};
    node.actions[0].gesture = session::Gesture::point;
  }
  return view;
}

TEST(Inspector, StandsBesideThePageAndShortensNothing) {
  Headless window(with_inspector(), 1280, 720);
  window.draw();
  const auto panel = window.placement("inspector")->box;
  for (const auto& placed : window.page.placements()) {
    const bool fixed = placed.purpose == Purpose::header || placed.purpose == Purpose::step ||
                       placed.purpose == Purpose::steps || placed.purpose == Purpose::button ||
                       placed.purpose == Purpose::progress || placed.purpose == Purpose::page;
    if (fixed || placed.id.starts_with("inspect")) continue;
    EXPECT_LE(placed.box.right(), panel.x) << placed.id;
  }
  EXPECT_LE(panel.right(), 1280);
  ASSERT_NE(window.placement("inspect.told"), nullptr);
}

TEST(Inspector, IsADrawerBelowThePageWhereThereIsNoRoomBeside) {
  for (const double width : {700.0, 1000.0}) {
    Headless window(with_inspector(), width, 800);
    window.draw();
    const auto& regions = window.page.layout().regions;
    const ui::Box page = regions.front().box, drawer = regions.back().box;
    EXPECT_GE(drawer.y, page.bottom()) << width;
    EXPECT_DOUBLE_EQ(drawer.w, width);
    EXPECT_GE(page.h, drawer.h) << "the page stays in sight";
    ASSERT_NE(window.placement("inspect.told"), nullptr);
    EXPECT_GE(window.placement("inspect.told")->box.y, drawer.y);
  }
}

TEST(Inspector, IsPointedAtOnTheFigure) {
  Headless window(with_inspector(), 1280, 3000);
  window.draw();
  const ui::Zone* found = nullptr;
  for (const auto& zone : window.page.zones()) {
    if (zone.kind == ui::Zone::Kind::point) found = &zone;
  }
  ASSERT_NE(found, nullptr);
  const ui::Box seen = found->seen;
  ASSERT_GT(seen.h, 1);
  window.acts.clear();
  window.click(seen.x + seen.w / 2, seen.y + 2);
  ASSERT_FALSE(window.acts.empty());
  EXPECT_EQ(window.acts.front().substr(0, 24), "inspect.at:figure.bytes=");
  EXPECT_NE(window.acts.front().find(' '), std::string::npos) << "a place: x y";
}

TEST(Tucked, IsNotDrawnAndItsKeyIsListedAndWorks) {
  auto view = tests::sample_view();
  auto lab = tests::node("button.lab", Purpose::button, "Chain lab");
  lab.actions = {tests::action("lab.open", "Chain lab", "Ctrl+L")};
  lab.actions.front().tucked = true;
  view.root.children.push_back(lab);
  Headless window(view, 1280, 720);
  window.draw();
  EXPECT_EQ(window.placement("button.lab"), nullptr);
  const auto keys = ui::key_lines(window.view);
  EXPECT_TRUE(std::any_of(keys.begin(), keys.end(), [](const auto& line) { return line.key == "Ctrl+L"; }));
  window.acts.clear();
  window.key("Ctrl+L");
  ASSERT_EQ(window.acts.size(), 1U);
  EXPECT_EQ(window.acts.front(), "lab.open");
}

}  // namespace inspector_test
