// Device specs as TOML: read with every mistake at its line, written so that reading gives the same spec.
#include "base/escape.hpp"
#include "base/text.hpp"
#include "base/toml_file.hpp"
#include "base/words.hpp"
#include "machine/device_spec.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>

namespace machine {
namespace {

/// A sourced figure of the file: its table's name, the unit as key, where it goes.
struct Figure {
  std::string_view table;
  std::string_view unit;
  Sourced DeviceSpec::*member;
};

constexpr std::array figures = {
    Figure{"dram_bandwidth", "bytes_per_second", &DeviceSpec::dram_bandwidth},
    Figure{"last_level_cache", "bytes", &DeviceSpec::last_level_cache},
    Figure{"cache_bandwidth", "bytes_per_second", &DeviceSpec::cache_bandwidth},
    Figure{"efficiency", "share", &DeviceSpec::efficiency},
    Figure{"launch", "seconds", &DeviceSpec::launch},
    Figure{"start", "seconds", &DeviceSpec::start},
    Figure{"batch_launch", "seconds", &DeviceSpec::batch_launch},
    Figure{"graph_launch", "seconds", &DeviceSpec::graph_launch},
    Figure{"graph_start", "seconds", &DeviceSpec::graph_start},
    Figure{"graph_again", "seconds", &DeviceSpec::graph_again},
    Figure{"graph_submit", "seconds", &DeviceSpec::graph_submit},
    Figure{"persistent_row", "elements", &DeviceSpec::persistent_row},
    Figure{"ramp", "seconds", &DeviceSpec::ramp},
    Figure{"overlap", "exponent", &DeviceSpec::overlap},
    Figure{"row_code", "factor", &DeviceSpec::row_code},
    Figure{"l2_crossing", "share", &DeviceSpec::l2_crossing},
};

/// Walks the parsed file and keeps every mistake.
class Reader : public base::TomlFile {
 public:
  using base::TomlFile::TomlFile;

  std::optional<std::string> text(const toml::table& table, std::string_view key) {
    const toml::node* node = find(table, key);
    if (node == nullptr) return std::nullopt;
    const auto value = node->value_exact<std::string>();
    if (!value || value->empty()) {
      mistake(node->source(), base::say("machine.not_text", {{"key", key}}));
      return std::nullopt;
    }
    return value;
  }

  /// A number above `least` (or equal to it, if `equal`); integers are numbers too.
  std::optional<double> number(const toml::table& table, std::string_view key, double least, bool equal = false) {
    const toml::node* node = find(table, key);
    if (node == nullptr) return std::nullopt;
    const auto value = node->value<double>();
    if (!node->is_number() || !value || !std::isfinite(*value) || *value < least || (!equal && *value == least)) {
      mistake(node->source(), base::say(equal ? "machine.not_at_least" : "machine.not_above",
                                        {{"key", key}, {"least", fmt::format("{}", least)}}));
      return std::nullopt;
    }
    return value;
  }

  std::optional<std::int64_t> integer(const toml::table& table, std::string_view key) {
    const toml::node* node = find(table, key);
    if (node == nullptr) return std::nullopt;
    const auto value = node->value_exact<std::int64_t>();
    if (!value || *value < 1) {
      mistake(node->source(), base::say("machine.not_whole", {{"key", key}}));
      return std::nullopt;
    }
    return value;
  }

  Sourced sourced(const toml::table& table, std::string_view unit) {
    return {number(table, unit, 0).value_or(0), text(table, "source").value_or("")};
  }

  /// Names what does not belong there: a misspelt key is a figure that would be missing in silence.
  void only(const toml::table& table, const std::vector<std::string_view>& keys, std::string_view where) {
    for (const auto& [key, node] : table) {
      if (std::find(keys.begin(), keys.end(), key.str()) != keys.end()) continue;
      const auto near = base::nearest(key.str(), keys);
      mistake(key.source(), base::say("machine.unknown_key", {{"key", key.str()}, {"where", where}}),
              near ? base::say("machine.did_you_mean", {{"name", *near}}) : "");
    }
  }

 private:
  const toml::node* find(const toml::table& table, std::string_view key) {
    const toml::node* node = table.get(key);
    if (node == nullptr) mistake(table.source(), base::say("machine.missing", {{"key", key}}));
    return node;
  }
};

/// The tables of an array that may be missing; a mistake where it is written otherwise.
std::vector<const toml::table*> tables_of(const toml::table& root, Reader& reader, std::string_view key) {
  const toml::node* node = root.get(key);
  if (node == nullptr) return {};
  const toml::array* array = node->as_array();
  if (array == nullptr || !array->is_homogeneous<toml::table>()) {
    reader.mistake(node->source(), base::say("machine.not_tables", {{"key", key}}));
    return {};
  }
  std::vector<const toml::table*> tables;
  for (const toml::node& element : *array) tables.push_back(element.as_table());
  return tables;
}

std::vector<MixBandwidth> read_mixes(const toml::table& root, Reader& reader, std::string_view key) {
  std::vector<MixBandwidth> mixes;
  for (const toml::table* each : tables_of(root, reader, key)) {
    const toml::table& table = *each;
    reader.only(table, {"read_share", "store", "bytes_per_second"}, fmt::format("[[{}]]", key));
    MixBandwidth mix;
    mix.read_share = reader.number(table, "read_share", 0, true).value_or(0);
    if (mix.read_share > 1) reader.mistake(table.get("read_share")->source(), base::say("machine.read_share"));
    const std::string store = reader.text(table, "store").value_or("cached");
    if (store != "cached" && store != "streaming") {
      reader.mistake(table.get("store")->source(), base::say("machine.store"));
    }
    mix.store = store == "streaming" ? Store::streaming : Store::cached;
    mix.bandwidth.value = reader.number(table, "bytes_per_second", 0).value_or(0);
    const bool twice = std::any_of(mixes.begin(), mixes.end(), [&](const MixBandwidth& other) {
      return other.store == mix.store && other.read_share == mix.read_share;
    });
    if (twice) reader.mistake(table.source(), base::say("machine.mix_twice"));
    mixes.push_back(mix);
  }
  return mixes;
}

void read_roofs(const toml::table& root, Reader& reader, DeviceSpec& spec) {
  const toml::node* node = root.get("roof");
  const toml::array* array = node == nullptr ? nullptr : node->as_array();
  if (array == nullptr || !array->is_homogeneous<toml::table>()) {
    const toml::source_region& where = node == nullptr ? root.source() : node->source();
    reader.mistake(where, base::say("machine.no_roof"), base::say("machine.no_roof.hint"));
    return;
  }
  for (const toml::node& element : *array) {
    const toml::table& table = *element.as_table();
    reader.only(table, {"name", "flops_per_second", "source"}, "[[roof]]");
    spec.roofs.push_back({reader.text(table, "name").value_or(""), reader.sourced(table, "flops_per_second")});
  }
}

void read_working_sets(const toml::table& root, Reader& reader, DeviceSpec& spec) {
  for (const toml::table* each : tables_of(root, reader, "working_set")) {
    const toml::table& table = *each;
    reader.only(table, {"bytes", "bytes_per_second"}, "[[working_set]]");
    const WorkingSet set{{reader.integer(table, "bytes").value_or(0)},
                         {reader.number(table, "bytes_per_second", 0).value_or(0)}};
    if (!spec.working_sets.empty() && set.bytes <= spec.working_sets.back().bytes) {
      reader.mistake(table.source(), base::say("machine.working_sets"));
    }
    spec.working_sets.push_back(set);
  }
}

void read_long_code(const toml::table& root, Reader& reader, DeviceSpec& spec) {
  for (const toml::table* each : tables_of(root, reader, "long_code")) {
    const toml::table& table = *each;
    reader.only(table, {"thread_seconds", "factor"}, "[[long_code]]");
    const LongCode code{reader.number(table, "thread_seconds", 0).value_or(0),
                        reader.number(table, "factor", 0).value_or(1)};
    if (!spec.long_code.empty() && code.thread_seconds <= spec.long_code.back().thread_seconds) {
      reader.mistake(table.source(), base::say("machine.long_code"));
    }
    spec.long_code.push_back(code);
  }
}

void read_op_costs(const toml::table& root, Reader& reader, DeviceSpec& spec) {
  const toml::node* node = root.get("op_cost");
  if (node == nullptr) return;
  const toml::table* table = node->as_table();
  if (table == nullptr) {
    reader.mistake(node->source(), base::say("machine.op_cost"));
    return;
  }
  for (const auto& [key, value] : *table) {
    spec.op_cost[std::string(key.str())] = reader.number(*table, key.str(), 0, true).value_or(0);
  }
}

void read_figures(const toml::table& root, Reader& reader, DeviceSpec& spec) {
  for (const Figure& figure : figures) {
    const toml::node* node = root.get(figure.table);
    if (node == nullptr) continue;
    const toml::table* table = node->as_table();
    if (table == nullptr) {
      reader.mistake(node->source(), base::say("machine.not_figure", {{"table", figure.table}, {"unit", figure.unit}}));
      continue;
    }
    reader.only(*table, {figure.unit, "source"}, fmt::format("[{}]", figure.table));
    spec.*figure.member = reader.sourced(*table, figure.unit);
  }
  for (const std::string_view needed : {"launch", "persistent_row"}) {
    if (root.get(needed) == nullptr) reader.mistake(root.source(), base::say("machine.no_table", {{"table", needed}}));
  }
  const bool sheet = root.get("dram_bandwidth") != nullptr && root.get("efficiency") != nullptr;
  if (!sheet && root.get("mix") == nullptr) {
    reader.mistake(root.source(), base::say("machine.no_bandwidth"), base::say("machine.no_bandwidth.hint"));
  }
  if (spec.efficiency.value > 1) reader.mistake(root.get("efficiency")->source(), base::say("machine.efficiency"));
}

DeviceSpec read(const toml::table& root, Reader& reader) {
  reader.only(root,
              {"id",
               "name",
               "kind",
               "calibrated_on",
               "processors",
               "tile_elements",
               "dram_bandwidth",
               "last_level_cache",
               "cache_bandwidth",
               "l2_crossing",
               "efficiency",
               "launch",
               "start",
               "batch_launch",
               "graph_launch",
               "persistent_row",
               "graph_start",
               "graph_again",
               "graph_submit",
               "ramp",
               "overlap",
               "row_code",
               "mix",
               "cache_mix",
               "working_set",
               "roof",
               "op_cost",
               "long_code"},
              base::text("machine.a_device"));
  DeviceSpec spec;
  spec.id = reader.text(root, "id").value_or("");
  spec.name = reader.text(root, "name").value_or("");
  const std::string kind = reader.text(root, "kind").value_or("gpu");
  if (kind != "cpu" && kind != "gpu") reader.mistake(root.get("kind")->source(), base::say("machine.kind"));
  spec.kind = kind == "cpu" ? Kind::cpu : Kind::gpu;
  spec.processors = static_cast<int>(std::min<std::int64_t>(reader.integer(root, "processors").value_or(0), 1 << 20));
  if (root.contains("calibrated_on")) spec.calibrated_on = reader.text(root, "calibrated_on").value_or("");
  if (root.contains("tile_elements")) spec.tile_elements = reader.integer(root, "tile_elements").value_or(0);
  read_figures(root, reader, spec);
  spec.mixes = read_mixes(root, reader, "mix");
  spec.cache_mixes = read_mixes(root, reader, "cache_mix");
  read_working_sets(root, reader, spec);
  read_roofs(root, reader, spec);
  read_op_costs(root, reader, spec);
  read_long_code(root, reader, spec);
  return spec;
}

}  // namespace

base::Expected<DeviceSpec> parse_device(std::string_view text, std::string_view file) {
  Reader reader(text, std::string(file));
  const auto root = reader.parse();
  if (!root) return std::unexpected(reader.mistakes());
  DeviceSpec spec = read(*root, reader);
  if (!reader.mistakes().empty()) return std::unexpected(reader.mistakes());
  return spec;
}

std::string to_toml(const DeviceSpec& spec) {
  std::string out = fmt::format("id = {}\nname = {}\nkind = \"{}\"\n", base::toml_string(spec.id),
                                base::toml_string(spec.name), spec.kind == Kind::cpu ? "cpu" : "gpu");
  if (!spec.calibrated_on.empty()) out += fmt::format("calibrated_on = {}\n", base::toml_string(spec.calibrated_on));
  out += fmt::format("processors = {}\n", spec.processors);
  if (spec.tile_elements > 0) out += fmt::format("tile_elements = {}\n", spec.tile_elements);
  for (const Figure& figure : figures) {
    const Sourced& known = spec.*figure.member;
    if (known.value == 0) continue;  // not known: said by its absence
    out += fmt::format("\n[{}]\n{} = {}\nsource = {}\n", figure.table, figure.unit, base::exact_number(known.value),
                       base::toml_string(known.source));
  }
  for (const Roof& roof : spec.roofs) {
    out +=
        fmt::format("\n[[roof]]\nname = {}\nflops_per_second = {}\nsource = {}\n", base::toml_string(roof.name),
                    base::exact_number(roof.flops_per_second.value), base::toml_string(roof.flops_per_second.source));
  }
  const auto mixes = [&](std::string_view key, const std::vector<MixBandwidth>& list) {
    for (const MixBandwidth& mix : list) {
      out += fmt::format("\n[[{}]]\nread_share = {}\nstore = \"{}\"\nbytes_per_second = {}\n", key,
                         base::exact_number(mix.read_share), mix.store == Store::streaming ? "streaming" : "cached",
                         base::exact_number(mix.bandwidth.value));
    }
  };
  mixes("mix", spec.mixes);
  mixes("cache_mix", spec.cache_mixes);
  for (const WorkingSet& set : spec.working_sets) {
    out += fmt::format("\n[[working_set]]\nbytes = {}\nbytes_per_second = {}\n", set.bytes.value,
                       base::exact_number(set.bandwidth.value));
  }
  for (const LongCode& code : spec.long_code) {
    out += fmt::format("\n[[long_code]]\nthread_seconds = {}\nfactor = {}\n", base::exact_number(code.thread_seconds),
                       base::exact_number(code.factor));
  }
  if (!spec.op_cost.empty()) out += "\n[op_cost]\n";
  for (const auto& [key, seconds] : spec.op_cost) {
    out += fmt::format("{} = {}\n", base::toml_string(key), base::exact_number(seconds));
  }
  return out;
}

}  // namespace machine
