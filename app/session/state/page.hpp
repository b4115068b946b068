// Pages of the view: what stands where. Each function reads the desk and makes nodes; none changes anything.
#pragma once

#include "charts/bars/bytes_bars.hpp"
#include "session/state/desk.hpp"
#include "session/state/lock_rule.hpp"

namespace session {

/// The page that is open: the course's list, a lesson's step, the lab, or before either the way into the lab.
[[nodiscard]] Node open_page(const Desk& desk);
[[nodiscard]] Node lesson_page(const Desk& desk);
[[nodiscard]] Node lab_page(const Desk& desk);
[[nodiscard]] Node hosts_page(const Desk& desk);
[[nodiscard]] Node course_page(const Desk& desk);
/// The class view: what the room sees, and what its teacher does.
[[nodiscard]] Node audience_page(const Desk& desk);
[[nodiscard]] Node presenter_page(const Desk& desk);

/// The open step's task: question, what can be done about it, and after the lock what it comes to.
[[nodiscard]] std::vector<Node> task_nodes(const Desk& desk);
/// Guess, model and measurement of a chain that ran.
[[nodiscard]] std::vector<Node> reveal_nodes(const Desk& desk, const Bench& bench,
                                             const std::vector<record::Guess>& guesses);
/// Of these what the back row can read: two lines of numbers, whether they were verified, and whose they are.
[[nodiscard]] std::vector<Node> class_reveal_nodes(const Bench& bench, Leave leave);
/// The run that is going on, what went wrong, what is to be said.
[[nodiscard]] std::vector<Node> report_nodes(const Desk& desk);

// Small makers.
[[nodiscard]] Node make(std::string id, Purpose purpose, std::string label, std::string value = {});
[[nodiscard]] Node notice(std::string id, Said said, std::string words);
/// Where a number comes from, in words and by its sign.
[[nodiscard]] Node badge_node(std::string id, std::string words, record::Source source);
/// What a person wrote wrong, and what is shown meanwhile.
[[nodiscard]] Node wrong_node(std::string id, base::Diagnostics wrong, std::string meanwhile = {});
[[nodiscard]] Node prose(std::string id, Purpose purpose, std::string_view markdown);
[[nodiscard]] Node button(std::string id, Action action, bool primary = false);
/// The same button, and where it leads.
[[nodiscard]] Node way(Way where, Node button);
[[nodiscard]] Action action(std::string id, std::string_view text_key, Keys keys = {});
/// With words that are in no table: a letter, an op's name.
[[nodiscard]] Action labelled(std::string id, std::string label, Keys keys = {});
/// Takes the student's guess where it is dragged to on the figure.
[[nodiscard]] Action drag_action(std::string_view text_key);
/// Writes this figure to a file.
[[nodiscard]] Action export_action(std::string_view figure_id);
[[nodiscard]] Action disabled(Action action, std::string why);
[[nodiscard]] Node figure_node(figure::Figure figure);
/// What runs both plans, or why it cannot now.
[[nodiscard]] Action run_action(const Desk& desk, const Bench& bench);

/// Shows this chain as it ran on a card another day; nothing where there is no recording, or it is open.
[[nodiscard]] std::optional<Action> recording_action(const Desk& desk, const Bench& bench);

/// What a chart is given: the bench, the guesses, and the numbers only where they may be seen.
[[nodiscard]] charts::ChartData chart_data(const Desk& desk, const Bench& bench, std::vector<record::Guess> guesses,
                                           const Allowed& allowed);
/// Whether the question beside or above a figure is its title, too: on a wall every line of height is dear.
[[nodiscard]] bool is_untitled(const Desk& desk);
/// The panel that a quantity is drawn on: "bytes.fused" on bytes; nothing for ratios and the like.
[[nodiscard]] std::optional<charts::Quantity> panel_of(std::string_view quantity);
/// What most of the room said about this bench, of what was locked.
[[nodiscard]] std::vector<record::Guess> guesses_of_room(const Desk& desk, const Bench& bench);
/// Locked guesses of the lesson about this bench, and the open one's if it is about it.
[[nodiscard]] std::vector<record::Guess> guesses_of(const Desk& desk, const Bench& bench);

}  // namespace session
