// onetrip record, and what it wrote shown again: as processes, recorded on this processor.
#include "chain/parser.hpp"
#include "cli/program.hpp"
#include "cli/suite.hpp"
#include "device/registry.hpp"
#include "golden.hpp"
#include "lesson/loader.hpp"
#include "places.hpp"
#include "record/key.hpp"
#include "record/recording.hpp"
#include "study/plans.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <cstdlib>
#include <sys/wait.h>

namespace record_test {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr auto chain = "x: f32[256, 512]; b: f32[512]; y = gelu(x + b)";

std::string contents(const std::string& path) {
  std::stringstream out;
  out << std::ifstream(path).rdbuf();
  return out.str();
}

class RecordCommand : public testing::Test {
 protected:
  /// A data folder of its own, to put recordings in.
  RecordCommand() {
    const fs::path root = tests::folder() / "..";
    for (const char* name : {"lessons", "kernels"}) fs::create_directory_symlink(root / name, path(name));
    fs::create_directories(recordings());
    for (const char* name : {"devices", "ladders", "imported"}) {
      fs::create_directory_symlink(root / "assets" / name, folder_.path() / "assets" / name);
    }
    fs::copy_file(root / "assets/recordings/h200/calibration.toml", recordings() / "calibration.toml");
  }
  tests::Outcome go(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--data", folder_.path().string()});
    return tests::onetrip(arguments, {path("home"), {}, {}});
  }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  [[nodiscard]] fs::path recordings() const { return folder_.path() / "assets/recordings/h200"; }
  /// Records on this processor and installs it as if an H200 had run it.
  void install(const std::string& suite) {
    const auto outcome = go({"record", suite, "-o", path("r.json"), "--device", "cpu", "--quick"});
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    auto measurements = record::load(path("r.json"));
    ASSERT_TRUE(measurements) << base::render(measurements.error());
    for (record::Measurement& one : *measurements) {
      one.provenance.device = "NVIDIA H200";
      one.provenance.date = "2026-02-03T04:05:06Z";
      one.provenance.submit = "stream";
      one.tier = record::Tier::counters;
      std::vector<std::string> structures;
      for (const auto& plan : one.plans) structures.push_back(plan.structure);
      one.key = record::key(chain::parse(one.chain).value(), structures, "stream");
    }
    record::save(*measurements, recordings() / "r.json");
  }
  tests::TemporaryFolder folder_;
};

TEST_F(RecordCommand, WhatIsRecordedIsShownAgain) {
  install(chain);
  const auto outcome =
      go({"run", "in: f32[256, 512]; c: f32[512]; t = in + c; z = gelu(t)", "--device", "recorded", "--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.err;
  const json answer = json::parse(outcome.out);
  EXPECT_EQ(answer["spec"], "recorded-h200");
  for (const json& plan : answer["plans"]) {
    EXPECT_EQ(plan["measured"]["source"], "recorded");
    EXPECT_EQ(plan["measured"]["device"], "NVIDIA H200");
    EXPECT_GT(plan["measured"]["time_us"]["median"], 0);
    EXPECT_TRUE(plan["verdict"]["passed"]);
  }
  EXPECT_EQ(answer["provenance"]["device_id"], "h200");
  EXPECT_EQ(answer["provenance"]["command"], "onetrip run '" + std::string(chain) + "' --device cpu");

  const auto in_words = go({"run", chain, "--device", "recorded"});
  EXPECT_THAT(in_words.out, AllOf(HasSubstr("unfused / fused time: "), Not(HasSubstr("measured, "))))
      << "nothing was measured today";
  const auto scene = go({"figure", "warehouse", chain, "--device", "recorded", "-o", path("scene.svg")});
  ASSERT_EQ(scene.exit, 0) << scene.err;
  EXPECT_THAT(contents(path("scene.svg")), HasSubstr("times; times as recorded from r.json"));

  ASSERT_EQ(go({"figure", "bytes", chain, "--device", "recorded-h200", "-o", path("f.svg")}).exit, 0);
  EXPECT_THAT(contents(path("f.svg")), AllOf(HasSubstr("recorded"), HasSubstr("NVIDIA H200")));

  const auto devices = go({"devices"});
  EXPECT_THAT(devices.out,
              AllOf(HasSubstr("recorded-h200: NVIDIA H200 (recorded 2026-02-03, from r.json, not part of this "
                              "release); shows recorded runs"),
                    HasSubstr("1 chain recorded")));
}

TEST_F(RecordCommand, AnInterruptKeepsWhatWasMeasured) {
  // The shell waits until the third chain runs: two are measured by then, and only the first was saved on its way.
  const std::string command = fmt::format(
      "'{}' --home '{}' record grid -o '{}' --device cpu --elements 65536 --quick 2>'{}' & "
      "until grep -q '^.3/' '{}'; do sleep 0.01; done; kill -TERM $!; wait $!",
      tests::program().string(), path("home"), path("kept.json"), path("err"), path("err"));
  const int status = std::system(command.c_str());
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGTERM) << "by the signal, as ever";
  const std::string said = contents(path("err"));
  std::size_t measured = 0;
  for (std::size_t at = said.find(", fused "); at != std::string::npos; at = said.find(", fused ", at + 1)) ++measured;
  EXPECT_GE(measured, 2u) << said;
  EXPECT_THAT(said, testing::ContainsRegex("; bytes [0-9.]+ [kM]?B and [0-9.]+ [kM]?B .worked out."));
  EXPECT_THAT(said, Not(HasSubstr("x (counted)"))) << "a ratio of times is not counted";
  EXPECT_THAT(said, HasSubstr("Interrupted: "));
  const auto kept = record::load(path("kept.json"));
  ASSERT_TRUE(kept) << base::render(kept.error());
  EXPECT_EQ(kept->size(), measured);
}

TEST_F(RecordCommand, WhatIsNotRecordedIsRefusedWithTheModelAndTheNearest) {
  install(chain);
  const auto outcome = go({"run", "x: f32[4096, 8192]; b: f32[8192]; y = gelu(x + b)", "--device", "recorded"});
  EXPECT_EQ(outcome.exit, 3);
  tests::expect_golden("cli/not_recorded.txt", outcome.err);
}

TEST_F(RecordCommand, AChainThatALadderHasSaysWhereItIsRecorded) {
  install(chain);
  const char* of_costume = "a: f32[4096, 8192]; b: f32[8192]; r: f32[4096, 8192]; z = gelu(a + b) + r";
  EXPECT_THAT(go({"run", of_costume, "--device", "recorded"}).err, HasSubstr("`onetrip ladder costume --list`"));
  const char* of_another_size = "a: f32[2048, 8192]; b: f32[8192]; r: f32[2048, 8192]; z = gelu(a + b) + r";
  EXPECT_THAT(go({"run", of_another_size, "--device", "recorded"}).err, Not(HasSubstr("ladder")));
}

TEST_F(RecordCommand, BrokenFilesAreNamedByDevicesAndStopNothing) {
  install(chain);
  std::ofstream(recordings() / "torn.json") << R"({"onetrip_recording": 1, "measurem)";
  std::ofstream(recordings() / "foreign.json") << "[1, 2]";
  const auto devices = go({"devices", "--json"});
  ASSERT_EQ(devices.exit, 0) << devices.err;
  EXPECT_THAT(devices.out, AllOf(HasSubstr("torn.json"), HasSubstr("cut off"), HasSubstr("foreign.json"),
                                 HasSubstr("not a recording")));
  EXPECT_EQ(go({"run", chain, "--device", "recorded"}).exit, 0);
}

TEST_F(RecordCommand, OneFailedChainIsNamedAndDoesNotEndTheRest) {
  fs::create_directories(path("my-lesson"));
  std::ofstream(path("my-lesson/lesson.md"))
      << "+++\nid = \"77\"\ntitle = \"Mine\"\nminutes = 1\ngoal = \"Mine.\"\n+++\n\n"
         "## One\n\n```chain a\nx: f32[64]\ny = relu(x)\n```\n\n## Two\n\n"
         "```chain b\nx: f32[1048576, 1048576]\ny = relu(x)\n```\n\n## Three\n\n"
         "```chain c\nx: f32[128]\ny = exp(x)\n```\n";
  const auto outcome = go({"record", path("my-lesson"), "-o", path("r.json"), "--device", "cpu", "--quick", "--json"});
  EXPECT_EQ(outcome.exit, 1) << outcome.err;
  const json answer = json::parse(outcome.out);
  EXPECT_EQ(answer["measured"], 2);
  ASSERT_EQ(answer["failed"].size(), 1u);
  EXPECT_EQ(answer["failed"][0]["chain"], "77 b");
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("[1/3] 77 a: unfused"), HasSubstr("[2/3] 77 b: failed:")));
  EXPECT_EQ(record::load(path("r.json"))->size(), 2u);

  const auto again =
      go({"record", path("my-lesson"), "-o", path("r.json"), "--device", "cpu", "--quick", "--add", "--json"});
  EXPECT_EQ(json::parse(again.out)["measured"], 0);
  EXPECT_EQ(record::load(path("r.json"))->size(), 2u);
}

TEST_F(RecordCommand, BadUsage) {
  EXPECT_EQ(go({"record", chain}).exit, 2);
  EXPECT_EQ(go({"record", "-o", path("r.json")}).exit, 2);
  EXPECT_EQ(go({"record", "lesson", "-o", path("r.json")}).exit, 2);
  EXPECT_EQ(go({"record", chain, "-o", path("r.json"), "--submit", "post"}).exit, 2);
  EXPECT_EQ(go({"record", chain, "-o", path("r.json"), "--seconds", "soon"}).exit, 2);
  EXPECT_EQ(go({"record", chain, "-o", path("no/such/r.json"), "--device", "cpu", "--quick"}).exit, 3);
  std::ofstream(path("mine.json")) << "dear diary";
  EXPECT_EQ(go({"record", chain, "-o", path("mine.json"), "--device", "cpu", "--quick", "--add"}).exit, 2);
  install("x: f32[8]; y = relu(x)");
  EXPECT_EQ(go({"record", chain, "-o", path("r.json"), "--device", "recorded"}).exit, 2);
}

TEST(Suite, HoldsEachChainOnce) {
  const auto all = cli::suite("all", 1 << 20);
  ASSERT_TRUE(all);
  std::set<std::string> forms, labels;
  for (const cli::Entry& entry : *all) {
    EXPECT_TRUE(forms.insert(chain::canonical(*entry.chain)).second) << entry.label;
    labels.insert(entry.label);
  }
  EXPECT_TRUE(labels.contains("02 bias"));
  EXPECT_TRUE(labels.contains("rmsnorm"));
  EXPECT_TRUE(labels.contains("n=8 m=3"));
  EXPECT_FALSE(labels.contains("n=1 m=2")) << "one op takes one more operand";
}

TEST(Suite, ProductsAreApartFromAllOthers) {
  const auto all = cli::suite("all"), products = cli::suite("products");
  ASSERT_TRUE(all && products);
  std::set<std::string> labels;
  for (const cli::Entry& entry : *all) EXPECT_FALSE(entry.chain->has_product()) << entry.label;
  for (const cli::Entry& entry : *products) {
    EXPECT_TRUE(entry.chain->has_product()) << entry.label;
    labels.insert(entry.label);
  }
  EXPECT_TRUE(labels.contains("14 layer"));
  EXPECT_TRUE(labels.contains("14 desk gpu")) << "what a GPU runs where a processor runs a smaller one";
  EXPECT_TRUE(labels.contains("14 layer m=4"));
  EXPECT_TRUE(labels.contains("20 loss")) << "at the size of a language model";
}

TEST(Suite, ALessonsOwnPlansComeWithItsChains) {
  const auto suite = cli::suite((tests::folder() / "lessons/named-plans").string());
  ASSERT_TRUE(suite);
  ASSERT_EQ(suite->size(), 2u) << "a size for a processor, one for a GPU";
  for (const cli::Entry& entry : *suite) {
    ASSERT_EQ(entry.plans.size(), 1u) << entry.label;
    EXPECT_EQ(entry.plans.front().cuts, "m");
    EXPECT_FALSE(entry.plans.front().knobs);
  }
}

TEST(Suite, TheGridCountsAsItShould) {
  const auto grid = cli::suite("grid");
  ASSERT_TRUE(grid);
  EXPECT_EQ(grid->size(), 29u);
  for (const cli::Entry& entry : *grid) {
    int n = 0, m = 0;
    ASSERT_EQ(std::sscanf(entry.label.c_str(), "n=%d m=%d", &n, &m), 2);
    EXPECT_EQ(entry.chain->ops().size(), static_cast<std::size_t>(n));
    EXPECT_EQ(entry.chain->inputs().size(), static_cast<std::size_t>(1 + m));
    EXPECT_EQ(entry.chain->full_elements(), cli::grid_elements);
    EXPECT_EQ(entry.smaller(3)->full_elements(), cli::grid_elements / 8);
  }
}

TEST(Suite, SweepsHoldSizesAndCopies) {
  const auto sweeps = cli::suite("sweeps");
  ASSERT_TRUE(sweeps);
  std::set<std::string> labels;
  for (const cli::Entry& entry : *sweeps) labels.insert(entry.label);
  EXPECT_TRUE(labels.contains("bias-gelu 64 KiB"));
  EXPECT_TRUE(labels.contains("bias-gelu 1 GiB"));
  EXPECT_TRUE(labels.contains("cos n=1"));
  EXPECT_TRUE(labels.contains("cos n=32"));
}

/// Every chain of a shipped lesson can be shown as it ran on an H200; kernels of before are listed, and allowed.
TEST(Shipped, EveryLessonIsRecordedOnTheH200) {
  const device::Registry registry;
  const auto found = registry.find("recorded-h200");
  if (!found) GTEST_SKIP() << found.error().front().message;
  EXPECT_EQ((*found)->notes().size(), 1u) << "a recording that ships cannot be used: " << (*found)->notes().back();
  const auto lessons = cli::suite("lessons");
  ASSERT_TRUE(lessons);
  for (const cli::Entry& entry : *lessons) {
    const auto plans = study::plans_of(entry.chain, {}, (*found)->limits());
    ASSERT_TRUE(plans);
    if (!plans->front().has_gpu_kernels()) continue;
    if (const auto missing = (*found)->missing(*plans)) {
      ADD_FAILURE() << entry.label << ": " << missing->sentence << " " << missing->said;
      continue;
    }
    const auto recorded = (*found)->prepare({*plans, 1})->recorded();
    for (const std::string& remark : recorded->remarks) {
      if (remark.find("earlier kernels") != std::string::npos) std::printf("stale: %s\n", entry.label.c_str());
    }
  }
}

}  // namespace record_test
