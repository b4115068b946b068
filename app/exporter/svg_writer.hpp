// A figure as SVG 1.1: real <text>, ids, and its data, provenance and scene inside.
#pragma once

#include "exporter/write.hpp"
#include "figure/renderer.hpp"

#include <set>
#include <string>

namespace exporter {

/// Writes presentation attributes, not style sheets: slide programs and editors read those.
class SvgWriter final : public figure::Renderer {
 public:
  explicit SvgWriter(const Options& options) : options_(options) {}
  void polyline(const figure::Polyline& line, const std::string& id) override;
  void rect(const figure::Rect& rect, const std::string& id) override;
  void circle(const figure::Circle& circle, const std::string& id) override;
  void polygon(const figure::Polygon& polygon, const std::string& id) override;
  void text(const figure::Text& text, const std::string& id) override;
  void clip_begin(const figure::ClipBegin& clip) override;
  void clip_end() override;
  /// What was drawn, and the definitions it uses.
  [[nodiscard]] const std::string& body() const { return body_; }
  [[nodiscard]] const std::string& definitions() const { return definitions_; }

 private:
  [[nodiscard]] std::string paint_attribute(const char* name, const figure::Paint& paint) const;
  [[nodiscard]] std::string fill(const std::optional<figure::Paint>& paint) const;
  [[nodiscard]] std::string stroke(const std::optional<figure::Stroke>& stroke) const;
  [[nodiscard]] std::string id_attribute(const std::string& id);
  [[nodiscard]] std::string hatch_pattern(const figure::Rect& rect);
  void element(const std::string& text) { body_ += indent_ + text + '\n'; }

  Options options_;
  std::string body_, definitions_, indent_ = "  ";
  std::set<std::string> ids_;       ///< used already
  std::set<std::string> patterns_;  ///< defined already
  int clips_ = 0;                   ///< defined already
};

}  // namespace exporter
