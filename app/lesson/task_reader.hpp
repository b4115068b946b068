// A task fence to Task, with everything that can be wrong about it.
#pragma once

#include "lesson/lesson.hpp"
#include "lesson/splitter.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace lesson {

/// What of the lesson a task or a text may refer to.
struct Names {
  std::set<std::string, std::less<>> chains;                   ///< of the whole lesson, flawed ones too
  std::set<std::string, std::less<>> sweeps;                   ///< of the whole lesson, as on their fences
  std::set<std::string, std::less<>> findings;                 ///< of the whole lesson, flawed ones too
  std::set<std::string, std::less<>> plans;                    ///< that the lesson names, flawed ones too
  std::map<std::string, std::string, std::less<>> calculated;  ///< of calculators: as texts name it, and with its unit
  std::string last_chain;                                      ///< the nearest above

  /// The name of a calculator's quantity with its unit; any other as it is.
  [[nodiscard]] std::string with_unit(const std::string& quantity) const;
};

/// What stands behind a sweep's range; times where it is no word of ours.
[[nodiscard]] SweepHeight height_named(std::string_view word);

/// The task as far as it can be read, so that what follows can be checked too; mistakes are in `findings`.
[[nodiscard]] std::optional<Task> read_task(const Piece& piece, const Names& names, Findings& findings);

/// What is wrong with a value in braces (unknown quantity or chain), as message and hint; nothing if it is right.
struct SlotFlaw {
  std::string message, hint;
};
struct Slot;
[[nodiscard]] std::optional<SlotFlaw> slot_flaw(const Slot& slot, const Names& names);
/// The same of a quantity by its name alone.
[[nodiscard]] std::optional<SlotFlaw> quantity_flaw(std::string_view quantity, const Names& names);

}  // namespace lesson
