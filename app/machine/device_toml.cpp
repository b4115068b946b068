// Device specs as TOML: read with every mistake at its line, written so that reading gives the same spec.
#include "base/toml_archive.hpp"
#include "base/units.hpp"
#include "base/words.hpp"
#include "machine/device_spec.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace machine {
namespace {

using base::Sign;

/// A sourced figure of the file: its table's name, the unit as key, where it goes.
struct Place {
  std::string_view table, unit;
  Sourced DeviceSpec::*member;
};

constexpr std::array places = {
    Place{"dram_bandwidth", "bytes_per_second", &DeviceSpec::dram_bandwidth},
    Place{"last_level_cache", "bytes", &DeviceSpec::last_level_cache},
    Place{"cache_bandwidth", "bytes_per_second", &DeviceSpec::cache_bandwidth},
    Place{"efficiency", "share", &DeviceSpec::efficiency},
    Place{"launch", "seconds", &DeviceSpec::launch},
    Place{"start", "seconds", &DeviceSpec::start},
    Place{"batch_launch", "seconds", &DeviceSpec::batch_launch},
    Place{"graph_launch", "seconds", &DeviceSpec::graph_launch},
    Place{"graph_start", "seconds", &DeviceSpec::graph_start},
    Place{"graph_again", "seconds", &DeviceSpec::graph_again},
    Place{"graph_submit", "seconds", &DeviceSpec::graph_submit},
    Place{"persistent_row", "elements", &DeviceSpec::persistent_row},
    Place{"ramp", "seconds", &DeviceSpec::ramp},
    Place{"overlap", "exponent", &DeviceSpec::overlap},
    Place{"loops_overlap", "exponent", &DeviceSpec::loops_overlap},
    Place{"row_code", "factor", &DeviceSpec::row_code},
    Place{"row_loop", "seconds", &DeviceSpec::row_loop},
    Place{"l2_crossing", "share", &DeviceSpec::l2_crossing},
};

constexpr base::Names<Kind, Kind::gpu> kinds("cpu", "gpu");
constexpr base::Names<Store, Store::streaming> stores("cached", "streaming");

struct Figure {
  std::string_view unit;
  Sourced known = {};
  /// What is not known is said by its absence, wherever that was learned.
  bool operator==(const Figure& other) const { return known.value == other.known.value; }
};

/// Beyond what any machine can be in the lifetime of this program: a slip of the keyboard, or a joke.
constexpr double most_bandwidth = 1e15, most_operations = 1e20, most_seconds = 10, most_of_all = 1e15;

void check_most(base::TomlReader& a, std::string_view key, double value, double most) {
  if (value > most)
    a.wrong(key,
            base::say("machine.too_much", {{"told", base::show_number(value)}, {"most", base::show_number(most)}}));
}

void check(base::TomlReader& a, const Figure& m) {
  check_most(a, m.unit, m.known.value, m.unit == "seconds" ? most_seconds : most_of_all);
}

template <class A>
void fields(A& a, Figure& m) {
  a(m.unit, m.known.value, Sign::positive);
  a("source", m.known.source);
}

}  // namespace

template <class A>
static void fields(A& a, Roof& m) {
  a("name", m.name);
  a("flops_per_second", m.flops_per_second.value, Sign::positive);
  a("source", m.flops_per_second.source);
}

template <class A>
static void fields(A& a, MixBandwidth& m) {
  a("read_share", m.read_share, Sign::not_negative);
  a("store", m.store, stores, "machine.store");
  a("bytes_per_second", m.bandwidth.value, Sign::positive);
}

template <class A>
static void fields(A& a, WorkingSet& m) {
  a("bytes", m.bytes.value);
  a("bytes_per_second", m.bandwidth.value, Sign::positive);
}

template <class A>
static void fields(A& a, LongCode& m) {
  a("thread_seconds", m.thread_seconds, Sign::positive);
  a("factor", m.factor, Sign::positive);
}

template <class A>
static void fields(A& a, DeviceSpec& m) {
  a("id", m.id);
  a("name", m.name);
  a("kind", m.kind, kinds, "machine.kind");
  a.unless("calibrated_on", m.calibrated_on, {});
  a("processors", m.processors, 1, 1 << 20);
  a.unless("tile_elements", m.tile_elements, 0);
  for (const Place& place : places) {
    Figure figure{place.unit, m.*place.member};
    a.unless(place.table, figure, {place.unit},
             base::say("machine.not_figure", {{"table", place.table}, {"unit", place.unit}}));
    if constexpr (A::reads) m.*place.member = figure.known;
  }
  a("roof", m.roofs);
  a("mix", m.mixes);
  a("cache_mix", m.cache_mixes);
  a("working_set", m.working_sets);
  a("long_code", m.long_code);
  a.unless("op_cost", m.op_cost, {}, Sign::not_negative, base::say("machine.op_cost"));
}

static void check(base::TomlReader& a, const Roof& m) {
  check_most(a, "flops_per_second", m.flops_per_second.value, most_operations);
}

static void check(base::TomlReader& a, const WorkingSet& m) {
  check_most(a, "bytes_per_second", m.bandwidth.value, most_bandwidth);
}

static void check(base::TomlReader& a, const MixBandwidth& m) {
  check_most(a, "bytes_per_second", m.bandwidth.value, most_bandwidth);
  if (m.read_share > 1) a.wrong("read_share", base::say("machine.read_share"));
}

static void check_mixes(base::TomlReader& a, std::string_view key, const std::vector<MixBandwidth>& mixes) {
  for (std::size_t i = 0; i < mixes.size(); ++i) {
    const bool twice = std::any_of(
        mixes.begin(), mixes.begin() + static_cast<std::ptrdiff_t>(i),
        [&](const auto& other) { return other.store == mixes[i].store && other.read_share == mixes[i].read_share; });
    if (twice) a.wrong_element(key, i, base::say("machine.mix_twice"));
  }
}

template <class T, class Size>
static void check_order(base::TomlReader& a, std::string_view key, const std::vector<T>& list, Size T::*size,
                        std::string_view sentence) {
  for (std::size_t i = 1; i < list.size(); ++i) {
    if (list[i].*size <= list[i - 1].*size) a.wrong_element(key, i, base::say(sentence));
  }
}

static void check(base::TomlReader& a, const DeviceSpec& m) {
  for (const std::string_view needed : {"launch", "persistent_row"}) {
    if (!a.has(needed)) a.wrong(needed, base::say("machine.no_table", {{"table", needed}}));
  }
  if ((!a.has("dram_bandwidth") || !a.has("efficiency")) && !a.has("mix")) {
    a.wrong("mix", base::say("machine.no_bandwidth"), base::say("machine.no_bandwidth.hint"));
  }
  if (m.efficiency.value > 1) a.wrong("efficiency", base::say("machine.efficiency"));
  if (m.roofs.empty()) a.wrong("roof", base::say("machine.no_roof"), base::say("machine.no_roof.hint"));
  check_mixes(a, "mix", m.mixes);
  check_mixes(a, "cache_mix", m.cache_mixes);
  check_order(a, "working_set", m.working_sets, &WorkingSet::bytes, "machine.working_sets");
  check_order(a, "long_code", m.long_code, &LongCode::thread_seconds, "machine.long_code");
}

base::Expected<DeviceSpec> parse_device(std::string_view text, std::string_view file) {
  base::TomlFile toml(text, std::string(file));
  DeviceSpec spec;
  if (const auto root = toml.parse())
    base::TomlReader(*root, toml, std::string(base::text("machine.a_device"))).all(spec);
  if (!toml.mistakes().empty()) return std::unexpected(toml.mistakes());
  return spec;
}

std::string to_toml(const DeviceSpec& spec) {
  std::string out;
  base::TomlWriter(out).all(spec);
  return out;
}

}  // namespace machine
