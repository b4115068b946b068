// SVG: golden files, well-formed whatever the texts say, the data inside.
#include "exporter/reader.hpp"
#include "exporter/sample_figure.hpp"
#include "exporter/write.hpp"
#include "exporter/xml.hpp"
#include "exporter/xml_check.hpp"
#include "figure/text_metrics.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace svg_test {

using namespace figure;
using exporter::Options;
using exporter::TextMode;
using exporter::to_svg;
using tests::sample_figure;

TEST(Svg, Golden) {
  if (font_file(Face::words).family != "Inter") GTEST_SKIP() << "the golden files name Inter";
  tests::expect_golden("exporter/sample_light.svg", to_svg(sample_figure(), {}));
  Options dark;
  dark.theme = Theme::dark;
  tests::expect_golden("exporter/sample_dark_guess.svg", to_svg(at(sample_figure(), Stage::guess), dark));
}

TEST(Svg, SameInputSameBytes) {
  for (const TextMode text : {TextMode::live, TextMode::outlines}) {
    Options options;
    options.text = text;
    EXPECT_EQ(to_svg(sample_figure(), options), to_svg(sample_figure(), options));
  }
}

TEST(Svg, IsWellFormedInEveryForm) {
  for (const Theme theme : {Theme::light, Theme::dark, Theme::high_contrast, Theme::projector}) {
    for (const TextMode text : {TextMode::live, TextMode::outlines}) {
      for (const Stage stage : {Stage::question, Stage::guess, Stage::model, Stage::truth}) {
        Options options;
        options.theme = theme;
        options.text = text;
        EXPECT_EQ(tests::read_xml(to_svg(at(sample_figure(), stage), options)).error, "");
      }
    }
  }
}

TEST(Svg, HostileTextsStayText) {
  const std::string hostile = std::string("</text><script>alert(1)</script> ]]> \xFF\xC0 ") + '\0' + "\x1B&amp;\"'";
  Figure figure = sample_figure();
  figure.title = figure.description = figure.scene = hostile;
  figure.provenance = {{hostile, hostile}};
  figure.table.columns[0].name = hostile;
  figure.table.rows[0].cells[0] = hostile;
  figure.marks.push_back({Text{{1, 1}, hostile}, hostile});
  for (const TextMode text : {TextMode::live, TextMode::outlines}) {
    Options options;
    options.text = text;
    const tests::Xml xml = tests::read_xml(to_svg(figure, options));
    EXPECT_EQ(xml.error, "");
    EXPECT_EQ(xml.count("script"), 0u);
    EXPECT_EQ(xml.find("onetrip-title")->text,
              "</text><script>alert(1)</script> ]]> \\xFF\\xC0 \\u0000\\u001B&amp;\"'");
  }
}

TEST(Svg, CarriesItsDataProvenanceAndScene) {
  const tests::Xml xml = tests::read_xml(to_svg(sample_figure(), {}));
  const auto metadata = std::find_if(xml.elements.begin(), xml.elements.end(),
                                     [](const auto& element) { return element.name == "onetrip:figure"; });
  ASSERT_NE(metadata, xml.elements.end());
  const auto json = nlohmann::json::parse(metadata->text);
  EXPECT_EQ(json["scene"], sample_figure().scene);
  EXPECT_EQ(json["title"], sample_figure().title);
  EXPECT_EQ(json["provenance"][0]["value"], "Testor 3000 <rev & 2>");
  EXPECT_EQ(json["table"]["rows"][0][1], 4294967296);
  EXPECT_TRUE(json["table"]["rows"][2][1].is_null()) << "a missing number is missing";
}

TEST(Svg, GivesItsSceneAndProvenanceBack) {
  Figure figure = sample_figure();
  figure.scene = "a < b && b > c: \"quoted\" 'once'\nand a second line, which is no &lt;";
  figure.provenance = {{"device", "Testor 3000 <rev & 2>"}};
  const auto opened = exporter::parse_figure(to_svg(figure, {}), exporter::Holder::svg, "a.svg");
  ASSERT_TRUE(opened) << base::render(opened.error());
  EXPECT_EQ(opened->scene, figure.scene);
  EXPECT_EQ(opened->provenance, figure.provenance);
}

TEST(Svg, NothingOfALaterStageIsInTheFile) {
  const std::string svg = to_svg(at(sample_figure(), Stage::question), {});
  for (const char* secret : {"bar.unfused", "2147483648", "4294967296", "none is lost", "half as long"}) {
    EXPECT_EQ(svg.find(secret), std::string::npos) << secret;
  }
  Figure figure = sample_figure();
  figure.stage = Stage::question;
  EXPECT_EQ(to_svg(figure, {}), svg) << "cut or not, the stage decides";
}

TEST(Svg, TextIsTextAndIdsAreUnique) {
  const tests::Xml xml = tests::read_xml(to_svg(sample_figure(), {}));
  ASSERT_NE(xml.find("title"), nullptr);
  EXPECT_EQ(xml.find("title")->text, "Fused moves half the bytes");
  EXPECT_EQ(xml.find("title")->attributes.at("font-weight"), "600");
  EXPECT_NE(xml.find("bar.fused"), nullptr);
  ASSERT_NE(xml.find("dot.l2-2"), nullptr) << "the second mark of one id";
  EXPECT_EQ(xml.find("dot.l2-2")->attributes.at("xml:space"), "preserve");
  std::set<std::string> ids;
  for (const auto& element : xml.elements) {
    if (const auto id = element.attributes.find("id"); id != element.attributes.end()) {
      EXPECT_TRUE(ids.insert(id->second).second) << id->second;
    }
  }
}

TEST(Svg, ANumberThatRoundsToZeroHasNoSign) {
  Figure figure;
  figure.marks = {{Polyline{{{-0.0004, -1.5}, {0.0004, -0.0}}, {{Role::ink}, 1, 0}}, "line"}};
  const tests::Xml xml = tests::read_xml(to_svg(figure, {}));
  const auto& line = xml.find("line")->attributes;
  EXPECT_EQ(line.at("x1"), "0");
  EXPECT_EQ(line.at("y1"), "-1.5");
  EXPECT_EQ(line.at("x2"), "0");
  EXPECT_EQ(line.at("y2"), "0");
}

TEST(Svg, OutlinesNeedNoFont) {
  Options options;
  options.text = TextMode::outlines;
  const tests::Xml xml = tests::read_xml(to_svg(sample_figure(), options));
  EXPECT_EQ(xml.count("text"), 0u);
  const tests::XmlElement* title = xml.find("title");
  ASSERT_NE(title, nullptr);
  EXPECT_EQ(title->attributes.at("aria-label"), "Fused moves half the bytes");
  EXPECT_GT(title->attributes.at("d").size(), 1000u);
  EXPECT_EQ(to_svg(sample_figure(), options).find("font-family"), std::string::npos);
}

TEST(Svg, TransparentHasNoPage) {
  const std::string page = "<rect x=\"0\" y=\"0\" width=\"480\" height=\"270\"";
  Options options;
  EXPECT_NE(to_svg(sample_figure(), options).find(page), std::string::npos);
  options.transparent = true;
  EXPECT_EQ(to_svg(sample_figure(), options).find(page), std::string::npos);
}

TEST(Svg, ReferencesAreDefined) {
  const std::string svg = to_svg(sample_figure(), {});
  const tests::Xml xml = tests::read_xml(svg);
  int references = 0;
  for (std::size_t at = svg.find("url(#"); at != std::string::npos; at = svg.find("url(#", at + 1)) {
    const std::string id = svg.substr(at + 5, svg.find(')', at) - at - 5);
    EXPECT_NE(xml.find(id), nullptr) << id;
    ++references;
  }
  EXPECT_EQ(references, 2) << "a hatching and a clip";
}

TEST(Xml, Ids) {
  EXPECT_EQ(exporter::xml_id("k1.read.y.1"), "k1.read.y.1");
  EXPECT_EQ(exporter::xml_id("1st bar\u00E9"), "_1st_bar_");
  EXPECT_EQ(exporter::xml_id(""), "_");
}

TEST(Xml, Escapes) {
  EXPECT_EQ(exporter::escape_xml("a<b>&\"c\"\n"), "a&lt;b&gt;&amp;&quot;c&quot; ");
  EXPECT_EQ(exporter::escape_xml("a\n\tb\r\n", true), "a\n b \n");
}

TEST(XmlCheck, FindsWhatIsWrong) {
  for (const char* bad : {"", "<a>", "<a></b>", "<a/><b/>", "<a b=\"1\" b=\"2\"/>", "<a>&nbsp;</a>", "<a>\x01</a>",
                          "<a b=1/>", "x<a/>"}) {
    EXPECT_NE(tests::read_xml(bad).error, "") << bad;
  }
  EXPECT_EQ(tests::read_xml("<a b=\"&lt;\">x<c/>y</a>").error, "");
}

}  // namespace svg_test
