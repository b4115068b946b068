// JSON objects, one a line, each closed by a checksum over the line and, by the seal before, over all that went before.
#include "lesson/answers.hpp"

#include "base/hash.hpp"
#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/kinds/kind.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>

namespace lesson {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using Kind = AnswerEvent::Kind;

constexpr int version = 1;
constexpr std::string_view beginning = "{\"onetrip_answers\":";
constexpr std::string_view sum_key = ",\"sum\":\"";
constexpr std::size_t sum_digits = 16;
constexpr std::size_t ending = sum_key.size() + sum_digits + 2;  // `,"sum":"0123456789abcdef"}`
constexpr double most_guess = 1e18;                              // no field takes more
constexpr std::size_t most_flaws = 20;                           // named one by one
constexpr std::size_t most_id_bytes = 400;
constexpr std::size_t most_points = 100;  // of a sketch: no sweep has more
constexpr Confidence sayable[] = {Confidence::guess, Confidence::likely, Confidence::sure};

ordered_json written(const AnswerEvent& event) {
  ordered_json out = {{"onetrip_answers", version}, {"at", event.at}};
  switch (event.kind) {
    case Kind::begun:
      out["begun"] = event.text;
      return out;
    case Kind::named:
      out["student"] = event.text;
      return out;
    case Kind::restarted:
      out["restarted"] = event.lesson;
      return out;
    case Kind::answered:
      break;
  }
  const Answer& answer = event.answer;
  out["lesson"] = event.lesson;
  out["task"] = event.task;
  out["locked"] = answer.locked;
  // What does not belong to the kind of task is not there.
  if (answer.skipped) out["skipped"] = true;
  if (answer.hint) out["hint"] = true;
  if (!answer.typed.empty()) out["typed"] = answer.typed;
  if (answer.guess) out["guess"] = *answer.guess;
  if (!answer.marks.empty()) out["marks"] = answer.marks;
  if (!answer.struck.empty()) out["struck"] = answer.struck;
  if (answer.chosen >= 0) out["chosen"] = answer.chosen;
  if (!answer.curve.empty()) {
    ordered_json& curve = out["curve"] = ordered_json::object();
    for (const auto& [at, height] : answer.curve) curve[std::to_string(at)] = height;
  }
  if (answer.confidence != Confidence::unsaid) out["confidence"] = name(answer.confidence);
  return out;
}

/// A name of something, short enough to be one; throws where it is not.
std::string name_in(const json& from, const char* key) {
  auto name = from.at(key).get<std::string>();
  if (name.empty() || name.size() > most_id_bytes) throw std::invalid_argument(key);
  return name;
}

Answer answer_in(const json& from) {
  Answer out;
  out.locked = from.at("locked").get<bool>();
  out.skipped = from.value("skipped", false);
  out.hint = from.value("hint", false);
  out.typed = from.value("typed", std::string());
  if (const auto guess = from.find("guess"); guess != from.end()) out.guess = guess->get<double>();
  out.marks = from.value("marks", std::vector<std::string>());
  out.struck = from.value("struck", std::set<std::string>());
  if (const auto chosen = from.find("chosen"); chosen != from.end()) {
    const auto letter = chosen->is_number_integer() ? chosen->get<std::int64_t>() : -1;
    if (letter < 0 || letter > 25) throw std::invalid_argument("chosen");
    out.chosen = static_cast<int>(letter);
  }
  if (const auto curve = from.find("curve"); curve != from.end()) {
    if (!curve->is_object() || curve->size() > most_points) throw std::invalid_argument("curve");
    for (const auto& [place, height] : curve->items()) {
      const auto at = base::to_integer(place);
      if (!at) throw std::invalid_argument("curve");
      out.curve[*at] = height.get<double>();
    }
  }
  if (const auto said = from.find("confidence"); said != from.end()) {
    const auto confidence = confidence_named(said->get<std::string>());
    if (!confidence) throw std::invalid_argument("confidence");
    out.confidence = *confidence;
  }
  return out;
}

/// Throws where a field is absent or of another type. Fields that a later version adds are passed over.
AnswerEvent event_in(const json& from) {
  AnswerEvent out;
  out.at = from.at("at").get<std::string>();
  if (from.contains("begun")) {
    out.kind = Kind::begun;
    out.text = name_in(from, "begun");
  } else if (from.contains("student")) {
    out.kind = Kind::named;
    out.text = name_in(from, "student");
  } else if (from.contains("restarted")) {
    out.kind = Kind::restarted;
    out.lesson = name_in(from, "restarted");
  } else {
    out.lesson = name_in(from, "lesson");
    out.task = name_in(from, "task");
    out.answer = answer_in(from);
  }
  return out;
}

struct ReadLine {
  AnswerEvent event;
  std::string before, seal;
  std::string flaw;  ///< why it cannot be used; empty if it can
};

ReadLine flawed(std::string_view key) {
  ReadLine out;
  out.flaw = base::text(key);
  return out;
}

ReadLine read_line(std::string_view line) {
  if (line.size() >= max_answer_line) return flawed("lesson.answers.long_line");
  if (!line.starts_with(beginning)) return flawed("lesson.answers.no_line");
  const std::string_view rest = line.substr(beginning.size());
  const auto number = base::to_integer(rest.substr(0, rest.find_first_not_of("0123456789")));
  if (!number) return flawed("lesson.answers.no_line");
  if (*number != version) return flawed("lesson.answers.other_version");
  if (line.size() < ending || !line.ends_with("\"}") || line.substr(line.size() - ending, sum_key.size()) != sum_key)
    return flawed("lesson.answers.no_sum");
  ReadLine out;
  out.seal = line.substr(line.size() - 2 - sum_digits, sum_digits);
  const std::string body = std::string(line.substr(0, line.size() - ending)) + "}";
  if (base::hex64(base::hash64(body)) != out.seal) return flawed("lesson.answers.wrong_sum");
  try {
    const auto parsed = json::parse(body);
    out.event = event_in(parsed);
    out.before = parsed.at("before").get<std::string>();
  } catch (const std::exception&) {
    return flawed("lesson.answers.wrong_fields");
  }
  return out;
}

/// Whether a text without a line end can be what a writer left who was stopped halfway.
bool is_half_written(std::string_view text) {
  return text.size() < beginning.size() ? beginning.starts_with(text) : text.starts_with(beginning);
}

class AnswersReader {
 public:
  explicit AnswersReader(std::string_view file) : file_(file) {}

  Answers read(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at);
      std::string_view line = text.substr(at, end == std::string_view::npos ? end : end - at);
      if (line.ends_with('\r')) line.remove_suffix(1);  // it went through another system's editor or mail
      ++number_;
      if (!line.empty()) take(line, end == std::string_view::npos);
      if (out_.torn == 0) out_.whole = end == std::string_view::npos ? text.size() : end + 1;
      if (end == std::string_view::npos) break;
      at = end + 1;
    }
    if (unnamed_ > 0) {
      base::Diagnostic rest;
      rest.file = file_;
      rest.message = base::say("lesson.answers.more_flaws", unnamed_);
      out_.flaws.push_back(std::move(rest));
    }
    return std::move(out_);
  }

 private:
  void take(std::string_view line, bool unended) {
    ReadLine read = read_line(line);
    if (!read.flaw.empty()) {
      if (unended && is_half_written(line)) {
        out_.torn = number_;
        return;
      }
      add_flaw(std::move(read.flaw), line);
      after_flaw_ = true;
      return;
    }
    if (read.before != out_.seal && !after_flaw_) add_flaw(std::string(base::text("lesson.answers.gap")), {});
    after_flaw_ = false;
    out_.seal = read.seal;
    ++out_.sound;
    AnswerEvent& event = read.event;
    event.line = number_;
    switch (event.kind) {
      case Kind::begun:
        if (out_.id.empty()) out_.id = event.text;
        break;
      case Kind::named:
        out_.student = event.text;
        break;
      case Kind::answered:
      case Kind::restarted:
        out_.events.push_back(std::move(event));
        break;
    }
  }

  void add_flaw(std::string message, std::string_view line) {
    if (out_.flaws.size() >= most_flaws) {
      ++unnamed_;
      return;
    }
    base::Diagnostic flaw;
    flaw.file = file_;
    flaw.line = number_;
    flaw.message = std::move(message);
    flaw.source_line = line.substr(0, 200);  // an excerpt is all that is shown
    out_.flaws.push_back(std::move(flaw));
  }

  std::string file_;
  Answers out_;
  int number_ = 0;
  std::uint64_t unnamed_ = 0;
  bool after_flaw_ = false;  ///< what is missing before the next line has been named
};

}  // namespace

std::string_view name(Confidence confidence) {
  constexpr std::string_view names[] = {"", "guess", "likely", "sure"};
  return names[static_cast<std::size_t>(confidence)];
}

std::optional<Confidence> confidence_named(std::string_view name) {
  const auto* found = std::ranges::find(sayable, name, [](Confidence one) { return lesson::name(one); });
  return found == std::end(sayable) ? std::nullopt : std::optional(*found);
}

bool same_answer(const Answer& a, const Answer& b) {
  Answer one = a, other = b;
  one.hint = other.hint = one.skipped = other.skipped = false;
  one.confidence = other.confidence = Confidence::unsaid;
  return one == other;
}

bool answers_task(const Answer& answer, const Task& task) {
  if (answer.chosen < -1 || answer.chosen >= static_cast<int>(task.choices.size())) return false;
  if (answer.guess && !(std::abs(*answer.guess) <= most_guess)) return false;
  if (!is_sketch_of(answer.curve, task)) return false;
  if (!answer.locked) return true;
  const auto value = task.kind->value;
  return value == nullptr ? is_complete(answer, task) : value(answer, task).has_value();
}

bool is_complete(const Answer& answer, const Task& task) {
  return task.kind->complete == nullptr || task.kind->complete(answer, task);
}

Answers read_answers(std::string_view text, std::string_view file) {
  return AnswersReader(file).read(text);
}

base::Expected<Answers> load_answers(const std::filesystem::path& path) {
  const auto text = base::read_file(path, max_answers_bytes);
  if (!text) return std::unexpected(text.error());
  Answers answers = read_answers(*text, path.string());
  if (answers.sound > 0) return answers;
  if (answers.flaws.size() > 1) answers.flaws.resize(1);  // another file altogether: its first line will do
  if (answers.flaws.empty()) answers.flaws.emplace_back().file = path.string();
  answers.flaws.front().message = base::say(text->empty() ? "lesson.answers.empty" : "lesson.answers.no_file",
                                            {{"why", answers.flaws.front().message}});
  return std::unexpected(std::move(answers.flaws));
}

std::string sealed_line(const AnswerEvent& event, std::string_view seal_before) {
  ordered_json json = written(event);
  json["before"] = seal_before;
  std::string line = json.dump(-1, ' ', false, json::error_handler_t::replace);
  const std::string seal = base::hex64(base::hash64(line));
  line.pop_back();
  return line.append(sum_key).append(seal).append("\"}\n");
}

std::string seal_of(std::string_view line) {
  return std::string(line.substr(line.size() - 3 - sum_digits, sum_digits));
}

bool looks_like_answers(std::string_view text) {
  return base::trim(text).starts_with(beginning);
}

std::map<std::string, Answer> standing(const Answers& answers, std::string_view lesson, const Fits& fits) {
  std::map<std::string, Answer> out;
  for (const AnswerEvent& event : answers.events) {
    if (event.lesson != lesson) continue;
    if (event.kind == Kind::restarted) {
      out.clear();
      continue;
    }
    const auto there = out.find(event.task);
    const bool stays = there != out.end() && there->second.locked && fits(event.task, there->second);
    if (!stays) out[event.task] = event.answer;
  }
  return out;
}

std::map<std::string, AnswerEvent> first_locks(const Answers& answers, std::string_view lesson, const Fits& fits) {
  std::map<std::string, AnswerEvent> out;
  for (const AnswerEvent& event : answers.events) {
    const bool locks = event.kind == Kind::answered && event.lesson == lesson && event.answer.locked;
    if (locks && !out.contains(event.task) && fits(event.task, event.answer)) out.emplace(event.task, event);
  }
  return out;
}

}  // namespace lesson
