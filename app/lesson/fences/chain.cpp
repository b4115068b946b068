// ```chain NAME: the chain that tasks and texts are about; ```chain NAME gpu: the size in which a GPU runs it.
#include "base/words.hpp"
#include "chain/parser.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/sizes.hpp"

#include <algorithm>

namespace lesson {
namespace {

bool is_chain_name(std::string_view text) {
  const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  return !text.empty() && text.front() >= 'a' && text.front() <= 'z' && std::all_of(text.begin(), text.end(), allowed);
}

/// Behind a chain's name: this is the size in which a GPU runs it.
constexpr std::string_view for_gpu = " gpu";

bool is_gpu_size(const Piece& piece) {
  return piece.argument.ends_with(for_gpu);
}

/// The chain that stands above, in another size.
void announce_gpu_size(LessonDraft& draft, const Piece& piece, std::shared_ptr<const chain::Chain> sized) {
  const std::string name(piece.argument.substr(0, piece.argument.size() - for_gpu.size()));
  const auto own = draft.lesson.chains.find(name);
  if (own == draft.lesson.chains.end()) {
    // One that stands above and cannot be read is told there.
    if (!draft.names.chains.contains(name)) {
      draft.findings.tell(piece.argument_place, "lesson.chain_gpu.alone", {{"name", name}});
    }
  } else if (!only_sizes_differ(*own->second, *sized)) {
    draft.findings.tell(piece.argument_place, "lesson.chain_gpu.other", {{"name", name}});
  } else if (!draft.lesson.other_sizes.emplace(name, std::move(sized)).second) {
    draft.findings.add(piece.argument_place, base::say("lesson.chain_gpu.twice", {{"name", name}}));
  }
}

void announce_name(LessonDraft& draft, const Piece& piece) {
  const std::string name(piece.argument);
  if (!is_chain_name(name)) {
    draft.findings.add(piece.argument_place,
                       base::say(name.empty() ? "lesson.chain_unnamed" : "lesson.chain_name", {{"name", name}}),
                       base::say("lesson.chain_name.hint"));
  } else if (!draft.names.chains.insert(name).second) {
    draft.findings.add(piece.argument_place, base::say("lesson.chain_twice", {{"name", name}}));
  }
}

void announce_chain(LessonDraft& draft, const Piece& piece) {
  const bool gpu_size = is_gpu_size(piece);  // named by the fence above
  if (!gpu_size) announce_name(draft, piece);
  auto parsed = chain::parse(piece.text, draft.lesson.file);
  if (!parsed) return draft.findings.add_part(parsed.error(), piece.first_line);
  auto read = std::make_shared<const chain::Chain>(std::move(*parsed));
  if (gpu_size) return announce_gpu_size(draft, piece, std::move(read));
  draft.lesson.chains.emplace(std::string(piece.argument), std::move(read));
}

}  // namespace

constinit const Fence fences::chain = {
    .word = "chain",
    .named = true,
    .is_block = [](const Piece& piece) { return !is_gpu_size(piece); },
    .announce = announce_chain,
    .read = [](LessonDraft&, const Piece& piece, Block& block) { block.name = piece.argument; },
};

}  // namespace lesson
