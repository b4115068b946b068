// Files of a folder from elsewhere: those in it, and nothing that leads out.
#include "base/beneath.hpp"

#include "golden.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <sys/stat.h>

namespace beneath_test {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Beneath : public testing::TestWithParam<base::Walk> {
 protected:
  Beneath() {
    fs::create_directories(lesson_ / "recordings");
    put(root_.path() / "secret", "secret");
    put(lesson_ / "lesson.md", "inside");
    put(lesson_ / "recordings" / "a.json", "deep");
  }
  static void put(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }
  std::string read(const fs::path& below, std::int64_t limit = 100) {
    const auto text = base::read_beneath(lesson_, below, limit, GetParam());
    return text ? *text : base::render(text.error());
  }
  tests::TemporaryFolder root_;
  fs::path lesson_ = root_.path() / "lesson";
};

TEST_P(Beneath, ReadsWhatLiesThere) {
  EXPECT_EQ(read("lesson.md"), "inside");
  EXPECT_EQ(read("recordings/a.json"), "deep");
  EXPECT_THAT(read("none"), HasSubstr("there is no such file"));
  EXPECT_THAT(read("lesson.md", 3), HasSubstr("larger than the limit of 3 B"));
}

TEST_P(Beneath, TheFolderItselfMayBeALink) {
  fs::create_directory_symlink(lesson_, root_.path() / "link");
  EXPECT_EQ(base::read_beneath(root_.path() / "link", "lesson.md", 100, GetParam()).value(), "inside");
}

TEST_P(Beneath, NothingLeadsOut) {
  for (const fs::path& below : {fs::path("../secret"), fs::path("recordings/../../secret"), root_.path() / "secret",
                                fs::path(""), fs::path("..")}) {
    EXPECT_THAT(read(below), HasSubstr("lies outside the folder")) << below;
  }
  fs::create_symlink("../secret", lesson_ / "out");
  fs::create_symlink("lesson.md", lesson_ / "in");
  fs::create_directory_symlink("..", lesson_ / "up");
  fs::create_symlink("/proc/self/environ", lesson_ / "magic");
  for (const char* below : {"out", "in", "up/secret", "magic"})
    EXPECT_THAT(read(below), HasSubstr("is a link")) << below;
}

TEST_P(Beneath, NothingIsWaitedFor) {
  ASSERT_EQ(::mkfifo((lesson_ / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(read("pipe"), HasSubstr("not a regular file"));
  EXPECT_THAT(read("recordings"), HasSubstr("is a folder"));
}

INSTANTIATE_TEST_SUITE_P(Walks, Beneath, testing::Values(base::Walk::kernel, base::Walk::steps), [](const auto& test) {
  return test.param == base::Walk::kernel ? "ByTheKernel" : "ByTheSteps";
});

TEST(PlainId, HoldsNoPath) {
  EXPECT_TRUE(base::is_plain_id("h100-pcie_2"));
  for (const char* bad : {"", "../../x", "a/b", ".", "H200", "a b", "a\n", "--worker"})
    EXPECT_FALSE(base::is_plain_id(bad)) << bad;
  EXPECT_FALSE(base::is_plain_id(std::string(65, 'a')));
}

}  // namespace beneath_test
