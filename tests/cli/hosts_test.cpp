// Cards on other hosts from the command line: named, asked by the doctor, used; local commands stand for ssh.
#include "cli/program.hpp"
#include "golden.hpp"
#include "places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hosts_test {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* chain = "x: f32[512, 1024]; y = gelu(x)";

class HostCommands : public testing::Test {
 protected:
  tests::Outcome go(const std::vector<std::string>& arguments) {
    return tests::onetrip(arguments, {home_.path().string(), {}, {}});
  }
  static std::string fake(const std::string& scenario) { return tests::fake_worker().string() + " " + scenario; }
  tests::TemporaryFolder home_;
};

TEST_F(HostCommands, AddAndRemove) {
  EXPECT_THAT(go({"devices", "add", "gpu7", fake("good")}).out, HasSubstr("--device gpu7"));
  EXPECT_THAT(go({"devices"}).out, AllOf(HasSubstr("gpu7: "), HasSubstr("not contacted now")));
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"devices", "add", "gpu7", "x"},
                                                {"devices", "add", "GPU", "x"},
                                                {"devices", "add", "gpu8", ""},
                                                {"devices", "add", "gpu8"},
                                                {"devices", "add", "gpu8", "ssh", "gpu8"},
                                                {"devices", "remove", "gpu8"},
                                                {"devices", "rename", "gpu7"},
                                                {"doctor", "add"}}) {
    const auto outcome = go(wrong);
    EXPECT_EQ(outcome.exit, 2) << outcome.out;
    EXPECT_NE(outcome.err, "");
  }
  EXPECT_EQ(go({"devices", "remove", "gpu7"}).exit, 0);
  EXPECT_THAT(go({"devices"}).out, Not(HasSubstr("gpu7")));
}

TEST_F(HostCommands, CheckSaysHowEachDoes) {
  go({"devices", "add", "good", fake("good")});
  go({"devices", "add", "locked", fake("denied")});
  go({"devices", "add", "shy", fake("no-rights")});
  const auto outcome = go({"devices", "--check", "--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.err;
  const json hosts = json::parse(outcome.out)["hosts"];
  ASSERT_EQ(hosts.size(), 3u);
  EXPECT_EQ(hosts[0]["device"], "NVIDIA H200 on gpu7");
  EXPECT_TRUE(hosts[1]["device"].is_null());
  EXPECT_THAT(hosts[1]["reason"].get<std::string>(), HasSubstr("asks for a password"));
  EXPECT_THAT(hosts[1]["remedy"].get<std::string>(), HasSubstr("ControlMaster"));
  EXPECT_EQ(hosts[2]["parts"][2]["part"], "count");
  EXPECT_FALSE(hosts[2]["parts"][2]["ready"]);
  EXPECT_THAT(go({"devices", "--check"}).out, HasSubstr("Only administrators may read counters here."));
}

TEST_F(HostCommands, TheDoctorNamesEveryPartAndWhoMendsIt) {
  const auto outcome = go({"doctor", "--worker", fake("no-rights")});
  ASSERT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("The CUDA compiler: ready"), HasSubstr("The GPU and its driver: ready"),
                                 HasSubstr("The byte counters: not ready. Only administrators")));
  EXPECT_THAT(go({"doctor", "--worker", fake("no-driver")}).out,
              AllOf(HasSubstr("The CUDA compiler: ready"), HasSubstr("The GPU and its driver: not ready. There is no"),
                    HasSubstr("You: Use the cpu device.")));
  const json bare = json::parse(go({"doctor", "--worker", fake("no-driver"), "--json"}).out);
  EXPECT_EQ(bare["refused"][0]["parts"][1]["part"], "run");
}

TEST_F(HostCommands, PredictAndEmitForThatCard) {
  go({"devices", "add", "gpu7", fake("good")});
  const json predicted = json::parse(go({"predict", chain, "--device", "gpu7", "--json"}).out);
  EXPECT_EQ(predicted["spec"], "h200") << "the data sheet of the card behind the worker";
  const auto emitted = go({"emit", chain, "--worker", fake("good")});
  EXPECT_EQ(emitted.exit, 0) << emitted.err;
  EXPECT_THAT(emitted.out, HasSubstr("__global__"));
  EXPECT_EQ(go({"emit", chain, "--device", "cpu"}).exit, 2);
  EXPECT_EQ(go({"emit", chain, "--device", "gpu7", "--sm", "90"}).exit, 2);
  EXPECT_EQ(go({"predict", chain, "--device", "gpu8"}).exit, 2);
  const auto uncalibrated = go({"predict", chain, "--device", "cpu"});
  EXPECT_EQ(uncalibrated.exit, 2);
  EXPECT_THAT(uncalibrated.err, HasSubstr("was not calibrated"));
}

TEST_F(HostCommands, TwoPlacesToRunAreRefused) {
  for (const char* command : {"run", "predict", "emit"}) {
    const auto outcome = go({command, "bias-gelu", "--device", "cpu", "--worker", "true"});
    EXPECT_EQ(outcome.exit, 2) << command;
    EXPECT_THAT(outcome.err, HasSubstr("--device cpu and --worker both say where")) << command;
  }
}

TEST_F(HostCommands, AHostThatDoesNotAnswerIsTheMachinesFailure) {
  go({"devices", "add", "locked", fake("denied")});
  const std::string figure = (home_.path() / "bytes.svg").string(), out = (home_.path() / "demo").string();
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"run", chain},
                                                    {"predict", chain},
                                                    {"emit", chain},
                                                    {"figure", "bytes", chain, "-o", figure},
                                                    {"lesson", "play", "02"},
                                                    {"demo", "--guess", "3", "--out", out}}) {
    auto with = arguments;
    with.insert(with.end(), {"--device", "locked"});
    const auto outcome = go(with);
    EXPECT_EQ(outcome.exit, 3) << arguments[0] << outcome.out;
    EXPECT_THAT(outcome.err, HasSubstr("asks for a password")) << arguments[0];
  }
  const auto behind = go({"lesson", "play", "02", "--worker", fake("denied")});
  EXPECT_EQ(behind.exit, 3);
  EXPECT_THAT(behind.err, HasSubstr("asks for a password"));
}

}  // namespace hosts_test
