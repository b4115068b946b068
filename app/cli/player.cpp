// The player: pages as text, answers from a person, a file or the lesson itself.
#include "cli/player.hpp"

#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/chain_strip.hpp"
#include "cli/lesson_recordings.hpp"
#include "cli/live.hpp"
#include "cli/output.hpp"
#include "lesson/class_tally.hpp"
#include "lesson/loader.hpp"
#include "lesson/named.hpp"
#include "lesson/values.hpp"
#include "session/run.hpp"
#include "session/session.hpp"
#include "session/sketch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iostream>
#include <map>
#include <set>
#include <unistd.h>

namespace cli {
namespace {

using lesson::TaskKind;

struct Answer {
  std::string text;
  base::Diagnostic place;  ///< of its line in the file
};
using Answers = std::map<std::string, Answer>;

std::string task_ids(const lesson::Lesson& played) {
  std::string ids;
  for (const lesson::Step& step : played.steps) {
    if (step.task) ids += (ids.empty() ? "" : ", ") + step.task->id;
  }
  return ids;
}

std::string listed(const std::vector<std::string>& words, std::string_view between) {
  std::string out;
  for (const std::string& word : words) out.append(out.empty() ? "" : between).append(word);
  return out;
}

/// As one would type it.
std::string typed(const lesson::Answer& answer, TaskKind kind) {
  std::string sure;
  if (answer.confidence != lesson::Confidence::unsaid) {
    sure = " " + std::string(base::text("session.confidence." + std::string(lesson::name(answer.confidence))));
  }
  switch (kind) {
    case TaskKind::choice:
      return static_cast<char>('A' + answer.chosen) + sure;
    case TaskKind::count_arrows:
      return listed(answer.marks, " ");
    case TaskKind::strike:
      return listed({answer.struck.begin(), answer.struck.end()}, " ");
    case TaskKind::number:
    case TaskKind::sketch:
      return answer.typed + sure;
    case TaskKind::words:
    case TaskKind::run:
      break;
  }
  return answer.typed;
}

/// A student's file: what is locked in it now.
base::Expected<Answers> handed_in(const std::string& file, const lesson::Lesson& played) {
  const auto read = lesson::load_answers(file);
  if (!read) return std::unexpected(read.error());
  base::Diagnostics mistakes = lesson::misfits(played, *read, file);
  mistakes.insert(mistakes.begin(), read->flaws.begin(), read->flaws.end());
  if (!mistakes.empty()) return std::unexpected(std::move(mistakes));
  Answers answers;
  const auto any = [](const std::string&, const lesson::Answer&) { return true; };
  const auto stands = lesson::standing(*read, played.id, any);
  for (const lesson::Step& step : played.steps) {
    const auto found = step.task ? stands.find(step.task->id) : stands.end();
    if (found == stands.end() || !found->second.locked) continue;
    answers[step.task->id] = {typed(found->second, step.task->kind), {file, 0, 0, 1, {}, {}, {}}};
  }
  return answers;
}

/// "TASK = ANSWER" lines; '#' begins a comment line. Or the file that a student hands in.
base::Expected<Answers> read_answers(const std::string& file, const lesson::Lesson& played) {
  const auto text = base::read_file(file, lesson::max_answers_bytes);
  if (!text) return std::unexpected(text.error());
  if (lesson::looks_like_answers(*text)) return handed_in(file, played);
  Answers answers;
  base::Diagnostics mistakes;
  int number = 0;
  for (const std::string_view line : base::split_lines(*text)) {
    ++number;
    const std::string_view content = base::trim(line);
    if (content.empty() || content[0] == '#') continue;
    base::Diagnostic mistake{file, number, 1, 1, {}, {}, std::string(line)};
    const std::size_t equals = content.find('=');
    const std::string task(base::trim(content.substr(0, equals)));
    const bool known = std::ranges::any_of(played.steps, [&](const auto& s) { return s.task && s.task->id == task; });
    if (equals == std::string_view::npos) {
      mistake.message = "this is not TASK = ANSWER";
    } else if (!known) {
      mistake.message = fmt::format("lesson {} has no task '{}'", played.id, task);
      mistake.hint = "its tasks: " + task_ids(played);
      mistake.length = static_cast<int>(base::count_characters(task));
    } else {
      answers[task] = {std::string(base::trim(content.substr(equals + 1))), std::move(mistake)};
      continue;
    }
    mistakes.push_back(std::move(mistake));
  }
  if (!mistakes.empty()) return std::unexpected(mistakes);
  return answers;
}

/// What the lesson itself would answer, from its model: arrows' ids, a number, a letter, our own words.
std::string own_key(const lesson::Lesson& played, const lesson::Task& task, const session::Services& services) {
  if (task.kind == TaskKind::choice) return std::string(1, static_cast<char>('A' + task.right));
  if (task.kind == TaskKind::words) return std::string(base::text("play.our_words"));
  if (task.kind == TaskKind::run) return {};
  if (task.kind == TaskKind::sketch) return session::sketch_key(played, task, services);
  const auto limits = services.device ? services.device->limits() : plan::Limits{};
  const auto plans = session::plans_of(played.chains.at(task.chain), {}, limits);
  // A lesson that loaded has plans; if this device refuses them the task is skipped like any other without an answer.
  if (!plans) return {};
  std::string out;
  if (task.kind == TaskKind::number) {
    std::optional<machine::DeviceSpec> spec = services.device ? services.device->spec() : std::nullopt;
    if (!spec) {
      auto known = machine::device_named("");
      if (!known) return {};
      spec = std::move(*known);
    }
    // What a run will measure is not known before it: the model's is the best that can be said.
    constexpr std::string_view measured = "measured.";
    std::string_view asked = task.asked;
    if (asked.starts_with(measured)) asked.remove_prefix(measured.size());
    const auto answer = lesson::value_of(lesson::lesson_quantities(played, *spec), task.chain, asked);
    return answer ? base::exact_number(*answer) : out;
  }
  const std::vector<int> intermediates = plans->front().intermediates();
  for (const charts::Arrow& arrow : charts::arrows(plans->front())) {
    const bool between = std::ranges::find(intermediates, arrow.value) != intermediates.end();
    if (arrow.full && (task.kind == TaskKind::count_arrows || between)) out += arrow.id + " ";
  }
  return out;
}

/// Prints the lines of the page that were not on it before.
class Pages {
 public:
  void show(session::Session& session, bool fresh) {
    if (fresh) seen_.clear();
    const std::string page = session::text_twin(session.view());
    std::multiset<std::string> before = std::move(seen_);
    seen_.clear();
    std::string out;
    for (const std::string_view line : base::split_lines(page)) {
      seen_.emplace(line);
      const auto known = before.find(std::string(line));
      if (known == before.end()) {
        out += fmt::format("{}\n", line);
      } else {
        before.erase(known);
      }
    }
    print(out);
  }

 private:
  std::multiset<std::string> seen_;
};

/// The arrows of the page that can be marked or struck, by id.
std::vector<std::string> arrows_of(session::Session& session) {
  constexpr std::string_view prefix = "arrow:";
  std::vector<std::string> ids;
  for (const session::Node* node : session::all_nodes(session.view())) {
    for (const session::Action& action : node->actions) {
      if (action.id.starts_with(prefix)) ids.push_back(action.id.substr(prefix.size()));
    }
  }
  return ids;
}

bool is_told_why_not(session::Session& session) {
  return std::ranges::any_of(session::all_nodes(session.view()),
                             [](const session::Node* node) { return node->id == "task.message"; });
}

/// Marks or strikes them as far as the page takes them; what stands there from an earlier try goes first.
std::string take_arrows(session::Session& session, std::string text) {
  std::ranges::replace(text, ',', ' ');
  const std::vector<std::string> known = arrows_of(session);
  std::vector<std::string> wanted;
  for (const std::string_view word : base::split(text, ' ')) {
    if (base::trim(word).empty()) continue;
    wanted.emplace_back(base::trim(word));
    if (std::ranges::find(known, wanted.back()) == known.end()) {
      return base::say("play.no_arrow", {{"arrow", wanted.back()}, {"arrows", listed(known, ", ")}});
    }
  }
  session.act("arrows.clear");
  for (const std::string& arrow : wanted) {
    session.act("arrow:" + arrow);
    if (is_told_why_not(session)) break;
  }
  return {};
}

std::string lowered(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// "5 sure": takes the words that say how sure off the answer, and says them to the page.
std::string without_confidence(session::Session& session, const std::string& text) {
  for (const session::Node* node : session::all_nodes(session.view())) {
    if (node->id != "task.confidence") continue;
    for (const session::Action& action : node->actions) {
      const std::string words = " " + lowered(action.label);
      if (!lowered(text).ends_with(words)) continue;
      if (node->value != action.label) session.act(std::string(action.id));
      return std::string(base::trim(std::string_view(text).substr(0, text.size() - words.size())));
    }
  }
  return text;
}

/// Does with the page what a student would; says what is no answer at all. Right or wrong is for the page to say.
std::string answer(session::Session& session, const lesson::Task& task, const std::string& said) {
  const std::string text = without_confidence(session, said);
  switch (task.kind) {
    case TaskKind::run:
      session.act("run.start");
      return {};
    case TaskKind::number:
    case TaskKind::sketch:
      session.act("guess.set", text);
      break;
    case TaskKind::words:
      session.act("words.set", text);
      break;
    case TaskKind::choice: {
      const char first = text.empty() ? ' ' : text[0];
      const char letter = first >= 'a' && first <= 'z' ? static_cast<char>(first - 'a' + 'A') : first;
      if (text.size() != 1 || !session.act(std::string("choice:") + letter)) {
        return base::say("play.no_choice", {{"letter", text}});
      }
      break;
    }
    case TaskKind::count_arrows:
    case TaskKind::strike:
      if (auto wrong = take_arrows(session, text); !wrong.empty()) return wrong;
      break;
  }
  session.act("guess.lock");
  return {};
}

bool is_open(session::Session& session) {
  const auto asks = [](const session::Action& action) {
    return action.id == "guess.lock" || action.id.starts_with("arrow:");
  };
  return std::ranges::any_of(session::all_nodes(session.view()),
                             [&](const session::Node* node) { return std::ranges::any_of(node->actions, asks); });
}

std::optional<std::string> read_line() {
  std::fflush(stdout);
  std::string line;
  if (!std::getline(std::cin, line)) return std::nullopt;
  return std::string(base::trim(line));
}

/// Asks until the answer stands or is left open; false at the end of the input: the student has left.
bool converse(session::Session& session, const lesson::Task& task, Pages& pages) {
  while (is_open(session)) {
    const std::vector<std::string> arrows = arrows_of(session);
    const bool sureness =
        task.kind == TaskKind::number || task.kind == TaskKind::choice || task.kind == TaskKind::sketch;
    print(fmt::format("\n{}\n> ", arrows.empty() ? std::string(base::text(sureness ? "play.ask_sure" : "play.ask"))
                                                 : base::say("play.ask_arrows", {{"arrows", listed(arrows, " ")}})));
    const auto line = read_line();
    if (!line) return false;
    if (line->empty()) return true;
    if (*line == "?") {
      if (session.act("hint")) {
        pages.show(session, false);
      } else {
        print(fmt::format("{}\n", base::text("play.no_hint")));
      }
      continue;
    }
    const std::string wrong = answer(session, task, *line);
    if (wrong.empty()) {
      pages.show(session, false);
    } else {
      print(fmt::format("{}\n", wrong));
    }
  }
  return true;
}

/// Asks what the plot showed, as often as the page does; false at the end of the input.
bool look(session::Session& session, Pages& pages) {
  for (;;) {
    std::vector<std::pair<std::string, std::string>> answers;  // label, action
    std::string question, labels;
    for (const session::Node* node : session::all_nodes(session.view())) {
      if (!node->id.starts_with("observe.")) continue;
      for (const session::Action& action : node->actions) {
        question = node->label;
        answers.emplace_back(lowered(action.label), action.id);
        labels += (labels.empty() ? "" : ", ") + lowered(action.label);
      }
    }
    if (answers.empty()) return true;
    print(fmt::format("\n{} ({})\n> ", question, labels));
    const auto line = read_line();
    if (!line) return false;
    if (line->empty()) return true;
    const auto found = std::ranges::find(answers, lowered(*line), &std::pair<std::string, std::string>::first);
    if (found == answers.end()) continue;
    session.act(found->second);
    pages.show(session, false);
  }
}

/// The text for this task, if there is one: from the file, else from the lesson's own key.
std::optional<std::string> given(const std::optional<Answers>& answers, const lesson::Lesson& played,
                                 const lesson::Task& task, const session::Services& services) {
  if (!answers || task.kind == TaskKind::run) return own_key(played, task, services);
  const auto found = answers->find(task.id);
  return found == answers->end() ? std::nullopt : std::optional(found->second.text);
}

}  // namespace

Exit play(const Options& options) {
  const std::string id = options.words.size() > 1 ? options.words[1] : "02";
  const auto played = lesson::named(id);
  if (!played) return bad_input(played.error());
  std::optional<Answers> answers;
  if (const auto file = options.value("--answers")) {
    auto read = read_answers(*file, *played);
    if (!read) return bad_input(read.error());
    answers = std::move(*read);
  }
  const bool terminal = !answers && ::isatty(STDIN_FILENO) == 1;
  const auto registry = std::make_shared<device::Registry>(wanted_registry(options));
  const auto device = device_named(*registry, wanted_device(options));
  if (!device) return bad_input(device.error());
  session::Services services = session::services_of(registry, *device);
  if (options.has("--quick")) {
    services.rules.least = 3;
    services.rules.wanted = {0.02};
    services.rules.limit = {1.0};
  }
  take_lesson_folder(services, id);
  session::Session session(services);
  if (const auto opened = session.open_lesson(id); !opened) return bad_input(opened.error());

  Pages pages;
  base::Diagnostics no_answers;
  if (terminal) print(fmt::format("{}\n\n", base::text("play.help")));
  for (std::size_t i = 0; i < played->steps.size(); ++i) {
    session.go_to_step(static_cast<int>(i) + 1);
    pages.show(session, true);
    const auto& task = played->steps[i].task;
    if (task && terminal && task->kind != TaskKind::run) {
      if (!converse(session, *task, pages)) return Exit::done;
    } else if (task) {
      if (const auto text = given(answers, *played, *task, services)) {
        if (!text->empty()) print(fmt::format("\n> {}\n", *text));
        if (auto wrong = answer(session, *task, *text); !wrong.empty() && answers) {
          no_answers.push_back(answers->at(task->id).place);
          no_answers.back().message = std::move(wrong);
        }
        session.wait();
      }
      pages.show(session, false);
      if (terminal && !look(session, pages)) return Exit::done;
    }
    print("\n");
  }
  return no_answers.empty() ? Exit::done : bad_input(no_answers);
}

}  // namespace cli
