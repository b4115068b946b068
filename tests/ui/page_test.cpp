// The page: every node placed, nothing on top of anything else, in every size and theme.
#include "headless.hpp"
#include "ui/overlay.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace page_test {

using session::Purpose;
using tests::Headless;

class EveryRole : public testing::TestWithParam<std::tuple<std::pair<int, int>, figure::Theme, double>> {};

TEST_P(EveryRole, IsPlacedInsideTheWindowAndOnNothingElse) {
  const auto [size, theme, scale] = GetParam();
  Headless window(tests::sample_view(), size.first, size.second);
  window.page.theme.palette = theme;
  window.page.theme.scale = scale;
  window.draw();

  std::set<Purpose> roles;
  for (const session::Node* node : session::all_nodes(window.view)) {
    roles.insert(node->purpose);
    const ui::Placement* placed = window.placement(node->id);
    ASSERT_NE(placed, nullptr) << node->id;
    EXPECT_GT(placed->box.w, 0) << node->id;
    EXPECT_GT(placed->box.h, 0) << node->id;
    EXPECT_GE(placed->box.x, 0) << node->id;
    EXPECT_LE(placed->box.right(), size.first + 0.5) << node->id;
  }
  EXPECT_EQ(roles.size(), static_cast<std::size_t>(Purpose::step) + 1) << "the sample view lacks a role";

  // The parts that scroll lie under the foot, so only what is in the same part is compared.
  const auto& placements = window.page.placements();
  const auto fixed = [](Purpose role) {
    return role == Purpose::header || role == Purpose::step || role == Purpose::button || role == Purpose::progress;
  };
  for (std::size_t i = 0; i < placements.size(); ++i) {
    for (std::size_t j = i + 1; j < placements.size(); ++j) {
      const ui::Placement &a = placements[i], &b = placements[j];
      if (!a.leaf || !b.leaf || fixed(a.purpose) != fixed(b.purpose)) continue;
      const ui::Box both = ui::meet(a.box, b.box);
      EXPECT_FALSE(both.w > 0.5 && both.h > 0.5) << a.id << " and " << b.id;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(SizesThemesScales, EveryRole,
                         testing::Combine(testing::Values(std::pair(1280, 720), std::pair(1920, 1080),
                                                          std::pair(1024, 768), std::pair(480, 360)),
                                          testing::Values(figure::Theme::light, figure::Theme::projector),
                                          testing::Values(1.0, 1.5, 3.0)));

/// Keys of the ways to other pages go first, then the numbers of the steps.
TEST(Page, ALessonsNameIsWholeBeforeKeysAndNumbersAre) {
  session::View view = tests::sample_view();
  for (session::Node& node : view.root.children) {
    if (node.purpose == Purpose::header) node.label = "13 When fusion loses: four ways to be slower, at the most";
  }
  for (const figure::Theme theme : {figure::Theme::light, figure::Theme::projector}) {
    Headless window(view, 1280, 720);
    window.page.theme.palette = theme;
    window.lay_out(1280, 720);
    EXPECT_FALSE(window.cuts_text()) << figure::name(theme);
  }
}

TEST(Page, PutsFiguresBesideTheWordsWhenWideAndBelowWhenNarrow) {
  Headless window(tests::sample_view(), 1280, 720);
  EXPECT_TRUE(window.page.layout().wide);
  EXPECT_GT(window.placement("figure.bytes")->box.x, window.placement("prose.1")->box.right());
  window.resize(1024, 768);
  EXPECT_FALSE(window.page.layout().wide);
  EXPECT_GT(window.placement("figure.bytes")->box.y, window.placement("prose.1")->box.bottom());
}

TEST(Page, AtARevealTheFigureFollowsTheHeadlineInOneColumn) {
  Headless window(tests::sample_view(), 900, 1000);
  ASSERT_FALSE(window.page.layout().wide);
  std::string figure;
  for (const session::Node& node : window.view.root.children) {
    if (figure.empty() && node.figure != nullptr) figure = node.id;
  }
  ASSERT_NE(window.placement(figure), nullptr);
  EXPECT_LT(window.placement("reveal.headline")->box.bottom(), window.placement(figure)->box.y);
  EXPECT_LT(window.placement(figure)->box.bottom(), window.placement("prose.1")->box.y);
}

TEST(Page, TheStripToWorkOnStandsAboveTheWordsInOneColumn) {
  session::View view = tests::sample_view();
  std::erase_if(view.root.children, [](const session::Node& node) {
    return node.purpose == Purpose::headline || (node.figure != nullptr && node.purpose != Purpose::strip);
  });
  Headless window(std::move(view), 900, 1000);
  ASSERT_FALSE(window.page.layout().wide);
  const auto strip = std::ranges::find(window.view.root.children, Purpose::strip, &session::Node::purpose);
  ASSERT_NE(strip, window.view.root.children.end());
  EXPECT_LT(window.placement(strip->id)->box.bottom(), window.placement("prose.1")->box.y);
  EXPECT_LT(window.placement("task.question")->box.bottom(), window.placement(strip->id)->box.y) << "what to do first";
}

TEST(Page, ScrollsToWhatItAnswers) {
  for (const auto& [width, height] : {std::pair(1280, 720), std::pair(1024, 768)}) {
    session::View view = tests::sample_view();
    std::erase_if(view.root.children, [](const session::Node& node) { return node.id == "task.answer"; });
    Headless window(std::move(view), width, height);
    for (const ui::Region& region : window.page.layout().regions) EXPECT_EQ(region.scroll, 0) << "a page begins above";
    auto answer = tests::node("task.answer", Purpose::explanation, "Right: 2 times fewer.");
    window.view.root.children.push_back(answer);
    window.draw();
    const ui::Box part = window.page.layout().regions.front().box;
    const auto seen = [&] {
      const ui::Box& box = window.placement("task.answer")->box;
      return box.y >= part.y && box.bottom() <= part.bottom();
    };
    EXPECT_TRUE(seen()) << width;
    window.move(part.x + 100, part.y + 100);
    ui::Event wheel;
    wheel.kind = ui::Event::Kind::wheel;
    wheel.y = 100;
    window.page.handle(wheel);
    window.draw();
    EXPECT_FALSE(seen()) << "once said, the student scrolls";
    window.view.root.children.back().label = "It is 4, not 5.";
    window.draw();
    EXPECT_TRUE(seen()) << "another answer";
  }
}

TEST(Page, KeepsThePrimaryButtonInItsPlace) {
  Headless window;
  const ui::Box before = window.placement("button.primary")->box;
  auto& primary = window.node("button.primary");
  primary.actions = {tests::action("next", "Next step", "Enter")};
  std::erase_if(window.view.root.children, [](const session::Node& node) { return node.id == "run.progress"; });
  window.draw();
  const ui::Box after = window.placement("button.primary")->box;
  EXPECT_DOUBLE_EQ(before.right(), after.right());
  EXPECT_DOUBLE_EQ(before.bottom(), after.bottom());
}

TEST(Page, SetsProseInLinesOfReadableLength) {
  for (const auto& [width, height] : {std::pair(1280, 720), std::pair(1920, 1080), std::pair(1024, 768)}) {
    Headless window(tests::sample_view(), width, height);
    const double character = ui::text_width("abcdefghijklmnopqrstuvwxyz ", ui::font_key(ui::Face::words, 16)) / 27;
    const double characters = window.placement("prose.1")->box.w / character;
    EXPECT_GE(characters, 54) << width;
    EXPECT_LE(characters, 76) << width;
  }
}

TEST(Page, BreaksLongLinesOfCode) {
  const auto height = [](int words) {
    session::View view = tests::sample_view();
    session::Node node;
    node.id = "prose.command";
    node.purpose = Purpose::prose;
    std::string line;
    for (int i = 0; i < words; ++i) line += "l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum,";
    node.paragraphs = lesson::paragraphs("```text\n" + line + "\n```\n");
    view.root.children = {node};
    Headless window(view, 640, 480);
    EXPECT_FALSE(window.cuts_text());
    return window.placement("prose.command")->box.h;
  };
  EXPECT_GT(height(3), height(1)) << "one line of the text, several on the page";
}

TEST(Page, DrawsGlyphsThatAreNewInTheSameFrame) {
  Headless window;
  window.node("header").label = "Ωμέγα ≠ ∞";
  const int before = window.vertices;
  window.draw();
  EXPECT_NE(window.vertices, before);
}

/// How far beyond the table's place something is drawn at its height, the scroll bar at the window's edge aside.
double overhang(Headless& window, double width) {
  const ui::Box box = window.placement("table")->box;
  double right = box.right();
  const ImDrawData* drawn = ImGui::GetDrawData();
  for (int i = 0; i < drawn->CmdListsCount; ++i) {
    for (const ImDrawVert& vertex : drawn->CmdLists[i]->VtxBuffer) {
      if (vertex.pos.y <= box.y || vertex.pos.y >= box.bottom() || vertex.pos.x > width - 8) continue;
      right = std::max<double>(right, vertex.pos.x);
    }
  }
  return right - box.right();
}

TEST(Page, NoTableIsWiderThanItsPlace) {
  const std::string ops = "add, gelu, mul, add, relu, sin, cos, square, neg, add, exp, tanh, sigmoid";
  session::View view;
  session::Node table;
  table.id = "table";
  table.purpose = session::Purpose::table;
  for (const std::string& why : {std::string("what bounds it"), std::string(100, 'w') + " and " + ops, ops}) {
    table.rows.push_back(tests::row("unfused\t" + ops + "\t27\t1.81 GB\t26.3 ms\t" + why, "--nnn-"));
  }
  view.root.children.push_back(table);
  for (const double width : {1280.0, 900.0, 640.0, 480.0}) {
    Headless window(view, width, 720);
    EXPECT_LE(overhang(window, width), 1) << width;
  }
}

TEST(Page, ATableStandsCloserBeforeItBreaksANumber) {
  const auto high = [](const std::string& source, double width) {
    session::View view;
    session::Node table;
    table.id = "table";
    table.purpose = session::Purpose::table;
    table.rows = {
        tests::row("\tunfused\tfused\tratio\tsource"),
        tests::row(
            "time, cold\t129 µs (129 µs to 130 µs, n 200)\t64.4 µs (63.1 µs to 64.7 µs, n 200)\t2.01x\t" + source,
            "-nnn-")};
    view.root.children.push_back(table);
    Headless window(view, width, 720);
    return window.placement("table")->box.h;
  };
  // What stands below the row takes a line; a broken number would take another.
  EXPECT_EQ(high("model (NVIDIA H200, calibrated 2026-11-22)", 690),
            high("model (NVIDIA H200, calibrated 2026-11-22)", 740));
}

TEST(Page, AsksForFiguresThatFillTheirPlaceWithoutScaling) {
  const ui::Theme theme{figure::Theme::light, 1};
  const ui::FigureFrame laptop = ui::figure_frame(theme, 1280, 720);
  EXPECT_GT(laptop.width, 600);
  EXPECT_LE(laptop.width, 960);
  const ui::FigureFrame wall = ui::figure_frame(theme, 1920, 1080);
  EXPECT_DOUBLE_EQ(wall.width, 960);  // drawn larger rather than with smaller type
  const ui::Theme projector{figure::Theme::projector, 1};
  const ui::FigureFrame low = ui::figure_frame(projector, 1280, 720), high = ui::figure_frame(projector, 1920, 1080);
  EXPECT_LT(low.height, 0.45 * low.width) << "what is left below the question";
  EXPECT_GE(low.height, 0.2 * low.width);
  EXPECT_GE(high.height, low.height);
}

TEST(Page, ListsEveryKeyOfTheViewOnF1) {
  Headless window;
  window.key("F1");
  EXPECT_EQ(window.page.overlay(), ui::Overlay::keys);
  const auto lines = ui::key_lines(window.view);
  const auto has = [&](const std::string& key) {
    return std::any_of(lines.begin(), lines.end(), [&](const ui::KeyLine& line) { return line.key == key; });
  };
  EXPECT_TRUE(has("Enter"));
  EXPECT_TRUE(has("PageUp")) << "Left moves the caret of the open field";
  EXPECT_TRUE(has("Esc"));
  EXPECT_FALSE(has("Right, PageDown, Space")) << "disabled: it does nothing now";
  window.key("Escape");
  EXPECT_EQ(window.page.overlay(), ui::Overlay::none);
  EXPECT_TRUE(window.acts.empty()) << "Esc closed the list and did nothing else";
}

TEST(Page, ShowsAndCopiesTheTextTwin) {
  Headless window;
  window.key("F2");
  EXPECT_EQ(window.page.overlay(), ui::Overlay::twin);
  window.key("Ctrl+C");
  EXPECT_EQ(window.copied, session::text_twin(window.view));
  window.key("Ctrl+T");
  EXPECT_EQ(window.page.overlay(), ui::Overlay::none);
}

}  // namespace page_test
