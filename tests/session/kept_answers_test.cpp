// Answers come back in the next session, locked as they were; a broken file is moved aside with a word.
#include "session/lesson/kept_answers.hpp"

#include "session/state/answer_file.hpp"
#include "stage.hpp"

#include <fstream>
#include <iterator>

namespace kept_answers_test {

session::Services keeping() {
  session::Services services;
  services.device = std::make_shared<tests::FakeDevice>(std::make_shared<tests::Orders>());
  services.keeps_answers = true;
  return services;
}

std::filesystem::path file() {
  return session::answers_path();
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
  EXPECT_NE(before.find("You guessed 3"), std::string::npos) << before;
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
  EXPECT_EQ(session::text_twin(session.view()).find("You guessed 3"), std::string::npos);
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

TEST(KeptAnswers, AFileThatIsNoneIsMovedAsideWithAWord) {
  for (const std::string text : {"x", "{", "[]\n", "{\"onetrip_answers\":2}\n", "\n\nrubbish\n\n"}) {
    const tests::Home home;
    std::ofstream(file()) << text;
    session::Session session(keeping());
    ASSERT_TRUE(session.open_lesson("02")) << text;
    if (text == "{") continue;  // may be the first byte of a line of ours
    const std::string page = session::text_twin(session.view());
    EXPECT_NE(page.find("could not be read"), std::string::npos) << page;
    EXPECT_EQ(text_of(file().parent_path() / "answers.broken.jsonl"), text);
  }
}

TEST(KeptAnswers, ABrokenLineIsNamedAndTheOthersAreUsed) {
  const tests::Home home;
  {
    session::Session session(keeping());
    answer(session, "3", true);
  }
  std::string text = text_of(file());
  const std::size_t second = text.find('\n') + 1;
  text[text.find("k1.write.t", second)] = 'K';
  std::ofstream(file()) << text;
  session::Session session(keeping());
  ASSERT_TRUE(session.open_lesson("02"));
  const std::string page = session::text_twin(session.view());
  EXPECT_NE(page.find("answers.jsonl:2"), std::string::npos) << page;
  EXPECT_NE(page.find("1 of your earlier answers cannot be used"), std::string::npos) << page;
  session.go_to_step(1);
  EXPECT_TRUE(session.act("arrow:k1.read.x")) << "the arrows are open again";
  session.go_to_step(4);
  EXPECT_FALSE(session.act("guess.set", "2")) << "the guess is locked as it was";
}

TEST(KeptAnswers, OnlyWhatChangedIsAdded) {
  const tests::Home home;
  session::Session session(keeping());
  answer(session, "3", true);
  const std::string before = text_of(file());
  for (int step = 1; step <= 10; ++step) session.go_to_step(step);
  EXPECT_EQ(text_of(file()), before);
  session.go_to_step(7);
  ASSERT_TRUE(session.act("guess.set", "5"));
  ASSERT_TRUE(session.act("guess.lock"));
  const std::string after = text_of(file());
  EXPECT_TRUE(after.starts_with(before)) << "what was there is untouched";
  EXPECT_EQ(std::ranges::count(after, '\n'), std::ranges::count(before, '\n') + 1);
}

TEST(KeptAnswers, TheStudentsNameGoesIntoTheFileOnce) {
  const tests::Home home;
  for (const char* name : {"Ada", "Ada", "", "Grace"}) {
    session::Services services = keeping();
    services.student = name;
    session::Session session(services);
    ASSERT_TRUE(session.open_lesson("02"));
  }
  const auto answers = lesson::load_answers(file());
  ASSERT_TRUE(answers);
  EXPECT_EQ(answers->student, "Grace");
  EXPECT_EQ(answers->sound, 3) << "a beginning and two names";
}

TEST(KeptAnswers, AnAnswerThatDoesNotFitItsTaskIsOpenAgain) {
  const tests::Home home;
  {
    session::AnswerFile out;
    std::vector<lesson::AnswerEvent> events;
    for (const char* task : {"arrows", "strike", "why", "ratio", "run-bias", "no-such-task"}) {
      lesson::AnswerEvent event;
      event.lesson = "02";
      event.task = task;
      event.answer.locked = true;
      if (event.task == "why") event.answer.chosen = 20;
      events.push_back(event);
    }
    out.add(events);
  }
  session::Session session(keeping());
  ASSERT_TRUE(session.open_lesson("02"));
  EXPECT_NE(session::text_twin(session.view()).find("4 of your earlier answers"), std::string::npos)
      << session::text_twin(session.view());
  EXPECT_TRUE(session.act("arrow:k1.read.x"));
  session.go_to_step(3);
  EXPECT_TRUE(session.act("choice:B"));
  EXPECT_TRUE(session.act("guess.lock"));
  session::Session next(keeping());
  ASSERT_TRUE(next.open_lesson("02"));
  next.go_to_step(3);
  EXPECT_FALSE(next.act("choice:A")) << "the first lock that fits stands";
}

TEST(KeptAnswers, AnAnswerThatIsTooLongIsSaidAndKeepsNoOtherBack) {
  const tests::Home home;
  session::Session session(keeping());
  ASSERT_TRUE(session.open_lesson("02"));
  session.go_to_step(10);
  ASSERT_TRUE(session.act("words.set", std::string(lesson::max_answer_line, 'w')));
  ASSERT_TRUE(session.act("guess.lock"));
  EXPECT_NE(session::text_twin(session.view()).find("longer than 64 KiB"), std::string::npos);
  session.go_to_step(7);
  ASSERT_TRUE(session.act("guess.set", "5"));
  ASSERT_TRUE(session.act("guess.lock"));
  session::Session next(keeping());
  ASSERT_TRUE(next.open_lesson("02"));
  next.go_to_step(7);
  EXPECT_FALSE(next.act("guess.set", "4"));
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
  next.go_to_step(1);
  EXPECT_TRUE(next.act("arrow:k1.read.x")) << "and at the next start";
  EXPECT_NE(text_of(file()).find("\"typed\":\"3\""), std::string::npos) << "what was answered first is still told";
}

TEST(KeptAnswers, ADiskThatRefusesIsSaidAndLosesNothingElse) {
  const tests::Home home;
  session::Session session(keeping());
  std::filesystem::create_directories(file());  // in the way
  ASSERT_TRUE(session.open_lesson("02"));
  EXPECT_NE(session::text_twin(session.view()).find("is a folder"), std::string::npos)
      << session::text_twin(session.view());
  EXPECT_TRUE(session.act("arrow:k1.read.x"));
  session.go_to_step(2);
  EXPECT_NE(session::text_twin(session.view()).find("could not be saved"), std::string::npos);
  EXPECT_TRUE(std::filesystem::is_directory(file())) << "nothing of theirs is moved";
}

}  // namespace kept_answers_test
