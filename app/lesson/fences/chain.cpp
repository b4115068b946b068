// ```chain NAME: the chain that tasks and texts are about.
#include "base/words.hpp"
#include "chain/parser.hpp"
#include "lesson/fences/fence.hpp"

#include <algorithm>

namespace lesson {
namespace {

bool is_chain_name(std::string_view text) {
  const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  return !text.empty() && text.front() >= 'a' && text.front() <= 'z' && std::all_of(text.begin(), text.end(), allowed);
}

void announce_chain(LessonDraft& draft, const Piece& piece) {
  const std::string name(piece.argument);
  if (!is_chain_name(name)) {
    draft.findings.add(piece.argument_place,
                       base::say(name.empty() ? "lesson.chain_unnamed" : "lesson.chain_name", {{"name", name}}),
                       base::say("lesson.chain_name.hint"));
  } else if (!draft.names.chains.insert(name).second) {
    draft.findings.add(piece.argument_place, base::say("lesson.chain_twice", {{"name", name}}));
  }
  auto parsed = chain::parse(piece.text, draft.lesson.file);
  if (parsed) {
    draft.lesson.chains.emplace(name, std::make_shared<const chain::Chain>(std::move(*parsed)));
  } else {
    draft.findings.add_part(parsed.error(), piece.first_line);
  }
}

}  // namespace

constinit const Fence fences::chain = {
    .word = "chain",
    .named = true,
    .announce = announce_chain,
    .read = [](LessonDraft&, const Piece& piece, Block& block) { block.name = piece.argument; },
};

}  // namespace lesson
