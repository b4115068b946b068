// Slow work off the UI thread: one job at a time, with progress and cancel; results enter through poll().
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace session {

/// A job gets copies and returns what to do with the result on the owner's thread.
class JobQueue {
 public:
  using Report = std::function<void(double share, std::string_view word)>;
  using Apply = std::function<void()>;
  using Work = std::function<Apply(const Report&, std::stop_token)>;

  JobQueue();
  ~JobQueue();  ///< cancels and joins

  /// `wake` is called from the worker's thread whenever poll() has something (glfwPostEmptyEvent in the window).
  void on_wake(std::function<void()> wake);
  void start(std::string name, Work work, std::function<void(const std::exception&)> failed, Apply cancelled);
  void cancel();
  [[nodiscard]] bool busy() const;
  [[nodiscard]] double share() const;
  [[nodiscard]] std::string word() const;
  /// Runs on the owner's thread: applies a finished job. True if something changed.
  bool poll();
  /// Blocks until idle, applying as it goes (the command line, tests).
  void wait();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace session
