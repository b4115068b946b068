// Answers come back in the next session, locked as they were; a broken file is moved aside with a word.
#include "session/kept_answers.hpp"

#include "stage.hpp"

#include <fstream>
#include <iterator>

namespace {

session::Services keeping() {
  session::Services services;
  services.device = std::make_shared<tests::FakeDevice>(std::make_shared<tests::Orders>());
  services.keeps_answers = true;
  return services;
}

std::filesystem::path file() {
  return base::user_data() / "lessons" / "02.json";
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Steps 1 to 4 of lesson 02: the third locked wrong, the guess of the fourth as given.
void answer(session::Session& session, const std::string& guess, bool lock) {
  ASSERT_TRUE(session.open_lesson("02"));
  for (const char* arrow : {"k1.read.x", "k1.write.t", "k2.read.t", "k2.write.y"}) {
    ASSERT_TRUE(session.act(std::string("arrow:") + arrow)) << session::text_twin(session.view());
  }
  session.go_to_step(3);
  ASSERT_TRUE(session.act("choice:C"));
  ASSERT_TRUE(session.act("guess.lock"));
  session.go_to_step(4);
  ASSERT_TRUE(session.act("guess.set", guess));
  if (lock) {
    ASSERT_TRUE(session.act("guess.lock"));
  }
}

TEST(KeptAnswers, ALockStaysALock) {
  const tests::Home home;
  std::string before;
  {
    session::Session session(keeping());
    answer(session, "3", true);
    before = session::text_twin(session.view());
  }
  session::Session session(keeping());
  ASSERT_TRUE(session.open_last());
  EXPECT_EQ(session::text_twin(session.view()), before);
  EXPECT_NE(before.find("Your guess: 3"), std::string::npos) << before;
  EXPECT_FALSE(session.act("guess.set", "2"));
  EXPECT_FALSE(session.act("guess.lock"));
  session.go_to_step(3);
  EXPECT_FALSE(session.act("choice:B"));
  session.go_to_step(1);
  EXPECT_FALSE(session.act("arrow:k1.read.x"));
}

TEST(KeptAnswers, WhatWasNotLockedIsKeptOpenAndGivesNothingAway) {
  const tests::Home home;
  {
    session::Session session(keeping());
    answer(session, "3", false);
  }
  session::Session session(keeping());
  ASSERT_TRUE(session.open_last());
  EXPECT_EQ(session::text_twin(session.view()).find("Your guess: 3"), std::string::npos);
  EXPECT_TRUE(session.act("guess.set", "2"));
  EXPECT_TRUE(session.act("guess.lock"));
}

TEST(KeptAnswers, OnlyWhereTheSessionKeepsThem) {
  const tests::Home home;
  session::Services services = keeping();
  services.keeps_answers = false;
  {
    session::Session session(services);
    answer(session, "3", true);
  }
  EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST(KeptAnswers, ABrokenFileIsMovedAsideWithAWord) {
  for (const std::string text :
       {"", "{", "[]", "{\"onetrip_answers\": 2, \"answers\": {}}", "{\"onetrip_answers\": 1}"}) {
    const tests::Home home;
    std::filesystem::create_directories(file().parent_path());
    std::ofstream(file()) << text;
    session::Session session(keeping());
    ASSERT_TRUE(session.open_lesson("02")) << text;
    const std::string page = session::text_twin(session.view());
    EXPECT_NE(page.find("could not be read"), std::string::npos) << page;
    EXPECT_EQ(text_of(file().parent_path() / "02.broken.json"), text);
  }
}

TEST(KeptAnswers, AnAnswerThatDoesNotFitItsTaskIsOpenAgain) {
  const tests::Home home;
  std::filesystem::create_directories(file().parent_path());
  const std::string rest = R"("skipped": false, "hint": false, "typed": "", "marks": [], "struck": [])";
  std::ofstream(file()) << R"({"onetrip_answers": 1, "lesson": "02", "answers": {)"
                        << R"("arrows": {"locked": true, "chosen": -1, )" << rest << "},"
                        << R"("strike": {"locked": true, "chosen": -1, )" << rest << "},"
                        << R"("why": {"locked": true, "chosen": 99, )" << rest << "},"
                        << R"("ratio": {"locked": true, "chosen": -1, )" << rest << "},"
                        << R"("run-bias": {"locked": true, "chosen": -1, )" << rest << "},"
                        << R"("no-such-task": 7}})";
  session::Session session(keeping());
  ASSERT_TRUE(session.open_lesson("02"));
  EXPECT_NE(session::text_twin(session.view()).find("4 of your earlier answers"), std::string::npos)
      << session::text_twin(session.view());
  EXPECT_TRUE(session.act("arrow:k1.read.x"));
  session.go_to_step(3);
  EXPECT_TRUE(session.act("choice:B"));
}

TEST(KeptAnswers, TwoWindowsLoseNoLock) {
  const tests::Home home;
  {
    session::Session first(keeping()), second(keeping());
    ASSERT_TRUE(second.open_lesson("02"));
    answer(first, "3", true);
    second.go_to_step(2);
  }
  session::Session session(keeping());
  ASSERT_TRUE(session.open_lesson("02"));
  session.go_to_step(4);
  EXPECT_FALSE(session.act("guess.set", "2")) << "locked by the first window";
}

TEST(KeptAnswers, TheLessonStartsOverWhereItEnded) {
  const tests::Home home;
  session::Session session(keeping());
  answer(session, "3", true);
  session.go_to_step(9);
  EXPECT_FALSE(session.act("restart")) << "only on the last page";
  session.go_to_step(10);
  ASSERT_TRUE(session.act("restart"));
  EXPECT_NE(session::text_twin(session.view()).find("Step 1 of 10"), std::string::npos);
  session.go_to_step(4);
  EXPECT_TRUE(session.act("guess.set", "2")) << "open again";
  session::Session next(keeping());
  ASSERT_TRUE(next.open_lesson("02"));
  EXPECT_TRUE(next.act("arrow:k1.read.x")) << "and at the next start";
}

TEST(KeptAnswers, ADiskThatRefusesIsSaidAndLosesNothingElse) {
  const tests::Home home;
  session::Session session(keeping());
  std::filesystem::create_directories(base::user_data());
  std::ofstream(base::user_data() / "lessons") << "in the way";
  ASSERT_TRUE(session.open_lesson("02"));
  EXPECT_NE(session::text_twin(session.view()).find("could not be kept"), std::string::npos);
  EXPECT_TRUE(session.act("arrow:k1.read.x"));
}

}  // namespace
