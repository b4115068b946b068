// What a reference needs is found by asking it once with empty hands.
#include "measure/fed.hpp"

#include "base/random.hpp"
#include "plan/product.hpp"

#include <algorithm>
#include <mutex>

namespace measure {
namespace {

constexpr std::int64_t lines = 32, cheap = 1 << 22;

/// Ascending, none twice.
void clean(std::vector<std::int64_t>& places) {
  std::ranges::sort(places);
  places.erase(std::ranges::unique(places).begin(), places.end());
}

/// Ends, both sides of tile edges, then some by seed.
std::vector<std::int64_t> some(std::int64_t count, std::uint64_t seed, std::uint64_t stream) {
  std::vector<std::int64_t> places;
  for (std::int64_t place = 0; count <= lines && place < count; ++place) places.push_back(place);
  if (count <= lines) return places;
  places = {0, count - 1};
  for (const std::int64_t width : {8, 32, 64, 128, 256, 512}) {
    if (width >= count) break;
    places.insert(places.end(), {width - 1, (count - 1) / width * width});
  }
  clean(places);
  for (std::uint64_t i = 0; std::ssize(places) < lines; ++i) {
    const std::uint64_t bits = base::random_bits(seed, stream, i);
    const auto place = static_cast<std::int64_t>(bits % static_cast<std::uint64_t>(count));
    if (std::ranges::find(places, place) == places.end()) places.push_back(place);
  }
  clean(places);
  return places;
}

/// Multiplications that one element costs.
std::int64_t longest_sum(const chain::Chain& chain) {
  std::int64_t longest = 1;
  for (const chain::Value& value : chain.values) {
    if (value.op == chain::Op::matmul)
      longest = std::max(longest, chain.values[value.operands[0].value].shape.columns());
  }
  return longest;
}

}  // namespace

std::vector<std::int64_t> grid_to_check(const plan::FusionPlan& plan, int value, std::uint64_t seed) {
  const chain::Shape& shape = plan.chain->values[value].shape;
  std::vector<std::int64_t> places;
  if (shape.elements() <= cheap / longest_sum(*plan.chain) / 16) {
    for (std::int64_t place = 0; place < shape.elements(); ++place) places.push_back(place);
    return places;
  }
  // The same rows of every value: what one kernel left there is what the next one is judged by.
  const std::vector<std::int64_t> columns = some(shape.columns(), seed, 2000 + static_cast<std::uint64_t>(value));
  for (const std::int64_t row : some(shape.rows(), seed, 2000)) {
    for (const std::int64_t column : columns) places.push_back(row * shape.columns() + column);
  }
  return places;
}

Fed::Fed(const device::RunSpec& spec, int index, device::Inputs inputs)
    : plan_(spec.plans[index]),
      stored_(plan_.stored()),
      inputs_(inputs == device::Inputs::exact ? chain::exact_inputs(*plan_.chain, spec.seed)
                                              : chain::random_inputs(*plan_.chain, spec.seed)) {
  const chain::Chain& chain = *plan_.chain;
  std::vector<std::vector<std::int64_t>> needed(chain.values.size());
  std::mutex mutex;
  const chain::InputElement note = [&](int value, std::int64_t element) {
    if (chain.values[value].op == chain::Op::input) return 0.0;
    const std::scoped_lock lock(mutex);
    needed[value].push_back(element);
    return 0.0;
  };
  for (const plan::Group& group : plan_.groups) {
    for (const int value : group.writes) {
      maker_.push_back(&group);
      judged_.push_back(grid_to_check(plan_, value, spec.seed));
      asked_.push_back({value, judged_.back()});
      (void)chain::evaluate(chain, stored_, note, value, judged_.back(), read_by(group));
    }
  }
  for (device::ProbedOutput& asked : asked_) {
    asked.elements.insert(asked.elements.end(), needed[asked.value].begin(), needed[asked.value].end());
    clean(asked.elements);
  }
}

chain::Given Fed::read_by(const plan::Group& group) const {
  chain::Given given(plan_.chain->values.size(), false);
  for (const int value : group.reads) given[value] = true;
  return given;
}

std::vector<chain::Bounded> Fed::references(std::size_t at, const std::vector<device::OutputEvidence>& seen) const {
  const chain::Chain& chain = *plan_.chain;
  const chain::InputElement found = [&](int value, std::int64_t element) {
    if (chain.values[value].op == chain::Op::input) return inputs_(value, element);
    const auto asked = std::ranges::find(asked_, value, &device::ProbedOutput::value);
    const auto place = std::ranges::lower_bound(asked->elements, element);
    return seen[static_cast<std::size_t>(asked - asked_.begin())]
        .got[static_cast<std::size_t>(place - asked->elements.begin())];
  };
  return chain::evaluate(chain, stored_, found, asked_[at].value, judged_[at], read_by(*maker_[at]));
}

}  // namespace measure
