// A case's numbers are examples: near what the model says, and never measured.
#include "cli/lesson_findings.hpp"

#include "base/words.hpp"
#include "lesson/finding_lint.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cli {
namespace {

std::string heading_of(const lesson::FindingCase& one) {
  using Kind = lesson::FindingCase::Kind;
  if (one.kind == Kind::when) return "when " + one.condition;
  return one.kind == Kind::noisy ? "noisy" : "otherwise";
}

}  // namespace

std::string findings_sheet(const lesson::Lesson& lesson, const machine::DeviceSpec& spec) {
  std::string out;
  if (!lesson.findings.empty()) out += base::say("cli.lesson.findings", {{"id", lesson.id}}) + "\n";
  for (const auto& [name, finding] : lesson.findings) {
    out += fmt::format("{} ({})\n", name, finding.chain);
    for (const lesson::Example& one : lesson::examples(lesson, finding, study::machine_of(spec))) {
      const std::string said = lesson::fill(lesson::text_of(finding, *one.told), one.numbers, finding.chain);
      out += fmt::format("  {}\n    {}\n", heading_of(*one.told), said);
    }
  }
  return out;
}

}  // namespace cli
