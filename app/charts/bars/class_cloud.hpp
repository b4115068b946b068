// A class's guesses against the truth: a row a question, a dot a student, a line where the truth is.
#pragma once

#include "charts/frame/chart_data.hpp"

#include <optional>
#include <string>
#include <vector>

namespace charts {

/// Those who gave the same answer.
struct CloudAnswer {
  std::string shown;  ///< "4", "2.00x", "B"
  double value = 0;   ///< the number, or the letter's place
  int students = 0;
  bool right = false;
  std::string mistake;  ///< the likely cause in a few words; may be empty
};

struct CloudRow {
  std::string task, name;  ///< its id; what was asked, in a few words
  std::string unit;        ///< of the numbers; empty where their names tell it
  bool letters = false;    ///< lettered choices: `answers` has every one of them
  std::vector<CloudAnswer> answers;
  std::optional<double> truth;  ///< by the model, or the right letter's place
  std::string truth_shown;      ///< "4 crossings"
  bool judged = true;           ///< right or wrong can be told
};

struct Cloud {
  std::string lesson;  ///< its title
  int students = 0;
  std::vector<CloudRow> rows;
};

/// Numbers lie by guess over truth, a doubling a step, so that all share one line of truth. `sheet` gives size, type,
/// title, the model's spec and the command; with many rows the figure becomes higher than asked for.
[[nodiscard]] figure::Figure class_cloud(ChartData sheet, const Cloud& cloud);

}  // namespace charts
