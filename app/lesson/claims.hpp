// What is often said of fusion, held against the engine: lessons/claims.toml to lessons/CLAIMS.md. No figure of an
// answer is typed: it is a {quantity} of a chain, or a calculation in [[ ]] that is shown with what it comes to.
#pragma once

#include "base/expected.hpp"
#include "chain/chain.hpp"
#include "lesson/values.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

struct Claim {
  std::string id;        ///< "N02"
  std::string said;      ///< in our words
  std::string found;     ///< {quantities} and [[calculations]] not yet filled in
  std::string recorded;  ///< stands behind `found` where all that it names was measured; may be empty
  std::string verdict;   ///< RIGHT, ROUGH, DEPENDS, WRONG; UNKNOWN: nothing to compute it from
  std::vector<std::pair<std::string, std::shared_ptr<const chain::Chain>>> chains;  ///< by the claim's own names
  std::vector<std::string> words;  ///< of each chain, as a command takes it
  int line = 0;
};

/// Section titles and their claims, in the file's order.
struct Claims {
  struct Section {
    std::string title;
    std::vector<Claim> claims;
  };
  std::vector<Section> sections;
};

/// `read_chain` makes a chain of a preset's name or of text. All mistakes at once.
using ReadChain = std::function<base::Expected<chain::Chain>(std::string_view)>;
[[nodiscard]] base::Expected<Claims> parse_claims(std::string_view toml, std::string_view file,
                                                  const ReadChain& read_chain);

/// Of a file, such as lessons/claims.toml, which comes with the program; its chains are presets or text.
[[nodiscard]] base::Expected<Claims> load_claims(const std::string& file);
[[nodiscard]] base::Expected<Claims> shipped_claims();
/// The claim of that id alone; a mistake names the nearest.
[[nodiscard]] base::Expected<Claims> only(const Claims& claims, std::string_view id);

/// True if some of it was recorded, as it says.
[[nodiscard]] bool names_recordings(const Claims& claims);

/// What was recorded of a chain; nothing where nobody ran it.
using RecordedOf = std::function<std::optional<record::Measurement>(const chain::Chain&)>;
/// The table. A calculation or a quantity that cannot be computed is a mistake at its claim.
[[nodiscard]] base::Expected<std::string> claims_markdown(const Claims& claims, std::string_view file,
                                                          const machine::DeviceSpec& spec, const RecordedOf& recorded,
                                                          std::string_view command);

}  // namespace lesson
