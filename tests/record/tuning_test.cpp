// Tunings as files: read as they were written, refused where somebody changed them into nonsense, kept by card and
// chain.
#include "record/tuning.hpp"

#include "base/resources.hpp"
#include "chain/parser.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>

namespace tuning_test {

using testing::AllOf;
using testing::HasSubstr;

record::Times times(double median) {
  return {{median}, {median * 0.99}, {median * 1.01}, 25, 0.01};
}

record::Tuning sample() {
  record::Tuning tuning;
  tuning.chain = "x: f32[64, 32]; y = relu(x)";
  tuning.cuts = "none";
  tuning.rounds = tuning.wanted_rounds = 5;
  tuning.points = {{"", times(1e-4), "", 16, base::Bytes{0}},
                   {"block=512 elements=8", times(0.9e-4), "", 24, base::Bytes{32}},
                   {"registers=16 block=1024", std::nullopt, "Wrong outputs: \"y[0]\"", std::nullopt, std::nullopt}};
  tuning.chosen = "block=512 elements=8";
  tuning.fresh = {{times(1e-4), times(0.9e-4)}, {times(1e-4), times(0.8e-4)}, {times(1e-4), times(0.95e-4)}};
  tuning.provenance = {"A card", "cuda", "580", "2026-11-26T01:02:03Z", "0.1.0", "onetrip tune relu", 1, "stream", "m"};
  return tuning;
}

TEST(Tuning, IsReadAsItWasWritten) {
  const record::Tuning tuning = sample();
  const auto again = record::parse_tuning(record::to_toml(tuning), "t.toml");
  ASSERT_TRUE(again.has_value()) << base::render(again.error());
  EXPECT_EQ(*again, tuning);
  EXPECT_TRUE(again->finished());
  EXPECT_EQ(again->best(), 1);
  EXPECT_EQ(again->tried(), 3);
  EXPECT_NEAR(again->gain().value(), 1 / 0.9, 1e-9) << "the middle one of three";
}

TEST(Tuning, NonsenseIsToldWithItsPlace) {
  const auto refused = [](const std::string& what, const std::string& by) {
    std::string text = record::to_toml(sample());
    const auto at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    text.replace(at, what.size(), by);
    const auto read = record::parse_tuning(text, "t.toml");
    EXPECT_FALSE(read.has_value()) << by;
    return read ? "" : base::render(read.error());
  };
  EXPECT_THAT(refused("chosen = \"block=512 elements=8\"", "chosen = \"block=64\""), HasSubstr("not among the points"));
  EXPECT_THAT(refused("knobs = \"registers=16 block=1024\"", "knobs = \"registers=1\""), HasSubstr("16 to 255"));
  EXPECT_THAT(refused("median_seconds = ", "median_seconds = -"), HasSubstr("t.toml:"));
  EXPECT_THAT(refused("which = \"chosen\"", "which = \"usual\""), HasSubstr("pairs"));
  EXPECT_THAT(refused("rounds = 5", "circles = 5"), HasSubstr("circles"));
  EXPECT_FALSE(record::parse_tuning("", "t.toml").has_value());
}

TEST(Tuning, ASettingThatStandsTwiceIsRefused) {
  record::Tuning tuning = sample();
  tuning.points.push_back(tuning.points[1]);
  const auto read = record::parse_tuning(record::to_toml(tuning), "t.toml");
  ASSERT_FALSE(read);
  EXPECT_THAT(base::render(read.error()), HasSubstr("the setting 'block=512 elements=8' stands here twice"));
}

TEST(Tuning, WhatNoMachineCanDoIsRefusedWithBothNumbers) {
  const auto refused = [](record::Tuning tuning) {
    const auto read = record::parse_tuning(record::to_toml(tuning), "t.toml");
    EXPECT_FALSE(read.has_value());
    return read ? std::string() : base::render(read.error());
  };
  record::Tuning large = sample();
  large.chain = "x: f32[8192, 8192]; y = relu(x)";
  large.provenance.device = "NVIDIA H200";
  EXPECT_THAT(refused(large), AllOf(HasSubstr("t.toml"), HasSubstr("90.0"), HasSubstr("94.0"), HasSubstr("H200"),
                                    HasSubstr("onetrip tune")))
      << "474 MB in 90 us";
  record::Tuning fast = sample();
  fast.points[1].cold = times(1e-12);
  EXPECT_THAT(refused(fast), HasSubstr("block=512 elements=8"));
  record::Tuning fresh = sample();
  fresh.fresh[0].usual = times(1e-12);
  EXPECT_THAT(refused(fresh), HasSubstr("the usual kernels"));
  record::Tuning forever = sample();
  forever.points[0].cold = times(1e300);
  EXPECT_THAT(refused(forever), HasSubstr("nobody waits"));
  record::Tuning quartiles = sample();
  quartiles.points[0].cold->q1 = {2e-4};
  EXPECT_THAT(refused(quartiles), HasSubstr("between q1 and q3"));
  record::Tuning label = sample();
  label.provenance.device_id = "h200";
  EXPECT_THAT(refused(label), HasSubstr("h200"));
  record::Tuning slower = sample();
  slower.chosen = "";
  slower.points[0].cold = times(0.5e-4);
  EXPECT_TRUE(record::parse_tuning(record::to_toml(slower), "t.toml").has_value());
  slower.chosen = "block=512 elements=8";
  EXPECT_THAT(refused(slower), HasSubstr("not the fastest"));
  record::Tuning unheld = sample();
  for (record::FreshRun& run : unheld.fresh) run.chosen = times(2e-4);
  EXPECT_THAT(refused(unheld), HasSubstr("fresh runs"));
}

TEST(Tuning, WhatIsStrangeIsDoubtedAndAFileByNameIsAStrangers) {
  record::Tuning slow = sample();
  slow.points[2].failed.clear();
  slow.points[2].cold = times(100);
  const tests::TemporaryFolder folder;
  base::write_file(folder.path() / "theirs.toml", record::to_toml(slow));
  const auto theirs = record::load_tuning(folder.path() / "theirs.toml");
  ASSERT_TRUE(theirs) << base::render(theirs.error());
  EXPECT_EQ(theirs->stranger, "theirs.toml");
  EXPECT_THAT(theirs->doubts, testing::Contains(HasSubstr("a thousand times")));
  EXPECT_TRUE(record::load_tuning(folder.path() / "theirs.toml", true)->stranger.empty());
}

TEST(Tuning, IsKeptByCardAndChain) {
  const tests::TemporaryFolder home;
  base::set_places({.data = {}, .home = home.path()});
  const chain::Chain chain = chain::parse(sample().chain).value(),
                     renamed = chain::parse("a: f32[64, 32]; b = relu(a)").value();
  EXPECT_FALSE(record::kept_tuning(chain, "none", "A card").value());
  EXPECT_FALSE(record::latest_tuning(chain));
  const auto place = record::tuning_place(chain, "none", "A card");
  std::filesystem::create_directories(place.parent_path());
  base::write_file(place, record::to_toml(sample()));
  EXPECT_EQ(record::kept_tuning(renamed, "none", "A card").value(), sample()) << "names do not matter";
  EXPECT_FALSE(record::kept_tuning(chain, "every", "A card").value());
  EXPECT_FALSE(record::kept_tuning(chain, "none", "Another card").value());
  EXPECT_EQ(record::latest_tuning(renamed), sample());
  base::write_file(place, "chain = 3");
  EXPECT_FALSE(record::kept_tuning(chain, "none", "A card").has_value()) << "a broken file is told";
  base::set_places({});
}

}  // namespace tuning_test
