// Sizes by factors that can be worked with on paper; ops and dtypes by chain text.
#include "lesson/variation.hpp"

#include "base/random.hpp"
#include "chain/parser.hpp"
#include "lesson/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <stdexcept>

namespace lesson {
namespace {

/// The numbers that no size may change: the question would be another one.
bool is_like(const Lesson& a, const Quantities& of_a, const Quantities& of_b, Keeps keeps) {
  constexpr double most_off = 0.25;  // of the ratio of times, in powers of two
  for (const auto& [name, chain] : a.chains) {
    for (const char* quantity : {"crossings.unfused", "crossings.fused", "kernels.fused", "vectors.unfused"}) {
      if (value_of(of_a, name, quantity) != value_of(of_b, name, quantity)) return false;
    }
    if (keeps == Keeps::counts) continue;
    const auto before = value_of(of_a, name, "ratio.time"), after = value_of(of_b, name, "ratio.time");
    if (before.has_value() != after.has_value()) return false;
    if (before && std::abs(std::log2(*after / *before)) > most_off) return false;
  }
  return true;
}

std::set<std::int64_t> long_dimensions(const Lesson& lesson) {
  constexpr std::int64_t least = 64;
  std::set<std::int64_t> dims;
  for (const auto& [name, chain] : lesson.chains) {
    for (const int input : chain->inputs()) {
      for (const std::int64_t dim : chain->values[input].shape.dims) {
        if (dim >= least) dims.insert(dim);
      }
    }
  }
  return dims;
}

/// Sizes that no chain has, so many behind this one: on their way dimensions must not meet.
std::int64_t free_sizes(const std::set<std::int64_t>& dims) {
  const auto many = static_cast<std::int64_t>(dims.size());
  std::int64_t before = 1000;
  for (auto next = dims.upper_bound(before); next != dims.end() && *next <= before + many;
       next = dims.upper_bound(before)) {
    before += many;
  }
  return before;
}

/// Every input's dtype changed; as it is where a cast says one, or several are mixed.
std::string in_dtype(const chain::Chain& chain, chain::Dtype wanted) {
  const chain::Dtype had = chain.values.front().dtype;
  const bool one = std::ranges::all_of(
      chain.values, [&](const chain::Value& value) { return value.dtype == had && value.op != chain::Op::cast; });
  if (!one) return chain.text;
  const std::string before = fmt::format("{}[", chain::name(had)), after = fmt::format("{}[", chain::name(wanted));
  std::string text = chain.text;
  for (std::size_t at = text.find(before); at != std::string::npos; at = text.find(before, at + after.size())) {
    text.replace(at, before.size(), after);
  }
  return text;
}

std::string unused_name(const chain::Chain& chain) {
  std::string name = "r";
  for (int i = 1; chain.find(name) >= 0; ++i) name = fmt::format("s{}", i);
  return name;
}

/// {0} is the value so far, {1} an operand that comes with it.
std::span<const char* const> ops_of(More more) {
  static constexpr const char* any[] = {"silu({0})", "abs({0})", "{0} * 3", "exp({0})", "{0} * {1}", "{0} + {1}"};
  static constexpr const char* arithmetic[] = {"{0} * 3", "{0} + 0.5", "{0} * {1}", "{0} + {1}"};
  constexpr std::size_t of_one = 4;  // of `any` the first
  if (more == More::arithmetic) return arithmetic;
  return more == More::of_one ? std::span<const char* const>(any, of_one) : std::span<const char* const>(any);
}

/// Behind the last line that declares an input.
void declare(std::string& text, const std::string& input) {
  std::size_t after = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = std::string_view(text).substr(at, end - at);
    at = end + 1;
    if (line.substr(0, line.find('#')).find(':') != std::string_view::npos) after = std::min(at, text.size());
  }
  text.insert(after, input + "\n");
}

/// Written behind a chain with one output, which is its last value and a full tensor.
std::string with_ops(const chain::Chain& chain, std::string text, chain::Dtype dtype, More more, Draw& draw) {
  const int last = static_cast<int>(chain.values.size()) - 1;
  constexpr std::size_t most = 3;
  const std::string operand = unused_name(chain);
  std::string value = chain.values[last].name, input;
  for (std::size_t count = 1 + draw.next(most), i = 0; i < count; ++i) {
    const auto choices = ops_of(more);
    const std::string_view op = choices[draw.next(choices.size())];
    if (op.find("{1}") != std::string_view::npos) {
      input = fmt::format("{}: {}[{}]", operand, chain::name(dtype), fmt::join(chain.values[last].shape.dims, ", "));
    }
    const std::string next = fmt::format("z{}", i + 1);
    text += fmt::format("\n{} = {}", next, fmt::format(fmt::runtime(op), value, operand));
    value = next;
  }
  if (!input.empty()) declare(text, input);
  return text;
}

}  // namespace

std::size_t Draw::next(std::size_t below) {
  return static_cast<std::size_t>(base::random_bits(seed_, 7, at_++) % below);
}

Lesson resized(const Lesson& lesson, const machine::DeviceSpec& spec, Keeps keeps, Draw& draw) {
  constexpr std::int64_t most_elements = std::int64_t{1} << 30;
  constexpr int tries = 8;
  const std::set<std::int64_t> dims = long_dimensions(lesson);
  const Quantities before = predicted_quantities(lesson, study::machine_of(spec));
  for (int attempt = 0; attempt < tries; ++attempt) {
    std::map<std::int64_t, std::int64_t> to;
    std::set<std::int64_t> taken;
    for (const std::int64_t dim : dims) {
      // Quarters and halves of it, itself, and up to twice: round numbers that can be worked with on paper.
      constexpr std::int64_t quarters[] = {1, 2, 3, 4, 6, 8};
      const std::int64_t made = std::max<std::int64_t>(2, dim * quarters[draw.next(std::size(quarters))] / 4);
      to[dim] = made;
      taken.insert(made);
    }
    if (taken.size() != to.size()) continue;  // two dimensions that differed would be one
    Lesson other = lesson;
    bool fits = true;
    try {
      for (auto& [name, chain] : other.chains) {
        chain::Chain made = *chain;
        // By way of sizes that nobody has, else a dimension could be changed twice.
        std::int64_t aside = free_sizes(dims);
        for (const auto& [from, size] : to) made = chain::resized(made, from, ++aside);
        aside = free_sizes(dims);
        for (const auto& [from, size] : to) made = chain::resized(made, ++aside, size);
        for (const chain::Value& value : made.values) fits = fits && value.shape.elements() <= most_elements;
        chain = std::make_shared<const chain::Chain>(std::move(made));
      }
    } catch (const std::invalid_argument&) {
      continue;  // not legal in that size
    }
    if (fits && is_like(lesson, before, predicted_quantities(other, study::machine_of(spec)), keeps)) return other;
  }
  return lesson;
}

chain::Chain varied(const chain::Chain& chain, More more, Draw& draw) {
  constexpr chain::Dtype dtypes[] = {chain::Dtype::f32, chain::Dtype::bf16, chain::Dtype::f16};
  const chain::Dtype dtype = dtypes[draw.next(std::size(dtypes))];
  std::string text = in_dtype(chain, dtype);
  const auto in_it = chain::parse(text);
  if (!in_it) return chain;
  const int last = static_cast<int>(chain.values.size()) - 1;
  const bool one_output = chain.outputs() == std::vector{last} && chain.is_full(last) && chain.find("z1") < 0;
  if (one_output) text = with_ops(chain, std::move(text), in_it->values[last].dtype, more, draw);
  auto made = chain::parse(text);
  return made ? std::move(*made) : chain;
}

}  // namespace lesson
