// onetrip grad: a chain goes in, a chain comes out that the other commands take.
#include "base/resources.hpp"
#include "cli/program.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace grad_cli_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using tests::onetrip;

class GradCommand : public testing::Test {
 protected:
  tests::Outcome run(const std::vector<std::string>& arguments) const {
    return onetrip(arguments, {home_.path().string(), "", {}}, 300);
  }
  tests::TemporaryFolder home_;
};

TEST_F(GradCommand, PrintsAChainThatPredictTakes) {
  const auto printed = run({"grad", "bias-gelu", "--to", "x"});
  ASSERT_EQ(printed.exit, 0) << printed.err;
  EXPECT_THAT(printed.out, AllOf(HasSubstr("d_y: f32[4096, 8192]\n"), HasSubstr("out d_x\n")));
  const auto predicted = run({"predict", printed.out, "--spec", "h200"});
  EXPECT_EQ(predicted.exit, 0) << predicted.err;
  EXPECT_THAT(predicted.out, HasSubstr("fused: 3 crossings"));
}

TEST_F(GradCommand, RunsOnTheProcessorWithRightOutputs) {
  tests::calibrate(home_.path());
  for (const char* chain : {"x: f32[64, 96]; g: f32[96]; y = rmsnorm(x, g)", "x: f32[64, 96]; y = gelu_erf(relu(x))",
                            "x: bf16[64, 96]; y = max(abs(x)) * x", "x: f32[8, 4, 16]; w: f32[16, 8]; y = x @ w"}) {
    const auto printed = run({"grad", chain});
    ASSERT_EQ(printed.exit, 0) << printed.err;
    const auto ran = run({"run", printed.out, "--device", "cpu", "--quick", "--json"});
    ASSERT_EQ(ran.exit, 0) << printed.out << ran.err << ran.out;
    for (const auto& plan : nlohmann::json::parse(ran.out)["plans"]) {
      EXPECT_TRUE(plan["verdict"]["passed"].get<bool>()) << printed.out;
    }
  }
}

TEST_F(GradCommand, KeepingPrintsBothChainsAndJsonNamesThem) {
  const std::string chain = "x: f32[8, 4]; b: f32[4]; t = x + b; y = gelu(t)";
  const auto kept = run({"grad", chain, "--to", "x", "--keep", "t"});
  EXPECT_THAT(kept.out, AllOf(HasSubstr("# the forward pass, which keeps t:"), HasSubstr("out t, y"),
                              HasSubstr("# the backward pass:\nt: f32[8, 4]\nd_y")));
  const auto json = nlohmann::json::parse(run({"grad", chain, "--json"}).out);
  EXPECT_EQ(json["gradients"]["x"], "d_x");
  EXPECT_FALSE(json.contains("forward"));
  const std::string file = (home_.path() / "back.chain").string();
  EXPECT_EQ(run({"grad", chain, "-o", file}).out, "");
  EXPECT_THAT(*base::read_file(file, 4096), HasSubstr("out d_x, d_b"));
}

TEST_F(GradCommand, SaysWhatItCannot) {
  const auto refused = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "grad");
    const auto outcome = run(arguments);
    EXPECT_EQ(outcome.exit, 2);
    return outcome.err;
  };
  EXPECT_THAT(refused({"bias-gelu", "--to", "c"}), AllOf(HasSubstr("no input called 'c'"), HasSubstr("x, b")));
  EXPECT_THAT(refused({"bias-gelu", "--of", "x"}), HasSubstr("no output called 'x'"));
  EXPECT_THAT(refused({"bias-gelu", "--keep", "b"}), HasSubstr("no value of an op called 'b'"));
  EXPECT_THAT(refused({"bias-gelu", "--to", "x,x"}), HasSubstr("named twice"));
  EXPECT_THAT(refused({"bias-gelu", "--to", ","}), HasSubstr("--to: a name is missing in ','"));
  EXPECT_THAT(refused({"bias-gelu", "--keep", ",y.1"}), HasSubstr("a name is missing"));
  EXPECT_THAT(refused({"int4-linear"}), HasSubstr("integers have no gradient"));
  EXPECT_THAT(refused({"p: f32[4, 2, 8]; t: i32[1, 2]; y = gather(p, t) * 2", "--to", "p"}),
              HasSubstr("gather has no gradient"));
  EXPECT_THAT(refused({"y = "}), HasSubstr("^"));
}

}  // namespace grad_cli_test
