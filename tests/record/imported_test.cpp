// Times of another program come in whole, with name and version, or not at all.
#include "record/imported.hpp"

#include "base/resources.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <string>
#include <unistd.h>

namespace imported_test {

std::string file_with(const std::string& ways, const std::string& version = "2.11.0") {
  return fmt::format(R"({{"onetrip_import": 2, "what": "softmax(QK)V", "program": "PyTorch", "version": "{}",
    "device": "NVIDIA H200", "driver": "580", "date": "2026-11-22", "command": "attention.py", "shape": {{"tokens": 4096}}, "ways": [{}]}})",
                     version, ways);
}

std::string way(const std::string& name, double q1, double median, double q3, int n = 60) {
  return fmt::format(R"({{"name": "{}", "label": "as {}", "max_abs_error": 0.001,
    "time_us": {{"median": {}, "q1": {}, "q3": {}, "n": {}}}}})",
                     name, name, median, q1, q3, n);
}

std::string flaws(const std::string& text) {
  const auto read = record::parse_imported(text, "a.json");
  std::string all;
  if (read) return all;
  for (const base::Diagnostic& flaw : read.error()) all += flaw.message + "\n";
  return all;
}

TEST(Imported, TellsProgramVersionAndTimesInSeconds) {
  const auto read =
      record::parse_imported(file_with(way("naive", 4593, 4599.5, 4615) + "," + way("flash", 1600, 1618, 1645)), "a");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->program + " " + read->version, "PyTorch 2.11.0");
  ASSERT_EQ(read->ways.size(), 2u);
  ASSERT_NE(read->find("naive"), nullptr);
  EXPECT_DOUBLE_EQ(read->find("naive")->time.median.value, 4599.5e-6);
  EXPECT_EQ(read->find("naive")->time.n, 60);
  EXPECT_EQ(read->find("cudnn"), nullptr);
  EXPECT_EQ(read->shape.at("tokens"), 4096);
}

TEST(Imported, TheQuartilesAreInSecondsAsTheMedianIs) {
  const auto read = record::parse_imported(file_with(way("naive", 4593, 4599.5, 4615)), "a");
  ASSERT_TRUE(read);
  EXPECT_DOUBLE_EQ(read->ways[0].time.q1.value, 4593e-6);
  EXPECT_DOUBLE_EQ(read->ways[0].time.q3.value, 4615e-6);
}

TEST(Imported, WhatTheCardCannotDoIsRefusedWithBothNumbers) {
  const auto found = [](const std::string& shape, double median) {
    std::string file = file_with(way("flash", median * 0.99, median, median * 1.01));
    const std::string was = R"({"tokens": 4096})";
    return flaws(file.replace(file.find(was), was.size(), shape));
  };
  // Half of two matrix products on the tensor cores of the sheet, 265 us.
  const std::string whole = R"({"batch": 4, "heads": 16, "tokens": 4096, "dim": 128})";
  EXPECT_EQ(found(whole, 266), "");
  EXPECT_NE(found(whole, 263).find("263 µs is too short: this takes at least 265 µs on NVIDIA H200"),
            std::string::npos);
  EXPECT_EQ(found(R"({"tokens": 8})", 0.65), "");
  EXPECT_NE(found(R"({"tokens": 8})", 0.63).find("this takes at least 640 ns"), std::string::npos);
}

TEST(Imported, ADayOrATimeThatCannotBeIsRefused) {
  std::string file = file_with(way("flash", 1600, 1618, 1645));
  EXPECT_EQ(flaws(file), "");
  EXPECT_THAT(flaws(file.replace(file.find("2026-11-22"), 10, "2026-11-31")), testing::HasSubstr("is no date"));
  EXPECT_THAT(flaws(file_with(way("flash", 1600, 1618, 1e300))), testing::HasSubstr("nobody waits"));
}

TEST(Imported, KeepsWhatLogsSayAndHowBusyTheGpuCalledItself) {
  const std::string more = R"({"name": "a", "label": "b", "max_abs_error": 0, "said": ["cannot fuse op0 with op1"],
    "busy": {"percent": 97, "n": 12, "by": "nvidia-smi"}, "time_us": {"median": 2, "q1": 1, "q3": 3, "n": 5}})";
  const auto read = record::parse_imported(file_with(more), "a");
  ASSERT_TRUE(read) << base::render(read.error());
  EXPECT_EQ(read->ways[0].said, std::vector<std::string>{"cannot fuse op0 with op1"});
  EXPECT_EQ(read->ways[0].busy, (record::Busy{97, 12, "nvidia-smi"}));
  std::string wrong = more;
  EXPECT_NE(flaws(file_with(wrong.replace(wrong.find("97"), 2, "101"))).find("busy.percent"), std::string::npos);
}

TEST(Imported, AFileThatWasEditedIsRefused) {
  const auto shipped = base::read_file(base::program_file("assets/imported/qkv.json"), 1 << 20);
  ASSERT_TRUE(shipped);
  EXPECT_TRUE(record::is_sealed(*shipped));
  std::string edited = *shipped;
  const std::size_t at = edited.find("NVIDIA H200");
  ASSERT_NE(at, std::string::npos);
  edited.replace(at, 11, "NVIDIA H100");
  EXPECT_FALSE(record::is_sealed(edited));
  EXPECT_FALSE(record::is_sealed(*shipped + " "));
  EXPECT_FALSE(record::is_sealed("{}"));
  const auto path = std::filesystem::temp_directory_path() / fmt::format("onetrip-edited-{}.json", getpid());
  base::write_file(path, edited);
  const auto read = record::load_imported(path);
  std::filesystem::remove(path);
  ASSERT_FALSE(read);
  EXPECT_NE(base::render(read.error()).find("this import was edited"), std::string::npos);
}

TEST(Imported, WhatIsMissingOrImpossibleIsNamed) {
  EXPECT_NE(flaws(file_with(way("naive", 1, 2, 3), "")).find("import.version: must not be empty"), std::string::npos);
  EXPECT_NE(flaws(file_with("")).find("import.ways: must not be empty"), std::string::npos);
  EXPECT_NE(flaws(file_with(way("naive", 0, 2, 3))).find("a time of 0 is impossible"), std::string::npos);
  EXPECT_NE(flaws(file_with(way("naive", 1, 4, 3))).find("must lie between q1 and q3"), std::string::npos);
  EXPECT_NE(flaws(file_with(way("naive", 1, 2, 3, 0))).find("without a sample"), std::string::npos);
  EXPECT_NE(flaws(file_with(way("a", 1, 2, 3) + "," + way("a", 1, 2, 3))).find("two with that name"),
            std::string::npos);
  EXPECT_NE(flaws("[1]").find("'onetrip_import' is missing"), std::string::npos);
  EXPECT_NE(flaws("{\"onetrip_import\": 2").find("cut off"), std::string::npos);
  EXPECT_NE(flaws("{\"onetrip_import\": 1}").find("this program reads format 2"), std::string::npos);
}

}  // namespace imported_test
