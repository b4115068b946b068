// The page as a file.
#include "lesson/before.hpp"

#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/visible.hpp"
#include "lesson/findings.hpp"
#include "lesson/loader.hpp"
#include "lesson/word_links.hpp"

namespace lesson {

base::Expected<std::string> before_you_start() {
  const auto file = base::program_file("lessons/before-you-start.md");
  auto text = base::read_file(file, static_cast<std::int64_t>(max_piece_bytes));
  if (!text) return text;
  Findings findings(file.string(), *text);
  if (const auto at = base::invalid_utf8(*text)) findings.tell(findings.place(*at, 1), "lesson.not_utf8");
  if (findings.empty()) check_word_links(*text, findings);
  if (!findings.empty()) return std::unexpected(findings.take());
  return base::visible(*text, base::TextKind::lines);
}

}  // namespace lesson
