// What a class's cloud of guesses says in words: the finding, the text twin, the table.
#pragma once

#include "charts/bars/class_cloud.hpp"

#include <string>

namespace charts {

/// The hardest question and what most said instead; or that there is none.
[[nodiscard]] std::string cloud_finding(const Cloud& cloud);

/// "1 student", "40 students"
[[nodiscard]] std::string students_words(int n);
/// "4 crossings (model)", "right: B"
[[nodiscard]] std::string truth_words(const CloudRow& row);
/// "22 of 38 right"
[[nodiscard]] std::string verdict_words(const CloudRow& row);
/// "9 said 2: taking the fused plan"; empty if nobody was wrong.
[[nodiscard]] std::string mistake_words(const CloudRow& row);

[[nodiscard]] std::string cloud_description(const Cloud& cloud);
/// One row an answer, its source guess or model.
[[nodiscard]] figure::Table cloud_table(const Cloud& cloud);

}  // namespace charts
