// A recording from text: first that it is whole and unchanged, then that every field is there and possible.
#include "base/beneath.hpp"
#include "base/resources.hpp"
#include "base/visible.hpp"
#include "base/words.hpp"
#include "record/description.hpp"
#include "record/json_text.hpp"
#include "record/plausibility.hpp"
#include "record/recording.hpp"
#include "record/shipped.hpp"
#include "record/statistics.hpp"
#include "record/timeline.hpp"
#include "record/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace record {

void Findings::add(const std::string& path, const std::string& message) {
  constexpr std::size_t most_kept = 100;  // a file that is nothing but mistakes costs no more than this
  if (mistakes.size() >= most_kept) return;
  base::Diagnostic mistake;
  mistake.file = file;
  mistake.message = path + ": " + message;
  mistakes.push_back(std::move(mistake));
}

void Findings::flaw(const std::string& path, std::string_view flaw, std::optional<std::int64_t> most) {
  if (most) return add(path, base::say("record.field.whole_to", {{"most", std::to_string(*most)}}));
  const std::string word(flaw == "out_of_range" ? "no_number" : flaw);
  add(path, base::say("record.field." + word));
}

void check(Reader& a, const Times& m) {
  if (m.n == 0) a.wrong("n", base::say("record.no_sample"));
  if (m.q1.value <= 0) a.wrong("q1", base::say("record.zero_time"));
  if (m.q1 > m.median || m.median > m.q3) a.wrong("median", base::say("record.quartiles"));
}

/// A summary that is not that of its samples is a mistake; one without samples is let pass.
static void check(Reader& a, const Sampled& m) {
  const Times& told = m.times;
  check(a, told);
  if (m.samples.empty()) return;
  const auto same = [](double x, double y) { return std::abs(x - y) <= 1e-9 * std::abs(x) + 1e-15; };
  const Times own = summarise(m.samples);
  const bool all = own.n == told.n && same(own.median.value, told.median.value) && same(own.q1.value, told.q1.value) &&
                   same(own.q3.value, told.q3.value) && same(own.noise, told.noise);
  if (!all) a.wrong("samples", base::say("record.samples"));
}

static void check(Reader& a, const Verdict& m) {
  a.at_most("nan_outputs", m.nan_outputs, m.outputs);
  a.at_most("identical", m.identical, m.outputs);
  if (m.passed && (m.checked == 0 || m.poison_left > 0 || !m.guards_whole)) {
    a.wrong("passed", base::say("record.passed"));
  }
}

static void check(Reader& a, const PlanMeasurement& m) {
  if (m.dram_tail && (!m.dram_written || *m.dram_tail > *m.dram_written)) {
    a.wrong("dram_tail_bytes", base::say("record.tail"));
  }
  if (!m.verdict.passed && (m.cold || m.batch || m.timeline)) a.wrong("verdict", base::say("record.timed_wrong"));
  if (!m.bytes() && m.no_bytes_because.empty()) a.wrong("no_bytes_because", base::say("record.no_bytes_because"));
  if (std::string flaw = flaw_of_timeline(m); !flaw.empty()) a.wrong("timeline", flaw);
}

/// It names folders and files.
static void check(Reader& a, const Provenance& m) {
  if (!m.device_id.empty() && !base::is_plain_id(m.device_id)) a.wrong("device_id", base::say("record.device_id"));
}

namespace {

using nlohmann::ordered_json;

constexpr std::size_t max_recording = std::size_t{32} << 20;  // ours have 4
constexpr std::int64_t max_beneath = std::int64_t{16} << 20;  // is read in a second, in 256 MB; ours have 2
constexpr std::size_t max_findings = 20;

/// That it is a recording of ours, of a version we read, and unchanged. Empty = yes.
std::string why_no_recording(const ordered_json& json) {
  static const ordered_json nothing;
  const auto field = [&](const char* key) -> const ordered_json& {
    const auto found = json.is_object() ? json.find(key) : json.end();
    return found == json.end() ? nothing : *found;
  };
  const ordered_json& version = field("onetrip_recording");
  if (!version.is_number_unsigned() || version == 0) return base::say("record.not_recording");
  if (version != format_version) {
    return base::say(version > format_version ? "record.newer" : "record.older",
                     {{"format", version.dump()}, {"own", std::to_string(format_version)}});
  }
  const ordered_json& sum = field("sha256");
  if (!sum.is_string()) return base::say("record.no_checksum");
  const ordered_json& measurements = field("measurements");
  if (!measurements.is_array()) return base::say("record.no_measurements");
  const std::string actual = checksum(measurements);
  if (sum != actual) {
    return base::say("record.changed", {{"actual", actual}, {"told", sum.get<std::string>()}});
  }
  return {};
}

/// Through the one door: what cannot be is a mistake, what is strange is a doubt.
void pass_the_door(Measurement& measurement, std::size_t index, std::span<const machine::DeviceSpec> sheets,
                   Findings& findings) {
  Judgement found = judge(measurement, sheets);
  for (const Flaw& flaw : found.flaws) {
    if (findings.mistakes.size() >= max_findings) return;
    findings.add(fmt::format("measurements[{}].{}", index, flaw.field), flaw.sentence);
  }
  measurement.doubts = std::move(found.doubts);
}

}  // namespace

base::Expected<std::vector<Measurement>> parse_recording(std::string_view text, std::string_view file, Whose whose) {
  const auto json = parse_json(text, file, max_recording);
  if (!json) return std::unexpected(json.error());
  Findings findings{std::string(file), {}};
  if (std::string reason = why_no_recording(*json); !reason.empty()) {
    base::Diagnostic mistake = place(text, file, 0, std::move(reason));
    mistake.hint = base::text("record.lie.hint");
    return std::unexpected(base::Diagnostics{std::move(mistake)});
  }
  std::vector<Measurement> measurements;
  const ordered_json& list = (*json)["measurements"];
  const bool shipped = is_shipped((*json)["sha256"].get_ref<const std::string&>());
  for (std::size_t i = 0; i < list.size() && findings.mistakes.size() < max_findings; ++i) {
    Measurement& measurement = measurements.emplace_back();
    Reader(list[i], fmt::format("measurements[{}]", i), findings).all(measurement);
    measurement.source = whose == Whose::own ? Source::measured : Source::recorded;
    if (whose == Whose::anybodys && !shipped) measurement.stranger = stranger_name(file);
  }
  if (findings.mistakes.empty() && !measurements.empty()) {
    const auto sheets = data_sheets();
    for (std::size_t i = 0; i < measurements.size(); ++i) pass_the_door(measurements[i], i, sheets, findings);
  }
  if (!findings.mistakes.empty()) {
    findings.mistakes.back().hint = base::text("record.lie.hint");
    return std::unexpected(std::move(findings.mistakes));
  }
  return measurements;
}

void save(const std::vector<Measurement>& measurements, const std::filesystem::path& path) {
  base::write_file(path, to_recording(measurements));
}

base::Expected<std::vector<Measurement>> load(const std::filesystem::path& path, Whose whose) {
  const auto text = base::read_file(path, static_cast<std::int64_t>(max_recording));
  if (!text) return std::unexpected(text.error());
  return parse_recording(*text, path.string(), whose);
}

base::Expected<std::vector<Measurement>> load_beneath(const std::filesystem::path& folder,
                                                      const std::filesystem::path& below) {
  const auto text = base::read_beneath(folder, below, max_beneath);
  if (!text) return std::unexpected(text.error());
  return parse_recording(*text, (folder / below).string());
}

}  // namespace record
