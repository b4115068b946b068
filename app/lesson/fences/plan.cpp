// ```plan CHAIN NAME: a plan of that chain that the lesson gives a name; its lines are `cuts ...` and `knobs ...`. It
// stands below its chain, and shows nothing by itself.
#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/named_plans.hpp"
#include "lesson/quantity.hpp"

#include <algorithm>
#include <limits>

namespace lesson {
namespace {

class PlanReader {
 public:
  PlanReader(LessonDraft& draft, const Piece& piece) : draft_(draft), piece_(piece) {}

  void run() {
    const std::vector<std::string_view> words = base::split(piece_.argument, ' ');
    if (words.size() != 2) return tell(piece_.argument_place, "form");
    chain_ = words[0];
    named_.name = words[1];
    draft_.names.plans.insert(named_.name);
    check_chain();
    check_name();
    int line = piece_.first_line;
    for (const std::string_view raw : base::split_lines(piece_.text)) read_line(raw, line++);
    if (cuts_.empty() && knobs_.empty() && !flawed_) return tell(piece_.argument_place, "empty");
    named_.cuts = cuts_.empty() ? "none" : std::string(cuts_);
    named_.knobs = !knobs_.empty();
    if (named_.knobs) named_.cuts += " " + std::string(knobs_);
    if (!flawed_) add();
  }

 private:
  void tell(Place place, std::string_view key, base::Fillings values = {}) {
    draft_.findings.tell(place, "lesson.plan." + std::string(key), values);
    flawed_ = true;
  }

  void check_chain() {
    if (draft_.names.chains.contains(chain_)) return;
    const std::vector<std::string_view> above(draft_.names.chains.begin(), draft_.names.chains.end());
    draft_.findings.add(piece_.argument_place, base::say("lesson.plan.no_chain", {{"name", chain_}}),
                        did_you_mean(chain_, above, base::say("lesson.plan.no_chain.hint")));
    flawed_ = true;
  }

  void check_name() {
    if (!is_plan_name(named_.name)) return tell(piece_.argument_place, "name", {{"name", named_.name}});
    const auto& before = plans_of(draft_.lesson, chain_);
    if (std::ranges::find(before, named_.name, &NamedPlan::name) != before.end())
      return tell(piece_.argument_place, "twice", {{"name", named_.name}, {"chain", chain_}});
    if (before.size() == most_named_plans)
      tell(piece_.argument_place, "many", {{"most", std::to_string(most_named_plans)}, {"chain", chain_}});
  }

  void read_line(std::string_view raw, int line) {
    const std::string_view text = base::trim(raw);
    if (text.empty()) return;
    const Place place{line, 1, static_cast<int>(base::count_characters(raw))};
    const std::size_t space = text.find(' ');
    const std::string_view word = text.substr(0, space);
    const std::string_view rest = space == std::string_view::npos ? std::string_view{} : base::trim(text.substr(space));
    std::string_view* const line_of = word == "cuts" ? &cuts_ : word == "knobs" ? &knobs_ : nullptr;
    if (line_of == nullptr || rest.empty()) return tell(place, "line", {{"line", text}});
    if (!line_of->empty()) return tell(place, "line_twice", {{"word", word}});
    *line_of = rest;
    (word == "cuts" ? cuts_at_ : knobs_at_) = place;
  }

  /// Cut once, without a machine's limits: what the planner refuses there, it refuses everywhere.
  void add() {
    const auto chain = draft_.lesson.chains.find(chain_);
    if (chain == draft_.lesson.chains.end()) return;  // it cannot be read, which is told there
    const machine::Limits any(std::numeric_limits<std::int64_t>::max());
    const auto plan = plan_of(named_, chain->second, any);
    if (!plan) {
      const NamedPlan without_knobs{named_.name, std::string(cuts_)};
      const bool by_knobs = named_.knobs && (cuts_.empty() || plan_of(without_knobs, chain->second, any));
      return draft_.findings.add(by_knobs ? knobs_at_ : cuts_at_, plan.error().front().message,
                                 plan.error().front().hint);
    }
    // They may stand behind the cuts too.
    named_.knobs = plan->with_knobs() != nullptr;
    std::vector<NamedPlan>& before = draft_.lesson.plans[chain_];
    std::vector<NamedPlan> others = {{"unfused", "every"}, {"fused", "none"}};
    others.insert(others.end(), before.begin(), before.end());
    for (const NamedPlan& other : others) {
      const auto same = plan_of(other, chain->second, any);
      if (same && same->groups == plan->groups) return tell(piece_.argument_place, "same", {{"plan", other.name}});
    }
    before.push_back(named_);
  }

  LessonDraft& draft_;
  const Piece& piece_;
  std::string chain_;
  NamedPlan named_;
  std::string_view cuts_, knobs_;
  Place cuts_at_, knobs_at_;
  bool flawed_ = false;
};

}  // namespace

constinit const Fence fences::plan = {
    .word = "plan",
    .words = "lesson.plan.",
    .named = true,
    .is_block = [](const Piece&) { return false; },
    .announce = [](LessonDraft& draft, const Piece& piece) { PlanReader(draft, piece).run(); },
};

}  // namespace lesson
