// Recursive descent over + - * / ( ) numbers and {quantities}, or names; depth is limited, since texts come from
// anyone.
#include "lesson/expression.hpp"

#include "base/text.hpp"
#include "base/words.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lesson {
namespace {

constexpr int max_depth = 32;

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_name_part(char c) {
  return is_name_start(c) || (c >= '0' && c <= '9') || c == '_';
}

class Evaluator {
 public:
  Evaluator(std::string_view text, const Quantities* quantities, std::string_view chain)
      : text_(text), quantities_(quantities), chain_(chain) {}
  Evaluator(std::string_view text, const NamedAmounts& names) : text_(text), names_(&names) {}

  Amount run() {
    Amount value = sum(0);
    skip_blanks();
    if (!flaw && at_ < text_.size()) fail("lesson.calculation.rest");
    return value;
  }

  std::optional<ExpressionFlaw> flaw;
  bool missing = false;

 private:
  Amount sum(int depth) {
    Amount value = product(depth);
    for (;;) {
      const int sign = take('+') ? 1 : take('-') ? -1 : 0;
      if (sign == 0) return value;
      const std::size_t begin = at_;
      const Amount by = product(depth);
      check_units(value, by, begin);
      value.value += sign * by.value;
    }
  }

  Amount product(int depth) {
    Amount value = factor(depth);
    for (;;) {
      if (take('*')) {
        value = std::move(value) * factor(depth);
      } else if (take('/')) {
        const std::size_t begin = at_;
        const Amount by = factor(depth);
        // What a name comes to is not known here; a figure that was typed is.
        if (by.value == 0 && is_typed(text_.substr(begin, at_ - begin)) && !flaw) {
          at_ = begin;
          return fail("lesson.calculation.by_zero");
        }
        value = std::move(value) / by;
      } else {
        return value;
      }
    }
  }

  Amount factor(int depth) {
    if (depth > max_depth) return fail("lesson.calculation.deep");
    if (take('-')) {
      Amount value = factor(depth + 1);
      value.value = -value.value;
      return value;
    }
    if (take('(')) {
      Amount value = sum(depth + 1);
      if (!take(')')) return fail("lesson.calculation.parenthesis");
      return value;
    }
    if (names_ != nullptr) {
      if (at_ < text_.size() && is_name_start(text_[at_])) return name(depth);
    } else if (at_ < text_.size() && text_[at_] == '{') {
      return {quantity(), {}};
    }
    const std::size_t end = std::min(text_.find_first_not_of("0123456789.", at_), text_.size());
    const auto number = base::to_number(text_.substr(at_, end - at_));
    if (!number) return fail(names_ != nullptr ? "lesson.calculation.name" : "lesson.calculation.number");
    at_ = end;
    return {*number, {}};
  }

  double quantity() {
    const std::size_t end = text_.find('}', at_);
    const auto found = slots(text_.substr(at_, end == std::string_view::npos ? 1 : end + 1 - at_));
    if (found.empty() || found[0].offset != 0 || found[0].kind != Slot::Kind::value) {
      return fail("lesson.calculation.quantity", found.empty() ? std::string{} : found[0].flaw).value;
    }
    const Slot& slot = found[0];
    at_ += slot.length;
    if (quantities_ == nullptr) return 1;
    const auto value = value_of(*quantities_, slot.chain.empty() ? chain_ : std::string_view(slot.chain), slot.name);
    missing = missing || !value;
    return value.value_or(0);
  }

  /// One of the names above, or the smaller or larger of two amounts.
  Amount name(int depth) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name_part(text_[at_])) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if ((word == "min" || word == "max") && take('(')) return pick(word == "min", depth);
    const std::expected<Amount, std::string> found = (*names_)(word);
    if (found) return *found;
    at_ = begin;
    if (!flaw) flaw = ExpressionFlaw{begin, found.error(), word.size()};
    return {};
  }

  Amount pick(bool smaller, int depth) {
    Amount first = sum(depth + 1);
    if (!take(',')) return fail("lesson.calculation.two");
    const std::size_t begin = at_;
    Amount second = sum(depth + 1);
    check_units(first, second, begin);
    if (!take(')')) return fail("lesson.calculation.parenthesis");
    return (second.value < first.value) == smaller ? second : first;
  }

  void check_units(const Amount& a, const Amount& b, std::size_t at) {
    if (flaw || a.powers == b.powers) return;
    flaw = ExpressionFlaw{
        at, base::say("lesson.calculation.units", {{"left", unit_name(a.powers)}, {"right", unit_name(b.powers)}}),
        at_ - at};
  }

  static bool is_typed(std::string_view text) {
    return std::ranges::none_of(text, [](char c) { return c == '{' || is_name_start(c); });
  }

  bool take(char c) {
    skip_blanks();
    if (flaw || at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    skip_blanks();
    return true;
  }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }

  /// The words of `key`, or `said` where more is known.
  Amount fail(std::string_view key, std::string said = {}) {
    if (!flaw) flaw = ExpressionFlaw{at_, said.empty() ? base::say(key) : std::move(said)};
    return {};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  const Quantities* quantities_ = nullptr;
  std::string_view chain_;
  const NamedAmounts* names_ = nullptr;  ///< where they are given, names stand in place of {quantities}
};

}  // namespace

std::optional<ExpressionFlaw> check_expression(std::string_view text) {
  Evaluator reader(base::trim(text), nullptr, {});
  (void)reader.run();
  return reader.flaw;
}

std::optional<double> evaluate(std::string_view text, const Quantities& quantities, std::string_view chain) {
  Evaluator reader(base::trim(text), &quantities, chain);
  const double value = reader.run().value;
  if (reader.flaw || reader.missing || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::expected<Amount, ExpressionFlaw> evaluate(std::string_view text, const NamedAmounts& names) {
  Evaluator reader(text, names);
  Amount value = reader.run();
  if (reader.flaw) return std::unexpected(*reader.flaw);
  return value;
}

}  // namespace lesson
