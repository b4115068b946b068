// What is seen, and what comes back when it is closed.
#include "session/state/open_pages.hpp"

#include <gtest/gtest.h>

namespace open_pages_test {

using session::OpenPages;
using session::PageKind;

TEST(OpenPages, WhatWasBeneathIsSeenAgain) {
  OpenPages pages;
  EXPECT_EQ(pages.now(), PageKind::lesson);
  pages.stand_on(PageKind::lab);
  pages.open(PageKind::quiz);
  pages.open(PageKind::hosts);
  EXPECT_EQ(pages.now(), PageKind::hosts);
  EXPECT_TRUE(pages.has(PageKind::lab)) << "one stands on it still";
  pages.close(PageKind::hosts);
  EXPECT_EQ(pages.now(), PageKind::quiz);
  pages.close(PageKind::quiz);
  EXPECT_EQ(pages.now(), PageKind::lab);
}

TEST(OpenPages, OneThatIsOpenedAgainComesToTheTop) {
  OpenPages pages;
  pages.open(PageKind::course);
  pages.open(PageKind::hosts);
  pages.open(PageKind::course);
  EXPECT_EQ(pages.now(), PageKind::course);
  pages.close(PageKind::course);
  EXPECT_EQ(pages.now(), PageKind::hosts);
  EXPECT_FALSE(pages.has(PageKind::course));
}

TEST(OpenPages, ARoomStaysWhenAsidesGo) {
  OpenPages pages;
  pages.open(PageKind::room);
  pages.open(PageKind::quiz);
  pages.close_asides();
  EXPECT_EQ(pages.now(), PageKind::room);
}

}  // namespace open_pages_test
