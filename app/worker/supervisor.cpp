// Requests wait in one queue; each goes to the first role that may take it.
#include "worker/supervisor.hpp"

#include "base/hash.hpp"
#include "base/units.hpp"
#include "base/words.hpp"
#include "worker/fixed_kernels.hpp"

#include <algorithm>
#include <poll.h>

namespace worker {
namespace {

using Kind = wire::Failure::Kind;

constexpr std::size_t most_queued = 256;
constexpr std::size_t most_strikes = 10000;
const std::uint64_t own_key = base::hash64("fixed");  ///< of the compilation of our own kernels

}  // namespace

Supervisor::Supervisor(int in, int out, std::string cache, Patience patience)
    : client_(in, out), patience_(patience), crew_(std::move(cache), std::move(patience)) {}

int Supervisor::run() {
  int status = 0;
  while (open_) {
    pump();
    answer_hellos();
    if (!client_.flush()) break;
    try {
      wait();
    } catch (const wire::WireError& error) {
      // What the client sent is no message; nothing that follows can be trusted to be one.
      fail(0, Kind::bad_request, error.what(), error.remedy);
      static_cast<void>(client_.flush());
      status = 1;
      open_ = false;
    }
  }
  return status;
}

void Supervisor::wait() {
  std::vector<pollfd> watched{{client_.in(), POLLIN, 0}};
  if (client_.wants_to_write()) watched.push_back({client_.out(), POLLOUT, 0});
  auto wake = Clock::now() + std::chrono::seconds(60);
  for (RoleProcess* role : crew_.all()) {
    if (role->state == State::ended && role->not_before > Clock::now()) wake = std::min(wake, role->not_before);
    if (!role->pipe) continue;
    watched.push_back({role->pipe->in(), POLLIN, 0});
    if (role->pipe->wants_to_write()) watched.push_back({role->pipe->out(), POLLOUT, 0});
    if (role->state == State::starting || role->state == State::busy) wake = std::min(wake, role->due);
  }
  const auto rest = std::chrono::duration_cast<std::chrono::milliseconds>(wake - Clock::now()).count() + 1;
  ::poll(watched.data(), watched.size(), static_cast<int>(std::max<long>(0, rest)));
  for (RoleProcess* role : crew_.all()) {
    if (role->pipe && !role->pipe->flush()) {
      died(*role);
    } else if (role->pipe) {
      listen(*role);
    }
    const bool limited = role->state == State::starting || role->state == State::busy;
    if (limited && Clock::now() >= role->due) overdue(*role);
  }
  std::deque<wire::Message> messages;
  open_ = client_.receive(messages);
  for (const wire::Message& message : messages) take(message);
}

void Supervisor::take(const wire::Message& message) {
  const std::uint64_t id = message.id;
  if (const auto* asked = std::get_if<wire::Hello>(&message.body)) return hello(id, *asked);
  if (std::holds_alternative<wire::Cancel>(message.body)) return cancel(id);
  if (std::holds_alternative<wire::Compile>(message.body)) return enqueue(id, message.body, patience_.work);
  try {
    if (const auto* asked = std::get_if<wire::Run>(&message.body)) {
      wire::check(*asked);
      return enqueue(id, message.body, asked->deadline);
    }
    if (const auto* asked = std::get_if<wire::Choose>(&message.body)) {
      wire::check(*asked);
      return enqueue(id, message.body, asked->deadline);
    }
    if (const auto* asked = std::get_if<wire::Count>(&message.body)) {
      wire::check(*asked);
      return enqueue(id, message.body, asked->deadline);
    }
    if (const auto* asked = std::get_if<wire::Trace>(&message.body)) {
      wire::check(*asked);
      return enqueue(id, message.body, asked->deadline);
    }
  } catch (const wire::WireError& error) {
    return fail(id, Kind::bad_request, error.what(), error.remedy);
  }
  fail(id, Kind::bad_request, base::say("worker.not_mine"));
}

void Supervisor::hello(std::uint64_t id, const wire::Hello& hello) {
  if (crew_.card.empty()) crew_.card = hello.card;
  crew_.forgive(hello.counters);  // asking again is how a person retries after mending what was wrong
  hellos_.push_back({id, hello.counters});
}

void Supervisor::enqueue(std::uint64_t id, wire::Body body, double deadline) {
  if (queue_.size() >= most_queued) return fail(id, Kind::bad_request, base::say("worker.queue_full"));
  Task task{id, std::move(body), std::min(deadline, patience_.work), {}, 0, false};
  task.key = base::hash64(wire::to_json({0, task.request}));
  queue_.push_back(std::move(task));
}

void Supervisor::cancel(std::uint64_t id) {
  const auto queued = std::ranges::find(queue_, id, &Task::client);
  if (queued != queue_.end()) {
    queue_.erase(queued);
    return fail(id, Kind::cancelled, base::say("worker.cancelled"));
  }
  for (RoleProcess* role : crew_.all()) {
    if (role->state != State::busy || !role->task || role->task->client != id) continue;
    role->task->cancelled = true;
    role->pipe->send({role->serial, wire::Cancel{}});
    const auto soon =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(patience_.cancel));
    role->due = std::min(role->due, soon);
  }
}

void Supervisor::pump() {
  for (std::size_t i = 0; i < queue_.size();) {
    if (dispatch(queue_[i])) {
      queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
}

/// True if the task left the queue: to a role, or answered.
bool Supervisor::dispatch(Task& task) {
  if (struck_out(task.key)) return set_aside(task);
  const bool compile = std::holds_alternative<wire::Compile>(task.request);
  RoleProcess* role = compile ? crew_.compiler() : &on_card(task.request);
  if (role == nullptr) return false;
  const bool after_run = !compile && role != &crew_.run;
  if (after_run && crew_.card.empty() && !crew_.ready(crew_.run) && crew_.run.state != State::refused)
    return false;  // it chooses the card
  if (role->state == State::refused) {
    answer(task.client,
           wire::Failure{Kind::unavailable, role->told.reason, role->told.remedy, role->told.remedy_admin, {}});
    return true;
  }
  if (!crew_.ready(*role)) return false;
  if (!compile) {
    for (const RoleProcess* other : {&crew_.run, &crew_.count, &crew_.trace}) {
      if (other->state == State::busy) return false;
    }
    // The others free what they held before they answer.
    if (after_run && crew_.run.state == State::idle && crew_.run.holds_memory) {
      hand(crew_.run, {0, wire::Release{}, patience_.start, {}, 0, false});
      return false;
    }
    if (!cubins_.has_own()) {
      if (struck_out(own_key)) return set_aside(task);
      compile_own();
      return false;
    }
    if (const auto missing = cubins_.attach(task.request)) {
      fail(task.client, Kind::unknown_cubin, base::say("worker.unknown_cubin", {{"cubin", *missing}}));
      return true;
    }
  }
  hand(*role, std::move(task));
  return true;
}

RoleProcess& Supervisor::on_card(const wire::Body& request) {
  if (std::holds_alternative<wire::Count>(request)) return crew_.count;
  return std::holds_alternative<wire::Trace>(request) ? crew_.trace : crew_.run;
}

/// Not run again: it, or what it needs of ours, killed too many.
bool Supervisor::set_aside(const Task& task) {
  fail(task.client, Kind::set_aside, base::say("worker.set_aside", {{"deaths", std::to_string(patience_.deaths)}}),
       base::say("worker.set_aside.remedy"));
  return true;
}

void Supervisor::compile_own() {
  if (own_asked_) return;
  own_asked_ = true;
  wire::Compile own{std::string(fixed_source()), std::to_string(crew_.compute_capability), {}};
  queue_.push_back({0, std::move(own), patience_.work, {}, own_key, false});
}

void Supervisor::hand(RoleProcess& role, Task task) {
  if (!std::holds_alternative<wire::Release>(task.request)) role.holds_memory = true;
  if (!task.begun) task.begun = Clock::now();
  const std::chrono::duration<double> spent = Clock::now() - *task.begun;
  role.send(task.request, std::max(0.0, task.deadline - spent.count()));
  role.task = std::move(task);
  role.state = State::busy;
}

void Supervisor::listen(RoleProcess& role) {
  std::deque<wire::Message> messages;
  bool going = true;
  try {
    going = role.pipe->receive(messages);
  } catch (const wire::WireError&) {
    going = false;  // it no longer speaks our language: as good as dead
  }
  for (wire::Message& message : messages) {
    if (!role.pipe) return;
    heard(role, std::move(message));
  }
  if (!going && role.pipe) died(role);
}

void Supervisor::heard(RoleProcess& role, wire::Message message) {
  const bool expected = (role.state == State::starting || role.state == State::busy) && message.id == role.serial;
  if (!expected) return died(role);
  if (auto* progress = std::get_if<wire::Progress>(&message.body)) {
    if (role.task && role.task->client != 0) answer(role.task->client, std::move(*progress));
    return;
  }
  if (role.state == State::busy) return finished(role, std::move(message.body));
  if (!crew_.introduced(role, std::move(message.body))) died(role);
}

void Supervisor::finished(RoleProcess& role, wire::Body body) {
  const Task task = std::move(*role.task);
  role.task.reset();
  role.state = State::idle;
  role.deaths = 0;
  if (std::holds_alternative<wire::Release>(task.request)) {
    role.holds_memory = false;
    return;
  }
  if (auto* compiled = std::get_if<wire::Compiled>(&body)) {
    cubins_.keep(compiled->cubin, std::move(compiled->image), task.client == 0);
    compiled->image.clear();
  }
  if (const auto* failure = std::get_if<wire::Failure>(&body)) {
    if (failure->kind == Kind::fault) {
      // The request is at fault, and the role is about to end.
      strike(task);
      role.end();
    }
    if (task.client == 0) {
      // Without our own kernels nothing can be run: everybody who waits for them hears why.
      own_asked_ = false;
      std::erase_if(queue_, [&](const Task& waiting) {
        const bool waits = !std::holds_alternative<wire::Compile>(waiting.request);
        if (waits) answer(waiting.client, *failure);
        return waits;
      });
    }
  }
  if (task.client != 0) answer(task.client, std::move(body));
}

void Supervisor::strike(const Task& task) {
  if (strikes_.size() < most_strikes) ++strikes_[task.key];
}

bool Supervisor::struck_out(std::uint64_t key) const {
  const auto found = strikes_.find(key);
  return found != strikes_.end() && found->second >= patience_.deaths;
}

/// It ended by itself, or was ended for what it said.
void Supervisor::died(RoleProcess& role) {
  const std::string how = crew_.lost(role);
  if (!role.task) return;
  Task task = std::move(*role.task);
  role.task.reset();
  if (std::holds_alternative<wire::Release>(task.request)) return;  // its memory is free now
  if (task.cancelled) return fail(task.client, Kind::cancelled, base::say("worker.cancelled"));
  strike(task);
  if (struck_out(task.key)) {
    if (task.client == 0) {
      own_asked_ = false;
      return;
    }
    return fail(task.client, Kind::set_aside,
                base::say("worker.killed_three",
                          {{"role", role.name}, {"deaths", std::to_string(patience_.deaths)}, {"how", how}}),
                base::say("worker.set_aside.remedy"));
  }
  if (task.client != 0) answer(task.client, wire::Progress{0, base::say("worker.again")});
  queue_.push_front(std::move(task));
}

void Supervisor::overdue(RoleProcess& role) {
  if (role.state == State::starting) return crew_.hung(role);
  Task task = std::move(*role.task);
  role.task.reset();
  role.end();
  if (std::holds_alternative<wire::Release>(task.request)) return;
  if (task.cancelled) return fail(task.client, Kind::cancelled, base::say("worker.cancelled"));
  strike(task);
  if (task.client == 0) {
    own_asked_ = false;
    return;
  }
  fail(task.client, Kind::deadline,
       base::say("worker.overdue", {{"role", role.name}, {"seconds", base::show_number(task.deadline, 2)}}),
       base::say("worker.overdue.remedy"));
}

void Supervisor::answer_hellos() {
  if (hellos_.empty()) return;
  if (!crew_.settled(false)) return;
  const bool counters = std::ranges::any_of(hellos_, &Waiting::counters) && crew_.settled(true);
  std::erase_if(hellos_, [&](const Waiting& waiting) {
    if (waiting.counters && !counters) return false;
    answer(waiting.id, crew_.capabilities());
    return true;
  });
}

void Supervisor::answer(std::uint64_t id, wire::Body body) {
  if (id != 0 || std::holds_alternative<wire::Failure>(body)) client_.send({id, std::move(body)});
}

void Supervisor::fail(std::uint64_t id, Kind kind, std::string sentence, std::string remedy) {
  answer(id, wire::Failure{kind, std::move(sentence), std::move(remedy), {}, {}});
}

}  // namespace worker
