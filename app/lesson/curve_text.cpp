// Points apart by blanks, commas or semicolons; heights with the unit of the axis.
#include "lesson/curve_text.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/guess_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lesson {
namespace {

/// A point's name in the field: "8", "64K".
std::string place_text(const Task& task, std::int64_t at) {
  if (task.over.kind == chain::SweepAxis::Kind::count) return std::to_string(at);
  for (const auto& [bytes, letter] : {std::pair{std::int64_t{1} << 30, 'G'}, {std::int64_t{1} << 20, 'M'}}) {
    if (at % bytes == 0) return std::to_string(at / bytes) + letter;
  }
  return at % 1024 == 0 ? std::to_string(at / 1024) + 'K' : std::to_string(at);
}

std::optional<std::int64_t> place_in(std::string_view text) {
  std::int64_t factor = 1;
  if (!text.empty()) {
    const char last = text.back();
    factor = last == 'K' ? 1024 : last == 'M' ? std::int64_t{1} << 20 : last == 'G' ? std::int64_t{1} << 30 : 1;
  }
  const auto number = base::to_integer(factor == 1 ? text : text.substr(0, text.size() - 1));
  if (!number || *number < 1 || *number > (std::int64_t{1} << 50) / factor) return std::nullopt;
  return *number * factor;
}

std::string height_text(const Task& task, double height) {
  if (task.height != SweepHeight::time) return fmt::format("{:.4g}", height);
  std::string text = guess_text(height, Unit::seconds);
  std::erase(text, ' ');
  return text;
}

}  // namespace

std::string typed_of(const Task& task, const Curve& curve) {
  std::string text;
  for (const auto& [at, height] : curve) {
    if (starts_at_one(task) && at == task.over.from) continue;
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", place_text(task, at), height_text(task, height));
  }
  return text;
}

double snapped(const Task& task, double height) {
  if (task.height != SweepHeight::time && height < 2) return std::max(std::round(height * 20) / 20, 0.05);
  const double step = std::pow(10, std::floor(std::log10(height)) - 1);
  return std::round(height / step) * step;
}

double height_between(const Task& task, std::int64_t at, std::pair<std::int64_t, double> a,
                      std::pair<std::int64_t, double> b) {
  const auto log = [](std::int64_t place) { return std::log2(static_cast<double>(place)); };
  const double share = (log(at) - log(a.first)) / (log(b.first) - log(a.first));
  const bool linear = task.height == SweepHeight::speedup;
  const double height =
      linear ? a.second + share * (b.second - a.second) : a.second * std::pow(b.second / a.second, share);
  return base::to_number(fmt::format("{:.6g}", height)).value_or(height);  // 4, not 3.9999999999999996
}

Curve filled(const Task& task, const Curve& few) {
  Curve curve;
  for (const std::int64_t at : chain::places(task.over)) {
    const auto after = few.lower_bound(at);
    if (after == few.end()) {
      curve[at] = std::prev(after)->second;
    } else if (after->first == at || after == few.begin()) {
      curve[at] = after->second;
    } else {
      curve[at] = height_between(task, at, *std::prev(after), *after);
    }
  }
  return curve;
}

std::expected<Curve, std::string> parse_curve(const Task& task, std::string_view typed) {
  const auto places = chain::places(task.over);
  const std::string example =
      fmt::format("{}:{}", place_text(task, places.back()), task.height == SweepHeight::time ? "20us" : "3");
  Curve few;
  std::string spaced(typed);
  std::ranges::replace_if(
      spaced, [](char c) { return c == ',' || c == ';' || c == '\t'; }, ' ');
  for (const std::string_view word : base::split(base::trim(spaced), ' ')) {
    if (word.empty()) continue;
    const auto colon = word.find_first_of(":=");
    const auto at = colon == std::string_view::npos ? std::nullopt : place_in(word.substr(0, colon));
    if (!at) return std::unexpected(base::say("session.sketch.no_point", {{"word", word}, {"example", example}}));
    if (std::ranges::find(places, *at) == places.end()) {
      std::string all;
      for (const std::int64_t place : places) all += (all.empty() ? "" : ", ") + place_text(task, place);
      return std::unexpected(base::say("session.sketch.no_place", {{"place", word.substr(0, colon)}, {"places", all}}));
    }
    const auto unit = task.height == SweepHeight::time ? Unit::seconds : Unit::ratio;
    const auto height = parse_guess(word.substr(colon + 1), unit);
    if (!height) return std::unexpected(height.error());
    few[*at] = *height;
  }
  if (few.empty()) return Curve{};
  if (starts_at_one(task)) few[places.front()] = 1;
  Curve curve = filled(task, few);
  if (!is_whole(curve, task)) return std::unexpected(std::string(base::text("session.sketch.no_height")));
  return curve;
}

}  // namespace lesson
