// A lesson as checked data: steps of words, chains and tasks.
#pragma once

#include "base/expected.hpp"
#include "chain/chain.hpp"
#include "chain/sweep.hpp"
#include "charts/sweep/height.hpp"
#include "lesson/calculator.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lesson {

struct Fence;     ///< lesson/fences/fence.hpp
struct TaskKind;  ///< lesson/kinds/kind.hpp
namespace kinds {
extern const TaskKind number;
}  // namespace kinds

/// A wrong answer and the explanation it earns.
struct Misconception {
  std::string id;
  std::string value;        ///< number: an expression over computed quantities, "{reads.unfused} / 2"
  int choice = -1;          ///< choice: index of the wrong sentence
  std::string shape;        ///< sketch: what is wrong with the curve: "flat", "straight", ...
  std::string explanation;  ///< {values} not yet filled in
};

using charts::SweepHeight;

struct Task {
  std::string id;
  const TaskKind* kind = &kinds::number;  ///< what it asks of the student; never null
  std::string chain;                      ///< name of a chain fence in this lesson; empty only for words and choice
  std::string asked;  ///< quantity: "crossings.unfused", "ratio.crossings", ...; empty for words, and choice may
  std::vector<std::string> given;  ///< quantities that may be shown while the task is open
  std::string question;
  std::string counted_in;             ///< number: what the question counts, "jobs"; empty: the quantity's own noun
  std::string hint;                   ///< shown when asked for, before the lock; may be empty
  std::vector<std::string> choices;   ///< choice: the sentences, first letter A
  std::vector<std::string> in_brief;  ///< choice: the same for the back row of a class; empty: as they are
  int right = -1;                     ///< choice: index of the right one
  std::string right_text;             ///< why it is right, shown after the lock
  std::string paper;                  ///< the question on a quiz, by itself; empty: the quiz finds words
  std::string paper_because;          ///< right_text there; empty: the same
  bool paper_chain = false;           ///< `paper` speaks of the chain, which stands below it there
  std::string model_answer;           ///< words: ours
  std::string sweep;                  ///< sketch: as on the fence of the sweep that it is drawn on
  chain::SweepAxis over;              ///< sketch: that sweep's range
  SweepHeight height = SweepHeight::time;
  bool unfused = false;             ///< sketch: it is of the unfused plan, not of the fused one
  std::optional<double> tolerance;  ///< number, sketch: 0.1 = within 10 % is right; absent = the quantity's own rule
  std::vector<Misconception> misconceptions;
  int line = 0;
};

/// A plan of a chain that the lesson gives a name, beside unfused and fused.
struct NamedPlan {
  std::string name;
  std::string cuts;    ///< as plan::parse_cuts reads them: "mean", "none registers=32"
  bool knobs = false;  ///< it turns a GPU's knobs: no processor runs it
  bool operator==(const NamedPlan&) const = default;
};

/// What of a chain the warehouse shows: both plans, the unfused one alone, both with a choice of how many of the
/// chain's ops are done, the unfused one with the hardware's names on its signs, PyTorch's kernels (plan `eager`) in
/// place of the unfused ones, beside fused or alone, or beside unfused the plan `products`, `library` or one that the
/// lesson has named in place of fused; named_beside_fused: that one in place of unfused.
enum class SceneKind {
  both,
  unfused,
  jobs,
  named,
  eager,
  eager_alone,
  products,
  library,
  named_plan,
  named_beside_fused
};
/// The third plan that it shows; empty: none, or one of the lesson's own.
[[nodiscard]] constexpr std::string_view third_plan(SceneKind kind) {
  switch (kind) {
    case SceneKind::eager:
    case SceneKind::eager_alone:
      return "eager";
    case SceneKind::products:
      return "products";
    case SceneKind::library:
      return "library";
    case SceneKind::both:
    case SceneKind::unfused:
    case SceneKind::jobs:
    case SceneKind::named:
    case SceneKind::named_plan:
    case SceneKind::named_beside_fused:
      break;
  }
  return {};
}
[[nodiscard]] constexpr bool is_alone(SceneKind kind) {
  return kind == SceneKind::unfused || kind == SceneKind::named || kind == SceneKind::eager_alone;
}

/// What is asked again days later.
struct RecallCard {
  std::string asks, answer;  ///< Markdown, {values} not yet filled in
};

/// A run of prose (Markdown, {values} not yet filled in) or a fence.
struct Block {
  const Fence* fence = nullptr;  ///< null: prose
  std::string text;              ///< prose, in_class: Markdown; chain: chain text; say, doing: the presenter's notes
  std::string name;              ///< task: its id; ladder, calculator: its own; else the chain's
  std::string chain;             ///< prose, say, doing: of their {values}, unless they name one; may be empty
  SceneKind scene = SceneKind::both;
  std::string plan;       ///< scene: the lesson's own plan that stands in place of fused, or of unfused; empty: none
  chain::SweepAxis over;  ///< sweep
  SweepHeight height = SweepHeight::time;
  bool eager = false;  ///< sweep: plan `eager` in place of unfused
  std::string focus;   ///< stage: the part of the picture that is lit; empty: none
  std::string tab;     ///< stage: of the run's pictures the one that is seen first; empty: the last picture stays
  std::vector<RecallCard> cards;  ///< prose of a recall fence: the same, one by one
  bool after_task = false;        ///< it stands below the step's task: shown once that is answered
  int line = 0;

  [[nodiscard]] bool is(const Fence& one) const { return fence == &one; }
};

/// Everything between two level-2 headings.
struct Step {
  std::string title;
  int minutes = 0;  ///< "## Title (3 min)"; 0 = not said
  std::vector<Block> blocks;
  std::optional<Task> task;  ///< at most one a step
  int line = 0;
};

/// A figure that is cited, not computed: {fact 3.35 TB/s; source NVIDIA H100 data sheet}.
struct Fact {
  std::string text, source;
  int line = 0;
};

/// One case of a finding: what it says where its condition is the first to hold.
struct FindingCase {
  enum class Kind { when, otherwise, noisy } kind = Kind::when;
  struct Comparison {
    std::string left, sign, right;  ///< expressions, and >=, >, <= or <
  };
  std::vector<Comparison> comparisons;  ///< when: all must hold
  std::string condition;                ///< as it was written
  std::string text;                     ///< Markdown, {values} not yet filled in
  int line = 0;                         ///< of its first word
};

/// A conclusion that follows what was measured; texts name it: {finding clock}.
struct Finding {
  std::string name, chain;  ///< the chain of its {values}, unless they name one
  std::vector<FindingCase> cases;
  int line = 0;

  [[nodiscard]] const FindingCase* noisy() const;  ///< null where nothing measured decides
};

struct Lesson {
  std::string id;      ///< "02"
  int id_line = 1;     ///< where that is written
  std::string folder;  ///< "02-count-the-crossings"
  std::string file;    ///< as given to parse or load, for diagnostics
  std::string title;
  int minutes = 0;
  std::string goal;
  bool stage = false;  ///< it is shown on the stage: each step has a picture
  std::vector<Step> steps;
  std::map<std::string, std::shared_ptr<const chain::Chain>> chains;
  /// Of chains with a second size, by name: the one that is not in `chains` now (lesson/sizes.hpp).
  std::map<std::string, std::shared_ptr<const chain::Chain>> other_sizes;
  bool sized_for_gpu = false;
  std::map<std::string, std::vector<NamedPlan>, std::less<>> plans;  ///< by the chain's name
  std::map<std::string, Finding, std::less<>> findings;              ///< by name
  std::map<std::string, Calculator, std::less<>> calculators;        ///< by name
  std::vector<Fact> facts;                                           ///< in order of appearance, for footnotes
};

}  // namespace lesson
