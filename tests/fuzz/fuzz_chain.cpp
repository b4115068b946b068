// libFuzzer: any bytes as chain text. What is accepted must expand to text of an equal chain; what is refused must say
// why; its backward pass is a chain, or refused in words; and so is every plan of both. Half of the changes are to
// whole words and lines, or a whole op more: plain bytes seldom make another op's name.
#include "chain/builder.hpp"
#include "chain/grad.hpp"
#include "chain/op.hpp"
#include "chain/parser.hpp"
#include "plan/fusion_plan.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <functional>
#include <memory>
#include <random>
#include <sstream>
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

using Below = std::function<std::size_t(std::size_t)>;  ///< a random number below that one

std::string any_of(const std::vector<std::string>& all, const Below& below) {
  return all[below(all.size())];
}

/// What the lines of `text` call their tensors, in order: the first word of each.
std::vector<std::string> names_in(const std::string& text) {
  std::vector<std::string> names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto end = std::ranges::find_if_not(line, is_part);
    if (end != line.begin()) names.emplace_back(line.begin(), end);
  }
  if (names.empty()) names.emplace_back("x");
  return names;
}

/// `text` and one more op on its tensors, at the end of any of its lines.
std::string grown(std::string text, const Below& below) {
  const std::vector<std::string> names = names_in(text);
  const auto argument = [&] { return any_of(below(4) > 0 ? names : words(), below); };
  std::string line = "v" + std::to_string(text.size()) + " = ";
  if (below(4) == 0) {
    line += argument() + (below(2) == 0 ? " @ " : " + ") + argument() + (below(4) == 0 ? ".T" : "");
  } else {
    line += any_of(words(), below) + "(" + argument();
    for (std::size_t more = below(4); more > 0; --more) line += ", " + argument();
    line += ")";
  }
  const std::size_t at = text.find('\n', below(text.size()));
  if (at == std::string::npos) return text + "\n" + line;
  return text.insert(at, "\n" + line);
}

/// `text` with one word exchanged, one line taken out, doubled or moved to the end, or one op more.
std::string changed(std::string text, unsigned seed) {
  std::minstd_rand random(seed);
  const Below below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  const std::size_t way = below(4), at = below(text.size());
  if (way == 0) return grown(std::move(text), below);
  if (way < 3) {
    std::size_t begin = at, end = at;
    while (begin > 0 && is_part(text[begin - 1])) --begin;
    while (end < text.size() && is_part(text[end])) ++end;
    const std::string word = below(2) == 0 ? any_of(words(), below) : any_of(names_in(text), below);
    return text.replace(begin, end - begin, word);
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
