// Names looked up in the chain's shapes.
#include "codegen/library_counts.hpp"

#include "codegen/launch.hpp"

#include <algorithm>
#include <array>
#include <regex>
#include <string_view>

namespace codegen {
namespace {

constexpr std::array<std::string_view, 11> names = {"n",       "rows",  "columns", "k",    "words", "experts",
                                                    "entries", "heads", "queries", "keys", "group"};

/// "keys / 256" in two.
struct Count {
  std::string name;
  std::int64_t part = 1;
};

std::optional<Count> parsed_term(const std::string& text) {
  static const std::regex form(R"(([a-z]+|[1-9]\d{0,8})( / ([1-9]\d{0,8}))?)");
  std::smatch found;
  if (!std::regex_match(text, found, form)) return std::nullopt;
  const std::string name = found[1];
  const bool number = name.find_first_not_of("0123456789") == std::string::npos;
  if (!number && std::ranges::find(names, name) == names.end()) return std::nullopt;
  return Count{name, found[3].matched ? std::stoll(found[3]) : 1};
}

/// "rows / 128 + experts": what is added up; nothing where one of them is no count.
std::vector<Count> parsed(const std::string& text) {
  constexpr std::string_view plus = " + ";
  std::vector<Count> terms;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find(plus, from), text.size());
    const auto term = parsed_term(text.substr(from, end - from));
    if (!term) return {};
    terms.push_back(*term);
    from = end + plus.size();
  }
  return terms;
}

std::int64_t matrices(const chain::Shape& shape) {
  return shape.dims.size() < 2 ? 1 : shape.rows() / shape.dims[shape.dims.size() - 2];
}

/// Of the table that says where rows are added.
std::int64_t entries(const chain::Chain& chain) {
  const auto adds = std::ranges::find(chain.values, chain::Op::scatter_add, &chain::Value::op);
  return adds == chain.values.end() ? 0 : chain.values[adds->operands[1].value].shape.elements();
}

/// 0 where the chain has none of it.
std::int64_t size_of(const chain::Chain& chain, const std::string& name) {
  const chain::Shape& result = chain.values[chain.outputs().front()].shape;
  if (name == "n") return result.elements();
  if (name == "rows") return result.rows();
  if (name == "columns") return result.columns();
  if (name == "heads") return matrices(result);
  if (name == "queries") return result.rows() / matrices(result);
  if (std::ranges::find(names, name) == names.end()) return std::stoll(name);
  const auto is_product = [](const chain::Value& value) { return chain::multiplies(value.op); };
  const auto product = std::ranges::find_if(chain.values, is_product);
  if (name == "entries") return entries(chain);
  if (product == chain.values.end()) return 0;
  const chain::Shape& left = chain.values[product->operands[0].value].shape;
  const chain::Shape& right = chain.values[product->operands[1].value].shape;
  if (name == "k") return left.columns();
  if (name == "experts") return matrices(right);
  if (name == "keys" || name == "words") return product->shape.columns();
  return matrices(result) / matrices(right);
}

}  // namespace

bool is_count(const std::string& text) {
  return !parsed(text).empty();
}

std::optional<std::int64_t> count_of(const chain::Chain& chain, const std::string& text) {
  const std::vector<Count> terms = parsed(text);
  if (terms.empty()) return std::nullopt;
  std::int64_t sum = 0;
  for (const Count& term : terms) sum += divided_up(size_of(chain, term.name), term.part);
  return sum;
}

std::int64_t LibraryScratch::bytes(const chain::Chain& chain) const {
  std::int64_t bytes = chain::size_of(dtype);
  for (const std::string& count : counts) bytes *= *count_of(chain, count);
  return bytes;
}

std::optional<LibraryScratch> library_scratch(const std::string& text) {
  static const std::regex form(R"(([a-z_]+): (f32|bf16|i32)\[([^\]]+)\])");
  std::smatch found;
  if (!std::regex_match(text, found, form)) return std::nullopt;
  LibraryScratch scratch{found[1], *chain::dtype_of(found[2].str()), {}};
  const std::string inside = found[3];
  for (std::size_t from = 0; from <= inside.size();) {
    const std::size_t comma = std::min(inside.find(", ", from), inside.size());
    scratch.counts.push_back(inside.substr(from, comma - from));
    if (!is_count(scratch.counts.back())) return std::nullopt;
    from = comma + 2;
  }
  return scratch;
}

}  // namespace codegen
