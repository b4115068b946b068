// Rows of "what, how much, whose": the lock rule is asked for each of them.
#include "session/lab/inspected.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/source_words.hpp"
#include "figure/table.hpp"
#include "session/state/cells.hpp"
#include "session/state/kernel_source.hpp"
#include "session/state/numbers.hpp"
#include "session/state/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace session {
namespace {

/// A table that asks before it tells.
class Told {
 public:
  Told(const Desk& desk, const Bench& bench, std::string title) : desk_(desk), rule_(desk), bench_(bench) {
    node = make("inspect.told", Purpose::table, std::move(title));
    node.rows.push_back({{}, cell::said("session.source.value"), cell::said("session.source.from")});
  }

  /// What the chain's own text says.
  void given(std::string_view key, const std::string& value) {
    line(base::say(key), value, base::say("session.inspector.chain"));
  }
  void line(const std::string& what, const std::string& value, const std::string& from) {
    node.rows.push_back({cell::words(what), cell::words(value), cell::words(from)});
  }
  /// A figure of the model's; '?' while a task asks for its family of this plan.
  void model(std::string_view key, std::string_view family, std::size_t plan, const std::string& value) {
    asked(base::say(key), family, plan, value, model_word());
  }
  [[nodiscard]] static std::string model_word() { return std::string(charts::source_words(record::Source::model)); }
  /// A sentence below the table; nothing while it would tell.
  void sentence(std::string_view key, std::string_view family, std::size_t plan, const std::string& value) {
    if (hides(family, plan)) return model(key, family, plan, value);
    sentences.push_back(
        make(fmt::format("inspect.why.{}", sentences.size() + 1), Purpose::notice, base::say(key), value));
  }
  /// The table, its sentences, and whose model it is.
  [[nodiscard]] std::vector<Node> nodes() {
    std::vector<Node> all;
    all.push_back(std::move(node));
    std::ranges::move(sentences, std::back_inserter(all));
    all.push_back(badge_node("inspect.model", badge(bench_, record::Source::model), record::Source::model));
    return all;
  }
  void asked(const std::string& what, std::string_view family, std::size_t plan, const std::string& value,
             const std::string& from) {
    const bool hidden = hides(family, plan);
    line(what, hidden ? base::say("session.unknown") : value, hidden ? base::say("session.inspector.asked") : from);
  }

  [[nodiscard]] bool hides(std::string_view family, std::size_t plan) const {
    return is_hidden(desk_, rule_, bench_, family, plan);
  }

  Node node;
  std::vector<Node> sentences;

 private:
  const Desk& desk_;
  const LockRule rule_;
  const Bench& bench_;
};

std::string shape_words(const chain::Value& value) {
  std::string dims;
  for (const auto dim : value.shape.dims) dims += (dims.empty() ? "" : ", ") + std::to_string(dim);
  return fmt::format("{}[{}]", chain::name(value.dtype), dims);
}

std::string formula(const chain::Chain& chain, int op) {
  return chain.values[op].name + " = " + chain::expression(chain, op);
}

/// "x, b (no crossing)" of what one kernel reads or writes.
std::string tensors(const chain::Chain& chain, const model::Traffic& traffic, bool write) {
  std::string out;
  for (const auto& transfer : traffic.transfers) {
    if (transfer.write != write) continue;
    out += (out.empty() ? "" : ", ") + chain.values[transfer.value].name;
    if (!transfer.full) out += " " + base::say("session.inspector.no_crossing");
  }
  return out.empty() ? base::say("session.none") : out;
}

std::string both_words(base::Bytes read, base::Bytes written) {
  return base::say("session.inspector.both", {{"read", base::show(read)}, {"written", base::show(written)}});
}

/// What one result says of one kernel of the plan; what it does not say is no row.
void result_rows(Told& told, const record::Measurement& measurement, const plan::FusionPlan& plan, std::size_t p,
                 int group) {
  const auto found = std::ranges::find(measurement.plans, plan.name, &record::PlanMeasurement::plan);
  if (found == measurement.plans.end()) return;
  const std::string from = charts::source_words(measurement);
  const auto at = static_cast<std::size_t>(group);
  if (found->kernels.size() == plan.groups.size() && found->kernels[at].dram_read && found->kernels[at].dram_written) {
    const record::KernelMeasurement& kernel = found->kernels[at];
    const auto level = [&](std::string_view key, const std::optional<base::Moved>& bytes) {
      if (!bytes) return told.line(base::say(key), base::say("session.inspector.not_counted"), from);
      told.asked(base::say(key), "bytes", p, both_words(bytes->read, bytes->written), from);
    };
    level("session.inspector.issued", kernel.issued);
    level("session.inspector.l2", kernel.l2);
    level("session.inspector.dram", base::Moved{*kernel.dram_read, *kernel.dram_written});
  }
  if (found->timeline) {
    const auto& kernels = found->timeline->kernels;
    const bool by_code = !found->code.empty() && found->code.size() == kernels.size();
    std::int64_t length = 0;
    for (std::size_t k = 0; k < kernels.size(); ++k) {
      const bool mine = by_code ? found->code[k].group == group : kernels.size() == plan.groups.size() && k == at;
      if (mine) length += kernels[k].end - kernels[k].begin;
    }
    if (length > 0) {
      told.asked(base::say("session.inspector.time"), "time", p,
                 base::show(base::Seconds{static_cast<double>(length) * 1e-9}), from);
    }
  }
  for (const auto& code : found->code) {
    if (code.group != group) continue;
    const record::Target card = measurement.target.value_or(record::Target{});
    for (const CompilerFigure& figure : compiler_figures(measurement.source, card, code)) {
      told.asked(figure.what, "time", p, figure.value, figure.whose);
    }
  }
}

/// The kernel's bytes at each level of a cold run: the model knows what stays in L2 between two kernels.
void level_rows(Told& told, const Bench& bench, std::size_t p, std::size_t k) {
  const base::Levels& levels = bench.study(LockRule::to_hide()).predictions.at(p).kernels.at(k).cold_levels;
  // What is served by L2 tells of the time, too.
  const std::string_view family = told.hides("time", p) ? "time" : "bytes";
  const auto level = [&](std::string_view key, const std::optional<base::Moved>& bytes) {
    if (!bytes) return told.line(base::say(key), base::say("session.inspector.not_modelled"), Told::model_word());
    told.model(key, family, p, both_words(bytes->read, bytes->written));
  };
  level("session.inspector.issued", levels.issued);
  level("session.inspector.l2", levels.l2);
  level("session.inspector.dram", levels.dram);
}

std::vector<Node> told_kernel(const Desk& desk, const Bench& bench, std::size_t p, std::size_t k) {
  const study::Study& study = bench.study(LockRule::to_hide());
  const auto& plan = study.plans.at(p);
  const auto& group = plan.groups.at(k);
  const auto& kernel = study.predictions.at(p).kernels.at(k);
  const std::string name = charts::plan_words(plan);
  Told told(desk, bench, base::say("session.inspector.kernel", {{"plan", name}, {"n", std::to_string(k + 1)}}));
  std::string ops;
  for (const int op : group.ops) ops += (ops.empty() ? "" : "; ") + formula(*bench.chain, op);
  told.sentences.push_back(make("inspect.ops_of", Purpose::notice, base::say("session.inspector.ops"), ops));
  told.model("session.inspector.schedule", "kernels", p, std::string(plan::name(group.schedule)));
  told.model("session.inspector.reads", "crossings", p, tensors(*bench.chain, kernel.traffic, false));
  told.model("session.inspector.writes", "crossings", p, tensors(*bench.chain, kernel.traffic, true));
  told.model("session.row.crossings", "crossings", p, std::to_string(kernel.traffic.crossings));
  told.model("session.inspector.read", "bytes", p, base::show(kernel.traffic.read));
  told.model("session.inspector.written", "bytes", p, base::show(kernel.traffic.written));
  if (bench.timed) level_rows(told, bench, p, k);
  if (kernel.traffic.bytes().value > 0) {
    told.model(
        "session.inspector.intensity", "intensity", p,
        lesson::show_value("intensity.fused", kernel.flops.value / static_cast<double>(kernel.traffic.bytes().value)));
  }
  if (bench.timed) {
    told.model("session.row.time", "time", p, base::show(kernel.cold));
    told.model("session.row.batch", "time", p, base::show(kernel.batch));
    told.sentence("session.inspector.bound", "time", p, kernel.because);
  } else {
    told.model("session.row.time", "time", p, base::say("session.not_calibrated"));
  }
  for (const record::Measurement* result : bench.results(LockRule::to_hide())) {
    result_rows(told, *result, plan, p, static_cast<int>(k));
  }
  return told.nodes();
}

/// "unfused 1, unfused 2": the kernels of a plan that have this value among their `part`.
template <class Part>
std::string kernels_with(const plan::FusionPlan& plan, int value, Part part) {
  std::string out;
  for (std::size_t k = 0; k < plan.groups.size(); ++k) {
    const auto& all = part(plan.groups[k]);
    if (std::ranges::find(all, value) == all.end()) continue;
    out += (out.empty() ? "" : ", ") + fmt::format("{} {}", charts::plan_words(plan), k + 1);
  }
  return out;
}

/// The words of an op tell of x, and of y or w: here of its operands, by the names that the chain gives them.
std::string of_operands(std::string_view does, const std::vector<std::string>& operands) {
  const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::string out;
  while (!does.empty()) {
    const auto end = std::ranges::find_if_not(does, in_word);
    std::string_view word = does.substr(0, static_cast<std::size_t>(end - does.begin()));
    const std::size_t operand = word == "x" ? 0 : word == "y" || word == "w" ? 1 : operands.size();
    if (operand < operands.size())
      out += operands[operand];
    else
      out += word;
    does.remove_prefix(word.size());
    if (!does.empty()) out += does.front(), does.remove_prefix(1);
  }
  return out;
}

std::vector<Node> told_op(const Desk& desk, const Bench& bench, int op) {
  const auto& value = bench.chain->values[op];
  const auto& info = chain::info(value.op);
  Told told(desk, bench, formula(*bench.chain, op));
  std::vector<std::string> names;
  std::string operands;
  for (const auto& operand : value.operands) {
    const bool literal = operand.is_literal();
    names.push_back(literal ? base::exact_number(operand.literal) : bench.chain->values[operand.value].name);
    operands += operands.empty() ? "" : ", ";
    operands += names.back();
    if (!literal) operands += ": " + shape_words(bench.chain->values[operand.value]);
  }
  const std::string does = of_operands(chain::formula(value.op), names);
  told.given("session.inspector.does", does.empty() ? std::string(info.name) : does);
  told.given("session.inspector.operands", operands);
  told.given("session.inspector.makes", value.name + ": " + shape_words(value));
  const auto& plans = bench.study(LockRule::to_hide()).plans;
  for (std::size_t p = 0; p < plans.size(); ++p) {
    const std::string plan = charts::plan_words(plans[p]);
    told.asked(base::say("session.inspector.done_by", {{"plan", plan}}), "kernels", p,
               kernels_with(
                   plans[p], op, [](const plan::Group& g) -> const auto& { return g.ops; }),
               Told::model_word());
  }
  return told.nodes();
}

/// Who writes and reads it in one plan, and how many crossings that is.
void tensor_rows(Told& told, const Bench& bench, std::size_t p, int value) {
  const study::Study& study = bench.study(LockRule::to_hide());
  const auto& plan = study.plans[p];
  const auto writers = kernels_with(
      plan, value, [](const plan::Group& g) -> const auto& { return g.writes; });
  const auto readers = kernels_with(
      plan, value, [](const plan::Group& g) -> const auto& { return g.reads; });
  int crossings = 0;
  for (const auto& kernel : study.predictions[p].kernels) {
    for (const auto& transfer : kernel.traffic.transfers) crossings += transfer.value == value && transfer.full ? 1 : 0;
  }
  const auto row = [&](std::string_view key, const std::string& said) {
    told.asked(base::say(key, {{"plan", charts::plan_words(plan)}}), "crossings", p, said, Told::model_word());
  };
  // While it is asked, even which rows there are would tell.
  if (told.hides("crossings", p) || (writers.empty() && readers.empty())) {
    row("session.inspector.in_plan", base::say("session.inspector.on_chip"));
  } else {
    row("session.inspector.written_by", writers.empty() ? base::say("session.none") : writers);
    row("session.inspector.read_by", readers.empty() ? base::say("session.none") : readers);
  }
  row("session.inspector.crossings_in", std::to_string(crossings));
}

std::vector<Node> told_tensor(const Desk& desk, const Bench& bench, int value) {
  const auto& chain = *bench.chain;
  const auto& one = chain.values[value];
  const auto* kind = one.op == chain::Op::input ? "session.inspector.input"
                     : one.output               ? "session.inspector.output"
                                                : "session.inspector.between";
  Told told(desk, bench, base::say("session.inspector.tensor", {{"name", one.name}}));
  told.given("session.inspector.is", base::say(kind));
  told.given("session.inspector.shape", shape_words(one));
  // Where bytes are asked, a sum of a few sizes is the answer.
  const std::size_t plan = told.hides("bytes", 0) ? 0 : 1;
  told.asked(base::say("session.inspector.size"), "bytes", plan, base::show(one.bytes()),
             base::say("session.inspector.chain"));
  const std::size_t plans = bench.study(LockRule::to_hide()).plans.size();
  for (std::size_t p = 0; p < plans; ++p) tensor_rows(told, bench, p, value);
  return told.nodes();
}

/// A cell as it is read: seconds and bytes in their units.
std::string shown(const std::string& cell, std::string_view unit) {
  const auto number = base::to_number(cell);
  if (!number || cell.empty()) return cell;
  if (unit == "s") return base::show(base::Seconds{*number});
  if (unit == "B") return base::show(base::Bytes{static_cast<std::int64_t>(*number)});
  const std::string figure = base::show_number(*number, 4);
  return unit.empty() ? figure : figure + " " + std::string(unit);
}

/// "q1", "value" and the like are in the unit that the row's own cell names.
std::string unit_of(const figure::Table& table, const figure::Row& row, std::size_t column) {
  if (!table.columns[column].unit.empty()) return table.columns[column].unit;
  const auto& name = table.columns[column].name;
  if (name != "value" && name != "q1" && name != "q3") return {};
  const auto unit = std::ranges::find(table.columns, "unit", &figure::Column::name);
  return unit == table.columns.end() ? std::string() : row.cells[unit - table.columns.begin()];
}

}  // namespace

bool is_hidden(const Desk& desk, const LockRule& rule, const Bench& bench, std::string_view family, std::size_t plan) {
  // Free play keeps all of an asked chain shut; its third plan is nobody's question.
  if (desk.pages.has(PageKind::lab) && !rule.anything(bench)) return true;
  return rule.hides(bench, fmt::format("{}.{}", family, plan == 0 ? "unfused" : "fused")) ||
         (family == "time" && rule.hides(bench, "machine.ridge"));
}

std::vector<Node> told(const Desk& desk, const Bench& bench, std::string_view subject) {
  const auto colon = subject.find(':');
  const auto kind = subject.substr(0, colon), rest = subject.substr(colon + 1);
  if (kind == "op") return told_op(desk, bench, bench.chain->find(rest));
  if (kind == "tensor") return told_tensor(desk, bench, bench.chain->find(rest));
  const auto last = rest.rfind(':');
  const auto& plans = bench.study(LockRule::to_hide()).plans;
  const auto plan = std::ranges::find(plans, rest.substr(0, last), &plan::FusionPlan::name);
  return told_kernel(desk, bench, static_cast<std::size_t>(plan - plans.begin()),
                     static_cast<std::size_t>(*base::to_integer(rest.substr(last + 1))));
}

std::vector<std::size_t> rows_of(const figure::Figure& figure, std::string_view mark) {
  auto parts = base::split(mark, '.');
  if (parts.size() < 3) return {};  // no plan and source in it
  parts.erase(parts.begin());
  std::vector<std::size_t> rows;
  for (std::size_t r = 0; r < figure.table.rows.size(); ++r) {
    const auto& row = figure.table.rows[r];
    const bool all = std::ranges::all_of(parts, [&](std::string_view part) {
      return std::ranges::any_of(row.cells, [&](const std::string& cell) { return charts::as_id(cell) == part; });
    });
    if (all && row.from <= figure.stage) rows.push_back(r);
  }
  return rows;
}

Node told_mark(const figure::Figure& figure, std::string_view mark) {
  std::string title(mark.substr(mark.find('.') + 1));
  std::ranges::replace(title, '.', ' ');
  Node node = make("inspect.told", Purpose::table, title);
  node.rows.push_back({{}, cell::said("session.source.value")});
  const auto& columns = figure.table.columns;
  for (const std::size_t r : rows_of(figure, mark)) {
    const auto& row = figure.table.rows[r];
    for (std::size_t c = 0; c < columns.size() && c < row.cells.size(); ++c) {
      if (row.cells[c].empty() || columns[c].name == "unit") continue;
      node.rows.push_back({cell::words(figure::shown_name(columns[c])),
                           cell::words(shown(row.cells[c], unit_of(figure.table, row, c)))});
    }
  }
  return node;
}

}  // namespace session
