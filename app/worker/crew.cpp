// Starting the roles, giving up on them, and what they can do together.
#include "worker/crew.hpp"

#include "base/boot_id.hpp"
#include "base/words.hpp"
#include "worker/failed.hpp"

#include <algorithm>
#include <array>
#include <thread>
#include <unistd.h>

namespace worker {
namespace {

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

}  // namespace

Crew::Crew(std::string cache, Patience patience) : cache_(std::move(cache)), patience_(std::move(patience)) {
  compilers_.emplace_back("compile");
}

std::vector<RoleProcess*> Crew::all() {
  std::vector<RoleProcess*> all{&run, &count, &trace};
  for (RoleProcess& compiler : compilers_) all.push_back(&compiler);
  return all;
}

RoleProcess* Crew::compiler() {
  for (RoleProcess& role : compilers_) {
    if (role.state != State::busy && role.state != State::starting) return &role;
  }
  const bool starting = std::ranges::any_of(compilers_, [](const auto& role) { return role.state == State::starting; });
  const std::size_t most = std::clamp<std::size_t>(std::thread::hardware_concurrency() / 2, 1, 4);
  if (starting || compilers_.size() >= most) return nullptr;
  return &compilers_.emplace_back("compile");
}

void Crew::start(RoleProcess& role) {
  try {
    role.start(cache_);
    if (!role.starting) role.starting = Clock::now();
    const std::chrono::duration<double> spent = Clock::now() - *role.starting;
    role.send(wire::Hello{{}, card, false}, std::max(0.0, patience_.start - spent.count()));
  } catch (const Failed& failed) {
    refuse(role, failed.failure.sentence, failed.failure.remedy);
  }
}

void Crew::refuse(RoleProcess& role, std::string sentence, std::string remedy) {
  role.state = State::refused;
  role.told = {role.name, false, std::move(sentence), std::move(remedy), {}};
}

bool Crew::ready(RoleProcess& role) {
  if (role.state == State::ended && Clock::now() >= role.not_before) start(role);
  return role.state == State::idle;
}

void Crew::forgive(bool counters_too) {
  for (RoleProcess* role : all()) {
    if (role->state != State::refused || ((role == &count || role == &trace) && !counters_too)) continue;
    role->end();
    role->state = State::ended;
    role->deaths = 0;
    role->starting.reset();
    role->not_before = {};
  }
}

bool Crew::introduced(RoleProcess& role, wire::Body body) {
  auto* told = std::get_if<wire::Capabilities>(&body);
  if (told == nullptr || told->roles.empty()) return false;
  role.told = told->roles.back();  // itself; before it what it found beside
  if (told->card) {
    card = told->card->uuid;
    compute_capability = told->card->compute_capability;
  }
  role.capabilities = std::move(*told);
  role.deaths = 0;
  role.starting.reset();
  role.state = State::idle;
  if (!role.told.ready) {
    role.end();
    role.state = State::refused;
  }
  return true;
}

std::string Crew::lost(RoleProcess& role) {
  const bool starting = role.state == State::starting;
  std::string how = role.end();
  const double pause = patience_.restart[std::min(static_cast<std::size_t>(role.deaths), patience_.restart.size() - 1)];
  ++role.deaths;
  role.not_before = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(pause));
  if (starting && role.deaths >= patience_.deaths) {
    refuse(role, base::say("worker.dies_at_start", {{"role", role.name}, {"how", how}}),
           std::string(base::text("worker.dies_at_start.remedy")));
  }
  return how;
}

void Crew::hung(RoleProcess& role) {
  role.end();
  refuse(role, base::say("worker.start_hangs", {{"role", role.name}}),
         std::string(base::text("worker.start_hangs.remedy")));
}

bool Crew::settled(bool with_counters) {
  const auto settle = [&](RoleProcess& role) {
    static_cast<void>(ready(role));
    return role.state == State::idle || role.state == State::busy || role.state == State::refused;
  };
  const bool compile_settled = settle(compilers_.front()), run_settled = settle(run);
  if (!compile_settled || !run_settled) return false;
  if (!with_counters) return true;
  bool all = true;
  for (RoleProcess* role : {&count, &trace}) {
    if (run.state == State::refused && role->state != State::refused) {
      role->state = State::refused;  // for the same reason
      role->told = {role->name, false, run.told.reason, run.told.remedy, run.told.remedy_admin};
    }
    all = settle(*role) && all;
  }
  return all;
}

wire::Capabilities Crew::capabilities() const {
  const RoleProcess& compile = compilers_.front();
  wire::Capabilities all;
  all.worker = ONETRIP_VERSION;
  all.host = host_name();
  all.boot = base::boot_id();
  if (compile.capabilities) all.nvrtc = compile.capabilities->nvrtc;
  if (run.capabilities) all.card = run.capabilities->card;
  for (const RoleProcess* role : {&compile, &run, &count, &trace}) {
    if (!role->told.role.empty()) all.roles.push_back(role->told);
  }
  if (run.capabilities) {
    all.cublas = run.capabilities->cublas;
    const std::vector<wire::RoleState>& told = run.capabilities->roles;
    all.roles.insert(all.roles.end(), told.begin(), told.end() - 1);
  }
  return all;
}

}  // namespace worker
