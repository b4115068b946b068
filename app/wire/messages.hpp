// Messages between the program and a worker, and between the worker's supervisor and its roles.
#pragma once

#include "wire/error.hpp"
#include "wire/job.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace wire {

/// Seconds in which whatever was asked of a worker is answered or given up in a sentence. Who asks waits longer than
/// who is asked, so that the one who knows more speaks first.
struct Deadline {
  static constexpr double answer = 30;   ///< what a person is promised
  static constexpr double program = 25;  ///< the program's patience with a worker
  static constexpr double role = 20;     ///< the worker's with a role at work
  static constexpr double start = 10;    ///< and with one that starts
};

/// What a role can do on that host, or why it cannot.
struct RoleState {
  std::string role;  ///< "compile", "run", "count", "trace"
  bool ready = false;
  std::string reason;  ///< one sentence: why not; of one that is ready, what cannot be closed to it there
  std::string remedy, remedy_admin;
  bool operator==(const RoleState&) const = default;
};

struct Card {
  std::string name, uuid;      ///< "NVIDIA H200", "GPU-…"
  int index = 0, cards = 1;    ///< which of how many; the uuid identifies it
  int compute_capability = 0;  ///< 90
  int multiprocessors = 0;
  std::int64_t memory_total = 0, memory_free = 0, l2 = 0;  ///< bytes
  std::int64_t shared_per_block = 0;                       ///< bytes a block may opt in to
  int registers_per_multiprocessor = 0, threads_per_multiprocessor = 0;
  std::string driver;  ///< "580.159.04"
  int driver_api = 0;  ///< 13000
  double clock = 0;    ///< hertz that its multiprocessors run at, at most
  bool operator==(const Card&) const = default;
};

/// Program to worker, first; supervisor to role likewise.
struct Hello {
  std::string program;    ///< version of the program that asks
  std::string card;       ///< uuid of the card to use; empty: the idlest
  bool counters = false;  ///< also find out whether counters can be read, which takes longer
  bool operator==(const Hello&) const = default;
};

struct Capabilities {
  std::string worker;  ///< version of the worker
  std::string host;    ///< its host name
  std::string boot;    ///< equal on both sides: same machine, same monotonic clock
  std::string nvrtc;   ///< "13.0"; empty without
  std::optional<Card> card;
  std::vector<RoleState> roles;  ///< and "library": what multiplies matrices, and why it is not there
  std::string cublas;            ///< cuBLASLt's version, "13.1.0"; empty without
  bool operator==(const Capabilities&) const = default;
};

/// "90", "90a", "120f"
[[nodiscard]] bool is_architecture(std::string_view text);

struct Compile {
  std::string source;
  std::string architecture;  ///< "90", "90a": two or three digits, and `a` or `f` where code is for that chip alone
  std::vector<std::string> options;
  bool operator==(const Compile&) const = default;
};

/// What the compiler says of one entry.
struct Resources {
  std::string entry;
  int registers = 0;
  std::int64_t shared = 0, stack = 0, spill_stores = 0, spill_loads = 0;  ///< bytes
  bool operator==(const Resources&) const = default;
};

struct Compiled {
  std::string cubin;  ///< its name in later requests
  std::vector<Resources> entries;
  std::string log;
  bool cached = false;
  double seconds = 0;
  std::string image;  ///< the cubin itself; from the role to the supervisor only
  bool operator==(const Compiled&) const = default;
};

/// Consecutive elements.
struct Span {
  std::int64_t first = 0, count = 0;
  bool operator==(const Span&) const = default;
};

struct Look {
  std::int64_t buffer = 0;
  std::int64_t compare = -1;  ///< another buffer of the same size and dtype, or -1
  std::vector<Span> spans;    ///< elements to return
  bool operator==(const Look&) const = default;
};

/// Poison, guards, `first` (if not -1 and it has not run since), then `plan`, then the looks.
struct Evidence {
  std::int64_t plan = 0, first = -1;
  std::vector<Look> looks;
  bool operator==(const Evidence&) const = default;
};

enum class Temperature { cold, batch };

struct Sampling {
  Temperature temperature = Temperature::cold;
  std::int64_t count = 1;  ///< of each plan, at most
  double budget = 0.2;     ///< seconds of wall time
  bool operator==(const Sampling&) const = default;
};

/// A cubin that came with a request; the supervisor adds those that the job names.
struct Image {
  std::string cubin, bytes;
  bool operator==(const Image&) const = default;
};

struct Run {
  Job job;
  std::optional<Evidence> evidence;
  std::optional<Sampling> sampling;
  double deadline = 30;  ///< seconds until the role is killed
  std::vector<Image> images;
  bool operator==(const Run&) const = default;
};

struct Seen {
  std::string elements;  ///< raw bytes, in the order asked
  std::int64_t count = 0, poison = 0, nan = 0, identical = 0;
  double largest_difference = 0;  ///< may be infinite
  std::int64_t difference_at = -1;
  bool operator==(const Seen&) const = default;
};

struct Timed {
  double seconds = 0;               ///< of one run of the plan, by the card's events
  std::int64_t begin = 0, end = 0;  ///< nanoseconds of the host's monotonic clock
  double clock = 0;                 ///< hertz of the multiprocessors meanwhile, flush included; 0 = not told
  bool operator==(const Timed&) const = default;
};

struct PlanTimes {
  std::vector<Timed> samples;
  bool operator==(const PlanTimes&) const = default;
};

/// What the driver says of a loaded kernel.
struct Loaded {
  int registers = 0, max_threads = 0, blocks_per_multiprocessor = 0;
  std::int64_t shared = 0, local = 0;
  bool operator==(const Loaded&) const = default;
};

/// One way of the library to do a call, in words where it has some.
struct Candidate {
  std::string algorithm;           ///< 64 bytes: what LibraryCall::algorithm may be
  std::string tile, stages;        ///< "128x256", "64x4"; a number that has no name here is that number
  std::string cluster, reduction;  ///< "2x1x1"; "none", "f32"
  int id = 0, split_k = 1;
  std::int64_t workspace = 0;  ///< bytes
  double waves = 0;            ///< how often it fills the card
  double seconds = 0;          ///< of one run among many without a flush; 0 = not timed
  bool operator==(const Candidate&) const = default;
};

/// What a library call of a job is done by.
struct CallUsed {
  std::int64_t plan = 0, step = 0;
  Candidate candidate;
  std::string searched;  ///< why it was searched for: none was told, or what was told is refused here; else empty
  bool operator==(const CallUsed&) const = default;
};

struct Ran {
  bool guards_whole = true;
  std::vector<Seen> seen;
  std::vector<PlanTimes> times;
  std::vector<Loaded> kernels;  ///< of all plans' steps, in order; zeros for a library's
  std::int64_t flushed = 0;     ///< bytes read to flush
  std::vector<CallUsed> calls;  ///< of all plans, in order
  bool operator==(const Ran&) const = default;
};

/// Times the first ways that the library proposes for one call of a job, apart from every measurement.
struct Choose {
  Job job;
  std::int64_t plan = 0, step = 0;
  std::int64_t candidates = 8;
  double deadline = 30;
  std::vector<Image> images;
  bool operator==(const Choose&) const = default;
};

struct Chosen {
  std::string library;                ///< its version: "13.1.0"
  std::vector<Candidate> candidates;  ///< in the library's order; those that ran
  std::int64_t best = 0;              ///< the fastest of them
  bool operator==(const Chosen&) const = default;
};

/// What bytes are counted of, and when.
enum class Regime {
  batch,    ///< a plan, several times back to back after itself
  cold,     ///< a plan or one of its kernels once, after a flush and after the kernels before it; while it ran
  tail,     ///< a plan once, after a flush, and a flush of other memory behind it, which writes nothing itself
  control,  ///< that second flush alone, after the first
};

/// Ranges of the metric set "traffic": of each plan one `batch`, and `repeats` each of `cold` (also of each kernel of
/// several), `tail` and, in all, `control`.
struct Count {
  Job job;
  bool spill = false;         ///< the metric set "spill" too, after "traffic": every kernel once, cold
  std::int64_t launches = 8;  ///< back to back in a `batch` range
  std::int64_t repeats = 3;   ///< of each other range
  double deadline = 60;
  std::vector<Image> images;
  bool operator==(const Count&) const = default;
};

struct Reading {
  std::string name;
  double value = 0;
  bool operator==(const Reading&) const = default;
};

/// One range: a whole plan (kernel -1) or one of its steps, divided by the launches. `control` is of plan 0.
struct Range {
  std::int64_t plan = 0, kernel = -1, launches = 1;
  Regime regime = Regime::batch;
  std::vector<Reading> readings;
  bool operator==(const Range&) const = default;
};

/// One kernel of a run.
struct Record {
  std::int64_t plan = 0, run = 0, step = 0;  ///< a step of the library may be several kernels
  std::string kernel;
  double begin = 0, end = 0;  ///< seconds from the begin of the run's first kernel
  int registers = 0;
  std::int64_t shared = 0, local = 0;
  bool operator==(const Record&) const = default;
};

struct Counted {
  std::vector<Range> ranges;
  std::int64_t flushed = 0;  ///< bytes that each of the two flushes reads
  std::string no_spill;      ///< why there is none though it was asked for
  bool operator==(const Counted&) const = default;
};

/// Cold runs of each plan, in turns, with kernel records on.
struct Trace {
  Job job;
  std::int64_t runs = 1;
  double deadline = 60;
  std::vector<Image> images;
  bool operator==(const Trace&) const = default;
};

struct Traced {
  std::vector<Record> records;  ///< run by run, in launch order
  bool operator==(const Traced&) const = default;
};

/// Frees what the role holds; answered by the same.
struct Release {
  bool operator==(const Release&) const = default;
};

struct Progress {
  double share = 0;
  std::string word;
  bool operator==(const Progress&) const = default;
};

/// The request with this envelope's id is wanted no longer.
struct Cancel {
  bool operator==(const Cancel&) const = default;
};

struct Failure {
  enum class Kind {
    bad_request,  ///< a bug of the sender, or a foreign one
    cancelled,
    deadline,       ///< killed because it took too long
    died,           ///< the role died
    set_aside,      ///< the request killed three roles and is not run again
    memory,         ///< refused before anything was allocated
    compiler,       ///< the compiler refused the source; log in `detail`
    fault,          ///< the kernel broke its context: illegal address, trap
    device,         ///< the driver refused
    unavailable,    ///< the role cannot work on that host
    unknown_cubin,  ///< compile it again
    counters,       ///< counters refused
    library,        ///< cuBLASLt is not there, or does not do this call
  } kind = Kind::bad_request;
  std::string sentence, remedy, remedy_admin, detail;
  bool operator==(const Failure&) const = default;
};

using Body = std::variant<Hello, Capabilities, Compile, Compiled, Run, Ran, Count, Counted, Trace, Traced, Release,
                          Progress, Cancel, Failure, Choose, Chosen>;

/// An answer bears the id of its request.
struct Message {
  std::uint64_t id = 0;
  Body body;
  bool operator==(const Message&) const = default;
};

/// JSON text of one message.
[[nodiscard]] std::string to_json(const Message& message);
/// Validated as if hostile: throws WireError naming the field.
[[nodiscard]] Message parse(std::string_view json);

/// As check(Job), of what was asked of one.
void check(const Run& run);
void check(const Choose& choose);
void check(const Count& count);
void check(const Trace& trace);

}  // namespace wire
