// Field by field, in the order of the headers.
#include "exporter/figure_json.hpp"

#include "base/names.hpp"
#include "base/text.hpp"
#include "figure/table.hpp"

#include <utility>

namespace exporter {
namespace {

using nlohmann::ordered_json;
using namespace figure;

constexpr base::Names<Role, Role::skin> roles("page", "panel", "ink", "quiet_ink", "hairline", "unfused", "fused",
                                              "guess", "model", "l2", "launch", "accent", "good", "bad", "skin");
constexpr base::Names<Shade, Shade::tint> shades("fill", "text", "tint");
constexpr base::Names<Anchor, Anchor::end> anchors("start", "middle", "end");
constexpr base::Names<Face, Face::figures> faces("words", "words_bold", "figures");

ordered_json json_of(const Paint& paint) {
  ordered_json json{{"role", roles[paint.role]}, {"shade", shades[paint.shade]}};
  if (paint.alpha < 1) json["alpha"] = paint.alpha;
  return json;
}

ordered_json json_of(const Stroke& stroke) {
  ordered_json json{{"paint", json_of(stroke.paint)}, {"width", stroke.width}};
  if (stroke.dash > 0) json["dash"] = stroke.dash;
  return json;
}

ordered_json json_of(const std::vector<Point>& points) {
  ordered_json json = ordered_json::array();
  for (const Point point : points) json.push_back({point.x, point.y});
  return json;
}

template <class Shape>
void add_paints(ordered_json& json, const Shape& shape) {
  if (shape.fill) json["fill"] = json_of(*shape.fill);
  if (shape.stroke) json["stroke"] = json_of(*shape.stroke);
}

struct MarkJson {
  ordered_json operator()(const Polyline& line) const {
    return {{"kind", "polyline"}, {"points", json_of(line.points)}, {"stroke", json_of(line.stroke)}};
  }
  ordered_json operator()(const Rect& rect) const {
    ordered_json json{
        {"kind", "rect"}, {"x", rect.at.x}, {"y", rect.at.y}, {"width", rect.width}, {"height", rect.height}};
    if (rect.radius > 0) json["radius"] = rect.radius;
    add_paints(json, rect);
    if (rect.hatched) json["hatched"] = true;
    return json;
  }
  ordered_json operator()(const Circle& circle) const {
    ordered_json json{{"kind", "circle"}, {"x", circle.center.x}, {"y", circle.center.y}, {"radius", circle.radius}};
    add_paints(json, circle);
    return json;
  }
  ordered_json operator()(const Polygon& polygon) const {
    ordered_json json{{"kind", "polygon"}, {"points", json_of(polygon.points)}};
    add_paints(json, polygon);
    return json;
  }
  ordered_json operator()(const Text& text) const {
    ordered_json json{{"kind", "text"},
                      {"x", text.at.x},
                      {"y", text.at.y},
                      {"text", text.text},
                      {"size", text.size},
                      {"face", faces[text.face]},
                      {"paint", json_of(text.paint)}};
    if (text.anchor != Anchor::start) json["anchor"] = anchors[text.anchor];
    if (text.upward) json["upward"] = true;
    return json;
  }
  ordered_json operator()(const ClipBegin& clip) const {
    return {{"kind", "clip_begin"}, {"x", clip.at.x}, {"y", clip.at.y}, {"width", clip.width}, {"height", clip.height}};
  }
  ordered_json operator()(const ClipEnd&) const { return {{"kind", "clip_end"}}; }
};

ordered_json cell_json(const Row& row, std::size_t column, bool numeric) {
  const std::string cell = plain_cell(row, column);
  if (cell.empty()) return nullptr;
  if (!numeric) return cell;
  if (const auto integer = base::to_integer(cell)) return *integer;
  return *base::to_number(cell);
}

ordered_json table_json(const Table& table) {
  ordered_json columns = ordered_json::array(), rows = ordered_json::array();
  std::vector<bool> numeric;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    columns.push_back({{"name", table.columns[c].name}, {"unit", table.columns[c].unit}});
    numeric.push_back(is_numeric(table, c));
  }
  for (const Row& row : table.rows) {
    ordered_json cells = ordered_json::array();
    for (std::size_t c = 0; c < table.columns.size(); ++c) cells.push_back(cell_json(row, c, numeric[c]));
    rows.push_back(std::move(cells));
  }
  return {{"columns", std::move(columns)}, {"rows", std::move(rows)}};
}

}  // namespace

ordered_json data_json(const Figure& figure) {
  const Figure shown = at(figure, figure.stage);
  ordered_json provenance = ordered_json::array();
  for (const Fact& fact : shown.provenance) provenance.push_back({{"key", fact.key}, {"value", fact.value}});
  return {{"format", "onetrip figure"},
          {"version", 1},
          {"id", shown.id},
          {"title", shown.title},
          {"description", shown.description},
          {"stage", name(shown.stage)},
          {"table", table_json(shown.table)},
          {"provenance", std::move(provenance)},
          {"scene", shown.scene}};
}

ordered_json marks_json(const Figure& figure) {
  ordered_json marks = ordered_json::array();
  for (const Mark& mark : figure.marks) {
    if (!seen(mark, figure.stage)) continue;
    ordered_json json = std::visit(MarkJson{}, mark.shape);
    if (!mark.id.empty()) json["id"] = mark.id;
    marks.push_back(std::move(json));
  }
  return marks;
}

std::string dump(const ordered_json& json, int indent) {
  return json.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace exporter
