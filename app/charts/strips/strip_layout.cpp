// Kernels into bands.
#include "charts/strips/strip_layout.hpp"

#include <algorithm>

namespace charts {
namespace {

constexpr double least_unit = 36, most_unit = 112;  // an arrow's column at 1x
constexpr double last_unit = 24;                    // as narrow as an arrow's mark, before a kernel is left out
constexpr double least_band = 150, most_band = 360;
constexpr double between_kernels = 0.5;  // between kernels, in columns
constexpr double between_bands = 14;

/// Columns a kernel takes: its arrows and half a column of air; at least two, for its name.
double columns(const StripKernel& kernel) {
  return std::max<double>(2, static_cast<double>(kernel.arrows.size())) + between_kernels;
}

double total(const std::vector<StripKernel>& kernels, std::size_t first, std::size_t last) {
  double sum = 0;
  for (std::size_t i = first; i < last; ++i) sum += columns(kernels[i]);
  return sum;
}

std::vector<StripKernel> kernels_of(const plan::FusionPlan& plan, const std::vector<Arrow>& arrows) {
  std::vector<StripKernel> kernels(plan.groups.size());
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    kernels[i].kernel = static_cast<int>(i) + 1;
    kernels[i].ops = plan.groups[i].ops;
  }
  for (std::size_t i = 0; i < arrows.size(); ++i) kernels[arrows[i].kernel - 1].arrows.push_back(i);
  return kernels;
}

/// Fills a band from kernel `first` on as long as columns are at least `unit` wide; returns the kernel after.
std::size_t fill(StripBand& band, const std::vector<StripKernel>& kernels, std::size_t first, double unit,
                 double wide) {
  std::size_t next = first;
  while (next < kernels.size() && (next == first || total(kernels, first, next + 1) * unit <= wide)) ++next;
  band.kernels.assign(kernels.begin() + static_cast<std::ptrdiff_t>(first),
                      kernels.begin() + static_cast<std::ptrdiff_t>(next));
  return next;
}

void place(StripBand& band, double left, double wide, double unit) {
  double x = left + std::max(0.0, (wide - total(band.kernels, 0, band.kernels.size()) * unit) / 2);
  for (StripKernel& kernel : band.kernels) {
    const double span = columns(kernel) * unit;
    kernel.left = x + between_kernels / 4 * unit;
    kernel.right = x + span - between_kernels / 4 * unit;
    const double step =
        (kernel.right - kernel.left) / static_cast<double>(std::max<std::size_t>(1, kernel.arrows.size()));
    for (std::size_t i = 0; i < kernel.arrows.size(); ++i) {
      kernel.places.push_back(kernel.left + (static_cast<double>(i) + 0.5) * step);
    }
    x += span;
  }
}

/// As few bands as give readable columns, and the widest columns that fit into them.
void fill_bands(StripLayout& layout, const std::vector<StripKernel>& kernels, double wide, int most_bands,
                double scale) {
  std::size_t shown = 0;
  for (int bands = 1; bands <= most_bands && shown < kernels.size(); ++bands) {
    const double readable = (bands < most_bands ? 2 * least_unit : last_unit) * scale;
    layout.unit = std::clamp(wide / total(kernels, 0, kernels.size()) * bands, readable, most_unit * scale);
    for (;; layout.unit = std::max(readable, layout.unit * 0.95)) {
      layout.bands.assign(static_cast<std::size_t>(bands), {});
      shown = 0;
      for (StripBand& band : layout.bands) shown = fill(band, kernels, shown, layout.unit, wide);
      if (shown == kernels.size() || layout.unit <= readable) break;
    }
  }
  std::erase_if(layout.bands, [](const StripBand& band) { return band.kernels.empty(); });
  layout.left_out = static_cast<int>(kernels.size() - shown);
}

/// Heights of chip, road and memory: a line an op on the chip, as far as memory and road leave room. Where they leave
/// none the arrows need it more, and the op stands beside the kernel's name.
void stack_bands(StripLayout& layout, std::size_t most_ops, double from, double high, double scale) {
  const double count = static_cast<double>(layout.bands.size());
  const double line = 17 * scale, frame = 60 * scale, road = 48 * scale;
  const double wanted = frame + static_cast<double>(most_ops) * line + 152 * scale;
  const double room = (high - (count - 1) * between_bands * scale) / count;
  const double each = std::min(room, std::max(most_band * scale, wanted));
  const double memory = std::clamp(each * 0.3, 36 * scale, 56 * scale);
  const double left = each - memory - road, chip_most = std::max(frame + line, left);
  layout.op_lines = std::clamp<std::size_t>(static_cast<std::size_t>((chip_most - frame) / line), 1, most_ops);
  layout.op_beside = layout.op_lines == 1 && left < frame + line;
  const double chip = frame + (layout.op_beside ? 0 : static_cast<double>(layout.op_lines) * line);
  double top = from + std::max(0.0, (high - count * each - (count - 1) * between_bands * scale) / 2);
  for (StripBand& band : layout.bands) {
    band.top = top;
    band.bottom = top + each;
    band.chip_bottom = top + chip;
    band.kernel_bottom = band.chip_bottom - 8 * scale;
    band.memory_top = band.bottom - memory;
    top = band.bottom + between_bands * scale;
  }
}

}  // namespace

double strip_columns(const plan::FusionPlan& plan, const std::vector<Arrow>& arrows) {
  const std::vector<StripKernel> kernels = kernels_of(plan, arrows);
  return total(kernels, 0, kernels.size());
}

StripLayout strip_layout(const plan::FusionPlan& plan, const std::vector<Arrow>& arrows, const Body& body,
                         double scale) {
  const std::vector<StripKernel> kernels = kernels_of(plan, arrows);
  const double pad = 8 * scale, wide = body.right - body.left - 2 * pad, high = body.bottom - body.top;
  const auto most_bands = static_cast<int>((high + between_bands * scale) / ((least_band + between_bands) * scale));
  StripLayout layout;
  fill_bands(layout, kernels, wide, std::max(1, most_bands), scale);
  std::size_t most_ops = 1;
  for (const StripKernel& kernel : kernels) most_ops = std::max(most_ops, kernel.ops.size());
  stack_bands(layout, most_ops, body.top, high, scale);
  for (StripBand& band : layout.bands) place(band, body.left + pad, wide, layout.unit);
  return layout;
}

}  // namespace charts
