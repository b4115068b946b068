// ```calculator NAME "Title": a line a name, and perhaps one that says what is drawn; lesson/calculator_reader.hpp.
#include "lesson/calculation.hpp"
#include "lesson/calculator_reader.hpp"
#include "lesson/fences/fence.hpp"

namespace lesson {
namespace {

/// All that others may name: read before they are.
void announce(LessonDraft& draft, const Piece& piece) {
  auto calculator = read_calculator(piece, draft.findings);
  if (!calculator) return;
  for (const CalculatorLine& line : calculator->lines) {
    std::string name = quantity_of(*calculator, line);
    draft.names.calculated.emplace(std::string(without_unit(name)), std::move(name));
  }
  const auto [first, is_new] = draft.lesson.calculators.try_emplace(calculator->name, *calculator);
  if (!is_new) {
    draft.findings.tell(piece.argument_place, "lesson.calculator.twice",
                        {{"name", calculator->name}, {"line", std::to_string(first->second.line)}});
  }
}

}  // namespace

constinit const Fence fences::calculator = {
    .word = "calculator",
    .words = "lesson.calculator.",
    .named = true,
    .announce = announce,
    .read = [](LessonDraft&, const Piece& piece,
               Block& block) { block.name = piece.argument.substr(0, piece.argument.find(' ')); },
};

}  // namespace lesson
