// Recordings: what is written comes back, and nothing else does.
#include "record/recording.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "golden.hpp"
#include "places.hpp"
#include "record/samples.hpp"
#include "record/writer.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <clocale>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace recording_test {

using nlohmann::ordered_json;
using testing::AllOf;
using testing::HasSubstr;

/// What reading gives back: the same, but recorded.
record::Measurement as_read() {
  record::Measurement m = tests::sample_measurement();
  m.source = record::Source::recorded;
  m.stranger = "a.json";
  return m;
}

std::string refusal(const std::string& text) {
  const auto read = record::parse_recording(text, "a.json");
  return read ? "accepted" : base::render(read.error());
}

/// A recording with something changed and the checksum made right again: as a program with a bug would write it.
template <class Change>
std::string changed(Change change) {
  ordered_json json = ordered_json::parse(record::to_recording({tests::sample_measurement()}));
  change(json["measurements"][0]);
  json["sha256"] = record::checksum(json["measurements"]);
  return json.dump();
}

TEST(Recording, RoundTrip) {
  const auto read = record::parse_recording(
      record::to_recording({tests::sample_measurement(), tests::sample_measurement()}), "a.json");
  ASSERT_TRUE(read) << base::render(read.error());
  EXPECT_EQ(*read, (std::vector<record::Measurement>{as_read(), as_read()}));
  EXPECT_EQ(record::parse_recording(record::to_recording({}), "a.json")->size(), 0u);
}

TEST(Recording, FormatIsStable) {
  tests::expect_golden("record/recording.json", record::to_recording({tests::sample_measurement()}));
  EXPECT_EQ(record::to_json(tests::sample_measurement()), record::to_json(tests::sample_measurement()));
}

TEST(Recording, ThoseThatComeAlongAreWrittenAgainAsTheyStand) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(tests::folder() / "../assets/recordings")) {
    if (entry.path().extension() != ".json") continue;
    auto read = record::load(entry.path());
    ASSERT_TRUE(read) << base::render(read.error());
    for (record::Measurement& one : *read) {
      EXPECT_EQ(one.stranger, "") << entry.path();
      EXPECT_THAT(one.doubts, testing::IsEmpty()) << entry.path() << ": " << one.chain;
      one.source = record::Source::measured;  // what it was when it was written
    }
    std::stringstream contents;
    contents << std::ifstream(entry.path()).rdbuf();
    EXPECT_TRUE(record::to_recording(*read) == contents.str()) << entry.path();
  }
}

TEST(Recording, SavedAndLoaded) {
  const tests::TemporaryFolder folder;
  record::save({tests::sample_measurement()}, folder.path() / "r.json");
  const auto read = record::load(folder.path() / "r.json");
  ASSERT_TRUE(read) << base::render(read.error());
  record::Measurement expected = as_read();
  expected.stranger = "r.json";
  EXPECT_EQ(read->at(0), expected);
  EXPECT_FALSE(record::load(folder.path() / "none.json"));
  EXPECT_THROW(record::save({}, folder.path() / "no" / "such" / "r.json"), base::MachineError);
}

TEST(Recording, FailedVerificationKeepsInfinityAndNan) {
  record::Measurement m = tests::sample_measurement();
  m.plans[0].verdict.passed = false;
  m.plans[0].verdict.worst_of_bound = std::numeric_limits<double>::infinity();
  m.plans[0].verdict.max_abs_error = std::numeric_limits<double>::quiet_NaN();
  m.plans[0].cold.reset();
  m.plans[0].batch.reset();
  const auto read = record::parse_recording(record::to_recording({m}), "a.json");
  ASSERT_TRUE(read) << base::render(read.error());
  EXPECT_TRUE(std::isinf(read->at(0).plans[0].verdict.worst_of_bound));
  EXPECT_TRUE(std::isnan(read->at(0).plans[0].verdict.max_abs_error));
}

TEST(Recording, TextThatIsNoUtf8CanBeWrittenAndReadBack) {
  record::Measurement m = tests::sample_measurement();
  m.provenance.command = "onetrip run \xff\xfe";
  const auto read = record::parse_recording(record::to_recording({m}), "a.json");
  ASSERT_TRUE(read) << base::render(read.error());
  EXPECT_THAT(read->at(0).provenance.command, HasSubstr("onetrip run"));
}

TEST(Recording, DecimalCommaLocale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  const std::string plain = record::to_recording({tests::sample_measurement()});
  if (std::setlocale(LC_ALL, "de_DE.UTF-8") == nullptr) GTEST_SKIP() << "no de_DE locale here";
  const std::string there = record::to_recording({tests::sample_measurement()});
  const auto read = record::parse_recording(plain, "a.json");
  std::setlocale(LC_ALL, before.c_str());
  EXPECT_EQ(there, plain);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->at(0), as_read());
}

TEST(Recording, TruncatedAnywhereIsRefused) {
  const std::string whole = record::to_recording({tests::sample_measurement()});
  for (std::size_t length = 0; length + 1 < whole.size(); ++length) {  // the last byte is a line's end
    const auto read = record::parse_recording(whole.substr(0, length), "a.json");
    ASSERT_FALSE(read) << length;
    ASSERT_THAT(read.error().at(0).message, HasSubstr("cut off")) << length;
    ASSERT_GE(read.error().at(0).line, 1) << length;
  }
}

TEST(Recording, NoFlippedByteIsAcceptedAsOtherData) {
  const std::string whole = record::to_recording({tests::sample_measurement()});
  const std::vector<record::Measurement> expected = {as_read()};
  for (std::uint64_t turn = 0; turn < 20000; ++turn) {
    std::string text = whole;
    const std::uint64_t bits = base::random_bits(1, 2, turn);
    char& byte = text[bits % text.size()];
    byte = static_cast<char>(byte ^ static_cast<char>(1 + (bits >> 40) % 255));
    const auto read = record::parse_recording(text, "a.json");
    if (read) {
      ASSERT_EQ(*read, expected) << "byte " << bits % text.size();
    }
  }
}

TEST(Refusal, NotJsonHasItsPlace) {
  const auto read = record::parse_recording("{\n  \"onetrip_recording\": one }", "a.json");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().at(0).line, 2);
  EXPECT_EQ(read.error().at(0).column, 24);
  EXPECT_THAT(refusal("{\n  \"onetrip_recording\": one }"), HasSubstr("a.json:2:24: this is not JSON"));
}

TEST(Refusal, OtherFilesAndVersions) {
  EXPECT_THAT(refusal(""), HasSubstr("cut off"));
  EXPECT_THAT(refusal("[]"), HasSubstr("this is not a recording"));
  EXPECT_THAT(refusal("17"), HasSubstr("this is not a recording"));
  EXPECT_THAT(refusal("{}"), HasSubstr("this is not a recording"));
  EXPECT_THAT(refusal(R"({"onetrip_recording": 4})"), HasSubstr("format 4, made by a newer Onetrip"));
  EXPECT_THAT(refusal(R"({"onetrip_recording": 2})"), HasSubstr("Record it again with 'onetrip record'"));
  EXPECT_THAT(refusal(R"({"onetrip_recording": -1})"), HasSubstr("this is not a recording"));
  EXPECT_THAT(refusal(R"({"onetrip_recording": 3, "measurements": []})"), HasSubstr("'sha256' is missing"));
  EXPECT_THAT(refusal(R"({"onetrip_recording": 3, "sha256": "00"})"), HasSubstr("'measurements' is missing"));
}

TEST(Refusal, Edited) {
  std::string text = record::to_recording({tests::sample_measurement()});
  text.replace(text.find("0.002"), 5, "0.001");
  EXPECT_THAT(refusal(text), HasSubstr("changed after it was written"));
}

TEST(Refusal, TooDeepAndTooLong) {
  EXPECT_THAT(refusal(std::string(100'000, '[')), HasSubstr("nest deeper than 32"));
  EXPECT_THAT(refusal(std::string((std::size_t{32} << 20) + 1, ' ')), HasSubstr("at most 33554432 bytes"));
  EXPECT_THAT(refusal(R"({"onetrip_recording": 1e999})"), HasSubstr("not JSON"));
}

TEST(Refusal, MissingFieldsByTheirPathAllAtOnce) {
  EXPECT_THAT(refusal(changed([](ordered_json& m) {
                m["plans"][1].erase("structure");
                m["provenance"].erase("seed");
                m["plans"][0]["cold_seconds"].erase("median");
              })),
              AllOf(HasSubstr("a.json: measurements[0].plans[1].structure: is missing"),
                    HasSubstr("measurements[0].provenance.seed: is missing"),
                    HasSubstr("measurements[0].plans[0].cold_seconds.median: is missing")));
}

struct Impossible {
  const char* path;
  ordered_json value;
  const char* says;
};

TEST(Refusal, WrongTypesAndImpossibleValues) {
  const Impossible cases[] = {
      {"/chain", 7, "chain: must be text"},
      {"/plans", "none", "plans: must be a list"},
      {"/plans/0", nullptr, "plans[0]: must be an object"},
      {"/plans/0/verdict", true, "verdict: must be an object"},
      {"/plans/0/verdict/passed", 1, "passed: must be true or false"},
      {"/plans/0/verdict/passed", false, "a plan whose outputs were wrong is never timed"},
      {"/plans/0/verdict/outputs", 3, "identical: must be a whole number from 0 to 3"},
      {"/plans/0/verdict/checked", 0, "passed: outputs cannot pass if none was checked"},
      {"/plans/0/verdict/poison_left", 5, "cannot pass"},
      {"/plans/0/verdict/guards_whole", false, "cannot pass"},
      {"/plans/0/kernels/1/dram_read_bytes", std::int64_t{1} << 50,
       "a processor with 2 threads moves at most 2.40 TB/s"},
      {"/plans/0/crossings", -1, "crossings: must be a whole number from 0"},
      {"/plans/0/crossings", 2.5, "crossings: must be a whole number"},
      {"/plans/0/dram_read_bytes", -272, "dram_read_bytes: must be a whole number from 0"},
      {"/plans/0/dram_read_bytes", std::int64_t{1} << 50, "a processor with 2 threads moves at most 2.40 TB/s"},
      {"/plans/0/dram_read_bytes", nullptr, "must say why there are no bytes"},
      {"/plans/0/cold_seconds/n", 0, "n: a time without a sample"},
      {"/plans/0/cold_seconds/q1", 0.0, "q1: a time of 0"},
      {"/plans/0/cold_seconds/median", 1.0, "median: must lie between q1 and q3"},
      {"/plans/0/batch_seconds/samples/1", 0.0, "samples[1]: must be a time in seconds, above 0"},
      {"/plans/0/batch_seconds/samples/1", 1.2e-3, "samples: do not match the median"},
      {"/plans/0/batch_seconds/n", 4, "samples: do not match the median"},
      {"/plans/0/dram_tail_bytes", 257, "dram_tail_bytes: are part of what was written"},
      {"/plans/0/l2/read_bytes", -1, "l2.read_bytes: must be a whole number from 0"},
      {"/plans/0/batch/dram", 7, "batch.dram: must be an object"},
      {"/plans/0/throttled", -1, "throttled: must be a whole number from 0"},
      {"/plans/0/clocks/memory_hertz", nullptr, "clocks.memory_hertz: must be a number"},
      {"/plans/0/kernels/0/engine", 1, "engine: must be text"},
      {"/plans/0/cold_seconds/median", nullptr, "median: must be a number"},
      {"/plans/0/cold_seconds/noise", -0.1, "noise: must be a number that is not negative"},
      {"/source", "dreamt", "source: is not a source"},
      {"/tier", "guessed", "tier: must be"},
      {"/remarks/0", 1, "remarks[0]: must be text"},
      {"/provenance/seed", -1, "seed: must be a whole number"},
  };
  for (const Impossible& one : cases) {
    const std::string words =
        refusal(changed([&](ordered_json& m) { m[ordered_json::json_pointer(one.path)] = one.value; }));
    EXPECT_THAT(words, HasSubstr(one.says)) << one.path;
    EXPECT_THAT(words, HasSubstr("measurements[0].")) << one.path;
  }
}

TEST(Measurement, BytesNeedBothWays) {
  record::PlanMeasurement plan;
  plan.dram_read = base::Bytes{10};
  EXPECT_EQ(plan.bytes(), std::nullopt);
  plan.dram_written = base::Bytes{5};
  EXPECT_EQ(plan.bytes(), base::Bytes{15});
  EXPECT_EQ(plan.bytes_on_the_clock(), base::Bytes{15});
  plan.dram_tail = base::Bytes{2};
  EXPECT_EQ(plan.bytes_on_the_clock(), base::Bytes{13});
}

}  // namespace recording_test
