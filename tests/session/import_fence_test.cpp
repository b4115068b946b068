// A lesson's fence `imported`: how others cut a chain, once its task is answered; where nobody told, that is said.
#include "charts/imports.hpp"
#include "publish/lesson_figures.hpp"
#include "publish/lesson_html.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

namespace import_fence_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

constexpr auto lesson_text = R"(+++
id = "79"
title = "Who fuses"
minutes = 5
goal = "g"
+++
## The layer

```chain layer
x: bf16[4096, 4096]
w: bf16[4096, 4096]
b: bf16[4096]
y = gelu(x @ w + b)
```

```task
id = "count"
kind = "number"
asked = "kernels.products"
question = "How many kernels?"
because = "{kernels.products}."

[[misconception]]
id = "one"
value = "{kernels.fused}"
explanation = "No."
```

```class
{kernels.products}.
```

```imported layer
```
)";

const record::Imported& import() {
  static const record::Imported found = tests::import_of();
  return found;
}

void with_lesson(session::Services& services) {
  services.find_lesson = [](std::string_view) { return lesson::parse(lesson_text, "lesson.md"); };
  services.course = [] { return base::Expected<std::vector<lesson::Listed>>(); };
  services.import_of = [](const chain::Chain&) { return &import(); };
}

TEST(ImportFence, ComesWithTheAnswerAndIsCalledImported) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("79"));
  EXPECT_EQ(stage.node("figure.imported"), nullptr) << stage.twin();
  EXPECT_THAT(stage.everything(), Not(HasSubstr("240")));
  ASSERT_TRUE(stage->act("guess.set", "3"));
  ASSERT_TRUE(stage->act("guess.lock"));
  ASSERT_NE(stage.node("figure.imported"), nullptr) << stage.twin();
  const std::string svg = exporter::to_svg(*stage.node("figure.imported")->figure);
  EXPECT_THAT(svg, AllOf(HasSubstr("imported, PyTorch 2.11.0, JAX 0.9.1"), HasSubstr("2 kernels"),
                         HasSubstr("onetrip figure imported 'x: bf16[4096, 4096]")));
}

std::string with_cuts() {
  std::string text = lesson_text;
  const std::string fence = "```imported layer";
  return text.replace(text.rfind(fence), fence.size(), fence + " cuts");
}

TEST(ImportFence, CutsStandAsRowsOfKernelsOursBelowTheirs) {
  Stage stage([](session::Services& services) {
    with_lesson(services);
    services.find_lesson = [](std::string_view) { return lesson::parse(with_cuts(), "lesson.md"); };
  });
  ASSERT_TRUE(stage->open_lesson("79"));
  EXPECT_EQ(stage.node("figure.cuts"), nullptr) << stage.twin();
  ASSERT_TRUE(stage->act("guess.set", "3") && stage->act("guess.lock"));
  ASSERT_NE(stage.node("figure.cuts"), nullptr) << stage.twin();
  const std::string svg = exporter::to_svg(*stage.node("figure.cuts")->figure);
  EXPECT_THAT(svg,
              AllOf(HasSubstr("JAX jit"), HasSubstr("Onetrip fused"), HasSubstr("not imported: no time was left")));
}

TEST(ImportFence, CutsWithoutAnImportSayThatNobodyHasOne) {
  Stage stage([](session::Services& services) {
    with_lesson(services);
    services.find_lesson = [](std::string_view) { return lesson::parse(with_cuts(), "lesson.md"); };
    services.import_of = [](const chain::Chain&) -> const record::Imported* { return nullptr; };
  });
  ASSERT_TRUE(stage->open_lesson("79"));
  ASSERT_TRUE(stage->act("guess.set", "3") && stage->act("guess.lock"));
  ASSERT_NE(stage.node("figure.cuts"), nullptr) << stage.twin();
  const std::string svg = exporter::to_svg(*stage.node("figure.cuts")->figure);
  EXPECT_THAT(svg, AllOf(HasSubstr("not imported yet"), HasSubstr("Onetrip unfused"), Not(HasSubstr("jit"))));
}

TEST(ImportFence, IsTheStagesFirstPicture) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("17"));
  stage->go_to_step(6);
  ASSERT_TRUE(stage->act("choice:C") && stage->act("guess.lock"));
  ASSERT_NE(stage.node("figure.imported"), nullptr);
  EXPECT_TRUE(stage.node("figure.imported")->selected);
}

TEST(ImportFence, TheRoomSeesItWithTheTruth) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("79"));
  ASSERT_TRUE(stage->act("class.open"));
  EXPECT_THAT(stage.everything(), Not(HasSubstr("eager")));
  for (int i = 0; i < 3 && stage.node("figure.imported") == nullptr; ++i) ASSERT_TRUE(stage->act("class.next"));
  EXPECT_NE(stage.node("figure.imported"), nullptr) << stage.twin();
}

TEST(ImportFence, WithoutAnImportThatIsSaid) {
  Stage stage([](session::Services& services) {
    with_lesson(services);
    services.import_of = [](const chain::Chain&) -> const record::Imported* { return nullptr; };
  });
  ASSERT_TRUE(stage->open_lesson("79"));
  ASSERT_TRUE(stage->act("guess.set", "2"));
  ASSERT_TRUE(stage->act("guess.lock"));
  EXPECT_EQ(stage.node("figure.imported"), nullptr);
  EXPECT_THAT(stage.twin(), HasSubstr("How other programs fuse 'layer' is not recorded yet"));
}

TEST(ImportFence, IsOnTheLessonsPageBehindItsAnswerAndAmongItsFigures) {
  const auto parsed = lesson::parse(lesson_text, "lesson.md");
  ASSERT_TRUE(parsed) << base::render(parsed.error());
  auto findings = publish::findings_of(*parsed, nullptr, *machine::device_named("h200"));
  ASSERT_TRUE(findings);
  findings->imports = {{"layer", nullptr}};
  EXPECT_THAT(publish::lesson_html(*parsed, *findings, {}), HasSubstr("is not recorded yet"));
  findings->imports = {{"layer", &import()}};
  const std::string page = publish::lesson_html(*parsed, *findings, {});
  const auto shown = page.find("imported, PyTorch 2.11.0");
  ASSERT_NE(shown, std::string::npos);
  EXPECT_LT(page.find("class=\"reveal\""), shown);
  std::vector<std::string> names;
  for (const auto& one : publish::lesson_figures(*parsed, *findings, {})) {
    if (one.name.starts_with("imported")) names.push_back(one.name);
  }
  EXPECT_THAT(names, testing::ElementsAre("imported-layer"));
}

TEST(ImportFence, AboveItsTaskAndWithoutAChainItIsRefused) {
  std::string text = lesson_text;
  const std::string fence = "```imported layer\n```\n";
  text.erase(text.find(fence), fence.size());
  text.insert(text.find("```task"), fence + "\n");
  const auto above = lesson::parse(text, "lesson.md");
  ASSERT_FALSE(above);
  EXPECT_THAT(base::render(above.error()), HasSubstr("another program's times give away the answer to the task below"));
  text = lesson_text;
  text.replace(text.find("imported layer"), 14, "imported nobody");
  EXPECT_FALSE(lesson::parse(text, "lesson.md"));
}

}  // namespace import_fence_test
