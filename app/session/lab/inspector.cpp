// What can be selected, and where that is said: rows of taps, and figures that can be pointed at.
#include "session/lab/inspector.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/frame/source_words.hpp"
#include "figure/hit_test.hpp"
#include "session/lab/inspected.hpp"
#include "session/state/lock_rule.hpp"
#include "session/state/page.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace session {
namespace {

constexpr std::string_view inspect = "inspect:";

/// Something to select: its id, and what its tap says.
struct Subject {
  std::string id, label;
  bool hidden = false;
};
using Subjects = std::vector<Subject>;

Subjects ops_of(const Bench& bench) {
  Subjects all;
  for (const int op : bench.chain->ops()) {
    const auto& value = bench.chain->values[op];
    all.push_back({"op:" + value.name, fmt::format("{}: {}", value.name, chain::info(value.op).name)});
  }
  return all;
}

Subjects kernel_subjects(const Desk& desk, const Bench& bench) {
  Subjects all;
  const LockRule rule(desk);
  const auto& plans = bench.study(LockRule::to_hide()).plans;
  for (std::size_t p = 0; p < plans.size(); ++p) {
    const auto& plan = plans[p];
    const std::string name = charts::plan_words(plan);
    if (is_hidden(desk, rule, bench, "kernels", p)) {
      all.push_back({{}, fmt::format("{} {}", name, base::text("session.unknown")), true});
      continue;
    }
    for (std::size_t k = 0; k < plan.groups.size(); ++k) {
      all.push_back({fmt::format("kernel:{}:{}", plan.name, k), fmt::format("{} {}", name, k + 1)});
    }
  }
  return all;
}

Subjects tensors_of(const Bench& bench) {
  Subjects all;
  for (const auto& value : bench.chain->values) all.push_back({"tensor:" + value.name, value.name});
  return all;
}

/// The marks of a figure that stand for a row of its table.
Subjects marks_of(const figure::Figure& figure) {
  Subjects all;
  for (const auto& mark : figure.marks) {
    if (!figure::seen(mark, figure.stage) || rows_of(figure, mark.id).empty()) continue;
    std::string label = mark.id.substr(mark.id.find('.') + 1);
    std::ranges::replace(label, '.', ' ');
    const std::string id = fmt::format("mark:{}:{}", figure.id, mark.id);
    if (std::ranges::find(all, id, &Subject::id) == all.end()) all.push_back({id, std::move(label)});
  }
  return all;
}

/// The page's figures; of a stage the one that is seen.
template <class Page, class Visit>
void each_picture(Page& page, const Visit& visit) {
  for (auto& node : page.children) {
    if (node.figure) visit(node);
    if (node.purpose != Purpose::stage) continue;
    for (auto& picture : node.children) {
      if (picture.figure && picture.selected) visit(picture);
    }
  }
}

std::vector<const figure::Figure*> figures_of(const Node& page) {
  std::vector<const figure::Figure*> all;
  each_picture(page, [&](const Node& node) {
    if (!marks_of(*node.figure).empty()) all.push_back(node.figure.get());
  });
  return all;
}

bool is_of(const std::string& subject, const figure::Figure& figure) {
  return subject.starts_with("mark:" + figure.id + ":");
}

Subjects everything(const Desk& desk, const Bench& bench, const Node& page) {
  Subjects all = ops_of(bench);
  const auto add = [&](Subjects more) { std::ranges::move(more, std::back_inserter(all)); };
  add(kernel_subjects(desk, bench));
  add(tensors_of(bench));
  for (const auto* figure : figures_of(page)) add(marks_of(*figure));
  std::erase_if(all, &Subject::hidden);
  return all;
}

/// What was chosen if this page has it, else its first op.
std::string chosen(const Desk& desk, const Bench& bench, const Node& page) {
  const auto all = everything(desk, bench, page);
  const bool there = std::ranges::find(all, desk.inspector.chosen, &Subject::id) != all.end();
  return there ? desk.inspector.chosen : all.front().id;
}

Node taps(std::string id, std::string_view label, const Subjects& subjects, const std::string& taken) {
  Node node = make(std::move(id), Purpose::taps, std::string(base::text(label)));
  for (const Subject& one : subjects) {
    Action action = labelled(std::string(inspect) + one.id, one.label);
    if (one.id == taken) node.value = one.label;
    node.actions.push_back(one.hidden ? disabled(std::move(action), std::string(base::text("session.inspector.asked")))
                                      : std::move(action));
  }
  return node;
}

Node panel(const Desk& desk, const Bench& bench, const Node& page) {
  const std::string taken = chosen(desk, bench, page);
  Node node = make("inspector", Purpose::inspector, std::string(base::text("session.inspector.title")));
  auto& rows = node.children;
  rows.push_back(taps("inspect.ops", "session.inspector.ops", ops_of(bench), taken));
  rows.push_back(taps("inspect.kernels", "session.inspector.kernels", kernel_subjects(desk, bench), taken));
  rows.push_back(taps("inspect.tensors", "session.inspector.tensors", tensors_of(bench), taken));
  rows.front().focused = true;
  Subjects figures;
  for (const auto* figure : figures_of(page)) {
    const Subjects marks = marks_of(*figure);
    figures.push_back({is_of(taken, *figure) ? taken : marks.front().id, figure->id});
  }
  if (!figures.empty()) rows.push_back(taps("inspect.figures", "session.inspector.figures", figures, taken));
  for (const auto* figure : figures_of(page)) {
    if (is_of(taken, *figure)) {
      rows.push_back(taps("inspect.marks", "session.inspector.marks", marks_of(*figure), taken));
      rows.push_back(told_mark(*figure, taken.substr(("mark:" + figure->id + ":").size())));
    }
  }
  if (desk.pages.has(PageKind::lab) && !LockRule(desk).anything(bench)) {
    rows.push_back(make("inspect.closed", Purpose::notice, std::string(base::text("session.closed.numbers")),
                        std::string(base::text("session.unknown"))));
    return node;
  }
  if (!taken.starts_with("mark:")) std::ranges::move(told(desk, bench, taken), std::back_inserter(rows));
  auto& walk = std::ranges::find(rows, Purpose::table, &Node::purpose)->actions;
  walk.push_back(action("inspect.back", "session.inspector.back", {"Alt+Left"}));
  walk.push_back(action("inspect.next", "session.inspector.next", {"Alt+Right"}));
  return node;
}

/// The mark that stands for what is selected; the page's other figures have none.
std::string mark_of(const figure::Figure& figure, const std::string& taken) {
  if (is_of(taken, figure)) return taken.substr(("mark:" + figure.id + ":").size());
  return taken.starts_with("op:") ? "card." + taken.substr(3) : std::string();
}

}  // namespace

void add_inspector(const Desk& desk, Node& page) {
  const auto bench = bench_of_page(desk);
  if (!bench || desk.pages.has(PageKind::room) || desk.pages.has(PageKind::course) || desk.pages.has(PageKind::hosts) ||
      desk.pages.has(PageKind::glossary) || desk.pages.has(PageKind::before) || desk.pages.has(PageKind::recall))
    return;
  page.children.push_back(button(
      "button.inspector",
      action("inspector.toggle", desk.inspector.open ? "session.inspector.close" : "session.inspector.open", {"F9"})));
  if (!desk.inspector.open) return;
  Node shown = panel(desk, *bench, page);
  const std::string taken = chosen(desk, *bench, page);
  each_picture(page, [&](Node& node) {
    node.inspected = mark_of(*node.figure, taken);
    // First, so that what else can be pressed on the figure lies above it.
    Action point = action("inspect.at:" + node.id, "session.inspector.point");
    point.gesture = Gesture::point;
    node.actions.insert(node.actions.begin(), std::move(point));
  });
  const auto after = std::ranges::find_if(page.children, [](const Node& node) {
    return node.purpose != Purpose::header && node.purpose != Purpose::steps;
  });
  page.children.insert(after, std::move(shown));
}

void inspect_at(Desk& desk, std::string_view node, std::string_view place) {
  const auto nodes = all_nodes(desk.view);
  const auto at = std::ranges::find(nodes, node, &Node::id);
  const auto space = place.find(' ');
  if (at == nodes.end() || !(*at)->figure || space == std::string_view::npos) return;
  const Node* found = *at;
  const auto x = base::to_number(place.substr(0, space)), y = base::to_number(place.substr(space + 1));
  if (!x || !y) return;
  const auto mark = figure::hit(*found->figure, {*x, *y});
  if (!mark) return;
  const auto parts = base::split(*mark, '.');
  const auto rest = [&](std::size_t from) {  // names of values may hold a dot
    std::string_view left = *mark;
    for (std::size_t i = 0; i < from; ++i) left.remove_prefix(std::min(left.size(), parts[i].size() + 1));
    return std::string(left);
  };
  if (mark->starts_with("card.")) {
    desk.inspector.chosen = "op:" + rest(1);
  } else if (parts.size() > 2 && (parts[1] == "read" || parts[1] == "again" || parts[1] == "write")) {
    desk.inspector.chosen = "tensor:" + rest(2);
  } else if (mark->starts_with("kernel.") && parts.size() == 4 && base::to_integer(parts[3])) {
    desk.inspector.chosen = fmt::format("kernel:{}:{}", parts[1], *base::to_integer(parts[3]) - 1);
  } else if (!rows_of(*found->figure, *mark).empty()) {
    desk.inspector.chosen = fmt::format("mark:{}:{}", found->figure->id, *mark);
  }
}

void inspect_next(Desk& desk, int direction) {
  const auto bench = bench_of_page(desk);
  if (!bench) return;
  const auto all = everything(desk, *bench, desk.view.root);
  const auto at = std::ranges::find(all, chosen(desk, *bench, desk.view.root), &Subject::id) - all.begin();
  const auto count = std::ssize(all);
  desk.inspector.chosen = all[static_cast<std::size_t>((at + direction + count) % count)].id;
}

}  // namespace session
