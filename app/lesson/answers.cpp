// JSON objects, one a line, each closed by a checksum over the line and, by the seal before, over all that went before.
#include "lesson/answers.hpp"

#include "base/archive.hpp"
#include "base/hash.hpp"
#include "base/names.hpp"
#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/guess_text.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/letters.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <exception>

namespace lesson {
namespace {

using nlohmann::ordered_json;
using Writer = base::ArchiveWriter<base::Unforgiving>;
using Reader = base::ArchiveReader<base::Unforgiving>;
using Kind = AnswerEvent::Kind;

constexpr int version = 1;
constexpr std::string_view beginning = "{\"onetrip_answers\":";
constexpr std::string_view sum_key = ",\"sum\":\"";
constexpr std::size_t sum_digits = 16;
constexpr std::size_t ending = sum_key.size() + sum_digits + 2;  // `,"sum":"0123456789abcdef"}`
constexpr double most_guess = 1e18;                              // no field takes more
constexpr std::size_t most_flaws = 20;                           // named one by one
constexpr std::int64_t most_id_bytes = 400;
constexpr std::size_t most_points = 100;  // of a sketch: no sweep has more
constexpr std::size_t most_marks = 300;   // of arrows: no strip that is counted by hand has more

constexpr base::Names<Confidence, Confidence::sure> confidences("", "guess", "likely", "sure");

}  // namespace

/// What does not belong to the kind of task is not there.
template <class A>
static void fields(A& a, Answer& m) {
  a("locked", m.locked);
  a.unless("skipped", m.skipped, {});
  a.unless("hint", m.hint, {});
  a.unless("typed", m.typed, {}, base::TextKind::lines);
  a.optional("guess", m.guess, -base::most_number, base::most_number);
  a.unless("marks", m.marks, {});
  a.unless("struck", m.struck, {});
  a.unless("chosen", m.chosen, -1, 0, 25);
  a.unless("curve", m.curve, {}, -base::most_number, base::most_number);
  a.unless("confidence", m.confidence, {}, confidences);
}

/// Fields that a later version adds are passed over.
template <class A>
static void fields(A& a, AnswerEvent& m) {
  const auto is = [&](const char* key, Kind kind, std::string& name) {
    if constexpr (A::reads) {
      if (a.has(key)) m.kind = kind;
    }
    if (m.kind != kind) return false;
    a(key, name, most_id_bytes);
    return true;
  };
  a("at", m.at);
  if (is("begun", Kind::begun, m.text) || is("student", Kind::named, m.text)) return;
  if (is("restarted", Kind::restarted, m.lesson)) return;
  a("lesson", m.lesson, most_id_bytes);
  a("task", m.task, most_id_bytes);
  fields(a, m.answer);
}

static void check(Reader& a, const AnswerEvent& m) {
  const bool named = m.kind == Kind::begun || m.kind == Kind::named;
  if ((named ? m.text : m.lesson).empty()) a.flaw("lesson", "no_text");
  if (m.kind == Kind::answered && m.task.empty()) a.flaw("task", "no_text");
  if (m.answer.curve.size() > most_points) a.flaw("curve", "long_list");
  if (m.answer.marks.size() > most_marks) a.flaw("marks", "long_list");
  if (m.answer.struck.size() > most_marks) a.flaw("struck", "long_list");
}

namespace {

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
    const auto parsed = ordered_json::parse(body);
    base::Unforgiving format;
    Reader(parsed, "line", format).all(out.event);
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
  return confidences[confidence];
}

std::optional<Confidence> confidence_named(std::string_view name) {
  const auto found = confidences.find(name);
  return found == Confidence::unsaid ? std::nullopt : found;
}

bool same_answer(const Answer& a, const Answer& b) {
  Answer one = a, other = b;
  one.hint = other.hint = one.skipped = other.skipped = false;
  one.confidence = other.confidence = Confidence::unsaid;
  return one == other;
}

/// A number is that of the text beside it, as the field takes it.
static bool means_what_it_says(const Answer& answer, const Task& task) {
  if (!answer.guess || base::trim(answer.typed).empty() || task.kind->by != By::number) return true;
  const auto read = parse_guess(answer.typed, unit_of(asked_by(task)).value_or(Unit::ratio));
  constexpr double written = 1e-9;  // a line keeps fewer digits than a number may have
  return read && std::abs(*read - *answer.guess) <= written * std::abs(*read);
}

bool answers_task(const Answer& answer, const Task& task) {
  if (answer.chosen < -1 || answer.chosen >= static_cast<int>(task.choices.size())) return false;
  if (answer.guess && !(std::abs(*answer.guess) <= most_guess)) return false;
  if (!is_sketch_of(answer.curve, task) || !means_what_it_says(answer, task)) return false;
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
  ordered_json json;
  Writer writer(json);
  writer("onetrip_answers", version);
  writer.all(event);
  json["before"] = seal_before;
  std::string line = json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
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
    if (locks && fits(event.task, event.answer)) out.try_emplace(event.task, event);
  }
  return out;
}

}  // namespace lesson
