// The fields of every message, their bounds, and their JSON.
#include "wire/messages.hpp"

#include "base/words.hpp"
#include "wire/archive.hpp"

#include <string_view>
#include <utility>

namespace wire {

template <>
struct Names<Dtype> {
  static constexpr std::string_view names[] = {"f32", "f16", "bf16", "bytes"};
};
template <>
struct Names<Fill> {
  static constexpr std::string_view names[] = {"none", "zero", "poison", "random"};
};
template <>
struct Names<Argument::Kind> {
  static constexpr std::string_view names[] = {"buffer", "integer"};
};
template <>
struct Names<Submit> {
  static constexpr std::string_view names[] = {"stream", "graph"};
};
template <>
struct Names<Temperature> {
  static constexpr std::string_view names[] = {"cold", "batch"};
};
template <>
struct Names<Regime> {
  static constexpr std::string_view names[] = {"batch", "cold", "tail", "control"};
};
template <>
struct Names<Failure::Kind> {
  static constexpr std::string_view names[] = {"bad_request", "cancelled",   "deadline",      "died",
                                               "set_aside",   "memory",      "compiler",      "fault",
                                               "device",      "unavailable", "unknown_cubin", "counters"};
};

namespace {

constexpr std::int64_t most = Limit::bytes;
constexpr std::int64_t any = INT64_MAX;
constexpr int depth_limit = 12;
constexpr std::size_t node_limit = 2'000'000;

constexpr std::string_view type_names[] = {"hello",   "capabilities", "compile", "compiled", "run",
                                           "ran",     "count",        "counted", "trace",    "traced",
                                           "release", "progress",     "cancel",  "failure"};
static_assert(std::size(type_names) == std::variant_size_v<Body>);

}  // namespace

void refuse(std::string_view field, const std::string& flaw) {
  throw WireError(base::say("wire.field." + flaw, {{"field", field}}), base::say("wire.foreign.remedy"));
}

template <class A>
void fields(A& a, RoleState& m) {
  a.text("role", m.role, Limit::name);
  a.flag("ready", m.ready);
  a.text("reason", m.reason, Limit::sentence);
  a.text("remedy", m.remedy, Limit::sentence);
  a.text("remedy_admin", m.remedy_admin, Limit::sentence);
}

template <class A>
void fields(A& a, Card& m) {
  a.text("name", m.name, Limit::name);
  a.text("uuid", m.uuid, Limit::name);
  a.integer("index", m.index, 0, 1024);
  a.integer("cards", m.cards, 1, 1024);
  a.integer("compute_capability", m.compute_capability, 10, 999);
  a.integer("multiprocessors", m.multiprocessors, 1, 4096);
  a.integer("memory_total", m.memory_total, 0, most);
  a.integer("memory_free", m.memory_free, 0, most);
  a.integer("l2", m.l2, 0, most);
  a.integer("shared_per_block", m.shared_per_block, 0, most);
  a.number("clock", m.clock, 0, 1e11);
  a.integer("registers_per_multiprocessor", m.registers_per_multiprocessor, 0, 1 << 24);
  a.integer("threads_per_multiprocessor", m.threads_per_multiprocessor, 0, 1 << 16);
  a.text("driver", m.driver, Limit::name);
  a.integer("driver_api", m.driver_api, 0, 1'000'000);
}

template <class A>
void fields(A& a, Hello& m) {
  a.text("program", m.program, Limit::name);
  a.text("card", m.card, Limit::name);
  a.flag("counters", m.counters);
}

template <class A>
void fields(A& a, Capabilities& m) {
  a.text("worker", m.worker, Limit::name);
  a.text("host", m.host, Limit::name);
  a.text("boot", m.boot, Limit::name);
  a.text("nvrtc", m.nvrtc, Limit::name);
  a.optional("card", m.card);
  a.list("roles", m.roles, 16);
}

template <class A>
void fields(A& a, Compile& m) {
  a.text("source", m.source, Limit::source);
  a.integer("architecture", m.architecture, 10, 999);
  a.texts("options", m.options, Limit::options, Limit::name);
}

template <class A>
void fields(A& a, Resources& m) {
  a.text("entry", m.entry, Limit::name);
  a.integer("registers", m.registers, 0, 1024);
  a.integer("shared", m.shared, 0, most);
  a.integer("stack", m.stack, 0, most);
  a.integer("spill_stores", m.spill_stores, 0, most);
  a.integer("spill_loads", m.spill_loads, 0, most);
}

template <class A>
void fields(A& a, Compiled& m) {
  a.text("cubin", m.cubin, Limit::name);
  a.list("entries", m.entries, Limit::kernels);
  a.text("log", m.log, 2 * Limit::log);
  a.flag("cached", m.cached);
  a.number("seconds", m.seconds, 0, Limit::seconds);
  a.blob("image", m.image, Limit::image);
}

template <class A>
void fields(A& a, Buffer& m) {
  a.integer("bytes", m.bytes, 0, most);
  a.choice("dtype", m.dtype);
  a.choice("fill", m.fill);
  a.bits("seed", m.seed);
  a.bits("stream", m.stream);
}

template <class A>
void fields(A& a, Argument& m) {
  a.choice("kind", m.kind);
  a.integer("value", m.value, INT64_MIN, any);
}

template <class A>
void fields(A& a, Kernel& m) {
  a.text("cubin", m.cubin, Limit::name);
  a.text("entry", m.entry, Limit::name);
  a.triple("grid", m.grid, INT32_MAX);
  a.triple("block", m.block, 1024);
  a.integer("dynamic_shared", m.dynamic_shared, 0, 1 << 20);
  a.list("arguments", m.arguments, Limit::arguments);
}

template <class A>
void fields(A& a, Plan& m) {
  a.list("kernels", m.kernels, Limit::kernels);
}

template <class A>
void fields(A& a, Job& m) {
  a.list("buffers", m.buffers, Limit::buffers);
  a.list("plans", m.plans, Limit::plans);
  a.choice("submit", m.submit);
}

template <class A>
void fields(A& a, Look& m) {
  a.integer("buffer", m.buffer, 0, Limit::buffers);
  a.integer("compare", m.compare, -1, Limit::buffers);
  a.spans("spans", m.spans, Limit::spans);
}

template <class A>
void fields(A& a, Evidence& m) {
  a.integer("plan", m.plan, 0, Limit::plans);
  a.integer("first", m.first, -1, Limit::plans);
  a.list("looks", m.looks, Limit::looks);
}

template <class A>
void fields(A& a, Sampling& m) {
  a.choice("temperature", m.temperature);
  a.integer("count", m.count, 1, Limit::samples);
  a.number("budget", m.budget, 0, Limit::seconds);
}

template <class A>
void fields(A& a, Image& m) {
  a.text("cubin", m.cubin, Limit::name);
  a.blob("bytes", m.bytes, Limit::image);
}

template <class A>
void fields(A& a, Run& m) {
  a.object("job", m.job);
  a.optional("evidence", m.evidence);
  a.optional("sampling", m.sampling);
  a.number("deadline", m.deadline, 0.001, Limit::seconds);
  a.list("images", m.images, Limit::kernels);
}

template <class A>
void fields(A& a, Seen& m) {
  a.blob("elements", m.elements, 4 * Limit::elements);
  a.integer("count", m.count, 0, most);
  a.integer("poison", m.poison, 0, most);
  a.integer("nan", m.nan, 0, most);
  a.integer("identical", m.identical, 0, most);
  a.number("largest_difference", m.largest_difference, 0, INFINITY);
  a.integer("difference_at", m.difference_at, -1, most);
}

template <class A>
void fields(A& a, Timed& m) {
  a.number("seconds", m.seconds, 0, Limit::seconds);
  a.integer("begin", m.begin, 0, any);
  a.integer("end", m.end, 0, any);
  a.number("clock", m.clock, 0, 1e11);
}

template <class A>
void fields(A& a, PlanTimes& m) {
  a.list("samples", m.samples, Limit::samples);
}

template <class A>
void fields(A& a, Loaded& m) {
  a.integer("registers", m.registers, 0, 1024);
  a.integer("max_threads", m.max_threads, 0, 4096);
  a.integer("blocks_per_multiprocessor", m.blocks_per_multiprocessor, 0, 1024);
  a.integer("shared", m.shared, 0, most);
  a.integer("local", m.local, 0, most);
}

template <class A>
void fields(A& a, Ran& m) {
  a.flag("guards_whole", m.guards_whole);
  a.list("seen", m.seen, Limit::looks);
  a.list("times", m.times, Limit::plans);
  a.list("kernels", m.kernels, Limit::plans * Limit::kernels);
  a.integer("flushed", m.flushed, 0, most);
}

template <class A>
void fields(A& a, Count& m) {
  a.object("job", m.job);
  a.flag("spill", m.spill);
  a.integer("launches", m.launches, 1, 10'000);
  a.integer("repeats", m.repeats, 1, Limit::runs);
  a.number("deadline", m.deadline, 0.001, Limit::seconds);
  a.list("images", m.images, Limit::kernels);
}

template <class A>
void fields(A& a, Reading& m) {
  a.text("name", m.name, Limit::name);
  a.number("value", m.value, -1e300, 1e300);
}

template <class A>
void fields(A& a, Range& m) {
  a.integer("plan", m.plan, 0, Limit::plans);
  a.integer("kernel", m.kernel, -1, Limit::kernels);
  a.integer("launches", m.launches, 1, 10'000);
  a.choice("regime", m.regime);
  a.list("readings", m.readings, 64);
}

template <class A>
void fields(A& a, Record& m) {
  a.integer("plan", m.plan, 0, Limit::plans);
  a.integer("run", m.run, 0, Limit::runs);
  a.text("kernel", m.kernel, Limit::name);
  a.number("begin", m.begin, 0, Limit::seconds);
  a.number("end", m.end, 0, Limit::seconds);
  a.integer("registers", m.registers, 0, 1024);
  a.integer("shared", m.shared, 0, most);
  a.integer("local", m.local, 0, most);
}

template <class A>
void fields(A& a, Counted& m) {
  a.list("ranges", m.ranges, Limit::plans * Limit::kernels);
  a.integer("flushed", m.flushed, 0, most);
  a.text("no_spill", m.no_spill, Limit::sentence);
}

template <class A>
void fields(A& a, Trace& m) {
  a.object("job", m.job);
  a.integer("runs", m.runs, 1, Limit::runs);
  a.number("deadline", m.deadline, 0.001, Limit::seconds);
  a.list("images", m.images, Limit::kernels);
}

template <class A>
void fields(A& a, Traced& m) {
  a.list("records", m.records, Limit::plans * Limit::kernels);
}

template <class A>
void fields(A&, Release&) {}

template <class A>
void fields(A& a, Progress& m) {
  a.number("share", m.share, 0, 1);
  a.text("word", m.word, Limit::name);
}

template <class A>
void fields(A&, Cancel&) {}

template <class A>
void fields(A& a, Failure& m) {
  a.choice("kind", m.kind);
  a.text("sentence", m.sentence, Limit::sentence);
  a.text("remedy", m.remedy, Limit::sentence);
  a.text("remedy_admin", m.remedy_admin, Limit::sentence);
  a.text("detail", m.detail, 2 * Limit::log);
}

namespace {

/// Reads the alternative that the name stands for.
template <std::size_t I = 0>
Body read_body(std::string_view type, const Json& json) {
  if constexpr (I == std::variant_size_v<Body>) {
    refuse("type", "no_choice");
  } else {
    if (type != type_names[I]) return read_body<I + 1>(type, json);
    std::variant_alternative_t<I, Body> body;
    Reader reader(json, std::string(type));
    fields(reader, body);
    return body;
  }
}

/// Reads over a text before a document is made of it, so that a hostile frame costs no memory. (A callback of the
/// document's own parser would do, but walks all elder siblings at the end of each object.)
class Bounds final : public nlohmann::json_sax<Json> {
 public:
  const char* broken = "no_json";

  bool null() override { return node(); }
  bool boolean(bool) override { return node(); }
  bool number_integer(number_integer_t) override { return node(); }
  bool number_unsigned(number_unsigned_t) override { return node(); }
  bool number_float(number_float_t, const string_t&) override { return node(); }
  bool string(string_t&) override { return node(); }
  bool binary(binary_t&) override { return node(); }
  bool start_object(std::size_t) override { return open(); }
  bool key(string_t&) override { return node(); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t, const std::string&, const Json::exception&) override { return false; }

 private:
  bool node() {
    if (++nodes_ > node_limit) broken = "long_list";
    return nodes_ <= node_limit;
  }
  bool open() {
    if (++depth_ > depth_limit) broken = "nested";
    return depth_ <= depth_limit && node();
  }
  bool close() {
    --depth_;
    return true;
  }

  std::size_t nodes_ = 0;
  int depth_ = 0;
};

}  // namespace

std::int64_t size_of(Dtype dtype) {
  switch (dtype) {
    case Dtype::f32:
      return 4;
    case Dtype::f16:
    case Dtype::bf16:
      return 2;
    case Dtype::bytes:
      return 1;
  }
  return 1;
}

std::string to_json(const Message& message) {
  Json json;
  std::visit(
      [&](const auto& body) {
        Writer writer(json["body"]);
        fields(writer, const_cast<std::remove_cvref_t<decltype(body)>&>(body));
      },
      message.body);
  json["id"] = message.id;
  json["type"] = type_names[message.body.index()];
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Message parse(std::string_view text) {
  Bounds bounds;
  if (!Json::sax_parse(text, &bounds)) refuse("frame", bounds.broken);
  const Json json = Json::parse(text);
  Message message;
  Reader reader(json, "message");
  reader.bits("id", message.id);
  std::string type;
  reader.text("type", type, Limit::name);
  const auto body = json.find("body");
  if (body == json.end()) refuse("frame", "no_body");
  message.body = read_body(type, *body);
  return message;
}

}  // namespace wire
