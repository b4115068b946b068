// One connection to a worker: requests out, answers in, and a sentence for every way it can go wrong.
#pragma once

#include "base/words.hpp"
#include "device/cuda_client/child.hpp"
#include "device/device.hpp"
#include "wire/framing.hpp"
#include "wire/messages.hpp"

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace device::cuda_client {

/// Seconds that things may take; tests shorten them.
struct Patience {
  double begin = wire::Deadline::role;     ///< until the worker speaks
  double queue = 600;                      ///< the same while a batch system says that it waits for a place
  double hello = wire::Deadline::program;  ///< until it knows its card, of the first time from its start
  double grace = 10;                       ///< beyond the deadline that the supervisor keeps by itself
  double most = wire::Deadline::program;   ///< with any request, until the next answer
};

/// The worker answered that it could not: what kind of failure it was.
class Refused : public DeviceError {
 public:
  explicit Refused(wire::Failure why)
      : DeviceError(why.sentence.empty() ? base::say("cuda.no_reason") : why.sentence, why.remedy),
        failure(std::move(why)) {}
  wire::Failure failure;
};

using Told = std::function<void(const wire::Progress&)>;

/// Any thread may ask; they take turns.
class Connection {
 public:
  /// Starts the command; throws DeviceError if the worker does not begin to speak.
  Connection(const std::string& command, Patience patience, const std::stop_token& stop = {});

  /// What there is on the other side. With `counters` it waits until that is known too.
  [[nodiscard]] wire::Capabilities hello(bool counters, const std::stop_token& stop = {});
  /// The answers in the order of the requests, all sent at once. Throws DeviceError, Refused, base::Cancelled.
  [[nodiscard]] std::vector<wire::Body> ask(std::vector<wire::Body> requests, double deadline,
                                            const std::stop_token& stop, const Told& told = {});
  /// The answer, of this type.
  template <class Answer>
  [[nodiscard]] Answer ask_one(wire::Body request, double deadline, const std::stop_token& stop,
                               const Told& told = {}) {
    std::vector<wire::Body> answers = ask({std::move(request)}, deadline, stop, told);
    if (auto* answer = std::get_if<Answer>(&answers.front())) return std::move(*answer);
    wrong_answer();
  }
  /// It failed; only a new one helps.
  [[nodiscard]] bool broken() const { return broken_; }
  /// What came before the worker spoke, and its last complaints.
  [[nodiscard]] std::string host_said() const;

 private:
  using Clock = std::chrono::steady_clock;

  void begin(const std::stop_token& stop);
  void send(const wire::Message& message);
  /// Reads and writes what is possible within this time.
  void turn(std::chrono::milliseconds most);
  [[nodiscard]] bool read(int descriptor, std::string& into);
  [[noreturn]] void fail(const DeviceError& error);
  [[noreturn]] void ended();
  [[noreturn]] void silent(double seconds);
  [[noreturn]] void wrong_answer();
  [[nodiscard]] bool waits_in_queue() const;

  std::mutex turns_;
  Patience patience_;
  Child child_;
  wire::Decoder decoder_;
  std::string outgoing_, complaints_;
  std::map<std::uint64_t, wire::Message> answers_;
  std::vector<wire::Message> progress_;
  std::set<std::uint64_t> given_up_;
  std::uint64_t last_ = 0;
  double beginning_ = 0;  ///< seconds until the worker spoke, of which the first introduction has the rest
  bool out_closed_ = false;
  bool broken_ = false;
};

}  // namespace device::cuda_client
