// Requests wait in one queue; each goes to the first role that may take it.
#include "worker/supervisor.hpp"

#include "base/hash.hpp"
#include "base/units.hpp"
#include "base/words.hpp"
#include "worker/failed.hpp"
#include "worker/fixed_kernels.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <poll.h>
#include <set>
#include <thread>
#include <unistd.h>

namespace worker {
namespace {

using Kind = wire::Failure::Kind;

constexpr std::size_t most_queued = 256;
constexpr std::size_t most_images = 512;
constexpr std::size_t most_strikes = 10000;

std::string text(std::string_view key) {
  return std::string(base::text(key));
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::string boot_id() {
  std::string id;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> id;
  return id;
}

std::vector<const wire::Kernel*> kernels_of(const wire::Job& job) {
  std::vector<const wire::Kernel*> all;
  for (const wire::Plan& plan : job.plans) {
    for (const wire::Kernel& kernel : plan.kernels) all.push_back(&kernel);
  }
  return all;
}

}  // namespace

Supervisor::Supervisor(int in, int out, std::string cache, Patience patience)
    : client_(in, out), cache_(std::move(cache)), patience_(std::move(patience)) {
  compilers_.emplace_back("compile");
}

std::vector<RoleProcess*> Supervisor::roles() {
  std::vector<RoleProcess*> all{&run_, &count_};
  for (RoleProcess& compiler : compilers_) all.push_back(&compiler);
  return all;
}

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
  for (RoleProcess* role : roles()) {
    if (role->state == State::ended && role->not_before > Clock::now()) wake = std::min(wake, role->not_before);
    if (!role->pipe) continue;
    watched.push_back({role->pipe->in(), POLLIN, 0});
    if (role->pipe->wants_to_write()) watched.push_back({role->pipe->out(), POLLOUT, 0});
    if (role->state == State::starting || role->state == State::busy) wake = std::min(wake, role->due);
  }
  const auto rest = std::chrono::duration_cast<std::chrono::milliseconds>(wake - Clock::now()).count() + 1;
  ::poll(watched.data(), watched.size(), static_cast<int>(std::max<long>(0, rest)));
  for (RoleProcess* role : roles()) {
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
  if (std::holds_alternative<wire::Compile>(message.body)) return enqueue(id, message.body, patience_.compile);
  try {
    if (const auto* asked = std::get_if<wire::Run>(&message.body)) {
      wire::check(*asked);
      return enqueue(id, message.body, asked->deadline);
    }
    if (const auto* asked = std::get_if<wire::Count>(&message.body)) {
      wire::check(*asked);
      return enqueue(id, message.body, asked->deadline);
    }
  } catch (const wire::WireError& error) {
    return fail(id, Kind::bad_request, error.what(), error.remedy);
  }
  fail(id, Kind::bad_request, text("worker.not_mine"));
}

void Supervisor::hello(std::uint64_t id, const wire::Hello& hello) {
  if (card_.empty()) card_ = hello.card;
  // Asking again is how a person retries after mending what was wrong.
  for (RoleProcess* role : roles()) {
    const bool wanted = role != &count_ || hello.counters;
    if (!wanted || role->state != State::refused) continue;
    role->end();
    role->deaths = 0;
    role->not_before = {};
  }
  hellos_.push_back({id, hello.counters});
}

void Supervisor::enqueue(std::uint64_t id, wire::Body body, double deadline) {
  if (queue_.size() >= most_queued) return fail(id, Kind::bad_request, text("worker.queue_full"));
  Task task{id, std::move(body), deadline, 0, false};
  task.key = base::hash64(wire::to_json({0, task.request}));
  queue_.push_back(std::move(task));
}

void Supervisor::cancel(std::uint64_t id) {
  const auto queued = std::ranges::find(queue_, id, &Task::client);
  if (queued != queue_.end()) {
    queue_.erase(queued);
    return fail(id, Kind::cancelled, text("worker.cancelled"));
  }
  for (RoleProcess* role : roles()) {
    if (role->state != State::busy || !role->task || role->task->client != id) continue;
    role->task->cancelled = true;
    role->pipe->send({role->serial, wire::Cancel{}});
    const auto soon =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(patience_.cancel));
    role->due = std::min(role->due, soon);
  }
}

RoleProcess* Supervisor::compiler() {
  for (RoleProcess& role : compilers_) {
    if (role.state != State::busy && role.state != State::starting) return &role;
  }
  const bool starting = std::ranges::any_of(compilers_, [](const auto& role) { return role.state == State::starting; });
  const std::size_t most = std::clamp<std::size_t>(std::thread::hardware_concurrency() / 2, 1, 4);
  if (starting || compilers_.size() >= most) return nullptr;
  return &compilers_.emplace_back("compile");
}

void Supervisor::start(RoleProcess& role) {
  try {
    role.start(cache_);
    role.send(wire::Hello{{}, card_, false}, patience_.start);
  } catch (const Failed& failed) {
    role.state = State::refused;
    role.told = {role.name, false, failed.failure.sentence, failed.failure.remedy, {}};
  }
}

bool Supervisor::ready(RoleProcess& role) {
  if (role.state == State::ended && Clock::now() >= role.not_before) start(role);
  return role.state == State::idle;
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
  if (const auto found = strikes_.find(task.key); found != strikes_.end() && found->second >= patience_.deaths) {
    fail(task.client, Kind::set_aside, base::say("worker.set_aside", {{"deaths", std::to_string(patience_.deaths)}}),
         text("worker.set_aside.remedy"));
    return true;
  }
  const bool compile = std::holds_alternative<wire::Compile>(task.request);
  const bool counts = std::holds_alternative<wire::Count>(task.request);
  RoleProcess* role = compile ? compiler() : counts ? &count_ : &run_;
  if (role == nullptr) return false;
  if (role == &count_ && card_.empty() && !ready(run_) && run_.state != State::refused)
    return false;  // it chooses the card
  if (role->state == State::refused) {
    answer(task.client,
           wire::Failure{Kind::unavailable, role->told.reason, role->told.remedy, role->told.remedy_admin, {}});
    return true;
  }
  if (!ready(*role)) return false;
  if (!compile) {
    RoleProcess& other = counts ? run_ : count_;
    if (other.state == State::busy) return false;
    if (counts && other.state == State::idle && other.holds_memory) {
      hand(other, {0, wire::Release{}, patience_.start, 0, false});
      return false;
    }
    if (!attach(task)) return false;
    if (task.client == 0) return true;  // it was answered: a cubin is not known
  }
  hand(*role, std::move(task));
  return true;
}

/// Adds the cubins that the job names, ours among them. False: wait for ours. The task's client is 0 if it was refused.
bool Supervisor::attach(Task& task) {
  auto* run = std::get_if<wire::Run>(&task.request);
  auto* count = std::get_if<wire::Count>(&task.request);
  const wire::Job& job = run != nullptr ? run->job : count->job;
  std::vector<wire::Image>& into = run != nullptr ? run->images : count->images;
  if (fixed_.empty() || !images_.contains(fixed_)) {
    if (architecture_ == 0 && run_.capabilities && run_.capabilities->card) {
      architecture_ = run_.capabilities->card->compute_capability;
    }
    if (!fixed_asked_) {
      fixed_asked_ = true;
      wire::Compile own{std::string(fixed_source()), architecture_, {}};
      Task compile{0, own, patience_.compile, base::hash64("fixed"), false};
      queue_.push_back(std::move(compile));
    }
    return false;
  }
  into.clear();
  into.push_back({std::string(fixed_cubin), images_.at(fixed_)});
  std::set<std::string> had;
  for (const wire::Kernel* kernel : kernels_of(job)) {
    if (!had.insert(kernel->cubin).second) continue;
    const auto found = images_.find(kernel->cubin);
    if (found == images_.end()) {
      fail(task.client, Kind::unknown_cubin, base::say("worker.unknown_cubin", {{"cubin", kernel->cubin}}));
      task.client = 0;
      return true;
    }
    into.push_back({kernel->cubin, found->second});
  }
  return true;
}

void Supervisor::hand(RoleProcess& role, Task task) {
  if (!std::holds_alternative<wire::Release>(task.request)) role.holds_memory = true;
  role.send(task.request, task.deadline);
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
  auto* told = std::get_if<wire::Capabilities>(&message.body);
  if (told == nullptr || told->roles.size() != 1) return died(role);
  role.told = told->roles[0];
  if (told->card) card_ = told->card->uuid;
  role.capabilities = std::move(*told);
  role.deaths = 0;
  if (role.told.ready) {
    role.state = State::idle;
  } else {
    role.end();
    role.state = State::refused;
  }
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
    if (images_.size() >= most_images) {
      std::erase_if(images_, [&](const auto& one) { return one.first != fixed_; });  // named again, compiled again
    }
    images_[compiled->cubin] = std::move(compiled->image);
    compiled->image.clear();
    if (task.client == 0) fixed_ = compiled->cubin;
  }
  if (const auto* failure = std::get_if<wire::Failure>(&body)) {
    if (failure->kind == Kind::fault) {
      // The request is at fault, and the role is about to end.
      if (strikes_.size() < most_strikes) strike(task);
      role.end();
    }
    if (task.client == 0) {
      // Without our own kernels nothing can be run: everybody who waits for them hears why.
      fixed_asked_ = false;
      std::erase_if(queue_, [&](const Task& waiting) {
        const bool waits = !std::holds_alternative<wire::Compile>(waiting.request);
        if (waits) answer(waiting.client, *failure);
        return waits;
      });
    }
  }
  if (task.client != 0) answer(task.client, std::move(body));
}

/// It ended by itself, or was ended for what it said.
void Supervisor::died(RoleProcess& role) {
  const bool starting = role.state == State::starting;
  const std::string how = role.end();
  const double pause = patience_.restart[std::min(static_cast<std::size_t>(role.deaths), patience_.restart.size() - 1)];
  ++role.deaths;
  role.not_before = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(pause));
  if (starting && role.deaths >= patience_.deaths) {
    role.state = State::refused;
    role.told = {role.name,
                 false,
                 base::say("worker.dies_at_start", {{"role", role.name}, {"how", how}}),
                 text("worker.dies_at_start.remedy"),
                 {}};
  }
  if (!role.task) return;
  Task task = std::move(*role.task);
  role.task.reset();
  if (std::holds_alternative<wire::Release>(task.request)) return;  // its memory is free now
  if (task.cancelled) return fail(task.client, Kind::cancelled, text("worker.cancelled"));
  if (strikes_.size() < most_strikes) strike(task);
  if (strikes_[task.key] >= patience_.deaths && task.client != 0) {
    return fail(task.client, Kind::set_aside,
                base::say("worker.killed_three",
                          {{"role", role.name}, {"deaths", std::to_string(patience_.deaths)}, {"how", how}}),
                text("worker.set_aside.remedy"));
  }
  if (task.client != 0) answer(task.client, wire::Progress{0, text("worker.again")});
  queue_.push_front(std::move(task));
}

void Supervisor::overdue(RoleProcess& role) {
  if (role.state == State::starting) {
    role.end();
    role.state = State::refused;
    role.told = {role.name,
                 false,
                 base::say("worker.start_hangs", {{"role", role.name}}),
                 text("worker.start_hangs.remedy"),
                 {}};
    return;
  }
  Task task = std::move(*role.task);
  role.task.reset();
  role.end();
  if (std::holds_alternative<wire::Release>(task.request)) return;
  if (task.cancelled) return fail(task.client, Kind::cancelled, text("worker.cancelled"));
  if (strikes_.size() < most_strikes) strike(task);
  if (task.client == 0) {
    fixed_asked_ = false;
    return;
  }
  fail(task.client, Kind::deadline,
       base::say("worker.overdue", {{"role", role.name}, {"seconds", base::show_number(task.deadline, 2)}}),
       text("worker.overdue.remedy"));
}

void Supervisor::answer_hellos() {
  if (hellos_.empty()) return;
  const auto settled = [&](RoleProcess& role) {
    static_cast<void>(ready(role));
    return role.state == State::idle || role.state == State::busy || role.state == State::refused;
  };
  RoleProcess& compile = compilers_.front();
  const bool compile_settled = settled(compile), run_settled = settled(run_);
  if (!compile_settled || !run_settled) return;
  const bool want_counters = std::ranges::any_of(hellos_, &Waiting::counters);
  if (want_counters && run_.state == State::refused && count_.state != State::refused) {
    count_.state = State::refused;  // for the same reason
    count_.told = {count_.name, false, run_.told.reason, run_.told.remedy, run_.told.remedy_admin};
  }
  const bool counters_settled = !want_counters || settled(count_);
  std::erase_if(hellos_, [&](const Waiting& waiting) {
    if (waiting.counters && !counters_settled) return false;
    wire::Capabilities all;
    all.worker = ONETRIP_VERSION;
    all.host = host_name();
    all.boot = boot_id();
    if (compile.capabilities) all.nvrtc = compile.capabilities->nvrtc;
    if (run_.capabilities) all.card = run_.capabilities->card;
    for (const RoleProcess* role : {&compile, &run_, &count_}) {
      if (!role->told.role.empty()) all.roles.push_back(role->told);
    }
    answer(waiting.id, std::move(all));
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
