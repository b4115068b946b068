// The one door: no measurement, live, recorded or imported, is shown, kept or compared that did not pass it. What can
// be computed again is; the rest is held between the floor and the ceiling of its machine.
#pragma once

#include "record/bounds.hpp"
#include "record/measurement.hpp"
#include "record/tuning.hpp"

#include <span>
#include <string>
#include <vector>

namespace record {

/// What cannot be, and what it is said of.
struct Flaw {
  enum class Part { identity, verdict, time, bytes, timeline } part = Part::identity;
  std::size_t plan = 0;
  std::string field;     ///< "plans[1].cold_seconds"
  std::string sentence;  ///< both numbers
};

struct Judgement {
  std::vector<Flaw> flaws;          ///< impossible: it must not be shown
  std::vector<std::string> doubts;  ///< strange but possible: said wherever it is shown
};

/// Of a measurement whose chain can be read; of another nothing is known.
[[nodiscard]] Judgement judge(const Measurement& measurement, std::span<const machine::DeviceSpec> sheets);

/// Likewise of a tuning: the times of its points and of its fresh runs; fields are sentences' own.
[[nodiscard]] Judgement judge(const Tuning& tuning, std::span<const machine::DeviceSpec> sheets);

/// A file's own name, as a stranger is called: no path of somebody's machine, nothing that is no letter.
[[nodiscard]] std::string stranger_name(std::string_view file);

/// Why a measurement is to be read with care: that it is a stranger's, and what of it is doubtful.
[[nodiscard]] std::vector<std::string> caveats(const Measurement& measurement);
/// All that has to be said of it beside its numbers: the same, then its remarks.
[[nodiscard]] std::vector<std::string> told_beside(const Measurement& measurement);
/// "from a.json, not of this release"; empty of one that came along or was measured here.
[[nodiscard]] std::string stranger_words(const Measurement& measurement);
/// The device by its name, a stranger's with those words.
[[nodiscard]] std::string device_words(const Measurement& measurement);

}  // namespace record
