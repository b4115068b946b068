// PDF: same bytes, embedded fonts, pages, title, no date.
#include "exporter/sample_figure.hpp"
#include "exporter/write.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace pdf_test {

using namespace figure;
using exporter::Options;
using tests::sample_figure;

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST(Pdf, SameInputSameBytesOnAnotherSecond) {
  const std::string first = exporter::to_pdf({sample_figure()});
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // a date in the file would count seconds
  EXPECT_EQ(exporter::to_pdf({sample_figure()}), first);
  EXPECT_EQ(first.find("/CreationDate"), std::string::npos);
}

TEST(Pdf, EmbedsItsFonts) {
  const std::string pdf = exporter::to_pdf({sample_figure()});
  EXPECT_TRUE(pdf.starts_with("%PDF-1."));
  // Every font has a descriptor and every descriptor a file.
  EXPECT_GE(occurrences(pdf, "/FontDescriptor\n"), 3u);
  EXPECT_EQ(occurrences(pdf, "/Type /FontDescriptor"), occurrences(pdf, "/FontFile"));
  EXPECT_EQ(occurrences(pdf, "/Type3"), 0u) << "no bitmap fonts";
}

TEST(Pdf, OutlinesNeedNoFont) {
  Options options;
  options.text = exporter::TextMode::outlines;
  EXPECT_EQ(occurrences(exporter::to_pdf({sample_figure()}, options), "/FontFile"), 0u);
}

TEST(Pdf, AStageAPage) {
  const Figure figure = sample_figure();
  const std::string pdf = exporter::to_pdf({at(figure, Stage::question), at(figure, Stage::model), figure});
  EXPECT_EQ(occurrences(pdf, "/Type /Page\n") + occurrences(pdf, "/Type /Page "), 3u);
  // 480 x 270 units at 96 an inch.
  EXPECT_EQ(occurrences(pdf, "[ 0 0 360 202.5 ]"), 3u);
}

TEST(Pdf, SaysWhatItIs) {
  const std::string pdf = exporter::to_pdf({sample_figure()});
  EXPECT_NE(pdf.find("/Title (Fused moves half the bytes & none is lost)"), std::string::npos);
  EXPECT_NE(pdf.find("date: 2026-01-02"), std::string::npos);
  const std::string question = exporter::to_pdf({at(sample_figure(), Stage::question)});
  EXPECT_NE(question.find("/Title (How many bytes does each plan move?)"), std::string::npos);
}

}  // namespace pdf_test
