// What can be said of any figure: its words at a stage, its frame, and what overlaps.
#pragma once

#include "base/resources.hpp"
#include "figure/box.hpp"
#include "figure/figure.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <span>

namespace tests {

inline constexpr figure::Stage stages[] = {figure::Stage::question, figure::Stage::guess, figure::Stage::model,
                                           figure::Stage::truth};

/// Everything that can be read from the figure as it is seen at a stage, hidden places included.
inline std::string readable(const figure::Figure& figure, figure::Stage stage) {
  const figure::Figure shown = figure::at(figure, stage);
  std::string out = figure::text_twin(shown) + shown.scene + "\n";
  for (const figure::Mark& mark : shown.marks) {
    if (const auto* text = std::get_if<figure::Text>(&mark.shape)) out += text->text + "\n";
    out += mark.id + "\n";
  }
  return out;
}

/// A line a mark, coordinates to a tenth: for golden files and for comparing frames.
inline std::string dump(const figure::Mark& mark) {
  const auto point = [](figure::Point p) { return fmt::format("{:.1f},{:.1f}", p.x, p.y); };
  const auto points = [&](const std::vector<figure::Point>& list) {
    std::string out;
    for (figure::Point p : list) out += " " + point(p);
    return out;
  };
  const std::string head = fmt::format("{}-{} {}", figure::name(mark.from), figure::name(mark.until), mark.id);
  struct Shape {
    decltype(point)& at;
    decltype(points)& all;
    std::string operator()(const figure::Polyline& m) const { return "line" + all(m.points); }
    std::string operator()(const figure::Rect& m) const {
      return fmt::format("rect {} {:.1f}x{:.1f}{}{}", at(m.at), m.width, m.height, m.fill ? " filled" : "",
                         m.hatched ? " hatched" : "");
    }
    std::string operator()(const figure::Circle& m) const {
      return fmt::format("circle {} {:.1f}{}", at(m.center), m.radius, m.fill ? " filled" : "");
    }
    std::string operator()(const figure::Polygon& m) const { return "polygon" + all(m.points); }
    std::string operator()(const figure::Text& m) const {
      return fmt::format("text {} {:.0f} '{}'", at(m.at), m.size, m.text);
    }
    std::string operator()(const figure::ClipBegin& m) const { return "clip " + at(m.at); }
    std::string operator()(const figure::ClipEnd&) const { return "clip end"; }
  };
  return head + " " + std::visit(Shape{point, points}, mark.shape) + "\n";
}

inline std::string dump(const figure::Figure& figure) {
  std::string out;
  for (const figure::Mark& mark : figure.marks) out += dump(mark);
  return out;
}

/// The text twin without the version, which golden files outlive.
inline std::string masked_twin(const figure::Figure& figure) {
  std::string out = figure::text_twin(figure);
  const std::string line = "version: " + base::version();
  const std::size_t at = out.find(line);
  return at == std::string::npos ? out : out.replace(at, line.size(), "version: VERSION");
}

/// The shapes of a stage, without ids and stages.
inline std::string shapes_at(const figure::Figure& figure, figure::Stage stage) {
  std::string out;
  for (figure::Mark mark : figure::at(figure, stage).marks) {
    mark.id.clear();
    mark.from = figure::Stage::question;
    mark.until = figure::Stage::truth;
    out += dump(mark);
  }
  return out;
}

/// No two texts of a stage cover each other, and no mark leaves the frame.
inline void expect_tidy(const figure::Figure& figure, const std::string& what,
                        std::span<const figure::Stage> at = stages) {
  const figure::Box frame{-0.5, -0.5, figure.width + 1, figure.height + 1};
  for (figure::Stage stage : at) {
    std::vector<const figure::Text*> texts;
    const figure::Figure shown = figure::at(figure, stage);
    for (const figure::Mark& mark : shown.marks) {
      const auto box = figure::bounds(mark);
      if (!box) continue;
      const bool inside = figure::contains(frame, {box->x, box->y}) &&
                          figure::contains(frame, {box->x + box->width, box->y + box->height});
      EXPECT_TRUE(inside) << what << ", " << figure::name(stage) << ": outside the frame: " << dump(mark);
      if (const auto* text = std::get_if<figure::Text>(&mark.shape)) texts.push_back(text);
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
      for (std::size_t j = i + 1; j < texts.size(); ++j) {
        // Ascent to descent is more than the ink: lines set close may share a sliver.
        const auto ink = [](const figure::Text& text) {
          figure::Box box = figure::bounds(text);
          return figure::Box{box.x, box.y + 0.2 * text.size, box.width, box.height - 0.35 * text.size};
        };
        EXPECT_LT(figure::overlap(ink(*texts[i]), ink(*texts[j])), 1.0)
            << what << ", " << figure::name(stage) << ": '" << texts[i]->text << "' over '" << texts[j]->text << "'";
      }
    }
  }
}

/// No hairline of a stage runs through type.
inline void expect_clear_type(const figure::Figure& figure, const std::string& what) {
  for (figure::Stage stage : stages) {
    const figure::Figure shown = figure::at(figure, stage);
    for (const figure::Mark& mark : shown.marks) {
      const auto* line = std::get_if<figure::Polyline>(&mark.shape);
      if (line == nullptr || line->stroke.paint.role != figure::Role::hairline) continue;
      for (const figure::Mark& other : shown.marks) {
        const auto* text = std::get_if<figure::Text>(&other.shape);
        if (text == nullptr) continue;
        for (std::size_t i = 1; i < line->points.size(); ++i) {
          const double through = figure::length_inside(figure::bounds(*text), line->points[i - 1], line->points[i]);
          EXPECT_LT(through, 1.0) << what << ", " << figure::name(stage) << ": a line runs through '" << text->text
                                  << "'";
        }
      }
    }
  }
}

}  // namespace tests
