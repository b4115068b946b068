// Golden files: compared byte for byte; ONETRIP_UPDATE_GOLDEN=1 rewrites them.
#pragma once

#include "places.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace tests {

/// Compares `actual` with tests/golden/NAME, or rewrites it under the flag.
inline void expect_golden(const std::string& name, const std::string& actual) {
  const auto path = folder() / "golden" / name;
  if (std::getenv("ONETRIP_UPDATE_GOLDEN") != nullptr) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << actual;
    return;
  }
  std::ifstream file(path, std::ios::binary);
  ASSERT_TRUE(file) << path << " is missing: run the test with ONETRIP_UPDATE_GOLDEN=1 and look at what it wrote";
  std::stringstream expected;
  expected << file.rdbuf();
  EXPECT_EQ(expected.str(), actual) << "differs from " << path << "; if the change is meant, ONETRIP_UPDATE_GOLDEN=1";
}

/// A folder of its own for a test's --home, gone afterwards.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "onetrip-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace tests
