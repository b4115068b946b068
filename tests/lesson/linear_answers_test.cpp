// Files of answers that were written to keep their reader busy.
#include "lesson/answers.hpp"
#include "linear.hpp"

namespace linear_answers_test {

std::string sound_lines(std::size_t bytes) {
  std::string text, seal;
  lesson::AnswerEvent event;
  event.kind = lesson::AnswerEvent::Kind::answered;
  event.at = "2026-11-22T06:00:00Z";
  event.lesson = "02";
  for (std::size_t i = 0;; ++i) {
    event.task = "t" + std::to_string(i);
    const std::string line = lesson::sealed_line(event, seal);
    if (text.size() + line.size() > bytes) return text;
    seal = lesson::seal_of(line);
    text += line;
  }
}

TEST(LinearAnswers, HostileFiles) {
  const std::string begin = "{\"onetrip_answers\":1";
  const std::vector<std::pair<std::string, std::function<std::string(std::size_t)>>> texts = {
      {"Sound", sound_lines},
      {"Lines", tests::filled("", "\n")},
      {"NoLines", tests::filled("", "x\n")},
      {"OneLine", tests::filled(begin, "x")},
      {"Unsealed", tests::filled("", begin + "}\n")},
      {"WronglySealed", tests::filled("", begin + ",\"sum\":\"0123456789abcdef\"}\n")},
      {"Returns", tests::filled("", "\r\n")},
      {"BadBytes", tests::filled(begin, "\xFF\n")},
  };
  for (const auto& [name, text] : texts) {
    tests::expect_linear(name, text, std::size_t{1} << 20, [](const std::string& one) {
      const lesson::Answers answers = lesson::read_answers(one, "a");
      (void)lesson::standing(answers, "02", [](const auto&, const auto&) { return true; });
      (void)lesson::first_locks(answers, "02", [](const auto&, const auto&) { return true; });
    });
  }
}

}  // namespace linear_answers_test
