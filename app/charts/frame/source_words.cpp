// Names from the table of words.
#include "charts/frame/source_words.hpp"

#include "base/text.hpp"
#include "base/words.hpp"

namespace charts {

std::string short_file(const std::string& name) {
  constexpr std::size_t most = 16, begin = 8;
  if (name.size() <= most) return name;
  std::size_t cut = begin;
  while (cut > 0 && (static_cast<unsigned char>(name[cut]) & 0xC0) == 0x80) --cut;
  return name.substr(0, cut) + "\u2026" + (name.ends_with(".json") ? "json" : "");
}

std::string source_words(record::Source source) {
  return std::string(base::text("chart.source." + std::string(record::name(source))));
}

std::string source_words(const record::Measurement& measurement) {
  const std::string source = source_words(measurement.source);
  if (measurement.stranger.empty()) return source;
  return base::say("chart.source.stranger", {{"source", source}, {"file", short_file(measurement.stranger)}});
}

std::string by_construction_words() {
  return std::string(base::text("chart.by_construction"));
}

std::string source_words(const record::Measurement& measurement, bool by_construction) {
  if (!by_construction) return source_words(measurement);
  // Nobody measured it, whenever the program ran.
  if (measurement.source == record::Source::measured && measurement.stranger.empty()) return by_construction_words();
  return base::say("chart.source.by_construction",
                   {{"source", source_words(measurement)}, {"how", by_construction_words()}});
}

std::string tier_words(record::Tier tier) {
  switch (tier) {
    case record::Tier::counters:
      return std::string(base::text("chart.tier.counters"));
    case record::Tier::times_only:
      return std::string(base::text("chart.tier.times_only"));
    case record::Tier::counted:
      break;
  }
  return by_construction_words();
}

namespace {

bool is_named(std::string_view plan) {
  return plan == "unfused" || plan == "fused" || plan == "best" || ::plan::is_named_plan(plan);
}

}  // namespace

std::string plan_words(std::string_view plan) {
  if (const auto [cuts, knobs] = ::plan::split_knobs(plan); !knobs.empty()) {
    const std::string_view cut = cuts == "every" ? "unfused" : cuts == "none" ? "fused" : cuts;
    return base::say("chart.plan.turned", {{"plan", plan_words(cut)}, {"knobs", knobs}});
  }
  if (is_named(plan)) return std::string(base::text("chart.plan." + std::string(plan)));
  std::string cut, again;
  for (const std::string_view item : base::split(plan, ',')) {
    const bool made_again = item.starts_with(::plan::made_again_mark);
    std::string& list = made_again ? again : cut;
    list += (list.empty() ? "" : ",") + std::string(item.substr(made_again ? 1 : 0));
  }
  if (again.empty()) return base::say("chart.plan.cut_at", {{"values", cut}});
  if (cut.empty()) return base::say("chart.plan.again", {{"values", again}});
  return base::say("chart.plan.cut_and_again", {{"values", cut}, {"again", again}});
}

std::string plan_words(const plan::FusionPlan& plan) {
  return plan.own_name ? plan.name : plan_words(plan.name);
}

std::string rung_words(std::string_view rung) {
  return std::string(is_named(rung) ? base::text("chart.plan." + std::string(rung)) : rung);
}

}  // namespace charts
