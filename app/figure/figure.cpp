// Stages, the text twin and the hash of a figure.
#include "figure/figure.hpp"

#include "base/hash.hpp"
#include "base/names.hpp"
#include "base/text.hpp"
#include "figure/table.hpp"
#include "figure/utf8.hpp"

#include <algorithm>
#include <bit>
#include <type_traits>

namespace figure {
namespace {

/// The marks as bytes: every field in a fixed order, each mark opened by its kind.
class Canonical {
 public:
  void add(double number) {
    // -0 and 0 draw alike.
    const auto bits = std::bit_cast<std::uint64_t>(number == 0 ? 0.0 : number);
    for (int shift = 0; shift < 64; shift += 8) bytes_ += static_cast<char>(bits >> shift);
  }
  void add(const std::string& text) {
    add(static_cast<double>(text.size()));
    bytes_ += text;
  }
  void add(bool flag) { bytes_ += flag ? '\1' : '\0'; }
  void add(Point point) { add(point.x), add(point.y); }
  void add(const Paint& paint) {
    bytes_ += static_cast<char>(paint.role);
    bytes_ += static_cast<char>(paint.shade);
    add(paint.alpha);
  }
  void add(const Stroke& stroke) { add(stroke.paint), add(stroke.width), add(stroke.dash); }
  template <class T>
  void add(const std::optional<T>& maybe) {
    add(maybe.has_value());
    if (maybe) add(*maybe);
  }
  void add(const std::vector<Point>& points) {
    add(static_cast<double>(points.size()));
    for (Point point : points) add(point);
  }
  void add(const Polyline& line) { add(line.points), add(line.stroke); }
  void add(const Rect& rect) {
    add(rect.at), add(rect.width), add(rect.height), add(rect.radius), add(rect.fill), add(rect.stroke);
    add(rect.hatched);
  }
  void add(const Circle& circle) { add(circle.center), add(circle.radius), add(circle.fill), add(circle.stroke); }
  void add(const Polygon& polygon) { add(polygon.points), add(polygon.fill), add(polygon.stroke); }
  void add(const Text& text) {
    add(text.at), add(text.text), add(text.size), add(text.paint), add(text.upward);
    bytes_ += static_cast<char>(text.face);
    bytes_ += static_cast<char>(text.anchor);
  }
  void add(const ClipBegin& clip) { add(clip.at), add(clip.width), add(clip.height); }
  void add(const ClipEnd&) {}
  void add(const Mark& mark) {
    bytes_ += static_cast<char>(mark.shape.index());
    std::visit([&](const auto& shape) { add(shape); }, mark.shape);
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

std::string aligned(const Table& table) {
  std::vector<std::vector<std::string>> lines(1);
  for (const Column& column : table.columns) {
    lines[0].push_back(clean_line(heading({shown_name(column), column.unit})));
  }
  for (const Row& row : table.rows) {
    auto& cells = lines.emplace_back();
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      cells.push_back(c < row.cells.size() && !row.cells[c].empty() ? clean_line(row.cells[c]) : "-");
    }
  }
  std::vector<std::size_t> widths;
  std::vector<bool> rightward;  ///< numbers line up on the right
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    widths.push_back(0);
    for (const auto& cells : lines) widths[c] = std::max(widths[c], base::count_characters(cells[c]));
    rightward.push_back(is_numeric(table, c));
  }
  std::string out;
  for (const auto& cells : lines) {
    std::string line;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      const std::string padding(widths[c] - base::count_characters(cells[c]), ' ');
      line += c == 0 ? "" : "  ";
      line += rightward[c] ? padding + cells[c] : cells[c] + padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

}  // namespace

std::string_view name(Stage stage) {
  static constexpr base::Names<Stage, Stage::truth> names("question", "guess", "model", "truth");
  return names[stage];
}

bool seen(const Mark& mark, Stage stage) {
  return mark.from <= stage && stage <= mark.until;
}

Figure at(const Figure& figure, Stage stage) {
  Figure shown = figure;
  shown.stage = stage;
  std::erase_if(shown.marks, [&](const Mark& mark) { return !seen(mark, stage); });
  std::erase_if(shown.table.rows, [&](const Row& row) { return row.from > stage; });
  if (stage < Stage::truth && !figure.question.empty()) {
    shown.title = figure.question;
    shown.description = figure.question_description;
  }
  return shown;
}

std::string text_twin(const Figure& figure) {
  const Figure shown = at(figure, figure.stage);
  std::string out;
  const auto paragraph = [&](const std::string& text) {
    if (!text.empty()) out += (out.empty() ? "" : "\n") + text + (text.ends_with('\n') ? "" : "\n");
  };
  paragraph(shown.title);
  paragraph(shown.description);
  if (!shown.table.rows.empty()) paragraph(aligned(shown.table));
  std::string facts;
  for (const Fact& fact : shown.provenance) facts += shown_key(fact) + ": " + clean_line(fact.value) + '\n';
  paragraph(facts);
  return out;
}

std::uint64_t hash(const Figure& figure) {
  Canonical canonical;
  canonical.add(Point{figure.width, figure.height});
  for (const Mark& mark : figure.marks) {
    if (seen(mark, figure.stage)) canonical.add(mark);
  }
  return base::hash64(canonical.bytes());
}

}  // namespace figure
