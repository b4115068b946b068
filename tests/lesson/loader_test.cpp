// Loading lessons: what is read, and every mistake at its line with a sentence that helps.
#include "lesson/loader.hpp"

#include "base/resources.hpp"
#include "base/text.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace {

using lesson::parse;
using testing::HasSubstr;

TEST(Loader, Lesson02) {
  const auto found = lesson::find("02");
  ASSERT_TRUE(found) << base::render(found.error());
  EXPECT_EQ(found->folder, "02-count-the-crossings");
  EXPECT_EQ(found->steps.size(), 10u);
}

}  // namespace
