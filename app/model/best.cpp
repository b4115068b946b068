// The best cut: every legal set of cuts while there are few, greedy merging beyond, hasty where they are many; then
// what is better made again.
#include "model/cost.hpp"
#include "model/predict.hpp"
#include "plan/products_alone.hpp"
#include "plan/recompute.hpp"

#include <algorithm>
#include <optional>

namespace model {
namespace {

constexpr int exhaustive = 12;         // 4096 plans, each predicted in microseconds
constexpr int careful = 64;            // beyond, of a backward pass say, a search for the best cut takes minutes
constexpr std::size_t most_again = 8;  // values that may be made again: 36 plans at the most, twice with siblings

struct Candidate {
  plan::FusionPlan plan;
  double time = 0;
};

class Search {
 public:
  Search(std::shared_ptr<const chain::Chain> chain, const machine::DeviceSpec& spec, const machine::Limits& limits)
      : chain_(std::move(chain)), spec_(spec), limits_(limits) {
    for (const int op : chain_->made()) {
      if (!chain_->consumers(op).empty()) between_.push_back(op);
    }
    siblings_ = std::ranges::count_if(chain_->values, chain::multiplies, &chain::Value::op) > 1;
    // The plan of `none` joins readers of one input too, which no set of cuts says.
    consider(*plan::segment(chain_, {plan::Cuts::Kind::none, {}}, limits_));
    consider(*plan::segment(chain_, {plan::Cuts::Kind::every, {}}, limits_));
  }

  plan::FusionPlan run() {
    if (static_cast<int>(between_.size()) <= exhaustive) {
      all();
    } else if (static_cast<int>(between_.size()) <= careful) {
      greedy();
    } else {
      hasty();
    }
    leave_products_alone();
    make_again();
    best_->plan.name = "best";
    return std::move(best_->plan);
  }

  /// Every legal set of cuts, quickest first.
  std::vector<plan::FusionPlan> list() {
    std::vector<Candidate> found;
    const auto keep = [&](plan::FusionPlan plan, std::string name) {
      const auto same = [&](const Candidate& one) { return one.plan.groups == plan.groups; };
      if (std::ranges::any_of(found, same)) return;
      plan.name = std::move(name);
      const double time = cold_time(plan, spec_).value;
      found.push_back({std::move(plan), time});
    };
    keep(*plan::segment(chain_, {plan::Cuts::Kind::every, {}}, limits_), "unfused");
    keep(*plan::segment(chain_, {plan::Cuts::Kind::none, {}}, limits_), "fused");
    for (unsigned set = 1; set < 1u << between_.size(); ++set) {
      auto plan = plan::segment_at(chain_, chosen(set), false, limits_);
      if (plan) keep(*std::move(plan), names(chosen(set)));
    }
    std::ranges::stable_sort(found, {}, &Candidate::time);
    std::vector<plan::FusionPlan> plans;
    for (Candidate& one : found) plans.push_back(std::move(one.plan));
    return plans;
  }

  [[nodiscard]] bool can_list() const { return between_.size() <= most_listed; }

 private:
  /// Keeps it if it is quicker, or as quick with fewer kernels. Returns its time.
  double consider(plan::FusionPlan plan) {
    const double time = cold_time(plan, spec_).value;
    const double same = best_ ? 1e-9 * best_->time : 0;
    const bool tie = best_ && std::abs(time - best_->time) <= same;
    if (!best_ || time < best_->time - same || (tie && plan.groups.size() < best_->plan.groups.size())) {
      best_ = Candidate{std::move(plan), time};
    }
    return time;
  }

  std::optional<double> consider_cut(const std::vector<int>& cut, const std::vector<int>& again = {}) {
    auto plan = plan::segment_at(chain_, cut, false, limits_, again);
    if (!plan) return std::nullopt;
    const double apart = consider(*std::move(plan));
    auto joined = siblings_ ? plan::segment_at(chain_, cut, true, limits_, again) : std::nullopt;
    return joined ? std::min(apart, consider(*std::move(joined))) : apart;
  }

  /// The values of which a set has the bit.
  [[nodiscard]] std::vector<int> chosen(unsigned set) const {
    std::vector<int> cut;
    for (std::size_t i = 0; i < between_.size(); ++i) {
      if ((set >> i & 1u) != 0) cut.push_back(between_[i]);
    }
    return cut;
  }

  /// As `--cuts` takes them.
  [[nodiscard]] std::string names(const std::vector<int>& cut) const {
    std::string out;
    for (const int value : cut) out += (out.empty() ? "" : ",") + chain_->values[value].name;
    return out;
  }

  void all() {
    for (unsigned set = 0; set < 1u << between_.size(); ++set) consider_cut(chosen(set));
  }

  /// From every cut: takes away the cut that saves most, until none saves.
  void greedy() {
    std::vector<int> cut = between_;
    double time = consider_cut(cut).value_or(0);
    while (true) {
      std::optional<std::size_t> take;
      for (std::size_t i = 0; i < cut.size(); ++i) {
        std::vector<int> fewer = cut;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        const auto tried = consider_cut(fewer);
        if (tried && *tried < time) {
          time = *tried;
          take = i;
        }
      }
      if (!take) return;
      cut.erase(cut.begin() + static_cast<std::ptrdiff_t>(*take));
    }
  }

  /// From every cut, again and again from the first: takes away each that saves, until none saves.
  void hasty() {
    std::vector<int> cut = between_;
    double time = consider_cut(cut).value_or(0);
    for (bool saved = true; saved;) {
      saved = false;
      for (std::size_t i = 0; i < cut.size();) {
        std::vector<int> fewer = cut;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (const double now = consider_cut(fewer).value_or(time); now < time) {
          time = now;
          cut = std::move(fewer);
          saved = true;
        } else {
          ++i;
        }
      }
    }
  }

  /// From the plan of `none`: where a library's product is so much quicker that what follows is better done behind it.
  void leave_products_alone() {
    plan::FusionPlan now = *plan::segment(chain_, {plan::Cuts::Kind::none, {}}, limits_);
    double time = consider(now);
    for (bool saved = chain_->has_product(); saved;) {
      saved = false;
      for (std::size_t group = 0; group < now.groups.size() && !saved; ++group) {
        auto apart = now.groups[group].schedule == plan::Schedule::matmul ? plan::products_alone(now, group, limits_)
                                                                          : std::nullopt;
        if (!apart) continue;
        const double tried = consider(*apart);
        saved = tried < time;
        if (saved) time = tried, now = *std::move(apart);
      }
    }
  }

  /// What the best plan writes for several readers, and no one outside asked for.
  [[nodiscard]] std::vector<int> for_several() const {
    std::vector<int> values;
    for (const int value : best_->plan.intermediates()) {
      if (plan::may_be_made_again(*chain_, value) && values.size() < most_again) values.push_back(value);
    }
    return values;
  }

  /// From the best plan so far: has the value made again that saves most, until none saves.
  void make_again() {
    std::vector<int> left = for_several(), cut = best_->plan.intermediates(), again;
    double time = best_->time;
    while (true) {
      std::optional<std::size_t> take;
      for (std::size_t i = 0; i < left.size(); ++i) {
        std::vector<int> more = again;
        more.push_back(left[i]);
        const auto tried = consider_cut(cut, more);
        if (tried.value_or(time) < time) {
          time = *tried;
          take = i;
        }
      }
      if (!take) return;
      again.push_back(left[*take]);
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(*take));
    }
  }

  std::shared_ptr<const chain::Chain> chain_;
  const machine::DeviceSpec& spec_;
  const machine::Limits& limits_;
  std::vector<int> between_;  // values that could be written between two kernels
  bool siblings_ = false;     // products that may share a left operand
  std::optional<Candidate> best_;
};

}  // namespace

std::vector<plan::FusionPlan> every_legal(std::shared_ptr<const chain::Chain> chain, const machine::DeviceSpec& spec,
                                          const machine::Limits& limits) {
  Search search(std::move(chain), spec, limits);
  return search.can_list() ? search.list() : std::vector<plan::FusionPlan>();
}

plan::FusionPlan best(std::shared_ptr<const chain::Chain> chain, const machine::DeviceSpec& spec,
                      const machine::Limits& limits) {
  return Search(std::move(chain), spec, limits).run();
}

}  // namespace model
