// What the audience's page and the presenter's have in common.
#pragma once

#include "lesson/lesson.hpp"
#include "session/state/desk.hpp"

#include <string>
#include <vector>

namespace session {

/// Every click and key of the class view. `own_window`: of the presenter, so that nothing need be flipped.
[[nodiscard]] std::vector<Action> class_actions(const Desk& desk, bool own_window);
/// Brings a blank screen's page back.
[[nodiscard]] Action show_action();
/// What the next click does, in words.
[[nodiscard]] std::string ahead_words(const Desk& desk);

/// The lettered answers; `tally`: with the hands for each, `truth`: the right one marked.
[[nodiscard]] std::vector<Node> letter_nodes(const Desk& desk, bool tally, bool truth);
/// The open field for the counts.
[[nodiscard]] std::vector<Node> hands_nodes(const Desk& desk);
/// Where the room stands: "60 answers, locked"; empty where there is nothing to say.
[[nodiscard]] std::string room_words(const Desk& desk, bool for_the_room = false);
/// What the next key does on the room's page, for a teacher who has no second screen; empty where the page says it.
[[nodiscard]] std::string key_words(const Desk& desk);
/// The class's words of the open step: those below the task once it is told. Null: it has none.
[[nodiscard]] const lesson::Block* class_block(const Desk& desk);
/// Those that ask, also once it is told. Null: it has none.
[[nodiscard]] const lesson::Block* asking_block(const lesson::Step& step);
/// The class's words; a number that no run has told yet says so.
[[nodiscard]] std::string class_text(const Desk& desk);
[[nodiscard]] std::string class_text(const Desk& desk, const lesson::Block& block);
/// The picture that the room has before it, if any; and what a step after this one opens with: nothing where that would
/// tell a room that sees this page what it is still asked.
[[nodiscard]] std::optional<Node> room_picture(const Desk& desk);
[[nodiscard]] std::optional<Node> picture_ahead(const Desk& desk, std::size_t at);
/// Where in the lesson.
[[nodiscard]] Node class_header(const Desk& desk);

}  // namespace session
