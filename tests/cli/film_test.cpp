// Films: frames by the exporter, the film by an ffmpeg that is there, is not, or fails.
#include "base/resources.hpp"
#include "cli/program.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <tuple>

namespace film_test {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class Film : public testing::Test {
 protected:
  [[nodiscard]] fs::path path(const std::string& name) const { return home_.path() / name; }

  /// A program of that name, alone in its PATH but for a shell's own; frames go to a folder below TMPDIR.
  void give_ffmpeg(const std::string& script) const {
    fs::create_directories(path("bin"));
    std::ofstream(path("bin/ffmpeg")) << "#!/bin/sh\n" << script << "\n";
    fs::permissions(path("bin/ffmpeg"), fs::perms::owner_all);
  }
  [[nodiscard]] tests::Outcome film(const std::string& kind, const std::string& file,
                                    std::vector<std::string> more = {}) const {
    fs::create_directories(path("tmp"));
    fs::create_directories(path("bin"));
    std::vector<std::string> all{"figure", kind, "x: f32[64, 64]; y = relu(x)", "--spec", "h200", "--film", "-o", file};
    all.insert(all.end(), more.begin(), more.end());
    return tests::onetrip(all, {.home = home_.path().string(),
                                .input = {},
                                .environment = {"PATH=" + path("bin").string(), "TMPDIR=" + path("tmp").string()}});
  }
  [[nodiscard]] std::string read(const fs::path& file) const { return base::read_file(file, 1 << 20).value(); }

  tests::TemporaryFolder home_;
};

/// Says how many frames it got and how it was called; its last word is the file to make.
const char* const counts = R"(for last; do :; done
dir=${last%/*}
n=0; for f in "$dir"/0*.png; do n=$((n+1)); done
echo "$n frames: $*" > "$last")";

TEST_F(Film, TheFramesBecomeTheFile) {
  give_ffmpeg(counts);
  for (const auto& [kind, ending, encoder] :
       {std::tuple("warehouse", ".GIF", "palettegen"), std::tuple("fusing", ".mp4", "libx264")}) {
    const std::string file = path(std::string(kind) + ending).string();
    const auto outcome = film(kind, file);
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_THAT(read(file), HasSubstr("-framerate 25"));
    EXPECT_THAT(read(file), HasSubstr(encoder));
  }
  EXPECT_THAT(read(path("fusing.mp4")), testing::StartsWith("126 frames")) << "4 s, and the end stands for one";
  EXPECT_TRUE(fs::is_empty(path("tmp"))) << "frames were left behind";
}

TEST_F(Film, WithoutFfmpegItSaysSo) {
  const auto outcome = film("warehouse", path("a.mp4").string());
  EXPECT_EQ(outcome.exit, 3);
  EXPECT_THAT(outcome.err, HasSubstr("ffmpeg"));
  EXPECT_THAT(outcome.err, HasSubstr("Install it"));
  EXPECT_FALSE(fs::exists(path("a.mp4")));
}

TEST_F(Film, AnFfmpegThatFailsLeavesNothing) {
  give_ffmpeg("for last; do :; done\necho half > \"$last\"\necho 'no such encoder' >&2\nexit 1");
  const auto outcome = film("fusing", path("a.mp4").string());
  EXPECT_EQ(outcome.exit, 3);
  EXPECT_THAT(outcome.err, HasSubstr("no such encoder"));
  EXPECT_FALSE(fs::exists(path("a.mp4")));
  EXPECT_TRUE(fs::is_empty(path("tmp")));
}

TEST_F(Film, WhatCannotBeWrittenIsToldBeforeTheFirstFrame) {
  give_ffmpeg(counts);
  const auto nowhere = film("fusing", path("nowhere/a.gif").string());
  EXPECT_EQ(nowhere.exit, 3);
  EXPECT_THAT(nowhere.err, HasSubstr("nowhere does not exist"));
  const auto ending = film("fusing", path("a.webm").string());
  EXPECT_EQ(ending.exit, 2);
  EXPECT_THAT(ending.err, HasSubstr(".mp4 or .gif"));
  for (const std::vector<std::string>& still :
       {std::vector<std::string>{"--at", "1"}, {"--storyboard"}, {"--stage", "all"}}) {
    const auto outcome = film("fusing", path("a.gif").string(), still);
    EXPECT_EQ(outcome.exit, 2);
    EXPECT_THAT(outcome.err, HasSubstr("one stage"));
  }
  EXPECT_EQ(tests::onetrip({"figure", "bytes", "softmax", "--film", "-o", path("a.gif").string()},
                           {.home = home_.path().string(), .input = {}, .environment = {}})
                .exit,
            2);
}

TEST_F(Film, FusingIsAFigureOfAnyPairOfPlans) {
  const auto draw = [&](std::vector<std::string> more, const std::string& file) {
    std::vector<std::string> all{"figure", "fusing", "x: f32[64, 64]; y = relu(abs(x * 2))", "-o", path(file).string()};
    all.insert(all.end(), more.begin(), more.end());
    return tests::onetrip(all, {.home = home_.path().string(), .input = {}, .environment = {}}).exit;
  };
  ASSERT_EQ(draw({"--at", "1"}, "all.svg"), 0);
  EXPECT_THAT(read(path("all.svg")), HasSubstr("after.K1"));
  EXPECT_THAT(read(path("all.svg")), testing::Not(HasSubstr("after.K2")));
  ASSERT_EQ(draw({"--at", "4s", "--cuts", "y.1"}, "cut.svg"), 0);
  EXPECT_THAT(read(path("cut.svg")), HasSubstr("after.K2"));
  ASSERT_EQ(draw({"--storyboard"}, "board.svg"), 0);
  EXPECT_EQ(draw({"--at", "2"}, "never.svg"), 2);
  // And again from its own file, cuts included.
  const auto again = tests::onetrip({"figure", path("cut.svg").string(), "--at", "1", "-o", path("again.svg").string()},
                                    {.home = home_.path().string(), .input = {}, .environment = {}});
  ASSERT_EQ(again.exit, 0) << again.err;
  EXPECT_THAT(read(path("again.svg")), HasSubstr("after.K2"));
}

}  // namespace film_test
