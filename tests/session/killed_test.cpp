// kill -9 at any moment, two windows at once, a full disk: what was answered is kept, or a sentence says that it is
// not.
#include "session/kept_answers.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <random>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

using nlohmann::json;
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
  return base::user_data() / "lessons" / "02.json";
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// What is in the file now, by the task's id.
json kept() {
  if (!std::filesystem::exists(file())) return json::object();
  const auto all = json::parse(text_of(file()), nullptr, false);
  return all.is_object() ? all.value("answers", json()) : json();
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
bool has(const json& answers, const Answer& answer) {
  static const auto lesson = lesson::find("02");
  const auto& id = lesson->steps[static_cast<std::size_t>(answer.step - 1)].task->id;
  if (!answers.is_object() || !answers.contains(id)) return false;
  const json& found = answers.at(id);
  if (found.at("locked") != true) return false;
  if (answer.step == 1) return found.at("marks").size() == 4;
  if (answer.step == 2) return found.at("struck").size() == 2;
  if (answer.step == 3 || answer.step == 9) return found.at("chosen") == answer.value[0] - 'A';
  return found.at("typed") == answer.value;
}

std::ptrdiff_t locked(const json& answers) {
  return std::ranges::count_if(answers, [](const json& one) { return one.at("locked") == true; });
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
  /// With a signal, or 0: when it has done all. Returns how many answers it told of.
  std::size_t end(int signal) {
    if (signal != 0) ::kill(child_, signal);
    int status = 0;
    ::waitpid(child_, &status, 0);
    child_ = -1;
    if (signal == 0) {
      EXPECT_EQ(status, 0) << "every answer was taken";
    }
    std::size_t count = 0;
    for (char one = 0; ::read(told_, &one, 1) == 1;) {
      EXPECT_EQ(one, 'a');
      ++count;
    }
    return count;
  }

 private:
  static void tell(int pipe, char what) {
    if (::write(pipe, &what, 1) != 1) ::_exit(2);
  }
  pid_t child_ = -1;
  int told_ = -1, begin_ = -1;
};

unsigned number_from(const char* variable, unsigned otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

TEST(Killed, AtAnyMomentAtMostTheUnfinishedAnswerIsLost) {
  const unsigned seed = number_from("ONETRIP_SEED", 1), kills = number_from("ONETRIP_KILLS", 50);
  std::mt19937 random(seed);
  std::chrono::nanoseconds whole{};
  {
    const tests::Home home;
    const auto answers = random_answers(random);
    Student student(answers);
    const auto begin = Clock::now();
    student.begin();
    ASSERT_EQ(student.end(0), answers.size());
    whole = Clock::now() - begin;
    for (const auto& answer : answers) EXPECT_TRUE(has(kept(), answer)) << answer.step;
  }
  std::size_t least = kept_steps.size(), most = 0, torn = 0;
  for (unsigned n = 0; n < kills && !HasFailure(); ++n) {
    SCOPED_TRACE("ONETRIP_SEED=" + std::to_string(seed) + ", kill " + std::to_string(n + 1));
    const tests::Home home;
    const auto answers = random_answers(random);
    Student student(answers);
    student.begin();
    std::this_thread::sleep_for(whole * (random() % 1000) / 1000);
    const std::size_t done = student.end(SIGKILL);
    least = std::min(least, done);
    most = std::max(most, done);

    const json there = kept();
    ASSERT_TRUE(there.is_object()) << "the file is whole: " << text_of(file());
    for (std::size_t i = 0; i < done; ++i) EXPECT_TRUE(has(there, answers[i])) << answers[i].step << there.dump(1);
    EXPECT_LE(locked(there), static_cast<std::ptrdiff_t>(done) + 1) << "and the one that was being told of";
    const auto litter = [] {
      std::size_t count = 0;
      if (!std::filesystem::exists(file().parent_path())) return count;
      for (const auto& entry : std::filesystem::directory_iterator(file().parent_path())) {
        count += entry.path().extension() == ".tmp" ? 1 : 0;
      }
      return count;
    };
    torn += litter();
    EXPECT_EQ(session::load_settings().notice, "");
    session::Session next(keeping());
    ASSERT_TRUE(next.open_last());
    EXPECT_THAT(session::text_twin(next.view()), Not(HasSubstr("could not be read")));
    EXPECT_EQ(litter(), 0u) << "what the killed one left half written is swept away";
    for (std::size_t i = 0; i < done; ++i) EXPECT_TRUE(has(kept(), answers[i])) << "after the next start";
  }
  EXPECT_LT(least, most) << "kills before and after";
  RecordProperty("killed_while_writing", static_cast<int>(torn));
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

TEST(TwoWindows, TheFirstLockStaysAndTheOtherIsTold) {
  const tests::Home home;
  {
    session::Session first(keeping()), second(keeping());
    ASSERT_TRUE(first.open_lesson("02"));
    ASSERT_TRUE(second.open_lesson("02"));
    ASSERT_TRUE(give(first, {4, "3"}));
    EXPECT_THAT(session::text_twin(first.view()), Not(HasSubstr("Another window")));
    ASSERT_TRUE(give(second, {4, "5"}));
    EXPECT_THAT(session::text_twin(second.view()), HasSubstr("Another window locked 1 of these answers first"));
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
  EXPECT_THAT(session::text_twin(session.view()), HasSubstr("02.broken.json"));
  EXPECT_EQ(text_of(file().parent_path() / "02.broken.json"), "{ another program's");
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
    const Limit limit(before.size() / 2);
    ASSERT_TRUE(give(session, {7, "5"}));
    page = session::text_twin(session.view());
  }
  EXPECT_THAT(page, HasSubstr("Your answers could not be kept"));
  EXPECT_THAT(page, HasSubstr("Your guess: 5"));
  EXPECT_EQ(text_of(file()), before);
  EXPECT_FALSE(session.act("guess.set", "4")) << "locked all the same";
  session.go_to_step(8);
  EXPECT_TRUE(has(kept(), {4, "3"}));
  EXPECT_TRUE(has(kept(), {7, "5"})) << "kept as soon as there is room";
}

TEST(FullDisk, OfARealDiskIsNamed) {
  const tests::Home home;
  const auto lessons = base::user_data() / "lessons";
  std::filesystem::create_directories(lessons);
  if (::mount("tmpfs", lessons.c_str(), "tmpfs", 0, "size=16k") != 0) GTEST_SKIP() << "no right to mount a small disk";
  {
    session::Session session(keeping());
    EXPECT_TRUE(session.open_lesson("02"));
    EXPECT_TRUE(give(session, {4, "3"}));
    const std::string before = text_of(file());
    std::ofstream(lessons / "filler") << std::string(64 * 1024, 'x');
    EXPECT_TRUE(give(session, {7, "5"}));
    EXPECT_THAT(session::text_twin(session.view()), HasSubstr("the disk is full"));
    EXPECT_EQ(text_of(file()), before);
    std::filesystem::remove(lessons / "filler");
    session.go_to_step(8);
    EXPECT_TRUE(has(kept(), {7, "5"}));
  }
  EXPECT_EQ(::umount(lessons.c_str()), 0);
}

}  // namespace
