// The provenance line and facts.
#include "charts/frame/provenance.hpp"

#include "base/dates.hpp"
#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/frame/source_words.hpp"
#include "machine/cards.hpp"
#include "record/plausibility.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace charts {
namespace {

/// Letters and digits, small.
std::string letters(std::string_view text) {
  return fmt::format("{}", fmt::join(base::plain_words(text), ""));
}

}  // namespace

std::string spec_words(const machine::DeviceSpec& spec) {
  if (spec.calibrated_on.empty()) return base::say("chart.spec.sheet", {{"name", spec.name}});
  return base::say("chart.spec.calibrated", {{"name", spec.name}, {"date", base::day(spec.calibrated_on)}});
}

bool same_machine(const machine::DeviceSpec& spec, const record::Measurement& measurement) {
  const bool here = spec.id == machine::here_id && measurement.source == Source::measured;
  if (here || spec.id == measurement.provenance.device_id) return true;
  // "NVIDIA H200" or "NVIDIA H200 on gpu7" of the sheet "NVIDIA H200 SXM 141GB".
  const std::string& device = measurement.provenance.device;
  const std::string card = letters(device.substr(0, device.find(" on ")));
  return spec.kind == machine::Kind::gpu && !card.empty() && letters(spec.name).starts_with(card);
}

std::string short_device(const record::Measurement& measurement) {
  const std::string& device = measurement.provenance.device;
  return device.substr(0, device.find(','));
}

std::string with_stranger(const std::string& said, const record::Measurement& measurement) {
  const std::string stranger = record::stranger_words(measurement);
  return stranger.empty() ? said : said + ", " + stranger;
}

std::string device_again(const record::Measurement& measurement) {
  return device_again(measurement.source, measurement.provenance.device_id);
}

std::string device_again(Source source, const std::string& device_id) {
  return source == Source::recorded ? std::string(machine::recorded_prefix) + device_id : device_id;
}

bool same_machine(const machine::DeviceSpec& a, const machine::DeviceSpec& b) {
  const std::string one = letters(a.name), other = letters(b.name);
  return a.kind == b.kind && (one.starts_with(other) || other.starts_with(one));
}

namespace {

/// Who says it and how well, but not whose file it is.
std::string plain_badge(const record::Measurement& measurement) {
  // A run has times as well, which are measured: the tier is of its bytes.
  std::string tier = tier_words(measurement.tier);
  if (measurement.tier == record::Tier::counted) {
    tier = base::say("chart.bytes_by_construction", {{"how", by_construction_words()}});
  } else if (measurement.tier == record::Tier::counters) {
    tier = base::text("chart.bytes_by_counters");
  }
  return fmt::format("{} ({})", source_words(measurement.source), tier);
}

}  // namespace

std::string badge(const record::Measurement& measurement) {
  if (measurement.source == Source::imported)
    return fmt::format("{}, {}", source_words(measurement.source), measurement.provenance.version);
  return with_stranger(plain_badge(measurement), measurement);
}

ProvenanceLine provenance_line(const ChartData& data) {
  ProvenanceLine line;
  if (data.spec) line.model = base::say("chart.foot.model", {{"spec", spec_words(*data.spec)}});
  for (const record::Measurement& measurement : data.measurements) {
    const record::Provenance& from = measurement.provenance;
    if (measurement.source == Source::imported) {
      line.truth.push_back(
          base::say("chart.foot.imported",
                    {{"badge", badge(measurement)}, {"device", from.device}, {"date", base::day(from.date)}}));
      continue;
    }
    // A sentence of its own: of a long one the end is left out, and that must not be the mark.
    if (!measurement.stranger.empty())
      line.truth.push_back(base::say("record.stranger", {{"file", short_file(measurement.stranger)}}));
    if (data.no_bytes) {
      line.truth.push_back(base::say("chart.foot.truth.plain", {{"badge", source_words(measurement.source)},
                                                                {"device", short_device(measurement)},
                                                                {"date", base::day(from.date)}}));
      continue;
    }
    line.truth.push_back(base::say("chart.foot.truth", {{"badge", plain_badge(measurement)},
                                                        {"device", from.device},
                                                        {"date", base::day(from.date)},
                                                        {"seed", std::to_string(from.seed)}}));
  }
  // Another program's times are of one machine, the model's perhaps of another: both are named.
  const auto imported = [](const record::Measurement& one) { return one.source == Source::imported; };
  if (!line.model.empty() && std::ranges::any_of(data.measurements, imported)) line.truth.push_back(line.model);
  for (const record::Measurement& measurement : data.measurements) {
    for (const std::string& doubt : measurement.doubts)
      line.truth.push_back(base::say("record.doubted", {{"doubt", doubt}}));
  }
  if (data.eager.empty()) return line;
  if (line.truth.empty()) line.truth.push_back(line.model);  // which ends where the truth's lines begin
  line.truth.push_back(data.eager);
  return line;
}

std::vector<figure::Fact> provenance(const ChartData& data) {
  std::vector<figure::Fact> facts;
  const auto add = [&](std::string key, std::string value) {
    if (!value.empty()) facts.push_back({std::move(key), std::move(value)});
  };
  for (std::size_t i = 0; i < data.measurements.size(); ++i) {
    const record::Measurement& measurement = data.measurements[i];
    const record::Provenance& from = measurement.provenance;
    const std::string end = data.measurements.size() > 1 ? fmt::format(" {}", i + 1) : "";
    add("source" + end, badge(measurement));
    add("from" + end, record::stranger_words(measurement));
    add("device" + end, from.device);
    add("driver" + end, from.driver);
    add("date" + end, from.date);
    if (measurement.source == Source::imported) {
      add("imported" + end, from.version);
      add("made by" + end, from.command);
      continue;
    }
    add("seed" + end, std::to_string(from.seed));
    add("submit" + end, from.submit);
    add("method" + end, from.method);
    add("measured by" + end, from.version);
    add("measured with" + end, from.command);
    for (const std::string& doubt : measurement.doubts) add("doubt" + end, doubt);
  }
  if (data.spec) {
    add("model", spec_words(*data.spec));
    add("model bandwidth from", data.spec->mixes.empty() ? data.spec->dram_bandwidth.source : data.spec->launch.source);
  }
  add("version", base::version());
  add("remake", data.command);
  return facts;
}

}  // namespace charts
