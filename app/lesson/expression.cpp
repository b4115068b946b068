// Recursive descent over + - * / ( ) numbers and {quantities}; depth is limited, since texts come from anyone.
#include "lesson/expression.hpp"

#include "base/text.hpp"
#include "base/words.hpp"

#include <cmath>

namespace lesson {
namespace {

constexpr int max_depth = 32;

class Evaluator {
 public:
  Evaluator(std::string_view text, const Quantities* quantities, std::string_view chain)
      : text_(text), quantities_(quantities), chain_(chain) {}

  double run() {
    const double value = sum(0);
    skip_blanks();
    if (!flaw && at_ < text_.size()) fail("lesson.calculation.rest");
    return value;
  }

  std::optional<ExpressionFlaw> flaw;
  bool missing = false;

 private:
  double sum(int depth) {
    double value = product(depth);
    for (;;) {
      if (take('+')) {
        value += product(depth);
      } else if (take('-')) {
        value -= product(depth);
      } else {
        return value;
      }
    }
  }

  double product(int depth) {
    double value = factor(depth);
    for (;;) {
      if (take('*')) {
        value *= factor(depth);
      } else if (take('/')) {
        const std::size_t begin = at_;
        const double by = factor(depth);
        // What a quantity comes to is not known here; a figure that was typed is.
        if (by == 0 && text_.substr(begin, at_ - begin).find('{') == std::string_view::npos && !flaw) {
          at_ = begin;
          return fail("lesson.calculation.by_zero");
        }
        value /= by;
      } else {
        return value;
      }
    }
  }

  double factor(int depth) {
    if (depth > max_depth) return fail("lesson.calculation.deep");
    if (take('-')) return -factor(depth + 1);
    if (take('(')) {
      const double value = sum(depth + 1);
      if (!take(')')) return fail("lesson.calculation.parenthesis");
      return value;
    }
    if (at_ < text_.size() && text_[at_] == '{') return quantity();
    const std::size_t end = std::min(text_.find_first_not_of("0123456789.", at_), text_.size());
    const auto number = base::to_number(text_.substr(at_, end - at_));
    if (!number) return fail("lesson.calculation.number");
    at_ = end;
    return *number;
  }

  double quantity() {
    const std::size_t end = text_.find('}', at_);
    const auto found = slots(text_.substr(at_, end == std::string_view::npos ? 1 : end + 1 - at_));
    if (found.empty() || found[0].offset != 0 || found[0].kind != Slot::Kind::value) {
      return fail("lesson.calculation.quantity", found.empty() ? std::string{} : found[0].flaw);
    }
    const Slot& slot = found[0];
    at_ += slot.length;
    if (quantities_ == nullptr) return 1;
    const auto value = value_of(*quantities_, slot.chain.empty() ? chain_ : std::string_view(slot.chain), slot.name);
    missing = missing || !value;
    return value.value_or(0);
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
  double fail(std::string_view key, std::string said = {}) {
    if (!flaw) flaw = ExpressionFlaw{at_, said.empty() ? base::say(key) : std::move(said)};
    return 0;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  const Quantities* quantities_;
  std::string_view chain_;
};

}  // namespace

std::optional<ExpressionFlaw> check_expression(std::string_view text) {
  Evaluator reader(base::trim(text), nullptr, {});
  (void)reader.run();
  return reader.flaw;
}

std::optional<double> evaluate(std::string_view text, const Quantities& quantities, std::string_view chain) {
  Evaluator reader(base::trim(text), &quantities, chain);
  const double value = reader.run();
  if (reader.flaw || reader.missing || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace lesson
