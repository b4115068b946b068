// ```ladder NAME: its rungs as a card climbed them. It tells what was measured: never above a task.
#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/words.hpp"
#include "lesson/fences/fence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace lesson {
namespace {

/// assets/ladders/NAME.json
std::vector<std::string> kept_ladders() {
  std::vector<std::string> names;
  try {
    for (const auto& file : std::filesystem::directory_iterator(base::program_file("assets/ladders"))) {
      if (file.path().extension() == ".json") names.push_back(file.path().stem().string());
    }
  } catch (const base::MachineError&) {
    // None came with the program.
  }
  std::ranges::sort(names);
  return names;
}

void read_ladder(LessonDraft& draft, const Piece& piece, Block& block) {
  block.name = piece.argument;
  const auto kept = kept_ladders();
  if (std::ranges::find(kept, block.name) == kept.end()) {
    draft.findings.add(
        piece.argument_place,
        base::say(block.name.empty() ? "lesson.ladder.no_name" : "lesson.ladder.unknown", {{"name", block.name}}),
        base::say("lesson.ladder.kept", {{"names", fmt::format("{}", fmt::join(kept, ", "))}}));
  }
  draft.check_empty(piece);
}

}  // namespace

constinit const Fence fences::ladder = {
    .word = "ladder",
    .words = "lesson.ladder.",
    .named = true,
    .above_task = [](const Block&) { return false; },
    .read = read_ladder,
};

}  // namespace lesson
