// Draws what stands around the bars.
#include "charts/frame/plan_rows.hpp"

#include "base/words.hpp"
#include "charts/frame/findings.hpp"
#include "charts/frame/source_words.hpp"

namespace charts {

void PlanRows::draw_heading(const Panel& panel) {
  std::string head(base::text("chart.panel." + std::string(name(panel.quantity))));
  if (!panel.unit.empty()) head += " (" + panel.unit + ")";
  drawing_.fit({panel.axis.begin, frame_.heading}, head, panel.wide(), type::heading);
}

void PlanRows::draw_ticks(const Panel& panel, double zero_width) {
  const double below = frame_.bottom + drawing_.scaled(16);
  if (!panel.scaled) drawing_.fit({panel.axis.begin, below}, base::text("chart.no_scale"), panel.wide(), type::small);
  for (const figure::Tick& tick : panel.axis.ticks) {
    const double x = panel.axis.place(tick.value);
    const Stroke stroke = tick.value == 0 ? Stroke{hairline, zero_width, 0} : Stroke{faint, 1, 0};
    for (std::size_t plan = 0; plan < frame_.plans; ++plan) {
      const double top = frame_.group_top(plan) + frame_.header;
      drawing_.grid_line({x, top}, {x, top + static_cast<double>(frame_.rows) * frame_.pitch}, stroke);
    }
    drawing_.text({x, below}, tick.label, type::tick);
  }
}

void PlanRows::name_plan(std::size_t plan, double below_top) {
  const std::string plan_name = plan_words(data_.plans[plan]);
  const double left = frame_.body.left, wide = frame_.body.right - left;
  if (frame_.compact) {
    const Style style = type::row_heading.in(role_of(plan));
    const double y = drawing_.on_row(frame_.row(plan, 0), style);
    drawing_.text({left, y}, drawing_.fitted_name(plan_name, style, frame_.names - drawing_.scaled(8)), style);
    return;
  }
  const Style style = type::heading.in(role_of(plan));
  const double y = frame_.group_top(plan) + drawing_.scaled(below_top);
  const std::string shown = drawing_.fitted(plan_name, style, 0.6 * wide);
  drawing_.text({left, y}, shown, style);
  const double used = drawing_.width_of(shown, style) + drawing_.scaled(10);
  // Of more ops than have room the number of kernels says enough.
  std::string kernels = kernels_words(data_, plan);
  if (drawing_.width_of(kernels, type::small) > wide - used) kernels = kernels_count(data_, plan);
  drawing_.fit({left + used, y}, kernels, wide - used, type::small);
}

void PlanRows::name_row(double middle, const std::string& words) {
  const double right = frame_.panels[0].axis.begin - drawing_.scaled(10);
  drawing_.fit({right, drawing_.on_row(middle, type::small_end)}, words, frame_.labels, type::small_end);
}

void PlanRows::draw_asked(const Panel& panel, double middle, Stage last, const Style& style) {
  drawing_.text({panel.axis.begin + drawing_.scaled(8), drawing_.on_row(middle, style)}, "?", style,
                {Stage::question, last, {}});
}

void PlanRows::draw_reason(const Panel& panel, double middle, const std::string& why, Stage from, double indent) {
  const double left = panel.axis.begin + drawing_.scaled(indent);
  const std::string shown = drawing_.clauses(why, type::small, panel.right - left);
  drawing_.text({left, drawing_.on_row(middle, type::small)}, shown, type::small, since(from));
}

}  // namespace charts
