// A lesson's text cut into its pieces: the block at the top, headings, prose and fences.
#pragma once

#include "lesson/findings.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace lesson {

struct Fence;

/// One piece of the text; `text` is a view of the whole.
struct Piece {
  enum class Kind { front, heading, prose, fence, broken } kind = Kind::prose;
  std::string_view text;      ///< heading: the title; prose and fences: what stands inside, last line end dropped
  std::string_view argument;  ///< of a fence: what stands behind its word
  int line = 1;               ///< where the piece begins: a heading, the line of a fence's backticks
  int first_line = 1;         ///< where `text` begins
  Place argument_place;
  const Fence* fence = nullptr;
};

/// Pieces in order. A fence that is not closed ends at the next fence of ours, or the next heading, and is `broken`.
[[nodiscard]] std::vector<Piece> split_lesson(std::string_view text, Findings& findings);

}  // namespace lesson
