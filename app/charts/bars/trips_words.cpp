// Sentences of the reveal.
#include "charts/bars/trips_words.hpp"

#include "base/dates.hpp"
#include "base/factor.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "base/words.hpp"
#include "charts/bars/trips_and_time.hpp"
#include "charts/frame/provenance.hpp"
#include "charts/frame/source_words.hpp"

#include <array>
#include <cmath>

namespace charts {
namespace {

constexpr std::array in_order = {Quantity::time, Quantity::bytes, Quantity::crossings};

bool anybody_knows(const ChartData& data, const Teller& teller, Quantity quantity) {
  for (std::size_t plan = 0; plan < data.plans.size(); ++plan) {
    if (reading(data, plan, teller, quantity).value) return true;
  }
  return false;
}

std::optional<Teller> teller_of(const ChartData& data, Quantity quantity) {
  std::optional<Teller> model;
  for (const Teller& teller : tellers(data)) {
    if (teller.source == Source::guess || !anybody_knows(data, teller, quantity)) continue;
    if (teller.measurement >= 0) return teller;
    // Where nobody knows the machine, the model's times are of none.
    if (quantity != Quantity::time || data.spec) model = teller;
  }
  return model;
}

/// What was typed or counted is exact: "4", "1.3".
std::string exact_factor(double ratio) {
  if (ratio < 1) ratio = 1 / ratio;
  constexpr std::size_t short_enough = 4;
  const std::string whole = base::exact_number(ratio);
  return !whole.empty() && whole.size() <= short_enough ? whole : base::show_factor(ratio);
}

/// How many times, as well as this teller knows it.
std::string times_told(const ChartData& data, const Teller& teller, Quantity quantity, double ratio) {
  return quantity == Quantity::time ? clock_factor(data, teller, ratio) : exact_factor(ratio);
}

std::string trips_key(std::string_view stem, Quantity quantity) {
  return std::string(stem) + "." + std::string(name(quantity));
}

/// "4 times faster", "2 times fewer trips", "as fast"; `times`: how many, in words.
std::string ratio_said(Quantity quantity, double ratio, bool same, const std::string& times) {
  if (same) return std::string(base::text(trips_key("chart.trips.same", quantity)));
  return base::say(trips_key(ratio > 1 ? "chart.trips.less" : "chart.trips.more", quantity), {{"ratio", times}});
}

/// Who found it out: "The clock says", "The model says", "It is".
std::string_view says(const Teller& teller, Quantity quantity) {
  if (teller.measurement < 0) return "chart.trips.says.model";
  return quantity == Quantity::time ? "chart.trips.says.clock" : "chart.trips.says.count";
}

/// Whether the two plans are the same to this teller, so that no ratio is named; and what is said then.
std::optional<std::string> no_ratio(const ChartData& data, const Teller& teller, Quantity quantity) {
  if (quantity == Quantity::time) {
    switch (speed(data, teller)) {
      case Speed::scattered:
        return std::string(base::text("chart.trips.scattered"));
      case Speed::not_told:
        return std::string(base::text("chart.trips.not_told"));
      default:
        return std::nullopt;
    }
  }
  const auto near = quantity == Quantity::bytes ? too_near(data, teller) : std::nullopt;
  return near ? std::optional(base::say("chart.trips.near", {{"accuracy", *near}})) : std::nullopt;
}

std::string result_of_ratio(const ChartData& data, const Teller& teller, Quantity quantity, double guess) {
  if (auto none = no_ratio(data, teller, quantity)) return *none;
  const auto is = ratio(data, teller, quantity);
  if (!is) return std::string(base::text(trips_key("chart.trips.unknown", quantity)));
  const bool same = !tells_apart(data, teller, quantity, *is);
  // "You guessed 4 times faster. The clock says 3.9." needs no second 'faster'.
  const bool other_way = same || (*is > 1) != (guess > 1);
  const std::string times = times_told(data, teller, quantity, *is);
  const std::string said = other_way ? ratio_said(quantity, *is, same, times) : times;
  return base::say(says(teller, quantity), {{"what", said}});
}

std::string guess_said(const ChartData& data, const TripsGuess& guess) {
  const std::string what = guess.ratio
                               ? ratio_said(guess.quantity, guess.value, guess.value == 1, exact_factor(guess.value))
                               : trips_value(guess.quantity, guess.value);
  return base::say(data.example_guess ? "chart.trips.example" : "chart.trips.guessed", {{"what", what}});
}

/// Of the keys of a result that stands alone: "same", "half", "less" or "more".
std::string_view way_of(Quantity quantity, double ratio, bool same) {
  if (same) return "same";
  if (quantity == Quantity::bytes && is_half(ratio)) return "half";
  return ratio > 1 ? "less" : "more";
}

/// Without a guess the result stands alone.
std::string result_alone(const ChartData& data, const Teller& teller, Quantity quantity) {
  if (auto none = no_ratio(data, teller, quantity)) return *none;
  const auto is = ratio(data, teller, quantity);
  if (!is) return std::string(base::text(trips_key("chart.trips.unknown", quantity)));
  const bool named = data.plans[1].own_name;
  std::string_view way = way_of(quantity, *is, !tells_apart(data, teller, quantity, *is));
  // Nothing is "2.7 times fewer": the one that moved more is told, where the other goes without saying.
  const bool turned = quantity == Quantity::bytes && way == "less" && !named;
  if (turned) way = "more";
  const std::string stem(teller.measurement < 0 ? "chart.trips.model." : "chart.trips.ran.");
  const std::string found =
      base::say(trips_key(stem + std::string(way), quantity),
                {{"plan", plan_words(data.plans[turned ? 0 : 1])}, {"ratio", times_told(data, teller, quantity, *is)}});
  // Beside unfused goes without saying.
  if (!named) return found;
  return base::say("chart.finding.beside", {{"plan", plan_words(data.plans[0])}, {"finding", found}});
}

std::string where_words(const record::Measurement& measurement, bool in_full) {
  const record::Provenance& from = measurement.provenance;
  const std::string stem = measurement.source == Source::measured ? "chart.trips.here" : "chart.trips.recorded";
  const std::string device = with_stranger(short_device(measurement), measurement);
  return base::say(in_full ? stem + ".full" : stem, {{"device", device}, {"date", base::day(from.date)}});
}

}  // namespace

std::optional<TripsGuess> trips_guess(const ChartData& data) {
  for (const Quantity quantity : in_order) {
    for (const std::string& of : {std::string("ratio"), std::string("fused"), std::string("other")}) {
      for (const record::Guess& guess : data.guesses) {
        if (!std::isfinite(guess.value) || guess.value < 0) continue;
        const std::string family(name(quantity));
        if (of == "ratio") {
          if (guess.quantity == "ratio." + family && guess.value > 0) return TripsGuess{quantity, 1, true, guess.value};
          continue;
        }
        for (std::size_t plan = 0; plan < data.plans.size(); ++plan) {
          if ((of == "fused") != (plan == 1) || guess.quantity != family + "." + data.plans[plan].name) continue;
          return TripsGuess{quantity, plan, false, guess.value};
        }
      }
    }
  }
  return std::nullopt;
}

Quantity trips_quantity(const ChartData& data) {
  if (const auto guess = trips_guess(data); guess && teller_of(data, guess->quantity)) return guess->quantity;
  for (const Quantity quantity : in_order) {
    if (const auto teller = teller_of(data, quantity); teller && teller->measurement >= 0) return quantity;
  }
  for (const Quantity quantity : in_order) {
    if (teller_of(data, quantity)) return quantity;
  }
  return Quantity::time;
}

std::optional<Teller> trips_teller(const ChartData& data) {
  return teller_of(data, trips_quantity(data));
}

std::pair<std::size_t, std::size_t> told_plans(const ChartData& data) {
  const auto guess = trips_guess(data);
  const bool guessed = guess && guess->quantity == trips_quantity(data);
  for (std::size_t plan = 2; plan < data.plans.size() && !guessed && is_about_own(data); ++plan) {
    if (data.plans[plan].name == data.about) return {1, plan};
  }
  return {0, 1};
}

namespace {

/// Only those two, the guess and the rest as they are.
ChartData told_pair(const ChartData& data) {
  return told_plans(data).second > 1 ? compared(data) : data;
}

}  // namespace

std::string trips_title(const ChartData& data) {
  const auto teller = trips_teller(data);
  if (!teller) return {};
  const Quantity quantity = trips_quantity(data);
  const auto guess = trips_guess(data);
  if (data.plans.size() < 2) {
    const auto is = reading(data, 0, *teller, quantity).value;
    return is ? base::say(says(*teller, quantity), {{"what", trips_value(quantity, *is)}}) : std::string();
  }
  if (!guess || guess->quantity != quantity) return result_alone(told_pair(data), *teller, quantity);
  if (guess->ratio) return guess_said(data, *guess) + " " + result_of_ratio(data, *teller, quantity, guess->value);
  const auto is = reading(data, guess->plan, *teller, quantity).value;
  const std::string result = is ? base::say(says(*teller, quantity), {{"what", trips_value(quantity, *is)}})
                                : std::string(base::text(trips_key("chart.trips.unknown", quantity)));
  return guess_said(data, *guess) + " " + result;
}

namespace {

std::string longest_times() {
  return base::show_rough_factor(8.8);
}

}  // namespace

std::string longest_trips_title(const ChartData& data) {
  const auto guess = trips_guess(data);
  const Quantity quantity = trips_quantity(data);
  const std::string slower = base::say(trips_key("chart.trips.more", quantity), {{"ratio", longest_times()}});
  if (guess && guess->quantity == quantity) {
    return guess_said(data, *guess) + " " + base::say("chart.trips.says.clock", {{"what", slower}});
  }
  const bool own = is_about_own(data), pair = data.plans.size() == 2 && data.plans[1].own_name;
  const std::string plan = own || pair ? data.about : plan_words("unfused");
  const std::string longest =
      base::say(trips_key("chart.trips.model.more", quantity), {{"plan", plan}, {"ratio", longest_times()}});
  if (!own && !pair) return longest;
  return base::say("chart.finding.beside", {{"plan", plan_words(data.plans[own ? 1 : 0])}, {"finding", longest}});
}

std::string plan_note(const plan::FusionPlan& plan, bool plain) {
  return base::say(plain ? "chart.trips.workers" : "chart.trips.kernels", plan.groups.size());
}

std::string trips_value(Quantity quantity, double value) {
  const bool whole = value == std::floor(value) && value < 1e9;
  if (quantity == Quantity::crossings && whole)
    return base::say("chart.trips.trips", static_cast<std::uint64_t>(value));
  if (quantity == Quantity::crossings) return base::say("chart.trips.trips.part", {{"n", base::show_number(value)}});
  return show(quantity, value);
}

std::string beside_value(const ChartData& data, std::size_t plan, const TripsMoment& moment) {
  const auto teller = trips_teller(data);
  const Quantity shown = trips_quantity(data);
  std::string out;
  if (!teller) return out;
  for (const Quantity quantity : {Quantity::crossings, Quantity::bytes, Quantity::time}) {
    if (quantity == shown || (quantity == Quantity::bytes && !moment.bytes)) continue;
    const Reading of = reading(data, plan, *teller, quantity);
    auto is = of.value;
    // Who only had a clock counted nothing: then it is the model that says how many trips.
    const bool model = !is && quantity != Quantity::time && teller->measurement >= 0;
    if (model) is = reading(data, plan, {Source::model, -1}, quantity).value;
    if (!is) continue;
    std::string said = trips_value(quantity, *is);
    if (model) said = base::say("chart.trips.by_model", {{"what", said}});
    // Below a measured time bytes that nobody counted would seem measured, too.
    if (quantity == Quantity::bytes && of.by_construction)
      said = base::say("chart.trips.by_construction", {{"what", said}});
    out = out.empty() ? said : base::say("chart.trips.and", {{"one", out}, {"other", said}});
  }
  return out;
}

bool has_gap(const ChartData& data) {
  const auto teller = trips_teller(data);
  if (!teller || data.plans.size() < 2) return false;
  const Quantity quantity = trips_quantity(data);
  const ChartData pair = told_pair(data);
  const auto is = ratio(pair, *teller, quantity);
  return is && !no_ratio(pair, *teller, quantity) && tells_apart(pair, *teller, quantity, *is);
}

namespace {

/// The value that its number on the page tells: "129 us" is 129, whatever came behind it.
double as_shown(Quantity quantity, double value) {
  return quantity == Quantity::crossings ? value : base::to_number(base::show_number(value)).value_or(value);
}

}  // namespace

std::string gap_said(const ChartData& data) {
  const auto teller = trips_teller(data);
  if (!teller || data.plans.size() < 2) return {};
  const Quantity quantity = trips_quantity(data);
  const auto [first, second] = told_plans(data);
  const auto was = reading(data, first, *teller, quantity).value, is = reading(data, second, *teller, quantity).value;
  if (!was || !is) return {};
  if (!has_gap(data)) return {};
  // Whoever takes one of the two numbers above it from the other has to come to this one.
  const double gap = std::abs(as_shown(quantity, *was) - as_shown(quantity, *is));
  return base::say(trips_key(*was > *is ? "chart.trips.saved" : "chart.trips.lost", quantity),
                   {{"what", trips_value(quantity, gap)}});
}

std::vector<std::string> whose_number(const ChartData& data, bool plain) {
  const auto teller = trips_teller(data);
  if (!teller) return {};
  if (teller->measurement < 0) {
    return data.spec ? std::vector{base::say("chart.foot.model", {{"spec", spec_words(*data.spec)}}),
                                   std::string(base::text("chart.trips.whose.model"))}
                     : std::vector{std::string(base::text("chart.trips.whose.model"))};
  }
  std::string other, named;  // the second says whose ratio it is, where there is room
  const ChartData pair = told_pair(data);
  for (const Teller& second : tellers(pair)) {
    if (second.measurement < 0 || second == *teller || !other.empty()) continue;
    const auto is = ratio(pair, second, Quantity::time);
    if (!is || speed(pair, second) == Speed::not_told) continue;
    const bool same = !tells_apart(pair, second, Quantity::time, *is);
    const std::string where = where_words(data.measurements[second.measurement], false);
    const std::string what = ratio_said(Quantity::time, *is, same, times_told(pair, second, Quantity::time, *is));
    other = base::say("chart.trips.beside", {{"where", where}, {"what", what}});
    named =
        base::say("chart.trips.beside.named", {{"where", where}, {"plan", plan_words(pair.plans[1])}, {"what", what}});
  }
  std::vector<std::string> out;
  for (const bool in_full : {true, false}) {
    if (in_full && plain) continue;
    const std::string where = where_words(data.measurements[teller->measurement], in_full);
    out.push_back(other.empty() ? where : base::say("chart.trips.whose", {{"one", where}, {"other", named}}));
  }
  if (!other.empty()) {
    const std::string where = where_words(data.measurements[teller->measurement], false);
    out.push_back(base::say("chart.trips.whose", {{"one", where}, {"other", other}}));
    out.push_back(where);
  }
  out.push_back(source_words(data.measurements[teller->measurement]));
  return out;
}

}  // namespace charts
