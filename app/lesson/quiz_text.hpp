// A quiz as a handout: Markdown or one HTML file; the key behind it only where it is asked for.
#pragma once

#include "lesson/quiz.hpp"
#include "record/measurement.hpp"

#include <optional>
#include <string>
#include <vector>

namespace lesson {

struct Handout {
  std::vector<QuizItem> items;
  bool key = false;
  std::vector<std::optional<record::Measurement>> recorded;  ///< one an item, of that very chain; for the key
  std::string lessons;                                       ///< "01, 02"; empty: of the whole course
  std::vector<std::string> parts;                            ///< one an item, "A Trips"; empty: questions have no parts
  std::string machine;                                       ///< machine_words(); shown where an item hangs on it
  bool fewer = false;                                        ///< than were wanted: there are no more
  std::string command;                                       ///< that makes it again
};

[[nodiscard]] std::string quiz_markdown(const Handout& handout);
[[nodiscard]] std::string quiz_html(const Handout& handout);

/// "Where a question needs a machine, it is the NVIDIA H200 SXM, predicted from its data sheet."
[[nodiscard]] std::string machine_words(const machine::DeviceSpec& spec);
/// A chain's statements alone: a comment in a lesson's chain may tell what is asked.
[[nodiscard]] std::string statements(const chain::Chain& chain);
/// "recorded (counters), NVIDIA H200, 2026-11-22: 805 MB unfused; ...".
[[nodiscard]] std::string measured_facts(const record::Measurement& measurement);

}  // namespace lesson
