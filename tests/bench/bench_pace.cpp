// How long a newcomer takes to lesson 01's first measured surprise: the words on the way there read at 180 a minute, 8
// s for each thing that is done, 4 s for each picture that plays, and the run for real with its first calibration, on
// this processor. Whoever plays answers 2 where a number is asked and B where a letter is. Goal: ten minutes.
#include "base/resources.hpp"
#include "lesson/markdown.hpp"
#include "session/session.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <set>
#include <sstream>
#include <stdlib.h>

namespace {

using session::Node;
using session::Purpose;

struct Pace {
  int words = 0, acts = 0, plays = 0;
  [[nodiscard]] double seconds() const { return words * 60.0 / 180 + acts * 8.0 + plays * 4.0; }
};

int words_in(const std::string& text) {
  std::istringstream in(text);
  int count = 0;
  for (std::string word; in >> word;) ++count;
  return count;
}

/// What is read of a node; of a figure its title alone, the rest is looked at while it plays.
std::vector<std::string> texts_of(const Node& node) {
  std::vector<std::string> all;
  switch (node.purpose) {
    case Purpose::page:
    case Purpose::strip:
    case Purpose::slider:
    case Purpose::steps:
    case Purpose::step:
    case Purpose::stage:
    case Purpose::rail:
      return {};
    case Purpose::figure:
      return {node.selected && node.figure ? node.figure->title : ""};
    case Purpose::header:
      return node.lines;
    default:
      break;
  }
  all = node.lines;
  all.push_back(node.label);
  all.push_back(lesson::plain_text(node.paragraphs, 10'000));
  if (node.purpose != Purpose::number) all.push_back(node.value);
  for (const session::Action& action : node.actions) {
    if (!action.tucked && !action.exports) all.push_back(action.label);
  }
  return all;
}

class Reader {
 public:
  explicit Reader(session::Session& session) : session_(session) {}

  /// What the page has come to say since the step began, and whether its picture moves.
  void look() {
    const session::View& view = session_.view();
    for (const Node* node : session::all_nodes(view)) {
      for (const std::string& text : texts_of(*node)) {
        if (seen_.insert(text).second) here_.words += words_in(text);
      }
    }
    if (view.playing) ++here_.plays;
    (void)session_.act("scene.seek", "1");
  }
  bool does(const char* action, const char* value = "") {
    const bool done = session_.act(action, value);
    here_.acts += done ? 1 : 0;
    return done;
  }
  /// Ends the step.
  Pace take() {
    seen_.clear();
    return std::exchange(here_, {});
  }

 private:
  session::Session& session_;
  Pace here_;
  std::set<std::string> seen_;
};

}  // namespace

int main() {
  using Clock = std::chrono::steady_clock;
  char home[] = "/tmp/onetrip-pace-XXXXXX";
  if (::mkdtemp(home) == nullptr) return 3;
  base::set_places({.data = {}, .home = home});
  session::Session session;
  if (!session.open_lesson("01")) return 3;
  Reader reader(session);
  Pace all;
  double run = 0;
  for (int step = 1; run == 0; ++step) {
    reader.look();
    if (reader.does("run.start")) {
      const auto begin = Clock::now();
      session.wait();
      run = std::chrono::duration<double>(Clock::now() - begin).count();
    } else {
      if (!reader.does("choice:B") && !reader.does("guess.set", "2")) return 3;
      reader.does("confidence:likely");
      if (!reader.does("guess.lock")) return 3;
    }
    reader.look();
    if (run == 0) reader.does("next");
    const Pace here = reader.take();
    fmt::print("step {}: {:3} words, {} acts, {} plays: {:5.1f} s\n", step, here.words, here.acts, here.plays,
               here.seconds());
    all = {all.words + here.words, all.acts + here.acts, all.plays + here.plays};
  }
  const double total = all.seconds() + run;
  fmt::print("in all: {} words, {} acts, {} plays, and the run with its first calibration {:.1f} s\n", all.words,
             all.acts, all.plays, run);
  fmt::print("first measured surprise after {:.1f} minutes (goal 10)\n", total / 60);
  std::filesystem::remove_all(home);
  return total <= 600 ? 0 : 1;
}
