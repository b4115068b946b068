// The glossary as a page: nothing of it is computed, and nothing of it answers a task.
#include "session/lesson/glossary_page.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "session/state/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace session {
namespace {

using lesson::Word;

/// The words that the open step mentions, as far as it is shown, in order.
std::vector<const Word*> words_of_step(const Desk& desk) {
  std::vector<const Word*> found;
  if (desk.course == nullptr || desk.pages.has(PageKind::lab) || !desk.glossary) return found;
  const lesson::Step& step = desk.course->step();
  std::set<std::string> met;
  const auto look = [&](std::string_view markdown) {
    auto prose = lesson::paragraphs(markdown);
    desk.glossary->mark(prose, met);
    for (const lesson::Paragraph& paragraph : prose) {
      for (const lesson::Run& run : paragraph.runs) {
        if (!run.word.empty()) found.push_back(desk.glossary->find(run.word));
      }
    }
  };
  for (const lesson::Block& block : step.blocks) {
    const bool shown = !block.after_task || !step.task || desk.course->attempt().locked;
    if (block.fence == nullptr && shown) look(block.text);
  }
  if (step.task) look(step.task->question);
  return found;
}

/// "- **In hardware:** one kernel in place of several", if there is anything to say.
std::string column(std::string_view key, const std::string& text) {
  return text.empty() ? "" : fmt::format("- **{}** {}\n", base::text(key), text);
}

/// A word in full: what it means, the four columns, and where the warehouse misleads.
Node word_node(const Desk& desk, const Word& word) {
  std::string markdown = word.says + "\n\n";
  markdown += column("session.glossary.warehouse", word.warehouse);
  if (has_learned(desk, "bytes")) {  // before, nobody has heard of chips
    markdown += column("session.glossary.kitchen", word.kitchen);
    markdown += column("session.glossary.hardware", word.hardware);
    markdown += column("session.glossary.counter", word.counter);
  }
  if (!word.breaks.empty())
    markdown += fmt::format("\n**{}** {}\n", base::text("session.glossary.breaks"), word.breaks);
  Node node = prose("glossary.word", Purpose::explanation, markdown);
  node.label = word.word;
  const auto listed = desk.services.course();
  const bool open_here = desk.course != nullptr && desk.course->lesson.id == word.lesson;
  if (listed && !open_here && std::ranges::find(*listed, word.lesson, &lesson::Listed::id) != listed->end()) {
    Action open = action("lesson:" + word.lesson, "session.course.open");
    open.label = base::say("session.glossary.lesson", {{"lesson", word.lesson}});
    node.actions.push_back(std::move(open));
  }
  return node;
}

/// Words to choose from; none: no node.
void add_words(std::vector<Node>& nodes, std::string id, std::string label, const std::vector<const Word*>& words,
               const std::string& shown) {
  if (words.empty()) return;
  Node node = make(std::move(id), Purpose::taps, std::move(label), shown);
  for (const Word* word : words) node.actions.push_back(labelled("word:" + word->word, word->word));
  nodes.push_back(std::move(node));
}

std::vector<const Word*> all_words(const Desk& desk) {
  return desk.glossary->search({});
}

}  // namespace

Node glossary_page(const Desk& desk) {
  Node root = make("page", Purpose::page, base::say("session.glossary.title"));
  auto& nodes = root.children;
  const char* const columns =
      has_learned(desk, "bytes") ? "session.glossary.subtitle" : "session.glossary.subtitle.warehouse";
  nodes.push_back(make("header", Purpose::header, base::say("session.glossary.title"), base::say(columns)));
  for (Node& node : report_nodes(desk)) nodes.push_back(std::move(node));
  if (desk.glossary) {
    const GlossaryView& view = desk.glossary_view;
    Node find = make("glossary.find", Purpose::words, base::say("session.glossary.find"), view.typed);
    find.editable = find.focused = true;
    find.actions.push_back(action("glossary.find", "session.glossary.set_find"));
    nodes.push_back(std::move(find));
    const bool searches = !base::trim(view.typed).empty();
    const auto found = desk.glossary->search(view.typed);
    if (found.empty()) {
      nodes.push_back(notice("glossary.none", Said::anything,
                             base::say("session.glossary.none", {{"word", base::trim(view.typed)}})));
    }
    const Word* word = desk.glossary->find(view.shown);
    if (word != nullptr && !found.empty()) nodes.push_back(word_node(desk, *word));
    if (searches) add_words(nodes, "glossary.found", base::say("session.glossary.found"), found, view.shown);
    if (!searches) {
      add_words(nodes, "glossary.step", base::say("session.glossary.step"), words_of_step(desk), view.shown);
      add_words(nodes, "glossary.all", base::say("session.glossary.all"), all_words(desk), view.shown);
    }
  } else {
    nodes.push_back(wrong_node("glossary.wrong", desk.glossary.error()));
  }
  nodes.push_back(
      button("button.primary", action("glossary.close", "session.glossary.back", {"Enter", "Escape", "Ctrl+D"}), true));
  return root;
}

void open_glossary(Desk& desk, std::string_view word) {
  desk.glossary_view = {};
  desk.pages.open(PageKind::glossary);
  if (!desk.glossary) return;
  if (!word.empty()) return show_word(desk, word);
  const auto here = words_of_step(desk);
  const auto all = all_words(desk);
  if (!here.empty()) {
    desk.glossary_view.shown = here.front()->word;
  } else if (!all.empty()) {
    desk.glossary_view.shown = all.front()->word;
  }
}

void show_word(Desk& desk, std::string_view word) {
  if (!desk.pages.has(PageKind::glossary)) desk.pages.open(PageKind::glossary);
  const Word* found = desk.glossary ? desk.glossary->find(word) : nullptr;
  if (found != nullptr) desk.glossary_view.shown = found->word;
}

void find_word(Desk& desk, std::string_view typed) {
  desk.glossary_view.typed = typed;
  const auto found = desk.glossary ? desk.glossary->search(typed) : std::vector<const Word*>{};
  if (!base::trim(typed).empty() && !found.empty()) desk.glossary_view.shown = found.front()->word;
}

void link_words(const Desk& desk, Node& prose, std::set<std::string>& met) {
  if (!desk.glossary) return;
  desk.glossary->mark(prose.paragraphs, met);
  for (const lesson::Paragraph& paragraph : prose.paragraphs) {
    for (const lesson::Run& run : paragraph.runs) {
      if (run.word.empty()) continue;
      Action open = labelled("word:" + run.word, base::say("session.glossary.of", {{"word", run.word}}));
      open.gesture = Gesture::word;
      if (std::ranges::find(prose.actions, open.id, &Action::id) == prose.actions.end())
        prose.actions.push_back(std::move(open));
    }
  }
}

}  // namespace session
