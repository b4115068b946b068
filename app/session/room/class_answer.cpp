// From letters, hands and misconceptions to lines.
#include "session/room/class_answer.hpp"

#include "base/words.hpp"
#include "lesson/finding.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/markdown.hpp"
#include "session/lesson/room_letters.hpp"
#include "session/state/page.hpp"

#include <algorithm>
#include <cmath>

namespace session {
namespace {

using lesson::By;
using lesson::Task;

std::string filled(const Desk& desk, const Task& task, std::string_view text) {
  return lesson::fill(text, desk.course->lesson, truth(*desk.course), task.chain);
}

/// Why that answer is wrong, to be said aloud; below it, for the presenter alone, how else one comes to it. Neither
/// where nothing is known of it.
void say_to(const Desk& desk, const Task& task, double value, Node& reply) {
  if (task.kind->judge == nullptr) return;
  const lesson::Judgement judged = lesson::judge(task, value, truth(*desk.course));
  const bool known = !judged.right && !std::isnan(judged.truth);
  const bool own = task.kind->by != By::letter || !judged.misconception.empty();
  if (!known || !own) return;
  reply.paragraphs = lesson::paragraphs(filled(desk, task, judged.explanation));
  if (!judged.other_ways.empty())
    reply.sides = {filled(desk, task, base::say("session.class.other_ways", {{"ways", judged.other_ways}}))};
}

std::string hand_count(int hands) {
  return base::say("session.class.hand_count", static_cast<std::uint64_t>(hands));
}

/// The letter that more of the room said than any other, if it is wrong.
std::optional<std::size_t> most_said(const std::vector<Letter>& letters, const std::vector<int>& hands) {
  if (hands.empty()) return std::nullopt;
  const auto most = std::ranges::max_element(hands);
  const auto at = static_cast<std::size_t>(most - hands.begin());
  const bool alone = std::ranges::count(hands, *most) == 1;
  return alone && !letters[at].right ? std::optional(at) : std::nullopt;
}

/// What a letter, or the room's number, comes to when it is judged.
double value_of(const Task& task, const std::vector<Letter>& letters, std::size_t at) {
  return task.kind->by == By::letter ? static_cast<double>(at) : letters[at].value;
}

/// Of a room that has no letters, and said one number.
std::vector<Node> number_reply(const Desk& desk, const Task& task) {
  const Room room = room_of(desk);
  Node node = make("class.reply", Purpose::reply, {});
  if (room.number) say_to(desk, task, *room.number, node);
  if (node.paragraphs.empty()) return {};
  node.value = base::say("session.class.number_said",
                         {{"number", lesson::show_answer(task, lesson::asked_by(task), *room.number)}});
  node.primary = true;
  return {std::move(node)};
}

}  // namespace

std::optional<Node> answer_node(const Desk& desk, bool tally) {
  const Course& course = *desk.course;
  const auto& task = course.step().task;
  if (!task || task->kind->is_run()) return std::nullopt;
  Node node = make("class.answer", Purpose::answer, base::say("session.class.answer"));
  const auto letters = letters_of(course, course.at);
  const auto right = std::ranges::find(letters, true, &Letter::right);
  if (right != letters.end()) {
    const auto at = static_cast<std::size_t>(right - letters.begin());
    const auto hands = room_of(desk).hands;
    node.value = lesson::letter(at);
    if (tally && at < hands.size()) node.lines.push_back(hand_count(hands[at]));
  }
  std::string words = task->model_answer;
  if (task->kind->asks_number()) {
    const auto value = lesson::value_of(truth(course), task->chain, lesson::asked_by(*task));
    words = value ? lesson::show_answer(*task, lesson::asked_by(*task), *value) : base::say("session.class.answer.run");
  } else if (right != letters.end()) {
    words = right->words;
  }
  if (words.empty()) return std::nullopt;
  node.paragraphs = lesson::paragraphs(filled(desk, *task, words));
  return node;
}

std::vector<Node> reply_nodes(const Desk& desk, bool tally, bool told) {
  const auto& task = desk.course->step().task;
  if (!task) return {};
  const auto letters = letters_of(*desk.course, desk.course->at);
  if (letters.empty()) return tally && told ? number_reply(desk, *task) : std::vector<Node>();
  const Room room = room_of(desk);
  const auto hands = tally ? room.hands : std::vector<int>();
  std::vector<Node> nodes = {
      notice("class.replies", Said::task, base::say(told ? "session.class.replies" : "session.class.answers"))};
  const auto most = told ? most_said(letters, hands) : std::nullopt;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (told && letters[i].right) continue;
    const std::string letter = lesson::letter(i);
    Node node = make("class.reply." + letter, Purpose::reply, letter);
    if (told) say_to(desk, *task, value_of(*task, letters, i), node);
    node.value =
        lesson::unmarked(lesson::fill(letters[i].words, told ? truth(*desk.course) : readable(desk), task->chain));
    if (i < hands.size()) node.lines.push_back(hand_count(hands[i]));
    node.primary = most == i;
    if (node.primary) node.lines.push_back(base::say("session.class.most_said", {{"letter", letter}}));
    nodes.push_back(std::move(node));
  }
  std::stable_partition(nodes.begin() + 1, nodes.end(), [](const Node& node) { return node.primary; });
  return nodes;
}

}  // namespace session
