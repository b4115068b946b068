// Each probed element against its reference, and what the device found over the whole buffer.
#include "measure/verify.hpp"

#include "base/error.hpp"
#include "base/words.hpp"
#include "chain/ranking.hpp"
#include "measure/exact_work.hpp"
#include "measure/fed.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <span>

namespace measure {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double slack = 4;  ///< bounds allowed
constexpr double ill_share = 0.1, slight_share = 1e-4;

/// "[12, 4095]"
std::string place_in(const chain::Shape& shape, std::int64_t element) {
  chain::Shape place = shape;
  for (std::size_t d = shape.dims.size(); d-- > 0;) {
    place.dims[d] = element % shape.dims[d];
    element /= shape.dims[d];
  }
  return chain::show(place);
}

bool same(double got, double reference) {
  return got == reference || (std::isnan(got) && std::isnan(reference));
}

/// How far apart as a share of what is allowed; 1 is the edge.
double of_bound(double got, const chain::Bounded& reference, chain::Dtype dtype) {
  if (same(got, reference.value) || std::isinf(reference.error)) return 0;
  const double difference = std::abs(got - reference.value);
  if (!std::isfinite(difference)) return infinity;
  return difference / (slack * reference.error + chain::ulp(reference.value, dtype) / 2);
}

bool ill_conditioned(const std::vector<chain::Bounded>& references, chain::Dtype dtype) {
  double squares = 0, count = 0;
  for (const chain::Bounded& r : references) {
    if (!std::isfinite(r.value)) continue;
    squares += r.value * r.value;
    ++count;
  }
  const double scale = count > 0 ? std::sqrt(squares / count) : 0;
  const double slight = std::max(slight_share * scale, chain::ulp(scale, dtype));
  return std::any_of(references.begin(), references.end(), [&](const chain::Bounded& r) {
    return r.error > slight && r.error > ill_share * std::abs(r.value);
  });
}

/// One output into the verdict.
void judge(record::Verdict& verdict, const chain::Value& value, const device::ProbedOutput& asked,
           const device::OutputEvidence& seen, const std::vector<chain::Bounded>& references) {
  for (std::size_t i = 0; i < references.size(); ++i) {
    const chain::Bounded& reference = references[i];
    const double got = seen.got[i], share = of_bound(got, reference, value.dtype);
    if (!same(got, reference.value) && !(std::isinf(reference.error))) {
      const double difference = std::abs(got - reference.value);
      verdict.max_abs_error = std::isnan(difference) ? infinity : std::max(verdict.max_abs_error, difference);
    }
    if (share > verdict.worst_of_bound || verdict.worst.empty()) {
      verdict.worst_of_bound = std::max(verdict.worst_of_bound, share);
      verdict.worst = base::say("measure.worst", {{"place", value.name + place_in(value.shape, asked.elements[i])},
                                                  {"got", base::exact_number(got)},
                                                  {"reference", base::exact_number(reference.value)},
                                                  {"error", base::show_number(reference.error, 2)}});
    }
  }
  verdict.ill_conditioned = verdict.ill_conditioned || ill_conditioned(references, value.dtype);
}

/// Numbers of entries, by what they point at: `apart` is chain::chosen_apart of them.
void judge_numbers(record::Verdict& verdict, const chain::Value& value, const device::ProbedOutput& asked,
                   const std::vector<double>& got, const std::vector<chain::Bounded>& references,
                   const std::vector<chain::Bounded>& apart) {
  for (std::size_t i = 0; i < apart.size(); ++i) {
    const double allowed = slack * apart[i].error;
    const double share = apart[i].value == 0 ? 0 : allowed > 0 ? apart[i].value / allowed : infinity;
    if (share <= verdict.worst_of_bound && !verdict.worst.empty()) continue;
    verdict.worst_of_bound = std::max(verdict.worst_of_bound, share);
    verdict.worst = base::say(apart[i].value == infinity ? "measure.worst_number" : "measure.worst_entry",
                              {{"place", value.name + place_in(value.shape, asked.elements[i])},
                               {"got", base::exact_number(got[i])},
                               {"reference", base::exact_number(references[i].value)},
                               {"apart", base::show_number(apart[i].value, 3)},
                               {"allowed", base::show_number(allowed, 2)}});
  }
}

/// What the device says of the whole buffer of an output, of which `seen.got` was judged.
void add_evidence(Verification& out, const chain::Value& value, const device::OutputEvidence& seen) {
  record::Verdict& verdict = out.verdict;
  verdict.checked += std::ssize(seen.got);
  out.infinite += std::ranges::count_if(seen.got, [](double got) { return std::isinf(got); });
  verdict.poison_left += seen.poison_left;
  verdict.guards_whole = verdict.guards_whole && seen.guards_whole;
  verdict.nan_outputs += seen.nan;
  verdict.outputs += seen.elements;
  verdict.identical += seen.identical;
  if (chain::is_index(value.dtype)) return;  // how far two numbers of entries are apart says nothing
  verdict.largest_difference = std::max(verdict.largest_difference, seen.largest_difference);
}

/// Elements that were never written and bytes written beside the buffer say more than any wrong element.
void name_other_faults(record::Verdict& verdict, const std::string& name, const device::OutputEvidence& seen) {
  if (!seen.guards_whole) {
    verdict.worst = base::say("measure.guards", {{"output", name}});
  } else if (seen.poison_left > 0) {
    verdict.worst = base::say("measure.poison", {{"output", name},
                                                 {"count", base::group_digits(seen.poison_left)},
                                                 {"all", base::group_digits(seen.elements)}});
  }
}

/// Throws where a device answered something else than it was asked.
void check_answer(const device::Probe& probe, const device::Evidence& evidence) {
  for (std::size_t o = 0; o < probe.outputs.size(); ++o) {
    const device::ProbedOutput& asked = probe.outputs[o];
    if (o >= evidence.outputs.size() || evidence.outputs[o].value != asked.value ||
        evidence.outputs[o].got.size() != asked.elements.size()) {
      throw device::DeviceError(base::say("measure.no_outputs"));
    }
  }
}

/// Whether it would take too long to tell how far an output of the first plan's is from this one's by what it rounds on
/// its way: scores that are stored in a narrow dtype have their error raised by exp, and what they are made of is made
/// by other kernels.
bool takes_too_long(const device::RunSpec& spec, int index, const chain::Value& value) {
  const plan::FusionPlan& plan = spec.plans[index];
  const auto attends = [](const plan::Group& group) { return group.schedule == plan::Schedule::attention; };
  return index > 0 && value.dtype != chain::Dtype::f32 && plan.groups.size() > 1 &&
         std::ranges::any_of(plan.groups, attends);
}

/// A tile in the wrong place is seen in the whole buffer beside the first plan's, if not among the judged elements.
/// Sums in another order and values that one plan rounds and another does not differ by a few steps of the dtype.
/// Where that is more than the judged elements allow, the element itself is asked: it may be by far the largest, and
/// what one plan rounds on its way may be of a narrower dtype than the output. `reference_of`, an element of the first
/// plan and of this one, is asked only then.
void judge_difference(record::Verdict& verdict, const chain::Value& value, const device::OutputEvidence& seen,
                      const std::vector<chain::Bounded>& references, std::size_t ops,
                      const std::function<std::array<chain::Bounded, 2>(std::int64_t element)>& reference_of) {
  double size = 0, error = 0;
  for (const chain::Bounded& reference : references) {
    if (std::isinf(reference.error)) return;
    if (std::isfinite(reference.value)) size = std::max(size, std::abs(reference.value));
    error = std::max(error, reference.error);
  }
  constexpr double beyond = 4;  // the largest element is larger than the largest that was judged
  const auto steps = [&](double of) { return static_cast<double>(ops + 1) * chain::ulp(of, value.dtype); };
  double allowed = steps(beyond * size) + 2 * slack * error;
  if (seen.largest_difference > allowed && seen.difference_at >= 0) {
    const auto [first, there] = reference_of(seen.difference_at);
    const double between = same(first.value, there.value) ? 0 : std::abs(first.value - there.value);
    // A narrow dtype overflows where f32 does not: what comes of that is no number in one plan, or another one.
    const double more =
        std::isfinite(between) ? steps(there.value) + slack * (first.error + there.error) + between : infinity;
    if (!std::isnan(more)) allowed = std::max(allowed, more);
  }
  if (!(seen.largest_difference > allowed)) return;
  verdict.worst_of_bound = std::max(verdict.worst_of_bound, seen.largest_difference / allowed);
  const std::string place = seen.difference_at >= 0 ? place_in(value.shape, seen.difference_at) : "";
  verdict.worst = base::say("measure.differs", {{"place", value.name + place},
                                                {"difference", base::show_number(seen.largest_difference, 3)},
                                                {"allowed", base::show_number(allowed, 2)}});
}

/// Until the run is stopped: a reference over long rows of products takes a minute, and asks for inputs all the time.
chain::InputElement inputs_of(const device::RunSpec& spec, const device::Probe& probe) {
  const chain::Chain& chain = *spec.plans[probe.plan].chain;
  return [inputs = probe.inputs == device::Inputs::exact ? chain::exact_inputs(chain, spec.seed)
                                                         : chain::random_inputs(chain, spec.seed),
          stop = probe.stop](int value, std::int64_t element) {
    if (stop.stop_requested()) throw base::Cancelled();
    return inputs(value, element);
  };
}

/// How far an output is from the chain in double, from the inputs on: of those judged elements that this does not take
/// long for.
void add_errors(Verification& out, const chain::Chain& chain, const chain::InputElement& inputs,
                const device::ProbedOutput& judged, const std::vector<double>& got) {
  const chain::Value& value = chain.values[judged.value];
  const std::vector<std::int64_t> some = affordable(chain, judged.value, judged.elements);
  if (some.empty()) return;
  out.errors.push_back(record::errors_of(value.name, value.dtype, std::span(got).first(some.size()),
                                         chain::unrounded(chain, inputs, judged.value, some)));
}

/// Of a plan with products: every kernel's results, an intermediate's too, from what it read.
device::Evidence judge_fed(device::Experiment& experiment, const device::RunSpec& spec, device::Probe& probe,
                           const Fed& fed, Verification& out) {
  const chain::Chain& chain = *spec.plans[probe.plan].chain;
  const chain::InputElement inputs = inputs_of(spec, probe);
  probe.outputs = fed.asked();
  device::Evidence evidence = experiment.evidence(probe);
  check_answer(probe, evidence);
  for (std::size_t o = 0; o < probe.outputs.size(); ++o) {
    const device::ProbedOutput judged{probe.outputs[o].value, fed.judged()[o]};
    const chain::Value& value = chain.values[judged.value];
    device::OutputEvidence seen = evidence.outputs[o];
    const std::vector<chain::Bounded> references = fed.references(o, inputs, evidence.outputs);
    seen.got.clear();
    for (const std::int64_t element : judged.elements) {
      const auto place = std::ranges::lower_bound(probe.outputs[o].elements, element);
      seen.got.push_back(evidence.outputs[o].got[static_cast<std::size_t>(place - probe.outputs[o].elements.begin())]);
    }
    const bool numbers = chain::is_index(value.dtype);
    if (numbers) {
      judge_numbers(out.verdict, value, judged, seen.got, references,
                    fed.apart(o, inputs, evidence.outputs, seen.got, references));
    } else {
      judge(out.verdict, value, judged, seen, references);
    }
    if (value.output && numbers) {
      add_evidence(out, value, seen);
    } else if (value.output) {
      const auto reference_of = [&](std::int64_t element) {
        const auto of = [&](int plan) {
          const std::vector<bool> stored = spec.plans[plan].stored();
          return chain::evaluate(chain, stored, inputs, judged.value, std::span(&element, 1)).front();
        };
        return std::array{of(0), of(probe.plan)};
      };
      if (!takes_too_long(spec, probe.plan, value)) {
        judge_difference(out.verdict, value, seen, references, chain.made().size(), reference_of);
      }
      add_evidence(out, value, seen);
      // Exact inputs have no rounding to show.
      if (probe.inputs == device::Inputs::random) add_errors(out, chain, inputs, judged, seen.got);
    } else {
      out.verdict.poison_left += evidence.outputs[o].poison_left;
    }
  }
  return evidence;
}

device::Evidence judge_outputs(device::Experiment& experiment, const device::RunSpec& spec, device::Probe& probe,
                               Verification& out) {
  const plan::FusionPlan& plan = spec.plans[probe.plan];
  const chain::Chain& chain = *plan.chain;
  for (const int output : chain.outputs()) {
    probe.outputs.push_back({output, elements_to_check(plan, output, spec.seed)});
  }
  device::Evidence evidence = experiment.evidence(probe);
  check_answer(probe, evidence);
  const chain::InputElement inputs = inputs_of(spec, probe);
  const std::vector<bool> stored = plan.stored();
  for (std::size_t o = 0; o < probe.outputs.size(); ++o) {
    const device::ProbedOutput& asked = probe.outputs[o];
    const chain::Value& value = chain.values[asked.value];
    const std::vector<chain::Bounded> references = chain::evaluate(chain, stored, inputs, asked.value, asked.elements);
    const std::vector<double>& got = evidence.outputs[o].got;
    add_evidence(out, value, evidence.outputs[o]);
    if (chain::is_index(value.dtype)) {
      judge_numbers(out.verdict, value, asked, got, references,
                    chain::chosen_apart(chain, stored, inputs, {asked.value, asked.elements, got, references}));
      continue;
    }
    judge(out.verdict, value, asked, evidence.outputs[o], references);
    out.errors.push_back(record::errors_of(value.name, value.dtype, evidence.outputs[o].got,
                                           chain::unrounded(chain, inputs, asked.value, asked.elements)));
  }
  return evidence;
}

/// With one kind of inputs; `fed` is null where the plan has no product.
Verification verify_with(device::Inputs inputs, const Fed* fed, device::Experiment& experiment,
                         const device::RunSpec& spec, int index, const std::stop_token& stop) {
  const chain::Chain& chain = *spec.plans[index].chain;
  device::Probe probe;
  probe.plan = index;
  probe.inputs = inputs;
  probe.stop = stop;
  Verification out;
  record::Verdict& verdict = out.verdict;
  verdict.guards_whole = true;
  const device::Evidence evidence =
      fed != nullptr ? judge_fed(experiment, spec, probe, *fed, out) : judge_outputs(experiment, spec, probe, out);
  if (verdict.worst_of_bound <= 1) {
    for (const device::OutputEvidence& seen : evidence.outputs) {
      name_other_faults(verdict, chain.values[seen.value].name, seen);
    }
  }
  verdict.fused_equals_unfused = verdict.identical == verdict.outputs;
  verdict.passed = verdict.worst_of_bound <= 1 && verdict.poison_left == 0 && verdict.guards_whole;
  return out;
}

}  // namespace

Verification verify(device::Experiment& experiment, const device::RunSpec& spec, int index, std::stop_token stop) {
  if (!spec.plans[index].chain->has_product()) {
    return verify_with(device::Inputs::random, nullptr, experiment, spec, index, stop);
  }
  const Fed fed(spec, index);
  // Beside thousands of random terms and the rounding of a narrow dtype one that is missing hardly shows.
  Verification exact = verify_with(device::Inputs::exact, &fed, experiment, spec, index, stop);
  if (exact.verdict.passed) return verify_with(device::Inputs::random, &fed, experiment, spec, index, stop);
  exact.verdict.worst = base::say("measure.exact", {{"worst", exact.verdict.worst}});
  return exact;
}

}  // namespace measure
