// What people get wrong on the command line: a clear message at the right place, exit 2 or 3, nothing lost.
#include "cli/program.hpp"
#include "golden.hpp"
#include "record/recording.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <sys/wait.h>

namespace bad_input_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using tests::onetrip;

struct Bad {
  std::vector<std::string> arguments;
  std::vector<std::string> said;  ///< every one of these is in the message
};

class BadInput : public testing::TestWithParam<Bad> {
 protected:
  tests::TemporaryFolder home_;
};

TEST_P(BadInput, IsToldAndExitsWithTwo) {
  const auto outcome = onetrip(GetParam().arguments, {home_.path().string(), "", {}}, 20);
  EXPECT_EQ(outcome.exit, 2) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  for (const std::string& words : GetParam().said) EXPECT_THAT(outcome.err, HasSubstr(words));
}

std::vector<std::string> predict(std::string chain) {
  return {"predict", std::move(chain), "--spec", "h200"};
}

std::vector<std::string> guessed(std::string guess) {
  return {"figure", "bytes", "bias-gelu", "--spec", "h200", "-o", "x.svg", "--guess", std::move(guess)};
}

INSTANTIATE_TEST_SUITE_P(
    CommandLine, BadInput,
    testing::Values(
        Bad{{"predikt", "bias-gelu"}, {"no command 'predikt'", "did you mean 'onetrip predict'"}},
        Bad{{"predict"}, {"onetrip predict CHAIN"}},
        Bad{{"predict", "bias-gelu", "--spek", "h200"}, {"--spek", "--spec"}},
        Bad{{"predict", "bias-gelu", "--spec"}, {"--spec needs a value"}},
        Bad{{"predict", "bias-gelu", "--spec", "h300"}, {"h300", "h200"}},
        Bad{{"predict", "bias-gelu", "--cuts", "nowhere"}, {"nowhere"}},
        Bad{{"predict", "bias-gelux"}, {"bias-gelux", "bias-gelu"}},
        Bad{{"predict", "bias-gelu", "softmax"}, {"one word too many"}},
        Bad{{"run", "bias-gelu", "--device", "tpu"}, {"tpu", "cpu"}},
        Bad{{"run", "bias-gelu", "--seed", "minus"}, {"--seed"}},
        Bad{{"figure", "pie", "bias-gelu", "-o", "x.svg"}, {"no figure 'pie'"}},
        Bad{{"figure", "bytes", "bias-gelu"}, {"-o FILE"}},
        Bad{{"figure", "bytes", "bias-gelu", "-o", "x.svg", "--times", "2"}, {"belongs to figure bandwidth"}},
        Bad{{"figure", "sweep", "bias-gelu", "--over", "size=1M..4M", "--cuts", "best", "-o", "x.svg"},
            {"a sweep compares fused with one plan", "Write --cuts once"}},
        Bad{{"figure", "warehouse", "softmax", "--cuts", "y.1", "-o", "x.svg"},
            {"figure warehouse does not use --cuts", "belongs to figure bytes, levels, errors"}},
        Bad{{"figure", "bandwidth", "softmax", "--spec", "h200", "--cuts", "best", "-o", "x.svg"},
            {"figure bandwidth does not use --cuts"}},
        Bad{{"figure", "imported", "attention", "--device", "cpu", "-o", "x.svg"}, {"not use --device"}},
        Bad{{"figure", "imported", "mish", "-o", "x.svg"},
            {"nobody has imported another program's times for this chain yet", "scripts/import"}},
        Bad{{"figure", "levels", "softmax", "--import", "x.json", "-o", "x.svg"},
            {"figure levels does not use --import", "belongs to figure bytes, roofline, imported"}},
        Bad{{"figure", "bytes", "bias-gelu", "-o", "x.gif"}, {".svg"}},
        Bad{{"figure", "bytes", "bias-gelu", "-o", "x.svg", "--stage", "end"}, {"no stage 'end'"}},
        Bad{{"figure", "bytes", "bias-gelu", "-o", "x.svg", "--guess", "many"}, {"QUANTITY=NUMBER"}},
        Bad{{"figure", "chain", "bias-gelu", "-o", "x.svg", "--guess", "crossings.unfused=3"},
            {"not use --guess", "belongs to figure bytes, roofline, timeline"}},
        Bad{{"figure", "warehouse", "bias-gelu", "-o", "x.svg", "--guess", "crossings.unfused=3"}, {"not use --guess"}},
        Bad{{"lesson", "check", "02", "--device", "cpu"}, {"lesson check does not use --device"}},
        Bad{{"lesson", "show", "02", "--json"}, {"lesson show does not use --json"}},
        Bad{{"run", "bias-gelu", "--worker", ""}, {"--worker: The command is empty.", "ssh HOST"}},
        Bad{{"demo", "--worker", " "}, {"The command is empty."}},
        Bad{guessed("foo=3"), {"foo=3", "no such quantity", "crossings.unfused", "ratio.time"}},
        Bad{guessed("crossings.unfusd=3"), {"did you mean crossings.unfused?"}},
        Bad{guessed("crossings.y.1=3"), {"no such quantity"}},
        Bad{guessed("crossings.unfused=-3"), {"-3", "from 0", "bytes.fused"}},
        Bad{guessed("crossings.unfused=1e300"), {"1e300", "from 0"}},
        Bad{guessed("crossings.unfused=nan"), {"QUANTITY=NUMBER"}},
        Bad{{"predict", "bias-gelu", "--data", "/nowhere"}, {"--data /nowhere", "lessons/"}},
        Bad{{"lesson", "show", "99"}, {"99"}}, Bad{{"lesson", "sho"}, {"show"}},
        Bad{{"screenshot", "-o", "x.png", "--size", "big"}, {"WIDTHxHEIGHT"}}));

INSTANTIATE_TEST_SUITE_P(
    Chains, BadInput,
    testing::Values(Bad{predict("x: f32[8]; y = gleu(x)"), {"gleu", "gelu", "^"}},
                    Bad{predict("x: f32[8]; y = gelu(x, x)"), {"<chain>:1:16:", "gelu"}},
                    Bad{predict("x: f32[8]; b: f32[3]; y = x + b"), {"<chain>:1:27:", "[8]", "[3]"}},
                    Bad{predict("x: f32[8]; y = z; z = relu(x)"), {"<chain>:1:16:", "z is used before"}},
                    Bad{predict("x: f32[8]; y = relu(y)"), {"<chain>:1:21:", "y"}},
                    Bad{predict("x: f32[8]; x: f32[8]; y = relu(x)"), {"<chain>:1:12:", "x is defined twice"}},
                    Bad{predict("x: f32[0]; y = relu(x)"), {":1:"}}, Bad{predict("x: f32[-4]; y = relu(x)"), {":1:"}},
                    Bad{predict("x: f32[1048576, 1048577]; y = relu(x)"), {":1:"}},
                    Bad{predict("x: f32[9223372036854775807, 9223372036854775807]; y = relu(x)"), {":1:"}},
                    Bad{predict("x: f64[8]; y = relu(x)"), {"f64", "f32"}}, Bad{predict("x: f32[8]; y = x @ x"), {"@"}},
                    Bad{predict(";"), {}}, Bad{predict("x: f32[8]; y = relu(\xff)"), {"UTF-8"}}));

class BadFiles : public testing::Test {
 protected:
  tests::Outcome run(const std::vector<std::string>& arguments) {
    return onetrip(arguments, {home_.path().string(), "", {}}, 300);
  }
  std::string file(const std::string& name, const std::string& contents) {
    const auto path = home_.path() / name;
    std::ofstream(path, std::ios::binary) << contents;
    return path.string();
  }
  tests::TemporaryFolder home_;
};

TEST_F(BadFiles, AChainFileNamesItselfLineAndColumn) {
  const std::string path = file("wrong.chain", "x: f32[8]\ny = gleu(x)\n");
  const auto outcome = run({"predict", path, "--spec", "h200"});
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_THAT(outcome.err, HasSubstr("wrong.chain:2:5:"));
}

TEST_F(BadFiles, AllMistakesAtOnce) {
  const std::string path = file("wrong.chain", "x: f32[8]\ny = gleu(x)\nz = nothing + 1\n");
  const auto outcome = run({"predict", path, "--spec", "h200"});
  EXPECT_THAT(outcome.err, AllOf(HasSubstr(":2:5:"), HasSubstr(":3:5:")));
}

TEST_F(BadFiles, ByteOrderMarkAndCarriageReturnsAreNoMistakes) {
  const std::string path = file("dos.chain", "\xEF\xBB\xBFx: f32[8, 16]\r\nb: f32[16]\r\ny = gelu(x + b)\r\n");
  const auto outcome = run({"predict", path, "--spec", "h200"});
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
}

TEST_F(BadFiles, EmptyNulAndTooLongTextsAreRefused) {
  for (const std::string& contents : {std::string(), std::string("x: f32[8]\0y", 11), std::string(70000, '#')}) {
    const auto outcome = run({"predict", file("odd.chain", contents), "--spec", "h200"});
    EXPECT_EQ(outcome.exit, 2) << contents.size();
    EXPECT_THAT(outcome.err, HasSubstr("odd.chain"));
  }
}

TEST_F(BadFiles, AFolderOrAMissingFileIsNoChain) {
  EXPECT_EQ(run({"predict", home_.path().string(), "--spec", "h200"}).exit, 2);
  EXPECT_EQ(run({"predict", "/nowhere/a.chain", "--spec", "h200"}).exit, 2);
}

TEST_F(BadFiles, MoreMemoryThanThereIsIsRefusedBeforeItIsTaken) {
  const auto outcome =
      run({"run", "x: f32[1048576, 1048576]; y = relu(x)", "--device", "cpu", "--quick", "--spec", "h200"});
  EXPECT_EQ(outcome.exit, 3);
  EXPECT_THAT(outcome.err, HasSubstr("TB"));
  // Nor is the machine measured first for a chain that it cannot hold: this home has no calibration.
  const auto uncalibrated = run({"run", "x: f32[1048576, 1048576]; y = relu(x)", "--device", "cpu", "--quick"});
  EXPECT_EQ(uncalibrated.exit, 3);
  EXPECT_THAT(uncalibrated.err, AllOf(HasSubstr("TB"), Not(HasSubstr("ceilings"))));
}

TEST_F(BadFiles, ATruncatedOrEditedRecordingIsRefused) {
  const std::string chain = "x: f32[64, 128]; b: f32[128]; y = gelu(x + b)";
  const std::string path = (home_.path() / "kept.json").string();
  ASSERT_EQ(run({"run", chain, "--quick", "--spec", "h200", "-o", path}).exit, 0);
  std::stringstream whole;
  whole << std::ifstream(path).rdbuf();
  const std::string text = whole.str();
  const std::string svg = (home_.path() / "out.svg").string();
  EXPECT_EQ(run({"figure", "bytes", chain, "--recording", path, "--spec", "h200", "-o", svg}).exit, 0);

  const auto truncated =
      run({"figure", "bytes", chain, "--recording", file("half.json", text.substr(0, text.size() / 2)), "-o", svg});
  EXPECT_EQ(truncated.exit, 2);
  EXPECT_THAT(truncated.err, HasSubstr("half.json"));

  std::string edited = text;
  const std::size_t digit = edited.find_first_of("123456789", edited.find("median"));
  ASSERT_NE(digit, std::string::npos);
  edited[digit] = edited[digit] == '9' ? '8' : '9';
  const auto refused = run({"figure", "bytes", chain, "--recording", file("edited.json", edited), "-o", svg});
  EXPECT_EQ(refused.exit, 2);
  EXPECT_THAT(refused.err, HasSubstr("edited.json"));

  // The checksum mended too, but the key is of other plans.
  auto forged = record::load(path);
  ASSERT_TRUE(forged);
  forged->front().plans.pop_back();
  record::save(*forged, path);
  const auto caught = run({"figure", "bytes", chain, "--recording", path, "--spec", "h200", "-o", svg});
  EXPECT_EQ(caught.exit, 2);
  EXPECT_THAT(caught.err, HasSubstr("its key does not match its chain and plans"));
}

TEST_F(BadFiles, ADiskThatTakesNothingIsTheMachinesFault) {
  const auto outcome = run({"figure", "bytes", "bias-gelu", "--spec", "h200", "-o", "/proc/onetrip.svg"});
  EXPECT_EQ(outcome.exit, 3);
  EXPECT_THAT(outcome.err, HasSubstr("/proc/onetrip.svg"));
  EXPECT_EQ(run({"demo", "--out", "/proc/onetrip", "--quick"}).exit, 3);
}

TEST_F(BadFiles, AHomeThatTakesNothingStillLists) {
  const auto there = [](std::vector<std::string> arguments) { return onetrip(arguments, {"/proc/onetrip", "", {}}); };
  for (const char* command : {"devices", "doctor"}) {
    const auto outcome = there({command});
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("cpu: "), HasSubstr("--spec")));
  }
  EXPECT_EQ(there({"devices", "--json"}).exit, 0);
  const auto calibrated = there({"devices", "--calibrate"});
  EXPECT_EQ(calibrated.exit, 3) << "what was asked for could not be kept";
  EXPECT_THAT(calibrated.err, HasSubstr("/proc/onetrip"));
  EXPECT_THAT(calibrated.out, HasSubstr("slow memory, 50% read")) << "but it was measured, and is shown";
  const auto added = there({"devices", "add", "gpu7", "ssh gpu7 onetrip-worker"});
  EXPECT_EQ(added.exit, 3);
  EXPECT_THAT(added.err, HasSubstr("/proc/onetrip"));
}

TEST_F(BadFiles, ARecordingThatCannotBeKeptWasAtLeastShown) {
  const auto outcome = run({"run", "x: f32[64]; y = relu(x)", "--quick", "--spec", "h200", "-o", "/proc/onetrip.json"});
  EXPECT_EQ(outcome.exit, 3);
  EXPECT_THAT(outcome.err, HasSubstr("/proc/onetrip.json"));
  EXPECT_THAT(outcome.out, HasSubstr("fused"));
}

TEST_F(BadFiles, ARecordingOfAnotherChainIsNamed) {
  const std::string path = (home_.path() / "r.json").string();
  ASSERT_EQ(run({"run", "x: f32[64]; y = relu(x)", "--quick", "--spec", "h200", "-o", path}).exit, 0);
  const auto outcome = run({"figure", "bytes", "bias-gelu", "--recording", path, "-o", path + ".svg"});
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("r.json"), HasSubstr("y = relu(x)"), Not(HasSubstr("\\x"))));
}

TEST_F(BadFiles, OutputThatNobodyTakesIsSaid) {
  const auto shell = [&](const std::string& words) {
    const std::string line = "'" + tests::program().string() + "' --home '" + home_.path().string() + "' " + words;
    const int status = std::system(line.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  };
  const std::string error = (home_.path() / "error").string(), svg = (home_.path() / "f.svg").string();
  for (const char* words : {"predict bias-gelu --spec h200", "emit bias-gelu", "lesson list"}) {  // short and long
    for (const char* closed : {" >/dev/full", " >&-"}) {
      EXPECT_EQ(shell(std::string(words) + closed + " 2>'" + error + "'"), 3) << words << closed;
      std::stringstream said;
      said << std::ifstream(error).rdbuf();
      EXPECT_THAT(said.str(), HasSubstr("standard output")) << words << closed;
    }
  }
  EXPECT_EQ(shell("figure bytes bias-gelu --spec h200 -o '" + svg + "' <&- >&- 2>&-"), 0) << "it prints nothing";
  std::ifstream file(svg);
  std::string first;
  std::getline(file, first);
  EXPECT_THAT(first, HasSubstr("<?xml"));
}

TEST_F(BadFiles, ACardThatIsNotHereIsTheMachinesFault) {
  if (run({"devices"}).out.find("not here: cuda") == std::string::npos) GTEST_SKIP() << "there is a card";
  const auto outcome = run({"run", "bias-gelu", "--device", "cuda"});
  EXPECT_EQ(outcome.exit, 3);
  EXPECT_THAT(outcome.err, HasSubstr("--worker"));
}

TEST_F(BadFiles, NoDisplayPointsToTheDemo) {
  const auto outcome = onetrip({"window"}, {home_.path().string(), "", {"DISPLAY=", "WAYLAND_DISPLAY="}}, 20);
  EXPECT_EQ(outcome.exit, 3);
  EXPECT_THAT(outcome.err, HasSubstr("onetrip demo"));
}

}  // namespace bad_input_test
