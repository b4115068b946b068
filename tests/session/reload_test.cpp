// A lesson that its author changes while it is open: this is the new version, answers kept; a broken one told, the last
// good kept.
#include "base/resources.hpp"
#include "golden.hpp"
#include "lesson/named.hpp"
#include "session/session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <thread>

namespace reload_test {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class Reload : public testing::Test {
 protected:
  Reload() {
    base::set_places({.data = {}, .home = home_.path()});
    fs::create_directory(folder());
    text_ = base::read_file(base::program_file("lessons/template.md"), 1 << 20).value();
    write(text_);
  }
  ~Reload() override { base::set_places({}); }
  [[nodiscard]] fs::path folder() const { return home_.path() / "mine"; }
  /// Written with a later time: clocks of file systems are coarse.
  void write(const std::string& text) {
    const fs::path file = folder() / "lesson.md";
    base::write_file(file, text);
    fs::last_write_time(file, fs::file_time_type::clock::now() + std::chrono::seconds(++writings_));
  }
  static std::string replaced(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
  }
  static session::Services quiet() {
    session::Services services;
    services.no_device = "none in this test";
    services.find_lesson = lesson::named;
    return services;
  }
  static std::string page(session::Session& session) { return session::text_twin(session.view()); }

  tests::TemporaryFolder home_;
  std::string text_;
  int writings_ = 0;
};

TEST_F(Reload, AChangedLessonIsShownAnewAndItsAnswersStay) {
  session::Session session(quiet());
  ASSERT_TRUE(session.open_lesson(folder().string()));
  ASSERT_TRUE(session.act("guess.set", "3"));
  ASSERT_TRUE(session.act("guess.lock"));
  write(replaced(text_, "Two jobs, one after the other", "Two errands, one after the other"));
  session.wait();
  EXPECT_THAT(page(session), HasSubstr("Two errands"));
  EXPECT_THAT(page(session), HasSubstr("this is the new version"));
  EXPECT_FALSE(session.act("guess.set", "4")) << "what was locked stays locked";
}

TEST_F(Reload, ABrokenLessonIsToldAndTheLastGoodOneStays) {
  session::Session session(quiet());
  ASSERT_TRUE(session.open_lesson(folder().string()));
  write(replaced(text_, "kind = \"number\"", "kind = \"nubmer\""));
  session.wait();
  EXPECT_THAT(page(session), HasSubstr("the last good version is shown"));
  EXPECT_THAT(page(session), HasSubstr("nubmer"));
  EXPECT_THAT(page(session), HasSubstr("lesson.md:19"));
  EXPECT_THAT(page(session), HasSubstr("Two jobs"));
  write(text_);
  session.wait();
  EXPECT_THAT(page(session), Not(HasSubstr("the last good version is shown")));
}

TEST_F(Reload, ATaskThatBecameAnotherIsOpenAgain) {
  session::Session session(quiet());
  ASSERT_TRUE(session.open_lesson(folder().string()));
  ASSERT_TRUE(session.act("guess.set", "3"));
  ASSERT_TRUE(session.act("guess.lock"));
  write(replaced(text_, "asked = \"crossings.unfused\"", "asked = \"crossings.fused\""));
  session.wait();
  EXPECT_TRUE(session.act("guess.set", "4"));
}

TEST_F(Reload, TheWindowIsWokenByAChange) {
  session::Session session(quiet());
  ASSERT_TRUE(session.open_lesson(folder().string()));
  std::atomic<int> woken = 0;
  session.on_wake([&] { ++woken; });
  write(replaced(text_, "Two jobs, one after the other", "Two errands, one after the other"));
  for (int i = 0; i < 300 && woken == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_GT(woken, 0);
  EXPECT_TRUE(session.poll());
  EXPECT_THAT(page(session), HasSubstr("Two errands"));
  session.on_wake({});
}

TEST_F(Reload, AnIdOfTheCourseIsRefused) {
  write(replaced(text_, "id = \"90\"", "id = \"02\""));
  session::Session session(quiet());
  const auto opened = session.open_lesson(folder().string());
  ASSERT_FALSE(opened);
  EXPECT_THAT(opened.error().front().message, HasSubstr("'02'"));
}

TEST_F(Reload, FiguresOfChainsWithAnOpenTaskAreNotSaved) {
  session::Session session(quiet());
  ASSERT_TRUE(session.open_lesson(folder().string()));
  session.go_to_step(3);
  ASSERT_TRUE(session.act("lesson.export"));
  EXPECT_THAT(page(session), HasSubstr("its figures would give the answer away"));
  session.go_to_step(1);
  ASSERT_TRUE(session.act("guess.set", "3"));
  ASSERT_TRUE(session.act("guess.lock"));
  session.go_to_step(3);
  ASSERT_TRUE(session.act("lesson.export"));
  EXPECT_THAT(page(session), HasSubstr("one PDF of them"));
  EXPECT_TRUE(fs::exists(base::user_data() / "exports" / "90-figures" / "lesson-90.pdf"));
}

}  // namespace reload_test
