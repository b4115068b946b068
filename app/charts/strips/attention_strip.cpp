// Kernels above, the road between, tensors below; an arrow is a crossing.
#include "charts/strips/attention_strip.hpp"

#include "base/words.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/provenance.hpp"
#include "charts/frame/reopen.hpp"
#include "charts/frame/type.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace charts {
namespace {

struct Tensor {
  const char* name;
  bool square = false;  ///< scores: a column for each token
};
// In the order in which they are met, from left to right.
constexpr std::array<Tensor, 6> tensors{{{"Q"}, {"K"}, {"S", true}, {"P", true}, {"V"}, {"O"}}};
constexpr std::size_t Q = 0, K = 1, S = 2, P = 3, V = 4, O = 5;

struct Crossing {
  int kernel;  ///< from 1
  std::size_t tensor;
  bool write;
};
constexpr std::array<Crossing, 8> crossings{{{1, Q, false},
                                             {1, K, false},
                                             {1, S, true},
                                             {2, S, false},
                                             {2, P, true},
                                             {3, P, false},
                                             {3, V, false},
                                             {3, O, true}}};
constexpr std::array<const char*, 3> ops{"S = QKᵀ", "P = softmax(S)", "O = PV"};

class AttentionStrip {
 public:
  AttentionStrip(const ChartData& sheet, const model::Attention& head)
      : sheet_(sheet), head_(head), drawing_(sheet, "attention", body_of(sheet, false)) {
    const Body& body = drawing_.body();
    const double wide = body.wide(), tall = body.bottom - body.top;
    compact_ = tall < drawing_.scaled(250);
    kernels_top_ = body.top + drawing_.scaled(compact_ ? 8 : 26);
    chip_bottom_ = std::max(body.top + 0.24 * tall, kernels_top_ + drawing_.scaled(54));
    memory_top_ = chip_bottom_ + std::clamp(0.2 * tall, drawing_.scaled(36), drawing_.scaled(90));
    // Under each tensor its name, and where there is room its bytes and its shape; under them the panel's own name.
    const auto side_with = [&](int lines) {
      return body.bottom - memory_top_ - drawing_.scaled(12 + 4 + 17 * lines + (compact_ ? 4 : 24));
    };
    // What the narrow tensors say below them keeps apart, and leaves the middle kernel its op's shortest name.
    const auto least_with = [&](int lines) {
      const std::string said = lines > 2 ? shape_of(Q) : lines > 1 ? base::show(head_.side()) : tensors[Q].name;
      return (wide - 4 * (drawing_.width_of(said, type::tick) + drawing_.scaled(12))) / 2;
    };
    const double shortest = drawing_.width_of("softmax", type::large_value) + drawing_.scaled(40);
    while (lines_ > 1 && (side_with(lines_) < drawing_.scaled(56) || least_with(lines_) < shortest)) --lines_;
    const double least = least_with(lines_);
    const double most = std::max(std::min(0.27 * wide, least - drawing_.scaled(28)), drawing_.scaled(24));
    side_ = std::clamp(side_with(lines_), drawing_.scaled(24), most);
    // The middle kernel stands between the middles of S and P, and has its op to tell.
    const double op = drawing_.width_of(ops[1], type::large_value) + drawing_.scaled(40);
    const double scores = std::max({side_ + drawing_.scaled(28), 0.2 * wide, std::min(op, least)});
    const double rest = (wide - 2 * scores) / 4;
    double x = body.left;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
      const double column = tensors[i].square ? scores : rest;
      left_[i] = x;
      column_[i] = column;
      x += column;
    }
  }

  figure::Figure draw() {
    const std::string ratio =
        base::show_number(static_cast<double>(head_.naive().value) / static_cast<double>(head_.flash().value)) + "x";
    const std::string told =
        base::say("chart.attention.model",
                  {{"naive", base::show(head_.naive())}, {"flash", base::show(head_.flash())}, {"ratio", ratio}});
    const Titles titles{std::string(base::text("chart.attention.question")), told, ""};
    drawing_.head(titles, false);
    ground();
    for (int kernel = 1; kernel <= 3; ++kernel) draw_kernel(kernel);
    for (std::size_t i = 0; i < tensors.size(); ++i) draw_tensor(i);
    for (const Crossing& crossing : crossings) draw_crossing(crossing);
    foot();
    tell(titles);
    return std::move(drawing_.figure);
  }

 private:
  [[nodiscard]] static bool is_struck(std::size_t tensor) { return tensors[tensor].square; }
  [[nodiscard]] double middle(std::size_t tensor) const { return left_[tensor] + column_[tensor] / 2; }
  [[nodiscard]] std::int64_t columns(std::size_t tensor) const {
    return tensors[tensor].square ? head_.tokens : head_.width;
  }
  [[nodiscard]] std::string shape_of(std::size_t tensor) const {
    return fmt::format("{} x {}", head_.tokens, columns(tensor));
  }
  [[nodiscard]] double width(std::size_t tensor) const {
    return side_ * static_cast<double>(columns(tensor)) / static_cast<double>(head_.tokens);
  }

  void ground() {
    const Body& body = drawing_.body();
    const double wide = body.wide(), pad = drawing_.scaled(10);
    drawing_.rect({{body.left, body.top}, wide, chip_bottom_ - body.top, 6, panel_paint});
    drawing_.rect({{body.left, memory_top_}, wide, body.bottom - memory_top_, 6, panel_paint});
    if (!compact_) {
      drawing_.text({body.left + pad, body.top + drawing_.scaled(15)}, base::text("chart.strip.chip"), type::small);
      drawing_.text({body.left + pad, body.bottom - drawing_.scaled(8)}, base::text("chart.strip.memory"), type::small);
    }
    // Around the three kernels, once they are one.
    const double in = drawing_.scaled(4), top = kernels_top_ - drawing_.scaled(2);
    const Seen one = since(Stage::model, "one");
    drawing_.rect({{body.left + in, top - in},
                   wide - 2 * in,
                   chip_bottom_ - top,
                   8,
                   Paint{Role::fused, Shade::tint},
                   Stroke{{Role::fused, Shade::fill}, 2.5, 0},
                   false},
                  one);
    if (compact_) return;
    drawing_.fit({body.right - pad, body.top + drawing_.scaled(15)}, base::text("chart.attention.one"), wide / 2,
                 type::fused_heading_end, {one.from, one.until, {}});
  }

  /// From half of what it reads of S or P to half of what it writes of them.
  void draw_kernel(int kernel) {
    const Body& body = drawing_.body();
    const double gap = drawing_.scaled(10), top = kernels_top_, bottom = chip_bottom_ - drawing_.scaled(8);
    const double left = (kernel == 1 ? body.left : middle(kernel == 2 ? S : P)) + gap;
    const double right = (kernel == 3 ? body.right : middle(kernel == 1 ? S : P)) - gap;
    drawing_.rect({{left, top},
                   right - left,
                   bottom - top,
                   4,
                   Paint{Role::page, Shade::fill},
                   Stroke{{Role::unfused, Shade::fill}, 1.5, 0},
                   false},
                  since(Stage::question, "k" + std::to_string(kernel)));
    const double x = left + drawing_.scaled(8), room = right - x - drawing_.scaled(4);
    drawing_.text({x, top + drawing_.scaled(17)}, "K" + std::to_string(kernel), type::unfused_heading);
    // "P = softmax(S)", or as much of it as fits: "softmax(S)", "softmax".
    std::string op = ops.at(static_cast<std::size_t>(kernel) - 1);
    if (drawing_.width_of(op, type::large_value) > room) op = op.substr(op.find("= ") + 2);
    if (drawing_.width_of(op, type::large_value) > room) op = op.substr(0, op.find('('));
    drawing_.fit({x, top + drawing_.scaled(36)}, op, room, type::large_value);
  }

  void draw_tensor(std::size_t tensor) {
    const double x = middle(tensor), top = memory_top_ + drawing_.scaled(12), wide = std::max(width(tensor), 2.0);
    const figure::Rect box{{x - wide / 2, top},
                           wide,
                           side_,
                           0,
                           Paint{Role::unfused, Shade::tint},
                           Stroke{{Role::unfused, Shade::fill}, 1, 0},
                           false};
    const std::string id = fmt::format("tensor.{}", tensors[tensor].name);
    if (is_struck(tensor)) {
      drawing_.rect(box, {Stage::question, Stage::guess, id});
      figure::Rect gone = box;
      gone.fill = std::nullopt;
      gone.stroke = Stroke{hairline, 1, 3};
      drawing_.rect(gone, since(Stage::model, id));
      const Stroke strike{{Role::bad, Shade::fill}, 3, 0};
      const Seen seen{Stage::model, Stage::truth, "struck." + std::string(tensors[tensor].name)};
      drawing_.line({{x - wide / 2, top + side_}, {x + wide / 2, top}}, strike, seen);
      drawing_.line({{x - wide / 2, top}, {x + wide / 2, top + side_}}, strike, {seen.from, seen.until, {}});
    } else {
      drawing_.rect(box, since(Stage::question, id));
    }
    const double below = top + side_, room = column_[tensor] - drawing_.scaled(4);
    const std::string bytes = base::show(is_struck(tensor) ? head_.scores() : head_.side());
    // On one line side by side: what is struck is judged by its size.
    const double name = drawing_.width_of(tensors[tensor].name, type::large_bold_middle) + drawing_.scaled(6);
    const double both = name + drawing_.width_of(bytes, type::tick), y = below + drawing_.scaled(17);
    const bool beside = lines_ == 1 && both <= room;
    drawing_.text({beside ? x - both / 2 : x, y}, tensors[tensor].name,
                  beside ? type::large_bold : type::large_bold_middle);
    if (beside) drawing_.text({x - both / 2 + name, y}, bytes, type::tick_start);
    if (lines_ > 1) drawing_.fit({x, below + drawing_.scaled(34)}, bytes, room, type::tick);
    if (lines_ > 2) {
      drawing_.fit({x, below + drawing_.scaled(50)}, shape_of(tensor), room, type::tick);
    }
  }

  void draw_crossing(const Crossing& crossing) {
    const double top = chip_bottom_ - drawing_.scaled(5), bottom = memory_top_ + drawing_.scaled(7),
                 head = drawing_.scaled(9);
    double x = middle(crossing.tensor);
    // What is set down here and fetched there: one arrow beside the other.
    if (is_struck(crossing.tensor)) x += (crossing.write ? -1 : 1) * drawing_.scaled(26);
    const double tip = crossing.write ? bottom : top, tail = crossing.write ? top : bottom;
    const double toward = crossing.write ? 1 : -1;
    const auto arrow = [&](Paint paint, const Seen& seen) {
      drawing_.line({{x, tail}, {x, tip - toward * head * 0.8}}, {paint, 2.5, 0}, seen);
      drawing_.arrow_head({x, tip}, 0, toward, head, paint, {seen.from, seen.until, {}});
    };
    const std::string id =
        fmt::format("k{}.{}.{}", crossing.kernel, crossing.write ? "write" : "read", tensors[crossing.tensor].name);
    arrow({Role::unfused, Shade::fill}, {Stage::question, Stage::guess, id});
    const bool gone = is_struck(crossing.tensor);
    arrow(gone ? faint : Paint{Role::fused, Shade::fill}, since(Stage::model, id));
  }

  void foot() {
    const Body& body = drawing_.body();
    drawing_.fit({body.right, drawing_.foot_line()}, base::text("chart.ways.rule"), body.wide(), type::small_end,
                 since(Stage::question, "provenance"));
  }

  void tell(const Titles& titles) {
    figure::Figure& figure = drawing_.figure;
    figure.provenance = provenance(sheet_);
    figure.scene = scene(sheet_, "attention", {{"plan", "strip"}});
    std::string words;
    figure.table.columns = {{"kernel", ""}, {"direction", ""}, {"tensor", ""}, {"bytes", "B"}};
    for (const Crossing& crossing : crossings) {
      const char* name = tensors.at(crossing.tensor).name;
      const std::string number = std::to_string(crossing.kernel);
      words +=
          " " +
          base::say(crossing.write ? "chart.strip.writes" : "chart.strip.reads", {{"n", number}, {"tensor", name}}) +
          ".";
      const base::Bytes bytes = is_struck(crossing.tensor) ? head_.scores() : head_.side();
      figure.table.rows.push_back(
          {{"K" + number, crossing.write ? "write" : "read", name, std::to_string(bytes.value)}, Stage::question});
    }
    for (const auto& [name, bytes] : {std::pair{"K1 K2 K3", head_.naive()}, {"one", head_.flash()}}) {
      figure.table.rows.push_back({{name, "both", "all", std::to_string(bytes.value)}, Stage::model});
    }
    figure.question_description = titles.question + words;
    figure.description = titles.model + words + " " + std::string(base::text("chart.attention.struck"));
  }

  const ChartData& sheet_;
  const model::Attention& head_;
  Drawing drawing_;
  bool compact_ = false;  ///< no room for the panels' names
  int lines_ = 3;         ///< of words under a tensor
  double kernels_top_ = 0, chip_bottom_ = 0, memory_top_ = 0, side_ = 0;
  std::array<double, tensors.size()> left_{}, column_{};
};

}  // namespace

figure::Figure attention_strip(const ChartData& sheet, const model::Attention& head) {
  return AttentionStrip(sheet, head).draw();
}

}  // namespace charts
