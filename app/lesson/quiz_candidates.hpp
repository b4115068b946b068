// What a quiz may ask of some lessons, in which words, and what may not stand beside what.
#pragma once

#include "lesson/lesson.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

/// A task that can be asked on paper, or a count of a chain that no task asks for.
struct Candidate {
  std::size_t order = 0;
  const Lesson* lesson = nullptr;
  const Step* step = nullptr;  ///< null: a question of our own
  Task task;
  std::string asked;           ///< may be empty: a choice
  bool our_words = false;      ///< it is asked in words that hold for any chain
  std::ptrdiff_t clashes = 0;  ///< others that it may not stand beside
};

/// True of intensity.unfused, intensity.fused.
[[nodiscard]] bool is_intensity(std::string_view quantity);

/// The lesson's words for a sheet of paper; without them ours, or of a choice what the room reads, which is short.
[[nodiscard]] std::string question_of(const Candidate& one);
[[nodiscard]] std::string because_of(const Candidate& one);
/// Everything that stands there before the answer.
[[nodiscard]] std::string shown_by(const Candidate& one);
/// The values that a text of it names, each with its chain: "bias/crossings.fused".
[[nodiscard]] std::vector<std::string> names_of(const Candidate& one, std::string_view text);
/// True if it asks, shows or explains such a quantity.
[[nodiscard]] bool names_any(const Candidate& one, const std::function<bool(std::string_view)>& is);

/// The lessons' tasks that no clock answers, in order.
[[nodiscard]] std::vector<Candidate> own_tasks(const std::vector<Lesson>& lessons);
/// Counts and bytes of every chain, where no task asks for them.
[[nodiscard]] std::vector<Candidate> counts_of_chains(const std::vector<Lesson>& lessons,
                                                      const std::vector<Candidate>& own);
/// True if both are one question, or one shows what the other asks.
[[nodiscard]] bool clash(const Candidate& a, const Candidate& b);

}  // namespace lesson
