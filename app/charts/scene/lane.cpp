// Reads the events up to a moment and draws what has come of them.
#include "charts/scene/lane.hpp"

#include "base/words.hpp"
#include "charts/frame/motion.hpp"
#include "charts/frame/type.hpp"
#include "charts/scene/look.hpp"
#include "charts/scene/people.hpp"
#include "charts/scene/truck.hpp"
#include "figure/box.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace charts {
namespace {

using Kind = SceneEvent::Kind;

class Lane {
 public:
  Lane(Drawing& drawing, const ChartData& data, const SceneLane& lane, const LaneView& view, const Brush& brush)
      : drawing_(drawing),
        chain_(*data.chain),
        plan_(data.plans[lane.plan]),
        lane_(lane),
        view_(view),
        site_(view.site),
        brush_(brush),
        hue_(role_of(lane.plan)),
        cue_(lane.at(view.moment.seconds)),
        now_(lane.events[cue_.event]) {
    if (view.moment.reduced_motion && cue_.progress < 1) cue_.progress = 0;
    over_ = std::span(lane.events).first(cue_.event + (cue_.progress >= 1 ? 1 : 0));
    if (view.lettered && view.moment.plates) site_.shelf = shelf();
  }

  void draw() {
    town::draw_houses(brush_, site_);
    town::draw_road(part("road"), site_);
    town::draw_warehouse(part("warehouse"), site_, stored(false), hue_);
    if (site_.depot) town::draw_depot(part("road"), site_, stored(true), hue_);
    town::draw_dock(part("dock"), site_);
    if (view_.lettered) draw_signs();
    if (view_.lettered && view_.moment.plates) name_shelves(stored(false));
    draw_crew();
    draw_table();
    draw_road();
  }

 private:
  /// Quieter where the words are about another part, else where something else moves.
  [[nodiscard]] Brush part(std::string_view name, bool moves = true) const {
    return lit(view_.moment.focus == name, moves) ? brush_ : brush_.quieter();
  }
  /// The worker and the table belong to the dock too.
  [[nodiscard]] Brush at_work(bool moves) const {
    const std::string& focus = view_.moment.focus;
    return lit(focus == "table" || focus == "dock", moves) ? brush_ : brush_.quieter();
  }
  [[nodiscard]] bool lit(bool in_focus, bool moves) const { return view_.moment.focus.empty() ? moves : in_focus; }
  /// One of the two moves: the truck (or the bicycle), else the worker.
  [[nodiscard]] bool drives() const { return is_run(now_) && !lane_over(); }

  struct Sign {
    std::string_view plain, named;
    double left, right;  ///< as far as it may reach
    double x;            ///< its middle, where that leaves it room
    double above, room;  ///< the wall's upper edge, and how far down it is free
    double roof;         ///< how far above the wall a board may reach
  };
  [[nodiscard]] std::vector<Sign> signs() const {
    const double rise = site_.rise, dock = site_.dock_left(), shop = site_.depot_left() + town::depot_width / 2;
    std::vector<Sign> all{
        {"scene.sign.warehouse", "scene.sign.memory", 0, town::warehouse_gate + 22, 75, 30 - rise, 24, 26},
        // Clear of caps and of hands that are up.
        {"scene.sign.dock", "scene.sign.chip", dock - 8, site_.width, dock + town::dock_width / 2, 24 - rise,
         18 + rise / 2, 22}};
    if (site_.depot) all.push_back({"scene.sign.depot", "scene.sign.cache", shop - 70, shop + 70, shop, 16, 40, 0});
    return all;
  }

  /// All of them, or none: a cut one is no sign. Where they are the map, letters too large for a wall stand on a board
  /// across its edge; else a roof is worth more than a name.
  void draw_signs() {
    const Style style = type::small_middle;
    const double letter = drawing_.scaled(style.size) / brush_.scale(), board = 1.3 * letter;
    const auto words = [&](const Sign& one) { return base::text(view_.moment.named ? one.named : one.plain); };
    const auto wide = [&](const Sign& one) {
      return drawing_.width_of(words(one), style) / brush_.scale() + 0.3 * letter;
    };
    const std::vector<Sign> all = signs();
    const auto fits = [&](const Sign& one) {
      return wide(one) <= one.right - one.left && board <= one.room + (view_.moment.named ? one.roof : 0);
    };
    if (!std::ranges::all_of(all, fits)) return;
    for (const Sign& one : all) {
      double down = one.above + std::min((one.room + 0.72 * letter) / 2, 1.6 * letter);
      const double half = wide(one) / 2, x = figure::within(one.x, one.left + half, one.right - half);
      if (board > one.room) {
        const double bottom = one.above + one.room - 2;
        brush_.rect(x - half, bottom - board, 2 * half, board, 2, look::paper, look::wall_line);
        down = bottom - 0.3 * board;
      }
      drawing_.text(brush_.place(x, down), std::string(words(one)), style);
    }
  }

  [[nodiscard]] bool lane_over() const { return lane_.over(view_.moment.seconds); }

  /// What the warehouse (the depot) keeps: inputs from the start, full results once they are delivered.
  [[nodiscard]] std::vector<town::Stored> stored(bool depot) const {
    std::vector<town::Stored> out;
    if (!depot) {
      for (int input : chain_.inputs()) out.push_back({input, chain_.is_full(input), dressed(chain_, input)});
    }
    for (const SceneEvent& event : over_) {
      if (event.kind == Kind::deliver && event.full && event.depot == depot)
        out.push_back({event.value, true, dressed(chain_, event.value)});
    }
    return out;
  }

  /// From a gift's foot to its name.
  [[nodiscard]] double below_name() const {
    bool tall = false;
    for (std::size_t i = 0; i < chain_.values.size(); ++i) tall = tall || is_tall(dressed(chain_, static_cast<int>(i)));
    return gift_size * town::shelf_scale + (tall ? 12 : 3);
  }

  /// Whether there is room on a shelf for a value's name.
  [[nodiscard]] bool is_short(int value) const {
    return drawing_.width_of(chain_.values[value].name, type::value_middle) <= (town::shelf_step - 2) * brush_.scale();
  }

  /// As high as names on it need, if then there still is room for all that will ever stand there.
  [[nodiscard]] double shelf() const {
    const double needed = below_name() + drawing_.scaled(13) / brush_.scale();
    std::size_t all = chain_.inputs().size();
    bool brief = std::ranges::all_of(chain_.inputs(), [&](int input) { return is_short(input); });
    for (const SceneEvent& event : lane_.events) {
      if (event.kind != Kind::deliver || !event.full || event.depot) continue;
      ++all;
      brief = brief && is_short(event.value);
    }
    town::Site higher = site_;
    higher.shelf = needed;
    const bool fits = needed <= town::least_height - 60 + site_.rise && all <= town::shelf_room(higher);
    return needed > town::shelf_height && brief && fits ? needed : town::shelf_height;
  }

  /// Above each gift, as on the trucks; only where there is room for all that ever stand there.
  void name_shelves(const std::vector<town::Stored>& shelves) {
    if (below_name() + drawing_.scaled(13) / brush_.scale() > site_.shelf) return;
    const std::vector<Point> places = town::shelf_places(site_, shelves.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      const int value = shelves[shelves.size() - places.size() + i].value;
      if (!is_short(value)) continue;
      const Point at = brush_.place(places[i].x, places[i].y - below_name());
      drawing_.text(at, chain_.values[value].name, type::value_middle);
    }
  }

  /// Something rises above the box.
  [[nodiscard]] static bool is_tall(const Dressed& wears) {
    return wears[static_cast<std::size_t>(Dressing::bow)] + wears[static_cast<std::size_t>(Dressing::tissue)] > 0;
  }

  void draw_crew() {
    const int last = static_cast<int>(plan_.groups.size()), waiting = last - now_.kernel;
    constexpr int most = 3;  // closer together nobody can count them
    constexpr double step = 22, size = 0.86, head = 66;
    const int shown = view_.moment.crew ? std::min(waiting, most) : 0;
    const double queue = site_.dock_left() + 108;
    for (int i = shown; i-- > 0;)
      draw_worker(brush_.quieter().at(queue + step * i, town::floor, size), hue_, Pose::waits);
    if (view_.lettered && shown > 0 && waiting > shown) {
      const Point above = brush_.place(queue + step, town::floor - size * head);
      drawing_.text({above.x, above.y - drawing_.scaled(3)}, fmt::format("+{}", waiting - shown),
                    type::value_middle.in(quiet));
    }
    const Brush at = at_work(!drives()).at(site_.dock_left() + 79, town::floor);
    draw_worker(at, hue_, pose(), view_.moment.reduced_motion ? 0 : cue_.progress);
    if (view_.lettered) number(at);
  }

  [[nodiscard]] Pose pose() const {
    if (lane_over()) return lane_.end() < view_.scene_end ? Pose::rests : Pose::cheers;
    switch (now_.kind) {
      case Kind::order:
        return Pose::reads;
      case Kind::fetch:
        return Pose::looks;
      case Kind::work:
        return Pose::dresses;
      case Kind::deliver:
        return Pose::points;
    }
    return Pose::waits;
  }

  /// Which kernel this is, on the bib: as large as that, or not at all.
  void number(const Brush& worker) {
    const std::string n = std::to_string(now_.kernel);
    constexpr double most = 1.6;  // then the bib is as large as its wearer
    const double fits = (n.size() == 1 ? 15 : 12) * worker.scale(), letter = std::max(fits, drawing_.scaled(12));
    const double grown = letter / fits;  // from afar the number is what counts
    if (grown > most) return;
    const Style style = type::value_middle.in(hue_).sized(letter / drawing_.scaled(1));
    worker.rect(bib.x - 7.5 * grown, bib.y - 7 * grown, 15 * grown, 14 * grown, 2, look::paper);
    const Point at = worker.place(bib.x, bib.y);
    drawing_.text({at.x, drawing_.on_row(at.y, style)}, n, style);
  }

  /// The gift in hand, and what still waits beside it.
  void draw_table() {
    const Brush brush = at_work(!drives());
    town::draw_table(brush, site_);
    if (lane_over()) return;
    std::vector<int> held, beside;  // made here, fetched
    for (const SceneEvent& event : over_) {
      if (event.kernel != now_.kernel) continue;
      if (event.kind == Kind::fetch && event.full) beside.push_back(event.value);
      if (event.kind != Kind::work) continue;
      for (const chain::Operand& one : chain_.values[event.value].operands) std::erase(beside, one.value);
      held.push_back(event.value);
    }
    if (now_.kind == Kind::deliver) {
      held.clear();  // what is left to be delivered
      for (std::size_t i = cue_.event + 1; i < lane_.events.size() && lane_.events[i].kernel == now_.kernel; ++i) {
        if (lane_.events[i].full) held.push_back(lane_.events[i].value);
      }
      beside.clear();
    }
    if (held.empty() && !beside.empty()) {
      held.push_back(beside.front());
      beside.erase(beside.begin());
    }
    const double middle = site_.dock_left() + town::table_middle;
    double x = middle - 24;
    for (int value : beside) {
      draw_gift(brush.at(x, town::table_top, 0.7), dressed(chain_, value), hue_);
      x -= 6;
    }
    if (held.empty()) return;
    Dressed wears = dressed(chain_, held.back());
    // Half-way through an op what it puts on is on.
    if (now_.kind == Kind::work && cue_.progress < 1 && cue_.progress >= 0.5) wears = dressed(chain_, now_.value);
    draw_gift(brush.at(middle + 4, town::table_top, 1), wears, hue_);
    if (has_slip()) draw_slip(brush.at(middle - 13, town::table_top - 24));
  }

  /// Attention keeps a maximum and a sum of each row, from its first maximum until the result is finished.
  [[nodiscard]] bool has_slip() const {
    const plan::Group& group = plan_.groups[static_cast<std::size_t>(now_.kernel) - 1];
    if (group.schedule != plan::Schedule::attention || now_.kind != Kind::work) return false;
    return std::ranges::any_of(over_, [&](const SceneEvent& event) {
      return event.kernel == now_.kernel && event.kind == Kind::work &&
             chain::info(chain_.values[event.value].op).pattern == chain::Pattern::reduction;
    });
  }

  /// Pinned to the gift by its lower right corner, which is the brush's origin.
  void draw_slip(const Brush& brush) {
    constexpr double wide = 28, high = 24, line = 10;
    brush.line({{-3, -3}, {4, 3}}, look::fine);
    brush.rect(-wide, -high, wide, high, 1.5, look::paper, look::fine);
    brush.circle(-3, -3, 1.8, Paint{hue_, Shade::fill});
    const double letter = line * brush.scale();
    const bool read = view_.lettered && letter >= drawing_.scaled(11);
    double y = -high + line;
    for (const char* key : {"scene.slip.max", "scene.slip.sum"}) {
      if (read) {
        const Style style = type::value_middle.in(hue_).sized(letter / drawing_.scaled(1));
        drawing_.text(brush.place(-wide / 2, y), std::string(base::text(key)), style);
      } else {
        brush.line({{-wide + 4, y - 3}, {-8, y - 3}}, {Paint{hue_, Shade::fill}, 1.5, 0});
      }
      y += line;
    }
  }

  struct Way {
    double from, to;  ///< x of the vehicle's tail
    bool back;        ///< drives left
  };
  [[nodiscard]] Way way(const SceneEvent& run, double length) const {
    const double far_end = run.depot ? site_.depot_left() + 8 : town::warehouse_gate + 8, dock = site_.dock_left() - 16;
    if (run.kind == Kind::fetch) return {far_end, dock - length, false};
    return {dock, far_end + length, true};
  }

  void draw_road() {
    if (is_run(now_) && !now_.full) draw_courier();
    if (is_run(now_) && now_.full && !lane_over()) {
      const bool arrived = cue_.progress >= 1;
      drive(now_, eased(cue_.progress), !arrived, cue_.progress > 0 && !arrived);
      return;
    }
    // A truck that waits: loaded at the gate before a fetch, else where the last one stopped.
    const auto full_run = [](const SceneEvent& event) { return is_run(event) && event.full; };
    const auto next =
        std::find_if(lane_.events.begin() + static_cast<std::ptrdiff_t>(cue_.event), lane_.events.end(), full_run);
    const auto last = std::find_if(over_.rbegin(), over_.rend(), full_run);
    const bool fetched = last != over_.rend() && last->kernel == now_.kernel;
    if (!fetched && next != lane_.events.end() && next->kind == Kind::fetch && !lane_over()) {
      drive(*next, 0, true, false);
    } else if (last != over_.rend()) {
      drive(*last, 1, false, false);
    }
  }

  void drive(const SceneEvent& run, double progress, bool loaded, bool moving) {
    const auto [from, to, back] = way(run, truck_length + 4);
    const double x = from + (to - from) * progress;
    // It moves, or has just come, as long as its run lasts.
    const Brush placed = part("road", &run == &now_ && drives()).at(x, town::wheels);
    const Brush truck = back ? placed.looking_back() : placed;
    draw_truck(truck, hue_, std::abs(x - from), moving);
    if (!loaded) return;
    const Dressed wears = dressed(chain_, run.value);
    draw_gift(truck.at(truck_bed.x, truck_bed.y), wears, hue_);
    name(run, truck.place(truck_bed.x, truck_bed.y - gift_size - (is_tall(wears) ? 13 : 3)));
  }

  void draw_courier() {
    const auto [from, to, back] = way(now_, 24);
    const double t = eased(cue_.progress), x = from + (to - from) * t + (back ? -20 : 20);
    const Brush placed = part("road").at(x, town::wheels + 2);
    const Brush bicycle = back ? placed.looking_back() : placed;
    draw_bicycle(bicycle, hue_, std::abs(x - from));
    if (cue_.progress >= 1) return;
    draw_roll(bicycle.at(bicycle_basket.x, bicycle_basket.y + 2), hue_);
    name(now_, bicycle.place(0, -64));
  }

  /// Between the two buildings.
  void name(const SceneEvent& run, Point at) {
    if (!view_.lettered || !view_.moment.plates) return;
    const double from = brush_.place(town::warehouse_gate + 2, 0).x, to = brush_.place(site_.dock_left() - 2, 0).x;
    const double air = drawing_.scaled(6), high = drawing_.scaled(14);
    const std::string words = drawing_.fitted_name(chain_.values[run.value].name, type::value_middle,
                                                   std::min(drawing_.scaled(80), to - from - air));
    const double wide = drawing_.width_of(words, type::value_middle) + air;
    at.y -= drawing_.scaled(4);
    at.x = figure::within(at.x, from + wide / 2, to - wide / 2);
    drawing_.rect({{at.x - wide / 2, at.y - high + drawing_.scaled(3)}, wide, high, 3, look::paper});
    drawing_.text(at, words, type::value_middle);
  }

  Drawing& drawing_;
  const chain::Chain& chain_;
  const plan::FusionPlan& plan_;
  const SceneLane& lane_;
  const LaneView& view_;
  town::Site site_;
  const Brush& brush_;
  Role hue_;
  Cue cue_;
  const SceneEvent& now_;
  std::span<const SceneEvent> over_;
};

}  // namespace

void draw_warehouse_lane(Drawing& drawing, const ChartData& data, const SceneLane& lane, const LaneView& view,
                         const Brush& brush) {
  Lane(drawing, data, lane, view, brush).draw();
}

}  // namespace charts
