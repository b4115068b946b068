// The worker's own supervisor with roles that play a card: what they compile is nothing, what they run gives zeros.
// $ONETRIP_WORKER_FAULT is own-dies or own-hangs: what the compile role does with the worker's own kernels.
#include "worker/fixed_kernels.hpp"
#include "worker/role.hpp"
#include "worker/supervisor.hpp"

#include <csignal>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace {

std::string_view fault() {
  const char* asked = std::getenv("ONETRIP_WORKER_FAULT");
  return asked == nullptr ? "" : asked;
}

class FakeCompile final : public worker::Role {
 public:
  void open(const wire::Hello& /*hello*/, wire::Capabilities& into) override { into.nvrtc = "13.0"; }
  wire::Body answer(const wire::Body& request, const worker::Caller& /*caller*/) override {
    const std::string& source = std::get<wire::Compile>(request).source;
    const bool own = source == worker::fixed_source();
    if (own && fault() == "own-dies") ::raise(SIGKILL);
    if (own && fault() == "own-hangs") ::pause();
    return wire::Compiled{own ? "own" : "k", {}, {}, false, 0.01, "image"};
  }
};

class FakeRun final : public worker::Role {
 public:
  void open(const wire::Hello& /*hello*/, wire::Capabilities& into) override {
    into.card = wire::Card{"NVIDIA H200", "GPU-1",  0,          1,     90,   132,          1ll << 37,
                           1ll << 36,     50 << 20, 227 * 1024, 65536, 2048, "580.159.04", 13000};
  }
  wire::Body answer(const wire::Body& request, const worker::Caller& /*caller*/) override {
    if (std::holds_alternative<wire::Release>(request)) return wire::Release{};
    wire::Ran ran;
    for (const wire::Look& look : std::get<wire::Run>(request).evidence->looks) {
      std::size_t elements = 0;
      for (const wire::Span& span : look.spans) elements += static_cast<std::size_t>(span.count);
      ran.seen.emplace_back().elements.resize(elements * sizeof(float));
    }
    return ran;
  }
};

}  // namespace

int main(int argc, char** argv) {
  const std::string_view role = argc > 2 && std::string_view(argv[1]) == "--role" ? argv[2] : "";
  if (role.empty()) {
    const worker::Patience patience{2, 0.2, 0.2, {0, 0.05, 0.1}, 3};
    return worker::Supervisor(STDIN_FILENO, STDOUT_FILENO, {}, patience).run();
  }
  FakeCompile compile;
  FakeRun run;
  worker::Channel channel(STDIN_FILENO, STDOUT_FILENO);
  return worker::serve(std::string(role), role == "compile" ? static_cast<worker::Role&>(compile) : run, channel);
}
