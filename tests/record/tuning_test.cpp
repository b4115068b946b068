// Tunings as files: read as they were written, refused where somebody changed them into nonsense, kept by card and
// chain.
#include "record/tuning.hpp"

#include "base/resources.hpp"
#include "chain/parser.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>

namespace tuning_test {

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
