// Reads the manifest, and has its chain in the size that was asked for.
#include "cli/ladder_chain.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "chain/parser.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace cli {
namespace {

base::Expected<chain::Chain> sized(const chain::Chain& chain, const std::string& size) {
  const std::size_t x = size.find('x');
  const auto rows = base::to_integer(size.substr(0, x));
  const auto columns = base::to_integer(x == std::string::npos ? std::string() : size.substr(x + 1));
  const auto wrong = base::say("ladder.size", {{"size", size}});
  if (!rows || !columns || *rows < 1 || *columns < 1) {
    return base::wrong(wrong, std::string(base::text("ladder.size.hint")));
  }
  const chain::Shape& own = chain.values[chain.outputs().front()].shape;
  try {
    // By a number of rows that is no number of columns: both may be asked to trade places.
    const std::int64_t aside = *columns == 2 ? 3 : 2;
    return chain::resized(chain::resized(chain::resized(chain, own.rows(), aside), own.columns(), *columns), aside,
                          *rows);
  } catch (const std::invalid_argument&) {
    return base::wrong(wrong, std::string(base::text("ladder.size.large.hint")));
  }
}

base::Expected<chain::Chain> long_as(const chain::Chain& chain, std::int64_t length, const std::string& size) {
  const auto wanted = base::to_integer(size);
  const auto wrong = base::say("ladder.size", {{"size", size}});
  if (!wanted || *wanted < 1) {
    return base::wrong(wrong, base::say("ladder.size.length.hint", {{"length", std::to_string(length)}}));
  }
  try {
    return chain::resized(chain, length, *wanted);
  } catch (const std::invalid_argument&) {
    return base::wrong(wrong, std::string(base::text("ladder.size.large.hint")));
  }
}

}  // namespace

base::Expected<Ladder> ladder_of(const std::string& name, const std::optional<std::string>& size) {
  const std::vector<std::string> names = codegen::ladder_names();
  if (std::ranges::find(names, name) == names.end()) {
    return base::wrong(base::say("ladder.unknown", {{"name", name}}),
                       base::say("ladder.unknown.hint", {{"known", fmt::format("{}", fmt::join(names, ", "))}}));
  }
  auto library = codegen::load_library(name);
  if (!library) return std::unexpected(library.error());
  auto chain = chain::parse(library->chain, fmt::format("kernels/{}/manifest.toml", name));
  if (chain && size) chain = library->length > 0 ? long_as(*chain, library->length, *size) : sized(*chain, *size);
  if (!chain) return std::unexpected(chain.error());
  return Ladder{name, std::move(*library), std::make_shared<const chain::Chain>(std::move(*chain))};
}

}  // namespace cli
