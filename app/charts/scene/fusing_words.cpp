// From large to small, and within a size from the whole text to names.
#include "charts/scene/fusing_words.hpp"

#include "base/text.hpp"
#include "charts/frame/findings.hpp"
#include "charts/frame/type.hpp"
#include "figure/text_metrics.hpp"

#include <algorithm>
#include <initializer_list>
#include <optional>

namespace charts {
namespace {

using Lines = std::vector<std::string>;

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

class BoxSetter {
 public:
  BoxSetter(const Drawing& drawing, const plan::FusionPlan& plan, double wide, double high)
      : drawing_(drawing), plan_(plan), wide_(wide), high_(high) {}

  [[nodiscard]] BoxWords set() const {
    for (const double size : {20.0, 16.0, 14.0, 12.0}) {
      const Style style = type::value_middle.sized(size);
      if (auto all = of_all(style, {Kind::whole, Kind::wrapped})) return {style, *std::move(all)};
    }
    for (const double size : {14.0, 12.0, 10.0, 9.0, 8.0}) {
      const Style style = type::value_middle.sized(size);
      if (auto all = of_all(style, {Kind::whole, Kind::wrapped, Kind::names, Kind::joined}))
        return {style, *std::move(all)};
    }
    return {type::value_middle, std::vector<Lines>(plan_.groups.size())};
  }

 private:
  enum class Kind { whole, wrapped, names, joined };

  /// The first of these kinds that has room in each box; nothing where one box has room for none.
  [[nodiscard]] std::optional<std::vector<Lines>> of_all(const Style& style, std::initializer_list<Kind> kinds) const {
    std::vector<Lines> all;
    for (const plan::Group& kernel : plan_.groups) {
      const auto* const kind =
          std::ranges::find_if(kinds, [&](Kind one) { return fits(lines_of(kernel, one, style), style); });
      if (kind == kinds.end()) return std::nullopt;
      all.push_back(lines_of(kernel, *kind, style));
    }
    return all;
  }

  [[nodiscard]] Lines lines_of(const plan::Group& kernel, Kind kind, const Style& style) const {
    if (kind == Kind::joined) return wrapped(ops_words(plan_, kernel), style);
    Lines lines;
    for (const int op : kernel.ops) {
      const std::string whole = chain::expression(*plan_.chain, op);
      if (kind == Kind::whole) lines.push_back(whole);
      if (kind == Kind::wrapped) std::ranges::move(wrapped(whole, style), std::back_inserter(lines));
      if (kind == Kind::names)
        lines.emplace_back(chain::info(plan_.chain->values[static_cast<std::size_t>(op)].op).name);
    }
    return lines;
  }

  /// A line may end behind '(' too, but never within a word: then the text is on one line, which does not fit.
  [[nodiscard]] Lines wrapped(std::string text, const Style& style) const {
    replace_all(text, "(", "( ");
    const auto too_long = [&](std::string_view word) { return drawing_.width_of(word, style) > wide_; };
    if (std::ranges::any_of(base::split(text, ' '), too_long)) return {text};
    Lines lines = figure::wrap(text, style.face, drawing_.scaled(style.size), wide_);
    for (std::string& line : lines) replace_all(line, "( ", "(");
    return lines;
  }

  [[nodiscard]] bool fits(const Lines& lines, const Style& style) const {
    const auto narrow = [&](const std::string& line) { return drawing_.width_of(line, style) <= wide_; };
    return line_height(drawing_, style) * static_cast<double>(lines.size()) <= high_ &&
           std::ranges::all_of(lines, narrow);
  }

  const Drawing& drawing_;
  const plan::FusionPlan& plan_;
  double wide_, high_;
};

}  // namespace

BoxWords box_words(const Drawing& drawing, const plan::FusionPlan& plan, double wide, double high) {
  return BoxSetter(drawing, plan, wide, high).set();
}

double line_height(const Drawing& drawing, const Style& style) {
  return drawing.scaled(style.size * 1.25);
}

}  // namespace charts
