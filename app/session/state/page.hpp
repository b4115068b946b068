// Pages of the view: what stands where. Each function reads the desk and makes nodes; none changes anything.
#pragma once

#include "session/state/desk.hpp"
#include "session/state/lock_rule.hpp"

namespace session {

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
/// Whether who reads this page has met a tab of the stage or the scene's depot (lesson::stage_tabs): in a lesson with a
/// stage what the course has introduced by then, elsewhere all of it.
[[nodiscard]] bool has_learned(const Desk& desk, std::string_view what);

/// Shows this chain as it ran on a card another day; nothing where there is no recording, or it is open.
[[nodiscard]] std::optional<Action> recording_action(const Desk& desk, const Bench& bench);

/// Whether the question beside or above a figure is its title, too: on a wall every line of height is dear.
[[nodiscard]] bool is_untitled(const Desk& desk);
/// The panel that a quantity is drawn on: "bytes.fused" on bytes; nothing for ratios and the like.
[[nodiscard]] std::optional<charts::Quantity> panel_of(std::string_view quantity);

}  // namespace session
