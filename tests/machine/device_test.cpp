// Device files: the shipped ones are whole, ours come back as they were, mistakes have a place.
#include "base/error.hpp"
#include "base/resources.hpp"
#include "golden.hpp"
#include "machine/cards.hpp"
#include "machine/device_spec.hpp"
#include "machine/probe.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

namespace device_test {

using machine::Store;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

machine::DeviceSpec calibrated() {
  machine::DeviceSpec spec;
  spec.id = "here";
  spec.name = "A \"quoted\" \\ processor\twith µ";
  spec.kind = machine::Kind::cpu;
  spec.calibrated_on = "2026-11-21";
  spec.last_level_cache = {33554432, "the system's"};
  spec.cache_bandwidth = {1.234567890123e11, "made here"};
  spec.mixes = {{0.5, Store::cached, {1.1e10}},
                {0.5, Store::streaming, {1.6e10}},
                {2.0 / 3, Store::streaming, {1.8e10}},
                {1, Store::cached, {2e10}}};
  spec.roofs = {{"vector units, f32", {9.9e10, "made here"}}};
  spec.launch = {1.25e-5, "made here"};
  spec.start = {1.2e-6, "made here"};
  spec.batch_launch = {1.5e-5, "made here"};
  spec.graph_launch = {1.3e-6, "made here"};
  spec.graph_start = {2.4e-6, "made here"};
  spec.graph_again = {1.2e-6, "made here"};
  spec.graph_submit = {0.7e-6, "made here"};
  spec.ramp = {1.6e-6, "made here"};
  spec.persistent_row = {32768, "reported by the system"};
  spec.overlap = {3.7, "made here"};
  spec.loops_overlap = {1.2, "made here"};
  spec.row_loop = {5e-11, "made here"};
  spec.l2_crossing = {1.5, "made here"};
  spec.cache_mixes = {{0.5, machine::Store::cached, {6e12}}, {1, machine::Store::cached, {9e12}}};
  spec.long_code = {{1e-11, 1.0}, {4e-11, 1.25}};
  spec.working_sets = {{{65536}, {1.5e11}}, {{1 << 30}, {4.2e10}}};
  // What is kept under "here" counts on this very processor only.
  spec.name = machine::probe().name;
  spec.processors = machine::probe().threads;
  spec.op_cost = {{"gelu:f32", 1.0 / 3e9}, {"store:bf16", 1e-10}, {"neg:f32", 0}};
  spec.tile_elements = 1024;
  return spec;
}

std::string refusal(std::string_view toml) {
  const auto spec = machine::parse_device(toml, "d.toml");
  return spec ? "accepted" : base::render(spec.error());
}

/// Moves the user's files into a folder of the test's own while it lives.
class Home {
 public:
  Home() { base::set_places({{}, folder_.path()}); }
  ~Home() { base::set_places({}); }
  void write_here(const std::string& text) const {
    std::filesystem::create_directories(base::user_data() / "devices");
    std::ofstream(base::user_data() / "devices" / "here.toml") << text;
  }

 private:
  tests::TemporaryFolder folder_;
};

TEST(Shipped, EveryFigureHasASource) {
  const Home home;
  const auto devices = machine::known_devices();
  std::vector<std::string> ids;
  for (const machine::DeviceSpec& spec : devices) {
    ids.push_back(spec.id);
    EXPECT_EQ(spec.kind, machine::Kind::gpu);
    EXPECT_EQ(spec.roofs.size(), 2u) << "a GPU has a roof of CUDA cores and one of tensor cores";
    EXPECT_TRUE(spec.calibrated_on.empty() && spec.op_cost.empty()) << "a data sheet";
    std::vector<machine::Sourced> figures = {spec.dram_bandwidth, spec.last_level_cache, spec.cache_bandwidth,
                                             spec.efficiency, spec.launch};
    for (const machine::Roof& roof : spec.roofs) figures.push_back(roof.flops_per_second);
    for (const machine::Sourced& figure : figures) {
      EXPECT_GT(figure.value, 0) << spec.id;
      EXPECT_GT(figure.source.size(), 20u) << spec.id;
    }
  }
  EXPECT_THAT(ids, ElementsAre("a100", "h100", "h200"));
}

TEST(Shipped, FiguresOfTheSheets) {
  const Home home;
  EXPECT_EQ(machine::device_named("h200")->dram_bandwidth.value, 4.8e12);
  EXPECT_EQ(machine::device_named("h100")->dram_bandwidth.value, 3.35e12);
  EXPECT_EQ(machine::device_named("a100")->processors, 108);
  EXPECT_NEAR(machine::device_named("h200")->bandwidth(0.5, Store::cached).value, 4.272e12, 1e9);
}

TEST(Toml, RoundTrip) {
  const std::string toml = machine::to_toml(calibrated());
  const auto read = machine::parse_device(toml, "here.toml");
  ASSERT_TRUE(read) << base::render(read.error()) << toml;
  EXPECT_EQ(*read, calibrated());
  const Home home;
  for (const machine::DeviceSpec& spec : machine::known_devices()) {
    EXPECT_EQ(machine::parse_device(machine::to_toml(spec), "x"), spec) << spec.id;
  }
}

TEST(Calibrated, EachDeviceHasItsOwnFile) {
  const Home home;
  machine::DeviceSpec card = calibrated();
  card.id = "nvidia-h200";
  card.kind = machine::Kind::gpu;
  machine::save_calibrated(card);
  EXPECT_FALSE(machine::device_named("here")) << "a card's calibration is not this processor's";
  EXPECT_EQ(machine::device_named("")->id, "h200");
  machine::save_calibrated(calibrated());
  EXPECT_EQ(machine::device_named("")->id, "here");
  EXPECT_EQ(*machine::device_named("nvidia-h200"), card);
  EXPECT_EQ(machine::known_devices().at(0).id, "here");
  EXPECT_EQ(machine::known_devices().at(1), card);
}

TEST(Toml, WorkingSetsGoFromSmallToLarge) {
  machine::DeviceSpec spec = calibrated();
  std::swap(spec.working_sets[0], spec.working_sets[1]);
  EXPECT_THAT(refusal(machine::to_toml(spec)), testing::HasSubstr("from small to large"));
}

constexpr std::string_view whole = R"(id = "d"
name = "D"
kind = "gpu"
processors = 4
[dram_bandwidth]
bytes_per_second = 1e12
source = "a sheet"
[efficiency]
share = 0.9
source = "a sheet"
[launch]
seconds = 2e-6
source = "a sheet"
[persistent_row]
elements = 1024
source = "a sheet"
[[roof]]
name = "CUDA cores, f32"
flops_per_second = 10
source = "a sheet"
)";

std::string with(std::string_view from, std::string_view to) {
  std::string text(whole);
  text.replace(text.find(from), from.size(), to);
  return text;
}

TEST(Toml, MistakesHaveTheirPlace) {
  EXPECT_EQ(refusal(whole), "accepted");
  EXPECT_THAT(refusal(with("1e12", "\"fast\"")), HasSubstr("d.toml:6:20: 'bytes_per_second' must be a number above 0"));
  EXPECT_THAT(refusal(with("1e12", "-1")), HasSubstr("must be a number above 0"));
  EXPECT_THAT(refusal(with("1e12", "nan")), HasSubstr("must be a number above 0"));
  EXPECT_THAT(refusal(with("1e12", "inf")), HasSubstr("must be a number above 0"));
  EXPECT_THAT(refusal(with("1e12", "0")), HasSubstr("must be a number above 0"));
  EXPECT_THAT(refusal(with("1e12", "1e300")), HasSubstr("more than any machine has"));
  EXPECT_THAT(refusal(with("source = \"a sheet\"\n", "")), HasSubstr("'source' is missing"));
  EXPECT_THAT(refusal(with("share", "shar")),
              AllOf(HasSubstr("'shar' is not a key of [efficiency]"), HasSubstr("Did you mean 'share'?"),
                    HasSubstr("'share' is missing")));
  EXPECT_THAT(refusal(with("0.9", "1.1")), HasSubstr("an efficiency is at most 1"));
  EXPECT_THAT(refusal(with("\"gpu\"", "\"tpu\"")), HasSubstr("d.toml:3:8: 'kind' must be \"cpu\" or \"gpu\""));
  EXPECT_THAT(refusal(with("processors = 4", "processors = 0")), HasSubstr("d.toml:4:14:"));
  EXPECT_THAT(refusal(with("id = \"d\"", "id = ")), HasSubstr("d.toml:1:"));
  EXPECT_THAT(refusal(""),
              AllOf(HasSubstr("'id' is missing"), HasSubstr("the bandwidth is missing"), HasSubstr("[[roof]]"),
                    HasSubstr("[launch] is missing"), HasSubstr("[persistent_row] is missing")));
  EXPECT_THAT(refusal("mix = 3"), HasSubstr("'mix' must be written as [[mix]] tables"));
  EXPECT_THAT(refusal("launch = 3"), HasSubstr("'launch' must be a table with 'seconds' and 'source'"));
  EXPECT_THAT(refusal("op_cost = 3"), HasSubstr("'op_cost' must be a table"));
  EXPECT_THAT(refusal("[[mix]]\nread_share = 2\nstore = \"best\"\nbytes_per_second = 1"),
              AllOf(HasSubstr("'read_share' must be at most 1"), HasSubstr("'store' must be")));
}

TEST(Toml, RefusesWhatTheParserCannotBear) {
  EXPECT_THAT(refusal("a = " + std::string(5000, '[')),
              HasSubstr("d.toml:1:21: brackets are nested more than 16 deep"));
  EXPECT_THAT(refusal("a = [\"\\\"\", " + std::string(5000, '[')), HasSubstr("more than 16 deep"));
  std::string dotted = "a";
  for (int i = 0; i < 5000; ++i) dotted += ".a";
  EXPECT_THAT(refusal(dotted + " = 1"), HasSubstr("more than 16 dots"));
  EXPECT_THAT(refusal(std::string(70'000, '#')), HasSubstr("longer than 64 KiB"));
  EXPECT_THAT(refusal("a = \"\xff\""), HasSubstr("d.toml:1"));
}

TEST(Bandwidth, LinearBetweenMixesOfOneStore) {
  const machine::DeviceSpec spec = calibrated();
  EXPECT_EQ(spec.bandwidth(0.5, Store::cached).value, 1.1e10);
  EXPECT_NEAR(spec.bandwidth(0.75, Store::cached).value, 1.55e10, 1);
  EXPECT_EQ(spec.bandwidth(1, Store::cached).value, 2e10);
  EXPECT_EQ(spec.bandwidth(0.2, Store::cached).value, 1.1e10) << "the nearest known";
  EXPECT_EQ(spec.bandwidth(0.9, Store::streaming).value, 1.8e10);
  machine::DeviceSpec one = spec;
  one.mixes = {{0.5, Store::cached, {1.1e10}}};
  EXPECT_EQ(one.bandwidth(0.9, Store::streaming).value, 1.1e10) << "the other store, if this one was never measured";
}

TEST(Bandwidth, TheCachesMixesAndLongCode) {
  machine::DeviceSpec spec = calibrated();
  EXPECT_EQ(spec.from_cache(0.75).value, 7.5e12);
  EXPECT_EQ(spec.from_cache(0).value, 6e12);
  spec.cache_mixes.clear();
  EXPECT_EQ(spec.from_cache(0.75).value, spec.cache_bandwidth.value);
  EXPECT_EQ(spec.code_factor(0.5e-11), 1.0);
  EXPECT_NEAR(spec.code_factor(2.5e-11), 1.125, 1e-12);
  EXPECT_EQ(spec.code_factor(1e-10), 1.25);
}

TEST(Devices, HereComesFirstAndIsTheDefault) {
  const Home home;
  EXPECT_EQ(machine::device_named("")->id, "h200");
  EXPECT_THAT(base::render(machine::device_named("here").error()), HasSubstr("this machine is not calibrated yet"));
  machine::save_calibrated(calibrated());
  EXPECT_EQ(*machine::device_named(""), calibrated());
  EXPECT_EQ(*machine::device_named("here"), calibrated());
  EXPECT_EQ(machine::known_devices().front(), calibrated());
  EXPECT_EQ(machine::device_named("h200")->id, "h200");
}

TEST(Devices, ACalibrationOfAnotherMachineIsNotTakenForThisOnes) {
  const Home home;
  auto other = calibrated();
  other.name = "Another processor";
  machine::save_calibrated(other);
  EXPECT_EQ(machine::device_named("")->id, "h200");
  EXPECT_THAT(base::render(machine::device_named("here").error()),
              AllOf(HasSubstr("for another machine: Another processor"), HasSubstr("onetrip devices --calibrate")));
  other = calibrated();
  other.processors += 1;
  machine::save_calibrated(other);
  EXPECT_FALSE(machine::device_named("here")) << "as many threads make another machine of it";
}

TEST(Devices, ABrokenCalibrationIsSaidNotSkipped) {
  const Home home;
  home.write_here("id = \"here\"\n");
  EXPECT_THAT(base::render(machine::device_named("here").error()),
              AllOf(HasSubstr("here.toml:1:"), HasSubstr("calibrate this machine again")));
  EXPECT_EQ(machine::device_named("").value().id, machine::course_card) << "as if there were none";
  EXPECT_EQ(machine::known_devices().front().id, "a100");
}

TEST(Devices, ACalibrationOfADayToComeOrOfAGpuAsThisMachinesIsRefused) {
  const Home home;
  machine::DeviceSpec other = calibrated();
  other.calibrated_on = "2999-01-01";
  machine::save_calibrated(other);
  auto read = machine::device_named("here");
  ASSERT_FALSE(read);
  EXPECT_THAT(base::render(read.error()), HasSubstr("calibrated on 2999-01-01, a day that has not come yet"));
  other = calibrated();
  other.kind = machine::Kind::gpu;
  machine::save_calibrated(other);
  read = machine::device_named("here");
  ASSERT_FALSE(read);
  machine::save_calibrated(calibrated());
  EXPECT_TRUE(machine::device_named("here"));
}

TEST(Devices, ACalibrationUnderAnothersNameIsRefusedWithBoth) {
  const Home home;
  machine::save_calibrated(calibrated());
  const auto folder = base::user_data() / "devices";
  std::filesystem::rename(folder / "here.toml", folder / "nvidia-h300.toml");
  EXPECT_THAT(base::render(machine::device_named("nvidia-h300").error()),
              AllOf(HasSubstr("nvidia-h300.toml: this file is for 'here'"), HasSubstr("says 'nvidia-h300'")));
  EXPECT_EQ(machine::known_devices().front().id, "a100") << "not taken for either";
}

TEST(Devices, ACardIsToldByItsIdInAnyName) {
  for (const auto& [name, card] : {std::pair{"NVIDIA H200", "h200"},
                                   {"NVIDIA H200 SXM 141GB", "h200"},
                                   {"NVIDIA H200 on gpu7", "h200"},
                                   {"nvidia-h200", "h200"},
                                   {"NVIDIA H100 80GB HBM3", "h100"},
                                   {"h100-sxm", "h100"},
                                   {"NVIDIA A100-SXM4-80GB", "a100-80gb"},
                                   {"NVIDIA GeForce RTX 4090", "rtx4090"}}) {
    EXPECT_TRUE(machine::is_of_card(name, card)) << name;
  }
  for (const auto& [name, card] : {std::pair{"NVIDIA H200", "h100"},
                                   {"NVIDIA H200", "h20"},
                                   {"NVIDIA A100-SXM4-80GB", "a10"},
                                   {"NVIDIA H200", ""},
                                   {"", "h200"}}) {
    EXPECT_FALSE(machine::is_of_card(name, card)) << name;
  }
}

TEST(Devices, ARecordedCardIsNamedApartFromItsSheet) {
  const Home home;
  const auto card = machine::device_named("recorded-h200");
  ASSERT_TRUE(card);
  EXPECT_EQ(card->id, "recorded-h200");
  EXPECT_FALSE(card->calibrated_on.empty());
  EXPECT_GT(card->op_cost.at("cos:f32"), card->op_cost.at("relu:f32"));
  EXPECT_EQ(machine::recorded_card("h200"), *card);
  EXPECT_FALSE(machine::recorded_card("h300"));
  EXPECT_FALSE(machine::device_named("recorded-h300"));
  for (const auto& known : machine::known_devices()) EXPECT_NE(known.id, card->id) << "no live card may take it";
}

TEST(Devices, UnknownNamesTheOnesThereAre) {
  const Home home;
  EXPECT_THAT(base::render(machine::device_named("h20").error()),
              AllOf(HasSubstr("there is no data sheet or calibration 'h20'"), HasSubstr("Did you mean 'h200'?"),
                    HasSubstr("Known: a100, h100, h200, recorded-h200.")));
}

}  // namespace device_test
