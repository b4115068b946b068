// Marks to elements.
#include "exporter/svg_writer.hpp"

#include "exporter/figure_json.hpp"
#include "exporter/font_faces.hpp"
#include "exporter/number.hpp"
#include "exporter/xml.hpp"
#include "figure/hatch.hpp"
#include "figure/utf8.hpp"

#include <fmt/format.h>

namespace exporter {
namespace {

using namespace figure;

std::string hex(Color color) {
  return fmt::format("#{:02x}{:02x}{:02x}", color.r, color.g, color.b);
}

std::string attribute(const char* name, double value) {
  return fmt::format(" {}=\"{}\"", name, coordinate(value));
}

std::string points_attribute(const std::vector<Point>& points) {
  std::string list;
  for (const Point point : points) {
    list += (list.empty() ? "" : " ") + coordinate(point.x) + ',' + coordinate(point.y);
  }
  return " points=\"" + list + '"';
}

std::string box_attributes(Point at, double width, double height) {
  return attribute("x", at.x) + attribute("y", at.y) + attribute("width", width) + attribute("height", height);
}

std::string geometry(const Rect& rect) {
  return box_attributes(rect.at, rect.width, rect.height) + (rect.radius > 0 ? attribute("rx", rect.radius) : "");
}

/// The measured family first, then what the reader's machine may have, narrow before wide: a line that comes out
/// shorter than measured overlaps nothing.
std::string families(Face face) {
  const bool words = face != Face::figures;
  const std::string house = words ? "Inter" : "JetBrains Mono";
  const std::string& measured = font_file(face).family;
  std::string list = measured == house ? "" : '\'' + escape_xml(measured) + "', ";
  list += words ? "Inter, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
                : "'JetBrains Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace";
  return list;
}

/// Solid upright and level lines snap to whole pixels at any zoom; a dash would lose its beat, a slope its look, and a
/// line thinner than a pixel could fall between two of them.
std::string crisp(const Polyline& line) {
  const Point a = line.points[0], b = line.points[1];
  const bool straight = a.x == b.x || a.y == b.y;
  return straight && line.stroke.width >= 1 && line.stroke.dash == 0 ? " shape-rendering=\"crispEdges\"" : "";
}

const char* anchor_name(Anchor anchor) {
  return anchor == Anchor::middle ? "middle" : "end";
}

/// Viewers drop leading and doubled spaces unless told not to.
bool has_loose_spaces(std::string_view text) {
  return text.starts_with(' ') || text.ends_with(' ') || text.find("  ") != std::string_view::npos;
}

}  // namespace

std::string SvgWriter::paint_attribute(const char* name, const Paint& paint) const {
  std::string out = fmt::format(" {}=\"{}\"", name, hex(color(options_.theme, paint.role, paint.shade)));
  if (paint.alpha < 1) out += fmt::format(" {}-opacity=\"{}\"", name, coordinate(paint.alpha));
  return out;
}

std::string SvgWriter::fill(const std::optional<Paint>& paint) const {
  return paint ? paint_attribute("fill", *paint) : " fill=\"none\"";
}

std::string SvgWriter::stroke(const std::optional<Stroke>& stroke) const {
  if (!stroke) return {};
  std::string out = paint_attribute("stroke", stroke->paint) + attribute("stroke-width", stroke->width);
  if (stroke->dash > 0) out += attribute("stroke-dasharray", stroke->dash);
  return out;
}

std::string SvgWriter::id_attribute(const std::string& id) {
  if (id.empty()) return {};
  const std::string wanted = xml_id(id);
  std::string unique = wanted;
  for (int n = 2; !ids_.insert(unique).second; ++n) unique = wanted + '-' + std::to_string(n);
  return " id=\"" + unique + '"';
}

std::string SvgWriter::hatch_pattern(const Rect& rect) {
  const Stroke line = hatch_line(rect);
  // Named by its looks, so that equal hatchings share one pattern.
  const std::string look = paint_attribute("stroke", line.paint);
  const std::string id =
      "onetrip-hatch-" + hex(color(options_.theme, line.paint.role, line.paint.shade)).substr(1) +
      (line.paint.alpha < 1 ? '-' + coordinate(line.paint.alpha).substr(line.paint.alpha > 0 ? 2 : 0) : "");
  if (patterns_.insert(id).second) {
    const std::string s = coordinate(hatch_spacing), h = coordinate(hatch_spacing / 2);
    // The diagonal of the tile, and the corners that the neighbours' diagonals reach into.
    definitions_ += fmt::format(
        "    <pattern id=\"{0}\" patternUnits=\"userSpaceOnUse\" width=\"{1}\" height=\"{1}\">"
        "<path d=\"M-{2},{2}L{2},-{2}M0,{1}L{1},0M{2},{3}L{3},{2}\" fill=\"none\"{4}{5}/></pattern>\n",
        id, s, h, coordinate(hatch_spacing * 1.5), look, attribute("stroke-width", line.width));
  }
  return id;
}

void SvgWriter::polyline(const Polyline& line, const std::string& id) {
  const std::string name = id_attribute(id);
  if (line.points.size() == 2) {
    element("<line" + name + attribute("x1", line.points[0].x) + attribute("y1", line.points[0].y) +
            attribute("x2", line.points[1].x) + attribute("y2", line.points[1].y) + stroke(line.stroke) + crisp(line) +
            "/>");
  } else {
    element("<polyline" + name + points_attribute(line.points) + " fill=\"none\"" + stroke(line.stroke) + "/>");
  }
}

void SvgWriter::rect(const Rect& rect, const std::string& id) {
  const std::string name = id_attribute(id);
  if (!rect.hatched) {
    element("<rect" + name + geometry(rect) + fill(rect.fill) + stroke(rect.stroke) + "/>");
    return;
  }
  element("<g" + name + ">" + "<rect" + geometry(rect) + fill(hatch_ground(rect)) + "/>" + "<rect" + geometry(rect) +
          " fill=\"url(#" + hatch_pattern(rect) + ")\"" + stroke(rect.stroke) + "/></g>");
}

void SvgWriter::circle(const Circle& circle, const std::string& id) {
  element("<circle" + id_attribute(id) + attribute("cx", circle.center.x) + attribute("cy", circle.center.y) +
          attribute("r", circle.radius) + fill(circle.fill) + stroke(circle.stroke) + "/>");
}

void SvgWriter::polygon(const Polygon& polygon, const std::string& id) {
  element("<polygon" + id_attribute(id) + points_attribute(polygon.points) + fill(polygon.fill) +
          stroke(polygon.stroke) + "/>");
}

void SvgWriter::text(const Text& text, const std::string& id) {
  const std::string name = id_attribute(id);
  const std::string content = escape_xml(text.text);
  if (options_.text == TextMode::outlines) {
    const std::string turned = text.upward ? " rotate(-90)" : "";
    element("<path" + name + " aria-label=\"" + content + "\" transform=\"translate(" + coordinate(text.at.x) + ' ' +
            coordinate(text.at.y) + ')' + turned + "\" d=\"" + outline_path(text) + '"' + fill(text.paint) + "/>");
    return;
  }
  std::string out = "<text" + name + attribute("x", text.at.x) + attribute("y", text.at.y) + " font-family=\"" +
                    families(text.face) + '"' + attribute("font-size", text.size);
  if (text.face == Face::words_bold) out += " font-weight=\"600\"";
  if (text.anchor != Anchor::start) out += fmt::format(" text-anchor=\"{}\"", anchor_name(text.anchor));
  if (text.upward) out += " transform=\"rotate(-90 " + coordinate(text.at.x) + ' ' + coordinate(text.at.y) + ")\"";
  if (has_loose_spaces(clean_line(text.text))) out += " xml:space=\"preserve\"";
  element(out + fill(text.paint) + '>' + content + "</text>");
}

void SvgWriter::clip_begin(const ClipBegin& clip) {
  const std::string id = "onetrip-clip-" + std::to_string(++clips_);
  definitions_ +=
      "    <clipPath id=\"" + id + "\"><rect" + box_attributes(clip.at, clip.width, clip.height) + "/></clipPath>\n";
  element("<g clip-path=\"url(#" + id + ")\">");
  indent_ += "  ";
}

void SvgWriter::clip_end() {
  indent_.resize(indent_.size() - 2);
  element("</g>");
}

std::string to_svg(const Figure& figure, const Options& options) {
  const Figure shown = at(figure, figure.stage);
  SvgWriter writer(options);
  draw(shown, writer);
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  // Text is measured glyph by glyph: a viewer must neither kern nor join letters ("->" in code faces).
  out += fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\"{0}{1} viewBox=\"0 0 {2} {3}\" role=\"img\""
      " aria-labelledby=\"onetrip-title onetrip-description\" stroke-linejoin=\"round\""
      " style=\"font-kerning:none;font-variant-ligatures:none\">\n",
      attribute("width", shown.width), attribute("height", shown.height), coordinate(shown.width),
      coordinate(shown.height));
  out += "  <title id=\"onetrip-title\">" + escape_xml(shown.title) + "</title>\n";
  out += "  <desc id=\"onetrip-description\">" + escape_xml(shown.description, true) + "</desc>\n";
  out += "  <metadata>\n    <onetrip:figure xmlns:onetrip=\"urn:onetrip:figure:1\" type=\"application/json\">" +
         escape_xml(dump(data_json(shown), 1), true) + "</onetrip:figure>\n  </metadata>\n";
  if (!writer.definitions().empty()) out += "  <defs>\n" + writer.definitions() + "  </defs>\n";
  if (!options.transparent) {
    const Color page = color(options.theme, Role::page, Shade::fill);
    out += "  <rect" + box_attributes({0, 0}, shown.width, shown.height) + " fill=\"" + hex(page) + "\"/>\n";
  }
  return out + writer.body() + "</svg>\n";
}

}  // namespace exporter
