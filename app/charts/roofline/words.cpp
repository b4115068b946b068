// Sentences and rows of the roofline.
#include "charts/roofline/words.hpp"

#include "base/words.hpp"
#include "charts/frame/findings.hpp"
#include "charts/frame/provenance.hpp"
#include "charts/frame/source_words.hpp"

#include <algorithm>

namespace charts {
namespace {

std::string origin(const ChartData& data) {
  const bool sheet = !data.spec || data.spec->calibrated_on.empty();
  return std::string(base::text(sheet ? "chart.roof.sheet" : "chart.roof.calibrated"));
}

/// "; its limit is arithmetic, not the road". Of a dot on the slope the picture says enough.
std::string limited(const Dot& dot) {
  return dot.limit == Limit::compute ? std::string(base::text("chart.roof.limited")) : std::string();
}

/// "Fused goes from 0.56 to 1.12 FLOP/byte and is 1.98x faster here": two facts, of
/// which neither is said to be the other's cause; and what limits the second plan where that is no longer the road.
std::string finding(const ChartData& data, const std::vector<Dot>& dots, Stage stage) {
  const auto of = [&](std::size_t plan) {
    return std::ranges::find_if(dots,
                                [&](const Dot& dot) { return dot.plan == plan && stage_of(dot.teller) == stage; });
  };
  const auto a = of(0), b = of(1);
  if (a == dots.end()) return {};
  if (b == dots.end() || !(a->teller == b->teller)) {
    return base::say("chart.roof.finding.alone", {{"plan", plan_words(data.plans[a->plan])},
                                                  {"intensity", base::show_number(a->intensity())},
                                                  {"rate", show_rate(a->performance())}}) +
           limited(*a);
  }
  const std::string was = base::show_number(a->intensity()), is = base::show_number(b->intensity());
  const bool fewer = a->bytes > b->bytes && tells_apart(data, a->teller, Quantity::bytes, a->bytes / b->bytes);
  const auto near = too_near(data, a->teller);
  const std::string_view key = was == is ? "chart.roof.finding.stays"
                               : fewer   ? "chart.roof.finding"
                               : near    ? "chart.roof.finding.near"
                                         : "chart.roof.finding.same";
  return base::say(key, {{"plan", capitalised(plan_words(data.plans[1]))},
                         {"was", was},
                         {"is", is},
                         {"accuracy", near.value_or("")},
                         {"speed", speed_words(data, a->teller, a->seconds / b->seconds)}}) +
         limited(*b);
}

}  // namespace

Titles roofline_titles(const ChartData& data, const std::vector<Dot>& dots) {
  return {std::string(base::text("chart.roof.question")), finding(data, dots, Stage::model),
          finding(data, dots, Stage::truth)};
}

std::string slope_words(const ChartData& data, const model::RooflineModel& roofs, bool in_short) {
  if (in_short) {
    return roofs.bandwidth_name.substr(0, roofs.bandwidth_name.find(',')) + ": " +
           base::show(base::Bandwidth{roofs.bandwidth});
  }
  return base::say("chart.roof.slope", {{"name", roofs.bandwidth_name},
                                        {"rate", base::show(base::Bandwidth{roofs.bandwidth})},
                                        {"origin", origin(data)}});
}

std::string beside_words(const ChartData& data, const model::RooflineModel& roofs) {
  std::string out = base::say("chart.roof.beside", {{"spec", spec_words(*data.beside)},
                                                    {"rate", base::show(base::Bandwidth{roofs.bandwidth})}});
  if (!roofs.ceilings.empty()) out += ", " + show_rate(roofs.ceilings[0].flops_per_second);
  return out;
}

std::string ceiling_words(const ChartData& data, const model::Ceiling& ceiling, bool in_short) {
  if (in_short) return ceiling.name + ": " + show_rate(ceiling.flops_per_second);
  return base::say("chart.roof.ceiling",
                   {{"name", ceiling.name}, {"rate", show_rate(ceiling.flops_per_second)}, {"origin", origin(data)}});
}

std::string dot_words(const ChartData& data, const Dot& dot, bool outside, bool in_short) {
  if (in_short && !outside && dot.teller.measurement >= 0) {
    return base::say("chart.roof.dot.short",
                     {{"plan", plan_words(data.plans[dot.plan])}, {"rate", show_rate(dot.performance())}});
  }
  return base::say(outside ? "chart.roof.dot.outside" : "chart.roof.dot",
                   {{"plan", plan_words(data.plans[dot.plan])},
                    {"source", label(data, dot.teller)},
                    {"intensity", base::show_number(dot.intensity())},
                    {"rate", show_rate(dot.performance())}});
}

std::string dot_words_with_model(const ChartData& data, const Dot& dot, const Dot& model, bool outside) {
  // One unit serves for both where it is the same.
  std::string rate = show_rate(model.performance());
  const std::string mine = show_rate(dot.performance()), unit = mine.substr(mine.find(' '));
  if (rate.ends_with(unit)) rate.erase(rate.size() - unit.size());
  return base::say("chart.roof.dot.model", {{"dot", dot_words(data, dot, outside)}, {"rate", rate}});
}

std::string warning_words(const ChartData& data, const std::vector<Dot>& dots) {
  std::string plans;
  for (const Dot& dot : dots) {
    if (dot.above_roof) plans += (plans.empty() ? "" : ", ") + plan_words(data.plans[dot.plan]);
  }
  return plans.empty() ? plans : base::say("chart.roof.above", {{"plans", plans}});
}

std::string roofline_description(const ChartData& data, const RooflineFrame* frame, const std::vector<Dot>& dots,
                                 const std::vector<OwnRoof>& own) {
  std::string out = base::say("chart.description.roofline", {{"chain", one_line(*data.chain)}});
  const model::RooflineModel roofs = frame != nullptr ? frame->roofs : model::RooflineModel{};
  if (roofs.bandwidth > 0) out += " " + slope_words(data, roofs) + ".";
  for (const model::Ceiling& ceiling : roofs.ceilings) {
    out += " " + ceiling_words(data, ceiling) + ", " +
           base::say("chart.roof.ridge", {{"value", base::show_number(ceiling.ridge)}}) + ".";
  }
  if (frame != nullptr && frame->beside) out += " " + beside_words(data, *frame->beside) + ".";
  for (const OwnRoof& roof : own) out += " " + own_roof_words(data, roof) + " (" + source_words(Source::model) + ").";
  for (const Dot& dot : dots) {
    out += " " + dot_words(data, dot, true);
    if (dot.limit) out += ", " + limit_words(dot);
    out += ".";
  }
  const std::string warning = warning_words(data, dots);
  return warning.empty() ? out : out + " " + warning;
}

figure::Table roofline_table(const ChartData& data, const RooflineFrame* frame, const std::vector<Dot>& dots,
                             const std::vector<OwnRoof>& own) {
  figure::Table table;
  table.columns = {{"name", ""},
                   {"source", ""},
                   {"tier", ""},
                   {"flops", "FLOP"},
                   {"bytes", "B"},
                   {"time", "s"},
                   {"intensity", "FLOP/byte"},
                   {"performance", "FLOP/s"},
                   {"limit", ""},
                   {"note", ""}};
  const auto number = [](double value) { return plain_number(value); };
  const auto roofs = [&](const model::RooflineModel& of, const std::string& from) {
    if (of.bandwidth > 0) {
      table.rows.push_back(
          {{of.bandwidth_name, "roof", "", "", number(of.bandwidth), "1", "", "", "", from}, Stage::question});
    }
    for (const model::Ceiling& ceiling : of.ceilings) {
      table.rows.push_back(
          {{ceiling.name, "roof", "", "", "", "", number(ceiling.ridge), number(ceiling.flops_per_second), "", from},
           Stage::question});
    }
  };
  if (frame != nullptr) roofs(frame->roofs, origin(data));
  if (frame != nullptr && frame->beside) roofs(*frame->beside, spec_words(*data.beside));
  for (const OwnRoof& roof : own) {
    table.rows.push_back({{own_roof_name(data, roof), "roof", "", "", "", "", number(roof.knee),
                           number(roof.flops_per_second), "", source_words(Source::model)},
                          Stage::model});
  }
  for (const Dot& dot : dots) {
    const bool measured = dot.teller.measurement >= 0;
    const std::string tier(measured ? record::name(data.measurements[dot.teller.measurement].tier) : "");
    table.rows.push_back(
        {{data.plans[dot.plan].name, label(data, dot.teller), tier, number(dot.flops), number(dot.bytes),
          number(dot.seconds), number(dot.intensity()), number(dot.performance()), limit_words(dot),
          dot.above_roof ? std::string(base::text("chart.roof.above.short")) : dot.note},
         stage_of(dot.teller)});
  }
  return table;
}

}  // namespace charts
