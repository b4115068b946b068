// onetrip coverage: where the course meets each matter of its syllabus, as a table.
#include "lesson/coverage.hpp"

#include "base/resources.hpp"
#include "base/toml_flaw.hpp"
#include "base/words.hpp"
#include "cli/again.hpp"
#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "lesson/coverage_places.hpp"

#include <filesystem>

namespace cli {
namespace {

constexpr Flag coverage_flags[] = {
    {"-o", "FILE.md", "cli.flag.o.coverage"},
    {"--from", "FOLDER", "cli.flag.from.coverage"},
};
/// A file for each letter, in the order of the table.
constexpr std::string_view files[] = {"systems.toml", "numbers.toml", "misconceptions.toml", "questions.toml",
                                      "figures.toml"};

base::Expected<std::vector<lesson::CoveragePart>> read_parts(const std::filesystem::path& folder,
                                                             lesson::CoveragePlaces& places) {
  std::vector<lesson::CoveragePart> parts;
  base::Diagnostics mistakes;
  for (const std::string_view name : files) {
    const std::string file = (folder / name).string();
    const auto text = base::read_file(file, static_cast<std::int64_t>(base::max_toml_bytes));
    auto part = text ? lesson::parse_coverage(*text, file, places) : std::unexpected(text.error());
    if (part) {
      parts.push_back(std::move(*part));
    } else {
      mistakes.insert(mistakes.end(), part.error().begin(), part.error().end());
    }
  }
  if (!mistakes.empty()) return std::unexpected(std::move(mistakes));
  return parts;
}

}  // namespace

Exit run_coverage(const std::vector<std::string>& arguments) {
  const auto options = begin(arguments, {"coverage [-o FILE.md] [options]", "", coverage_flags, 0, 0});
  if (!options) return options.error();
  auto places = lesson::coverage_places();
  if (!places) return bad_input(places.error());
  for (const Command& command : commands()) {
    const std::string name(command.name);
    places->emplace("command " + name, base::say("coverage.place.command", {{"name", name}}));
  }
  const auto given = options->value("--from");
  const auto parts =
      read_parts(given ? std::filesystem::path(*given) : base::program_file("lessons/coverage"), *places);
  if (!parts) return bad_input(parts.error());
  const std::string table = lesson::coverage_markdown(*parts, *places, without_file("coverage", arguments));
  if (const auto to = options->value("-o")) {
    base::write_file(*to, table);
  } else {
    print(table);
  }
  return Exit::done;
}

}  // namespace cli
