// Diagnostics of a text, in its order.
#include "lesson/findings.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lesson {
namespace {

constexpr std::size_t most_kept = 1000;  // a text that is nothing but mistakes costs no more than this
constexpr std::size_t most_shown = 100;

}  // namespace

Findings::Findings(std::string_view file, std::string_view text)
    : file_(file), text_(text), lines_(base::split_lines(text)) {}

void Findings::add(Place place, std::string message, std::string hint) {
  if (found_.size() >= most_kept) {
    ++dropped_;
    return;
  }
  base::Diagnostic mistake;
  mistake.file = file_;
  mistake.line = place.line;
  mistake.column = place.column;
  mistake.length = std::max(1, place.length);
  mistake.message = std::move(message);
  mistake.hint = std::move(hint);
  const auto index = static_cast<std::size_t>(place.line - 1);
  if (place.line >= 1 && index < lines_.size()) mistake.source_line = std::string(lines_[index]);
  found_.push_back(std::move(mistake));
}

void Findings::tell(Place place, std::string_view key, base::Fillings values) {
  add(place, base::say(key, values), base::say(std::string(key) + ".hint", values));
}

void Findings::add_part(const base::Diagnostics& part, int first_line) {
  for (base::Diagnostic mistake : part) {
    mistake.file = file_;
    mistake.line = mistake.line == 0 ? first_line : mistake.line + first_line - 1;
    found_.push_back(std::move(mistake));
  }
}

Place Findings::place(std::size_t offset, std::size_t length) const {
  offset = std::min(offset, text_.size());
  const char* where = text_.data() + offset;
  const auto next = std::upper_bound(lines_.begin(), lines_.end(), where,
                                     [](const char* p, std::string_view line) { return p < line.data(); });
  Place at;
  if (next == lines_.begin()) return at;
  const std::string_view line = *(next - 1);
  at.line = static_cast<int>(next - lines_.begin());
  at.column =
      1 + static_cast<int>(base::count_characters(line.substr(0, static_cast<std::size_t>(where - line.data()))));
  at.length = static_cast<int>(base::count_characters(text_.substr(offset, length)));
  return at;
}

base::Diagnostics Findings::take() {
  std::sort(found_.begin(), found_.end(), [](const base::Diagnostic& a, const base::Diagnostic& b) {
    return std::tie(a.line, a.column, a.message) < std::tie(b.line, b.column, b.message);
  });
  if (found_.size() > most_shown) {
    base::Diagnostic rest;
    rest.file = file_;
    rest.message = base::say("lesson.more_mistakes", found_.size() - most_shown + dropped_);
    found_.resize(most_shown);
    found_.push_back(std::move(rest));
  }
  return std::move(found_);
}

std::string did_you_mean(std::string_view typed, const std::vector<std::string_view>& candidates,
                         std::string otherwise) {
  const auto near = base::nearest(typed, candidates);
  return near ? base::say("chain.did_you_mean", {{"name", *near}}) : std::move(otherwise);
}

std::string listed(const std::vector<std::string_view>& names) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) out += i + 1 == names.size() ? base::text("plan.eager.and") : ", ";
    out += names[i];
  }
  return out;
}

}  // namespace lesson
