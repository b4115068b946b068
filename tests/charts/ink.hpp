// What can be seen of a figure: how much of it has ink, how tall its workers are, whether words lie on a person or
// gift.
#pragma once

#include "charts/looks.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace tests {

/// What there is to see of a mark: words from cap to baseline, and no paper.
inline std::optional<figure::Box> ink_of(const figure::Mark& mark) {
  if (const auto* text = std::get_if<figure::Text>(&mark.shape)) {
    const figure::Box box = figure::bounds(*text);
    return figure::Box{box.x, text->at.y - 0.74 * text->size, box.width, 0.78 * text->size};
  }
  return figure::bounds(mark);
}

/// Persons and gifts are drawn in skin and kraft: nothing else is.
inline bool is_person_or_gift(const figure::Mark& mark) {
  const auto has = [](const std::optional<figure::Paint>& fill) {
    return fill && (fill->role == figure::Role::skin || *fill == figure::Paint{figure::Role::ink, figure::Shade::tint});
  };
  if (const auto* rect = std::get_if<figure::Rect>(&mark.shape))
    return has(rect->fill) && rect->height > 0.4 * rect->width;
  if (const auto* circle = std::get_if<figure::Circle>(&mark.shape)) return has(circle->fill);
  return false;
}

/// A head, the highest of the lane's persons, to the soles: of its radius of 9, 66.5.
inline double tallest_worker(const figure::Figure& figure) {
  double most = 0;
  for (const figure::Mark& mark : figure.marks) {
    const auto* head = std::get_if<figure::Circle>(&mark.shape);
    if (head == nullptr || !head->fill || head->fill->role != figure::Role::skin || !head->stroke) continue;
    most = std::max(most, head->radius / 9 * 66.5);
  }
  return most;
}

/// The shares of the figure's width and height on which there is ink.
inline std::pair<double, double> inked(const figure::Figure& figure) {
  std::vector<bool> columns(static_cast<std::size_t>(figure.width)), rows(static_cast<std::size_t>(figure.height));
  const auto fill = [](std::vector<bool>& line, double from, double length) {
    for (double at = std::max(0.0, from); at < from + length && at < static_cast<double>(line.size()); ++at)
      line[static_cast<std::size_t>(at)] = true;
  };
  for (const figure::Mark& mark : figure.marks) {
    const auto box = ink_of(mark);
    if (!box) continue;
    fill(columns, box->x, box->width);
    fill(rows, box->y, box->height);
  }
  const auto share = [](const std::vector<bool>& line) {
    return static_cast<double>(std::ranges::count(line, true)) / static_cast<double>(line.size());
  };
  return {share(columns), share(rows)};
}

/// The shares of the figure's width and height from its first ink to its last.
inline std::pair<double, double> reach(const figure::Figure& figure) {
  double left = figure.width, right = 0, top = figure.height, bottom = 0;
  for (const figure::Mark& mark : figure.marks) {
    const auto box = ink_of(mark);
    if (!box) continue;
    left = std::min(left, box->x), right = std::max(right, box->x + box->width);
    top = std::min(top, box->y), bottom = std::max(bottom, box->y + box->height);
  }
  return {(right - left) / figure.width, (bottom - top) / figure.height};
}

inline void expect_words_clear(const figure::Figure& figure, const std::string& what) {
  for (const figure::Mark& mark : figure.marks) {
    const auto* text = std::get_if<figure::Text>(&mark.shape);
    if (text == nullptr) continue;
    EXPECT_THAT(text->text, testing::Not(testing::HasSubstr("\u2026"))) << what;
    const bool on_bib = text->anchor == figure::Anchor::middle && text->text.size() < 3 && text->text[0] <= '9';
    if (on_bib) continue;
    for (const figure::Mark& other : figure.marks) {
      if (!is_person_or_gift(other)) continue;
      EXPECT_LT(figure::overlap(*ink_of(mark), *figure::bounds(other)), 1.0)
          << what << ": '" << text->text << "' over " << dump(other);
    }
  }
}

}  // namespace tests
