// onetrip quiz: questions out of lessons on paper, other sizes for another seed, with a computed key.
#include "cli/quiz.hpp"

#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "cli/live.hpp"
#include "cli/output.hpp"
#include "lesson/course_map.hpp"
#include "lesson/loader.hpp"
#include "lesson/machine_values.hpp"
#include "lesson/named.hpp"
#include "lesson/quiz.hpp"
#include "lesson/quiz_text.hpp"
#include "machine/cards.hpp"
#include "study/recorded.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>

namespace cli {
namespace {

constexpr Flag quiz_flags[] = {
    {"--n", "N", "cli.flag.n"},
    {"--seed", "S", "cli.flag.seed.quiz"},
    {"-o", "FILE", "cli.flag.o.quiz"},
    {"--key", "", "cli.flag.key"},
    spec_flag,
};
constexpr std::int64_t most_questions = 200;
constexpr std::size_t most_lessons = 99;

base::Expected<std::int64_t> whole(const Options& options, std::string_view flag, std::int64_t otherwise,
                                   std::int64_t least, std::int64_t most) {
  const auto text = options.value(flag);
  if (!text) return otherwise;
  const auto number = base::to_integer(*text);
  if (!number || *number < least || *number > most) {
    return base::wrong(
        base::say("cli.whole.from_to",
                  {{"flag", flag}, {"text", *text}, {"least", std::to_string(least)}, {"most", std::to_string(most)}}));
  }
  return *number;
}

constexpr std::string_view every_lesson = "all";

bool is_final(const Options& options) {
  return options.words == std::vector<std::string>{std::string(every_lesson)};
}

/// The lessons of the course, by their ids.
base::Expected<std::vector<std::string>> course_ids() {
  const auto listed = lesson::course();
  if (!listed) return std::unexpected(listed.error());
  std::vector<std::string> ids;
  for (const lesson::Listed& one : *listed) ids.push_back(one.id);
  return ids;
}

/// Each once, in the order they were named.
base::Expected<std::vector<lesson::Lesson>> lessons_of(const Options& options) {
  const auto named = is_final(options) ? course_ids() : options.words;
  if (!named) return std::unexpected(named.error());
  const std::vector<std::string>& words = *named;
  std::vector<lesson::Lesson> lessons;
  base::Diagnostics mistakes;
  for (const std::string& word : words) {
    if (word == every_lesson) {
      mistakes.push_back(base::wrong(base::say("cli.quiz.all_alone")).error().front());
      continue;
    }
    auto found = lesson::named(word);
    if (!found) {
      mistakes.insert(mistakes.end(), found.error().begin(), found.error().end());
      continue;
    }
    if (std::ranges::find(lessons, found->file, &lesson::Lesson::file) != lessons.end()) {
      mistakes.push_back(base::wrong(base::say("cli.quiz.twice", {{"lesson", word}})).error().front());
      continue;
    }
    lessons.push_back(std::move(*found));
  }
  if (!mistakes.empty()) return std::unexpected(std::move(mistakes));
  return lessons;
}

/// The command that makes it again, here; of the file its name, so that equal quizzes are equal bytes in any folder.
std::string again(const Options& options, const std::string& seed) {
  std::vector<std::string> arguments = options.words;
  const auto add = [&](std::string_view flag, const std::string& value) {
    arguments.insert(arguments.end(), {std::string(flag), value});
  };
  if (const auto n = options.value("--n")) add("--n", *n);
  add("--seed", seed);
  if (const auto spec = options.value(spec_flag.name)) add(spec_flag.name, *spec);
  add("-o", std::filesystem::path(*options.value("-o")).filename().string());
  if (options.has("--key")) arguments.emplace_back("--key");
  return command_line("quiz", arguments);
}

/// The part of the course that each question is of.
base::Expected<std::vector<std::string>> parts_of(const std::vector<lesson::QuizItem>& items) {
  const auto map = lesson::course_map();
  if (!map) return std::unexpected(map.error());
  std::vector<std::string> parts;
  for (const lesson::QuizItem& item : items) {
    const lesson::CoursePart* part = map->part_of(item.lesson);
    parts.push_back(part == nullptr ? std::string() : part->title);
  }
  return parts;
}

/// What the card of the recordings did with a chain, by orders and in a graph.
lesson::Quantities recorded_quantities(device::Device* orders, device::Device* graphs, const chain::Chain& chain) {
  const auto shared = std::make_shared<const chain::Chain>(chain);
  const auto by_orders = study::recorded_of(orders, shared), in_graph = study::recorded_of(graphs, shared);
  return lesson::recorded_quantities(by_orders ? &*by_orders : nullptr, in_graph ? &*in_graph : nullptr);
}

}  // namespace

Exit run_quiz(const std::vector<std::string>& arguments) {
  const auto options =
      begin(arguments, {"quiz LESSON...|all -o quiz.md|quiz.html [options]", "", quiz_flags, 1, most_lessons});
  if (!options) return options.error();
  const auto file = options->value("-o");
  const std::string ending = file ? std::filesystem::path(*file).extension().string() : std::string();
  if (ending != ".md" && ending != ".html") {
    return bad_input(
        base::wrong(base::say("cli.quiz.no_file"), base::say("cli.add", {{"option", "-o quiz.md"}})).error());
  }
  const auto n = whole(*options, "--n", is_final(*options) ? lesson::final_questions : 8, 1, most_questions);
  if (!n) return bad_input(n.error());
  const auto seed = whole(*options, "--seed", 1, 0, std::numeric_limits<std::int64_t>::max());
  if (!seed) return bad_input(seed.error());
  const auto lessons = lessons_of(*options);
  if (!lessons) return bad_input(lessons.error());
  // Not this machine's: a quiz is the same for whoever makes it.
  const std::string spec_id = options->value(spec_flag.name).value_or(std::string(machine::course_card));
  const auto spec = machine::device_named(spec_id);
  if (!spec) return bad_input(spec.error());
  const device::Registry registry(without_card());
  const auto graphs = registry.course_graphs();
  auto items =
      lesson::make_quiz(*lessons, static_cast<int>(*n), static_cast<std::uint64_t>(*seed), *spec,
                        {.at_most = !options->has("--n"), .closed = {}, .recorded = [&](const chain::Chain& chain) {
                           return recorded_quantities(registry.course_recorded(), graphs.get(), chain);
                         }});
  if (!items) return bad_input(items.error());

  lesson::Handout handout;
  handout.items = std::move(*items);
  handout.key = options->has("--key");
  handout.machine = lesson::machine_words(*spec);
  handout.fewer = handout.items.size() < static_cast<std::size_t>(*n);
  if (is_final(*options)) {
    auto parts = parts_of(handout.items);
    if (!parts) return bad_input(parts.error());
    handout.parts = std::move(*parts);
  } else {
    for (const lesson::Lesson& one : *lessons) handout.lessons += (handout.lessons.empty() ? "" : ", ") + one.id;
  }
  handout.command = again(*options, std::to_string(*seed));
  if (handout.key) {
    for (const lesson::QuizItem& item : handout.items) {
      auto recorded = item.chain ? recorded_of(registry, item.chain->text) : std::nullopt;
      handout.recorded.push_back(recorded ? std::optional(std::move(recorded->measurement)) : std::nullopt);
    }
  }
  base::write_file(*file, ending == ".md" ? lesson::quiz_markdown(handout) : lesson::quiz_html(handout));
  return Exit::done;
}

}  // namespace cli
