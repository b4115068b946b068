// A drawing as data: marks + table + provenance + the scene that restores it. Knows no kernel.
#pragma once

#include "figure/palette.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace figure {

struct Point {
  double x = 0, y = 0;  ///< figure units, y down; one unit = one pixel at 1x
  bool operator==(const Point&) const = default;
};

struct Paint {
  Role role = Role::ink;
  Shade shade = Shade::fill;
  double alpha = 1;
  bool operator==(const Paint&) const = default;
};

struct Stroke {
  Paint paint;
  double width = 1;
  double dash = 0;  ///< length of dash and gap; 0 = solid
  bool operator==(const Stroke&) const = default;
};

enum class Anchor { start, middle, end };
enum class Face { words, words_bold, figures };  ///< Inter, Inter SemiBold, JetBrains Mono

struct Polyline {
  std::vector<Point> points{};
  Stroke stroke{};
  bool operator==(const Polyline&) const = default;
};
struct Rect {
  Point at;
  double width = 0, height = 0;
  double radius = 0;
  std::optional<Paint> fill{};
  std::optional<Stroke> stroke{};
  bool hatched = false;  ///< hatched: 'worked out'
  bool operator==(const Rect&) const = default;
};
struct Circle {
  Point center;
  double radius = 0;
  std::optional<Paint> fill{};
  std::optional<Stroke> stroke{};
  bool operator==(const Circle&) const = default;
};
struct Polygon {
  std::vector<Point> points;
  std::optional<Paint> fill{};
  std::optional<Stroke> stroke{};
  bool operator==(const Polygon&) const = default;
};  ///< convex
struct Text {
  Point at;  ///< on the baseline
  std::string text;
  double size = 14;
  Face face = Face::words;
  Paint paint{Role::ink, Shade::text};
  Anchor anchor = Anchor::start;
  bool upward = false;  ///< 90 degrees, reads bottom to top
  bool operator==(const Text&) const = default;
};
struct ClipBegin {
  Point at;
  double width = 0, height = 0;
  bool operator==(const ClipBegin&) const = default;
};
struct ClipEnd {
  bool operator==(const ClipEnd&) const = default;
};

/// What an audience sees next; one click each.
enum class Stage { question, guess, model, truth };
[[nodiscard]] std::string_view name(Stage stage);

struct Mark {
  std::variant<Polyline, Rect, Circle, Polygon, Text, ClipBegin, ClipEnd> shape;
  std::string id{};              ///< may be empty; the SVG's id, and what a click hits
  Stage from = Stage::question;  ///< first stage it is seen in
  Stage until = Stage::truth;    ///< last stage it is seen in (a '?' ends at guess)
  bool operator==(const Mark&) const = default;
};

/// Tidy: one row a fact. Empty cells are missing numbers, never zeros.
struct Column {
  std::string name;
  std::string unit{};
  bool operator==(const Column&) const = default;
};
struct Row {
  std::vector<std::string> cells{};
  Stage from = Stage::question;
  bool operator==(const Row&) const = default;
};
struct Table {
  std::vector<Column> columns;
  std::vector<Row> rows;
  bool operator==(const Table&) const = default;
};

/// Key and value lines in a fixed order: device, date, tier, version, remake command.
struct Fact {
  std::string key, value;
  bool operator==(const Fact&) const = default;
};

struct Figure {
  std::string id;                    ///< "bytes", "roofline"
  std::string title;                 ///< the finding, in a sentence
  std::string description;           ///< the text twin's first paragraph
  std::string question;              ///< what stands for the title before truth; empty = the title gives nothing away
  std::string question_description;  ///< and for the description, where `question` is given
  double width = 960, height = 540;
  Stage stage = Stage::truth;  ///< the stage it shows
  std::vector<Mark> marks;
  Table table;
  std::vector<Fact> provenance;
  std::string scene;  ///< opaque text that restores it
  bool operator==(const Figure&) const = default;
};

/// Whether a mark is seen at a stage.
[[nodiscard]] bool seen(const Mark& mark, Stage stage);
/// The figure as seen at a stage: later marks and rows are *gone*, not hidden. The frame does not move.
[[nodiscard]] Figure at(const Figure& figure, Stage stage);
/// Title, description, table as aligned text, provenance: everything the picture says at its stage.
/// A missing number is a '-'; lines end in '\n'.
[[nodiscard]] std::string text_twin(const Figure& figure);
/// Hash of the frame and of the marks seen at its stage: equal pictures, equal hash. Ids do not count.
[[nodiscard]] std::uint64_t hash(const Figure& figure);

}  // namespace figure
