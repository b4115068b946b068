// A role: a child process that answers requests one after the other until its input closes.
#pragma once

#include "wire/messages.hpp"
#include "worker/channel.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace worker {

/// Whoever asked a role: hears from it while it works, and may want no more.
struct Caller {
  std::function<void(double share, std::string word)> progress;
  std::function<bool()> cancelled;
};

class Role {
 public:
  virtual ~Role() = default;
  /// Starts what the role needs. Throws Failed (unavailable).
  virtual void open(const wire::Hello& hello, wire::Capabilities& into) = 0;
  /// Gives up for good what it needs no more, once it is open: what could not be taken away here, in a sentence.
  [[nodiscard]] virtual std::string confine() { return {}; }
  /// Throws Failed.
  [[nodiscard]] virtual wire::Body answer(const wire::Body& request, const Caller& caller) = 0;
  /// Nobody asked for a while: what others may want is given back.
  virtual void rest() {}
};

/// The role of that name, or null: "compile", "run", "count", "trace".
[[nodiscard]] std::unique_ptr<Role> make_role(const std::string& name, const std::string& cache);
constexpr std::chrono::milliseconds quiet{15000};  ///< after so long without a request a role rests

/// Serves until the other side closes; the process's exit status.
[[nodiscard]] int serve(const std::string& name, Role& role, Channel& channel,
                        std::chrono::milliseconds rest_after = quiet);

}  // namespace worker
