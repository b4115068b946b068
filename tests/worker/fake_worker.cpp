// A worker that speaks the wire and plays failures: fake_worker SCENARIO. `fake_worker answers FILE [ENTRY [SCENARIO]]`
// has the floats of FILE as the outputs of every kernel but that one, and plays another scenario besides.
#include "wire/framing.hpp"
#include "wire/messages.hpp"

#include <cmath>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <unistd.h>

namespace {

std::string scenario, besides, answers, wrong_entry;
std::map<std::string, int> asked;
std::optional<wire::Job> open_job;  ///< whose buffers a card would hold

void raw(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (written <= 0) std::exit(1);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void send(std::uint64_t id, wire::Body body) {
  raw(wire::frame(wire::to_json({id, std::move(body)})));
}

bool plays(std::string_view name) {
  return scenario == name || besides == name;
}

[[noreturn]] void hang() {
  for (;;) ::pause();
}

/// Says for ever that it is at work.
[[noreturn]] void flood(std::uint64_t id) {
  for (;;) send(id, wire::Progress{0.5, "nearly there"});
}

/// A letter now and then, and never the end.
[[noreturn]] void trickle(std::string_view begin) {
  raw(begin);
  for (;;) {
    raw("x");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

/// What plays at this place: "hang-at-PLACE", "flood-at-PLACE", "trickle-at-PLACE", "garbage-at-PLACE".
void misbehave(std::uint64_t id, const std::string& place) {
  if (plays("hang-at-" + place)) hang();
  if (plays("flood-at-" + place)) flood(id);
  if (plays("trickle-at-" + place)) trickle(std::string("\0\0\1\0\0\0\0\0", 8));  // the head of a frame of 65 536 bytes
  if (plays("garbage-at-" + place)) {
    for (int i = 0; i < 4096; ++i) raw("\x01\x02\xff\x7f");
  }
}

wire::Capabilities capabilities(bool counters) {
  wire::Capabilities out{"0.1.0", "gpu7", "another boot", "13.0", {}, {}, {}};
  out.roles.push_back({"compile", true, "", "", ""});
  if (plays("no-driver")) {
    out.roles.push_back({"run", false, "There is no NVIDIA driver here (libcuda.so.1).", "Use the cpu device.", ""});
    return out;
  }
  out.roles.push_back({"run", true, "", "", ""});
  out.card = wire::Card{"NVIDIA H200", "GPU-1",  0,          1,     90,   132,          1ll << 37,
                        1ll << 36,     50 << 20, 227 * 1024, 65536, 2048, "580.159.04", 13000};
  if (counters) {
    const bool refused = plays("no-rights");
    out.roles.push_back({"count", !refused, refused ? "Only administrators may read counters here." : "", "", ""});
    out.roles.push_back({"trace", true, "", "", ""});
  }
  return out;
}

float element(const wire::Run& run, std::int64_t index) {
  if (plays("nan")) return NAN;
  if (!plays("answers")) return static_cast<float>(index);
  float value = 0;
  std::memcpy(&value, answers.data() + static_cast<std::size_t>(index) * sizeof value, sizeof value);
  const auto plan = static_cast<std::size_t>(run.evidence->plan);
  const auto* kernel = std::get_if<wire::Kernel>(&run.job.plans[plan].steps.front());
  return kernel != nullptr && kernel->entry == wrong_entry ? value + 1 : value;
}

wire::Ran ran(const wire::Run& run) {
  wire::Ran out;
  out.flushed = 100 << 20;
  if (run.evidence) {
    for (const wire::Look& look : run.evidence->looks) {
      const wire::Buffer& buffer = run.job.buffers[static_cast<std::size_t>(look.buffer)];
      wire::Seen seen;
      seen.count = wire::elements_in(buffer.bytes, buffer.dtype);
      seen.identical = seen.count;
      for (const wire::Span& span : look.spans) {
        for (std::int64_t i = 0; i < span.count; ++i) {
          const float value = element(run, span.first + i);
          seen.elements.append(reinterpret_cast<const char*>(&value), sizeof value);
        }
      }
      if (plays("nan")) seen.nan = seen.count;
      if (plays("short")) seen.elements.resize(seen.elements.size() / 2);
      if (plays("boast")) seen.identical = seen.count + 1;
      out.seen.push_back(std::move(seen));
    }
  }
  if (run.sampling) {
    for (std::size_t plan = 0; plan < run.job.plans.size(); ++plan) {
      out.times.push_back({});
      for (int i = 0; i < run.sampling->count; ++i)
        out.times.back().samples.push_back({plays("zero-time") ? 0 : 1e-3 * static_cast<double>(plan + 1), 10, 20});
    }
  }
  return out;
}

/// Kernel records that fit the times of ran(), or whatever a broken or foreign worker might tell.
wire::Body traced(const wire::Trace& trace) {
  if (plays("no-records"))
    return wire::Failure{wire::Failure::Kind::counters, "No kernel records arrived.", "", "", ""};
  wire::Traced out;
  for (std::int64_t run = 0; run < trace.runs; ++run) {
    for (std::size_t plan = 0; plan < trace.job.plans.size(); ++plan) {
      const auto& steps = trace.job.plans[plan].steps;
      constexpr double gap = 2e-6;
      // Of three runs the first is the longest and the last the shortest.
      const double each = 1e-3 * static_cast<double>(plan + 1) / static_cast<double>(steps.size()) - gap -
                          1e-7 * static_cast<double>(run);
      double at = 0;
      for (std::size_t step = 0; step < steps.size(); ++step) {
        const auto* kernel = std::get_if<wire::Kernel>(&steps[step]);
        wire::Record one;
        one.plan = static_cast<std::int64_t>(plan);
        one.run = run;
        one.step = static_cast<std::int64_t>(step);
        one.kernel = kernel == nullptr ? "gemm" : kernel->entry;
        one.begin = at;
        one.end = at + each;
        one.registers = 32;
        out.records.push_back(one);
        if (kernel == nullptr && plays("two-kernel-call")) {
          out.records.back().end = at + each / 2;
          one.begin = at + each / 2;
          one.kernel = "reduce";
          out.records.push_back(one);
        }
        at += each + gap;
      }
    }
  }
  if (plays("lost-record")) out.records.erase(out.records.begin());
  if (plays("foreign-record")) out.records.front().plan = 7;
  for (wire::Record& one : out.records) {
    if (plays("renamed-record")) one.kernel = "miner";
    if (plays("backwards-record")) one.end = one.begin / 2;
    if (plays("overlapping-record")) one.begin = 0, one.end = 1e-3;
    if (plays("long-record")) one.end += 100;
    if (plays("late-record")) one.begin += 1e-3, one.end += 1e-3;
    if (plays("nan-record")) one.end = NAN;
    if (plays("endless-record")) one.end = 1e300;
  }
  return out;
}

wire::Body counted(const wire::Count& count) {
  if (plays("no-rights") || plays("loses-rights")) {
    return wire::Failure{wire::Failure::Kind::counters, "Only administrators may read counters here.",
                         "Ask for NVreg_RestrictProfilingToAdminUsers=0.", "", ""};
  }
  wire::Counted out;
  out.flushed = 100 << 20;
  const auto flushed = static_cast<double>(out.flushed);
  const auto add = [&](std::int64_t plan, std::int64_t kernel, wire::Regime regime, double read, double written) {
    const bool none = plays("zero-bytes");
    const std::int64_t launches = regime == wire::Regime::batch ? count.launches : 1;
    out.ranges.push_back({plan,
                          kernel,
                          launches,
                          regime,
                          {{"dram_read_bytes", none && regime != wire::Regime::control ? 0 : read},
                           {"dram_write_bytes", none ? 0 : written},
                           {"l2_read_bytes", 1.5 * read},
                           {"l2_write_bytes", 1.5 * written},
                           {"sm_clock_hz", 1.9e9},
                           {"dram_clock_hz", 3.2e9},
                           {"time_s", 1e-6 + read / 1e12}}});
    if (count.spill && !plays("no-spill") && regime == wire::Regime::cold) {
      out.ranges.back().readings.push_back({"local_read_bytes", plays("huge-spill") ? 1e300 : 4096});
      out.ranges.back().readings.push_back({"local_write_bytes", 2048});
    }
  };
  for (std::int64_t plan = 0; plan < static_cast<std::int64_t>(count.job.plans.size()); ++plan) {
    const auto kernels = static_cast<std::int64_t>(count.job.plans[static_cast<std::size_t>(plan)].steps.size());
    const auto share = static_cast<double>(kernels);
    add(plan, -1, wire::Regime::batch, 100 * share, 50 * share);
    for (std::int64_t i = 0; i < count.repeats; ++i) {
      const double more = i == 0 ? 7 : 0;  // of three readings the middle one counts
      add(plan, -1, wire::Regime::cold, 1000 * share + more, 400 * share);
      add(plan, -1, wire::Regime::tail, 1000 * share + flushed, 500 * share);
      for (std::int64_t kernel = 0; kernels > 1 && kernel < kernels; ++kernel) {
        add(plan, kernel, wire::Regime::cold, 1000, 400);
      }
    }
  }
  for (std::int64_t i = 0; i < count.repeats; ++i) {
    add(0, -1, wire::Regime::control, plays("deaf-control") ? 0.9 * flushed : flushed, 0);
  }
  if (count.spill && plays("no-spill")) out.no_spill = "Counters of local memory are not there.";
  if (plays("lost-range")) out.ranges.erase(out.ranges.begin());
  return out;
}

void answer(const wire::Message& message) {
  const std::uint64_t id = message.id;
  if (const auto* hello = std::get_if<wire::Hello>(&message.body)) {
    misbehave(id, "hello");
    if (plays("foreign-frame")) raw("Broadcast message from root: the system goes down for reboot\n");
    if (plays("oversized")) raw(std::string("\xff\xff\xff\x7f\0\0\0\0", 8));
    if (plays("malformed")) raw(wire::frame("{\"id\": 1, \"type\": \"hello\", \"body\": {}}"));
    if (plays("unasked")) send(id + 7, capabilities(false));
    if (plays("wrong-type")) return send(id, wire::Release{});
    return send(id, capabilities(hello->counters));
  }
  if (std::holds_alternative<wire::Compile>(message.body)) {
    misbehave(id, "compile");
    if (plays("compiler")) {
      return send(
          id, wire::Failure{wire::Failure::Kind::compiler, "The CUDA compiler refused the kernel.", "", "", "line 1"});
    }
    const std::string name = "cubin" + std::to_string(++asked["compile"]);
    const int spilled = plays("spill") || plays("no-spill") || plays("huge-spill") ? 64 : 0;
    return send(id, wire::Compiled{name, {{"k", 32, 0, 0, spilled, spilled}}, "", false, 0.03, ""});
  }
  if (const auto* run = std::get_if<wire::Run>(&message.body)) {
    const int turn = ++asked["run"];
    if (plays("dies-at-run")) ::_exit(9);
    misbehave(id, "run");
    if (plays("killed-three")) {
      for (int i = 0; i < 3; ++i) send(id, wire::Progress{0, "The process that did this died; trying again"});
      return send(
          id, wire::Failure{wire::Failure::Kind::set_aside, "This request killed the role run 3 times.", "", "", ""});
    }
    if (plays("memory"))
      return send(id, wire::Failure{wire::Failure::Kind::memory, "This needs 2 TB.", "Smaller.", "", ""});
    if (plays("fault-once") && turn == 1)
      return send(id, wire::Failure{wire::Failure::Kind::fault, "The kernel broke: illegal address.", "", "", ""});
    if (plays("forgets") && turn == 1)
      return send(id, wire::Failure{wire::Failure::Kind::unknown_cubin, "unknown", "", "", ""});
    if (plays("one-job") && open_job && *open_job != run->job)
      return send(id, wire::Failure{wire::Failure::Kind::memory, "Another job's buffers are open.", "", "", ""});
    open_job = run->job;
    if (plays("another-library")) {
      wire::Ran done = ran(*run);
      done.calls.push_back({0, 0, {}, "The algorithm was searched for again."});
      return send(id, done);
    }
    if (plays("slow-run")) return;  // only a cancellation is answered
    return send(id, ran(*run));
  }
  if (std::holds_alternative<wire::Cancel>(message.body))
    return send(id, wire::Failure{wire::Failure::Kind::cancelled, "Cancelled.", "", "", ""});
  if (std::holds_alternative<wire::Choose>(message.body)) {
    misbehave(id, "choose");
    ++asked["choose"];
    if (plays("no-library"))
      return send(id,
                  wire::Failure{wire::Failure::Kind::library, "cuBLASLt was not found: gone.", "Install it.", "", ""});
    if (plays("nothing-to-choose")) return send(id, wire::Chosen{"13.1.0", {}, 0});
    wire::Chosen chosen{"13.1.0", {{}, {}}, 1};
    chosen.candidates[1].algorithm = std::string(63, 'a') + static_cast<char>('0' + asked["choose"]);
    chosen.candidates[1].tile = "128x256";
    return send(id, chosen);
  }
  if (const auto* count = std::get_if<wire::Count>(&message.body)) {
    misbehave(id, "count");
    return send(id, counted(*count));
  }
  if (const auto* trace = std::get_if<wire::Trace>(&message.body)) {
    misbehave(id, "trace");
    return send(id, traced(*trace));
  }
}

}  // namespace

int main(int argc, char** argv) {
  scenario = argc > 1 ? argv[1] : "good";
  if (plays("answers")) {
    std::ifstream file(argv[2], std::ios::binary);
    answers.assign(std::istreambuf_iterator<char>(file), {});
    wrong_entry = argc > 3 ? argv[3] : "";
    besides = argc > 4 ? argv[4] : "";
  }
  if (plays("password")) {
    std::cerr << "student@gpu7's password: " << std::flush;
    hang();
  }
  if (plays("denied")) {
    std::cerr << "student@gpu7: Permission denied (publickey,password).\n";
    return 255;
  }
  if (plays("queue") || plays("queue-then-good")) {
    std::cerr << "srun: job 4711 queued and waiting for resources\n" << std::flush;
    if (plays("queue")) hang();
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    std::cerr << "srun: job 4711 has been allocated resources\n" << std::flush;
  }
  if (plays("silent")) hang();
  if (plays("trickle")) trickle("Welcome");
  if (plays("banner") || plays("slow-end")) raw("Welcome to gpu7\nQuota: 12 % used\n");
  if (plays("version")) {
    raw("onetrip-wire 99\n");
    hang();
  }
  raw(wire::magic_line());
  if (plays("dead-link")) return 255;
  wire::Decoder decoder;
  char bytes[65536];
  for (ssize_t got; (got = ::read(STDIN_FILENO, bytes, sizeof bytes)) > 0;) {
    decoder.feed({bytes, static_cast<std::size_t>(got)});
    while (const auto payload = decoder.next()) answer(wire::parse(*payload));
  }
  if (plays("slow-end")) hang();
  return 0;
}
