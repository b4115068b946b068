// CLDR's conditions of plural, for whole numbers.
#include "base/plural.hpp"

#include <algorithm>
#include <charconv>

namespace base {
namespace {

/// Takes a condition apart word by word; a sign is a word of its own.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) { skip(); }

  [[nodiscard]] bool done() const { return text_.empty(); }
  bool take(std::string_view word) {
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    skip();
    return true;
  }
  std::optional<std::uint64_t> number() {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (error != std::errc()) return std::nullopt;
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    skip();
    return value;
  }

 private:
  void skip() { text_.remove_prefix(std::min(text_.find_first_not_of(' '), text_.size())); }
  std::string_view text_;
};

}  // namespace

std::optional<PluralCondition> PluralCondition::parse(std::string_view text) {
  Scanner at(text);
  PluralCondition condition;
  do {
    auto& all = condition.any_.emplace_back();
    do {
      Relation& relation = all.emplace_back();
      if (!at.take("n")) return std::nullopt;
      if (at.take("%")) {
        const auto modulus = at.number();
        if (!modulus || *modulus == 0) return std::nullopt;
        relation.modulus = *modulus;
      }
      relation.equal = !at.take("!=");
      if (relation.equal && !at.take("=")) return std::nullopt;
      do {
        const auto first = at.number();
        const auto last = at.take("..") ? at.number() : first;
        if (!first || !last || *last < *first) return std::nullopt;
        relation.ranges.emplace_back(*first, *last);
      } while (at.take(","));
    } while (at.take("and"));
  } while (at.take("or"));
  if (!at.done()) return std::nullopt;
  return condition;
}

bool PluralCondition::Relation::holds(std::uint64_t n) const {
  const std::uint64_t number = modulus == 0 ? n : n % modulus;
  const bool within =
      std::ranges::any_of(ranges, [&](const auto& range) { return number >= range.first && number <= range.second; });
  return within == equal;
}

bool PluralCondition::holds(std::uint64_t n) const {
  return std::ranges::any_of(any_, [&](const std::vector<Relation>& all) {
    return std::ranges::all_of(all, [&](const Relation& relation) { return relation.holds(n); });
  });
}

}  // namespace base
