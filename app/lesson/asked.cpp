// The lock rule over forms of chains; which quantity tells which is gives_away.
#include "lesson/asked.hpp"

#include <algorithm>
#include <limits>

namespace lesson {

namespace {

/// What is asked of no chain closes none, whichever the task stands beside.
std::string form_of(const std::string& chain_form, std::string_view quantity) {
  return is_of_no_chain(quantity) ? std::string() : chain_form;
}

}  // namespace

void Asked::open(const std::string& chain_form, const Task& task) {
  if (const auto quantity = asked_by(task); !quantity.empty())
    open_.push_back({form_of(chain_form, quantity), quantity, task.given});
}

void Asked::open_times(const std::string& chain_form) {
  open_.push_back({.form = chain_form, .quantity = "time.fused", .given = {}, .times = true});
}

void Asked::open_play(const std::string& chain_form) {
  open_times(chain_form);
  open_.back().play = true;
}

void Asked::answered(const std::string& chain_form, const Task& task) {
  if (const auto quantity = asked_by(task); !quantity.empty())
    answered_.push_back({form_of(chain_form, quantity), quantity, task.given});
}

bool Asked::hides_run(std::string_view chain_form) const {
  return std::ranges::find(runs_, chain_form) != runs_.end();
}

bool Asked::hides(std::string_view chain_form, std::string_view quantity) const {
  if (quantity.starts_with("measured.") && hides_run(chain_form)) return true;
  const bool of_no_chain = is_of_no_chain(quantity);
  const std::string_view form = of_no_chain ? std::string_view{} : chain_form;
  const bool told = std::any_of(answered_.begin(), answered_.end(),
                                [&](const Question& q) { return q.form == form && q.quantity == quantity; });
  return std::any_of(open_.begin(), open_.end(), [&](const Question& q) {
    if (q.form != chain_form && !of_no_chain) return false;
    if (q.quantity == quantity) return true;
    if (told || std::find(q.given.begin(), q.given.end(), quantity) != q.given.end()) return false;
    if (q.times && !hangs_on_a_clock(quantity)) return false;
    return gives_away(quantity, q.quantity);
  });
}

bool Asked::asks(std::string_view chain_form, std::string_view quantity) const {
  const std::string form = form_of(std::string(chain_form), quantity);
  return std::any_of(open_.begin(), open_.end(),
                     [&](const Question& q) { return q.form == form && q.quantity == quantity; });
}

bool Asked::hides_any(std::string_view chain_form) const {
  return std::any_of(open_.begin(), open_.end(), [&](const Question& q) { return q.form == chain_form && !q.play; });
}

void Asked::hide(Quantities& quantities, std::string_view chain_form) const {
  for (auto& [quantity, value] : quantities) {
    if (hides(chain_form, without_scatter(quantity))) value = std::numeric_limits<double>::quiet_NaN();
  }
}

}  // namespace lesson
