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

// In units at 1x.
constexpr double card_high = 66, joint_wide = 56, row_high = 112, least_card = 92, most_card = 168;
constexpr std::size_t most_rows = 8;

class Cards {
 public:
  Cards(const ChartData& data, const Cutting& cutting)
      : chain_(*data.chain), cutting_(cutting), ops_(chain_.ops()), drawing_(data, "cards", body_of(data, false)) {
    const double room = drawing_.body().wide(), joint = drawing_.scaled(joint_wide);
    // Where a row goes on below, its last value has its scissors too.
    const auto fit = static_cast<std::size_t>((room + joint) / (drawing_.scaled(least_card) + joint));
    const bool one_row = fit >= ops_.size();
    const auto beside = static_cast<std::size_t>(room / (drawing_.scaled(least_card) + joint));
    per_row_ = one_row ? ops_.size() : std::max<std::size_t>(1, beside);
    const auto in_row = static_cast<double>(per_row_);
    card_ = std::min(drawing_.scaled(most_card), (room - (one_row ? in_row - 1 : in_row) * joint) / in_row);
    shown_ = std::min(ops_.size(), per_row_ * most_rows);
  }

  /// How high the figure has to be above and below a body of no height.
  [[nodiscard]] double needs() const {
    const auto rows = static_cast<double>((shown_ + per_row_ - 1) / per_row_);
    return rows * drawing_.scaled(row_high);
  }

  figure::Figure draw() {
    drawing_.head({title(), "", ""}, false);
    for (std::size_t i = 0; i < shown_; ++i) draw_card(i);
    std::string words(base::text("chart.cards.legend"));
    if (shown_ < ops_.size()) {
      words = base::say("chart.cards.left_out", {{"n", std::to_string(ops_.size() - shown_)}});
    }
    const Body& body = drawing_.body();
    drawing_.fit({body.left, drawing_.foot_line()}, words, body.wide(), type::small);
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
  [[nodiscard]] static bool is(const std::vector<int>& values, int value) {
    return std::ranges::find(values, value) != values.end();
  }
  [[nodiscard]] std::string title() const {
    if (cutting_.plan == nullptr) return std::string(base::text("chart.cards.no_plan"));
    return base::say("chart.cards.title", {{"kernels", kernels_words(*cutting_.plan)}});
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
    const double x = drawing_.body().left + static_cast<double>(i % per_row_) * (card_ + drawing_.scaled(joint_wide));
    const double y = drawing_.body().top + static_cast<double>(i / per_row_) * drawing_.scaled(row_high);
    const double pad = drawing_.scaled(10), room = card_ - 2 * pad, high = drawing_.scaled(card_high);
    const bool in_hand = op == cutting_.picked;
    const Stroke edge = in_hand ? Stroke{{Role::accent, Shade::fill}, 2.5, 0} : Stroke{hairline, 1, 0};
    drawing_.rect({{x, y}, card_, high, drawing_.scaled(6), panel_paint, edge},
                  since(Stage::question, "card." + chain_.values[op].name));
    drawing_.fit({x + pad, y + drawing_.scaled(18)}, kernel_of(op), room, type::small_bold);
    drawing_.fit({x + pad, y + drawing_.scaled(38)}, op_name(op), room, type::number);
    drawing_.text({x + pad, y + drawing_.scaled(56)}, drawing_.fitted_name(operands(i), type::tick_start, room),
                  type::tick_start);
    if (!chain_.consumers(op).empty()) draw_joint(op, {x + card_, y + high / 2}, i);
  }

  void draw_joint(int value, Point from, std::size_t i) {
    const bool again = is(cutting_.again, value), cut = is(cutting_.cut, value) && !again;
    const double wide = drawing_.scaled(joint_wide), drop = drawing_.scaled(card_high / 2 + 14);
    const Point middle{from.x + wide / 2, from.y};
    // The next card is its only reader: the ribbon goes all the way. Otherwise it only sets out.
    const auto readers = chain_.consumers(value);
    const bool next =
        i + 1 < shown_ && (i + 1) % per_row_ != 0 && readers.size() == 1 && readers.front() == ops_[i + 1];
    const double end = from.x + wide - (next ? 0 : drawing_.scaled(4)), head = drawing_.scaled(7);
    drawing_.rect({{from.x, from.y - drawing_.scaled(card_high / 2)},
                   wide,
                   drawing_.scaled(row_high - 8),
                   0,
                   std::nullopt,
                   std::nullopt,
                   false},
                  since(Stage::question, "cut." + chain_.values[value].name));
    const Paint road{Role::unfused, Shade::fill}, ribbon{Role::fused, Shade::fill};
    const double down = from.x + wide * 0.2, up = end - wide * 0.2, low = from.y + drop;
    if (cut && next) {
      drawing_.line({from, {down, from.y}, {down, low}, {up, low}, {up, from.y}, {end - head, from.y}}, {road, 2.5, 0});
      drawing_.arrow_head({end, from.y}, 1, 0, head, road);
    } else {
      if (!cut) {
        drawing_.line({from, {next ? end : end - head, from.y}}, {ribbon, 4, again ? drawing_.scaled(4) : 0});
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
    const double least = drawing_.scaled(joint_wide + 8);
    drawing_.text({middle.x, from.y + drop + drawing_.scaled(18)},
                  drawing_.fitted_name(chain_.values[value].name, type::tick, least), type::tick);
  }

  /// The mark that `--cuts` has for it.
  void copies(Point at) {
    drawing_.circle({at, drawing_.scaled(13), sheet, Stroke{{Role::fused, Shade::fill}, 1.5, 0}});
    drawing_.text({at.x, drawing_.on_row(at.y, type::number)}, std::string(1, plan::made_again_mark),
                  type::number.in(Role::fused).anchored(Anchor::middle));
  }

  void scissors(Point at, bool cut) {
    const double r = drawing_.scaled(13);
    const Paint paint = cut ? Paint{Role::unfused, Shade::text} : quiet;
    drawing_.circle({at, r, sheet, Stroke{cut ? Paint{Role::unfused, Shade::fill} : hairline, 1.5, 0}});
    const double open = drawing_.scaled(cut ? 2 : 4.5), loop = drawing_.scaled(2.4), left = drawing_.scaled(6);
    for (const double side : {-1.0, 1.0}) {
      const Point grip{at.x - left, at.y + side * (open + drawing_.scaled(1))};
      drawing_.circle({grip, loop, std::nullopt, Stroke{paint, 1.5, 0}});
      drawing_.line(
          {{grip.x + loop, grip.y - side * drawing_.scaled(0.8)}, {at.x + drawing_.scaled(8), at.y - side * open}},
          {paint, 1.5, 0});
    }
  }

  const chain::Chain& chain_;
  const Cutting& cutting_;
  std::vector<int> ops_;
  Drawing drawing_;
  std::size_t per_row_ = 1, shown_ = 0;
  double card_ = 0;
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
  const Body body = body_of(data, false);
  const double margins = data.height - (body.bottom - body.top);
  data.height = std::ceil(margins + Cards(data, cutting).needs());
  return Cards(data, cutting).draw();
}

}  // namespace charts
