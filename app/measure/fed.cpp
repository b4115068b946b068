// What a reference needs is found by asking it once with empty hands.
#include "measure/fed.hpp"

#include "measure/probing.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

namespace measure {
namespace {

/// What needs no look into memory: an input, and what was only copied together from one.
bool is_known(const chain::Chain& chain, int value) {
  const chain::Value& v = chain.values[value];
  if (v.op == chain::Op::gather) return is_known(chain, v.operands[0].value);
  return v.op == chain::Op::input;
}

}  // namespace

Fed::Fed(const device::RunSpec& spec, int index) : plan_(spec.plans[index]), stored_(plan_.stored()) {
  const chain::Chain& chain = *plan_.chain;
  std::vector<std::vector<std::int64_t>> needed(chain.values.size());
  std::mutex mutex;
  const chain::InputElement tables = chain::random_inputs(chain, spec.seed);
  const chain::InputElement note = [&](int value, std::int64_t element) {
    // What a table says decides which elements are needed.
    if (chain::is_index(chain.values[value].dtype)) return tables(value, element);
    if (chain.values[value].op == chain::Op::input) return 0.0;
    const std::scoped_lock lock(mutex);
    needed[value].push_back(element);
    return 0.0;
  };
  for (const plan::Group& group : plan_.groups) {
    const bool of_inputs = std::ranges::all_of(group.reads, [&](int read) { return is_known(chain, read); });
    for (const int value : group.writes) {
      maker_.push_back(&group);
      judged_.push_back(grid_to_check(plan_, value, spec.seed));
      asked_.push_back({value, judged_.back()});
      if (of_inputs) continue;  // nothing in memory is needed, and to ask takes as long as to answer
      (void)chain::evaluate(chain, stored_, note, value, judged_.back(), read_by(group));
    }
  }
  for (device::ProbedOutput& asked : asked_) {
    asked.elements.insert(asked.elements.end(), needed[asked.value].begin(), needed[asked.value].end());
    asked.elements = cleaned(std::move(asked.elements), chain.values[asked.value].shape.elements());
  }
}

chain::Given Fed::read_by(const plan::Group& group) const {
  chain::Given given(plan_.chain->values.size(), false);
  for (const int value : group.reads) {
    // A paged cache is judged where it is copied; whole rows of it are more than a worker tells.
    given[value] = plan_.chain->values[value].op == chain::Op::input || !is_known(*plan_.chain, value);
  }
  return given;
}

chain::InputElement Fed::found(const chain::InputElement& inputs,
                               const std::vector<device::OutputEvidence>& seen) const {
  return [this, &inputs, &seen](int value, std::int64_t element) {
    if (plan_.chain->values[value].op == chain::Op::input) return inputs(value, element);
    const auto asked = std::ranges::find(asked_, value, &device::ProbedOutput::value);
    const auto place = std::ranges::lower_bound(asked->elements, element);
    return seen[static_cast<std::size_t>(asked - asked_.begin())]
        .got[static_cast<std::size_t>(place - asked->elements.begin())];
  };
}

std::vector<chain::Bounded> Fed::references(std::size_t at, const chain::InputElement& inputs,
                                            const std::vector<device::OutputEvidence>& seen) const {
  return chain::evaluate(*plan_.chain, stored_, found(inputs, seen), asked_[at].value, judged_[at],
                         read_by(*maker_[at]));
}

std::vector<chain::Bounded> Fed::apart(std::size_t at, const chain::InputElement& inputs,
                                       const std::vector<device::OutputEvidence>& seen, const std::vector<double>& got,
                                       const std::vector<chain::Bounded>& references) const {
  return chain::chosen_apart(*plan_.chain, stored_, found(inputs, seen),
                             {asked_[at].value, judged_[at], got, references}, read_by(*maker_[at]));
}

}  // namespace measure
