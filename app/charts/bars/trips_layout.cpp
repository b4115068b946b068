// Tries what is to be shown in one size of letters after the other: the first that fits.
#include "charts/bars/trips_layout.hpp"

#include "charts/bars/trips_words.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/type.hpp"
#include "charts/frame/verdict_words.hpp"
#include "figure/text_metrics.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace charts {
namespace {

/// What is shown beside the bars; what can be spared goes first.
struct Wish {
  bool beside = true, icons = true, names_left = false, notes = true, others = true, same_math = true, eager = true;
  bool whose = true;      ///< else as much of it as there is room for
  double least_bar = 40;  ///< at 1x
};

/// Of the wishes below, the first that letters may be large for.
constexpr std::size_t large_wishes = 4;

std::vector<Wish> wishes() {
  std::vector<Wish> list(1);
  const auto less = [&](const auto& change) { change(list.emplace_back(list.back())); };
  less([](Wish& wish) { wish.icons = false; });
  less([](Wish& wish) { wish.names_left = true; });
  less([](Wish& wish) { wish.names_left = wish.beside = false, wish.least_bar = 32; });
  less([](Wish& wish) { wish.names_left = wish.beside = true, wish.least_bar = 36; });
  less([](Wish& wish) { wish.notes = wish.same_math = false, wish.least_bar = 20; });
  less([](Wish& wish) { wish.names_left = wish.beside = false, wish.same_math = true, wish.least_bar = 16; });
  less([](Wish& wish) { wish.same_math = false, wish.least_bar = 12; });
  less([](Wish& wish) { wish.others = wish.eager = wish.whose = false, wish.least_bar = 8; });
  return list;
}

class Placing {
 public:
  Placing(const ChartData& data, const TripsMoment& moment, std::size_t more)
      : data_(data),
        moment_(moment),
        more_(more),
        guess_(trips_guess(data)),
        quantity_(trips_quantity(data)),
        longest_(longest_trips_title(data)),
        whose_(whose_number(data, moment.plain)) {
    if (const auto teller = trips_teller(data); teller && teller->measurement >= 0) {
      same_math_ = same_math_words(data.measurements[static_cast<std::size_t>(teller->measurement)]);
      same_math_brief_ = same_math_brief(data.measurements[static_cast<std::size_t>(teller->measurement)]);
    }
  }

  TripsLayout best() {
    const std::vector<Wish> all = wishes();
    const double least = data_.text_scale;
    const double most = least * std::clamp(1.5 * std::min(data_.width / 960, data_.height / 540), 1.0, 3.0);
    // Large letters only beside large bars, and with everything said.
    for (double scale = most; scale > least; scale *= 0.96) {
      for (std::size_t i = 0; i < large_wishes; ++i) {
        if (auto placed = place(all[i], scale, data_.plans.size())) return *placed;
      }
    }
    for (const Wish& wish : all) {
      if (auto placed = place(wish, least, data_.plans.size())) return *placed;
    }
    for (std::size_t plans = data_.plans.size() - 1; plans >= 2; --plans) {
      if (auto placed = place(all[all.size() - 2], least, plans)) return *placed;
    }
    const std::size_t shown = std::min<std::size_t>(data_.plans.size(), 2);
    for (double scale = least; scale > 0.2; scale *= 0.96) {
      for (std::size_t i = large_wishes - 1; i < all.size(); ++i) {
        if (auto placed = place(all[i], scale, shown)) return *placed;
      }
    }
    return *place(all.back(), 0.2, shown, true);
  }

 private:
  [[nodiscard]] static double width(std::string_view text, const Style& style, double scale) {
    return figure::text_width(text, style.face, style.size * scale);
  }

  /// The longest title in one line, or in two where letters are as small as they may be.
  [[nodiscard]] bool title_fits(double scale, double wide) const {
    if (data_.no_title || width(longest_, type::title.sized(16), scale) <= wide) return true;
    const Style small = type::title.sized(14);
    return scale <= data_.text_scale && figure::wrap(longest_, small.face, small.size * scale, wide).size() <= 2;
  }

  /// The lines at the foot; nothing where one of them is too long.
  [[nodiscard]] std::optional<std::vector<std::string>> foot(const Wish& wish, double scale, double wide) const {
    std::vector<std::string> lines;
    const auto fits = [&](const std::string& line) { return width(line, type::small, scale) <= wide; };
    if (wish.same_math && !same_math_.empty()) {
      lines.push_back(fits(same_math_) ? same_math_ : same_math_brief_);
      if (!fits(lines.back())) return std::nullopt;
    }
    if (wish.eager && !data_.eager.empty()) {
      for (std::string& line : figure::wrap(data_.eager, type::small.face, type::small.size * scale, wide))
        lines.push_back(std::move(line));
    }
    if (whose_.empty()) return lines;
    const auto said = std::ranges::find_if(whose_, fits);
    if (said == whose_.end() && wish.whose) return std::nullopt;
    const std::string& line = said == whose_.end() ? whose_.back() : *said;
    lines.push_back(figure::fit(line, type::small.face, type::small.size * scale, wide));
    return lines;
  }

  /// Of a bar's own value, and of what stands below it: as wide for every result.
  [[nodiscard]] double value_width(const Style& style, double scale) const {
    const double of = quantity_ == Quantity::crossings ? 88 : quantity_ == Quantity::bytes ? 888e6 : 88.8e-3;
    double widest = width(trips_value(quantity_, of), style, scale);
    for (std::size_t plan = 0; plan < data_.plans.size(); ++plan) {
      const auto teller = trips_teller(data_);
      const auto is = teller ? reading(data_, plan, *teller, quantity_).value : std::nullopt;
      if (is) widest = std::max(widest, width(trips_value(quantity_, *is), style, scale));
    }
    return widest;
  }
  [[nodiscard]] double others_width(double scale) const {
    double widest = width(trips_value(Quantity::crossings, 88), type::small, scale);
    for (std::size_t plan = 0; plan < data_.plans.size(); ++plan)
      widest = std::max(widest, width(beside_value(data_, plan, moment_), type::small, scale));
    return widest;
  }

  /// Names and their notes before the bars, one below the other.
  [[nodiscard]] double names_width(const Wish& wish, double scale) const {
    double widest = 0;
    for (const plan::FusionPlan& plan : data_.plans) {
      const double note = wish.notes ? width(plan_note(plan, moment_.plain), type::small, scale) : 0;
      widest = std::max({widest, width(plan_words(plan), type::large_bold, scale), note});
    }
    return widest + 16 * scale;
  }

  /// A name, its note, and in a narrow sheet its value, in one line.
  [[nodiscard]] bool names_fit(const Wish& wish, double scale, double wide) const {
    double values = 0;
    if (!wish.beside) {
      values = value_width(type::number, scale) + 12 * scale;
      if (wish.others) values += others_width(scale) + 12 * scale;
    }
    return std::ranges::all_of(data_.plans, [&](const plan::FusionPlan& plan) {
      // A made-up name may lose its middle.
      const double name = std::min(width(plan_words(plan), type::large_bold, scale), 0.4 * wide);
      const double note = wish.notes ? width(plan_note(plan, moment_.plain), type::small, scale) + 12 * scale : 0;
      return name + note + values <= wide;
    });
  }

  std::optional<TripsLayout> place(const Wish& wish, double scale, std::size_t plans, bool at_any_price = false) const {
    TripsLayout out;
    out.scale = scale;
    out.beside = wish.beside;
    out.icons = wish.icons;
    out.names_left = wish.names_left;
    out.notes = wish.notes;
    out.others = wish.others;
    ChartData sheet;
    sheet.width = data_.width;
    sheet.height = data_.height;
    sheet.text_scale = scale;
    sheet.no_title = data_.no_title;
    out.body = body_of(sheet, false);
    const double wide = out.body.wide();
    const auto lines = foot(wish, scale, wide);
    const bool fits = lines && title_fits(scale, wide) && names_fit(wish, scale, wide);
    if (!fits && !at_any_price) return std::nullopt;
    out.foot = lines.value_or(std::vector<std::string>{});
    if (!place_rows(wish, plans, out) && !at_any_price) return std::nullopt;
    const double icon = wish.icons ? 2 * std::min(0.75 * out.thick, 44 * scale) + 12 * scale : 0;
    double column = 12 * scale;
    if (wish.beside && out.low()) {
      column = 28 * scale + value_width(type::number, scale) + others_width(scale);
    } else if (wish.beside) {
      column = 16 * scale + std::max(value_width(type::title_value, scale), others_width(scale));
    }
    out.bar_left = out.body.left + icon + (wish.names_left ? names_width(wish, scale) : 0);
    out.room = out.body.right - out.bar_left - column;
    if (out.room < (wish.beside ? 0.45 : 0.8) * wide && !at_any_price) return std::nullopt;
    return out;
  }

  /// Whether bars are as thick as was wished.
  bool place_rows(const Wish& wish, std::size_t plans, TripsLayout& out) const {
    const double scale = out.scale, most_bar = 110;
    const std::size_t all = data_.plans.size();
    const auto count = static_cast<double>(std::max<std::size_t>(plans, 1));
    const double below_guess = 26 * scale, below = 8 * scale;
    const double left_out = plans < all + more_ ? 18 * scale : 0, bracket = all > 1 ? 46 * scale : 0;
    const double foot = 18 * scale * (static_cast<double>(std::max<std::size_t>(out.foot.size(), 1)) - 1);
    const bool labelled = guess_ && guess_->quantity == quantity_ && guess_->plan < plans;
    const double above = out.names_left ? 0 : TripsLayout::name_line * scale;
    const double words = count * (above + below) + (labelled ? below_guess - below : 0) + left_out + bracket + foot;
    const double room = out.body.bottom - out.body.top - words;
    out.thick = std::max(std::min(room / count, most_bar * scale), 1.0);
    const double air = std::max(room - count * out.thick, 0.0) / (count + 1);
    double y = out.body.top + air / 2;
    const bool fused_last = has_fused_last(data_);
    std::vector<std::size_t> in_rows(plans);
    for (std::size_t plan = 0; plan < plans; ++plan) in_rows[row_of_plan(plan, plans, fused_last)] = plan;
    out.tops.resize(plans);
    for (const std::size_t plan : in_rows) {
      out.tops[plan] = y;
      y += above + out.thick + (labelled && guess_->plan == plan ? below_guess : below) + air;
    }
    y -= air / 2;
    if (left_out > 0) out.left_out = y + 8 * scale;
    out.bracket = y + left_out + 14 * scale;
    return room / count >= wish.least_bar * scale;
  }

  const ChartData& data_;
  const TripsMoment& moment_;
  const std::size_t more_;  ///< plans that are not among the data's
  const std::optional<TripsGuess> guess_;
  const Quantity quantity_;
  const std::string longest_;
  const std::vector<std::string> whose_;
  std::string same_math_, same_math_brief_;
};

}  // namespace

TripsLayout trips_layout(const ChartData& data, const TripsMoment& moment, std::size_t more) {
  return Placing(data, moment, more).best();
}

}  // namespace charts
