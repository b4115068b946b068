// Files by ending, CSV by RFC 4180, JSON with all four parts.
#include "exporter/write.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
#include "exporter/reader.hpp"
#include "exporter/sample_figure.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <clocale>
#include <thread>

namespace write_test {

using namespace figure;
using tests::sample_figure;

std::string contents(const std::filesystem::path& path) {
  const auto read = base::read_file(path, 1 << 24);
  EXPECT_TRUE(read) << path;
  return read.value_or("");
}

TEST(Write, TheEndingDecides) {
  const tests::TemporaryFolder folder;
  const Figure figure = sample_figure();
  const auto file = [&](const char* name) { return folder.path() / name; };
  for (const char* name : {"a.svg", "a.pdf", "a.png", "a.csv", "a.json", "A.SVG"}) {
    ASSERT_TRUE(exporter::write(figure, file(name))) << name;
  }
  EXPECT_EQ(contents(file("a.svg")), exporter::to_svg(figure));
  EXPECT_EQ(contents(file("A.SVG")), exporter::to_svg(figure));
  EXPECT_EQ(contents(file("a.pdf")), exporter::to_pdf({figure}));
  EXPECT_EQ(contents(file("a.png")), exporter::to_png(figure));
  EXPECT_EQ(contents(file("a.csv")), exporter::to_csv(figure));
  EXPECT_EQ(contents(file("a.json")), exporter::to_json(figure));
}

TEST(Write, AnotherEndingIsTheWritersMistake) {
  const tests::TemporaryFolder folder;
  for (const char* name : {"figure.jpg", "figure", "figure.svg.", ".svg"}) {
    const auto result = exporter::write(sample_figure(), folder.path() / name);
    ASSERT_FALSE(result) << name;
    EXPECT_THAT(result.error().front().hint, testing::HasSubstr(".svg, .pdf, .png, .csv or .json"));
    EXPECT_FALSE(std::filesystem::exists(folder.path() / name));
  }
}

TEST(Write, ADiskThatRefusesIsTheMachines) {
  const tests::TemporaryFolder folder;
  EXPECT_THROW((void)exporter::write(sample_figure(), folder.path() / "missing" / "a.svg"), base::MachineError);
}

TEST(Csv, IsTidy) {
  EXPECT_EQ(exporter::to_csv(sample_figure()),
            "plan,bytes (B),\"source, tier\"\r\n"
            "unfused,4294967296,model\r\n"
            "fused,2147483648,\"measured, \"\"counted\"\"\"\r\n"
            "guess,,guess\r\n");
  EXPECT_EQ(exporter::to_csv(at(sample_figure(), Stage::question)), "plan,bytes (B),\"source, tier\"\r\n");
}

TEST(Csv, FieldsStayOnTheirLine) {
  Figure figure;
  figure.table.columns = {{"a"}, {"b"}};
  figure.table.rows = {{{"one\r\ntwo", " padded "}}, {{"\xFF\x01"}}, {{"x\u202Fy", "1\u202F000.5"}}};
  EXPECT_EQ(exporter::to_csv(figure), "a,b\r\none  two,\" padded \"\r\n\\xFF\\u0001,\r\nx\u202Fy,1000.5\r\n")
      << "digit groups close up in numbers only";
}

TEST(Csv, WhoseFileItIsAndWhatIsDoubtedStandOnEachLine) {
  Figure figure;
  figure.table.columns = {{"a"}};
  figure.table.rows = {{{"1"}}, {{"2"}}};
  figure.provenance = {{"device", "NVIDIA H200"}, {"from 1", "from x.json"}, {"doubt 1", "slow"}, {"doubt 2", "far"}};
  EXPECT_EQ(exporter::to_csv(figure),
            "a,recorded numbers,doubts\r\n1,from x.json,slow; far\r\n2,from x.json,slow; far\r\n");
}

TEST(Csv, AQuoteAloneIsDoubledBetweenQuotes) {
  Figure figure;
  figure.table.columns = {{"the \"fused\" plan"}, {"b"}};
  figure.table.rows = {{{"\"", "8\" wide"}}};
  EXPECT_EQ(exporter::to_csv(figure), "\"the \"\"fused\"\" plan\",b\r\n\"\"\"\",\"8\"\" wide\"\r\n");
}

TEST(Json, HasTableProvenanceSceneAndMarks) {
  const auto json = nlohmann::json::parse(exporter::to_json(sample_figure()));
  EXPECT_EQ(json["format"], "onetrip figure");
  EXPECT_EQ(json["width"], 480);
  EXPECT_EQ(json["table"]["columns"][1], (nlohmann::json{{"name", "bytes"}, {"unit", "B"}}));
  EXPECT_EQ(json["table"]["rows"][1][1], 2147483648);
  EXPECT_EQ(json["provenance"].size(), 3u);
  EXPECT_EQ(json["scene"], sample_figure().scene);
  std::set<std::string> kinds;
  for (const auto& mark : json["marks"]) kinds.insert(mark["kind"]);
  EXPECT_EQ(kinds, (std::set<std::string>{"polyline", "rect", "circle", "polygon", "text", "clip_begin", "clip_end"}));
  EXPECT_EQ(nlohmann::json::parse(exporter::to_json(at(sample_figure(), Stage::question)))["table"]["rows"].size(), 0u);
}

std::set<std::string> ids_of_marks(const nlohmann::json& json) {
  std::set<std::string> ids;
  for (const auto& mark : json["marks"]) ids.insert(mark.value("id", ""));
  return ids;
}

// Neither figure is cut by at(): the stage it shows decides.
TEST(Json, HasTheMarksOfItsStageAlone) {
  Figure figure = sample_figure();
  figure.stage = Stage::guess;
  const auto guess = ids_of_marks(nlohmann::json::parse(exporter::to_json(figure)));
  EXPECT_TRUE(guess.contains("bar.guess"));
  EXPECT_TRUE(guess.contains("asked"));
  EXPECT_FALSE(guess.contains("bar.unfused")) << "the model's, a click later";
  EXPECT_FALSE(guess.contains("bar.fused")) << "the truth's";
  const auto truth = ids_of_marks(nlohmann::json::parse(exporter::to_json(sample_figure())));
  EXPECT_TRUE(truth.contains("bar.fused"));
  EXPECT_FALSE(truth.contains("asked")) << "the '?' is gone by then";
}

TEST(Json, TellsNothingOfALaterStage) {
  Figure figure = sample_figure();
  figure.stage = Stage::guess;
  const auto json = nlohmann::json::parse(exporter::to_json(figure));
  EXPECT_EQ(json["title"], "How many bytes does each plan move?");
  EXPECT_EQ(json["description"], "");
  EXPECT_EQ(json["stage"], "guess");
  EXPECT_EQ(json["table"]["rows"], (nlohmann::json{{"guess", nullptr, "guess"}}));
}

TEST(Json, BadTextIsNoReasonToFail) {
  Figure figure = sample_figure();
  figure.title = "\xFF\xFE";
  figure.scene = std::string("\0\x80", 2);
  const auto json = nlohmann::json::parse(exporter::to_json(figure));
  EXPECT_EQ(json["title"], "\uFFFD\uFFFD");
  EXPECT_EQ(json["scene"], std::string("\0\uFFFD", 4));
}

TEST(Json, OfAnotherProgramIsNoFigure) {
  for (const char* other : {"{}", "{\"scene\":\"cuts: none\"}", "{\"format\":\"sketch\",\"scene\":\"cuts: none\"}",
                            "{\"format\":1,\"scene\":\"cuts: none\"}"}) {
    const auto opened = exporter::parse_figure(other, exporter::Holder::json, "other.json");
    ASSERT_FALSE(opened) << other;
    EXPECT_THAT(base::render(opened.error()), testing::HasSubstr("other.json does not hold an Onetrip"));
  }
  const auto ours = exporter::parse_figure(exporter::to_json(sample_figure()), exporter::Holder::json, "ours.json");
  ASSERT_TRUE(ours) << base::render(ours.error());
  EXPECT_EQ(ours->scene, sample_figure().scene);
}

TEST(AllFormats, ManyThreadsAgree) {
  exporter::Options outlines;
  outlines.text = exporter::TextMode::outlines;
  const Figure figure = sample_figure();
  const auto all = [&] {
    return exporter::to_svg(figure, outlines) + exporter::to_pdf({figure}) + exporter::to_png(figure);
  };
  const std::string expected = all();
  std::vector<std::string> found(4);
  {
    std::vector<std::jthread> threads;
    for (std::string& one : found) threads.emplace_back([&] { one = all(); });
  }
  for (const std::string& one : found) EXPECT_EQ(one, expected);
}

TEST(AllFormats, DoNotAskTheLocale) {
  const Figure figure = sample_figure();
  const std::string svg = exporter::to_svg(figure), json = exporter::to_json(figure), pdf = exporter::to_pdf({figure});
  const char* comma = nullptr;
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"}) {
    if (comma == nullptr) comma = std::setlocale(LC_ALL, name);
  }
  const tests::TemporaryFolder folder;
  if (comma == nullptr) {  // make one, where the sources of locales are installed
    const std::string locale = (folder.path() / "de_DE.UTF-8").string();
    if (std::system(("localedef -i de_DE -f UTF-8 " + locale + " 2>/dev/null").c_str()) == 0) {
      ::setenv("LOCPATH", folder.path().c_str(), 1);
      comma = std::setlocale(LC_ALL, "de_DE.UTF-8");
      ::unsetenv("LOCPATH");
    }
  }
  if (comma == nullptr) GTEST_SKIP() << "no locale with decimal commas can be had";
  ASSERT_STREQ(std::localeconv()->decimal_point, ",");
  EXPECT_EQ(exporter::to_svg(figure), svg);
  EXPECT_EQ(exporter::to_json(figure), json);
  EXPECT_EQ(exporter::to_pdf({figure}), pdf);
  std::setlocale(LC_ALL, "C");
}

}  // namespace write_test
