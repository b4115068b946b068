// A second recorded GPU is data alone: a data sheet and a recording of one that does not exist, put beside the
// program's own. Every command says which of the two it means, and the course goes on speaking of its own.
#include "cli/program.hpp"
#include "golden.hpp"
#include "record/recording.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace second_card_test {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

std::string read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

/// With every place where the first stands.
std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

class SecondCard : public testing::Test {
 protected:
  void SetUp() override {
    tests::copy_data(data_);
    // Twice as fast (slower, and its recording would be refused as impossible), and shorter rows stay on its chip:
    // whose sheet a number is of can be told from the number.
    std::string sheet = replaced(read(data_ / "assets/devices/h200.toml"), "id = \"h200\"", "id = \"atlas\"");
    for (const auto& [was, is] : {std::pair{"4.8e12", "9.6e12"}, {"2.5e-6", "0.5e-6"}, {"57856", "20000"}}) {
      ASSERT_NE(sheet.find(was), std::string::npos) << was;
      sheet = replaced(sheet, was, is);
    }
    write_sheet("atlas",
                replaced(replaced(sheet, "NVIDIA H200 SXM 141GB", "Atlas (made up for a test)"), "H200", "Atlas"));
    record_on("atlas", "Atlas");
  }

  void write_sheet(const std::string& file, const std::string& text) {
    std::ofstream(data_ / "assets/devices" / (file + ".toml")) << text;
  }
  /// One chain of the program's own, as if another GPU had run it.
  void record_on(const std::string& card, const std::string& name) {
    auto all = record::load(data_ / "assets/recordings/h200/f32.json").value();
    const auto one = std::ranges::find_if(all, [](const auto& m) { return m.chain.find("gelu") != std::string::npos; });
    ASSERT_NE(one, all.end());
    record::Measurement made = *one;
    made.provenance.device = name;
    made.provenance.device_id = card;
    fs::create_directories(data_ / "assets/recordings" / card);
    record::save({made}, data_ / "assets/recordings" / card / "f32.json");
    chain_ = made.chain;
  }
  tests::Outcome run(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--data", data_.string()});
    return tests::onetrip(arguments, {(folder_.path() / "home").string(), "", {}});
  }
  /// What the program says with its own data.
  tests::Outcome without(const std::vector<std::string>& arguments) {
    return tests::onetrip(arguments, {(folder_.path() / "home").string(), "", {}});
  }

  tests::TemporaryFolder folder_;
  fs::path data_ = folder_.path() / "data";
  bool made_ = fs::create_directories(data_);
  std::string chain_;
};

TEST_F(SecondCard, EachIsADeviceAndRecordedAsksWhich) {
  EXPECT_THAT(run({"devices"}).out, testing::AllOf(HasSubstr("recorded-atlas"), HasSubstr("recorded-h200")));
  const auto which = run({"run", chain_, "--device", "recorded"});
  EXPECT_EQ(which.exit, 2);
  EXPECT_THAT(which.err, HasSubstr("recordings from several GPUs: recorded-atlas, recorded-h200"));

  const auto atlas = run({"run", chain_, "--device", "recorded-atlas"});
  EXPECT_EQ(atlas.exit, 0) << atlas.err;
  EXPECT_THAT(atlas.out,
              testing::AllOf(HasSubstr("recorded on Atlas"), HasSubstr("model: Atlas"), Not(HasSubstr("H200"))));
  const auto h200 = run({"run", chain_, "--device", "recorded-h200"});
  EXPECT_THAT(h200.out, testing::AllOf(HasSubstr("recorded on NVIDIA H200"), Not(HasSubstr("Atlas"))));

  const auto missing = run({"run", "x: f32[64, 64]; y = tanh(tanh(x)) * 0.125", "--device", "recorded-atlas"});
  EXPECT_EQ(missing.exit, 3);
  EXPECT_THAT(missing.err, testing::AllOf(HasSubstr("Not recorded on the ATLAS"), Not(HasSubstr("H200"))));
}

TEST_F(SecondCard, FiguresNameTheirsAndTheCommandThatMakesThemAgain) {
  for (const auto& [device, name, other] :
       {std::tuple{"recorded-atlas", "Atlas", "H200"}, {"recorded-h200", "NVIDIA H200", "Atlas"}}) {
    const fs::path file = folder_.path() / (std::string(device) + ".svg");
    const auto made = run({"figure", "bytes", chain_, "--device", device, "-o", file.string()});
    EXPECT_EQ(made.exit, 0) << made.err;
    const std::string svg = read(file);
    EXPECT_THAT(svg,
                testing::AllOf(HasSubstr(name), Not(HasSubstr(other)), HasSubstr(std::string("--device ") + device)));
    const fs::path again = folder_.path() / "again.svg";
    EXPECT_EQ(run({"figure", file.string(), "-o", again.string()}).exit, 0);
    EXPECT_THAT(read(again), testing::AllOf(HasSubstr(name), Not(HasSubstr(other))));
  }
}

/// Whatever of its runs is drawn: its name, and nothing of the other's.
TEST_F(SecondCard, EveryFigureOfItsRunsIsOfIts) {
  const fs::path file = folder_.path() / "figure.json";
  for (const char* kind : {"bytes", "levels", "roofline", "timeline", "warehouse"}) {
    const auto made = run({"figure", kind, chain_, "--device", "recorded-atlas", "-o", file.string()});
    EXPECT_EQ(made.exit, 0) << kind << ": " << made.err;
    EXPECT_THAT(read(file), testing::AllOf(HasSubstr("Atlas"), Not(HasSubstr("H200")))) << kind;
  }
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"figure", "sweep", chain_, "--over", "size=64K..1M"},
        {"figure", "bandwidth", chain_}}) {
    auto command = more;
    command.insert(command.end(), {"--spec", "atlas", "-o", file.string()});
    const auto made = run(command);
    EXPECT_EQ(made.exit, 0) << more[1] << ": " << made.err;
    EXPECT_THAT(read(file), testing::AllOf(HasSubstr("Atlas"), Not(HasSubstr("H200")))) << more[1];
  }
}

/// Names may be right where numbers are another's.
TEST_F(SecondCard, ItsNumbersAreOfItsSheet) {
  using nlohmann::json;
  const auto asked = [&](std::vector<std::string> command, const std::string& how, const std::string& id) {
    command.insert(command.end(), {how, id, "--json"});
    const auto outcome = run(command);
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    return json::parse(outcome.out);
  };
  const auto fused_us = [](const json& study) { return study["plans"][1]["time_us"].get<double>(); };
  const std::vector<std::string> predict{"predict", "x: f32[8192, 8192]; y = relu(x)"};
  const double fast = fused_us(asked(predict, "--spec", "atlas")), slow = fused_us(asked(predict, "--spec", "h200"));
  EXPECT_GT(slow, 1.8 * fast);
  EXPECT_EQ(fused_us(asked(predict, "--device", "recorded-atlas")), fast) << "it has no calibration of its own";
  const std::vector<std::string> run_it{"run", chain_};
  EXPECT_LT(1.5 * fused_us(asked(run_it, "--device", "recorded-atlas")),
            fused_us(asked(run_it, "--device", "recorded-h200")));

  const std::vector<std::string> rows{"predict", "x: f32[64, 30000]; y = layernorm(x)"};
  const auto kernels = [](const json& study) { return study["plans"][1]["kernels"].size(); };
  EXPECT_EQ(kernels(asked(rows, "--spec", "h200")), 1u);
  EXPECT_GT(kernels(asked(rows, "--spec", "atlas")), 1u) << "20 000 elements stay on its chip";
}

TEST_F(SecondCard, TheCourseSpeaksOfItsOwn) {
  for (const std::vector<std::string>& command : {std::vector<std::string>{"claims"},
                                                  {"lesson", "check"},
                                                  {"predict", "bias-gelu"},
                                                  {"lesson", "show", "04"},
                                                  {"ladder", "costume", "--json"},
                                                  {"quiz", "01", "06", "--seed", "3", "--key"}}) {
    EXPECT_EQ(run(command).out, without(command).out) << command[0];
  }
  const fs::path page = folder_.path() / "page.html", own = folder_.path() / "own.html";
  for (const char* lesson : {"03", "06"}) {
    EXPECT_EQ(run({"lesson", "page", lesson, "-o", page.string()}).exit, 0);
    EXPECT_EQ(without({"lesson", "page", lesson, "-o", own.string()}).exit, 0);
    EXPECT_EQ(read(page), read(own)) << lesson;
    EXPECT_THAT(read(page), testing::AllOf(HasSubstr("H200"), Not(HasSubstr("Atlas")))) << lesson;
  }
}

TEST_F(SecondCard, ItsQuantitiesComeWithItsSheet) {
  const fs::path lesson = folder_.path() / "mine";
  ASSERT_EQ(run({"lesson", "new", lesson.string()}).exit, 0);
  std::ofstream(lesson / "lesson.md", std::ios::app) << "\nAn Atlas moves {atlas.bandwidth}.\n";
  EXPECT_EQ(run({"lesson", "check", lesson.string()}).exit, 0) << run({"lesson", "check", lesson.string()}).err;
  const auto unknown = without({"lesson", "check", lesson.string()});
  EXPECT_NE(unknown.exit, 0);
  EXPECT_THAT(unknown.out + unknown.err, HasSubstr("atlas.bandwidth"));
}

TEST_F(SecondCard, OneThatNobodyKnowsIsNamedAndTheRestGoesOn) {
  record_on("nobody", "Nobody");
  const auto told = run({"devices"});
  EXPECT_THAT(told.out,
              testing::AllOf(HasSubstr("recorded-nobody"), HasSubstr("no usable data sheet or calibration for it"),
                             HasSubstr("assets/devices/nobody.toml"), HasSubstr("recorded-atlas")));
  const auto refused = run({"run", chain_, "--device", "recorded-nobody"});
  EXPECT_NE(refused.exit, 0);
  EXPECT_THAT(refused.err, HasSubstr("no usable data sheet or calibration for it"));
  EXPECT_EQ(run({"run", chain_, "--device", "recorded-atlas"}).exit, 0);
}

/// What is shown then rests on other files: whoever asks is told before the numbers.
TEST_F(SecondCard, WhatOfItCannotBeReadIsToldBeforeItsNumbers) {
  std::ofstream(data_ / "assets/recordings/atlas/calibration.toml") << "id = \n";
  std::ofstream(data_ / "assets/recordings/atlas/old.json") << "{\"onetrip_recording\": 1}";
  const auto run_there = run({"run", chain_, "--device", "recorded-atlas"});
  EXPECT_EQ(run_there.exit, 0) << run_there.err;
  EXPECT_THAT(run_there.err, testing::AllOf(HasSubstr("atlas/calibration.toml:1"), HasSubstr("old.json")));
  EXPECT_THAT(run({"predict", "bias-gelu", "--spec", "recorded-atlas"}).err, HasSubstr("atlas/calibration.toml:1"));
  EXPECT_EQ(run({"run", chain_, "--device", "recorded-h200", "--json"}).exit, 0);
  EXPECT_EQ(without({"run", chain_, "--device", "recorded-h200"}).err, "") << "nothing to tell";
}

/// A folder's name is what everything else goes by: it is not believed against what its files say of themselves.
TEST_F(SecondCard, ARenamedFolderIsNotTakenForAnotherCard) {
  fs::rename(data_ / "assets/recordings/h200", data_ / "assets/recordings/h100");
  const auto told = run({"devices"});
  EXPECT_THAT(told.out, testing::AllOf(HasSubstr("its runs are from NVIDIA H200, but its folder says h100"),
                                       HasSubstr("this file is for 'nvidia-h200' (NVIDIA H200), but its file")));
  const auto refused = run({"run", chain_, "--device", "recorded-h100"});
  EXPECT_EQ(refused.exit, 3);
  EXPECT_THAT(refused.err, testing::AllOf(HasSubstr("its folder says h100"), Not(HasSubstr("edited"))));
}

TEST_F(SecondCard, ASheetUnderAnothersNameIsToldWithBoth) {
  fs::rename(data_ / "assets/devices/a100-80gb.toml", data_ / "assets/devices/b300.toml");
  EXPECT_THAT(run({"devices"}).out, testing::AllOf(HasSubstr("this file is for 'a100'"), HasSubstr("'b300'")));
  EXPECT_EQ(run({"predict", "bias-gelu", "--spec", "b300"}).exit, 2);
  EXPECT_EQ(run({"predict", "bias-gelu", "--spec", "a100"}).exit, 2);
}

TEST_F(SecondCard, NoTableOfClaimsIsMadeOfHalfTheFiles) {
  const fs::path table = folder_.path() / "CLAIMS.md", own = data_ / "assets/recordings/h200";
  const auto refused_for = [&](const std::string& file) {
    const auto outcome = run({"claims", "-o", table.string()});
    EXPECT_EQ(outcome.exit, 3) << file;
    EXPECT_THAT(outcome.err, testing::AllOf(HasSubstr("not written"), HasSubstr(file), HasSubstr("Put back")));
    EXPECT_FALSE(fs::exists(table));
  };
  std::ofstream(own / "torn.json") << "{\"onetrip_recording\": 1";
  refused_for("torn.json");
  fs::remove(own / "torn.json");
  std::ofstream(own / "calibration.toml") << "id = \n";
  refused_for("calibration.toml");
}

TEST_F(SecondCard, TwoSheetsOfOneIdAreToldAndOthersGoOn) {
  write_sheet("atlas-2", read(data_ / "assets/devices/atlas.toml"));
  const auto two = run({"predict", "bias-gelu", "--spec", "atlas"});
  EXPECT_EQ(two.exit, 2);
  EXPECT_THAT(two.err, testing::AllOf(HasSubstr("two data sheets have the id 'atlas'"), HasSubstr("another id")));
  EXPECT_EQ(run({"predict", "bias-gelu", "--spec", "h200"}).exit, 0);
}

}  // namespace second_card_test
