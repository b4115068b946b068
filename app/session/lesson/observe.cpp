// Questions from numbers. What the clock or the counters cannot tell apart is the same; where the plot shows too little
// of a difference that there is, both answers are taken.
#include "session/lesson/observe.hpp"

#include "base/words.hpp"
#include "charts/frame/findings.hpp"
#include "lesson/said_value.hpp"
#include "record/scatter.hpp"
#include "session/lesson/stage_nodes.hpp"
#include "session/state/kept_taps.hpp"
#include "session/state/lock_rule.hpp"
#include "session/state/page.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace session {
namespace {

/// How far a ratio may be from another to be called the same, and from where on it may be called different.
constexpr double same_within = 1.15, differs_from = 1.05;
constexpr double same_to_the_eye = 1.02;  ///< of two bars' lengths

struct Question {
  std::string id;                    ///< "bytes"
  std::vector<std::string> answers;  ///< "unfused", in the order of their taps
  std::vector<std::string> right;
  std::string is;  ///< what the plot shows, in words
};

bool holds(const std::vector<std::string>& all, const std::string& one) {
  return std::ranges::find(all, one) != all.end();
}

/// Which of `less`, `about`, `more` a comparison with 1 may be called.
std::vector<std::string> called(double ratio, const char* less, const char* about, const char* more) {
  std::vector<std::string> right;
  if (ratio <= 1 / differs_from) right.emplace_back(less);
  if (ratio < same_within && ratio > 1 / same_within) right.emplace_back(about);
  if (ratio >= differs_from) right.emplace_back(more);
  return right;
}

/// unfused / fused, where the run told both.
std::optional<double> bytes_ratio(const record::Measurement& measurement) {
  const auto unfused = measurement.plans[0].bytes(), fused = measurement.plans[1].bytes();
  if (!unfused || !fused || unfused->value <= 0 || fused->value <= 0) return std::nullopt;
  return static_cast<double>(unfused->value) / static_cast<double>(fused->value);
}

std::optional<double> time_ratio(const record::Measurement& measurement) {
  const auto &unfused = measurement.plans[0].cold, &fused = measurement.plans[1].cold;
  if (!unfused || !fused || !record::comparable(*unfused, *fused) || fused->median.value <= 0) return std::nullopt;
  return unfused->median.value / fused->median.value;
}

/// Of plans whose bytes are both known.
bool same_bytes(const record::Measurement& measurement) {
  return record::same_bytes(*measurement.plans[0].bytes(), *measurement.plans[1].bytes(), measurement.tier);
}

bool alike(double ratio) {
  return std::max(ratio, 1 / ratio) < same_to_the_eye;
}

Question about_bytes(const record::Measurement& measurement, double ratio) {
  Question question{"bytes", {"unfused", "fused", "same"}, {}, {}};
  const auto unfused = *measurement.plans[0].bytes(), fused = *measurement.plans[1].bytes();
  const bool same = same_bytes(measurement);
  if (!same || !alike(ratio)) question.right.emplace_back(ratio > 1 ? "fused" : "unfused");
  if (same || alike(ratio)) question.right.emplace_back("same");
  const auto near = record::too_near(unfused, fused, measurement.tier);
  const bool shown = base::show(unfused) != base::show(fused), half = charts::is_half(ratio);
  const auto* key = near && shown ? "session.observe.bytes.near"
                    : same        ? "session.observe.bytes.same"
                    : half        ? "session.observe.bytes.half"
                    : ratio > 1   ? "session.observe.bytes.is"
                                  : "session.observe.bytes.more";
  question.is = base::say(key, {{"unfused", base::show(unfused)},
                                {"fused", base::show(fused)},
                                {"accuracy", near ? base::show(*near) : ""},
                                {"ratio", lesson::said_value("ratio.bytes", ratio)}});
  return question;
}

Question about_time(const record::Measurement& measurement, double ratio) {
  const bool same = record::same_time(*measurement.plans[0].cold, *measurement.plans[1].cold);
  return {"time",
          {"unfused", "fused", "same"},
          same ? std::vector<std::string>{"same"} : called(ratio, "unfused", "same", "fused"),
          base::say("session.observe.time.is", {{"unfused", base::show(measurement.plans[0].cold->median)},
                                                {"fused", base::show(measurement.plans[1].cold->median)}})};
}

/// Whether time fell as much as bytes, at every ratio that the scatter of the times leaves open.
std::vector<std::string> called_of_share(const record::Measurement& measurement, double bytes) {
  const auto &unfused = *measurement.plans[0].cold, &fused = *measurement.plans[1].cold;
  std::vector<std::string> right;
  for (const double time : {unfused.q1.value / fused.q3.value, unfused.median.value / fused.median.value,
                            unfused.q3.value / fused.q1.value}) {
    for (const std::string& one : called(time / bytes, "less", "about_same", "more")) {
      if (!holds(right, one)) right.push_back(one);
    }
  }
  return right;
}

std::vector<Question> questions(const Bench& bench, Leave leave) {
  if (!bench.ran() || bench.measurement(leave).plans.size() < 2) return {};
  const record::Measurement& measurement = bench.measurement(leave);
  const auto bytes = bytes_ratio(measurement);
  // Times are in the plot where the machine's own ceilings are known.
  std::optional<double> time;
  if (bench.timed) time = time_ratio(measurement);
  std::vector<Question> all;
  const bool share = bytes && time && !same_bytes(measurement) && !alike(*bytes);
  // Which plan moved fewer bytes is told by the page itself: whether the time followed is to be seen in the plot alone.
  if (bytes && !share) all.push_back(about_bytes(measurement, *bytes));
  if (!bytes && time) all.push_back(about_time(measurement, *time));
  // Of times that the clock cannot tell apart the title says so; where the scatter leaves more than one answer open
  // there is none to be seen.
  if (!share || record::same_time(*measurement.plans[0].cold, *measurement.plans[1].cold)) return all;
  if (auto right = called_of_share(measurement, *bytes); right.size() == 1) {
    all.push_back({"share",
                   {"more", "about_same", "less"},
                   std::move(right),
                   base::say("session.observe.share.is", {{"bytes", lesson::show_value("ratio.bytes", *bytes)},
                                                          {"time", lesson::show_value("ratio.time", *time)}})});
  }
  return all;
}

std::string tapped(const Attempt& attempt, const Question& question) {
  const auto found = attempt.seen.find(question.id);
  return found == attempt.seen.end() ? std::string() : found->second;
}

Node taps(const Question& question, const std::string& taken, bool right) {
  Node node = make("observe." + question.id, Purpose::taps, base::say("session.observe." + question.id),
                   taken.empty() ? std::string() : base::say("session.observe." + taken));
  if (right) return node;
  for (const std::string& answer : question.answers) {
    node.actions.push_back(action("observe:" + question.id + "." + answer, "session.observe." + answer));
  }
  return node;
}

}  // namespace

std::vector<Node> observe_nodes(const Attempt& attempt, const Bench& bench, Leave leave) {
  std::vector<Node> nodes;
  for (const Question& question : questions(bench, leave)) {
    const std::string taken = tapped(attempt, question);
    const bool right = holds(question.right, taken);
    nodes.push_back(taps(question, taken, right));
    if (right) {
      nodes.push_back(notice("task.saw." + question.id, Said::task, question.is));
      continue;
    }
    if (!taken.empty()) {
      nodes.push_back(
          notice("task.look." + question.id, Said::task, base::say("session.observe." + question.id + ".look")));
    }
    break;  // one at a time
  }
  return nodes;
}

void observe(Attempt& attempt, std::string_view tap) {
  const auto dot = tap.find('.');
  if (dot == std::string_view::npos) return;
  attempt.seen[std::string(tap.substr(0, dot))] = tap.substr(dot + 1);
}

bool looks_again(const Attempt& attempt, const Bench& bench, Leave leave) {
  return std::ranges::any_of(questions(bench, leave), [&](const Question& question) {
    const std::string taken = tapped(attempt, question);
    return !taken.empty() && !holds(question.right, taken);
  });
}

void observe_on_page(Desk& desk, std::string_view tap) {
  Attempt& attempt = desk.course->attempt();
  observe(attempt, tap);
  keep_taps(desk, *desk.course, desk.course->at);
  desk.remember();
  const auto bench = bench_of_page(desk);
  if (!bench || !bench->ran()) return;
  const auto leave = LockRule(desk).stage(*bench, charts::Quantity::all).leave();
  if (leave && looks_again(attempt, *bench, *leave)) show_picture(desk, "figure.bytes");
}

}  // namespace session
