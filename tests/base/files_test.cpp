// Reading with a limit, and replacing a file whole or not at all.
#include "base/error.hpp"
#include "base/hash.hpp"
#include "base/resources.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>

#include <csignal>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace files_test {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string refusal(const fs::path& path, std::int64_t limit = 100) {
  const auto read = base::read_file(path, limit);
  return read ? "it was read" : base::render(read.error());
}

TEST(ReadFile, RefusesWhatIsNoFile) {
  const tests::TemporaryFolder folder;
  EXPECT_EQ(refusal(folder.path() / "none"),
            (folder.path() / "none").string() + ": cannot be read: there is no such file or folder\n");
  EXPECT_THAT(refusal(folder.path()), HasSubstr("is a folder"));
  EXPECT_THAT(refusal("/dev/zero"), HasSubstr("not a regular file"));
  ASSERT_EQ(::mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(refusal(folder.path() / "pipe"), HasSubstr("not a regular file")) << "and it did not wait for a writer";
}

TEST(ReadFile, HoldsTheLimit) {
  const tests::TemporaryFolder folder;
  const fs::path path = folder.path() / "f";
  std::ofstream(path) << std::string(100, 'a');
  EXPECT_EQ(base::read_file(path, 100).value().size(), 100u);
  EXPECT_THAT(refusal(path, 99), HasSubstr("larger than the limit of 99 B"));
  EXPECT_THAT(refusal("/proc/self/status", 10), HasSubstr("limit")) << "a file that claims to be empty";
}

TEST(WriteFile, ReplacesAndKeepsBytes) {
  const tests::TemporaryFolder folder;
  const fs::path path = folder.path() / "f";
  base::write_file(path, "old");
  base::write_file(path, std::string("n\0w\n", 4));
  EXPECT_EQ(base::read_file(path, 100).value(), std::string("n\0w\n", 4));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1) << "no temporary file is left";
}

TEST(WriteFile, WritesThroughALink) {
  const tests::TemporaryFolder folder;
  base::write_file(folder.path() / "f", "old");
  fs::create_symlink("f", folder.path() / "link");
  base::write_file(folder.path() / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder.path() / "link"));
  EXPECT_EQ(base::read_file(folder.path() / "f", 100).value(), "new");
}

TEST(WriteFile, AReplacedFileKeepsItsMode) {
  const tests::TemporaryFolder folder;
  const fs::path path = folder.path() / "f";
  for (const ::mode_t mode : {0600, 0640, 0444, 0755}) {
    base::write_file(path, "old");
    ASSERT_EQ(::chmod(path.c_str(), mode), 0);
    base::write_file(path, "new");
    struct stat now {};
    ASSERT_EQ(::stat(path.c_str(), &now), 0);
    EXPECT_EQ(now.st_mode & 07777, mode);
    fs::remove(path);
  }
}

std::string failure(const fs::path& path, std::string_view contents = "x") {
  try {
    base::write_file(path, contents);
  } catch (const base::MachineError& error) {
    return error.what();
  }
  return "being written";
}

TEST(WriteFile, NamesPathAndCause) {
  const tests::TemporaryFolder folder;
  EXPECT_THAT(failure(folder.path()), HasSubstr("it is a folder"));
  EXPECT_THAT(failure(folder.path() / "no/f"), HasSubstr("does not exist"));
  EXPECT_THAT(failure("/dev/null"), HasSubstr("not a regular file"));
  EXPECT_THAT(failure("/proc/onetrip"), HasSubstr("Cannot write /proc/onetrip: "));
}

TEST(WriteFile, AFailureLeavesTheOldFile) {
  const tests::TemporaryFolder folder;
  const fs::path path = folder.path() / "f";
  base::write_file(path, "old");
  // A file-size limit stands for a full disk: the write stops half-way with an error.
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 1000;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string message = failure(path, std::string(5000, 'n'));
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_THAT(message, HasSubstr("Cannot write " + path.string()));
  EXPECT_EQ(base::read_file(path, 100).value(), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1) << "no temporary file is left";
}

TEST(MakeFolder, MakesAllOfItOrNamesTheCause) {
  const tests::TemporaryFolder folder;
  base::make_folder(folder.path() / "a" / "b");
  base::make_folder(folder.path() / "a" / "b");
  EXPECT_TRUE(fs::is_directory(folder.path() / "a" / "b"));
  base::write_file(folder.path() / "file", "kept");
  try {
    base::make_folder(folder.path() / "file" / "c", "Choose another.");
    FAIL() << "below a file";
  } catch (const base::MachineError& error) {
    EXPECT_THAT(error.what(), HasSubstr("the folder " + (folder.path() / "file" / "c").string() + " cannot be made"));
    EXPECT_EQ(error.remedy, "Choose another.");
  }
  EXPECT_EQ(base::read_file(folder.path() / "file", 100).value(), "kept");
}

TEST(Hash, IsFnv1a) {
  EXPECT_EQ(base::hex64(base::hash64("")), "cbf29ce484222325");
  EXPECT_EQ(base::hex64(base::hash64("a")), "af63dc4c8601ec8c");
  EXPECT_EQ(base::hex64(0x1F), "000000000000001f");
}

}  // namespace files_test
