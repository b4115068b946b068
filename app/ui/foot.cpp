// The foot of the page: buttons in their places, and a word to say.
#include "ui/foot.hpp"

#include "ui/flow.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {
namespace {

constexpr Style words_style{Face::words, Type::small, figure::Role::quiet_ink};

/// In large type a low window leaves less air, and a wall none to spare.
double button_height(const Theme& theme, double tall) {
  const double em = theme.size(Type::body);
  if (theme.projector()) return std::round(2 * em);
  return std::round(std::clamp(tall / 12, 2 * em, 2.75 * em));
}

double pad_of(const Theme& theme, double tall) {
  return std::round(std::min(theme.px(theme.projector() ? 8 : 16), tall / 45));
}

}  // namespace

double foot_height(const Theme& theme, double tall) {
  return button_height(theme, tall) + 2 * pad_of(theme, tall);
}

Foot::Foot(Sheet& sheet, Content content, double left, double width, double tall)
    : sheet_(sheet),
      content_(std::move(content)),
      left_(left),
      width_(width),
      high_(button_height(sheet.canvas.theme(), tall)),
      pad_(pad_of(sheet.canvas.theme(), tall)),
      top_(content_.tight ? std::round(pad_ / 4) : pad_),
      row_(std::round(sheet.canvas.size(words_style) * 2)) {
  // As many names of keys as cost neither a row nor the room for words.
  constexpr std::array most_first{Keys::all, Keys::ways, Keys::none};
  const auto cost = [&](Keys keys) {
    place_buttons(keys);
    return rows_ + (crowded() ? 1 : 0);
  };
  place_buttons(*std::ranges::min_element(most_first, {}, cost));
  place_words();
}

/// A button that can do nothing now is still drawn.
Foot::Placed Foot::button(const session::Node& node, Look look, bool key) {
  session::Action action;
  action.label = node.label;
  action.enabled = false;
  if (!node.actions.empty()) action = node.actions.front();
  if (!key) action.keys.clear();
  const double wide = button_width(sheet_, action, look);
  return {&node, std::move(action), look, {0, 0, wide, look == Look::small ? row_ : high_}};
}

/// Who presses a way twice shall not meet another command: their places hang on no other button. What stands beside the
/// filled one keeps its place while that one's label changes; the room of the way back is kept where there is none yet.
void Foot::place_buttons(Keys keys) {
  const double gap = sheet_.px(8), em = sheet_.canvas.theme().size(Type::body);
  const bool named = keys != Keys::none;
  // Words without a box: the first one's letters stand on the margin.
  double left = left_ - sheet_.px(16), right = left_ + width_;
  places_.clear();
  words_end_ = right;
  if (content_.primary != nullptr) {
    Placed primary = button(*content_.primary, Look::filled, named);
    primary.box.x = right - primary.box.w;
    words_end_ = primary.box.x - sheet_.px(24);
    right -= std::max(primary.box.w, std::min(15 * em, 0.4 * width_)) + gap;
    places_.push_back(std::move(primary));
  }
  for (const session::Node* node : content_.buttons) {
    if (node->way != session::Way::back) continue;
    Placed back = button(*node, Look::plain, named);
    back.box.x = left;
    left += back.box.w + gap;
    if (back.action.tucked) continue;
    if (!places_.empty() && left > places_.front().box.x) {  // a long label gives way, the way back keeps its place
      Placed& primary = places_.front();
      const double pads = 2 * sheet_.px(24), end = left_ + width_;
      primary.action.keys.clear();
      primary.action.label =
          sheet_.canvas.fit(primary.action.label, {Face::bold, Type::body}, std::max(0.0, end - left - pads));
      primary.box.w = button_width(sheet_, primary.action, Look::filled);
      primary.box.x = end - primary.box.w;
    }
    places_.push_back(std::move(back));
  }
  const double reserved = right;
  std::vector<Placed> others;
  for (const session::Node* node : content_.buttons) {
    if (node->way == session::Way::back) continue;
    Placed past = button(*node, Look::plain, named);
    if (past.action.tucked) continue;
    if (node->way == session::Way::past && right - past.box.w < left && content_.narrow) {
      Placed low = button(*node, Look::small, false);
      low.box.x = left_ + width_ - low.box.w;
      places_.push_back(std::move(low));  // in the row kept for it, just above
      continue;
    }
    if (node->way != session::Way::past || right - past.box.w < left) {
      others.push_back(button(*node, Look::small, keys == Keys::all));
      continue;
    }
    right -= past.box.w;
    past.box.x = right;
    words_end_ = right - gap;
    places_.push_back(std::move(past));
  }
  // From step to step nothing else comes to lie where such a way stands.
  const bool steps =
      std::ranges::any_of(content_.buttons, [](const auto* node) { return node->way == session::Way::back; });
  place_others(std::move(others), left, steps ? std::min(words_end_, reserved - 9 * em) : words_end_);
}

/// In the lowest row between these places, if that leaves room for words; else in rows of their own above it.
void Foot::place_others(std::vector<Placed> others, double left, double right) {
  const double begin = left_ - sheet_.px(12), gap = sheet_.px(8);
  double x = std::max(left, begin);
  for (Placed& other : others) {
    other.box.x = x;
    x += other.box.w + gap;
  }
  rows_ = 0;
  words_begin_ = x + gap;
  if (!others.empty() && (content_.narrow || right - words_begin_ < least_words())) {
    words_begin_ = left + gap;
    x = begin;
    for (Placed& other : others) {
      if (x > begin && x + other.box.w > left_ + width_) {
        x = begin;
        ++rows_;
      }
      other.box.x = x;
      other.box.y = static_cast<double>(rows_) * row_;
      x += other.box.w + gap;
    }
    ++rows_;
  }
  const bool low = std::ranges::any_of(places_, [](const Placed& way) { return way.look == Look::small; });
  if (low || (content_.narrow && !content_.tight)) ++rows_;  // for a way past the step: nothing else ever stands there
  const double lowest = static_cast<double>(rows_) * row_;
  for (Placed& way : places_) way.box.y = way.look == Look::small ? lowest - row_ : lowest;
  for (Placed& other : others) {
    if (rows_ == 0) other.box.h = high_;
    places_.push_back(std::move(other));
  }
}

/// On a projector a row for the page is worth more: pressing tells the reason.
double Foot::least_words() const {
  return sheet_.canvas.theme().projector() ? 0 : 10 * sheet_.canvas.size(words_style);
}

bool Foot::crowded() const {
  return words_end_ - words_begin_ < least_words();
}

void Foot::place_words() {
  const session::Action* primary = content_.primary != nullptr ? &places_.front().action : nullptr;
  const bool told = content_.words.empty() && primary != nullptr && !primary->enabled;
  if (told && !content_.narrow) content_.words = primary->why_not;
  if (content_.words.empty()) return;
  const auto set = [&](double width) {
    Flow flow(sheet_.canvas, words_style, width);
    flow.add(content_.words, words_style);
    flow.end();
    return flow.height();
  };
  if (!crowded() && set(words_end_ - words_begin_) <= high_) return;
  if (told && sheet_.canvas.theme().projector()) return content_.words.clear();
  above_ = set(width_) + sheet_.px(4);
}

double Foot::height() const {
  return above_ + static_cast<double>(rows_) * row_ + high_ + top_ + pad_;
}

void Foot::draw(double y, double window) {
  if (window > 0) sheet_.canvas.rule(0, y, window);
  const double top = y + top_ + above_;
  for (const auto& [node, action, look, box] : places_) {
    const Box at{box.x, top + box.y, box.w, box.h};
    draw_button(sheet_, *node, action, at, look);
    sheet_.place(*node, at);
  }
  const double room = above_ > 0 ? width_ : words_end_ - words_begin_;
  Flow flow(sheet_.canvas, words_style, room);
  flow.add(content_.words, words_style);
  flow.end();
  if (above_ > 0) return flow.draw(left_, y + top_ - sheet_.px(2));
  const double lowest = top + static_cast<double>(rows_) * row_;
  flow.draw(words_end_ - flow.extent(), lowest + std::round((high_ - flow.height()) / 2));
}

}  // namespace ui
