// onetrip glossary: the course's words, or one of them in full.
#include "lesson/glossary.hpp"

#include "base/words.hpp"
#include "cli/commands.hpp"
#include "cli/json.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"

#include <fmt/format.h>

namespace cli {
namespace {

using lesson::Word;

constexpr Flag glossary_flags[] = {{"--json", "", "cli.flag.json.glossary"}};

nlohmann::ordered_json to_json(const Word& word) {
  return {{"word", word.word},
          {"also", word.also},
          {"says", word.says},
          {"warehouse", or_null(word.warehouse)},
          {"kitchen", or_null(word.kitchen)},
          {"hardware", or_null(word.hardware)},
          {"counter", or_null(word.counter)},
          {"breaks", or_null(word.breaks)},
          {"lesson", or_null(word.lesson)}};
}

void print_full(const Word& word) {
  print(word.word + "\n");
  const auto line = [](std::string_view key, const std::string& text) {
    if (!text.empty()) print(lesson::plain_text(lesson::paragraphs(fmt::format("{} {}", base::text(key), text)), 78));
  };
  print(lesson::plain_text(lesson::paragraphs(word.says), 78));
  line("session.glossary.warehouse", word.warehouse);
  line("session.glossary.kitchen", word.kitchen);
  line("session.glossary.hardware", word.hardware);
  line("session.glossary.counter", word.counter);
  line("session.glossary.breaks", word.breaks);
}

/// All of them, a line each.
void print_list(const std::vector<Word>& words) {
  std::vector<std::vector<std::string>> rows{
      {base::say("cli.column.word"), base::say("cli.column.warehouse"), base::say("cli.column.hardware")}};
  for (const Word& word : words) rows.push_back({word.word, word.warehouse, lesson::unmarked(word.hardware)});
  print(text_table(rows));
}

}  // namespace

Exit run_glossary(const std::vector<std::string>& arguments) {
  const auto options = begin(arguments, {"glossary [WORD] [options]", "", glossary_flags, 0, 1});
  if (!options) return options.error();
  const auto glossary = lesson::glossary();
  if (!glossary) return bad_input(glossary.error());
  if (options->words.empty()) {
    if (!options->has("--json")) {
      print_list(glossary->words());
      return Exit::done;
    }
    nlohmann::ordered_json out;
    out["words"] = nlohmann::ordered_json::array();
    for (const Word& word : glossary->words()) out["words"].push_back(to_json(word));
    print_json(out);
    return Exit::done;
  }
  const std::string& asked = options->words[0];
  const Word* word = glossary->find(asked);
  if (word == nullptr) {
    const auto unknown = base::say("lesson.glossary.unknown", {{"word", asked}});
    return bad_input(base::wrong(unknown, glossary->hint(asked)).error());
  }
  if (options->has("--json")) {
    print_json(to_json(*word));
  } else {
    print_full(*word);
  }
  return Exit::done;
}

}  // namespace cli
