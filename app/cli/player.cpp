// The player: pages as text, answers from a person, a file or the lesson itself.
#include "cli/player.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "cli/lesson_recordings.hpp"
#include "cli/live.hpp"
#include "cli/output.hpp"
#include "cli/played_answers.hpp"
#include "lesson/loader.hpp"
#include "lesson/named.hpp"
#include "lesson/sizes.hpp"
#include "session/lesson/kinds/arrows.hpp"
#include "session/session.hpp"
#include "study/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iostream>
#include <map>
#include <set>
#include <unistd.h>

namespace cli {
namespace {

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

/// "5 sure": takes the words that say how sure off the answer, and says them to the page.
std::string without_confidence(session::Session& session, const std::string& text) {
  for (const session::Node* node : session::all_nodes(session.view())) {
    if (node->id != "task.confidence") continue;
    for (const session::Action& action : node->actions) {
      const std::string words = " " + base::lowered(action.label);
      if (!base::lowered(text).ends_with(words)) continue;
      if (node->value != action.label) session.act(std::string(action.id));
      return std::string(base::trim(std::string_view(text).substr(0, text.size() - words.size())));
    }
  }
  return text;
}

/// Does with the page what a student would; says what is no answer at all. Right or wrong is for the page to say.
std::string answer(session::Session& session, const lesson::Task& task, const std::string& said) {
  std::string wrong = session::page_of(task).play(session, without_confidence(session, said));
  if (wrong.empty() && !task.kind->is_run()) session.act("guess.lock");
  return wrong;
}

bool is_open(session::Session& session) {
  const auto asks = [](const session::Action& action) {
    return action.id == "guess.lock" || action.id.starts_with("arrow:");
  };
  return std::ranges::any_of(session::all_nodes(session.view()),
                             [&](const session::Node* node) { return std::ranges::any_of(node->actions, asks); });
}

/// Why the field for a number takes no number of what was typed; empty if it does, and of tasks without a field.
std::string refused_number(session::Session& session, const lesson::Task& task) {
  if (!task.kind->asks_number() || !is_open(session)) return {};
  const auto nodes = session::all_nodes(session.view());
  const auto found = std::ranges::find(nodes, "task.message", &session::Node::id);
  return found == nodes.end() ? std::string() : (*found)->label;
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
    const std::vector<std::string> arrows = session::arrows_on(session);
    const bool sureness = task.kind->takes_confidence;
    print(fmt::format("\n{}\n> ", arrows.empty() ? std::string(base::text(sureness ? "play.ask_sure" : "play.ask"))
                                                 : base::say("play.ask_arrows",
                                                             {{"arrows", fmt::format("{}", fmt::join(arrows, " "))}})));
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
        answers.emplace_back(base::lowered(action.label), action.id);
        labels += (labels.empty() ? "" : ", ") + base::lowered(action.label);
      }
    }
    if (answers.empty()) return true;
    print(fmt::format("\n{} ({})\n> ", question, labels));
    const auto line = read_line();
    if (!line) return false;
    if (line->empty()) return true;
    const auto found = std::ranges::find(answers, base::lowered(*line), &std::pair<std::string, std::string>::first);
    if (found == answers.end()) continue;
    session.act(found->second);
    pages.show(session, false);
  }
}

/// The text for this task, if there is one: from the file, else from the lesson's own key.
std::optional<std::string> given(const std::optional<PlayedAnswers>& answers, const lesson::Lesson& played,
                                 const lesson::Task& task, const session::Services& services) {
  if (!answers || task.kind->is_run()) return session::page_of(task).key(played, task, services);
  const auto found = answers->find(task.id);
  return found == answers->end() ? std::nullopt : std::optional(found->second.text);
}

}  // namespace

Exit play(const Options& options) {
  const std::string id = options.words.size() > 1 ? options.words[1] : "02";
  auto played = lesson::named(id);
  if (!played) return bad_input(played.error());
  std::optional<PlayedAnswers> answers;
  if (const auto file = options.value("--answers")) {
    auto read = read_answers(*file, *played);
    if (!read) return bad_input(read.error());
    answers = std::move(*read);
  }
  const bool terminal = !answers && ::isatty(STDIN_FILENO) == 1;
  const auto registry = std::make_shared<device::Registry>(wanted_registry(options));
  const auto device = device_named(*registry, wanted_device(options));
  if (!device) return bad_input(device.error());
  if (const auto taken = takes_flags(**device, options); !taken) return bad_input(taken.error());
  lesson::size_for(*played, (*device)->is_gpu());
  session::Services services = session::services_of(registry, *device);
  if (options.has(quick_name)) {
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
    if (task && terminal && !task->kind->is_run()) {
      if (!converse(session, *task, pages)) return Exit::done;
    } else if (task) {
      if (const auto text = given(answers, *played, *task, services)) {
        if (!text->empty()) print(fmt::format("\n> {}\n", *text));
        auto wrong = answer(session, *task, *text);
        if (wrong.empty()) wrong = refused_number(session, *task);
        if (!wrong.empty() && answers) {
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
