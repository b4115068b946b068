// The player: pages as text, answers from a person, a file or the lesson itself.
#include "cli/player.hpp"

#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/chain_strip.hpp"
#include "cli/output.hpp"
#include "lesson/loader.hpp"
#include "lesson/values.hpp"
#include "session/run.hpp"
#include "session/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <set>
#include <unistd.h>

namespace cli {
namespace {

using lesson::TaskKind;
using Answers = std::map<std::string, std::string>;

/// "TASK = ANSWER" lines; '#' begins a comment line.
base::Expected<Answers> read_answers(const std::string& file, const lesson::Lesson& played) {
  const auto text = base::read_file(file, lesson::max_lesson_bytes);
  if (!text) return std::unexpected(text.error());
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
      mistake.length = static_cast<int>(base::count_characters(task));
    } else {
      answers[task] = base::trim(content.substr(equals + 1));
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
    const auto predictions = session::predictions_of(*plans, *spec);
    const auto quantities = lesson::predicted_quantities(predictions[0], predictions[1]);
    const auto found = quantities.find(task.asked);
    return found == quantities.end() ? out : base::exact_number(found->second);
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

/// Does with the page what a student would; false if the page did not take it.
bool answer(session::Session& session, const lesson::Task& task, const std::string& text) {
  switch (task.kind) {
    case TaskKind::run:
      return session.act("run.start");
    case TaskKind::number:
      return session.act("guess.set", text) && session.act("guess.lock");
    case TaskKind::words:
      return session.act("words.set", text) && session.act("guess.lock");
    case TaskKind::choice:
      return session.act("choice:" + text) && session.act("guess.lock");
    case TaskKind::count_arrows:
    case TaskKind::strike:
      break;
  }
  for (const std::string_view arrow : base::split(text, ' ')) {
    if (!base::trim(arrow).empty() && !session.act("arrow:" + std::string(base::trim(arrow)))) return false;
  }
  return task.kind == TaskKind::count_arrows || session.act("guess.lock");
}

std::optional<std::string> ask(const lesson::Task& task) {
  if (task.kind == TaskKind::run) return std::string();
  print(fmt::format("\n{} ",
                    base::text(task.kind == TaskKind::count_arrows || task.kind == TaskKind::strike ? "play.ask_arrows"
                                                                                                    : "play.ask")));
  std::fflush(stdout);
  std::string line;
  if (!std::getline(std::cin, line)) return std::nullopt;
  return std::string(base::trim(line));
}

}  // namespace

Exit play(const Options& options) {
  const std::string id = options.words.size() > 1 ? options.words[1] : "02";
  const auto played = lesson::find(id);
  if (!played) return bad_input(played.error());
  std::optional<Answers> answers;
  if (const auto file = options.value("--answers")) {
    auto read = read_answers(*file, *played);
    if (!read) return bad_input(read.error());
    answers = std::move(*read);
  }
  const bool terminal = !answers && ::isatty(STDIN_FILENO) == 1;
  auto services = session::own_services();
  if (options.has("--quick")) {
    services.rules.least = 3;
    services.rules.wanted = {0.02};
    services.rules.limit = {1.0};
  }
  session::Session session(services);
  if (const auto opened = session.open_lesson(id); !opened) return bad_input(opened.error());

  Pages pages;
  for (std::size_t i = 0; i < played->steps.size(); ++i) {
    session.go_to_step(static_cast<int>(i) + 1);
    pages.show(session, true);
    const auto& task = played->steps[i].task;
    if (task) {
      std::optional<std::string> text;
      if (terminal) {
        text = ask(*task);
        if (!text) return Exit::done;  // end of input: the student has left
      } else if (answers && task->kind != TaskKind::run) {
        const auto found = answers->find(task->id);
        if (found != answers->end()) text = found->second;
      } else {
        text = own_key(*played, *task, services);
      }
      if (text && !text->empty()) print(fmt::format("\n> {}\n", *text));
      if (text) answer(session, *task, *text);
      session.wait();
      pages.show(session, false);
    }
    print("\n");
  }
  return Exit::done;
}

}  // namespace cli
