// The library's ways to do a call, timed apart from every measurement: a search that is timed flatters what it finds.
#include "base/median.hpp"
#include "base/words.hpp"
#include "worker/ready_job.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace worker {
namespace {

constexpr int usual_candidates = 8;  // what a program asks for too
constexpr int rounds = 5;
constexpr double least_sample = 1e-3;  // seconds: the events' own half microsecond does not show
constexpr std::int64_t most_repetitions = 1000;
constexpr std::chrono::seconds patience{4};  // for all of them: slow ones are not timed as often

}  // namespace

void ReadyJob::settle_calls() {
  for (std::size_t p = 0; p < plans_.size(); ++p) {
    for (std::size_t s = 0; s < plans_[p].steps.size(); ++s) {
      if (auto* call = std::get_if<BlasCall>(&plans_[p].steps[s])) settle(*call, p, s);
    }
  }
}

void ReadyJob::settle(BlasCall& call, std::size_t plan, std::size_t step) {
  const auto& asked = std::get<wire::LibraryCall>(job_.plans[plan].steps[step]);
  wire::CallUsed& used = calls_.emplace_back();
  used.plan = static_cast<std::int64_t>(plan);
  used.step = static_cast<std::int64_t>(step);
  if (const auto accepted = call.accept(asked.algorithm)) {
    call.use(*accepted);
    used.candidate = BlasCall::describe(*accepted);
    return;
  }
  used.searched = asked.algorithm.empty() ? std::string(base::text("worker.searched"))
                                          : base::say("worker.searched_again", {{"version", cublas::version()}});
  const std::vector<Trial>& found = searched_[{plan, step}] = trials(call, usual_candidates, [] { return false; });
  const Trial& best = *std::ranges::min_element(found, {}, &Trial::seconds);
  call.use(best.how);
  used.candidate = BlasCall::describe(best.how, best.seconds);
}

double ReadyJob::timed(const BlasCall& call, const cublas::Heuristic& how, std::int64_t repetitions) {
  cuda::check(cuda::api().event_record(begin_, stream_), "take_time");
  for (std::int64_t i = 0; i < repetitions; ++i) call.put(how, stream_);
  return elapsed(repetitions);
}

/// In turns, each round beginning with another one; of each the middle of its times.
std::vector<ReadyJob::Trial> ReadyJob::trials(const BlasCall& call, int most, const Stop& stop) {
  struct Tried {
    cublas::Heuristic how;
    std::int64_t repetitions = 1;
    std::vector<double> seconds;
  };
  std::vector<Tried> tried;
  std::string refused;
  const auto begin = std::chrono::steady_clock::now();
  const auto late = [&] { return std::chrono::steady_clock::now() - begin > patience; };
  for (const cublas::Heuristic& how : call.propose(most)) {
    if (!tried.empty() && late()) break;
    try {
      call.put(how, stream_);  // loads its code
      wait();
      const double once = std::max(1e-7, timed(call, how, 1));
      tried.push_back({how, std::clamp<std::int64_t>(std::llround(least_sample / once), 1, most_repetitions), {once}});
    } catch (const Failed& failed) {
      // It was proposed, and is refused when it is to run: the others may not be.
      if (failed.failure.kind != wire::Failure::Kind::library) throw;
      refused = failed.failure.sentence;
    }
  }
  if (tried.empty()) throw Failed(wire::Failure::Kind::library, refused);
  for (std::size_t round = 0; round < rounds && !late(); ++round) {
    if (round == 0) {
      for (Tried& one : tried) one.seconds.clear();  // what one run took was to know how many are a sample
    }
    for (std::size_t turn = 0; turn < tried.size(); ++turn) {
      if (stop()) throw Failed(wire::Failure::Kind::cancelled, std::string(base::text("worker.cancelled")));
      Tried& one = tried[(turn + round) % tried.size()];
      one.seconds.push_back(timed(call, one.how, one.repetitions));
    }
  }
  std::vector<Trial> found;
  for (Tried& one : tried) found.push_back({one.how, base::median(std::move(one.seconds))});
  return found;
}

wire::Chosen ReadyJob::choose(std::size_t plan, std::size_t step, int most, const Stop& stop) {
  const auto& call = std::get<BlasCall>(plans_[plan].steps[step]);
  const auto known = searched_.find({plan, step});
  const bool same = known != searched_.end() && most == usual_candidates;
  const std::vector<Trial> found = same ? known->second : trials(call, most, stop);
  wire::Chosen chosen;
  chosen.library = cublas::version();
  for (const Trial& one : found) chosen.candidates.push_back(BlasCall::describe(one.how, one.seconds));
  const auto best = std::ranges::min_element(found, {}, &Trial::seconds);
  chosen.best = best - found.begin();
  return chosen;
}

}  // namespace worker
