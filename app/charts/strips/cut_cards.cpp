// Draws a card for each op with its operands, and between two cards a ribbon or a way through slow memory.
#include "charts/strips/cut_cards.hpp"

#include "base/words.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/findings.hpp"
#include "charts/frame/type.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace charts {
namespace {

constexpr Paint sheet{Role::page, Shade::fill};

// In units of a card's size.
constexpr double card_high = 66, joint_wide = 52, row_high = 106, least_card = 64, most_card = 220, pad = 10;
// As large as the room allows: three ops are read from afar, twenty from a chair, forty from close by.
constexpr double least_size = 0.5, most_size = 1.5;
constexpr std::size_t most_rows = 8;

/// What the cards of a sheet may take.
struct CardsRoom {
  double high = 0;   ///< all rows of them
  bool foot = true;  ///< a line of words stands below

  explicit CardsRoom(const ChartData& data) {
    constexpr double low = 240;
    constexpr std::size_t few = 16;  // of more some may be left out, which is said there
    foot = data.height >= low * data.text_scale || data.chain->ops().size() > few;
    const Body body = body_of(data);
    high = body.bottom - body.top;
  }
  [[nodiscard]] Body body_of(const ChartData& data) const {
    constexpr double line = 24;
    Body body = charts::body_of(data, false);
    if (!foot) body.bottom += line * data.text_scale;
    return body;
  }
};

class Cards {
 public:
  Cards(const ChartData& data, const Cutting& cutting, const CardsRoom& room)
      : chain_(*data.chain),
        cutting_(cutting),
        ops_(chain_.ops()),
        has_foot_(room.foot),
        drawing_(data, "cards", room.body_of(data)) {
    arrange(room.high);
    shown_ = std::min(ops_.size(), per_row_ * most_rows);
    const bool one_row = per_row_ >= ops_.size();
    const auto in_row = static_cast<double>(per_row_), joints = one_row ? in_row - 1 : in_row;
    card_ = std::min(unit(most_card), (drawing_.body().wide() - joints * unit(joint_wide)) / in_row);
  }

  /// How high the figure has to be above and below a body of no height.
  [[nodiscard]] double needs() const {
    const auto rows = static_cast<double>((shown_ + per_row_ - 1) / per_row_);
    return rows * unit(row_high);
  }

  figure::Figure draw() {
    drawing_.head({title(), "", ""}, false);
    for (std::size_t i = 0; i < shown_; ++i) draw_card(i);
    const Body& body = drawing_.body();
    if (has_foot_) drawing_.fit({body.left, drawing_.foot_line()}, legend(), body.wide(), type::small);
    drawing_.figure.description = drawing_.figure.title + ".";
    drawing_.figure.table.columns = {{"value", ""}, {"made by", ""}, {"used by", ""}, {"between kernels", ""}};
    for (const int op : ops_) {
      if (chain_.consumers(op).empty()) continue;
      const bool kept = chain_.values[op].output && !is(cutting_.cut, op);
      const auto key = kept                     ? "chart.cards.kept"
                       : is(cutting_.again, op) ? "chart.cards.again"
                       : is(cutting_.fixed, op) ? "chart.cards.fixed"
                       : is(cutting_.cut, op)   ? "chart.cards.cut"
                                                : "chart.cards.joined";
      drawing_.figure.table.rows.push_back(
          {{chain_.values[op].name, op_name(op), users(op), std::string(base::text(key))}, Stage::question});
    }
    return std::move(drawing_.figure);
  }

 private:
  [[nodiscard]] double unit(double length) const { return drawing_.scaled(length) * size_; }
  [[nodiscard]] Style sized(const Style& style) const { return style.sized(style.size * size_); }

  /// What a card must be wide for the name of its op, at size 1.
  [[nodiscard]] double least_wide() const {
    double wide = drawing_.scaled(least_card);
    for (const int op : ops_)  // and a hair more: rounding must not cut it
      wide = std::max(wide, drawing_.width_of(op_name(op), type::number) + drawing_.scaled(2 * pad + 1));
    return wide;
  }

  /// In so many rows that the cards come out largest; where they came out too small, in as many as they need.
  void arrange(double most_high) {
    const double room = drawing_.body().wide(), joint = drawing_.scaled(joint_wide), each = least_wide() + joint;
    const std::size_t count = ops_.size();
    size_ = 0;
    for (std::size_t rows = 1; rows <= std::min(count, most_rows); ++rows) {
      const std::size_t beside = (count + rows - 1) / rows;
      // Where a row goes on below, its last value has its scissors too.
      const double wide = static_cast<double>(beside) * each - (rows == 1 ? joint : 0);
      const double high = static_cast<double>(rows) * drawing_.scaled(row_high);
      const double size = std::min({room / wide, most_high / high, most_size});
      if (size <= size_) continue;
      size_ = size;
      per_row_ = beside;
    }
    if (size_ >= least_size) return;
    size_ = least_size;
    per_row_ = std::clamp<std::size_t>(static_cast<std::size_t>(room / (each * size_)), 1, count);
  }

  [[nodiscard]] static bool is(const std::vector<int>& values, int value) {
    return std::ranges::find(values, value) != values.end();
  }
  /// With the ops of each kernel, unless that is a list that nobody reads in a title.
  [[nodiscard]] std::string title() const {
    if (cutting_.plan == nullptr) return std::string(base::text("chart.cards.no_plan"));
    std::string whole = base::say("chart.cards.title", {{"kernels", kernels_words(*cutting_.plan)}});
    if (drawing_.width_of(whole, type::heading) <= 1.5 * drawing_.body().wide()) return whole;
    const std::string count = base::say("chart.trips.kernels", cutting_.plan->groups.size());
    return base::say("chart.cards.title", {{"kernels", count}});
  }
  [[nodiscard]] std::string legend() const {
    const std::size_t left = ops_.size() - shown_;
    if (left > 0) return base::say("chart.cards.left_out", {{"n", std::to_string(left)}});
    return std::string(base::text("chart.cards.legend"));
  }
  [[nodiscard]] std::string op_name(int op) const { return std::string(chain::info(chain_.values[op].op).name); }
  [[nodiscard]] std::string users(int value) const {
    std::string out;
    for (const int op : chain_.consumers(value)) out += (out.empty() ? "" : ", ") + op_name(op);
    return out;
  }
  [[nodiscard]] std::string kernel_of(int op) const {
    std::string names;  // several where each makes it again
    for (std::size_t k = 0; cutting_.plan != nullptr && k < cutting_.plan->groups.size(); ++k) {
      if (is(cutting_.plan->groups[k].ops, op)) names += fmt::format("{}K{}", names.empty() ? "" : ", ", k + 1);
    }
    return names;
  }
  /// What this op takes beside the value of the card before it.
  [[nodiscard]] std::string operands(std::size_t i) const {
    std::string out;
    for (const chain::Operand& operand : chain_.values[ops_[i]].operands) {
      if (i > 0 && operand.value == ops_[i - 1]) continue;
      out += out.empty() ? "" : ", ";
      out += operand.is_literal() ? fmt::format("{:.4g}", operand.literal) : chain_.values[operand.value].name;
    }
    return out;
  }

  void draw_card(std::size_t i) {
    const int op = ops_[i];
    const double x = drawing_.body().left + static_cast<double>(i % per_row_) * (card_ + unit(joint_wide));
    const double y = drawing_.body().top + static_cast<double>(i / per_row_) * unit(row_high);
    const double inset = unit(pad), room = card_ - 2 * inset, high = unit(card_high);
    const bool in_hand = op == cutting_.picked;
    const Stroke edge = in_hand ? Stroke{{Role::accent, Shade::fill}, 2.5, 0} : Stroke{hairline, 1, 0};
    drawing_.rect({{x, y}, card_, high, unit(6), panel_paint, edge},
                  since(Stage::question, "card." + chain_.values[op].name));
    drawing_.fit({x + inset, y + unit(18)}, kernel_of(op), room, sized(type::small_bold));
    drawing_.fit({x + inset, y + unit(38)}, op_name(op), room, sized(type::number));
    drawing_.text({x + inset, y + unit(56)}, drawing_.fitted_name(operands(i), sized(type::tick_start), room),
                  sized(type::tick_start));
    if (!chain_.consumers(op).empty()) draw_joint(op, {x + card_, y + high / 2}, i);
  }

  void draw_joint(int value, Point from, std::size_t i) {
    const bool again = is(cutting_.again, value), cut = is(cutting_.cut, value) && !again;
    const double wide = unit(joint_wide), drop = unit(card_high / 2 + 14);
    const Point middle{from.x + wide / 2, from.y};
    // The next card is its only reader: the ribbon goes all the way. Otherwise it only sets out.
    const auto readers = chain_.consumers(value);
    const bool next =
        i + 1 < shown_ && (i + 1) % per_row_ != 0 && readers.size() == 1 && readers.front() == ops_[i + 1];
    const double end = from.x + wide - (next ? 0 : unit(4)), head = unit(7);
    drawing_.rect(
        {{from.x, from.y - unit(card_high / 2)}, wide, unit(row_high - 8), 0, std::nullopt, std::nullopt, false},
        since(Stage::question, "cut." + chain_.values[value].name));
    const Paint road{Role::unfused, Shade::fill}, ribbon{Role::fused, Shade::fill};
    const double down = from.x + wide * 0.2, up = end - wide * 0.2, low = from.y + drop;
    if (cut && next) {
      drawing_.line({from, {down, from.y}, {down, low}, {up, low}, {up, from.y}, {end - head, from.y}}, {road, 2.5, 0});
      drawing_.arrow_head({end, from.y}, 1, 0, head, road);
    } else {
      if (!cut) {
        drawing_.line({from, {next ? end : end - head, from.y}}, {ribbon, 4, again ? unit(4) : 0});
        if (!next) drawing_.arrow_head({end, from.y}, 1, 0, head, ribbon);
      }
      // Set down for readers elsewhere, or for whoever asked for this output.
      if (cut || chain_.values[value].output) {
        drawing_.line({from, {down, from.y}, {down, low - head}}, {road, 2.5, 0});
        drawing_.arrow_head({down, low}, 0, 1, head, road);
      }
    }
    if (again) {
      copies(middle);
    } else if (!is(cutting_.fixed, value)) {
      scissors(middle, cut);
    }
    const double least = unit(joint_wide + 8);
    drawing_.text({middle.x, from.y + drop + unit(18)},
                  drawing_.fitted_name(chain_.values[value].name, sized(type::tick), least), sized(type::tick));
  }

  /// The mark that `--cuts` has for it.
  void copies(Point at) {
    drawing_.circle({at, unit(13), sheet, Stroke{{Role::fused, Shade::fill}, 1.5, 0}});
    drawing_.text({at.x, drawing_.on_row(at.y, sized(type::number))}, std::string(1, plan::made_again_mark),
                  sized(type::number).in(Role::fused).anchored(Anchor::middle));
  }

  void scissors(Point at, bool cut) {
    const double r = unit(13);
    const Paint paint = cut ? Paint{Role::unfused, Shade::text} : quiet;
    drawing_.circle({at, r, sheet, Stroke{cut ? Paint{Role::unfused, Shade::fill} : hairline, 1.5, 0}});
    const double open = unit(cut ? 2 : 4.5), loop = unit(2.4), left = unit(6);
    for (const double side : {-1.0, 1.0}) {
      const Point grip{at.x - left, at.y + side * (open + unit(1))};
      drawing_.circle({grip, loop, std::nullopt, Stroke{paint, 1.5, 0}});
      drawing_.line({{grip.x + loop, grip.y - side * unit(0.8)}, {at.x + unit(8), at.y - side * open}},
                    {paint, 1.5, 0});
    }
  }

  const chain::Chain& chain_;
  const Cutting& cutting_;
  std::vector<int> ops_;
  bool has_foot_;
  Drawing drawing_;
  std::size_t per_row_ = 1, shown_ = 0;
  double size_ = 1, card_ = 0;
};

}  // namespace

std::vector<int> parted(const plan::FusionPlan& plan) {
  std::vector<int> out;
  for (const int op : plan.chain->ops()) {
    const bool read = std::ranges::any_of(
        plan.groups, [&](const plan::Group& group) { return std::ranges::find(group.reads, op) != group.reads.end(); });
    if (read) out.push_back(op);
  }
  return out;
}

figure::Figure cut_cards(ChartData data, const Cutting& cutting) {
  const CardsRoom room(data);
  const double margins = data.height - room.high;
  data.height = std::ceil(margins + Cards(data, cutting, room).needs());
  return Cards(data, cutting, room).draw();
}

}  // namespace charts
