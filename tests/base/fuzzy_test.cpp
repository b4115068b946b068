// Letters in order, words' beginnings first, no text too long.
#include "base/fuzzy.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fuzzy_test {

using base::fuzzy_score;

TEST(Fuzzy, LettersMustComeInTheirOrder) {
  EXPECT_TRUE(fuzzy_score("sfx", "softmax"));
  EXPECT_FALSE(fuzzy_score("xs", "softmax"));
  EXPECT_FALSE(fuzzy_score("softmaxx", "softmax"));
  EXPECT_EQ(fuzzy_score("", "anything"), 0);
  EXPECT_EQ(fuzzy_score("  ", "anything"), 0);
  EXPECT_FALSE(fuzzy_score("a", ""));
}

TEST(Fuzzy, CapitalsAndBlanksDoNotCount) {
  EXPECT_EQ(fuzzy_score("CHAIN lab", "Chain lab"), fuzzy_score("chainlab", "Chain lab"));
}

TEST(Fuzzy, WordsBeginningsAndRunsAreWorthMore) {
  EXPECT_GT(fuzzy_score("cl", "Chain lab"), fuzzy_score("cl", "uncle")) << "two words begin so";
  EXPECT_GT(fuzzy_score("lab", "Chain lab"), fuzzy_score("lab", "lesson about it"));
  EXPECT_GT(fuzzy_score("soft", "softmax"), fuzzy_score("soft", "so far, to"));
}

TEST(Fuzzy, TheBestWayIsFoundNotTheFirst) {
  EXPECT_EQ(fuzzy_score("lab", "Chain lab"), fuzzy_score("lab", "lesson of a lab"))
      << "the word itself, though its letters occur before";
}

TEST(Fuzzy, BytesOfOtherLettersAreLettersToo) {
  EXPECT_TRUE(fuzzy_score("\u00e9t", "l'\u00e9t\u00e9"));
  EXPECT_FALSE(fuzzy_score("\u00e8", "\u00e9"));
  EXPECT_FALSE(fuzzy_score("\xff\xfe", "softmax"));
}

TEST(Fuzzy, TenThousandLettersFitNothing) {
  EXPECT_FALSE(fuzzy_score(std::string(10'000, 'a'), "a short text"));
  EXPECT_TRUE(fuzzy_score("ab", std::string(100'000, 'a') + "b"));
}

}  // namespace fuzzy_test
