// NVRTC is a compiler that reads text: it gets checked text, little memory, and a clock.
#include "worker/compile_role.hpp"

#include "base/words.hpp"
#include "worker/compiler_api.hpp"
#include "worker/failed.hpp"
#include "worker/sandbox.hpp"
#include "worker/source_rules.hpp"

#include <algorithm>
#include <chrono>
#include <sys/resource.h>
#include <sys/time.h>

namespace worker {
namespace {

using Kind = wire::Failure::Kind;

constexpr rlim_t memory_limit = rlim_t{4} << 30;
constexpr auto seconds_a_request = static_cast<rlim_t>(wire::Deadline::role);

void limit_memory() {
#ifndef ONETRIP_SANITIZED  // the shadow alone is larger
  const rlimit limit{memory_limit, memory_limit};
  ::setrlimit(RLIMIT_AS, &limit);
#endif
}

/// Processor time may be spent on this request up to the limit; the kernel ends the process beyond.
void limit_time() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto spent = static_cast<rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec);
  const rlimit limit{spent + seconds_a_request, RLIM_INFINITY};
  ::setrlimit(RLIMIT_CPU, &limit);
}

/// A card may be newer than the compiler, or too old for it; NVRTC itself says only that an option is invalid.
void require_architecture(const std::string& asked, const std::string& version) {
  const std::vector<int> known = nvrtc::architectures();
  const int number = std::stoi(asked);  // wire::is_architecture
  // Code for a chip alone (`a`) came with Hopper, for a family (`f`) with Blackwell.
  const bool plain = !asked.ends_with('a') && !asked.ends_with('f');
  const bool has_it = plain || number >= (asked.ends_with('a') ? 90 : 100);
  if (known.empty() || (has_it && std::ranges::find(known, number) != known.end())) return;
  throw Failed(Kind::compiler,
               base::say("worker.no_architecture", {{"version", version},
                                                    {"asked", asked},
                                                    {"oldest", std::to_string(known.front())},
                                                    {"newest", std::to_string(known.back())}}),
               std::string(base::text("worker.no_architecture.remedy")));
}

/// A program that destroys itself.
class Program {
 public:
  explicit Program(const std::string& source) {
    const auto made = nvrtc::api().create(&program_, source.c_str(), "kernel.cu", 0, nullptr, nullptr);
    if (made != 0)
      throw Failed(Kind::compiler, base::say("worker.compiler", {{"said", nvrtc::api().error_string(made)}}));
  }
  ~Program() { nvrtc::api().destroy(&program_); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  [[nodiscard]] nvrtc::Program get() const { return program_; }

  [[nodiscard]] std::string log() const {
    std::size_t size = 0;
    nvrtc::api().log_size(program_, &size);
    std::string text(size, '\0');
    if (size > 0) nvrtc::api().log(program_, text.data());
    while (!text.empty() && (text.back() == '\0' || text.back() == '\n')) text.pop_back();
    if (text.size() > static_cast<std::size_t>(wire::Limit::log))
      text.resize(static_cast<std::size_t>(wire::Limit::log));
    return text;
  }

  [[nodiscard]] std::string cubin() const {
    std::size_t size = 0;
    nvrtc::api().cubin_size(program_, &size);
    std::string bytes(size, '\0');
    if (size > 0) nvrtc::api().cubin(program_, bytes.data());
    return bytes;
  }

 private:
  nvrtc::Program program_ = nullptr;
};

/// The number before `what` in "Used 32 registers, 256 bytes smem".
std::int64_t number_before(std::string_view line, std::string_view what) {
  const std::size_t at = line.find(what);
  if (at == std::string_view::npos) return 0;
  std::size_t begin = at;
  while (begin > 0 && line[begin - 1] >= '0' && line[begin - 1] <= '9') --begin;
  std::int64_t value = 0;
  for (std::size_t i = begin; i < at && value < wire::Limit::bytes / 10; ++i) value = value * 10 + (line[i] - '0');
  return value;
}

}  // namespace

std::vector<wire::Resources> read_resources(std::string_view log) {
  std::vector<wire::Resources> entries;
  while (!log.empty()) {
    const std::size_t end = std::min(log.find('\n'), log.size());
    const std::string_view line = log.substr(0, end);
    log.remove_prefix(std::min(end + 1, log.size()));
    constexpr std::string_view compiling = "Compiling entry function '";
    if (const std::size_t at = line.find(compiling); at != std::string_view::npos) {
      const std::string_view rest = line.substr(at + compiling.size());
      entries.push_back({std::string(rest.substr(0, std::min<std::size_t>(rest.find('\''), 200))), 0, 0, 0, 0, 0});
    } else if (entries.empty()) {
      continue;
    } else if (line.find(" bytes stack frame") != std::string_view::npos) {
      // Of the entry, and of the functions that it calls.
      const auto raise = [&](std::int64_t& most, std::string_view what) {
        most = std::max(most, number_before(line, what));
      };
      raise(entries.back().stack, " bytes stack frame");
      raise(entries.back().spill_stores, " bytes spill stores");
      raise(entries.back().spill_loads, " bytes spill loads");
    } else if (line.find(": Used ") != std::string_view::npos) {
      entries.back().registers = static_cast<int>(std::min<std::int64_t>(number_before(line, " registers"), 1024));
      entries.back().shared = number_before(line, " bytes smem");
    }
  }
  return entries;
}

void CompileRole::open(const wire::Hello&, wire::Capabilities& into) {
  if (limited_) limit_memory();
  version_ = nvrtc::version();
  into.nvrtc = version_;
}

std::string CompileRole::confine() {
  // NVRTC opens a library of its own, and what that needs, when it first compiles.
  if (const std::vector<int> known = nvrtc::architectures(); !known.empty()) {
    const std::string newest = "--gpu-architecture=sm_" + std::to_string(known.back());
    const char* const option = newest.c_str();
    nvrtc::api().compile(Program("extern \"C\" __global__ void k() {}").get(), 1, &option);
  }
  return confine_compiler(nvrtc::folders(), cache_.folder());
}

wire::Body CompileRole::answer(const wire::Body& request, const Caller&) {
  const auto* compile_this = std::get_if<wire::Compile>(&request);
  if (compile_this == nullptr) throw Failed(Kind::bad_request, std::string(base::text("worker.not_mine")));
  if (const auto refused = refuse_source(compile_this->source)) throw Failed(Kind::bad_request, *refused);
  if (const auto refused = refuse_options(compile_this->options)) throw Failed(Kind::bad_request, *refused);
  require_architecture(compile_this->architecture, version_);
  if (limited_) limit_time();
  return compile(*compile_this);
}

wire::Compiled CompileRole::compile(const wire::Compile& request) const {
  const std::string name = cubin_name(request, version_);
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };
  if (auto found = cache_.find(name)) {
    found->seconds = seconds();
    return std::move(*found);
  }
  std::vector<std::string> options = request.options;
  options.push_back("--gpu-architecture=sm_" + request.architecture);
  options.emplace_back("--ptxas-options=-v");
  std::vector<const char*> texts;
  for (const std::string& option : options) texts.push_back(option.c_str());
  const Program program(request.source);
  const auto result = nvrtc::api().compile(program.get(), static_cast<int>(texts.size()), texts.data());
  wire::Compiled compiled;
  compiled.log = program.log();
  if (result != 0) {
    throw Failed(Kind::compiler, base::say("worker.compiler", {{"said", nvrtc::api().error_string(result)}}), {},
                 compiled.log);
  }
  compiled.cubin = name;
  compiled.entries = read_resources(compiled.log);
  compiled.image = program.cubin();
  compiled.seconds = seconds();
  if (compiled.image.empty() || static_cast<std::int64_t>(compiled.image.size()) > wire::Limit::image) {
    throw Failed(Kind::compiler, std::string(base::text("worker.no_image")), {}, compiled.log);
  }
  cache_.keep(compiled);
  return compiled;
}

}  // namespace worker
