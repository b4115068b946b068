// libFuzzer: any bytes as chain text. What is accepted must expand to text of an equal chain; what is refused must say
// why; its backward pass is a chain, or refused in words; and so is every plan of both. Half of the changes are to
// whole words and lines: plain bytes seldom make another op's name.
#include "chain/builder.hpp"
#include "chain/grad.hpp"
#include "chain/op.hpp"
#include "chain/parser.hpp"
#include "plan/fusion_plan.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(unsigned char* data, std::size_t size, std::size_t most);

namespace {

/// What may stand in chain text: the names that it knows, some numbers, some names of tensors.
const std::vector<std::string>& words() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> names{"out", "f32", "f16", "bf16", "i8",     "i4", "i32", "0", "1", "2", "-1", "0.5", "8",
                                   "64",  "128", "257", "4096", "131072", "x",  "y",   "z", "w", "b", "t",  "i"};
    for (const chain::OpInfo& op : chain::op_table()) names.emplace_back(op.name);
    for (const chain::CompositionInfo& one : chain::composition_table()) names.emplace_back(one.name);
    return names;
  }();
  return all;
}

bool is_part(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' || letter == '.';
}

/// `text` with one word exchanged, or one line taken out, doubled or moved to the end.
std::string changed(std::string text, unsigned seed) {
  std::minstd_rand random(seed);
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  const std::size_t at = below(text.size());
  if (below(3) > 0) {
    std::size_t begin = at, end = at;
    while (begin > 0 && is_part(text[begin - 1])) --begin;
    while (end < text.size() && is_part(text[end])) ++end;
    return text.replace(begin, end - begin, words()[below(words().size())]);
  }
  const std::size_t before = at == 0 ? std::string::npos : text.rfind('\n', at - 1), after = text.find('\n', at);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  const std::string line = text.substr(begin, after == std::string::npos ? after : after + 1 - begin);
  const std::size_t what = below(3);
  if (what > 0) text += "\n" + line;
  if (what < 2) text.erase(begin, line.size());
  return text;
}

/// Each a list of kernels that make every value, or refused in words.
void plan_all(const chain::Chain& chain) {
  using Kind = plan::Cuts::Kind;
  const auto shared = std::make_shared<const chain::Chain>(chain);
  for (const Kind kind : {Kind::every, Kind::none, Kind::eager, Kind::library, Kind::products}) {
    const auto plan = plan::segment(shared, {kind, {}}, machine::Limits(49152));
    if (!plan ? base::render(plan.error()).empty() : plan->groups.empty()) std::abort();
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(unsigned char* data, std::size_t size, std::size_t most, unsigned seed) {
  if (size == 0 || seed % 2 == 0) return LLVMFuzzerMutate(data, size, most);
  const std::string text = changed({reinterpret_cast<const char*>(data), size}, seed);
  const std::size_t kept = std::min(text.size(), most);
  if (kept == 0) return LLVMFuzzerMutate(data, size, most);
  std::copy_n(text.begin(), kept, data);
  return kept;
}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const auto result = chain::parse({reinterpret_cast<const char*>(data), size});
  if (!result) {
    if (result.error().empty() || base::render(result.error()).empty()) std::abort();
    return 0;
  }
  const auto again = chain::parse(chain::expanded_text(*result));
  if (!again || chain::canonical(*again) != chain::canonical(*result)) std::abort();
  const auto backward = chain::grad(*result, {});
  if (!backward && base::render(backward.error()).empty()) std::abort();
  plan_all(*result);
  if (backward) plan_all(backward->chain);
  return 0;
}
