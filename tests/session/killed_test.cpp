// kill -9 at any moment, two windows at once, a full disk: what was answered is kept, or a sentence says that it is
// not.
#include "session/state/answer_file.hpp"
#include "session/state/settings.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <map>
#include <poll.h>
#include <random>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace killed_test {

/// What a disk says that takes what is written and loses it when it is flushed; 0: it works.
int flush_error = 0;

}  // namespace killed_test

/// In place of the C library's, for this whole program.
extern "C" int fsync(int file) {
  if (killed_test::flush_error == 0) return static_cast<int>(::syscall(SYS_fsync, file));
  errno = killed_test::flush_error;
  return -1;
}

namespace killed_test {

using ::testing::HasSubstr;
using ::testing::Not;
using Clock = std::chrono::steady_clock;

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
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The file as it is now.
lesson::Answers in_file() {
  return lesson::read_answers(text_of(file()), file().string());
}

using Kept = std::map<std::string, lesson::Answer>;

/// What is in it of lesson 02, by the task's id.
Kept kept() {
  return lesson::standing(in_file(), "02", [](const std::string&, const lesson::Answer&) { return true; });
}

/// The steps of lesson 02 whose answers are kept, and one answer to each.
struct Answer {
  int step = 0;
  std::string value;
  bool operator==(const Answer&) const = default;
};
constexpr std::array kept_steps = {1, 2, 3, 4, 6, 7, 9, 10};

std::vector<Answer> random_answers(std::mt19937& random) {
  std::vector<Answer> answers;
  for (const int step : kept_steps) {
    Answer answer{step, {}};
    if (step == 3 || step == 9) answer.value = std::string(1, static_cast<char>('A' + random() % 3));
    if (step == 4 || step == 6 || step == 7) answer.value = std::to_string(1 + random() % 9);
    if (step == 10) answer.value = "Trip " + std::to_string(random() % 1000) + ".";
    answers.push_back(answer);
  }
  std::ranges::shuffle(answers, random);
  return answers;
}

/// True once it is locked.
bool give(session::Session& session, const Answer& answer) {
  session.go_to_step(answer.step);
  const auto all = [&](std::initializer_list<const char*> actions) {
    return std::ranges::all_of(actions, [&](const char* action) { return session.act(action); });
  };
  switch (answer.step) {
    case 1:
      return all({"arrow:k1.read.x", "arrow:k1.write.t", "arrow:k2.read.t", "arrow:k2.write.y"});
    case 2:
      return all({"arrow:k1.write.t", "arrow:k2.read.t", "guess.lock"});
    case 3:
    case 9:
      return session.act("choice:" + answer.value) && session.act("guess.lock");
    case 10:
      return session.act("words.set", answer.value) && session.act("guess.lock");
    default:
      return session.act("guess.set", answer.value) && session.act("guess.lock");
  }
}

/// Whether the file has this answer, locked.
bool has(const Kept& answers, const Answer& answer) {
  static const auto lesson = lesson::find("02");
  const auto& id = lesson->steps[static_cast<std::size_t>(answer.step - 1)].task->id;
  const auto found = answers.find(id);
  if (found == answers.end() || !found->second.locked) return false;
  const lesson::Answer& there = found->second;
  if (answer.step == 1) return there.marks.size() == 4;
  if (answer.step == 2) return there.struck.size() == 2;
  if (answer.step == 3 || answer.step == 9) return there.chosen == answer.value[0] - 'A';
  return there.typed == answer.value;
}

std::ptrdiff_t locked(const Kept& answers) {
  return std::ranges::count_if(answers, [](const auto& one) { return one.second.locked; });
}

/// A process with a window's session of its own that gives these answers, one after the other, and tells of each once
/// it is locked. It ends without a last save, as a killed one does.
class Student {
 public:
  explicit Student(const std::vector<Answer>& answers) {
    std::array<int, 2> told{}, begin{};
    if (::pipe(told.data()) != 0 || ::pipe(begin.data()) != 0) throw std::runtime_error("pipe failed");
    child_ = ::fork();
    if (child_ == 0) {
      session::Session session(keeping());
      bool good = static_cast<bool>(session.open_lesson("02"));
      tell(told[1], 'r');
      char go = 0;
      good = ::read(begin[0], &go, 1) == 1 && good;
      for (std::size_t i = 0; good && i < answers.size(); ++i) {
        good = give(session, answers[i]);
        tell(told[1], good ? 'a' : 'x');
      }
      ::_exit(good ? 0 : 1);
    }
    ::close(told[1]);
    ::close(begin[0]);
    told_ = told[0];
    begin_ = begin[1];
    char ready = 0;
    EXPECT_EQ(::read(told_, &ready, 1), 1) << "the lesson is open";
  }
  ~Student() {
    if (child_ > 0) end(SIGKILL);
    ::close(told_);
    ::close(begin_);
  }
  Student(const Student&) = delete;
  Student& operator=(const Student&) = delete;

  void begin() const { tell(begin_, 'g'); }
  /// Until it has told of so many answers in all.
  void wait_for(std::size_t answers) {
    for (char one = 0; told_of_ < answers && ::read(told_, &one, 1) == 1; ++told_of_) EXPECT_EQ(one, 'a');
  }
  /// Until it has the file open: to write into it, or to wait for its turn. False after two seconds without.
  [[nodiscard]] bool comes_to(const std::filesystem::path& path) const {
    const auto held = "/proc/" + std::to_string(child_) + "/fd";
    const auto whole = std::filesystem::canonical(path);
    std::error_code gone;  // what it closes while we look
    for (const auto end = Clock::now() + std::chrono::seconds(2); Clock::now() < end;) {
      for (const auto& one : std::filesystem::directory_iterator(held)) {
        if (std::filesystem::read_symlink(one.path(), gone) == whole) return true;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }
  /// With a signal, or 0: when it has done all. Returns how many answers it told of.
  std::size_t end(int signal) {
    if (signal != 0) ::kill(child_, signal);
    int status = 0;
    ::waitpid(child_, &status, 0);
    child_ = -1;
    if (signal == 0) {
      EXPECT_EQ(status, 0) << "every answer was taken";
    }
    for (char one = 0; ::read(told_, &one, 1) == 1; ++told_of_) EXPECT_EQ(one, 'a');
    return told_of_;
  }

 private:
  static void tell(int pipe, char what) {
    if (::write(pipe, &what, 1) != 1) ::_exit(2);
  }
  pid_t child_ = -1;
  int told_ = -1, begin_ = -1;
  std::size_t told_of_ = 0;
};

unsigned number_from(const char* variable, unsigned otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

// The moment is drawn from how many answers were told of and the time that one takes, so that kills fall before, within
// and after writing whatever the machine's pace.
TEST(Killed, AtAnyMomentAtMostTheUnfinishedAnswerIsLost) {
  const unsigned seed = number_from("ONETRIP_SEED", 1), kills = number_from("ONETRIP_KILLS", 50);
  std::mt19937 random(seed);
  std::chrono::nanoseconds one_answer{};
  {
    const tests::Home home;
    const auto answers = random_answers(random);
    Student student(answers);
    const auto begin = Clock::now();
    student.begin();
    ASSERT_EQ(student.end(0), answers.size());
    one_answer = (Clock::now() - begin) / answers.size();
    for (const auto& answer : answers) EXPECT_TRUE(has(kept(), answer)) << answer.step;
  }
  std::size_t unfinished = 0, torn = 0;
  for (unsigned n = 0; n < kills && !HasFailure(); ++n) {
    SCOPED_TRACE("ONETRIP_SEED=" + std::to_string(seed) + ", kill " + std::to_string(n + 1));
    const tests::Home home;
    const auto answers = random_answers(random);
    Student student(answers);
    student.begin();
    const std::size_t wanted = random() % (kept_steps.size() + 1);
    student.wait_for(wanted);
    std::this_thread::sleep_for(one_answer * (random() % 1000) / 1000);
    const std::size_t done = student.end(SIGKILL);
    ASSERT_GE(done, wanted);

    const lesson::Answers read = in_file();
    ASSERT_TRUE(read.flaws.empty()) << base::render(read.flaws);
    torn += read.torn > 0 ? 1 : 0;
    const Kept there = kept();
    for (std::size_t i = 0; i < done; ++i) EXPECT_TRUE(has(there, answers[i])) << answers[i].step << text_of(file());
    EXPECT_LE(locked(there), static_cast<std::ptrdiff_t>(done) + 1) << "and the one that was being told of";
    unfinished += locked(there) > static_cast<std::ptrdiff_t>(done) ? 1 : 0;
    EXPECT_EQ(session::load_settings().notice, "");
    session::Session next(keeping());
    ASSERT_TRUE(next.open_lesson("02"));
    EXPECT_THAT(session::text_twin(next.view()), Not(HasSubstr("could not be")));
    for (const Answer& answer : answers) {
      const bool open = !has(kept(), answer);
      if (open) {
        EXPECT_TRUE(give(next, answer)) << "what was lost can be answered";
      }
      EXPECT_TRUE(has(kept(), answer)) << "after the next start";
    }
    EXPECT_TRUE(in_file().flaws.empty()) << base::render(in_file().flaws);
    EXPECT_EQ(in_file().torn, 0) << "what the killed one left half written is swept away";
  }
  RecordProperty("written_but_not_told_of", static_cast<int>(unfinished));
  RecordProperty("half_written", static_cast<int>(torn));
}

TEST(Killed, HalfALineLeftByAnyKillGoesWithTheNextAnswer) {
  const tests::Home home;
  {
    session::Session session(keeping());
    ASSERT_TRUE(session.open_lesson("02"));
    ASSERT_TRUE(give(session, {4, "3"}));
    ASSERT_TRUE(give(session, {7, "5"}));
  }
  const std::string text = text_of(file());
  const std::size_t last = text.rfind('\n', text.size() - 2) + 1;
  for (std::size_t cut = last; cut < text.size(); cut += 7) {
    std::ofstream(file(), std::ios::binary) << text.substr(0, cut);
    session::Session session(keeping());
    ASSERT_TRUE(session.open_lesson("02"));
    const bool half = cut > last;
    EXPECT_EQ(session::text_twin(session.view()).find("only half written") != std::string::npos, half) << cut;
    ASSERT_TRUE(give(session, {7, "4"})) << "its question is open again";
    EXPECT_TRUE(has(kept(), {4, "3"})) << cut;
    EXPECT_TRUE(has(kept(), {7, "4"})) << cut;
    EXPECT_TRUE(in_file().flaws.empty()) << cut << base::render(in_file().flaws);
    EXPECT_EQ(in_file().torn, 0);
  }
}

/// Editors leave the last line end out, and a kill may have taken just that.
TEST(Killed, AWholeLineThatMissesOnlyItsEndIsKept) {
  const tests::Home home;
  {
    session::Session session(keeping());
    ASSERT_TRUE(session.open_lesson("02"));
    ASSERT_TRUE(give(session, {4, "3"}));
  }
  const std::string text = text_of(file());
  std::ofstream(file(), std::ios::binary) << text.substr(0, text.size() - 1);
  session::Session session(keeping());
  ASSERT_TRUE(session.open_lesson("02"));
  ASSERT_TRUE(give(session, {7, "5"}));
  EXPECT_TRUE(in_file().flaws.empty()) << "the next begins a line of its own: " << base::render(in_file().flaws);
  EXPECT_TRUE(has(kept(), {4, "3"}));
  EXPECT_TRUE(has(kept(), {7, "5"}));
}

TEST(TwoWindows, AnswerAtOnceAndBothAreKept) {
  std::mt19937 random(number_from("ONETRIP_SEED", 1));
  for (int round = 0; round < 10 && !HasFailure(); ++round) {
    const tests::Home home;
    const auto answers = random_answers(random);
    const std::vector<Answer> one(answers.begin(), answers.begin() + 4), other(answers.begin() + 4, answers.end());
    Student first(one), second(other);
    first.begin();
    second.begin();
    EXPECT_EQ(first.end(0), one.size());
    EXPECT_EQ(second.end(0), other.size());
    for (const auto& answer : answers) EXPECT_TRUE(has(kept(), answer)) << round << ": " << answer.step;
  }
}

/// Each line is sealed to the one before: who wrote in another's turn would leave a gap.
TEST(TwoWindows, OneWritesAtATime) {
  const tests::Home home;
  Student student({{4, "3"}});
  {
    session::AnswerFile turn;
    student.begin();
    EXPECT_TRUE(student.comes_to(file()));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));  // time enough to write, were it not to wait
    EXPECT_EQ(text_of(file()), "");
    lesson::AnswerEvent event;
    event.lesson = "02";
    event.task = lesson::find("02")->steps[9].task->id;
    event.answer.locked = true;
    event.answer.typed = "One trip.";
    turn.add({event});
  }
  EXPECT_EQ(student.end(0), 1u);
  EXPECT_TRUE(in_file().flaws.empty()) << base::render(in_file().flaws);
  EXPECT_TRUE(has(kept(), {4, "3"}));
  EXPECT_TRUE(has(kept(), {10, "One trip."}));
}

/// Whoever waited has the file open that was moved; what is written there nobody reads again.
TEST(TwoWindows, WhoWaitedWhileTheFileWasMovedAsideWritesIntoTheNewOne) {
  const tests::Home home;
  const auto aside = file().parent_path() / "answers.broken.jsonl";
  Student student({{4, "3"}});
  std::ofstream(file()) << "{ another program's";
  const int turn = ::open(file().c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(::flock(turn, LOCK_EX | LOCK_NB), 0);
  student.begin();
  EXPECT_TRUE(student.comes_to(file()));
  std::filesystem::rename(file(), aside);
  ::close(turn);
  EXPECT_EQ(student.end(0), 1u);
  EXPECT_TRUE(has(kept(), {4, "3"}));
  EXPECT_EQ(text_of(aside), "{ another program's");
}

TEST(TwoWindows, TheFirstLockStaysAndTheOtherIsTold) {
  const tests::Home home;
  {
    session::Session first(keeping()), second(keeping());
    ASSERT_TRUE(first.open_lesson("02"));
    ASSERT_TRUE(second.open_lesson("02"));
    ASSERT_TRUE(give(first, {4, "3"}));
    EXPECT_THAT(session::text_twin(first.view()), Not(HasSubstr("Another window")));
    ASSERT_TRUE(give(second, {4, "5"}));
    EXPECT_THAT(session::text_twin(second.view()), HasSubstr("Another window locked "));
    second.act("notice.dismiss");
    second.go_to_step(5);
    EXPECT_THAT(session::text_twin(second.view()), Not(HasSubstr("Another window"))) << "said once";
  }
  EXPECT_TRUE(has(kept(), {4, "3"}));
}

TEST(TwoWindows, ABrokenFileIsMovedAsideBeforeItIsReplaced) {
  const tests::Home home;
  session::Session session(keeping());
  ASSERT_TRUE(session.open_lesson("02"));
  std::ofstream(file()) << "{ another program's";
  ASSERT_TRUE(give(session, {4, "3"}));
  EXPECT_THAT(session::text_twin(session.view()), HasSubstr("answers.broken.jsonl"));
  EXPECT_EQ(text_of(file().parent_path() / "answers.broken.jsonl"), "{ another program's");
  EXPECT_TRUE(has(kept(), {4, "3"}));
}

/// No file may grow beyond this many bytes, as long as it lives.
class Limit {
 public:
  explicit Limit(rlim_t bytes) {
    before_ = std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &usual_);
    const rlimit low{.rlim_cur = bytes, .rlim_max = usual_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &low);
  }
  ~Limit() {
    ::setrlimit(RLIMIT_FSIZE, &usual_);
    std::signal(SIGXFSZ, before_);
  }
  Limit(const Limit&) = delete;
  Limit& operator=(const Limit&) = delete;

 private:
  rlimit usual_{};
  void (*before_)(int) = nullptr;
};

TEST(FullDisk, KeepsTheAnswerInMemorySaysSoAndLeavesTheOldFile) {
  const tests::Home home;
  session::Session session(keeping());
  ASSERT_TRUE(session.open_lesson("02"));
  ASSERT_TRUE(give(session, {4, "3"}));
  const std::string before = text_of(file());
  std::string page;
  {
    const Limit limit(before.size() + 20);  // there is room for the beginning of a line
    ASSERT_TRUE(give(session, {7, "5"}));
    page = session::text_twin(session.view());
    ASSERT_TRUE(session.act("class.open"));
    EXPECT_THAT(session::text_twin(session.view()), HasSubstr("not on the disk yet")) << "a class hears of it, too";
    ASSERT_TRUE(session.act("class.leave"));
  }
  EXPECT_THAT(page, HasSubstr("Your answers could not be saved"));
  EXPECT_THAT(page, HasSubstr("You guessed 5"));
  EXPECT_THAT(page, HasSubstr("not on the disk yet"));
  EXPECT_EQ(text_of(file()), before);
  EXPECT_FALSE(session.act("guess.set", "4")) << "locked all the same";
  session.go_to_step(8);
  EXPECT_TRUE(has(kept(), {4, "3"}));
  EXPECT_THAT(session::text_twin(session.view()), Not(HasSubstr("not on the disk yet")));
  EXPECT_TRUE(has(kept(), {7, "5"})) << "kept as soon as there is room";
}

/// It took what was written, and only then finds that it cannot keep it.
TEST(BrokenDisk, ThatFailsAtTheFlushIsSaidAndTheAnswerIsWrittenAgain) {
  const tests::Home home;
  session::Session session(keeping());
  ASSERT_TRUE(session.open_lesson("02"));
  ASSERT_TRUE(give(session, {4, "3"}));
  const std::string before = text_of(file());
  flush_error = EIO;
  const bool given = give(session, {7, "5"});
  const std::string page = session::text_twin(session.view());
  flush_error = 0;
  ASSERT_TRUE(given);
  EXPECT_THAT(page, HasSubstr("Your answers could not be saved"));
  EXPECT_THAT(page, HasSubstr("the disk failed"));
  EXPECT_EQ(text_of(file()), before);
  session.go_to_step(8);
  EXPECT_TRUE(has(kept(), {7, "5"})) << "with the next that is kept";
  EXPECT_TRUE(in_file().flaws.empty()) << base::render(in_file().flaws);
}

/// One that grew beyond it could not be read at the next start: every answer would be lost.
TEST(AnswersFile, ThatIsFullIsSaidAndStaysReadable) {
  const tests::Home home;
  {
    session::Session session(keeping());
    ASSERT_TRUE(session.open_lesson("02"));
    ASSERT_TRUE(give(session, {4, "3"}));
  }
  std::string text = text_of(file());
  text.resize(std::size_t{8} * 1024 * 1024 - 100, '\n');  // no room for another answer
  std::ofstream(file(), std::ios::binary) << text;
  {
    session::Session session(keeping());
    ASSERT_TRUE(session.open_lesson("02"));
    ASSERT_TRUE(give(session, {7, "5"}));
    EXPECT_THAT(session::text_twin(session.view()), HasSubstr("has reached its largest allowed size"));
  }
  EXPECT_TRUE(text_of(file()) == text);
  session::Session next(keeping());
  ASSERT_TRUE(next.open_lesson("02"));
  next.go_to_step(4);
  EXPECT_FALSE(next.act("guess.set", "4")) << "locked as it was";
}

TEST(FullDisk, OfARealDiskIsNamed) {
  const tests::Home home;
  const auto data = base::user_data();
  if (::mount("tmpfs", data.c_str(), "tmpfs", 0, "size=16k") != 0) GTEST_SKIP() << "no right to mount a small disk";
  {
    session::Session session(keeping());
    EXPECT_TRUE(session.open_lesson("02"));
    EXPECT_TRUE(give(session, {4, "3"}));
    const std::string before = text_of(file());
    std::ofstream(data / "filler") << std::string(64 * 1024, 'x');
    // Longer than what is left of the file's own last block, so that a part of it is written.
    const Answer words{10, std::string(6000, 'w')};
    EXPECT_TRUE(give(session, words));
    EXPECT_THAT(session::text_twin(session.view()), HasSubstr("the disk is full"));
    EXPECT_EQ(text_of(file()), before);
    std::filesystem::remove(data / "filler");
    session.go_to_step(8);
    EXPECT_TRUE(has(kept(), words));
  }
  EXPECT_EQ(::umount(data.c_str()), 0);
}

}  // namespace killed_test
