// Sentences from readings.
#include "charts/frame/findings.hpp"

#include "base/factor.hpp"
#include "base/words.hpp"
#include "charts/frame/source_words.hpp"
#include "record/plausibility.hpp"
#include "record/scatter.hpp"

#include <algorithm>
#include <cmath>

namespace charts {
namespace {

/// "add | gelu"
std::string all_ops(const plan::FusionPlan& plan) {
  std::string ops;
  for (const plan::Group& group : plan.groups) ops += (ops.empty() ? "" : " | ") + ops_words(plan, group);
  return ops;
}

std::string key(std::string_view stem, Quantity quantity) {
  return std::string(stem) + "." + std::string(name(quantity));
}

/// "1 times" is no English.
std::string key(std::string_view stem, Quantity quantity, double is) {
  return key(stem, quantity) + (quantity == Quantity::crossings && is == 1 ? ".once" : "");
}

std::optional<Teller> model_teller(const ChartData& data) {
  for (const Teller& teller : tellers(data)) {
    if (teller.source == Source::model) return teller;
  }
  return std::nullopt;
}

/// The first two plans, as one measurement has them.
struct Measured {
  const record::PlanMeasurement *first, *second;
  record::Tier tier;
};

std::optional<Measured> measured(const ChartData& data, const Teller& teller) {
  if (teller.measurement < 0 || data.plans.size() < 2) return std::nullopt;
  const record::Measurement& by = data.measurements[teller.measurement];
  const auto *first = plan_of(by, data.plans[0].name), *second = plan_of(by, data.plans[1].name);
  return first && second ? std::optional(Measured{first, second, by.tier}) : std::nullopt;
}

/// Both plans were timed, but their times say nothing of each other.
bool scattered(const ChartData& data, const Teller& teller) {
  const auto of = measured(data, teller);
  return of && of->first->cold && of->second->cold && !record::comparable(*of->first->cold, *of->second->cold);
}

bool is_rough(const ChartData& data, const Teller& teller) {
  const auto of = measured(data, teller);
  return of && of->first->cold && of->second->cold &&
         record::ratio_scatter(*of->first->cold, *of->second->cold) > record::rough;
}

/// Of times that are near enough to their medians: not told where another ratio than 1 would be shown all the same.
Speed judged(const ChartData& data, const Teller& teller, double speed) {
  if (tells_apart(data, teller, Quantity::time, speed)) return speed > 1 ? Speed::faster : Speed::slower;
  return std::abs(speed - 1) >= record::as_fast ? Speed::not_told : Speed::same;
}

/// The same of a quantity whose two numbers are shown as others: "as many" would be said against the picture.
std::optional<std::string> near_words(const ChartData& data, const Teller& teller, Quantity quantity) {
  if (quantity != Quantity::bytes) return std::nullopt;
  const auto first = reading(data, 0, teller, quantity).value, second = reading(data, 1, teller, quantity).value;
  if (!first || !second || show(quantity, *first) == show(quantity, *second)) return std::nullopt;
  return too_near(data, teller);
}

/// Of the first measurement that has both plans.
std::string true_ratio(const ChartData& data, Quantity quantity) {
  for (const Teller& teller : tellers(data)) {
    if (teller.measurement < 0) continue;
    if (quantity == Quantity::time && scattered(data, teller)) return std::string(base::text("chart.ratio.scattered"));
    const auto found = ratio(data, teller, quantity);
    if (!found) continue;
    if (quantity == Quantity::time && judged(data, teller, *found) == Speed::not_told)
      return std::string(base::text("chart.ratio.not_told"));
    if (const auto near = near_words(data, teller, quantity))
      return base::say("chart.ratio.near", {{"accuracy", *near}});
    const std::string first = plan_words(data.plans[0]), second = plan_words(data.plans[1]);
    const bool same = !tells_apart(data, teller, quantity, *found);
    // Nothing is "2.7 times fewer": the one that moved more is told.
    if (quantity != Quantity::time && *found > 1 && !same && !is_half(*found))
      return ratio_words(first, second, quantity, 1 / *found, same);
    const std::string times = quantity == Quantity::time ? clock_factor(data, teller, *found) : std::string();
    return ratio_words(second, first, quantity, *found, same, times);
  }
  return {};
}

/// The finding as this teller has it; empty when it knows too little.
std::string finding(const ChartData& data, const Teller& teller, Quantity quantity) {
  const auto value = [&](std::size_t plan, Quantity of) { return reading(data, plan, teller, of).value; };
  const Quantity counted = quantity == Quantity::bytes ? Quantity::bytes : Quantity::crossings;
  if (data.plans.empty()) return {};
  if (data.plans.size() == 1) {
    const Quantity of = quantity == Quantity::all ? Quantity::crossings : quantity;
    const auto is = value(0, of);
    if (!is) return {};
    return base::say(key("chart.finding.one", of, *is),
                     {{"plan", capitalised(plan_words(data.plans[0]))}, {"value", show(of, *is)}});
  }
  const std::string second = capitalised(plan_words(data.plans[1]));
  const auto speed = ratio(data, teller, Quantity::time);
  const auto was = value(0, counted), is = value(1, counted);
  const bool noise = scattered(data, teller);
  if (quantity == Quantity::time || !was || !is) {
    if (noise) return std::string(base::text("chart.finding.scattered"));
    if (!speed) return {};
    return base::say("chart.finding.time", {{"plan", second}, {"speed", speed_words(data, teller, *speed)}});
  }
  const bool same = !tells_apart(data, teller, counted, *was / *is) || show(counted, *was) == show(counted, *is);
  std::string head = same ? base::say(key("chart.finding.same", counted, *is), {{"value", show(counted, *is)}})
                          : base::say(key("chart.finding.two", counted, *is),
                                      {{"plan", second}, {"is", show(counted, *is)}, {"was", show(counted, *was)}});
  if (const auto near = near_words(data, teller, counted))
    head = base::say("chart.finding.near",
                     {{"was", show(counted, *was)}, {"is", show(counted, *is)}, {"accuracy", *near}});
  // Where nobody knows the machine yet the model has no speed to claim; a figure of bytes alone is drawn there.
  const bool knows_time = teller.source != Source::model || (data.spec && quantity != Quantity::bytes);
  if (speed && knows_time)
    return base::say(
        same ? "chart.finding.same.and_speed" : "chart.finding.and_speed",
        {{"finding", head}, {"plan", plan_words(data.plans[1])}, {"speed", speed_words(data, teller, *speed)}});
  if (noise) return base::say("chart.finding.and_scattered", {{"finding", head}});
  return head + ".";
}

/// "unfused: guess 3, model 4, worked out 4, recorded 4 (worked out)."
std::string told(const ChartData& data, std::size_t plan, Quantity quantity) {
  std::string out;
  for (const Teller& teller : tellers(data)) {
    const Reading of = reading(data, plan, teller, quantity);
    if (!of.value && of.missing.empty()) continue;
    out +=
        (out.empty() ? "" : ", ") + label(data, teller, of) + " " + (of.value ? show(quantity, *of.value) : of.missing);
    if (of.by_construction && teller.source != Source::measured) out += " (" + by_construction_words() + ")";
    if (of.at_dram) out += " (" + std::string(base::text("chart.at_dram")) + ")";
  }
  return out.empty() ? out : plan_words(data.plans[plan]) + ": " + out + ". ";
}

}  // namespace

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

Speed speed(const ChartData& data, const Teller& teller) {
  if (scattered(data, teller)) return Speed::scattered;
  const auto times = ratio(data, teller, Quantity::time);
  return times ? judged(data, teller, *times) : Speed::unknown;
}

std::string clock_factor(const ChartData& data, const Teller& teller, double ratio) {
  if (ratio < 1) ratio = 1 / ratio;
  return is_rough(data, teller) ? base::show_rough_factor(ratio) : base::show_factor(ratio);
}

std::string speed_words(const ChartData& data, const Teller& teller, double speed) {
  if (scattered(data, teller)) return std::string(base::text("chart.speed.scattered"));
  const std::string times = clock_factor(data, teller, speed);
  const Speed is = judged(data, teller, speed);
  const std::string_view what = is == Speed::not_told ? "chart.speed.not_told"
                                : is == Speed::same   ? "chart.speed.same"
                                : is == Speed::faster ? "chart.speed.faster"
                                                      : "chart.speed.slower";
  std::string where;
  if (teller.source == Source::model) {
    where = base::text("chart.where.model");
  } else if (teller.source == Source::measured) {
    where = base::text("chart.where.here");
  } else {
    where = base::say("chart.where.recorded", {{"device", data.measurements[teller.measurement].provenance.device}});
  }
  return base::say(what, {{"ratio", times}, {"where", where}});
}

std::optional<double> ratio(const ChartData& data, const Teller& teller, Quantity quantity) {
  if (data.plans.size() < 2) return std::nullopt;
  if (teller.source == Source::guess) {
    // A ratio that was asked for by itself comes before one made of two guesses.
    for (const record::Guess& guess : data.guesses) {
      if (guess.quantity == "ratio." + std::string(name(quantity)) && std::isfinite(guess.value) && guess.value > 0) {
        return guess.value;
      }
    }
  }
  if (quantity == Quantity::time && scattered(data, teller)) return std::nullopt;
  const auto first = reading(data, 0, teller, quantity).value, second = reading(data, 1, teller, quantity).value;
  if (!first || !second || !(*first > 0) || !(*second > 0)) return std::nullopt;
  return *first / *second;
}

bool tells_apart(const ChartData& data, const Teller& teller, Quantity quantity, double ratio) {
  if (const auto of = measured(data, teller)) {
    const auto &first = *of->first, &second = *of->second;
    if (quantity == Quantity::time && first.cold && second.cold) return !record::same_time(*first.cold, *second.cold);
    if (quantity == Quantity::bytes && first.bytes() && second.bytes())
      return !record::same_bytes(*first.bytes(), *second.bytes(), of->tier);
  }
  constexpr double as_many = 0.005;  // what would be shown as 1.00x is no difference
  return std::abs(ratio - 1) >= (quantity == Quantity::time ? record::as_fast : as_many);
}

std::optional<std::string> too_near(const ChartData& data, const Teller& teller) {
  const auto of = measured(data, teller);
  if (!of || !of->first->bytes() || !of->second->bytes()) return std::nullopt;
  const auto near = record::too_near(*of->first->bytes(), *of->second->bytes(), of->tier);
  return near ? std::optional(base::show(*near)) : std::nullopt;
}

bool is_half(double ratio) {
  return base::show_factor(ratio) == base::show_factor(2);
}

std::string ratio_words(std::string_view who, std::string_view other, Quantity quantity, double ratio, bool same,
                        const std::string& times) {
  const bool half = quantity != Quantity::time && is_half(ratio);
  const std::string stem = same        ? "chart.ratio.same"
                           : half      ? "chart.ratio.half"
                           : ratio > 1 ? "chart.ratio.less"
                                       : "chart.ratio.more";
  return base::say(key(stem, quantity),
                   {{"who", capitalised(std::string(who))},
                    {"other", std::string(other)},
                    {"ratio", times.empty() ? base::show_factor(ratio >= 1 ? ratio : 1 / ratio) : times}});
}

namespace {

/// The way round that the line above it is told.
std::string guessed_ratio(const ChartData& data, Quantity quantity, double guess) {
  const bool said = std::ranges::any_of(
      data.guesses, [&](const auto& one) { return one.quantity == "ratio." + std::string(name(quantity)); });
  const std::string whose = data.example_guess ? "example" : said ? "guess" : "guess.made";
  const bool fewer = quantity == Quantity::crossings && guess > 1;
  const std::string_view way = !fewer ? "" : is_half(guess) ? ".half" : ".fewer";
  return base::say("chart.ratio." + whose + std::string(way), {{"ratio", base::show_factor(guess)}});
}

}  // namespace

RatioLines ratio_lines(const ChartData& data, Quantity quantity) {
  RatioLines lines;
  if (data.plans.size() < 2) return lines;
  if (const auto guess = ratio(data, {Source::guess, -1}, quantity)) {
    lines.guess = guessed_ratio(data, quantity, *guess);
  }
  if (const auto model = model_teller(data)) {
    if (const auto r = ratio(data, *model, quantity)) {
      lines.model = ratio_words(source_words(Source::model), plan_words(data.plans[0]), quantity, *r,
                                !tells_apart(data, *model, quantity, *r));
    }
  }
  lines.truth = true_ratio(data, quantity);
  return lines;
}

std::string gap_words(const ChartData& data, Quantity quantity, double guess, double truth, bool in_short) {
  const std::string guessed = show(quantity, guess), is = show(quantity, truth);
  if (guess == truth || (guessed == is && quantity != Quantity::crossings)) {
    return base::say(data.example_guess ? "chart.gap.example.exact" : "chart.gap.exact", {{"guess", guessed}});
  }
  const std::string_view whole = data.example_guess ? "chart.gap.example" : "chart.gap";
  return base::say(in_short ? "chart.gap.short" : whole, {{"guess", guessed}, {"truth", is}});
}

std::string ops_words(const plan::FusionPlan& plan, const plan::Group& group) {
  std::string out;
  for (int op : group.ops) {
    out += (out.empty() ? "" : ", ") + std::string(chain::info(plan.chain->values[op].op).name);
  }
  return out;
}

std::string kernels_words(const plan::FusionPlan& plan) {
  const std::string count = std::to_string(plan.groups.size());
  return base::say(plan.groups.size() == 1 ? "chart.kernel" : "chart.kernels", {{"n", count}, {"ops", all_ops(plan)}});
}

std::size_t launches_of(const ChartData& data, std::size_t plan) {
  const std::size_t kernels = data.plans[plan].groups.size();
  for (const record::Measurement& one : data.measurements) {
    const auto* of = plan_of(one, data.plans[plan].name);
    if (of != nullptr && of->timeline) return std::max(kernels, of->timeline->kernels.size());
  }
  const auto* model = prediction_of(data, plan);
  return model == nullptr ? kernels : std::max(kernels, static_cast<std::size_t>(model->launches));
}

std::string kernels_count(const ChartData& data, std::size_t plan) {
  const std::size_t kernels = data.plans[plan].groups.size(), launches = launches_of(data, plan);
  const std::string count = base::say("chart.trips.kernels", kernels);
  return launches == kernels
             ? count
             : base::say("chart.kernels.launched", {{"kernels", count}, {"n", std::to_string(launches)}});
}

std::string kernels_words(const ChartData& data, std::size_t plan) {
  const plan::FusionPlan& of = data.plans[plan];
  if (launches_of(data, plan) == of.groups.size()) return kernels_words(of);
  return kernels_count(data, plan) + ": " + all_ops(of);
}

Titles bars_titles(const ChartData& data, Quantity quantity) {
  Titles titles;
  titles.question = base::text(key("chart.question", quantity == Quantity::all ? Quantity::crossings : quantity));
  const ChartData pair = compared(data);
  const auto said = [&](const Teller& teller) {
    const std::string found = finding(pair, teller, quantity);
    if (found.empty() || !is_about_own(data)) return found;
    return base::say("chart.finding.beside", {{"plan", plan_words(pair.plans[0])}, {"finding", found}});
  };
  if (const auto model = model_teller(data)) titles.model = said(*model);
  for (const Teller& teller : tellers(data)) {
    if (teller.measurement >= 0 && titles.truth.empty()) titles.truth = said(teller);
  }
  return titles;
}

Descriptions bars_description(const ChartData& data, Quantity quantity) {
  Descriptions out;
  const std::string head = base::say("chart.description.bars", {{"chain", one_line(*data.chain)}}) + " ";
  out.whole = head;
  out.before_truth = base::say("chart.description.bars", {{"chain", one_line(*data.chain)}});
  for (Quantity of : {Quantity::crossings, Quantity::bytes, Quantity::time}) {
    if (quantity != Quantity::all && quantity != of) continue;
    std::string whole;
    for (std::size_t plan = 0; plan < data.plans.size(); ++plan) whole += told(data, plan, of);
    const RatioLines lines = ratio_lines(data, of);
    const std::string& last = !lines.truth.empty() ? lines.truth : lines.model;
    if (!last.empty()) whole += last + ". ";
    if (!whole.empty()) out.whole += std::string(base::text(key("chart.panel", of))) + ": " + whole;
  }
  for (const record::Measurement& measurement : data.measurements) {
    for (const std::string& remark : record::told_beside(measurement)) out.whole += remark + " ";
  }
  while (out.whole.ends_with(' ')) out.whole.pop_back();
  return out;
}

}  // namespace charts
