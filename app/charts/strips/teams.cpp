// Three panels, each what one mark of the panel before it is, enlarged.
#include "charts/strips/teams.hpp"

#include "base/units.hpp"
#include "base/words.hpp"
#include "charts/frame/type.hpp"

#include <algorithm>

namespace charts {
namespace {

using figure::Paint;
using figure::Point;
using figure::Role;
using figure::Shade;

constexpr int threads_of_warp = 32, warps_of_block = 8, blocks_of_kernel = 4096;
constexpr int threads_of_block = threads_of_warp * warps_of_block;
constexpr Paint lit{Role::accent, Shade::fill}, plain{Role::accent, Shade::tint};
constexpr figure::Stroke edge{{Role::accent, Shade::fill}, 1, 0};

/// A grid of marks in a square.
struct Grid {
  Point at;
  double side = 0;
  int across = 1, down = 1;
  [[nodiscard]] double wide() const { return side / across; }
  [[nodiscard]] double high() const { return side / down; }
};

class TeamsDrawing {
 public:
  explicit TeamsDrawing(const TeamsSheet& sheet) : sheet_(sheet) {
    figure_.id = "teams";
    figure_.width = sheet.width;
    figure_.height = sheet.height;
    figure_.title = base::say("chart.teams.title");
    figure_.description = base::say("chart.teams.description");
  }

  figure::Figure draw() {
    const double pad = scaled(24), gap = sheet_.width * 0.09, words = scaled(56), head = scaled(48);
    const double room = (sheet_.width - 2 * pad - 2 * gap) / 3;
    const double side = std::max(0.0, std::min(room, sheet_.height - head - words - pad));
    const double step = room + gap, top = head + (sheet_.height - head - words - pad - side) / 2;
    const double left = pad + (room - side) / 2;
    text({pad, scaled(30)}, figure_.title, 20, figure::Face::words_bold, figure::Anchor::start);
    const Grid kernel{{left, top}, side, 8, 8}, block{{left + step, top}, side, 1, warps_of_block},
        warp{{left + 2 * step, top}, side, 8, 4};
    marks(kernel, kernel.across - 1);  // at the right, so that no line crosses the others
    marks(block, 0);
    threads(warp);
    lens(kernel, block);
    lens(block, warp);
    const double below = top + side + scaled(24);
    label(kernel, below, "kernel", blocks_of_kernel);
    label(block, below, "block", warps_of_block);
    label(warp, below, "warp", threads_of_warp);
    figure_.table = table();
    return std::move(figure_);
  }

 private:
  [[nodiscard]] double scaled(double size) const { return size * sheet_.text_scale; }

  void add(decltype(figure::Mark::shape) shape) { figure_.marks.push_back({std::move(shape)}); }

  void text(Point at, std::string words, double size, figure::Face face, figure::Anchor anchor) {
    figure::Text text;
    text.at = at;
    text.text = std::move(words);
    text.size = scaled(size);
    text.face = face;
    text.anchor = anchor;
    add(std::move(text));
  }

  /// Rounded marks, of which one is lit.
  void marks(const Grid& grid, int chosen) {
    const double air = std::min(scaled(3), grid.high() / 4);
    for (int i = 0; i < grid.across * grid.down; ++i) {
      figure::Rect mark;
      mark.at = {grid.at.x + (i % grid.across) * grid.wide() + air, grid.at.y + (i / grid.across) * grid.high() + air};
      mark.width = grid.wide() - 2 * air;
      mark.height = grid.high() - 2 * air;
      mark.radius = scaled(3);
      mark.fill = i == chosen ? lit : plain;
      mark.stroke = edge;
      add(std::move(mark));
    }
  }

  void threads(const Grid& grid) {
    const double radius = std::min(grid.wide(), grid.high()) * 0.34;
    for (int i = 0; i < grid.across * grid.down; ++i) {
      const Point center{grid.at.x + (i % grid.across + 0.5) * grid.wide(),
                         grid.at.y + (i / grid.across + 0.5) * grid.high()};
      add(figure::Circle{center, radius, i == 0 ? lit : plain, edge});
    }
  }

  /// From the lit mark, the right one of the first row, to what it is, enlarged.
  void lens(const Grid& from, const Grid& to) {
    const double air = scaled(3), right = from.at.x + from.side - air;
    const figure::Stroke thin{{Role::hairline, Shade::fill}, scaled(1), 0};
    add(figure::Polyline{{{right, from.at.y + air}, {to.at.x - scaled(4), to.at.y}}, thin});
    add(figure::Polyline{{{right, from.at.y + from.high() - air}, {to.at.x - scaled(4), to.at.y + to.side}}, thin});
  }

  void label(const Grid& grid, double y, std::string_view key, int count) {
    const std::string prefix = "chart.teams." + std::string(key);
    const double middle = grid.at.x + grid.side / 2;
    text({middle, y}, base::say(prefix), 16, figure::Face::words_bold, figure::Anchor::middle);
    text({middle, y + scaled(22)}, base::say(prefix + ".of", {{"n", base::group_digits(count)}}), 14,
         figure::Face::words, figure::Anchor::middle);
  }

  [[nodiscard]] static figure::Table table() {
    const auto row = [](std::string_view key, int count, int threads) {
      const std::string prefix = "chart.teams." + std::string(key);
      return figure::Row{{base::say(prefix), base::say(prefix + ".of", {{"n", base::group_digits(count)}}),
                          base::group_digits(threads)}};
    };
    return {{{"team"}, {"made_of"}, {"threads"}},
            {row("kernel", blocks_of_kernel, blocks_of_kernel * threads_of_block),
             row("block", warps_of_block, threads_of_block), row("warp", threads_of_warp, threads_of_warp)}};
  }

  TeamsSheet sheet_;
  figure::Figure figure_;
};

}  // namespace

figure::Figure teams(const TeamsSheet& sheet) {
  return TeamsDrawing(sheet).draw();
}

}  // namespace charts
