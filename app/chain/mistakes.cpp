// Spans become diagnostics.
#include "chain/mistakes.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <tuple>

namespace chain {

Span join(const Span& first, const Span& last) {
  Span whole = first;
  whole.text = {first.text.data(), static_cast<std::size_t>(last.text.data() + last.text.size() - first.text.data())};
  return whole;
}

Mistake mistake(std::string_view key, base::Fillings values) {
  return {base::say(key, values), base::say(std::string(key) + ".hint", values)};
}

void Mistakes::add(const Span& place, Mistake mistake) {
  if (full()) {
    ++dropped_;
    return;
  }
  const int length = std::max(1, static_cast<int>(base::count_characters(place.text)));
  found_.push_back({file_, place.line, place.column, length, std::move(mistake.message), std::move(mistake.hint),
                    std::string(place.source_line)});
}

void Mistakes::shrink(std::size_t count) {
  if (count >= found_.size()) {
    dropped_ = count - found_.size();
  } else {
    found_.resize(count);
    dropped_ = 0;
  }
}

base::Diagnostics Mistakes::take() {
  std::sort(found_.begin(), found_.end(), [](const base::Diagnostic& a, const base::Diagnostic& b) {
    return std::tie(a.line, a.column, a.message) < std::tie(b.line, b.column, b.message);
  });
  if (dropped_ > 0) {
    base::Diagnostic rest;
    rest.file = file_;
    rest.message = base::say("chain.more_mistakes", dropped_);
    found_.push_back(std::move(rest));
  }
  return std::move(found_);
}

}  // namespace chain
