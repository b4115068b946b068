// Draws the dots and their names under the roofs.
#include "charts/roofline/roofline.hpp"

#include "base/words.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/plan_mark.hpp"
#include "charts/frame/reopen.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/type.hpp"
#include "charts/roofline/dots.hpp"
#include "charts/roofline/frame.hpp"
#include "charts/roofline/own_roofs.hpp"
#include "charts/roofline/words.hpp"

#include <algorithm>
#include <cmath>

namespace charts {
namespace {

class Dots {
 public:
  Dots(const ChartData& data, const RooflineFrame& frame, const std::vector<Dot>& dots, Drawing& drawing,
       DotNames names)
      : data_(data), frame_(frame), dots_(dots), drawing_(drawing), names_(std::move(names)) {}

  void draw() {
    for (const Dot& dot : dots_) {
      const double r = radius(dot.teller) + 2;
      const Point at = place(dot);
      names_.keep_clear(figure::Box{at.x - r, at.y - r, 2 * r, 2 * r});
    }
    draw_arrow();
    for (Stage stage : {Stage::guess, Stage::model, Stage::truth}) {
      for (const Dot& dot : dots_) {
        if (stage_of(dot.teller) == stage) draw_dot(dot);
      }
    }
    // The truth is named first, then what stays beside it. A model's name that the truth takes over goes before that,
    // so it need not keep clear of the truth's.
    DotNames before_truth = names_;
    name_dots(Stage::truth, names_);
    for (const figure::Box& box : name_dots(Stage::guess, names_)) before_truth.keep_clear(box);
    for (const figure::Box& box : name_dots(Stage::model, names_)) before_truth.keep_clear(box);
    std::vector<const Dot*> named;
    for (const Dot& dot : dots_) {
      if (stage_of(dot.teller) != Stage::model || truth_beside(dot) == nullptr || named_already(named, dot)) continue;
      named.push_back(&dot);
      name_dot(dot, dot_words(data_, dot, outside(dot)) + and_more(dot), {Stage::model, Stage::model, {}},
               before_truth);
    }
  }

 private:
  [[nodiscard]] bool outside(const Dot& dot) const { return frame_.outside(dot.intensity(), dot.performance()); }
  [[nodiscard]] Point place(const Dot& dot) const {
    return outside(dot) ? frame_.inside(dot.intensity(), dot.performance(), drawing_.scaled(10))
                        : frame_.place(dot.intensity(), dot.performance());
  }
  /// Nested, so that three dots at one place are seen as three.
  [[nodiscard]] double radius(const Teller& teller) const {
    return drawing_.scaled(teller.source == Source::guess ? 12 : teller.source == Source::model ? 9 : 5.5);
  }
  [[nodiscard]] const Dot* find(std::size_t plan, Stage stage) const {
    const auto found = std::ranges::find_if(
        dots_, [&](const Dot& dot) { return dot.plan == plan && stage_of(dot.teller) == stage && !outside(dot); });
    return found == dots_.end() ? nullptr : &*found;
  }
  /// A truth of the same plan so near that one name serves for both.
  [[nodiscard]] const Dot* truth_beside(const Dot& model) const {
    const auto truth = std::ranges::find_if(dots_, [&](const Dot& dot) {
      return dot.plan == model.plan && stage_of(dot.teller) == Stage::truth && outside(dot) == outside(model);
    });
    if (truth == dots_.end()) return nullptr;
    const Point a = place(model), b = place(*truth);
    return std::hypot(a.x - b.x, a.y - b.y) < drawing_.scaled(36) ? &*truth : nullptr;
  }

  void draw_dot(const Dot& dot) {
    const Stage stage = stage_of(dot.teller);
    const Point at = place(dot);
    const std::string id = "dot." + as_id(data_.plans[dot.plan].name) + "." + as_id(label(data_, dot.teller));
    const Seen seen{stage, Stage::truth, id}, with{stage, Stage::truth, {}};
    const Paint paint{role_of(dot.teller.source, dot.plan), Shade::fill};
    if (outside(dot)) {
      const Point beyond = frame_.place(dot.intensity(), dot.performance());
      drawing_.arrow_head(at, beyond.x - at.x, beyond.y - at.y, drawing_.scaled(12), paint, seen);
    } else {
      MarkLook look{radius(dot.teller), paint, {}};
      if (dot.teller.source == Source::guess) look = {look.radius, {}, Stroke{paint, 2, 0}};
      if (dot.teller.source == Source::model) look = {look.radius, {}, Stroke{paint, 1.5, 3}};
      if (dot.teller.source == Source::imported)
        look = {look.radius, Paint{paint.role, Shade::tint}, Stroke{paint, 2, 0}};
      draw_plan_mark(drawing_, dot.plan, at, look, seen);
      if (dot.teller.source == Source::recorded) draw_mark_tab(drawing_, at, look.radius, with);
    }
  }

  /// The names of a stage that last; returns where they stand.
  std::vector<figure::Box> name_dots(Stage stage, DotNames& names) {
    std::vector<figure::Box> boxes;
    std::vector<const Dot*> named;
    for (const Dot& dot : dots_) {
      if (stage_of(dot.teller) != stage || (stage == Stage::model && truth_beside(dot) != nullptr)) continue;
      if (named_already(named, dot)) continue;
      named.push_back(&dot);
      std::string words = dot_words(data_, dot, outside(dot), frame_.wall);
      for (const Dot& other : dots_) {
        const bool beside = stage == Stage::truth && other.plan == dot.plan && other.teller.source == Source::model &&
                            truth_beside(other) == &dot;
        if (!beside) continue;
        if (frame_.wall) continue;
        const std::string both = dot_words_with_model(data_, dot, other, outside(dot));
        if (drawing_.width_of(both, type::small) <= name_room()) words = both;
      }
      boxes.push_back(name_dot(dot, words + and_more(dot), {stage, Stage::truth, {}}, names));
    }
    return boxes;
  }

  [[nodiscard]] bool named_already(const std::vector<const Dot*>& named, const Dot& dot) const {
    return std::ranges::any_of(named, [&](const Dot* other) { return shares_name(*other, dot); });
  }
  /// " and 7 more plans" at the same place.
  [[nodiscard]] std::string and_more(const Dot& dot) const {
    const auto more = std::ranges::count_if(dots_, [&](const Dot& other) { return shares_name(dot, other); });
    return more == 0 ? "" : base::say("chart.roof.dot.more", static_cast<std::uint64_t>(more));
  }

  /// Beyond unfused and fused, plans that lie at one place have one name: the first one's.
  [[nodiscard]] bool shares_name(const Dot& first, const Dot& other) const {
    if (first.plan < 2 || other.plan <= first.plan || !(other.teller == first.teller)) return false;
    const Point a = place(first), b = place(other);
    return std::hypot(a.x - b.x, a.y - b.y) < drawing_.scaled(12);
  }

  [[nodiscard]] double name_room() const { return (frame_.x.end - frame_.x.begin) * 0.55; }

  /// Where there is no room for all, the plan's name is cut, not its number.
  [[nodiscard]] std::string short_name(const Dot& dot, const std::string& words, const Style& style,
                                       double room) const {
    const std::string name = plan_words(data_.plans[dot.plan]);
    if (!words.starts_with(name) || drawing_.width_of(words, style) <= room) return drawing_.fitted(words, style, room);
    const std::string rest = words.substr(name.size());
    return drawing_.fitted_name(name, style, room - drawing_.width_of(rest, style)) + rest;
  }

  /// Returns where the name stands.
  figure::Box name_dot(const Dot& dot, const std::string& words, const Seen& seen, DotNames& names) {
    const Style style = type::small.in(role_of(dot.teller.source, dot.plan));
    const Point at = place(dot);
    const std::string shown = short_name(dot, words, style, name_room());
    const figure::Text text = drawing_.typeset(at, shown, style);
    const Side side = dot.teller.source == Source::guess ? Side::right_below : Side::left_above;
    const PlacedName placed = names.place(text, at, radius(dot.teller), side);
    drawing_.text(placed.text.at, shown, style, seen);
    if (!placed.led_to) return figure::bounds(placed.text);
    const double length = std::hypot(placed.led_to->x - at.x, placed.led_to->y - at.y), r = radius(dot.teller) + 2;
    const double ux = (placed.led_to->x - at.x) / length, uy = (placed.led_to->y - at.y) / length;
    drawing_.grid_line({at.x + ux * r, at.y + uy * r}, {placed.led_to->x - ux * 2, placed.led_to->y - uy * 2},
                       {hairline, 0.75, 0}, seen);
    return figure::bounds(placed.text);
  }

  /// From the first plan to the second, as one teller has both; the truth's takes the model's place.
  void draw_arrow() {
    const Dot* truth = find(0, Stage::truth);
    for (Stage stage : {Stage::model, Stage::truth}) {
      const Dot *a = find(0, stage), *b = find(1, stage);
      if (a == nullptr || b == nullptr || !(a->teller == b->teller)) continue;
      const Point from = place(*a), to = place(*b);
      const double length = std::hypot(to.x - from.x, to.y - from.y), clear = drawing_.scaled(13);
      if (length < 2.5 * clear) continue;
      const Stage until = stage == Stage::model && truth != nullptr ? Stage::model : Stage::truth;
      const Stroke stroke{{Role::quiet_ink, Shade::fill}, 1.5, 0};
      const auto [begin, tip] = drawing_.arrow(from, to, clear, stroke, {stage, until, "arrow"});
      names_.keep_clear(figure::Polyline{{begin, tip}, stroke});
    }
  }

  const ChartData& data_;
  const RooflineFrame& frame_;
  const std::vector<Dot>& dots_;
  Drawing& drawing_;
  DotNames names_;
};

/// On the line of one axis' name or the other's: left of the highest roof's where it is whole there, else below and
/// shorter.
void draw_warning(const ChartData& data, const std::vector<Dot>& dots, const RooflineFrame& frame, Drawing& drawing) {
  const Style& style = type::warning_end;
  const std::string words = warning_words(data, dots);
  const Seen seen = since(Stage::truth, "warning");
  const auto& ceilings = frame.roofs.ceilings;
  const double roof = ceilings.empty() ? 0 : drawing.width_of(ceiling_words(data, ceilings.back()), style);
  const double right = frame.x.end - roof - drawing.scaled(16);
  const double left =
      drawing.body().left + drawing.width_of(base::text("chart.roof.y"), type::plain) + drawing.scaled(16);
  if (drawing.width_of(words, style) <= right - left) {
    drawing.text({right, frame.y.end - drawing.scaled(12)}, words, style, seen);
    return;
  }
  const double middle = (frame.x.begin + frame.x.end + drawing.width_of(base::text("chart.roof.x"), type::plain)) / 2;
  const std::string first = words.substr(0, words.find(". ") + 1);
  drawing.fit({frame.x.end, frame.y.begin + drawing.scaled(38)}, first, frame.x.end - middle - drawing.scaled(12),
              style, seen);
}

/// From the body's left to the end of the name of what goes across.
double axis_name_end(const RooflineFrame& frame, const Drawing& drawing) {
  return frame.x.begin - drawing.body().left + drawing.width_of(across_words(frame, drawing), type::plain);
}

}  // namespace

figure::Figure roofline(const ChartData& data) {
  const bool wall = data.no_title;
  Drawing drawing(data, "roofline", roofline_body(data));
  const auto frame = roofline_frame(data, drawing.body(), wall);
  const std::vector<Dot> dots = frame ? roofline_dots(data, frame->roofs) : std::vector<Dot>{};
  const std::vector<OwnRoof> own = frame ? own_roofs(data, frame->roofs) : std::vector<OwnRoof>{};
  const RooflineFrame* roofs = frame ? &*frame : nullptr;
  drawing.head(roofline_titles(data, dots), !wall);
  if (frame) {
    DotNames names(frame->box());
    draw_frame(*frame, data, drawing, names);
    draw_own_roofs(own, data, dots, *frame, drawing, names);
    Dots(data, *frame, dots, drawing, names).draw();
    draw_warning(data, dots, *frame, drawing);
  } else {
    drawing.text({drawing.body().left, drawing.body().top + drawing.scaled(40)}, base::text("chart.roof.no_spec"),
                 type::plain);
  }
  drawing.foot(frame && frame->shares_foot ? axis_name_end(*frame, drawing) : 0);
  drawing.draw_grid();
  drawing.figure.description = roofline_description(data, roofs, dots, own);
  if (!drawing.figure.question.empty()) drawing.figure.question_description = roofline_description(data, roofs, {});
  drawing.figure.table = roofline_table(data, roofs, dots, own);
  drawing.figure.scene = scene(data, "roofline");
  return std::move(drawing.figure);
}

}  // namespace charts
