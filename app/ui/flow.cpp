// Running text of several faces set into lines of one width.
#include "ui/flow.hpp"

#include "figure/text_metrics.hpp"

#include <algorithm>
#include <cmath>

namespace ui {

Flow::Flow(Canvas& canvas, const Style& base, double width) : canvas_(canvas), base_(base), width_(width) {}

void Flow::add(std::string_view text, const Style& style, bool boxed) {
  const double pad = boxed ? canvas_.theme().px(3) : 0;
  bool first = true;
  for (std::size_t from = 0, i = 0; i <= text.size(); ++i) {
    const bool at_end = i == text.size();
    if (!at_end && text[i] != ' ' && text[i] != '\n') continue;
    if (i > from) {
      Piece piece{.text = std::string(text.substr(from, i - from)), .style = style, .word = link_, .boxed = boxed};
      piece.before = std::exchange(first, false) ? pad : 0;
      piece.after = at_end ? pad : 0;
      piece.width = piece.before + canvas_.width(piece.text, style) + piece.after;
      open_.push_back(std::move(piece));
    }
    if (!at_end) {
      word(std::exchange(open_, {}));
      space_ = canvas_.width(" ", style);
      if (text[i] == '\n' && pen_ > 0) {
        pen_ = 0;
        ++lines_;
      }
    }
    from = i + 1;
  }
}

void Flow::add(const std::vector<lesson::Run>& runs) {
  for (const lesson::Run& run : runs) {
    Style style = base_;
    if (run.strong) style.face = Face::bold;
    if (run.emphasis) style.face = Face::slanted;
    if (run.code) style.face = Face::figures;
    link_ = run.word;
    add(run.text, style, run.code);
    link_.clear();
  }
}

void Flow::word(std::vector<Piece> pieces) {
  if (pieces.empty()) return;
  double width = 0;
  for (const Piece& piece : pieces) width += piece.width;
  if (pen_ > 0 && pen_ + space_ + width > width_) {
    pen_ = 0;
    ++lines_;
  }
  // Words of one boxed run share the wash across the space between them.
  if (pen_ > 0 && !placed_.empty() && placed_.back().boxed && pieces.front().boxed) placed_.back().width += space_;
  if (pen_ > 0) pen_ += space_;
  for (Piece& piece : pieces) {
    if (pen_ + piece.width > width_ && piece.width > width_) {
      const auto parts = figure::wrap(piece.text, measured_as(piece.style.face), canvas_.size(piece.style), width_);
      for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0 || pen_ > 0) ++lines_;
        Piece part{.text = parts[i], .style = piece.style, .word = piece.word, .boxed = piece.boxed, .line = lines_};
        part.width = canvas_.width(part.text, part.style);
        pen_ = part.width;
        placed_.push_back(std::move(part));
      }
      continue;
    }
    piece.x = pen_;
    piece.line = lines_;
    pen_ += piece.width;
    placed_.push_back(std::move(piece));
  }
}

void Flow::end() {
  word(std::exchange(open_, {}));
  if (pen_ > 0) ++lines_;
  pen_ = 0;
}

double Flow::height() const {
  return static_cast<double>(lines_) * canvas_.leading(base_);
}

double Flow::extent() const {
  double most = 0;
  for (const Piece& piece : placed_) most = std::max(most, piece.x + piece.width);
  return most;
}

double Flow::base_line(const Piece& piece, double y) const {
  const double leading = canvas_.leading(base_);
  return y + static_cast<double>(piece.line) * leading + std::round((leading + canvas_.cap_height(base_)) / 2);
}

std::vector<Flow::Linked> Flow::linked(double x, double y) const {
  std::vector<Linked> all;
  const double cap = canvas_.cap_height(base_), below = canvas_.theme().px(4);
  for (const Piece& piece : placed_) {
    if (piece.word.empty()) continue;
    const Box box{x + piece.x, base_line(piece, y) - cap, piece.width, cap + below};
    Linked* last = all.empty() ? nullptr : &all.back();
    // "one-way trip" is one link across the space between its parts.
    const bool same = last != nullptr && last->word == piece.word && last->box.y == box.y;
    if (same) {
      last->box.w = box.right() - last->box.x;
    } else {
      all.push_back({piece.word, box});
    }
  }
  return all;
}

void Flow::draw(double x, double y) {
  const double cap = canvas_.cap_height(base_), pad = canvas_.theme().px(4);
  const auto base_of = [&](const Piece& piece) { return base_line(piece, y); };
  for (const Piece& piece : placed_) {
    if (!piece.boxed) continue;
    canvas_.fill({x + piece.x, base_of(piece) - cap - pad, piece.width, cap + 2 * pad}, figure::Role::panel);
  }
  for (const Piece& piece : placed_) {
    canvas_.text(x + piece.x + piece.before, base_of(piece), piece.text, piece.style);
  }
}

double set_text(Canvas& canvas, std::string_view text, const Style& style, double x, double y, double width) {
  Flow flow(canvas, style, width);
  flow.add(text, style);
  flow.end();
  flow.draw(x, y);
  return flow.height();
}

}  // namespace ui
