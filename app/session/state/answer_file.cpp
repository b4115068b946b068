// The lines of answers: sealed one to the other.
#include "session/state/answer_file.hpp"

#include "base/dates.hpp"
#include "base/error.hpp"
#include "base/hash.hpp"
#include "base/resources.hpp"
#include "base/words.hpp"
#include "session/state/aside.hpp"

#include <random>

namespace session {
namespace {

using lesson::AnswerEvent;

std::string random_id() {
  std::random_device device;
  return base::hex64(std::uint64_t{device()} << 32 | device());
}

}  // namespace

std::filesystem::path answers_path() {
  return base::user_data() / "answers.jsonl";
}

AnswerFile::AnswerFile() : file_(answers_path(), lesson::max_answers_bytes, "session.answers") {
  read();
  if (answers_.sound > 0 || answers_.torn > 0 || file_.text().empty()) return;
  // What another program has left there is out of the way, and kept.
  const auto kept = move_aside(file_.path());
  said_ = base::say(kept ? "session.answers.broken" : "session.answers.broken_stays",
                    {{"path", kept.value_or(file_.path()).string()}});
  if (!kept) throw base::MachineError(said_);
  file_.reopen();
  read();
}

void AnswerFile::read() {
  answers_ = lesson::read_answers(file_.text(), file_.path().string());
}

void AnswerFile::add(const std::vector<AnswerEvent>& events) {
  if (events.empty()) return;
  std::string lines, seal = answers_.seal;
  bool too_long = false;
  const auto line = [&](const AnswerEvent& event) {
    const std::string one = lesson::sealed_line(event, seal);
    if (one.size() > lesson::max_answer_line) {
      too_long = true;  // the others are kept all the same
      return;
    }
    lines += one;
    seal = lesson::seal_of(one);
  };
  const std::string now = base::now_utc();
  if (answers_.sound == 0) {
    line({.kind = AnswerEvent::Kind::begun, .lesson = {}, .task = {}, .text = random_id(), .answer = {}, .at = now});
  }
  for (AnswerEvent event : events) {
    event.at = now;
    line(event);
  }
  file_.append(lines, answers_.whole);
  read();
  if (too_long) throw base::MachineError(std::string(base::text("session.answers.too_long")));
}

}  // namespace session
