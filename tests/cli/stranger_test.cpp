// A recording that did not come with this release says so wherever it is shown; one that did says nothing.
#include "cli/program.hpp"
#include "places.hpp"
#include "record/recording.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace stranger_test {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr auto mark = "from gift.json, not part of this release";

std::string read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

/// The program's own recordings but one, given on by somebody: the very same numbers, in a file of its own.
class Stranger : public testing::Test {
 protected:
  void SetUp() override {
    tests::copy_data(data_);
    auto all = record::load(data_ / "assets/recordings/h200/f32.json").value();
    const auto one = std::ranges::find_if(all, [](const auto& m) { return m.chain.find("gelu") != std::string::npos; });
    ASSERT_NE(one, all.end());
    chain_ = one->chain;
    ASSERT_NE(all.back().chain, chain_);
    gift_ = folder_.path() / "gift.json";
    all.pop_back();
    record::save(all, gift_);
  }
  /// With the gift in the place of the program's own.
  void give() {
    for (const auto& file : fs::directory_iterator(data_ / "assets/recordings/h200")) {
      if (file.path().extension() == ".json") fs::remove(file.path());
    }
    fs::copy_file(gift_, data_ / "assets/recordings/h200/gift.json");
  }
  tests::Outcome run(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--data", data_.string()});
    return tests::onetrip(arguments, {(folder_.path() / "home").string(), "", {}});
  }
  /// What a command writes to the terminal and into this file.
  std::string told(std::vector<std::string> arguments, const std::string& file = {}) {
    const fs::path to = folder_.path() / file;
    if (!file.empty()) arguments.insert(arguments.end(), {"-o", to.string()});
    const auto outcome = run(arguments);
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    return outcome.out + (file.empty() ? "" : read(to));
  }

  tests::TemporaryFolder folder_;
  fs::path data_ = folder_.path() / "data", gift_;
  bool made_ = fs::create_directories(data_);
  std::string chain_;
};

/// Every command that shows a recorded device's results.
std::vector<std::pair<std::vector<std::string>, std::string>> shown(const std::string& chain) {
  const std::vector<std::string> on = {"--device", "recorded-h200"};
  std::vector<std::pair<std::vector<std::string>, std::string>> all = {{{"run", chain, on[0], on[1]}, ""},
                                                                       {{"run", chain, on[0], on[1], "--json"}, ""}};
  for (const char* kind : {"bytes", "levels", "roofline", "timeline", "trips", "warehouse"}) {
    for (const char* file : {"f.svg", "f.json"}) all.push_back({{"figure", kind, chain, on[0], on[1]}, file});
  }
  return all;
}

TEST_F(Stranger, IsMarkedByEveryCommandAndFigure) {
  give();
  for (const auto& [arguments, file] : shown(chain_)) {
    EXPECT_THAT(told(arguments, file), HasSubstr(mark)) << arguments[0] << " " << arguments[1] << " " << file;
  }
  EXPECT_THAT(run({"devices"}).out, HasSubstr(mark));
}

TEST_F(Stranger, WhatCameAlongIsMarkedNowhere) {
  for (const auto& [arguments, file] : shown(chain_)) {
    EXPECT_THAT(told(arguments, file), Not(HasSubstr("not part of this release")))
        << arguments[0] << " " << arguments[1] << " " << file;
  }
  EXPECT_THAT(run({"devices"}).out, Not(HasSubstr("not part of this release")));
}

TEST_F(Stranger, OfAFileThatIsNamedOnTheCommandLineItIsSaidAsWell) {
  for (const char* kind : {"bytes", "timeline", "levels", "roofline"}) {
    const std::string svg =
        told({"figure", kind, chain_, "--recording", gift_.string(), "--spec", "h200"}, "named.svg");
    EXPECT_THAT(svg, HasSubstr(mark)) << kind;
  }
  const std::string own = (data_ / "assets/recordings/h200/f32.json").string();
  EXPECT_THAT(told({"figure", "bytes", chain_, "--recording", own, "--spec", "h200"}, "own.svg"),
              Not(HasSubstr("not part of this release")));
}

/// Beside the model of the processor that is calibrated here its points would find no roof of their own.
TEST_F(Stranger, ItsModelIsOfItsOwnMachineWhateverIsCalibratedHere) {
  tests::calibrate(folder_.path() / "home");
  const std::string roofs = told({"figure", "roofline", chain_, "--recording", gift_.string()}, "r.csv");
  EXPECT_THAT(roofs, AllOf(HasSubstr("unfused,recorded from gift.json"), HasSubstr("tensor cores")));
  EXPECT_THAT(told({"figure", "errors", chain_, "--recording", gift_.string()}, "e.csv"),
              HasSubstr("recorded from gift.json"));
}

TEST_F(Stranger, TheTabOfItsBarsBearsTheFilesName) {
  give();
  const std::string svg = told({"figure", "bytes", chain_, "--device", "recorded-h200"}, "f.svg");
  EXPECT_THAT(svg, HasSubstr("recorded from gift.json<")) << "the words at the begin of its bars";
}

TEST_F(Stranger, APageOfALessonSaysItToo) {
  const std::vector<std::string> page = {"lesson", "page", "02", "--answers"};
  EXPECT_THAT(told(page, "own.html"), Not(HasSubstr("not part of this release")));
  give();
  EXPECT_THAT(told(page, "gift.html"), HasSubstr(mark));
}

}  // namespace stranger_test
