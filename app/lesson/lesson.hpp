// A lesson as checked data: steps of words, chains and tasks.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/expected.hpp"
#include "chain/chain.hpp"

namespace lesson {

/// What a task asks of the student.
enum class TaskKind {
  count_arrows,  ///< a mark on each arrow of the unfused plan, in order
  strike,        ///< strike the arrows that nobody outside needs
  number,        ///< one number: a count, a ratio, bytes
  choice,        ///< one of some lettered sentences
  run,           ///< run both plans; the reveal follows
  words,         ///< a sentence of one's own; ours beside it afterwards
};

/// A wrong number and the explanation it earns.
struct Misconception {
  std::string id;
  std::string value;        ///< an expression over computed quantities, as text: "{predicted.reads}"
  std::string explanation;
};

struct Task {
  std::string id;
  TaskKind kind = TaskKind::number;
  std::string chain;                 ///< name of a chain fence in this lesson
  std::string asked;                 ///< quantity: "crossings.unfused", "crossings.fused", "ratio.crossings", "bytes.fused", ...
  std::vector<std::string> given;    ///< quantities that may be shown while the task is open
  std::string question;
  std::vector<std::string> choices;  ///< choice: the sentences, first letter A
  int right = -1;                    ///< choice: index of the right one
  std::string right_text;            ///< why it is right, shown after the lock
  std::string model_answer;          ///< words: ours
  std::vector<Misconception> misconceptions;
  int line = 0;
};

/// A run of prose (Markdown, {values} not yet filled in) or a fence.
struct Block {
  enum class Kind { prose, chain, task, say, doing } kind = Kind::prose;
  std::string text;   ///< prose: Markdown; chain: chain text; say/doing: the presenter's notes
  std::string name;   ///< chain: its name; task: its id
  int line = 0;
};

/// Everything between two level-2 headings.
struct Step {
  std::string title;
  std::vector<Block> blocks;
  std::optional<Task> task;  ///< at most one a step
  int line = 0;
};

struct Lesson {
  std::string id;       ///< "02"
  std::string folder;   ///< "02-count-the-crossings"
  std::string title;
  int minutes = 0;
  std::string goal;
  std::vector<Step> steps;
  std::map<std::string, std::shared_ptr<const chain::Chain>> chains;
};

}  // namespace lesson
