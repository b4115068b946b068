// onetrip figure calculator, and a lesson with a calculator played in a pipe.
#include "base/resources.hpp"
#include "cli/program.hpp"
#include "golden.hpp"
#include "places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace calculator_cli_test {

using testing::HasSubstr;

class Calculator : public testing::Test {
 protected:
  tests::Outcome go(const std::vector<std::string>& arguments) {
    return tests::onetrip(arguments, {home_.path().string(), "", {}}, 60);
  }
  std::string path(const std::string& name) { return (home_.path() / name).string(); }
  std::string read(const std::string& name) { return base::read_file(path(name), 1 << 26).value_or(""); }

  std::string lesson_ = (tests::folder() / "lessons/token-price").string();
  tests::TemporaryFolder home_;
};

TEST_F(Calculator, DrawsWithItsSlidersSetAndOpensAgain) {
  ASSERT_EQ(
      go({"figure", "calculator", lesson_, "decode", "--set", "weights=8e9", "--set", "width=0.5", "-o", path("a.svg")})
          .exit,
      0);
  EXPECT_THAT(read("a.svg"), HasSubstr("1200 tokens/s"));
  EXPECT_THAT(read("a.svg"), HasSubstr("road 4.8 TB/s: NVIDIA H200 data sheet, 2024"));
  ASSERT_EQ(go({"figure", path("a.svg"), "-o", path("b.svg")}).exit, 0);
  EXPECT_THAT(read("b.svg"), HasSubstr("1200 tokens/s"));
}

TEST_F(Calculator, SharesStandInPercentUnderTheirSign) {
  ASSERT_EQ(go({"figure", "calculator", "21", "tiles", "-o", path("tiles.csv")}).exit, 0);
  EXPECT_THAT(read("tiles.csv"), HasSubstr("value (%)"));
  EXPECT_THAT(read("tiles.csv"), HasSubstr("rows,512,busy,24.2424,model"));
  ASSERT_EQ(go({"figure", "calculator", "21", "tiles", "-o", path("tiles.svg")}).exit, 0);
  EXPECT_THAT(read("tiles.svg"), HasSubstr("high 128 rows, wide 128 columns: a tile"));
  EXPECT_THAT(read("tiles.svg"), testing::Not(HasSubstr("; here"))) << "what only brings a unit";
}

TEST_F(Calculator, SaysItsNumbersAsJson) {
  const auto said = go({"figure", "calculator", lesson_, "decode", "--json"});
  ASSERT_EQ(said.exit, 0);
  const auto json = nlohmann::json::parse(said.out);
  EXPECT_EQ(json["calculator"], "decode");
  EXPECT_EQ(json["source"], "model");
  const auto& last = json["values"].back();
  EXPECT_EQ(last["name"], "tokens");
  EXPECT_NEAR(last["value"].get<double>(), 34.2857, 1e-3);
  EXPECT_EQ(last["unit"], "tokens/s");
}

TEST_F(Calculator, RefusesWhatItHasNot) {
  const auto refused = [&](std::vector<std::string> more, const std::string& why) {
    std::vector<std::string> all = {"figure", "calculator"};
    all.insert(all.end(), more.begin(), more.end());
    all.insert(all.end(), {"-o", path("x.svg")});
    const auto said = go(all);
    EXPECT_EQ(said.exit, 2);
    EXPECT_THAT(said.err, HasSubstr(why));
  };
  refused({lesson_, "decoder"}, "It has: decode, shared.");
  refused({lesson_}, "It has: decode, shared.");
  refused({lesson_, "decode", "--set", "road=1"}, "has no slider 'road'");
  refused({lesson_, "decode", "--set", "width=3"}, "'width=3' is not a value of this slider");
  refused({lesson_, "decode", "--set", "width"}, "'width' is not a value of this slider");
  refused({"01", "decode"}, "It has none at all.");
  EXPECT_EQ(go({"figure", "bytes", "bias-gelu", "--set", "a=1", "-o", path("x.svg")}).exit, 2);
  EXPECT_EQ(go({"figure", "bytes", "bias-gelu", "gelu", "-o", path("x.svg")}).exit, 2);
}

TEST_F(Calculator, ItsLessonIsCheckedPlayedAndAskedOnPaper) {
  EXPECT_EQ(go({"lesson", "check", lesson_}).exit, 0);
  const auto played = go({"lesson", "play", lesson_});
  EXPECT_EQ(played.exit, 0);
  EXPECT_THAT(played.out, HasSubstr("34.3 tokens/s"));
  EXPECT_EQ(go({"quiz", lesson_, "--n", "1", "--seed", "7", "-o", path("quiz.md"), "--key"}).exit, 0);
  EXPECT_THAT(read("quiz.md"), HasSubstr("A model of 70 billion parameters in bf16"));
}

}  // namespace calculator_cli_test
