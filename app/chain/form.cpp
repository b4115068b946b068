// Chains that tell each other's answers: the same graph, whatever the names, the sizes and the order of writing.
#include "chain/form.hpp"

#include "base/hash.hpp"

#include <algorithm>
#include <set>

namespace chain {
namespace {

using Colours = std::vector<std::string>;

bool commutes(Op op) {
  return op == Op::add || op == Op::mul || op == Op::maximum || op == Op::minimum;
}

Colours first_colours(const Chain& chain) {
  Colours colours;
  for (std::size_t i = 0; i < chain.values.size(); ++i) {
    const Value& value = chain.values[i];
    std::string colour(info(value.op).name);
    if (chain.is_full(static_cast<int>(i))) colour += " full";
    if (value.output) colour += " out";
    colours.push_back(std::move(colour));
  }
  return colours;
}

/// Each value told apart by what it reads and by who reads it.
Colours refined(const Chain& chain, const Colours& colours) {
  std::vector<std::vector<std::string>> reads(colours.size()), readers(colours.size());
  for (std::size_t i = 0; i < colours.size(); ++i) {
    const Value& value = chain.values[i];
    for (std::size_t at = 0; at < value.operands.size(); ++at) {
      const Operand& operand = value.operands[at];
      reads[i].push_back(operand.is_literal() ? "#" : colours[operand.value]);
      if (operand.is_literal()) continue;
      readers[operand.value].push_back(colours[i] + (commutes(value.op) ? "" : "@" + std::to_string(at)));
    }
    if (commutes(value.op)) std::ranges::sort(reads[i]);
  }
  Colours next;
  for (std::size_t i = 0; i < colours.size(); ++i) {
    std::ranges::sort(readers[i]);
    std::string all = colours[i];
    for (const std::string& read : reads[i]) all += " <" + read;
    for (const std::string& reader : readers[i]) all += " >" + reader;
    next.push_back(base::hex64(base::hash64(all)));
  }
  return next;
}

std::size_t colours_used(const Colours& colours) {
  return std::set<std::string>(colours.begin(), colours.end()).size();
}

}  // namespace

std::string form(const Chain& chain) {
  // Refined until no two values more can be told apart. Two chains that even so look alike to it are taken for one:
  // that shows too little, never too much.
  Colours colours = first_colours(chain);
  for (std::size_t before = 0; before < colours_used(colours);) {
    before = colours_used(colours);
    colours = refined(chain, colours);
  }
  std::ranges::sort(colours);
  std::string out;
  for (const std::string& colour : colours) out += colour + ";";
  return out;
}

}  // namespace chain
