// PDF and PNG: making the surface, drawing, taking the bytes.
#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/words.hpp"
#include "exporter/cairo_renderer.hpp"
#include "exporter/figure_json.hpp"
#include "figure/utf8.hpp"

#include <cairo-pdf.h>

#include <cassert>
#include <cmath>
#include <memory>

namespace exporter {
namespace {

using figure::Figure;

struct SurfaceDestroy {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
struct ContextDestroy {
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};
using Surface = std::unique_ptr<cairo_surface_t, SurfaceDestroy>;
using Context = std::unique_ptr<cairo_t, ContextDestroy>;

constexpr double points_per_unit = 0.75;  ///< 72 points and 96 units an inch: 960 x 540 is a 10 x 5.625 inch slide

void check(cairo_status_t status, std::string_view key) {
  if (status == CAIRO_STATUS_SUCCESS) return;
  throw base::MachineError(base::say(key, {{"cause", cairo_status_to_string(status)}}));
}

cairo_status_t append(void* sink, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(sink)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

/// "device: Xeon; date: 2026-01-02"
std::string one_line(const std::vector<figure::Fact>& facts) {
  std::string line;
  for (const figure::Fact& fact : facts) line += (line.empty() ? "" : "; ") + fact.key + ": " + fact.value;
  return figure::clean_line(line);
}

void set_metadata(cairo_surface_t* surface, const Figure& figure) {
  // Else Cairo writes today's date, and the same figure gives other bytes tomorrow. The measurement's own date is
  // among the facts.
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
  const std::string title = figure::clean_line(figure.title), subject = figure::clean_line(figure.description);
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title.c_str());
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, subject.c_str());
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_KEYWORDS, one_line(figure.provenance).c_str());
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, ("Onetrip " + base::version()).c_str());
}

/// Cairo's premultiplied words in machine order to bytes r, g, b, a.
std::vector<std::uint8_t> to_rgba(cairo_surface_t* surface, int width, int height) {
  cairo_surface_flush(surface);
  const unsigned char* data = cairo_image_surface_get_data(surface);
  const int stride = cairo_image_surface_get_stride(surface);
  std::vector<std::uint8_t> rgba;
  rgba.reserve(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (int y = 0; y < height; ++y) {
    const auto* row = reinterpret_cast<const std::uint32_t*>(data + static_cast<std::ptrdiff_t>(y) * stride);
    for (int x = 0; x < width; ++x) {
      const std::uint32_t alpha = row[x] >> 24;
      for (int shift : {16, 8, 0}) {
        const std::uint32_t channel = row[x] >> shift & 0xFFu;
        rgba.push_back(static_cast<std::uint8_t>(alpha == 0 ? 0 : (channel * 255 + alpha / 2) / alpha));
      }
      rgba.push_back(static_cast<std::uint8_t>(alpha));
    }
  }
  return rgba;
}

}  // namespace

std::string to_pdf(const std::vector<Figure>& pages, const Options& options) {
  std::string out;
  const Surface surface(cairo_pdf_surface_create_for_stream(&append, &out, 1, 1));
  assert(!pages.empty());
  set_metadata(surface.get(), at(pages.front(), pages.front().stage));
  {
    const Context context(cairo_create(surface.get()));
    for (const Figure& figure : pages) {
      cairo_pdf_surface_set_size(surface.get(), figure.width * points_per_unit, figure.height * points_per_unit);
      cairo_save(context.get());
      cairo_scale(context.get(), points_per_unit, points_per_unit);
      CairoRenderer renderer(context.get(), options, Medium::page, 1);
      renderer.page(figure.width, figure.height);
      draw(figure, renderer);
      cairo_restore(context.get());
      cairo_show_page(context.get());
    }
    check(cairo_status(context.get()), "exporter.not_drawn.pdf");
  }
  cairo_surface_finish(surface.get());
  check(cairo_surface_status(surface.get()), "exporter.not_drawn.pdf");
  return out;
}

std::string to_png(const Figure& figure, const Options& options) {
  const Figure shown = at(figure, figure.stage);
  const int width = static_cast<int>(std::lround(shown.width * options.scale));
  const int height = static_cast<int>(std::lround(shown.height * options.scale));
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height));
  check(cairo_surface_status(surface.get()), "exporter.not_drawn.png");
  const Context context(cairo_create(surface.get()));
  cairo_scale(context.get(), options.scale, options.scale);
  CairoRenderer renderer(context.get(), options, Medium::pixels, options.scale);
  renderer.page(shown.width, shown.height);
  draw(shown, renderer);
  check(cairo_status(context.get()), "exporter.not_drawn.png");
  std::vector<figure::Fact> texts = {
      {"Title", shown.title}, {"Description", shown.description}, {"Software", "Onetrip " + base::version()}};
  texts.insert(texts.end(), shown.provenance.begin(), shown.provenance.end());
  texts.push_back({"onetrip:figure", dump(data_json(shown), -1)});
  const int dots =
      options.dots_per_inch > 0 ? options.dots_per_inch : static_cast<int>(std::lround(96 * options.scale));
  return encode_png(width, height, to_rgba(surface.get(), width, height), dots, texts);
}

}  // namespace exporter
