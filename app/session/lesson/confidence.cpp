// Three taps, and the walk of a count as Markdown.
#include "session/lesson/confidence.hpp"

#include "base/words.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/strips/chain_strip.hpp"
#include "lesson/asked.hpp"
#include "session/state/lock_rule.hpp"
#include "session/state/page.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace session {
namespace {

using lesson::Confidence;

constexpr Confidence order[] = {Confidence::sure, Confidence::likely, Confidence::guess};

std::string label(Confidence confidence) {
  return std::string(base::text("session.confidence." + std::string(lesson::name(confidence))));
}

void list(std::string& all, std::string_view one) {
  all.append(all.empty() ? "" : ", ").append(one);
}

/// "K1", and a worker where the course has not come to kernels.
std::string kernel_name(const Desk& desk, int kernel) {
  const bool plain = !has_learned(desk, "bytes");
  return plain ? base::say("session.walk.worker", {{"n", std::to_string(kernel)}}) : fmt::format("K{}", kernel);
}

/// "**K1** (`add`): `x` in, `t` out: 2 crossings"
std::string kernel_line(const plan::FusionPlan& plan, const std::vector<charts::Arrow>& arrows, int kernel,
                        const std::string& called) {
  std::string ops, reads, writes;
  for (const int op : plan.groups[static_cast<std::size_t>(kernel) - 1].ops) {
    list(ops, chain::info(plan.chain->values[op].op).name);
  }
  int crossings = 0;
  for (const charts::Arrow& arrow : arrows) {
    if (arrow.kernel != kernel) continue;
    const std::string name = fmt::format("`{}`", plan.chain->values[arrow.value].name);
    list(arrow.write ? writes : reads, arrow.full ? name : base::say("session.walk.small", {{"name", name}}));
    crossings += arrow.full ? 1 : 0;
  }
  return base::say("session.walk.line",
                   {{"kernel", called},
                    {"ops", ops},
                    {"reads", reads},
                    {"writes", writes},
                    {"count", base::say("session.walk.trips", static_cast<std::uint64_t>(crossings))}});
}

}  // namespace

std::optional<Node> confidence_node(const Attempt& attempt) {
  const bool said = attempt.confidence != Confidence::unsaid;
  if (attempt.locked && !said) return std::nullopt;
  Node node = make("task.confidence", Purpose::taps,
                   std::string(base::text(attempt.locked ? "session.confidence.was" : "session.confidence")),
                   said ? label(attempt.confidence) : std::string());
  if (attempt.locked) return node;
  node.lines.emplace_back(base::text("session.confidence.optional"));
  int number = 0;
  for (const Confidence one : order) {
    node.actions.push_back(
        labelled(fmt::format("confidence:{}", lesson::name(one)), label(one), {fmt::format("Alt+{}", ++number)}));
  }
  return node;
}

void say_confidence(Attempt& attempt, std::string_view name) {
  const auto confidence = lesson::confidence_named(name);
  if (!confidence) return;
  attempt.confidence = attempt.confidence == *confidence ? Confidence::unsaid : *confidence;
}

std::string walk(const Desk& desk, const Bench& bench, std::string_view quantity) {
  const LockRule rule(desk);
  std::string text;
  int kernels = 0;
  for (const auto* plan : {&bench.unfused(), &bench.fused(LockRule::to_hide())}) {
    // Who was asked of one plan may not have met the other.
    const bool of_one = quantity.ends_with(".unfused") || quantity.ends_with(".fused");
    if (of_one && !quantity.ends_with("." + plan->name)) continue;
    // Where a count may be told, so may the arrows that it counts.
    if (rule.hides(bench, fmt::format("crossings.{}", plan->name))) continue;
    const auto arrows = charts::arrows(*plan);
    const auto total = std::ranges::count(arrows, true, &charts::Arrow::full);
    text += base::say(of_one ? "session.walk.all" : "session.walk.plan",
                      {{"plan", charts::plan_words(*plan)},
                       {"total", base::say("session.walk.trips", static_cast<std::uint64_t>(total))}});
    text += "\n\n";
    for (int kernel = 1; kernel <= static_cast<int>(plan->groups.size()); ++kernel) {
      text += "- " + kernel_line(*plan, arrows, kernel, kernel_name(desk, kernel)) + "\n";
      ++kernels;
    }
    text += "\n";
  }
  return kernels > 1 ? text : std::string();  // of one kernel nothing comes after the other
}

}  // namespace session
