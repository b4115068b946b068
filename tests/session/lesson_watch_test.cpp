// A lesson that changes is read beside the window, and a reading that hangs is left alone.
#include "session/state/lesson_watch.hpp"

#include "base/resources.hpp"
#include "golden.hpp"

#include <chrono>
#include <future>

namespace lesson_watch_test {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class Watch : public testing::Test {
 protected:
  Watch() { write("T"); }
  void write(const std::string& title) {
    base::write_file(file_,
                     "+++\nid = \"71\"\ntitle = \"" + title + "\"\nminutes = 5\ngoal = \"G\"\n+++\n## S\n\nProse.\n");
    fs::last_write_time(file_, fs::file_time_type::clock::now() + std::chrono::seconds(++writings_));
  }
  tests::TemporaryFolder folder_;
  fs::path file_ = folder_.path() / "lesson.md";
  int writings_ = 0;
};

TEST_F(Watch, ReadsOnAThreadOfItsOwn) {
  session::LessonWatch watch;
  std::promise<std::thread::id> woken;
  watch.on_wake([&] { woken.set_value(std::this_thread::get_id()); });
  watch.follow(file_);
  EXPECT_FALSE(watch.take_change());
  write("Other");
  auto thread = woken.get_future();
  ASSERT_EQ(thread.wait_for(30s), std::future_status::ready);
  EXPECT_NE(thread.get(), std::this_thread::get_id());
  const auto read = watch.take_change();
  ASSERT_TRUE(read && *read);
  EXPECT_EQ((*read)->title, "Other");
  EXPECT_FALSE(watch.take_change()) << "once";
}

TEST_F(Watch, LooksAtOnceWhereThatIsAsked) {
  session::LessonWatch watch;
  EXPECT_FALSE(watch.look());
  watch.follow(file_);
  EXPECT_FALSE(watch.look());
  write("Other");
  const auto read = watch.look();
  ASSERT_TRUE(read && *read);
  EXPECT_EQ((*read)->title, "Other");
}

TEST_F(Watch, AReadingThatHangsIsLeftAlone) {
  std::promise<void> begun, go_on;
  std::shared_future<void> released = go_on.get_future().share();
  auto watch = std::make_unique<session::LessonWatch>();
  watch->on_wake([&begun, released] {
    begun.set_value();
    released.wait();
  });
  watch->follow(file_);
  write("Other");
  ASSERT_EQ(begun.get_future().wait_for(30s), std::future_status::ready);
  const auto start = std::chrono::steady_clock::now();
  watch.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - start, 20s);
  go_on.set_value();
}

}  // namespace lesson_watch_test
