// What was measured here comes back with the next start, or a sentence says why it does not.
#include "session/state/kept_runs.hpp"

#include "record/recording.hpp"
#include "session/state/settings.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <sys/wait.h>
#include <unistd.h>

namespace kept_runs_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr int run_step = 5;  // of lesson 02

std::shared_ptr<device::Device> fake() {
  return std::make_shared<tests::FakeDevice>(std::make_shared<tests::Orders>());
}

session::Services keeping() {
  session::Services services;
  services.device = fake();
  services.keeps_answers = true;
  services.rules.least = 3;
  services.rules.most = 6;
  return services;
}

std::filesystem::path file() {
  return session::runs_path(*fake());
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Lesson 02 up to its first run, and that run.
void run(session::Session& session) {
  ASSERT_TRUE(session.open_lesson("02"));
  const std::vector<std::vector<std::string>> answers = {
      {"arrow:k1.read.x", "arrow:k1.write.t", "arrow:k2.read.t", "arrow:k2.write.y"},
      {"arrow:k1.write.t", "arrow:k2.read.t", "guess.lock"},
      {"choice:C", "guess.lock"}};
  for (std::size_t step = 0; step < answers.size(); ++step) {
    session.go_to_step(static_cast<int>(step) + 1);
    for (const std::string& action : answers[step]) ASSERT_TRUE(session.act(action)) << action;
  }
  session.go_to_step(4);
  ASSERT_TRUE(session.act("guess.set", "3") && session.act("guess.lock"));
  session.go_to_step(run_step);
  ASSERT_TRUE(session.act("run.start")) << session::text_twin(session.view());
  session.wait();
  session.poll();
  ASSERT_THAT(session::text_twin(session.view()), HasSubstr("results identical"));
}

std::string again() {
  session::Session session(keeping());
  EXPECT_TRUE(session.open_last());
  return session::text_twin(session.view());
}

/// The file's measurements, changed and written as the program writes them.
template <class Change>
void change_runs(Change change) {
  auto runs = record::load(file());
  ASSERT_TRUE(runs) << base::render(runs.error());
  for (record::Measurement& one : *runs) change(one);
  record::save(*runs, file());
}

TEST(KeptRuns, ARestartShowsTheRunAsItWas) {
  const tests::Home home;
  std::string before;
  {
    session::Session session(keeping());
    run(session);
    before = session::text_twin(session.view());
  }
  EXPECT_EQ(again(), before);
}

/// The nodes of a page that were told after a tap: "task.saw.share".
bool told(session::Session& session, std::string_view id) {
  for (const auto* node : session::all_nodes(session.view())) {
    if (node->id == id) return true;
  }
  return false;
}

TEST(KeptRuns, WhatWasTappedOfThePlotIsNotAskedAgain) {
  const tests::Home home;
  {
    session::Session session(keeping());
    run(session);
    for (const char* tap : {"more", "about_same", "less"}) session.act(std::string("observe:share.") + tap);
    ASSERT_TRUE(told(session, "task.saw.share"));
  }
  {
    session::Session session(keeping());
    EXPECT_TRUE(session.open_last());
    EXPECT_TRUE(told(session, "task.saw.share"));
    ASSERT_TRUE(session.act("run.start"));
    session.wait();
    session.poll();
  }
  session::Session session(keeping());
  EXPECT_TRUE(session.open_last());
  EXPECT_FALSE(told(session, "task.saw.share")) << "another run is looked at anew";
}

TEST(KeptRuns, AKilledProgramHasKeptItToo) {
  const tests::Home home;
  const pid_t child = ::fork();
  if (child == 0) {
    session::Session session(keeping());
    run(session);
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_THAT(again(), HasSubstr("results identical"));
}

TEST(KeptRuns, OnlyWhereTheSessionKeepsAnswers) {
  const tests::Home home;
  session::Services services = keeping();
  services.keeps_answers = false;
  {
    session::Session session(services);
    run(session);
  }
  EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST(KeptRuns, StartingOverForgetsThem) {
  const tests::Home home;
  {
    session::Session session(keeping());
    run(session);
    session.go_to_step(100);
    ASSERT_TRUE(session.act("restart")) << session::text_twin(session.view());
  }
  session::Session session(keeping());
  ASSERT_TRUE(session.open_last());
  session.go_to_step(run_step);
  EXPECT_THAT(session::text_twin(session.view()), Not(HasSubstr("results identical")));
}

TEST(KeptRuns, HalfAFileIsMovedAsideWithAWordAndNothingIsLost) {
  for (const bool foreign : {false, true}) {
    const tests::Home home;
    {
      session::Session session(keeping());
      run(session);
    }
    const std::string whole = text_of(file());
    const std::string left = foreign ? "{\"onetrip_recording\": 99}" : whole.substr(0, whole.size() / 2);
    std::ofstream(file(), std::ios::binary) << left;
    const std::string said = again();
    EXPECT_THAT(said, AllOf(HasSubstr("could not be read"), HasSubstr("Run the chain again"),
                            Not(HasSubstr("results identical"))));
    std::filesystem::path aside = file();
    aside.replace_extension(".broken.json");
    EXPECT_EQ(text_of(aside), left);
  }
}

TEST(KeptRuns, AnotherVersionOrDeviceIsNotBelieved) {
  const auto said_of = [](auto change) {
    const tests::Home home;
    {
      session::Session session(keeping());
      run(session);
    }
    change_runs(change);
    return again();
  };
  EXPECT_THAT(said_of([](record::Measurement& one) { one.provenance.version = "0.0.9"; }),
              AllOf(HasSubstr("version 0.0.9 of the program"), Not(HasSubstr("results identical"))));
  EXPECT_THAT(said_of([](record::Measurement& one) { one.provenance.device = "Another processor"; }),
              AllOf(HasSubstr("was on Another processor"), Not(HasSubstr("results identical"))));
}

TEST(KeptRuns, AChangedLessonIsRunAnew) {
  const tests::Home home;
  {
    session::Session session(keeping());
    run(session);
  }
  session::Services services = keeping();
  services.find_lesson = [](std::string_view id) {
    auto lesson = lesson::find(id);
    for (auto& [name, chain] : lesson->chains)
      chain = std::make_shared<chain::Chain>(chain::resized(*chain, 8192, 4096));
    return lesson;
  };
  session::Session session(services);
  ASSERT_TRUE(session.open_last());
  EXPECT_THAT(session::text_twin(session.view()),
              AllOf(HasSubstr("The lesson's chain has changed"), Not(HasSubstr("results identical"))));
}

TEST(KeptRuns, AFileThatIsGoneIsRunAnewWithAWord) {
  const tests::Home home;
  {
    session::Session session(keeping());
    run(session);
  }
  std::filesystem::remove(file());
  EXPECT_THAT(again(), AllOf(HasSubstr("no longer on the disk"), Not(HasSubstr("results identical"))));
}

TEST(KeptRuns, TheNewestRunOfAChainStandsForIt) {
  const tests::Home home;
  session::Session session(keeping());
  run(session);
  auto runs = record::load(file());
  ASSERT_TRUE(runs);
  ASSERT_EQ(runs->size(), 1u);
  record::Measurement newer = runs->front();
  newer.provenance.seed = 77;
  EXPECT_EQ(session::keep_run(*fake(), newer), "");
  record::Measurement wrong = newer;
  wrong.plans.front().verdict.passed = false;
  EXPECT_EQ(session::keep_run(*fake(), wrong), "");
  runs = record::load(file());
  ASSERT_TRUE(runs);
  ASSERT_EQ(runs->size(), 1u);
  EXPECT_EQ(runs->front().provenance.seed, 77u);
}

TEST(KeptRuns, EachLessonKeepsItsPlaceAndTheSlidersStay) {
  const tests::Home home;
  {
    session::Session session(keeping());
    ASSERT_TRUE(session.open_lesson("01"));
    session.go_to_step(3);
    ASSERT_TRUE(session.open_lesson("02"));
    session.go_to_step(4);
  }
  EXPECT_EQ(session::load_settings().settings.places, (std::map<std::string, int>{{"01", 3}, {"02", 4}}));
  session::Settings settings = session::load_settings().settings;
  settings.road = 4;
  settings.jobs["01/8"] = 5;
  settings.ran["02"]["run-bias"] = "fake";
  session::save(settings);
  EXPECT_EQ(session::load_settings().settings, settings);
  session::Session session(keeping());
  ASSERT_TRUE(session.open_lesson("01"));
  session.go_to_step(3);
  const std::string third = session::text_twin(session.view());
  session::Session other(keeping());
  ASSERT_TRUE(other.open_lesson("01"));
  EXPECT_EQ(session::text_twin(other.view()), third);
}

}  // namespace kept_runs_test
