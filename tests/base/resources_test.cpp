// Where the program looks for its own files and the user's.
#include "base/resources.hpp"

#include "base/error.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

namespace resources_test {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// Sets an environment variable for one test.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old, had_ = true;
    value == nullptr ? ::unsetenv(name) : ::setenv(name, value, 1);
  }
  ~Environment() { had_ ? ::setenv(name_, old_.c_str(), 1) : ::unsetenv(name_); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
  std::string old_;
  bool had_ = false;
};

class Resources : public testing::Test {
 protected:
  ~Resources() override { base::set_places({}); }
  tests::TemporaryFolder folder_;
};

TEST_F(Resources, DataIsOfOneFolder) {
  const fs::path named = folder_.path() / "named", environment = folder_.path() / "environment";
  fs::create_directories(named);
  fs::create_directories(environment);
  std::ofstream(named / "a") << "";
  std::ofstream(environment / "a") << "";
  std::ofstream(environment / "b") << "";
  const Environment data("ONETRIP_DATA", environment.c_str());
  EXPECT_EQ(base::program_file("a"), environment / "a");
  base::set_places({.data = named, .home = {}});
  EXPECT_EQ(base::program_file("a"), named / "a");
  for (const char* elsewhere : {"b", "lessons"}) {
    EXPECT_THROW((void)base::program_file(elsewhere), base::MachineError) << "never completed from another folder";
  }
  const Environment none("ONETRIP_DATA", nullptr);
  base::set_places({});
  EXPECT_TRUE(fs::is_directory(base::program_file("lessons"))) << "the source tree is the last place";
}

TEST_F(Resources, AMissingFileIsNamedWithItsFolder) {
  base::set_places({.data = folder_.path(), .home = {}});
  try {
    (void)base::program_file("no/such");
    FAIL() << "it was found";
  } catch (const base::MachineError& error) {
    EXPECT_THAT(error.what(), HasSubstr("no/such"));
    EXPECT_THAT(error.what(), HasSubstr(folder_.path().string()));
    EXPECT_THAT(error.remedy, HasSubstr("--data"));
  }
}

TEST_F(Resources, HomeMovesTheUsersFiles) {
  base::set_places({.data = {}, .home = folder_.path()});
  EXPECT_EQ(base::user_config(), folder_.path() / "config");
  EXPECT_EQ(base::user_data(), folder_.path() / "data");
  EXPECT_EQ(base::user_cache(), folder_.path() / "cache");
  EXPECT_TRUE(fs::is_directory(folder_.path() / "cache"));
}

TEST_F(Resources, XdgThenHome) {
  const Environment home("HOME", folder_.path().c_str());
  const Environment config("XDG_CONFIG_HOME", "relative/is/ignored");
  const fs::path moved = folder_.path() / "moved";
  const Environment data("XDG_DATA_HOME", moved.c_str());
  EXPECT_EQ(base::user_config(), folder_.path() / ".config/onetrip");
  EXPECT_EQ(base::user_data(), moved / "onetrip");
}

TEST_F(Resources, WithoutAnyPlaceItSaysSo) {
  const Environment home("HOME", nullptr);
  const Environment cache("XDG_CACHE_HOME", nullptr);
  EXPECT_THROW((void)base::user_cache(), base::MachineError);
  std::ofstream(folder_.path() / "file") << "";
  base::set_places({.data = {}, .home = folder_.path() / "file"});
  EXPECT_THROW((void)base::user_cache(), base::MachineError);
}

TEST(Version, HasThreeNumbers) {
  EXPECT_THAT(base::version(), testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
}

}  // namespace resources_test
