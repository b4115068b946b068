// Several programs change one file at once: what each wrote is there afterwards.
#include "cli/program.hpp"
#include "golden.hpp"
#include "record/recording.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

namespace two_at_once_test {

class TwoAtOnce : public testing::Test {
 protected:
  tests::Outcome go(const std::vector<std::string>& arguments) {
    return tests::onetrip(arguments, {home_.path().string(), "", {}}, 120);
  }
  /// All at once.
  void all(const std::vector<std::vector<std::string>>& commands) {
    std::vector<tests::Outcome> outcomes(commands.size());
    {
      std::vector<std::jthread> programs;
      for (std::size_t i = 0; i < commands.size(); ++i)
        programs.emplace_back([&, i] { outcomes[i] = go(commands[i]); });
    }
    for (const tests::Outcome& outcome : outcomes) EXPECT_EQ(outcome.exit, 0) << outcome.err;
  }
  tests::TemporaryFolder home_;
};

TEST_F(TwoAtOnce, EightHostsAreAdded) {
  std::vector<std::vector<std::string>> commands;
  for (int i = 0; i < 8; ++i) commands.push_back({"devices", "add", "gpu" + std::to_string(i), "true"});
  all(commands);
  const auto kept = nlohmann::json::parse(go({"devices", "--json"}).out)["hosts"];
  EXPECT_EQ(kept.size(), 8u);
}

TEST_F(TwoAtOnce, FourAddToOneRecording) {
  const std::string file = (home_.path() / "r.json").string();
  const std::vector<std::string> ops = {"relu", "gelu", "exp", "tanh"};
  std::vector<std::vector<std::string>> commands;
  for (const std::string& op : ops) {
    commands.push_back({"record", "x: f32[64, 64]; y = " + op + "(x)", "--add", "-o", file, "--device", "cpu",
                        "--quick", "--seconds", "0.05"});
  }
  all(commands);
  const auto held = record::load(file);
  ASSERT_TRUE(held) << base::render(held.error());
  std::set<std::string> chains;
  for (const record::Measurement& one : *held) chains.insert(one.chain);
  EXPECT_EQ(chains.size(), ops.size());
  EXPECT_EQ(held->size(), ops.size()) << "once";
}

TEST_F(TwoAtOnce, WhatARunSavedBeforeIsNotAddedAgain) {
  const auto lesson = home_.path() / "95-two";
  std::filesystem::create_directories(lesson);
  std::string text =
      "+++\nid = \"95\"\ntitle = \"Two\"\nminutes = 5\ngoal = \"Two chains.\"\n+++\n\n## Step\n\nText.\n";
  const std::vector<std::string> ops = {"relu", "exp", "tanh"};
  for (const std::string& op : ops)
    text += "\n```chain " + op + "\nx: f32[64, 64]\na = x + 1\ny = " + op + "(a)\n```\n";
  std::ofstream(lesson / "lesson.md") << text;
  const std::string file = (home_.path() / "r.json").string();
  all({{"record", lesson.string(), "--add", "-o", file, "--device", "cpu", "--quick", "--seconds", "0.05"}});
  const auto held = record::load(file);
  ASSERT_TRUE(held) << base::render(held.error());
  EXPECT_EQ(held->size(), ops.size()) << "it is saved after the first and at the end";
}

}  // namespace two_at_once_test
