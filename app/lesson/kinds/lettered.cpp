// Right is the letter that the lesson says; wrong ones have its explanations.
#include "lesson/kinds/lettered.hpp"

#include "base/words.hpp"
#include "lesson/html.hpp"

#include <fmt/format.h>

namespace lesson {

std::optional<double> letter_value(const Answer& answer, const Task&) {
  return answer.chosen < 0 ? std::nullopt : std::optional<double>(answer.chosen);
}

Judgement judge_letter(const Task& task, double value, const Quantities&) {
  Judgement judgement;
  judgement.guess = value;
  judgement.truth = task.right;
  judgement.right = value == task.right;
  judgement.band = judgement.right ? Band::exact : Band::wrong;
  judgement.explanation = task.right_text;
  if (judgement.right) return judgement;
  for (const Misconception& own : task.misconceptions) {
    if (value != own.choice) continue;
    judgement.misconception = own.id;
    judgement.explanation = own.explanation;
  }
  return judgement;
}

std::vector<Letter> sentence_letters(const Task& task, const Quantities&, const SketchTruth&) {
  std::vector<Letter> letters;
  for (const std::string& words : task.in_brief.empty() ? task.choices : task.in_brief) {
    letters.push_back({words, static_cast<int>(letters.size()) == task.right, 0});
  }
  return letters;
}

std::string letter_fields(const Task& task, const Quantities& shown, std::size_t step) {
  std::string out =
      fmt::format("<fieldset>\n<legend class=\"quiet\">{}</legend>\n", escape_html(base::text("page.choose")));
  for (std::size_t i = 0; i < task.choices.size(); ++i) {
    out += fmt::format("<label><input type=\"radio\" name=\"step-{}\"> {}. {}</label>\n", step, letter(i),
                       inline_html(fill(task.choices[i], shown, task.chain)));
  }
  return out + "</fieldset>\n";
}

std::string letter_answer(const Task& task, const Quantities& known) {
  const auto right = static_cast<std::size_t>(task.right);
  return fmt::format("{}. {}", letter(right), inline_html(fill(task.choices[right], known, task.chain)));
}

}  // namespace lesson
