// Draws boxes, workers, arrows and the warehouse between before and after.
#include "charts/scene/fusing.hpp"

#include "base/words.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/findings.hpp"
#include "charts/frame/motion.hpp"
#include "charts/frame/provenance.hpp"
#include "charts/frame/reopen.hpp"
#include "charts/frame/type.hpp"
#include "charts/scene/fusing_layout.hpp"
#include "charts/scene/fusing_words.hpp"
#include "charts/scene/gift.hpp"
#include "charts/scene/layout.hpp"
#include "charts/scene/look.hpp"
#include "charts/scene/people.hpp"

#include <algorithm>
#include <cmath>

namespace charts {
namespace {

/// It is so on any machine, and no number of one is in it.
ChartData sheet_of(const ChartData& given) {
  ChartData data = readable(given);
  data.spec.reset();
  data.predictions.clear();
  data.measurements.clear();
  return data;
}

/// A low sheet is the picture's.
bool has_eyebrow(const ChartData& data) {
  return !data.no_title && data.height >= 400 * data.text_scale;
}

Body fusing_body(const ChartData& data) {
  if (!data.no_title) {
    Body body = body_of(data, has_eyebrow(data));
    if (data.eager.empty()) body.bottom += 24 * data.text_scale;  // no machine's name stands below it
    if (!has_eyebrow(data)) body.top -= 10 * data.text_scale;
    return body;
  }
  const double air = 4 * data.text_scale;
  return {air, data.width - air, air, data.height - air};
}

/// One picture of it in a part of the sheet.
class Picture {
 public:
  Picture(Drawing& drawing, const ChartData& data, const Body& body, double t)
      : drawing_(drawing),
        data_(data),
        chain_(*data.chain),
        body_(body),
        t_(std::clamp(t, 0.0, 1.0)),
        way_(eased(t_)),
        layout_(fusing_layout(data.plans[0], data.plans[1], drawing.scaled(200) / body.wide())) {
    const double high = body.bottom - body.top;
    low_ = high < drawing_.scaled(170);
    label_ = low_ ? 0 : drawing_.scaled(20);
    box_high_ = low_ ? 0.2 * high : std::clamp(0.17 * high, drawing_.scaled(24), drawing_.scaled(72));
    store_high_ = low_ ? 0.3 * high : std::clamp(0.3 * high, drawing_.scaled(62), drawing_.scaled(120));
    const double slot = body.wide() / static_cast<double>(data.plans[0].groups.size());
    person_ = std::min(0.3 * high / 68, slot / 62);
    floor_ = body.top + label_ + box_high_ + drawing_.scaled(6) + 68 * person_;
    store_ = body.bottom - store_high_;
    const double places = static_cast<double>(layout_.tensors.size());
    parcel_ = std::min(
        {(store_high_ - drawing_.scaled(low_ ? 14 : 40)) / 40, 0.7 * body.wide() / places / 44, person_ * 1.1});
    shelf_ = body.bottom - drawing_.scaled(low_ ? 4 : 22);
    if (!layout_.tensors.empty()) clear_sign();
  }

  void draw() {
    draw_warehouse();
    for (const FusingTensor& one : layout_.tensors) draw_arrows(one);
    draw_kernels();
    for (const FusingTensor& one : layout_.tensors) draw_tensor(one);
    draw_workers();
    for (std::size_t fused = 0; fused < layout_.sizes.size(); ++fused) draw_held(fused);
  }

 private:
  [[nodiscard]] double x_of(double share) const { return body_.left + share * body_.wide(); }
  /// Where the first tensor would stand on the warehouse's sign, all are moved on, the first of them most.
  void clear_sign() {
    const double share = layout_.tensors.front().before;
    const double sign = drawing_.width_of(base::text("scene.sign.memory"), type::small) + drawing_.scaled(16);
    sign_ = std::max(0.0, (sign + 22 * parcel_ - share * body_.wide()) / (1 - share));
  }

  /// On the shelf.
  [[nodiscard]] double shelf_x(double share) const { return x_of(share) + (1 - share) * sign_; }
  [[nodiscard]] double middle(const FusingBox& one) const { return x_of(std::lerp(one.before, one.after, way_)); }
  [[nodiscard]] double box_top() const { return body_.top + label_; }
  /// Where a fused kernel's one worker stands: below its first box, then below its middle.
  [[nodiscard]] double worker_x(std::size_t fused) const {
    const auto first =
        std::ranges::find_if(layout_.boxes, [&](const FusingBox& one) { return one.into == fused && one.place == 0; });
    return std::lerp(x_of(first->before), x_of(layout_.middle(fused)), way_);
  }
  [[nodiscard]] Point hands(std::size_t fused) const { return {worker_x(fused) - 25 * person_, floor_ - 28 * person_}; }

  void draw_warehouse() {
    const double rise = drawing_.scaled(low_ ? 6 : 14), eaves = store_ + rise;
    drawing_.rect({{body_.left, eaves}, body_.wide(), body_.bottom - eaves, 0, look::wall, look::wall_line});
    // A flat roof: a gable's lines over the whole width would be too flat, and arrows come in all along it.
    drawing_.rect({{body_.left, eaves}, body_.wide(), drawing_.scaled(5), 0, look::edge});
    drawing_.line({{body_.left, shelf_}, {body_.right, shelf_}}, {look::edge, 2.5, 0});
    drawing_.text({body_.left + drawing_.scaled(8), eaves + drawing_.scaled(15)}, base::text("scene.sign.memory"),
                  type::small);
  }

  void draw_ops(const FusingBox& one, const BoxWords& words) {
    const std::vector<std::string>& lines = words.lines[one.kernel];
    const double step = line_height(drawing_, words.style);
    double y = box_top() + (box_high_ - step * (static_cast<double>(lines.size()) - 1)) / 2;
    for (const std::string& line : lines) {
      drawing_.text({middle(one), drawing_.on_row(y, words.style)}, line, words.style);
      y += step;
    }
  }

  /// Before the end each box of its own, with the fused colour coming through; then one a fused kernel.
  void draw_kernels() {
    const double wide = layout_.box * body_.wide();
    const auto box = [&](double left, double width, Role hue, double alpha, std::string id) {
      drawing_.rect({{left, box_top()},
                     width,
                     box_high_,
                     4,
                     Paint{hue, Shade::tint, alpha},
                     Stroke{{hue, Shade::fill, alpha}, 2, 0}},
                    {.id = std::move(id)});
    };
    const auto draw_boxes = [&](bool copies) {
      for (const FusingBox& one : layout_.boxes) {
        if (t_ >= 1 || one.copy != copies) continue;
        const std::string id = copies ? std::string() : "before.K" + std::to_string(one.kernel + 1);
        box(middle(one) - wide / 2, wide, Role::unfused, 1, id);
        if (t_ > 0) box(middle(one) - wide / 2, wide, Role::fused, way_, "");
      }
    };
    draw_boxes(true);  // behind the others that they pass
    draw_boxes(false);
    for (std::size_t fused = 0; t_ >= 1 && fused < layout_.sizes.size(); ++fused) {
      const double all = wide * static_cast<double>(layout_.sizes[fused]);
      box(x_of(layout_.middle(fused)) - all / 2, all, Role::fused, 1, "after.K" + std::to_string(fused + 1));
    }
    const BoxWords words = box_words(drawing_, data_.plans[0], wide - drawing_.scaled(8), box_high_);
    for (const FusingBox& one : layout_.boxes) {
      if (!one.copy || t_ >= 1) draw_ops(one, words);  // on its way it has the words of the box it comes from
      // Its piece of the loading dock.
      drawing_.rect({{middle(one) - wide / 2, floor_}, wide, drawing_.scaled(5), 0, look::kraft});
      drawing_.line({{middle(one) - wide / 2, floor_}, {middle(one) + wide / 2, floor_}}, look::wall_line);
    }
    draw_names();
  }

  void draw_names() {
    if (low_) return;  // nor a line for numbers
    const double y = box_top() - drawing_.scaled(6);
    const auto name = [&](double x, std::size_t n, Role hue) {
      drawing_.text({x, y}, "K" + std::to_string(n), type::heading.in(hue).anchored(Anchor::middle));
    };
    if (t_ < 0.5) {
      for (const FusingBox& one : layout_.boxes) {
        if (!one.copy) name(middle(one), one.kernel + 1, Role::unfused);
      }
      return;
    }
    for (std::size_t fused = 0; fused < layout_.sizes.size(); ++fused) {
      double sum = 0;
      for (const FusingBox& one : layout_.boxes) sum += one.into == fused ? middle(one) : 0;
      name(sum / static_cast<double>(layout_.sizes[fused]), fused + 1, Role::fused);
    }
  }

  /// A shift less, a worker less: who is not needed goes with the box, and is gone behind the one who stays.
  void draw_workers() {
    for (const FusingBox& one : layout_.boxes) {
      if (one.place > 0 && way_ < 0.97) worker(std::lerp(middle(one), worker_x(one.into), way_), Pose::waits);
    }
    for (const FusingBox& one : layout_.boxes) {
      const bool holds = layout_.sizes[one.into] > 1 && t_ > 0;
      if (one.place == 0) worker(worker_x(one.into), holds ? Pose::dresses : Pose::waits);
    }
  }
  void worker(double x, Pose pose) {
    draw_worker(Brush(drawing_.figure.marks, {x, floor_}, person_), t_ < 0.5 ? Role::unfused : Role::fused, pose);
  }

  /// Where a tensor stands: its foot.
  [[nodiscard]] Point place(const FusingTensor& one) const {
    const Point before{shelf_x(one.before), shelf_};
    if (!one.held) return {std::lerp(before.x, shelf_x(one.after), way_), shelf_};
    const Point to = hands(into(one));
    return {std::lerp(before.x, to.x, way_), std::lerp(before.y, to.y, way_)};
  }
  [[nodiscard]] std::size_t into(const FusingTensor& one) const {
    return layout_.boxes[static_cast<std::size_t>(one.made_by)].into;
  }

  /// Out of the kernel that makes it, back into those that read it; the trips that are saved fade.
  void draw_arrows(const FusingTensor& one) {
    const double seen = one.held ? 1 - way_ : 1;
    if (seen <= 0) return;
    const double top = floor_ + drawing_.scaled(8), bottom = store_ + drawing_.scaled(12);
    const Role hue = t_ < 0.5 ? Role::unfused : Role::fused;
    const double x = one.held ? shelf_x(one.before) : place(one).x;
    const Stroke stroke = one.small ? Stroke{{Role::quiet_ink, Shade::text, seen}, 1, 4}  // as in the strip: no trip
                                    : Stroke{{one.held ? Role::unfused : hue, Shade::fill, seen}, 2, 0};
    const double side = std::min(drawing_.scaled(9), layout_.box * body_.wide() / 5);
    const auto arrow = [&](Point from, Point to) {
      drawing_.arrow(from, to, 0, stroke, {});
      if (one.held && t_ > 0) strike({(from.x + to.x) / 2, (from.y + to.y) / 2}, seen);
    };
    if (one.made_by >= 0) arrow({kernel_x(static_cast<std::size_t>(one.made_by)) + side, top}, {x - side / 2, bottom});
    for (const std::size_t kernel : one.read) {
      const double beside = 0.7 * side * static_cast<double>(read_before(one, kernel));
      arrow({x + side / 2, bottom}, {kernel_x(kernel) - side + beside, top});
    }
  }
  /// How many of the tensors before this one the same kernel reads: each arrow has its own end.
  [[nodiscard]] std::ptrdiff_t read_before(const FusingTensor& one, std::size_t kernel) const {
    return std::ranges::count_if(layout_.tensors, [&](const FusingTensor& other) {
      return &other < &one && std::ranges::count(other.read, kernel) > 0;
    });
  }
  [[nodiscard]] double kernel_x(std::size_t kernel) const { return middle(layout_.boxes[kernel]); }

  void strike(Point at, double seen) {
    const double half = drawing_.scaled(7);
    const Stroke stroke{{Role::ink, Shade::text, seen}, 2.5, 0};
    drawing_.line({{at.x - half, at.y + half}, {at.x + half, at.y - half}}, stroke);
  }

  /// While its worker holds a parcel of another tensor, this one is not finished.
  [[nodiscard]] bool is_to_come(const FusingTensor& one) const {
    if (t_ < 0.5 || one.held || one.made_by < 0) return false;
    return std::ranges::any_of(layout_.tensors,
                               [&](const FusingTensor& other) { return other.held && into(other) == into(one); });
  }

  /// Where a gift will stand.
  static void draw_place(const Brush& brush) {
    constexpr double half = gift_size / 2, top = -gift_size;
    const Stroke dashed{{Role::quiet_ink, Shade::text}, 1.5, 3};
    brush.line({{-half, 0}, {-half, top}, {half, top}, {half, 0}}, dashed);
  }

  void draw_tensor(const FusingTensor& one) {
    const Point at = place(one);
    const double size = one.held ? std::lerp(parcel_, 0.75 * person_, way_) : parcel_;
    const Role hue = t_ < 0.5 ? Role::unfused : Role::fused;
    const Brush brush(drawing_.figure.marks, at, size);
    if (is_to_come(one))
      draw_place(brush);
    else if (one.small)
      draw_roll(brush, hue);
    else
      draw_gift(brush, dressed(chain_, one.value), hue);
    if (one.held && t_ > 0) return;
    const double room = 0.9 * body_.wide() / static_cast<double>(layout_.tensors.size());
    std::string name = chain_.values[one.value].name;
    const double beside_room = low_ ? room / 2 : room;
    if (const std::string later = base::say("fusing.to_come", {{"tensor", name}});
        is_to_come(one) && drawing_.width_of(later, type::value_middle) <= beside_room)
      name = later;
    const Style style = drawing_.shrunk(name, type::value_middle, beside_room);
    const Point foot{at.x, body_.bottom - drawing_.scaled(7)}, beside{at.x + 26 * size, shelf_ - drawing_.scaled(4)};
    drawing_.text(low_ ? beside : foot, drawing_.fitted_name(name, style, beside_room),
                  low_ ? style.anchored(Anchor::start) : style);
  }

  /// What a worker holds in the end, beside what is held.
  void draw_held(std::size_t fused) {
    if (t_ < 1) return;
    std::string names;
    std::uint64_t held = 0;
    for (const FusingTensor& one : layout_.tensors) {
      if (!one.held || into(one) != fused) continue;
      ++held;
      names += (names.empty() ? "" : ", ") + chain_.values[one.value].name;
    }
    if (held == 0) return;
    const double left =
        x_of(layout_.middle(fused)) - layout_.box * body_.wide() * static_cast<double>(layout_.sizes[fused]) / 2;
    const double beside = worker_x(fused) - 40 * person_ - left, below = worker_x(fused) - 14 * person_ - left;
    Style style = type::value.anchored(Anchor::end);
    const std::string parcel = base::say("fusing.parcel", {{"tensor", names}});
    if (held == 1 && drawing_.width_of(parcel, style.sized(12)) <= beside) names = parcel;
    // Of more names than have room the number says enough.
    if (drawing_.width_of(names, style.sized(12)) > beside) names = base::say("fusing.in_hand", held);
    const bool fits = drawing_.width_of(names, style.sized(12)) <= beside;
    style = drawing_.shrunk(names, style, fits ? beside : below);
    if (fits) {
      drawing_.text({left + beside, drawing_.on_row(hands(fused).y - 11 * person_, style)}, names, style);
    } else {
      drawing_.text({left + below, floor_ - 8 * person_}, names, style);
    }
  }

  Drawing& drawing_;
  const ChartData& data_;
  const chain::Chain& chain_;
  Body body_;
  double t_, way_;  ///< `way_` starts slowly and arrives slowly
  FusingLayout layout_;
  double label_ = 0, box_high_ = 0, store_high_ = 0, person_ = 0, parcel_ = 0;
  double floor_ = 0, store_ = 0, shelf_ = 0;  ///< y
  double sign_ = 0;                           ///< how far tensors stand aside for the sign
  bool low_ = false;                          ///< no room for lines of words between
};

std::vector<FusingTensor> tensors_of(const ChartData& data) {
  return fusing_layout(data.plans[0], data.plans[1], 1).tensors;
}

/// Before the end of its way the picture does not show yet what the title says of it.
Titles titles(const ChartData& data, bool told) {
  const std::string question(base::text("fusing.question"));
  if (!told) return {question, question, {}};
  const std::vector<FusingTensor> tensors = tensors_of(data);
  const auto held = std::ranges::count(tensors, true, &FusingTensor::held);
  if (held == 1) {
    const auto one = std::ranges::find(tensors, true, &FusingTensor::held);
    return {question, base::say("fusing.title.held", {{"tensor", data.chain->values[one->value].name}}), {}};
  }
  const std::string_view words = held == 0 ? "fusing.title.none" : "fusing.title";
  return {question, base::say(words, {{"n", std::to_string(held)}}), {}};
}

figure::Figure finished(Drawing& drawing, const ChartData& data, std::vector<figure::Fact> extra) {
  if (data.no_title)
    drawing.figure.provenance = provenance(data);
  else
    drawing.foot();
  figure::Figure& figure = drawing.figure;
  figure.table.columns = {{"value", ""}, {"made by", ""}, {"words", ""}};
  for (const FusingTensor& one : tensors_of(data)) {
    const std::string& name = data.chain->values[one.value].name;
    const std::string words = base::say(one.small  ? "fusing.small"
                                        : one.held ? "fusing.held"
                                                   : "fusing.stored",
                                        {{"tensor", name}});
    const std::string made = one.made_by < 0 ? "" : "K" + std::to_string(one.made_by + 1);
    figure.table.rows.push_back({{name, made, words}, Stage::model});
    figure.description += (figure.description.empty() ? "" : " ") + words;
  }
  figure.question_description = base::text("fusing.question");
  // A third plan is what a scene is opened again with.
  ChartData asked = data;
  if (asked.plans[1].name != "fused") asked.plans.push_back(asked.plans[1]);
  figure.scene = scene(asked, "fusing", extra);
  return std::move(figure);
}

}  // namespace

figure::Figure fusing(const ChartData& given, double t) {
  const ChartData data = sheet_of(given);
  Drawing drawing(data, "fusing", fusing_body(data));
  drawing.head(titles(data, t >= 1), has_eyebrow(data));
  Picture(drawing, data, drawing.body(), t).draw();
  return finished(drawing, data, {{"t", base::exact_number(t)}});
}

figure::Figure fusing_storyboard(const ChartData& given) {
  const ChartData data = sheet_of(given);
  Drawing drawing(data, "fusing", fusing_body(data));
  drawing.head(titles(data, true), has_eyebrow(data));
  const Body& body = drawing.body();
  const double gap = drawing.scaled(20), wide = (body.wide() - 2 * gap) / 3;
  for (int i = 0; i < 3; ++i) {
    const double left = body.left + (wide + gap) * i;
    Picture(drawing, data, {left, left + wide, body.top, body.bottom}, i / 2.0).draw();
  }
  return finished(drawing, data, {{"moments", "storyboard"}});
}

}  // namespace charts
