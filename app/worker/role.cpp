// The loop of every role: what it throws is answered, and a lost context ends it.
#include "worker/role.hpp"

#include "base/words.hpp"
#include "worker/compile_role.hpp"
#include "worker/failed.hpp"
#include "worker/faults.hpp"
#include "worker/gpu_role.hpp"

#include <new>

namespace worker {
namespace {

using Kind = wire::Failure::Kind;

constexpr int exit_context_lost = 70;

wire::Body capabilities(const std::string& name, Role& role, const wire::Hello& hello) {
  wire::Capabilities out;
  wire::RoleState state{name, true, {}, {}, {}};
  try {
    role.open(hello, out);
    state.reason = role.confine();
  } catch (const Failed& failed) {
    state = {name, false, failed.failure.sentence, failed.failure.remedy, failed.failure.remedy_admin};
  }
  out.roles.push_back(std::move(state));
  return out;
}

}  // namespace

std::unique_ptr<Role> make_role(const std::string& name, const std::string& cache) {
  if (name == "compile") return std::make_unique<CompileRole>(cache);
  if (name == "run") return std::make_unique<RunRole>();
  if (name == "count") return std::make_unique<CountRole>();
  if (name == "trace") return std::make_unique<TraceRole>();
  return nullptr;
}

int serve(const std::string& name, Role& role, Channel& channel, std::chrono::milliseconds rest_after) {
  while (true) {
    if (!channel.comes_within(rest_after)) role.rest();
    const auto message = channel.receive();
    if (!message) return 0;
    const std::uint64_t id = message->id;
    if (std::holds_alternative<wire::Cancel>(message->body)) continue;  // it came after the answer
    bool lost = false;
    wire::Body reply;
    try {
      if (const auto* hello = std::get_if<wire::Hello>(&message->body)) {
        plant_fault(name, "hello", channel, id);
        reply = capabilities(name, role, *hello);
      } else {
        plant_fault(name, "request", channel, id);
        const Caller caller{[&](double share, std::string word) {
                              channel.send({id, wire::Progress{share, std::move(word)}});
                            },
                            [&] { return channel.cancelled(id); }};
        reply = role.answer(message->body, caller);
      }
    } catch (const Failed& failed) {
      reply = failed.failure;
      lost = failed.context_lost;
    } catch (const wire::WireError& error) {
      reply = wire::Failure{Kind::bad_request, error.what(), error.remedy, {}, {}};
    } catch (const std::bad_alloc&) {
      reply = wire::Failure{Kind::memory,
                            std::string(base::text("worker.host_memory")),
                            std::string(base::text("worker.memory.remedy")),
                            {},
                            {}};
    }
    channel.send({id, std::move(reply)});
    if (lost) return exit_context_lost;
  }
}

}  // namespace worker
