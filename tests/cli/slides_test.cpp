// Figures for slides: shapes, stages, text, dots; everything inside the file; opened again from it.
#include "base/resources.hpp"
#include "charts/imports.hpp"
#include "cli/program.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>

namespace slides_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Slides : public testing::Test {
 protected:
  tests::Outcome go(const std::vector<std::string>& arguments) {
    return tests::onetrip(arguments, {home_.path().string(), "", {}}, 60);
  }
  std::string path(const std::string& name) { return (home_.path() / name).string(); }
  std::string read(const std::string& name) { return base::read_file(path(name), 1 << 26).value_or(""); }
  /// What another program says of a file; empty if it is not here.
  static std::string told_by(const std::string& command) {
    std::string out;
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen((command + " 2>/dev/null").c_str(), "r"), &pclose);
    std::array<char, 4096> part{};
    while (pipe && std::fgets(part.data(), part.size(), pipe.get()) != nullptr) out += part.data();
    return out;
  }

  tests::TemporaryFolder home_;
};

TEST_F(Slides, EveryFormatHoldsWhereItsNumbersAreFrom) {
  for (const std::string ending : {"svg", "json"}) {
    const std::string file = "f." + ending;
    ASSERT_EQ(go({"figure", "bytes", "bias-gelu", "--device", "recorded", "-o", path(file)}).exit, 0);
    for (const char* fact :
         {"NVIDIA H200", "580.", "recorded (bytes by counters)", "2026-", "onetrip figure bytes bias-gelu"}) {
      EXPECT_THAT(read(file), HasSubstr(fact)) << ending;
    }
    EXPECT_THAT(read(file), HasSubstr(base::version()));
  }
  ASSERT_EQ(go({"figure", "bytes", "bias-gelu", "--device", "recorded", "-o", path("f.pdf")}).exit, 0);
  const std::string info = told_by("pdfinfo '" + path("f.pdf") + "'");
  if (info.empty()) GTEST_SKIP() << "no pdfinfo here";
  for (const char* fact : {"NVIDIA H200", "580.", "recorded (bytes by counters)", "onetrip figure bytes bias-gelu"}) {
    EXPECT_THAT(info, HasSubstr(fact));
  }
}

TEST_F(Slides, PdfFontsAreInTheFileAndItsWordsCanBeFound) {
  ASSERT_EQ(go({"figure", "roofline", "bias-gelu", "--stage", "all", "--spec", "h200", "-o", path("f.pdf")}).exit, 0);
  const std::string fonts = told_by("pdffonts '" + path("f.pdf") + "' | tail -n +3");
  if (fonts.empty()) GTEST_SKIP() << "no pdffonts here";
  // Columns: name, type, encoding, emb, sub, uni, object.
  std::size_t lines = 0, embedded = 0;
  for (std::size_t at = 0; at < fonts.size(); at = fonts.find('\n', at) + 1, ++lines) {
    embedded += fonts.substr(at, fonts.find('\n', at) - at).find(" yes yes yes") != std::string::npos;
  }
  EXPECT_GT(lines, 0u);
  EXPECT_EQ(embedded, lines) << fonts;
  EXPECT_THAT(told_by("pdftotext -l 4 '" + path("f.pdf") + "' -"), HasSubstr("NVIDIA H200"));
}

TEST_F(Slides, AStageThatAddsNothingIsNoPageOfADeck) {
  const auto pages = [&](const char* device, std::vector<std::string> guess) {
    std::vector<std::string> words = {"figure", "bytes", "bias-gelu", "--stage", "all", "--device", device};
    words.insert(words.end(), guess.begin(), guess.end());
    words.insert(words.end(), {"-o", path("deck.pdf")});
    EXPECT_EQ(go(words).exit, 0);
    return told_by("pdfinfo '" + path("deck.pdf") + "' | grep Pages");
  };
  if (pages("recorded", {}).empty()) GTEST_SKIP() << "no pdfinfo here";
  EXPECT_THAT(pages("recorded", {}), HasSubstr(" 3")) << "question, model, truth";
  EXPECT_THAT(pages("recorded", {"--guess", "bytes.fused=5e8"}), HasSubstr(" 4"));
}

TEST_F(Slides, APngHasTwoPixelsAUnitAndThreeHundredDots) {
  ASSERT_EQ(go({"figure", "bytes", "bias-gelu", "--spec", "h200", "--preset", "4:3", "-o", path("f.png")}).exit, 0);
  const std::string png = read("f.png");
  const auto number = [&](std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(png.at(at + i));
    return value;
  };
  EXPECT_EQ(number(16), 1920u);
  EXPECT_EQ(number(20), 1440u);
  const std::size_t dots = png.find("pHYs");
  ASSERT_NE(dots, std::string::npos);
  EXPECT_EQ(number(dots + 4), 11811u) << "300 dots an inch";
}

TEST_F(Slides, OutlinesHaveNoTextAndTransparentOnesNoPage) {
  ASSERT_EQ(go({"figure", "chain", "bias-gelu", "--spec", "h200", "--text", "outlines", "--transparent", "--title",
                "none", "-o", path("f.svg")})
                .exit,
            0);
  EXPECT_THAT(read("f.svg"), Not(HasSubstr("<text")));
  EXPECT_THAT(read("f.svg"), HasSubstr("aria-label=\""));
  EXPECT_THAT(read("f.svg"), Not(HasSubstr("width=\"960\" height=\"540\" fill=")));
}

TEST_F(Slides, AnExportedFigureIsDrawnAgainFromItsFile) {
  const std::string chain = "x: f32[4096, 8192]; b: f32[8192]; t = x + b; u = gelu(t); y = relu(u)";
  for (const std::string kind : {"bytes", "roofline", "chain", "timeline", "warehouse"}) {
    std::vector<std::string> drawn{"figure", kind, chain, "--spec", "a100", "-o"};
    if (kind != "warehouse") drawn.insert(drawn.begin() + 3, {"--cuts", "u"});  // which has two lanes, whatever is cut
    for (const char* file : {"first.svg", "first.json"}) {
      auto arguments = drawn;
      arguments.push_back(path(file));
      ASSERT_EQ(go(arguments).exit, 0) << kind;
    }
    for (const char* file : {"first.svg", "first.json"}) {
      const auto again = go({"figure", path(file), "-o", path("again.svg")});
      ASSERT_EQ(again.exit, 0) << again.err;
      EXPECT_THAT(again.err, Not(HasSubstr("onetrip")));  // a sanitizer may say its own
      // The command that remakes it is another, the picture is not.
      const std::string first = read("first.svg"), second = read("again.svg");
      EXPECT_EQ(first.substr(first.find("</metadata>")), second.substr(second.find("</metadata>"))) << kind << file;
    }
  }
}

TEST_F(Slides, ARunThatASceneDoesNotHoldIsSaid) {
  ASSERT_EQ(go({"figure", "bytes", "bias-gelu", "--device", "recorded", "-o", path("run.svg")}).exit, 0);
  const auto model = go({"figure", path("run.svg"), "-o", path("model.svg")});
  EXPECT_EQ(model.exit, 0);
  EXPECT_THAT(model.err, HasSubstr("recorded (bytes by counters), NVIDIA H200"));
  const auto same = go({"figure", path("run.svg"), "--device", "recorded", "-o", path("same.svg")});
  EXPECT_THAT(same.err, Not(HasSubstr("NVIDIA H200")));
  const std::string first = read("run.svg"), second = read("same.svg");
  EXPECT_EQ(first.substr(first.find("</metadata>")), second.substr(second.find("</metadata>")));
}

TEST_F(Slides, ALadderIsDrawnFromItsRecordingTheSameTwice) {
  ASSERT_EQ(go({"figure", "ladder", "costume", "-o", path("ladder.svg")}).exit, 0);
  const std::string first = read("ladder.svg");
  ASSERT_EQ(go({"figure", "ladder", "costume", "-o", path("ladder.svg")}).exit, 0);
  EXPECT_EQ(first, read("ladder.svg"));
  EXPECT_THAT(first, HasSubstr("recorded (bytes by counters)"));
  EXPECT_THAT(first, HasSubstr("through local memory"));
}

TEST_F(Slides, WhatAFigureHeldIsDrawnAgain) {
  const std::string chain = "x: f32[4096, 8192]; y = cos(x)";
  const std::vector<std::vector<std::string>> all{
      {"figure", "bytes", chain, "--guess", "crossings.unfused=7", "--guess", "time.fused=0.0001"},
      {"figure", "bytes", chain, "--device", "recorded"},
      {"figure", "sweep", chain, "--over", "n=1..8", "--device", "recorded"},
      {"figure", "imported", "attention"},
      {"figure", "ladder", "costume"},
      {"figure", "bandwidth", chain, "--times", "4"}};
  for (const std::vector<std::string>& one : all) {
    for (const char* kind : {".svg", ".json"}) {
      std::vector<std::string> first = one;
      first.insert(first.end(), {"-o", path("first.svg")});
      ASSERT_EQ(go(first).exit, 0) << one[1];
      first.back() = path(std::string("first") + kind);
      const auto made = go(first);
      ASSERT_EQ(made.exit, 0) << made.err;
      const auto again = go({"figure", path(std::string("first") + kind), "-o", path("again.svg")});
      ASSERT_EQ(again.exit, 0) << again.err;
      const std::string a = read("first.svg"), b = read("again.svg");
      EXPECT_EQ(a.substr(a.find("</metadata>")), b.substr(b.find("</metadata>"))) << one[1] << kind;
    }
  }
}

TEST_F(Slides, AGuessThatAFigureHeldButDoesNotDrawIsNotAskedForAgain) {
  ASSERT_EQ(go({"figure", "chain", "bias-gelu", "-o", path("chain.json")}).exit, 0);
  std::string held = read("chain.json");
  const std::string before = R"(\"kind\":\"chain\",)";
  const std::size_t at = held.find(before);
  ASSERT_NE(at, std::string::npos) << held;
  base::write_file(path("held.json"), held.insert(at, R"(\"guesses\":{\"crossings.unfused\":7.0},)"));
  const auto again = go({"figure", path("held.json"), "-o", path("again.svg")});
  EXPECT_EQ(again.exit, 0) << again.err;
  EXPECT_EQ(go({"figure", path("held.json"), "--guess", "crossings.unfused=7", "-o", path("again.svg")}).exit, 2);
}

TEST_F(Slides, AnImportStandsBesideOursAndIsRefusedBesideAnotherChain) {
  const std::string layer = "x: bf16[4096, 4096]; w: bf16[4096, 4096]; b: bf16[4096]; y = gelu(x @ w + b)";
  base::write_file(path("times.json"), tests::sealed(tests::import_text()));
  for (const char* kind : {"bytes", "roofline", "imported", "cuts"}) {
    std::vector<std::string> words{"figure", kind, layer, "--import", path("times.json"), "-o", path("i.svg")};
    if (std::string_view(kind) != "imported") words.insert(words.end(), {"--spec", "h200"});
    const auto made = go(words);
    ASSERT_EQ(made.exit, 0) << made.err;
    EXPECT_THAT(read("i.svg"), HasSubstr("imported, PyTorch 2.11.0, JAX 0.9.1")) << kind;
  }
  ASSERT_EQ(go({"figure", "bytes", layer, "--import", path("times.json"), "-o", path("card.svg")}).exit, 0);
  EXPECT_THAT(read("card.svg"), HasSubstr("model: NVIDIA H200 SXM 141GB")) << "the import's card, not this machine";
  for (const char* kind : {"bytes", "imported"}) {
    const auto refused = go({"figure", kind, "linear-gelu", "--import", path("times.json"), "-o", path("i.svg")});
    EXPECT_EQ(refused.exit, 2);
    EXPECT_THAT(refused.err, HasSubstr("The import is for another chain: a small layer")) << kind;
  }
  std::string edited = tests::sealed(tests::import_text());
  base::write_file(path("times.json"), edited.replace(edited.find("H200"), 4, "H100"));
  const auto refused = go({"figure", "bytes", layer, "--import", path("times.json"), "-o", path("i.svg")});
  EXPECT_EQ(refused.exit, 2);
  EXPECT_THAT(refused.err, HasSubstr("this import was edited"));
  base::write_file(path("times.json"), "{}");
  EXPECT_EQ(go({"figure", "bytes", layer, "--import", path("times.json"), "-o", path("i.svg")}).exit, 2);
}

TEST_F(Slides, WhoFusesWhatTakesTheImportThatCameAlongAndSaysWhereThereIsNone) {
  const std::string layer = "x: bf16[8192, 8192]; w: bf16[8192, 8192]; b: bf16[8192]; y = gelu(x @ w + b)";
  ASSERT_EQ(go({"figure", "cuts", layer, "-o", path("cuts.svg")}).exit, 0);
  EXPECT_THAT(read("cuts.svg"), testing::AllOf(HasSubstr("PyTorch compiled"), HasSubstr("model: NVIDIA H200")));
  ASSERT_EQ(go({"figure", "cuts", path("cuts.svg"), "-o", path("again.svg")}).exit, 2);
  ASSERT_EQ(go({"figure", path("cuts.svg"), "-o", path("again.svg")}).exit, 0);
  EXPECT_THAT(read("again.svg"), HasSubstr("PyTorch compiled"));
  ASSERT_EQ(go({"figure", "cuts", "mish", "--cuts", "all", "--spec", "h200", "-o", path("none.svg")}).exit, 0);
  EXPECT_THAT(read("none.svg"), testing::AllOf(HasSubstr("not imported yet"), HasSubstr("Onetrip unfused")));
  const auto many =
      go({"figure", "cuts", "scale-mask-softmax", "--cuts", "all", "--spec", "h200", "-o", path("m.svg")});
  EXPECT_EQ(many.exit, 2);
  EXPECT_THAT(many.err, HasSubstr("too many for one figure"));
}

TEST_F(Slides, ALadderThatNobodyKeptIsRefusedWithTheWayToOne) {
  const auto refused = go({"figure", "ladder", "softmax", "-o", path("l.svg")});
  EXPECT_EQ(refused.exit, 2);
  EXPECT_THAT(refused.err, HasSubstr("onetrip ladder softmax -o"));
  EXPECT_EQ(go({"figure", "ladder", "stairs", "-o", path("l.svg")}).exit, 2);
}

TEST_F(Slides, AScreenshotIsAPng) {
  const auto refused = go({"screenshot", "-o", path("x.jpg")});
  EXPECT_EQ(refused.exit, 2);
  EXPECT_THAT(refused.err, HasSubstr("a screenshot is a .png"));
}

TEST_F(Slides, AFileThatHoldsNoFigureIsRefused) {
  base::write_file(path("other.svg"), "<svg/>");
  base::write_file(path("broken.json"), R"({"format": "onetrip figure", "scene": "{}"})");
  for (const char* file : {"other.svg", "broken.json", "missing.json"}) {
    EXPECT_EQ(go({"figure", path(file), "-o", path("x.svg")}).exit, 2) << file;
  }
  EXPECT_THAT(go({"figure", path("other.svg"), "-o", path("x.svg")}).err, HasSubstr("does not hold an Onetrip figure"));
  EXPECT_EQ(go({"figure", "bytes", "-o", path("x.svg")}).exit, 2);
}

TEST_F(Slides, ASceneThatWasEditedBadlyIsRefusedWithWhatBelongsThere) {
  ASSERT_EQ(go({"figure", "bandwidth", "x: f32[4096, 64]; y = cos(x)", "--times", "4", "-o", path("road.json")}).exit,
            0);
  ASSERT_EQ(go({"figure", "bandwidth", "x: f32[4096, 64]; y = cos(x)", "--times", "4", "-o", path("road.svg")}).exit,
            0);
  struct Edit {
    std::string from, to, said;
  };
  const std::vector<Edit> edits{{R"(\"bandwidth\":\"4\")", R"(\"bandwidth\":\"900\")", "from \"1\" to \"64\""},
                                {R"(\"bandwidth\":\"4\")", R"(\"bandwidth\":4)", "'bandwidth'"},
                                {R"(\"bandwidth\":\"4\")", R"(\"other\":\"4\")", "'bandwidth'"},
                                {R"(\"width\":960.0)", R"(\"width\":-960)", "In this figure's scene, 'width' is -960"},
                                {R"(\"width\":960.0)", R"(\"width\":\"wide\")", "a number from 100"}};
  for (const Edit& edit : edits) {
    const std::string before = read("road.json");
    const std::size_t at = before.find(edit.from);
    ASSERT_NE(at, std::string::npos) << edit.from << before;
    base::write_file(path("edited.json"), std::string(before).replace(at, edit.from.size(), edit.to));
    const auto refused = go({"figure", path("edited.json"), "-o", path("again.svg")});
    EXPECT_EQ(refused.exit, 2) << edit.to;
    EXPECT_THAT(refused.err,
                AllOf(HasSubstr("edited.json"), HasSubstr(edit.said), HasSubstr("export the figure again")))
        << edit.to;
  }
  const std::string svg = read("road.svg");
  const std::size_t at = svg.find("960.0");
  ASSERT_NE(at, std::string::npos);
  base::write_file(path("edited.svg"), std::string(svg).replace(at, 5, "null"));
  EXPECT_EQ(go({"figure", path("edited.svg"), "-o", path("again.svg")}).exit, 2);

  const std::size_t op = svg.rfind("cos(x)", at);  // the scene's own
  ASSERT_NE(op, std::string::npos);
  base::write_file(path("chain.svg"), std::string(svg).replace(op, 6, "cos(z)"));
  const auto refused = go({"figure", path("chain.svg"), "-o", path("again.svg")});
  EXPECT_EQ(refused.exit, 2);
  EXPECT_THAT(refused.err, HasSubstr("chain.svg (its chain):1:27: there is no value named 'z'"));
}

}  // namespace slides_test
