// Recall over days, by a clock that the test moves: off until asked for, ten cards a day at most, each when it is due;
// answers stay as they are, and a file that is broken, half written or from a later version does no harm.
#include "lesson/answers.hpp"
#include "lesson/loader.hpp"
#include "session/recall/deck.hpp"
#include "session/state/answer_file.hpp"
#include "session/state/settings.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <numeric>
#include <sstream>

namespace recall_test {

using std::chrono::hours;
using ::testing::HasSubstr;
using ::testing::Not;

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A home with answers to lessons 01 and 02, and a clock.
class Recall : public testing::Test {
 protected:
  void SetUp() override {
    ::setenv("TZ", "UTC", 1);
    services_.device = std::make_shared<tests::FakeDevice>(std::make_shared<tests::Orders>());
    services_.keeps_answers = true;
    services_.date = [this] { return now_; };
    now_ = std::chrono::system_clock::now();  // answers are dated by the computer's own clock
    open();
  }

  /// The program is started again.
  void open() {
    session_.reset();
    session_ = std::make_unique<session::Session>(services_);
    ASSERT_TRUE(session_->open_lesson("02"));
  }

  void answer_some() {
    session_->go_to_step(3);
    ASSERT_TRUE(session_->act("choice:C"));
    ASSERT_TRUE(session_->act("guess.lock"));
    session_->go_to_step(4);
    ASSERT_TRUE(session_->act("guess.set", "2"));
    ASSERT_TRUE(session_->act("guess.lock"));
  }

  void open_map() { ASSERT_TRUE(session_->act("course.open")); }
  void to_next_day() { now_ += hours(24); }

  const session::Node* node(std::string_view id) {
    for (const auto* found : session::all_nodes(session_->view())) {
      if (found->id == id) return found;
    }
    return nullptr;
  }
  std::string twin() { return session::text_twin(session_->view()); }

  /// Asks all that is due and rates each so; how many were asked.
  int sitting(std::string_view recalled) {
    if (!session_->act("recall.open")) return 0;
    int asked = 0;
    while (session_->act("recall.tell") && asked < 100) {
      EXPECT_TRUE(session_->act("recall.rate:" + std::string(recalled)));
      ++asked;
    }
    EXPECT_TRUE(session_->act("recall.close"));
    return asked;
  }

  tests::Home home_;
  session::Services services_;
  std::chrono::system_clock::time_point now_;
  std::unique_ptr<session::Session> session_;
};

TEST_F(Recall, IsOffUntilItIsAskedFor) {
  open_map();
  EXPECT_EQ(node("recall.notice"), nullptr) << "nothing was answered, so there is nothing to recall";
  ASSERT_TRUE(session_->act("course.close"));
  answer_some();
  open_map();
  ASSERT_NE(node("recall.notice"), nullptr);
  EXPECT_THAT(node("recall.notice")->label, HasSubstr("is off"));
  EXPECT_FALSE(session_->act("recall.open"));
  to_next_day();
  open();
  open_map();
  EXPECT_FALSE(session_->act("recall.open")) << "off stays off";
  ASSERT_TRUE(session_->act("recall.on"));
  open();
  open_map();
  EXPECT_THAT(node("recall.notice")->label, HasSubstr("to recall today")) << "on stays on";
  ASSERT_TRUE(session_->act("recall.off"));
  EXPECT_THAT(node("recall.notice")->label, HasSubstr("is off"));
}

TEST_F(Recall, CardsComeOnTheDayAfterTheAnswer) {
  answer_some();
  open_map();
  ASSERT_TRUE(session_->act("recall.on"));
  EXPECT_THAT(node("recall.notice")->label, HasSubstr("No cards are due today."));
  to_next_day();
  open();
  open_map();
  EXPECT_THAT(node("recall.notice")->label, HasSubstr("to recall today"));
}

TEST_F(Recall, ACardIsAskedThenToldThenRated) {
  answer_some();
  to_next_day();
  open_map();
  ASSERT_TRUE(session_->act("recall.on"));
  ASSERT_TRUE(session_->act("recall.open"));
  ASSERT_NE(node("recall.question"), nullptr);
  EXPECT_EQ(node("recall.answer"), nullptr);
  EXPECT_FALSE(session_->act("recall.rate:good")) << "not before it is told";
  ASSERT_TRUE(session_->act("recall.tell"));
  ASSERT_NE(node("recall.answer"), nullptr);
  EXPECT_THAT(twin(), HasSubstr("Good, in 2 days"));
  EXPECT_THAT(twin(), HasSubstr("Easy, in 8 days"));
  ASSERT_TRUE(session_->act("recall.rate:good"));
  EXPECT_THAT(contents(session::reviews_path()), HasSubstr("\"recalled\":\"good\""));
  EXPECT_EQ(node("recall.answer"), nullptr) << "the next card";
}

TEST_F(Recall, AMissedCardComesOnceMoreInTheSameSitting) {
  answer_some();
  to_next_day();
  open_map();
  ASSERT_TRUE(session_->act("recall.on"));
  ASSERT_TRUE(session_->act("recall.open"));
  ASSERT_TRUE(session_->act("recall.tell"));
  ASSERT_TRUE(session_->act("recall.rate:again"));
  int more = 0;
  while (session_->act("recall.tell")) {
    ASSERT_TRUE(session_->act("recall.rate:good"));
    ++more;
  }
  const auto read = lesson::read_reviews(contents(session::reviews_path()), "f");
  EXPECT_EQ(read.all.size(), static_cast<std::size_t>(more) + 1);
  EXPECT_EQ(read.all.front().card, read.all.back().card);
  EXPECT_THAT(twin(), HasSubstr("Done for today."));
}

/// Answers to every task of these lessons, as of the day before.
void answer_all(const std::vector<std::string>& lessons) {
  std::string text, seal;
  const auto add = [&](lesson::AnswerEvent event) {
    event.at = "2026-01-01T10:00:00Z";
    const std::string line = lesson::sealed_line(event, seal);
    seal = lesson::seal_of(line);
    text += line;
  };
  using Kind = lesson::AnswerEvent::Kind;
  add({.kind = Kind::begun, .lesson = {}, .task = {}, .text = "me", .answer = {}, .at = {}});
  for (const std::string& id : lessons) {
    const auto lesson = lesson::find(id);
    ASSERT_TRUE(lesson);
    for (const lesson::Step& step : lesson->steps) {
      if (!step.task) continue;
      lesson::Answer answer;
      answer.locked = true;
      add({.kind = Kind::answered, .lesson = id, .task = step.task->id, .text = {}, .answer = answer, .at = {}});
    }
  }
  std::filesystem::create_directories(session::answers_path().parent_path());
  std::ofstream(session::answers_path(), std::ios::binary) << text;
}

/// A month, in which what is due is asked every day: no day has more than ten cards, none comes before it is due, the
/// days between grow, every card has had its turn, and the answers are the same file to the byte.
TEST_F(Recall, AMonth) {
  const std::vector<std::string> lessons = {"01", "02", "05", "11"};
  answer_all(lessons);
  const std::string answers = contents(session::answers_path());
  now_ = std::chrono::sys_days(lesson::day_of("2026-01-01").value()) + hours(20);
  services_.course = [] {
    auto all = lesson::course();
    if (all) std::erase_if(*all, [](const lesson::Listed& one) { return one.id > "11" || one.id == "06"; });
    return all;
  };
  const auto start_again = [&] {
    session_.reset();
    session_ = std::make_unique<session::Session>(services_);
    ASSERT_TRUE(session_->open_lesson("14")) << "no open task of it stands in the way";
    open_map();
  };
  start_again();
  ASSERT_TRUE(session_->act("recall.on"));
  EXPECT_EQ(sitting("good"), 0) << "not on the day of the answers";
  std::vector<int> by_day;
  for (int day = 0; day < 30; ++day) {
    to_next_day();
    start_again();
    by_day.push_back(sitting("good"));
    EXPECT_LE(by_day.back(), session::most_cards_a_day);
    EXPECT_FALSE(session_->act("recall.open")) << "nothing more on day " << day;
  }
  EXPECT_EQ(by_day.front(), session::most_cards_a_day);
  const auto read = lesson::read_reviews(contents(session::reviews_path()), "f");
  EXPECT_EQ(read.all.size(), static_cast<std::size_t>(std::accumulate(by_day.begin(), by_day.end(), 0)));
  EXPECT_TRUE(read.flaws.empty());
  std::map<std::string, std::vector<lesson::Day>> days;
  for (const auto& review : read.all) days[review.card].push_back(review.on);
  EXPECT_GT(days.size(), 20u);
  for (const auto& [card, on] : days) {
    if (on.size() > 1) {
      EXPECT_GE((on[1] - on[0]).count(), 2) << card << ": good at first is two days";
    }
    for (std::size_t i = 2; i < on.size(); ++i) EXPECT_GT(on[i] - on[i - 1], on[i - 1] - on[i - 2]) << card;
  }
  EXPECT_EQ(contents(session::answers_path()), answers) << "the file of answers is not touched";
}

TEST_F(Recall, AClockThatWasWrongDoesNotSwallowCards) {
  answer_some();
  to_next_day();
  open_map();
  ASSERT_TRUE(session_->act("recall.on"));
  const auto right = now_;
  now_ += hours(24 * 3650);
  open();
  open_map();
  EXPECT_GT(sitting("good"), 0);
  now_ = right;
  to_next_day();
  to_next_day();
  open();
  open_map();
  to_next_day();
  to_next_day();
  open();
  open_map();
  EXPECT_THAT(node("recall.notice")->label, Not(HasSubstr("2036"))) << "not ten years from now";
}

TEST_F(Recall, AHalfWrittenFileGoesOn) {
  answer_some();
  to_next_day();
  open_map();
  ASSERT_TRUE(session_->act("recall.on"));
  std::ofstream(session::reviews_path(), std::ios::binary) << "{\"onetrip_review\":1,\"card\":\"02/wh";
  EXPECT_GT(sitting("good"), 0);
  const auto read = lesson::read_reviews(contents(session::reviews_path()), "f");
  EXPECT_FALSE(read.all.empty());
  EXPECT_EQ(read.torn, 0);
  EXPECT_TRUE(read.flaws.empty()) << "what was half written is gone";
}

TEST_F(Recall, AFileOfALaterVersionStaysAsItIs) {
  answer_some();
  to_next_day();
  open_map();
  ASSERT_TRUE(session_->act("recall.on"));
  const std::string later = "{\"onetrip_review\":2,\"deck\":[]}\n";
  std::ofstream(session::reviews_path(), std::ios::binary) << later;
  open();
  open_map();
  EXPECT_FALSE(session_->act("recall.open"));
  EXPECT_THAT(twin(), HasSubstr("later version of Onetrip"));
  EXPECT_THROW(session::keep_review({"02/why", lesson::Recalled::good, lesson::Day{}}), std::runtime_error);
  EXPECT_EQ(contents(session::reviews_path()), later);
}

TEST_F(Recall, AnotherProgramsFileIsMovedAside) {
  answer_some();
  to_next_day();
  open_map();
  ASSERT_TRUE(session_->act("recall.on"));
  std::ofstream(session::reviews_path(), std::ios::binary) << "dear diary\n";
  EXPECT_GT(sitting("good"), 0);
  auto kept = session::reviews_path();
  kept.replace_filename("recall.broken.jsonl");
  EXPECT_EQ(contents(kept), "dear diary\n");
}

TEST_F(Recall, ACardOpensItsStep) {
  answer_some();
  to_next_day();
  open_map();
  ASSERT_TRUE(session_->act("recall.on"));
  ASSERT_TRUE(session_->act("recall.open"));
  ASSERT_TRUE(session_->act("recall.step"));
  EXPECT_THAT(node("header")->label, HasSubstr("02 Count the crossings"));
}

}  // namespace recall_test
