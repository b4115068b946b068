// onetrip record: a whole suite of chains, measured one after the other and kept in one file.
#include "base/error.hpp"
#include "base/file_lock.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "base/words.hpp"
#include "base/writable.hpp"
#include "charts/frame/source_words.hpp"
#include "cli/commands.hpp"
#include "cli/interrupts.hpp"
#include "cli/live.hpp"
#include "cli/output.hpp"
#include "cli/results.hpp"
#include "cli/suite.hpp"
#include "codegen/lower.hpp"
#include "device/cuda_client/connection.hpp"
#include "device/recorded/earlier_kernels.hpp"
#include "device/recorded/nearest.hpp"
#include "lesson/named_plans.hpp"
#include "machine/probe.hpp"
#include "record/key.hpp"
#include "record/recording.hpp"
#include "record/scatter.hpp"
#include "study/plans.hpp"
#include "study/run.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>

namespace cli {
namespace {

constexpr Flag record_flags[] = {
    {"-o", "FILE", "cli.flag.o.record"},
    {"--add", "", "cli.flag.add"},
    device_flag,
    worker_flag,
    submit_flag,
    cuts_flag,
    seed_flag,
    {"--elements", "N", "cli.flag.elements"},
    {seconds_name, "S", "cli.flag.seconds.record"},
    {quick_name, "", "cli.flag.quick"},
    json_flag,
};

using Clock = std::chrono::steady_clock;

constexpr int chains_a_save = 4;
constexpr int failures_in_a_row = 5;  ///< then the device is gone, not the chain at fault
constexpr int halvings = 4;

struct Failed {
  std::string label, reason;
};

/// What was asked for, read from the options.
struct RecordOrder {
  std::vector<Entry> entries;
  std::vector<plan::Cuts> cuts;
  std::string file;
  measure::Rules rules;
  std::uint64_t seed = 1;
};

base::Expected<double> number_of(const Options& options, std::string_view flag, double otherwise, double least) {
  const auto text = options.value(flag);
  if (!text) return otherwise;
  const auto number = base::to_number(*text);
  if (!number || !(*number >= least)) {
    return base::wrong(
        base::say("cli.number.from", {{"flag", flag}, {"text", *text}, {"least", base::exact_number(least)}}));
  }
  return *number;
}

/// A lesson's own folder for what is recorded of it; anywhere else a folder that is missing may be a slip.
void make_recordings_folder(const std::filesystem::path& file) {
  const std::filesystem::path folder = file.parent_path();
  std::error_code failed;
  if (folder.filename() == "recordings" && std::filesystem::exists(folder.parent_path() / "lesson.md", failed))
    std::filesystem::create_directory(folder, failed);  // expect_writable says why it is not there
}

base::Expected<RecordOrder> order_of(const Options& options, std::int64_t room) {
  RecordOrder order;
  const auto file = options.value("-o");
  if (!file) return base::wrong(base::say("cli.record.no_file"), base::say("cli.record.no_file.hint"));
  order.file = *file;
  make_recordings_folder(order.file);
  base::expect_writable(order.file);
  const auto elements = number_of(options, "--elements", static_cast<double>(room), 1);
  if (!elements) return std::unexpected(elements.error());
  const auto seconds = seconds_of(options, {2});
  if (!seconds) return std::unexpected(seconds.error());
  const auto seed = number_of(options, seed_flag.name, 1, 0);
  if (!seed) return std::unexpected(seed.error());
  order.seed = static_cast<std::uint64_t>(*seed);
  for (const std::string& text : options.all(cuts_flag.name)) {
    auto cuts = plan::parse_cuts(text);
    if (!cuts) return std::unexpected(cuts.error());
    if (cuts->is_third()) order.cuts.push_back(std::move(*cuts));
  }
  auto entries = suite(options.words[0], static_cast<std::int64_t>(*elements));
  if (!entries) return std::unexpected(entries.error());
  order.entries = std::move(*entries);
  order.rules.least = 20;
  order.rules.wanted = {0.05};
  order.rules.limit = *seconds;
  if (options.has(quick_name)) be_quick(order.rules);
  return order;
}

bool lacks_memory(const device::DeviceError& error) {
  const auto* refused = dynamic_cast<const device::cuda_client::Refused*>(&error);
  return refused != nullptr && refused->failure.kind == wire::Failure::Kind::memory;
}

/// How each kind of device is asked to get its kernels; a processor knows one way.
std::vector<wire::Submit> submits_of(const std::vector<std::string>& words) {
  std::vector<wire::Submit> submits;
  for (const std::string& word : words) submits.push_back(*parse_submit(word));
  if (submits.empty()) submits.push_back(wire::Submit::stream);
  return submits;
}

/// Tensors of the grid that this machine has room for: its longest chain keeps some sixteen of them.
std::int64_t elements_here() {
  const std::int64_t most = machine::probe().memory_free.value / (16 * 4 * 2);
  std::int64_t elements = grid_elements;
  while (elements > most && elements > 1) elements /= 2;
  return elements;
}

/// One file being filled.
class Recording {
 public:
  Recording(RecordOrder order, std::stop_token stop) : order_(std::move(order)), stop_(std::move(stop)) {}

  /// Begins with what the file holds. A broken one is a mistake: it is not overwritten by this.
  [[nodiscard]] base::Expected<void> add_to_file() {
    adds_ = true;
    std::error_code ignored;
    if (!std::filesystem::exists(order_.file, ignored)) return {};
    auto held = record::load(order_.file, record::Whose::own);
    if (!held) return std::unexpected(held.error());
    all_ = std::move(*held);
    for (const record::Measurement& one : own_) put(one);
    return {};
  }

  /// Every chain on this device; false if it seems to be gone.
  bool run_on(device::Device& device, std::string_view submit) {
    const auto ways = device.submits();
    submit_ = std::ranges::find(ways, submit) != ways.end() ? submit : ways.front();
    int in_a_row = 0;
    for (std::size_t i = 0; i < order_.entries.size(); ++i) {
      const Entry& entry = order_.entries[i];
      print_error(fmt::format("[{}/{}] {}: ", i + 1, order_.entries.size(), entry.label));
      const Clock::time_point begin = Clock::now();
      std::string outcome;
      bool machine = false;
      try {
        machine = !one(device, entry, outcome);
      } catch (const base::Cancelled&) {
        print_error("\n");
        return true;
      }
      const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
      print_error(fmt::format("{} ({:.1f} s)\n", outcome, seconds));
      in_a_row = machine ? in_a_row + 1 : 0;
      if (in_a_row == failures_in_a_row) {
        print_error(base::say("record.given_up", {{"count", std::to_string(in_a_row)}}) + "\n");
        return false;
      }
    }
    return true;
  }

  void save() {
    if (unsaved_ == 0) return;
    const base::FileLock lock(order_.file);
    // What another program has added since it was read stays.
    if (adds_) {
      if (const auto added = add_to_file(); !added) throw base::MachineError(added.error().front().message);
    }
    record::save(all_, order_.file);
    unsaved_ = 0;
  }

  [[nodiscard]] const std::vector<record::Measurement>& all() const { return all_; }
  [[nodiscard]] const std::vector<Failed>& failed() const { return failed_; }
  [[nodiscard]] int measured() const { return measured_; }

 private:
  /// False if the machine failed; what happened goes into `outcome`.
  bool one(device::Device& device, const Entry& entry, std::string& outcome) {
    try {
      const auto chain = halved_ > 0 && entry.smaller ? entry.smaller(halved_) : entry.chain;
      auto plans = study::plans_of(chain, order_.cuts, device.limits());
      if (!plans) {
        fail(entry, base::render(plans.error()), outcome);
        return true;
      }
      // Of a suite it is no failure.
      if (order_.entries.size() > 1 && device.is_gpu() && !plans->front().has_gpu_kernels()) {
        outcome = base::text("record.processors_only");
        return true;
      }
      // Where it is the fused one too, that answers for it.
      if (auto eager = study::eager_beside(plans->front(), device.limits());
          eager && std::ranges::find(*plans, *eager) == plans->end())
        plans->push_back(std::move(*eager));
      add_named(device, entry, *plans);
      if (held(*plans)) {
        outcome = base::text("record.held");
        return true;
      }
      measure(device, entry, *plans, outcome);
      return true;
    } catch (const device::DeviceError& error) {
      if (entry.smaller && halved_ < halvings && lacks_memory(error)) {
        ++halved_;
        print_error(base::say("record.smaller", {{"why", error.what()}}) + " ");
        return one(device, entry, outcome);
      }
      fail(entry, error.what() + (error.remedy.empty() ? "" : " " + error.remedy), outcome);
      return false;
    }
  }

  /// What its lesson has named, called by their cuts: so a command asks for them, and names are dropped from a key. A
  /// processor turns no knobs.
  static void add_named(const device::Device& device, const Entry& entry, std::vector<plan::FusionPlan>& plans) {
    for (const lesson::NamedPlan& one : entry.plans) {
      if (one.knobs && !device.is_gpu()) continue;
      auto plan = lesson::plan_of(one, plans.front().chain, device.limits());
      if (!plan) {
        print_error(base::say("record.plan_left_out", {{"plan", one.name}, {"why", plan.error().front().message}}) +
                    " ");
      } else if (std::ranges::find(plans, *plan) == plans.end()) {
        plan->name = one.cuts;
        plans.push_back(*std::move(plan));
      }
    }
  }

  void measure(device::Device& device, const Entry& entry, const std::vector<plan::FusionPlan>& plans,
               std::string& outcome) {
    study::RunRequest request;
    request.seed = order_.seed;
    request.rules = order_.rules;
    std::vector<std::string> again = {chain::one_line(*plans.front().chain), "--device", device.id()};
    for (std::size_t third = 2; third < plans.size(); ++third) {
      again.insert(again.end(), {"--cuts", plans[third].name});
    }
    request.command = command_line("run", again);
    record::Measurement measurement = study::run(device, plans, request, {}, stop_);
    if (!all_passed(measurement)) {
      fail(entry, fmt::format("{}", fmt::join(measurement.remarks, " ")), outcome);
      return;
    }
    const auto &unfused = measurement.plans[0].cold, &fused = measurement.plans[1].cold;
    outcome = unfused && fused
                  ? base::say(record::comparable(*unfused, *fused) ? "record.measured" : "record.measured_scattered",
                              {{"unfused", base::show(unfused->median)},
                               {"fused", base::show(fused->median)},
                               {"ratio", base::show_number(unfused->median.value / fused->median.value)}})
                  : std::string(base::text("app.not_timed"));
    const auto eager = std::ranges::find(measurement.plans, "eager", &record::PlanMeasurement::plan);
    if (fused && eager != measurement.plans.end() && eager->cold) {
      outcome += base::say("record.measured.eager",
                           {{"ratio", base::show_number(eager->cold->median.value / fused->median.value)}});
    }
    const auto was = measurement.plans[0].bytes(), is = measurement.plans[1].bytes();
    outcome += was && is ? base::say("record.measured.bytes", {{"unfused", base::show(*was)},
                                                               {"fused", base::show(*is)},
                                                               {"tier", charts::tier_words(measurement.tier)}})
                         : std::string(base::text("record.measured.no_bytes"));
    own_.push_back(measurement);
    put(std::move(measurement));
    ++measured_;
    // The first at once: a disk that refuses is known before the work is done.
    if (++unsaved_ >= chains_a_save || measured_ == 1) save();
  }

  /// What is there of kernels that are no longer written so does not count: it is measured again, in its place.
  [[nodiscard]] bool held(const std::vector<plan::FusionPlan>& plans) const {
    return std::ranges::any_of(all_, [&](const record::Measurement& one) {
      return one.key == record::key(plans, one.provenance.submit) && one.provenance.submit == submit_ &&
             !device::recorded::of_earlier_kernels(one, plans, codegen::lower);
    });
  }

  void put(record::Measurement measurement) {
    const auto same = std::ranges::find_if(all_, [&](const record::Measurement& one) {
      return one.key == measurement.key && one.provenance.submit == measurement.provenance.submit;
    });
    if (same == all_.end()) {
      all_.push_back(std::move(measurement));
    } else {
      *same = std::move(measurement);
    }
  }

  void fail(const Entry& entry, std::string reason, std::string& outcome) {
    outcome = base::say("record.failed", {{"why", reason}});
    failed_.push_back({entry.label, std::move(reason)});
  }

  RecordOrder order_;
  std::stop_token stop_;
  std::vector<record::Measurement> all_, own_;  ///< what the file is to hold; what this run measured
  bool adds_ = false;
  std::vector<Failed> failed_;
  std::string submit_;
  int measured_ = 0, unsaved_ = 0, halved_ = 0;
};

nlohmann::ordered_json to_json(const Recording& recording, const std::string& file, double seconds) {
  using nlohmann::ordered_json;
  ordered_json out;
  out["file"] = file;
  out["seconds"] = seconds;
  out["measured"] = recording.measured();
  out["held"] = recording.all().size();
  out["failed"] = ordered_json::array();
  for (const Failed& one : recording.failed()) {
    out["failed"].push_back({{"chain", one.label}, {"reason", one.reason}});
  }
  return out;
}

std::string report(const Recording& recording, const std::string& file, double seconds) {
  std::string out =
      base::say(
          "record.done", recording.measured(),
          {{"file", file}, {"all", std::to_string(recording.all().size())}, {"seconds", base::show_number(seconds)}}) +
      "\n";
  for (const Failed& one : recording.failed()) {
    out += base::say("record.failed_chain", {{"chain", one.label}, {"why", one.reason}}) + "\n";
  }
  return out;
}

}  // namespace

Exit run_record(const std::vector<std::string>& arguments) {
  const auto options =
      begin(arguments, {"record SUITE -o FILE [options]", base::text("cli.about.record"), record_flags, 1, 1});
  if (!options) return options.error();
  for (const std::string& word : options->all(submit_flag.name)) {
    if (const auto submit = parse_submit(word); !submit) return bad_input(submit.error());
  }
  const std::string wanted = wanted_device(*options), worker = options->value(worker_flag.name).value_or("");
  const Clock::time_point begun = Clock::now();
  const Interrupts interrupts;
  std::optional<Recording> recording;
  std::string file;
  bool there = true;
  for (const wire::Submit submit : submits_of(options->all(submit_flag.name))) {
    const device::Registry registry({.worker = worker, .submit = submit});
    const auto device = device_named(registry, wanted);
    if (!device) return bad_input(device.error());
    if (!(*device)->live()) {
      return bad_input(base::wrong(base::say("record.not_live", {{"device", (*device)->id()}})).error());
    }
    if (!recording) {
      auto order = order_of(*options, (*device)->target().compute_capability == 0 ? elements_here() : grid_elements);
      if (!order) return bad_input(order.error());
      file = order->file;
      recording.emplace(std::move(*order), interrupts.token());
      if (options->has("--add")) {
        if (const auto added = recording->add_to_file(); !added) return bad_input(added.error());
      }
      print_error(base::say("record.on", {{"device", (*device)->name()}}) + "\n");
    }
    there = there && recording->run_on(**device, submit == wire::Submit::graph ? "graph" : "stream");
    recording->save();
    if (interrupts.token().stop_requested()) {
      print_error(base::say(recording->all().empty() ? "record.interrupted_empty" : "record.interrupted",
                            {{"file", file}, {"all", std::to_string(recording->all().size())}}) +
                  "\n");
      interrupts.end_if_interrupted();
    }
    if ((*device)->submits().size() == 1) break;  // it has one way
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - begun).count();
  options->has("--json") ? print_json(to_json(*recording, file, seconds)) : print(report(*recording, file, seconds));
  if (!there || (recording->measured() == 0 && !recording->failed().empty())) return Exit::machine;
  return recording->failed().empty() ? Exit::done : Exit::no;
}

}  // namespace cli
