// onetrip glossary, and the course's map in `lesson list`, as a process.
#include "cli/program.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace glossary_test {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using tests::onetrip;

class GlossaryCommand : public testing::Test {
 protected:
  auto run(const std::vector<std::string>& arguments) { return onetrip(arguments, {home_.path().string(), "", {}}); }
  tests::TemporaryFolder home_;
};

TEST_F(GlossaryCommand, TellsAWordInFull) {
  const auto told = run({"glossary", "crossings"});
  EXPECT_EQ(told.exit, 0);
  EXPECT_THAT(told.out, HasSubstr("crossing\n")) << "its exact name";
  EXPECT_THAT(run({"glossary", "trips"}).out, testing::StartsWith("trip\n")) << "a word of its own";
  const auto kernel = run({"glossary", "Kernels"});
  EXPECT_EQ(kernel.exit, 0) << kernel.err;
  EXPECT_THAT(kernel.out, HasSubstr("kernel\n"));
  EXPECT_THAT(kernel.out, HasSubstr("In the warehouse: one shift"));
  EXPECT_THAT(kernel.out, HasSubstr("__global__"));
  const auto in_json = json::parse(run({"glossary", "kernel", "--json"}).out);
  EXPECT_EQ(in_json["lesson"], "01");
  EXPECT_TRUE(in_json.contains("breaks"));
}

TEST_F(GlossaryCommand, AMissingWordIsAMistakeWithAHint) {
  const auto outcome = run({"glossary", "kernl"});
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_THAT(outcome.err, HasSubstr("the glossary has no word 'kernl'"));
  EXPECT_THAT(outcome.err, HasSubstr("did you mean 'kernel'?"));
}

TEST_F(GlossaryCommand, ListsAllOfThem) {
  const auto all = json::parse(run({"glossary", "--json"}).out);
  EXPECT_GE(all["words"].size(), 30u);
  EXPECT_THAT(run({"glossary"}).out, HasSubstr("crossing"));
}

TEST_F(GlossaryCommand, TheListOfLessonsTellsPartAndClass) {
  const auto lessons = json::parse(run({"lesson", "list", "--json"}).out)["lessons"];
  const auto found = std::ranges::find_if(lessons, [](const json& one) { return one["id"] == "18"; });
  ASSERT_NE(found, lessons.end());
  EXPECT_EQ((*found)["part"], "D Models");
  EXPECT_EQ((*found)["class"], 10);
  EXPECT_THAT((*found)["needs"].get<std::vector<std::string>>(), ElementsAre("11", "12", "14"));
  EXPECT_THAT((*found)["goal"].get<std::string>(), HasSubstr("attention"));
  EXPECT_THAT(run({"lesson", "list"}).out, HasSubstr("A Trips"));
}

}  // namespace glossary_test
