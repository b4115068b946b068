// onetrip claims: what is often said of fusion, held against the engine and the recordings, as a table.
#include "cli/claims.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "cli/again.hpp"
#include "cli/live.hpp"
#include "cli/output.hpp"
#include "lesson/claims.hpp"
#include "machine/cards.hpp"

namespace cli {
namespace {

constexpr Flag claims_flags[] = {
    {"-o", "FILE.md", "cli.flag.o.claims"},
    {"--from", "FILE.toml", "cli.flag.from.claims"},
    {"--only", "ID", "cli.flag.only.claims"},
};

/// All claims of a file, or the one that --only names.
base::Expected<lesson::Claims> wanted_claims(const Options& options, const std::string& file) {
  auto claims = lesson::load_claims(file);
  const auto id = options.value("--only");
  if (!claims || !id) return claims;
  return lesson::only(*claims, *id);
}

/// A table that was to be of everything that is kept, and silently is not, would be believed.
void throw_if_torn(const device::Registry& registry) {
  std::vector<std::string> flaws = machine::broken_files();
  if (const device::Device* recorded = registry.course_recorded()) {
    const std::vector<std::string> notes = recorded->notes();
    flaws.insert(flaws.end(), notes.begin() + 1, notes.end());  // the first one counts them
  }
  if (flaws.empty()) return;
  throw base::MachineError(base::say("cli.claims.torn", {{"why", base::trim(flaws.front())}}),
                           base::say("cli.claims.torn.remedy"));
}

}  // namespace

Exit run_claims(const std::vector<std::string>& arguments) {
  const auto options = begin(arguments, {"claims [-o FILE.md] [options]", "", claims_flags, 0, 0});
  if (!options) return options.error();
  const std::string file = options->value("--from").value_or(base::program_file("lessons/claims.toml").string());
  const auto claims = wanted_claims(*options, file);
  if (!claims) return bad_input(claims.error());
  // The same table on every machine: a data sheet's model, and what was recorded.
  const auto spec = machine::device_named(machine::course_card);
  if (!spec) return bad_input(spec.error());
  device::Wanted wanted;
  wanted.own_card = false;
  const device::Registry registry(std::move(wanted));
  if (lesson::names_recordings(*claims)) throw_if_torn(registry);
  const auto recorded = [&](const chain::Chain& chain) -> std::optional<record::Measurement> {
    auto found = recorded_of(registry, chain.text);
    if (!found) return std::nullopt;
    return std::move(found->measurement);
  };
  // One claim alone is no table to keep.
  const std::string kept = options->value("--only") ? "" : " -o lessons/CLAIMS.md";
  const auto table = lesson::claims_markdown(*claims, file, *spec, recorded, without_file("claims", arguments) + kept);
  if (!table) return bad_input(table.error());
  if (const auto to = options->value("-o")) {
    base::write_file(*to, *table);
  } else {
    print(*table);
  }
  return Exit::done;
}

}  // namespace cli
