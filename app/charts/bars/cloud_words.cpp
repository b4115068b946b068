// All computed, none typed.
#include "charts/bars/cloud_words.hpp"

#include "base/units.hpp"
#include "base/words.hpp"

namespace charts {
namespace {

std::string number(int n) {
  return std::to_string(n);
}

int answered(const CloudRow& row) {
  int sum = 0;
  for (const CloudAnswer& answer : row.answers) sum += answer.students;
  return sum;
}

int right(const CloudRow& row) {
  int sum = 0;
  for (const CloudAnswer& answer : row.answers) sum += answer.right ? answer.students : 0;
  return sum;
}

/// What most of those said who were wrong; null if nobody was.
const CloudAnswer* most_wrong(const CloudRow& row) {
  const CloudAnswer* most = nullptr;
  for (const CloudAnswer& answer : row.answers) {
    const bool wrong = row.judged && !answer.right && answer.students > 0;
    if (wrong && (most == nullptr || answer.students > most->students)) most = &answer;
  }
  return most;
}

/// "9 said 2: taking the fused plan"
std::string said(const CloudAnswer& answer) {
  const std::string words = base::say("chart.cloud.said", {{"n", number(answer.students)}, {"value", answer.shown}});
  return answer.mistake.empty() ? words : words + ": " + answer.mistake;
}

}  // namespace

std::string cloud_finding(const Cloud& cloud) {
  const CloudRow* hardest = nullptr;
  int all = 0, judged = 0;
  const auto share = [](const CloudRow& row) { return static_cast<double>(right(row)) / answered(row); };
  for (const CloudRow& row : cloud.rows) {
    all += answered(row);
    if (!row.judged || answered(row) == 0) continue;
    judged += answered(row);
    if (hardest == nullptr || share(row) < share(*hardest)) hardest = &row;
  }
  if (all == 0) return std::string(base::text("chart.cloud.nobody"));
  if (judged == 0) return base::say("chart.cloud.only_runs", {{"n", number(all)}});
  const CloudAnswer* wrong = most_wrong(*hardest);
  if (wrong == nullptr && judged == all) return std::string(base::text("chart.cloud.all_right"));
  if (wrong == nullptr) {  // all that can be told; the others are neither right nor wrong
    return base::say("chart.cloud.judged_right", {{"n", number(judged)}, {"rest", number(all - judged)}});
  }
  return base::say("chart.cloud.hardest", {{"name", hardest->name},
                                           {"right", number(right(*hardest))},
                                           {"n", number(answered(*hardest))},
                                           {"said", said(*wrong)}});
}

std::string students_words(int n) {
  return n == 1 ? std::string(base::text("chart.cloud.one_student"))
                : base::say("chart.cloud.students", {{"n", number(n)}});
}

std::string truth_words(const CloudRow& row) {
  return base::say(row.letters ? "chart.cloud.right_letter" : "chart.cloud.truth_is", {{"truth", row.truth_shown}});
}

std::string verdict_words(const CloudRow& row) {
  if (answered(row) == 0) return std::string(base::text("chart.cloud.no_answer"));
  if (!row.judged) return base::say("chart.cloud.answered", {{"n", number(answered(row))}});
  return base::say("chart.cloud.right", {{"right", number(right(row))}, {"n", number(answered(row))}});
}

std::string mistake_words(const CloudRow& row) {
  if (!row.judged) return std::string(base::text("chart.cloud.a_run_tells"));
  const CloudAnswer* wrong = most_wrong(row);
  return wrong == nullptr ? std::string() : said(*wrong);
}

std::string cloud_description(const Cloud& cloud) {
  std::string out =
      base::say("chart.cloud.description", {{"lesson", cloud.lesson}, {"students", students_words(cloud.students)}});
  for (const CloudRow& row : cloud.rows) {
    out += " " + row.name + ": ";
    out += row.truth ? truth_words(row) : std::string(base::text("chart.cloud.no_truth"));
    out += "; " + verdict_words(row);
    for (const CloudAnswer& answer : row.answers) {
      if (answer.students > 0) out += ", " + said(answer);
    }
    out += ".";
  }
  return out;
}

figure::Table cloud_table(const Cloud& cloud) {
  figure::Table table;
  for (const char* column : {"task", "question", "source", "value", "unit", "students", "right", "note"}) {
    table.columns.push_back({column, ""});
  }
  for (const CloudRow& row : cloud.rows) {
    const auto value = [&](double of, const std::string& shown) {
      return row.letters ? shown : base::exact_number(of);
    };
    if (row.truth) {
      const std::string shown = row.letters ? row.truth_shown : std::string();
      table.rows.push_back(
          {{row.task, row.name, row.letters ? "lesson" : "model", value(*row.truth, shown), row.unit, "", "", ""},
           Stage::question});
    }
    for (const CloudAnswer& answer : row.answers) {
      const std::string judged = !row.judged ? "" : answer.right ? "yes" : "no";
      table.rows.push_back({{row.task, row.name, "guess", value(answer.value, answer.shown), row.unit,
                             number(answer.students), judged, answer.mistake},
                            Stage::question});
    }
  }
  return table;
}

}  // namespace charts
