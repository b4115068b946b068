// ```recall: cards. A line that asks, below it lines that begin with '=' and answer; it becomes prose.
#include "base/text.hpp"
#include "lesson/fences/fence.hpp"

namespace lesson {
namespace {

/// An answer of several lines is one text.
void answer(RecallCard& card, std::string_view line) {
  if (!card.answer.empty()) card.answer += ' ';
  card.answer += line;
}

/// A list, line by line as it was written.
void read_cards(LessonDraft& draft, const Piece& piece, Block& block) {
  std::string list;
  int line = piece.first_line, asked_at = 0;
  const auto unanswered = [&] {
    if (asked_at > 0) draft.findings.tell({asked_at, 1, 1}, "lesson.card_unanswered");
  };
  for (const std::string_view raw : base::split_lines(piece.text)) {
    const std::string_view content = base::trim(raw);
    if (content.starts_with('=')) {
      list += "  " + std::string(base::trim(content.substr(1)));
      if (!block.cards.empty()) answer(block.cards.back(), base::trim(content.substr(1)));
      asked_at = 0;
    } else if (!content.empty()) {
      unanswered();
      asked_at = line;
      list += "- **" + std::string(content) + "**";
      block.cards.push_back({std::string(content), {}});
    }
    list += '\n';
    ++line;
  }
  unanswered();
  block.fence = nullptr;
  block.text = std::move(list);
  block.after_task = true;
  if (base::trim(piece.text).empty()) draft.findings.tell({piece.line, 1, 3}, "lesson.no_card");
}

}  // namespace

constinit const Fence fences::recall = {.word = "recall", .is_text = true, .read = read_cards};

}  // namespace lesson
