// --cuts eager: beside the ratio wherever it is told, refused where nothing is known, and drawn again from a figure.
#include "cli/program.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>

namespace eager_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class EagerCommand : public testing::Test {
 protected:
  tests::Outcome run(const std::vector<std::string>& arguments) {
    return tests::onetrip(arguments, {folder_.path().string(), "", {}});
  }
  std::string path(const std::string& name) { return (folder_.path() / name).string(); }
  static std::string read(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
  }
  tests::TemporaryFolder folder_;
};

TEST_F(EagerCommand, IsToldBesideTheRatio) {
  EXPECT_THAT(
      run({"predict", "softmax", "--spec", "h200"}).out,
      HasSubstr("Eager PyTorch has one kernel for softmax: it already runs this chain the way the fused plan does"));
  EXPECT_THAT(run({"predict", "bias-gelu", "--spec", "h200"}).out, Not(HasSubstr("Eager")));
  EXPECT_THAT(run({"predict", "bias-gelu", "--spec", "h200", "--cuts", "eager"}).out,
              HasSubstr("these are the kernels of unfused"));
  const auto recorded = run({"run", "scale-mask-softmax", "--device", "recorded-h200", "--cuts", "eager"});
  EXPECT_EQ(recorded.exit, 0) << recorded.err;
  EXPECT_THAT(recorded.out, AllOf(HasSubstr("eager / fused time: "), HasSubstr("x recorded, ")));
  const auto json = nlohmann::json::parse(run({"predict", "scale-mask-softmax", "--spec", "h200", "--json"}).out);
  EXPECT_EQ(json["eager"]["kernels"], 3);
  EXPECT_GT(json["eager"]["ratio"]["bytes"], 2.0);
}

TEST_F(EagerCommand, OfALongRowNothingIsKnown) {
  const std::string chain = "x: f32[64, 60000]; y = softmax(x)";
  const auto refused = run({"predict", chain, "--spec", "h200", "--cuts", "eager"});
  EXPECT_EQ(refused.exit, 2);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("reads a row this long more than once"), HasSubstr("57\u202f856 at most")));
  EXPECT_THAT(run({"predict", chain, "--spec", "h200"}).out,
              AllOf(HasSubstr("reads a row this long more than once"), Not(HasSubstr("--cuts eager"))));
}

TEST_F(EagerCommand, AFigureKeepsItsName) {
  for (const char* chain : {"softmax", "scale-mask-softmax"}) {
    ASSERT_EQ(run({"figure", "levels", chain, "--spec", "h200", "--cuts", "eager", "-o", path("a.svg")}).exit, 0);
    const auto again = run({"figure", path("a.svg"), "-o", path("b.svg")});
    EXPECT_EQ(again.exit, 0) << chain << again.err;
    EXPECT_THAT(read(path("b.svg")), HasSubstr(">eager<")) << chain;
  }
}

TEST_F(EagerCommand, StandsUnderEveryFigureOfARatio) {
  for (const char* kind : {"bytes", "roofline", "warehouse", "bandwidth"}) {
    ASSERT_EQ(run({"figure", kind, "softmax", "--spec", "h200", "-o", path("a.svg")}).exit, 0) << kind;
    EXPECT_THAT(read(path("a.svg")), HasSubstr("eager PyTorch runs this as the fused plan does")) << kind;
  }
  const char* recorded = "recorded-h200";
  ASSERT_EQ(run({"figure", "timeline", "scale-mask-softmax", "--device", recorded, "-o", path("a.svg")}).exit, 0);
  EXPECT_THAT(read(path("a.svg")), HasSubstr("times the bytes of fused"));
  ASSERT_EQ(run({"figure", "bytes", "bias-gelu", "--spec", "h200", "-o", path("a.svg")}).exit, 0);
  EXPECT_THAT(read(path("a.svg")), Not(HasSubstr("eager")));
  const auto sweep = run({"sweep", "softmax", "--over", "size=1M..4M", "--model", "--spec", "h200"});
  EXPECT_THAT(sweep.out, HasSubstr("As the chain is written: Eager PyTorch has one kernel for softmax"));
}

TEST_F(EagerCommand, IsNoNameOfAValue) {
  const auto both = run({"predict", "softmax", "--cuts", "eager,y.1"});
  EXPECT_EQ(both.exit, 2);
  EXPECT_THAT(both.err, AllOf(HasSubstr("'eager' is a whole plan"), HasSubstr("--cuts eager --cuts y.1")));
  EXPECT_THAT(run({"emit", "scale-mask-softmax", "--cuts", "eager"}).out, HasSubstr("eager, 3 kernels"));
  EXPECT_THAT(run({"emit", "softmax", "--cuts", "best"}).err, HasSubstr("needs a machine's figures"));
}

}  // namespace eager_test
