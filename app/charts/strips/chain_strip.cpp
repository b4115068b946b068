// Draws kernels, memory and the arrows between.
#include "charts/strips/chain_strip.hpp"

#include "base/words.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/findings.hpp"
#include "charts/frame/provenance.hpp"
#include "charts/frame/reopen.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/type.hpp"
#include "charts/strips/strip_layout.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace charts {
namespace {

/// On a low sheet arrows need the title's room more; one too low for the strip is made higher, and who has no room
/// draws it smaller.
ChartData high_enough(ChartData data) {
  Body body = body_of(data, false);
  if (body.bottom - body.top < easy_strip * data.text_scale) {
    data.no_title = true;
    body = body_of(data, false);
  }
  data.height += std::max(0.0, least_strip * data.text_scale - (body.bottom - body.top));
  return data;
}

class Strip {
 public:
  Strip(const ChartData& data, const plan::FusionPlan& plan, const std::map<std::string, ArrowState>& states,
        Fullness fullness)
      : data_(high_enough(data)),
        plan_(plan),
        states_(states),
        asked_(fullness == Fullness::asked),
        arrows_(fullness == Fullness::unseen ? std::vector<Arrow>() : arrows(plan)),
        eyebrow_(data.height >= 400 * data.text_scale),
        drawing_(data_, "chain", body_of(data_, eyebrow_)),
        layout_(strip_layout(plan, arrows_, drawing_.body(), data.text_scale)) {
    for (std::size_t i = 0; i < data.plans.size(); ++i) {
      if (data.plans[i].name == plan.name) role_ = i == 0 ? Role::unfused : i == 1 ? Role::fused : Role::quiet_ink;
    }
  }

  figure::Figure draw() {
    drawing_.head({title(), "", ""}, eyebrow_);
    for (const StripBand& band : layout_.bands) draw_band(band);
    draw_legend();
    drawing_.figure.description = describe();
    drawing_.figure.table = table();
    ChartData no_numbers;
    no_numbers.command = data_.command;
    drawing_.figure.provenance = provenance(no_numbers);
    drawing_.figure.scene = scene(data_, "chain", {{"plan", plan_.name}});
    return std::move(drawing_.figure);
  }

 private:
  /// What each kernel does stands in its box.
  [[nodiscard]] std::string title() const {
    const std::string kernels = base::say("chart.strip.kernels", static_cast<std::uint64_t>(plan_.groups.size()));
    return capitalised(base::say("chart.strip.title", {{"plan", plan_words(plan_)}, {"kernels", kernels}}));
  }

  void draw_band(const StripBand& band) {
    const Body& body = drawing_.body();
    const double wide = body.wide(), pad = drawing_.scaled(10);
    drawing_.rect({{body.left, band.top}, wide, band.chip_bottom - band.top, 6, panel_paint});
    drawing_.rect({{body.left, band.memory_top}, wide, band.bottom - band.memory_top, 6, panel_paint});
    drawing_.text({body.left + pad, band.top + drawing_.scaled(17)}, base::text("chart.strip.chip"), type::small);
    drawing_.text({body.left + pad, band.bottom - drawing_.scaled(8)}, base::text("chart.strip.memory"), type::small);
    for (const StripKernel& kernel : band.kernels) {
      draw_kernel(band, kernel);
      for (std::size_t i = 0; i < kernel.arrows.size(); ++i) {
        draw_arrow(band, arrows_[kernel.arrows[i]], kernel.places[i], column(kernel));
      }
    }
    draw_waiting(band);
  }

  [[nodiscard]] static double column(const StripKernel& kernel) {
    return (kernel.right - kernel.left) / static_cast<double>(std::max<std::size_t>(1, kernel.arrows.size()));
  }

  void draw_kernel(const StripBand& band, const StripKernel& kernel) {
    const double top = band.top + drawing_.scaled(24), pad = drawing_.scaled(8),
                 room = kernel.right - kernel.left - 2 * pad;
    drawing_.rect({{kernel.left, top},
                   kernel.right - kernel.left,
                   band.kernel_bottom - top,
                   4,
                   Paint{Role::page, Shade::fill},
                   Stroke{{role_, Shade::fill}, 1.5, 0},
                   false},
                  since(Stage::question, "k" + std::to_string(kernel.kernel)));
    const Style name = type::heading.in(role_);
    const double x = kernel.left + pad;
    drawing_.fit({x, top + drawing_.scaled(17)}, "K" + std::to_string(kernel.kernel), room, name);
    if (layout_.op_beside) {
      const double used = drawing_.width_of("K" + std::to_string(kernel.kernel), name) + drawing_.scaled(12);
      return draw_op_beside(kernel, {x + used, top + drawing_.scaled(17)}, room - used);
    }
    double y = top + drawing_.scaled(17 + 17);
    const bool all = kernel.ops.size() <= layout_.op_lines;
    if (!all && layout_.op_lines == 1) {
      const std::string names = ops_words(plan_, plan_.groups[kernel.kernel - 1]);
      drawing_.fit({x, y}, names, room, type::small);
      return;
    }
    const std::size_t lines = all ? kernel.ops.size() : layout_.op_lines - 1;
    for (std::size_t i = 0; i < lines; ++i, y += drawing_.scaled(17)) {
      draw_op(kernel.ops[i], {x, y}, room);
    }
    if (all) return;
    const std::string rest = base::say("chart.strip.more_ops", {{"n", std::to_string(kernel.ops.size() - lines)}});
    drawing_.fit({x, y}, rest, room, type::small);
  }

  void draw_op_beside(const StripKernel& kernel, Point at, double room) {
    if (kernel.ops.size() == 1) return draw_op(kernel.ops.front(), at, room);
    drawing_.fit(at, ops_words(plan_, plan_.groups[kernel.kernel - 1]), room, type::small);
  }

  /// "y.1 = x + b", or as much of it as fits: "x + b", "add", that in smaller letters. Where not even they fit the
  /// kernel's number stands alone.
  void draw_op(int op, Point at, double room) {
    const std::string expression = chain::expression(*plan_.chain, op);
    const std::string name(chain::info(plan_.chain->values[op].op).name);
    for (const std::string& words : {plan_.chain->values[op].name + " = " + expression, expression, name}) {
      if (drawing_.width_of(words, type::value) <= room) return drawing_.text(at, words, type::value);
    }
    const Style small = drawing_.shrunk(name, type::value, room);
    if (drawing_.width_of(name, small) <= room) drawing_.text(at, name, small);
  }

  void draw_arrow(const StripBand& band, const Arrow& arrow, double x, double wide) {
    const auto state = states_.find(arrow.id);
    const bool struck = state != states_.end() && state->second.struck;
    const bool thick = !is_thin(arrow);
    const double top = band.kernel_bottom + 2, bottom = band.memory_top - 2, head = drawing_.scaled(thick ? 9 : 6);
    Paint paint = thick ? Paint{role_, Shade::fill} : hairline;
    if (struck) paint = faint;
    const double tip = arrow.write ? bottom : top, tail = arrow.write ? top : bottom, toward = arrow.write ? 1 : -1;
    // The whole column answers to a click.
    drawing_.rect({{x - wide / 2, top}, wide, bottom - top}, since(Stage::question, arrow.id));
    drawing_.line({{x, tail}, {x, tip - toward * head * 0.8}}, {paint, thick ? 2.5 : 1.0, thick ? 0.0 : 3.0});
    drawing_.arrow_head({x, tip}, 0, toward, head, paint);
    const std::string& tensor = plan_.chain->values[arrow.value].name;
    drawing_.text({x, band.memory_top + drawing_.scaled(17)},
                  drawing_.fitted_name(tensor, type::value_middle, wide - drawing_.scaled(6)), type::value_middle);
    if (state != states_.end()) draw_state(state->second, {x, (top + bottom) / 2}, bottom - top, wide);
  }

  /// The slot of an arrow and what was written into it; beside a short arrow, which it would hide.
  void draw_state(const ArrowState& state, Point at, double length, double wide) {
    const double r = drawing_.scaled(11), beyond = r + drawing_.scaled(8);
    const bool short_one = length < 2 * r + drawing_.scaled(27) && wide / 2 > beyond + r + drawing_.scaled(6);
    const double d = short_one ? std::min(r, length * 0.4) : r * 1.5;
    const bool marked = !state.mark.empty();
    // The stroke runs behind the number, which stays readable.
    const Stroke strike{{Role::bad, Shade::fill}, 3, 0};
    if (state.struck) drawing_.line({{at.x - d, at.y + d}, {at.x + d, at.y - d}}, strike);
    if (short_one) at.x += beyond;
    const Stroke rim = state.struck ? Stroke{{Role::bad, Shade::fill}, 2, 0}
                       : marked     ? Stroke{{Role::guess, Shade::fill}, 2, 0}
                                    : Stroke{hairline, 1, 0};
    drawing_.circle({at, r, Paint{Role::page, Shade::fill}, rim});
    if (marked) {
      const Style style = state.struck ? type::guess_mark.in(quiet) : type::guess_mark;
      drawing_.fit({at.x, drawing_.on_row(at.y, style)}, state.mark, 2 * r, style);
    } else {
      drawing_.circle({at, drawing_.scaled(1.75), quiet});
    }
    if (state.focused)
      drawing_.circle({at, r + drawing_.scaled(5), std::nullopt, Stroke{{Role::accent, Shade::fill}, 2.5, 0}});
  }

  /// A tensor that is written here and read again waits in slow memory: a line from foot to foot.
  void draw_waiting(const StripBand& band) {
    std::map<int, std::vector<double>> feet;
    std::map<int, bool> written;
    for (const StripKernel& kernel : band.kernels) {
      for (std::size_t i = 0; i < kernel.arrows.size(); ++i) {
        const Arrow& arrow = arrows_[kernel.arrows[i]];
        if (arrow.write) written[arrow.value] = true;
        if (written[arrow.value]) feet[arrow.value].push_back(kernel.places[i]);
      }
    }
    std::vector<double> busy_until(3, -1.0);  // right end on each level
    const double first = band.memory_top + drawing_.scaled(23), room = band.bottom - drawing_.scaled(3) - first;
    const double step = std::min(drawing_.scaled(5), room / static_cast<double>(busy_until.size()));
    const auto waiting = std::ranges::count_if(feet, [](const auto& one) { return one.second.size() > 1; });
    for (const auto& [value, places] : feet) {
      if (places.size() < 2) continue;
      const auto [from, to] = std::ranges::minmax(places);
      std::size_t level = 0;
      while (level + 1 < busy_until.size() && busy_until[level] >= from) ++level;
      busy_until[level] = to;
      const double y = first + static_cast<double>(level + 1) * step;
      const Stroke stroke{hairline, 1, 0};
      for (double x : places) drawing_.line({{x, first}, {x, y}}, stroke);
      drawing_.line({{from, y}, {to, y}}, stroke);
      if (waiting == 1) name_waiting(band, value, {(from + to) / 2, y + drawing_.scaled(15)}, to - from);
    }
  }
  /// Where nothing else does: that both ends are one tensor.
  void name_waiting(const StripBand& band, int value, Point at, double wide) {
    const std::string words = base::say("chart.strip.waits", {{"tensor", plan_.chain->values[value].name}});
    const double half = drawing_.width_of(words, type::small) / 2, pad = drawing_.scaled(10);
    const double sign = drawing_.width_of(base::text("chart.strip.memory"), type::small);
    const bool fits = at.y <= band.bottom - drawing_.scaled(5) && 2 * half <= wide;
    if (fits && at.x - half > drawing_.body().left + sign + 2 * pad) drawing_.text(at, words, type::small_middle);
  }

  /// Bottom left: what thin arrows are, and what has no room.
  void draw_legend() {
    std::string words;
    if (const int more = layout_.left_out; more > 0) {
      words = base::say("chart.strip.left_out", static_cast<std::uint64_t>(more));
    }
    if (std::ranges::any_of(arrows_, [&](const Arrow& arrow) { return is_thin(arrow); })) {
      words += (words.empty() ? "" : " ") + std::string(base::text("chart.strip.thin"));
    }
    const Body& body = drawing_.body();
    drawing_.fit({body.left, drawing_.foot_line()}, words, body.wide(), type::small);
  }

  [[nodiscard]] std::string describe() const {
    std::string out = drawing_.figure.title + ".";
    for (const Arrow& arrow : arrows_) {
      out += " " + arrow.label;
      if (is_thin(arrow)) out += " (" + std::string(base::text("chart.strip.not_full")) + ")";
      const std::string said = state_words(arrow);
      if (!said.empty()) out += ": " + said;
      out += ".";
    }
    return out;
  }

  [[nodiscard]] std::string state_words(const Arrow& arrow) const {
    const auto state = states_.find(arrow.id);
    if (state == states_.end()) return {};
    std::string out = state->second.mark.empty() ? "\u00b7" : state->second.mark;
    if (state->second.struck) out += ", " + std::string(base::text("chart.strip.struck"));
    return out;
  }

  [[nodiscard]] figure::Table table() const {
    figure::Table out;
    out.columns = {{"kernel", ""}, {"direction", ""}, {"tensor", ""}, {asked_ ? "shape" : "full", ""}, {"mark", ""}};
    for (const Arrow& arrow : arrows_) {
      const chain::Value& value = plan_.chain->values[arrow.value];
      const std::string fourth = asked_ ? chain::show(value.shape) : arrow.full ? "yes" : "no";
      out.rows.push_back(
          {{"K" + std::to_string(arrow.kernel), arrow.write ? "write" : "read", value.name, fourth, state_words(arrow)},
           Stage::question});
    }
    return out;
  }

  [[nodiscard]] bool is_thin(const Arrow& arrow) const { return !arrow.full && !asked_; }

  const ChartData data_;
  const plan::FusionPlan& plan_;
  const std::map<std::string, ArrowState>& states_;
  bool asked_;
  std::vector<Arrow> arrows_;
  bool eyebrow_;
  Drawing drawing_;
  StripLayout layout_;
  Role role_ = Role::unfused;
};

}  // namespace

std::vector<Arrow> arrows(const plan::FusionPlan& plan) {
  std::vector<Arrow> out;
  for (std::size_t group = 0; group < plan.groups.size(); ++group) {
    const std::string number = std::to_string(group + 1);
    for (const model::Transfer& one : model::traffic(plan, plan.groups[group]).transfers) {
      const std::string& tensor = plan.chain->values[one.value].name;
      const std::string_view key = one.again   ? "chart.strip.reads_again"
                                   : one.write ? "chart.strip.writes"
                                               : "chart.strip.reads";
      const std::string_view way = one.again ? "again" : one.write ? "write" : "read";
      out.push_back({fmt::format("k{}.{}.{}", number, way, tensor), static_cast<int>(group) + 1, one.value, one.write,
                     one.full, base::say(key, {{"n", number}, {"tensor", tensor}})});
    }
  }
  return out;
}

double larger_strip(const ChartData& data, const plan::FusionPlan& plan) {
  constexpr double easy_column = 70, air = 50, title = 70, most = 1.4;
  const double across = data.width / (strip_columns(plan, arrows(plan)) * easy_column * data.text_scale);
  const double down = data.height / ((easy_strip + air + (data.no_title ? 0 : title)) * data.text_scale);
  return std::clamp(std::min(across, down), 1.0, most);
}

figure::Figure chain_strip(const ChartData& data, const plan::FusionPlan& plan,
                           const std::map<std::string, ArrowState>& states, Fullness fullness) {
  return Strip(data, plan, states, fullness).draw();
}

}  // namespace charts
