// A picture and its caption.
#include "session/room/class_thumbnails.hpp"

#include "base/words.hpp"
#include "lesson/values.hpp"
#include "session/room/class_nodes.hpp"
#include "session/room/takeaways.hpp"
#include "session/room/talk.hpp"
#include "session/state/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace session {
namespace {

constexpr std::string_view now_id = "class.now";

Node captioned(const Desk& desk, std::string_view id, std::string_view label, const ClassStop& stop) {
  const lesson::Step& step = stop.course->lesson.steps[stop.at];
  // A talk counts its questions, not the steps of their lessons.
  Node node = make(std::string(id), Purpose::thumbnail, base::say(label),
                   desk.talk ? step.title : fmt::format("{}  {}", stop.at + 1, step.title));
  if (stop.minutes > 0) {
    node.lines.push_back(base::say("session.class.clock.minutes", {{"minutes", std::to_string(stop.minutes)}}));
  }
  return node;
}

}  // namespace

Node now_thumbnail(const Desk& desk) {
  Node node = captioned(desk, now_id, "session.class.now", {desk.course, desk.course->at, minutes_here(desk)});
  if (auto list = shows_takeaways(desk) ? takeaways(desk) : std::nullopt) {
    node.paragraphs = std::move(list->paragraphs);
  } else if (auto picture = room_picture(desk)) {
    node.figure = std::move(picture->figure);
  } else {
    node.paragraphs = lesson::paragraphs(class_text(desk));
  }
  return node;
}

Node next_thumbnail(const Desk& desk) {
  const auto next = stop_beside(desk, 1);
  if (!next) {
    Node node = make("class.next", Purpose::thumbnail, base::say("session.class.next"));
    const bool more = has_takeaways(desk) && !shows_takeaways(desk);
    node.paragraphs = lesson::paragraphs(base::text(more ? "session.class.last.takeaways" : "session.class.last"));
    return node;
  }
  const std::size_t at = next->at;
  const Course& course = *next->course;
  Node node = captioned(desk, "class.next", "session.class.next", *next);
  // Of another lesson nothing is drawn before it is open: in place of a picture, what it will ask.
  if (&course != desk.course) {
    node.paragraphs = lesson::paragraphs(course.lesson.title);
    const lesson::Block* words = asking_block(course.lesson.steps[at]);
    if (words != nullptr && words->text.find('{') == std::string::npos) {
      std::ranges::move(lesson::paragraphs(words->text), std::back_inserter(node.paragraphs));
    }
    return node;
  }
  const lesson::Step& step = course.lesson.steps[at];
  if (auto picture = picture_ahead(desk, at)) node.figure = std::move(picture->figure);
  if (const lesson::Block* words = asking_block(step)) {
    node.paragraphs = lesson::paragraphs(class_text(desk, *words));
  } else if (!node.figure && step.task) {
    node.paragraphs = lesson::paragraphs(lesson::fill(step.task->question, readable(desk), step.task->chain));
    node.paragraphs.resize(std::min<std::size_t>(node.paragraphs.size(), 1));
  }
  return node;
}

void move_thumbnail(Desk& desk) {
  if (!desk.pages.has(PageKind::room)) return;
  const bool alone = desk.class_view.two_windows;
  auto& nodes = (alone ? desk.presenter : desk.view).root.children;
  const auto now = std::ranges::find(nodes, now_id, &Node::id);
  if (now == nodes.end()) return;
  desk.presenter.revision = desk.view.revision;
  if (!alone) {
    if (auto picture = room_picture(desk)) now->figure = std::move(picture->figure);
    return;
  }
  // It was drawn for the wall a moment ago.
  const auto& wall = desk.view.root.children;
  const auto drawn = std::ranges::find_if(wall, [](const Node& node) { return node.figure != nullptr; });
  if (drawn != wall.end()) now->figure = drawn->figure;
}

}  // namespace session
