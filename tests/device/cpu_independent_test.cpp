// Sixty chains on the processor against loops and a counting rule that know nothing of the interpreter, the planner's
// lists or the model.
#include "base/random.hpp"
#include "device/plain_count.hpp"
#include "device/random_plain_chain.hpp"
#include "device/runs.hpp"

#include <gtest/gtest.h>

#include <map>
#include <optional>

namespace cpu_independent_test {

using tests::Numbers;
using tests::PlainChain;

constexpr int chains = 60, trials = 12;
constexpr double f32_noise = 0x1p-21;  ///< of an op: a few roundings of f32, and enough to fall on either side of a tie
constexpr std::uint64_t data_seed = 5;

machine::Limits limits_of(tests::Topic topic) {
  return machine::Limits(topic == tests::Topic::streamed ? 16 : 64 * 1024);
}

std::vector<Numbers> inputs_of(const PlainChain& plain, const chain::Chain& chain) {
  const auto element = chain::random_inputs(chain, data_seed);
  std::vector<Numbers> inputs(plain.values.size());
  for (std::size_t v = 0; v < plain.values.size(); ++v) {
    const tests::PlainValue& value = plain.values[v];
    for (std::int64_t i = 0; value.is_input() && i < value.elements(); ++i)
      inputs[v].push_back(element(chain.find(value.name), i));
  }
  return inputs;
}

/// Cuts that part the chain in some way of its own.
std::optional<plan::FusionPlan> by_hand(const std::shared_ptr<const chain::Chain>& chain,
                                        const tests::RandomPlainChain& random, std::uint64_t seed) {
  const machine::Limits limits = limits_of(random.topic());
  if (!random.by_hand().empty()) {
    auto plan = plan::segment(chain, plan::parse_cuts(random.by_hand()).value(), limits);
    if (plan) return *std::move(plan);
    ADD_FAILURE() << random.by_hand() << ": " << base::render(plan.error());
  }
  const std::vector<int> made = chain->made();
  for (std::uint64_t turn = 0; turn < 20; ++turn) {
    std::string cuts;
    for (const int op : made) {
      if (chain->values[op].name.find('.') != std::string::npos) continue;
      if (base::random_bits(seed, turn, static_cast<std::uint64_t>(op)) % 3 != 0) continue;
      cuts += (cuts.empty() ? "" : ",") + chain->values[op].name;
    }
    if (cuts.empty()) continue;
    if (auto plan = plan::segment(chain, plan::parse_cuts(cuts).value(), limits)) return *std::move(plan);
  }
  return std::nullopt;
}

std::set<std::string> written_by(const plan::FusionPlan& plan) {
  std::set<std::string> names;
  for (const plan::Group& group : plan.groups) {
    for (const int value : group.writes) names.insert(plan.chain->values[value].name);
  }
  return names;
}

struct Tally {
  std::int64_t compared = 0, blind = 0;
  std::string wrong;
};

/// How far a right kernel may be: what a little noise in each op makes of the numbers, and a step of their dtype.
Numbers allowed_of(const PlainChain& plain, const std::vector<Numbers>& inputs, const std::set<std::string>& written,
                   int output, const Numbers& exact) {
  Numbers allowed(exact.size());
  for (int trial = 1; trial <= trials; ++trial) {
    const Numbers off = plain.numbers(inputs, written, f32_noise, static_cast<std::uint32_t>(trial))[output];
    for (std::size_t i = 0; i < off.size(); ++i) allowed[i] = std::max(allowed[i], 4 * std::abs(off[i] - exact[i]));
  }
  const std::string& dtype = plain.values[output].dtype;
  for (std::size_t i = 0; i < exact.size(); ++i)
    allowed[i] += 1.01 * tests::step_at(exact[i], dtype) + 4e-7 * std::abs(exact[i]);
  return allowed;
}

void compare(Tally& tally, const std::string& where, const Numbers& got, const Numbers& exact, const Numbers& allowed) {
  double squares = 0;
  for (const double x : exact) squares += x * x;
  const double size = std::sqrt(squares / static_cast<double>(exact.size()));
  for (std::size_t i = 0; i < exact.size(); ++i) {
    ++tally.compared;
    tally.blind += allowed[i] > 0.1 * size ? 1 : 0;
    if (std::abs(got[i] - exact[i]) <= allowed[i]) continue;
    tally.wrong += where + "[" + std::to_string(i) + "]: got " + std::to_string(got[i]) + ", by the loops " +
                   std::to_string(exact[i]) + " +- " + std::to_string(allowed[i]) + "\n";
    return;
  }
}

/// Numbers of entries are right where what they point at is: of equal entries any may be named, each once.
void compare_numbers(Tally& tally, const std::string& where, const PlainChain& plain, const std::vector<Numbers>& all,
                     const std::vector<double>& allowed_of_row, int output, const Numbers& got) {
  const tests::PlainValue& value = plain.values[output];
  const std::int64_t columns = plain.values[value.ranks].columns;
  std::set<std::pair<std::size_t, double>> seen;
  for (std::size_t i = 0; i < got.size(); ++i) {
    ++tally.compared;
    const std::size_t row = i / static_cast<std::size_t>(value.columns),
                      begin = row * static_cast<std::size_t>(columns);
    const bool in_row = got[i] >= 0 && got[i] < static_cast<double>(columns) && seen.emplace(row, got[i]).second;
    if (in_row) {
      const std::size_t at = begin + static_cast<std::size_t>(got[i]);
      const std::size_t wanted = begin + static_cast<std::size_t>(all[output][i]);
      const double apart = std::abs(all[value.ranks][at] - all[value.ranks][wanted]);
      if (apart <= allowed_of_row[at] + allowed_of_row[wanted]) continue;
    }
    tally.wrong += where + "[" + std::to_string(i) + "]: number " + std::to_string(got[i]) + "\n";
    return;
  }
}

void compare_plan(Tally& tally, device::Experiment& experiment, const device::RunSpec& spec, int index,
                  const PlainChain& plain) {
  const plan::FusionPlan& plan = spec.plans[index];
  const std::set<std::string> written = written_by(plan);
  const std::vector<Numbers> inputs = inputs_of(plain, *plan.chain);
  const std::vector<Numbers> exact = plain.numbers(inputs, written, 0, 0);
  for (const int output : plain.outputs) {
    const std::string where = plan.name + ": " + plain.values[output].name;
    const int value = plan.chain->find(plain.values[output].name);
    std::vector<std::int64_t> all(exact[output].size());
    std::iota(all.begin(), all.end(), 0);
    const Numbers got = experiment.evidence({index, {{value, all}}}).outputs.at(0).got;
    if (const int ranked = plain.values[output].ranks; ranked >= 0) {
      compare_numbers(tally, where, plain, exact, allowed_of(plain, inputs, written, ranked, exact[ranked]), output,
                      got);
    } else {
      compare(tally, where, got, exact[output], allowed_of(plain, inputs, written, output, exact[output]));
    }
  }
}

void compare_counts(device::Experiment& experiment, const device::RunSpec& spec) {
  const device::Counts counts = experiment.count();
  ASSERT_EQ(counts.refusal, "");
  for (std::size_t p = 0; p < spec.plans.size(); ++p) {
    for (std::size_t g = 0; g < spec.plans[p].groups.size(); ++g) {
      const tests::Moved rule = tests::PlainCount(spec.plans[p], g).moved();
      const model::Traffic model = model::traffic(spec.plans[p], spec.plans[p].groups[g]);
      const device::KernelCount& seen = counts.plans[p].kernels[g];
      const std::string where = spec.plans[p].name + ", kernel " + std::to_string(g + 1);
      EXPECT_EQ(model.crossings, rule.crossings) << where;
      EXPECT_EQ(model.read.value, rule.read) << where;
      EXPECT_EQ(model.written.value, rule.written) << where;
      EXPECT_EQ(seen.read.value, rule.read) << where;
      EXPECT_EQ(seen.written.value, rule.written) << where;
    }
  }
}

device::RunSpec spec_of(const tests::RandomPlainChain& random, const PlainChain& plain, std::uint64_t seed) {
  device::RunSpec spec = tests::run_spec(plain.text(), {"every", "none"}, limits_of(random.topic()));
  spec.seed = data_seed;
  if (auto third = by_hand(spec.plans[0].chain, random, seed)) spec.plans.push_back(*std::move(third));
  return spec;
}

bool turns(const plan::FusionPlan& plan, const plan::Group& group) {
  return std::ranges::any_of(group.ops, [&](int op) { return plan.chain->values[op].op == chain::Op::transpose; });
}

TEST(CpuIndependent, SixtyChainsAreWhatTheirTextSays) {
  Tally all;
  std::map<plan::Schedule, int> schedules;
  int third = 0, again = 0, turned = 0;
  for (std::uint32_t seed = 0; seed < chains; ++seed) {
    tests::RandomPlainChain random(seed);
    const PlainChain plain = random.made();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + plain.text());
    const device::RunSpec spec = spec_of(random, plain, seed);
    const auto experiment = tests::cpu().prepare(spec);
    Tally tally;
    for (int index = 0; index < std::ssize(spec.plans); ++index) compare_plan(tally, *experiment, spec, index, plain);
    EXPECT_EQ(tally.wrong, "");
    compare_counts(*experiment, spec);
    all.compared += tally.compared;
    all.blind += tally.blind;
    third += spec.plans.size() > 2 ? 1 : 0;
    for (const plan::FusionPlan& plan : spec.plans) {
      again += plan.again().empty() ? 0 : 1;
      for (const plan::Group& group : plan.groups) {
        ++schedules[group.schedule];
        turned += group.ops.size() > 1 && turns(plan, group) ? 1 : 0;
      }
    }
  }
  EXPECT_GE(third, chains - 3);
  EXPECT_GE(again, chains / tests::topics);
  EXPECT_GE(turned, chains / tests::topics);
  EXPECT_LT(all.blind, all.compared / 100) << "a wrong kernel would hardly show";
  for (const plan::Schedule needed : {plan::Schedule::pointwise, plan::Schedule::reduction,
                                      plan::Schedule::inner_persistent, plan::Schedule::streaming, plan::Schedule::view,
                                      plan::Schedule::gather, plan::Schedule::scatter, plan::Schedule::ranking}) {
    EXPECT_GT(schedules[needed], 3) << plan::name(needed);
  }
}

TEST(CpuIndependent, AWrongOpIsFoundInEveryChain) {
  for (std::uint32_t seed = 0; seed < tests::topics; ++seed) {
    tests::RandomPlainChain random(seed);
    const PlainChain plain = random.made();
    const device::RunSpec spec = spec_of(random, plain, seed);
    device::cpu::plant(device::cpu::Fault::wrong_op);
    const auto experiment = tests::cpu().prepare(spec);
    device::cpu::plant(device::cpu::Fault::none);
    Tally tally;
    for (int index = 0; index < std::ssize(spec.plans); ++index) compare_plan(tally, *experiment, spec, index, plain);
    EXPECT_NE(tally.wrong, "") << plain.text();
  }
}

}  // namespace cpu_independent_test
