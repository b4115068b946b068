// A task on its page while its nodes are made: what the kinds of tasks share.
#pragma once

#include "lesson/judge.hpp"
#include "session/state/page.hpp"

namespace session {

struct TaskNodes {
  const Desk& desk;
  const lesson::Task& task;
  const Attempt& attempt;
  std::shared_ptr<const Bench> bench;  ///< of the task's chain; null where it is about none
  std::vector<Node> nodes = {};        ///< so far

  void add(Node node) { nodes.push_back(std::move(node)); }
  [[nodiscard]] std::string filled(std::string_view text) const;
  /// A lesson's words after the lock, with no number in them that another task still asks.
  void explain(std::string id, std::string_view markdown);
  void because() { explain("task.because", task.right_text); }
  /// After a wrong answer as much as it was believed in: who guessed gets the likely cause alone, who was sure the
  /// reason and the count once more.
  void explain_wrong(const lesson::Judgement& judgement);
  /// Whether it was right, and what it is.
  void tell(bool right, std::string sentence);
  /// Ours beside the guess, and why it was near or not; nothing until the answer may be told.
  void judged();

  /// What the chain will run on, in the words of that key; or that nothing runs here.
  void where(std::string_view key);
  /// Why it could not be locked.
  void message();
  /// One tap, if the student likes: how sure.
  void confidence();
  /// What the guess is, once it stands: until then it may come and go with a click, and would move what is below it.
  void badge();
  /// A figure with the guess on it, to be dragged until it is locked.
  void draggable(figure::Figure figure);
};

}  // namespace session
