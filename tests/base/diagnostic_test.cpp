// How mistakes are printed.
#include "base/diagnostic.hpp"

#include "base/expected.hpp"

#include <gmock/gmock.h>

namespace diagnostic_test {

using base::Diagnostic;
using base::render;
using testing::HasSubstr;
using testing::Not;

TEST(Render, PlaceLineCaretHint) {
  EXPECT_EQ(render(Diagnostic{"a.chain", 2, 5, 4, "unknown op", "did you mean 'gelu'?", "y = gelo(x)"}),
            "a.chain:2:5: unknown op\n"
            "  y = gelo(x)\n"
            "      ^~~~\n"
            "  hint: did you mean 'gelu'?\n");
}

TEST(Render, WithoutAPlace) {
  Diagnostic diagnostic = base::wrong("empty").error().front();
  EXPECT_EQ(render(diagnostic), "empty\n");
  diagnostic.file = "f";
  EXPECT_EQ(render(diagnostic), "f: empty\n");
}

TEST(Render, CaretCountsCharactersAndTabs) {
  EXPECT_EQ(render(Diagnostic{"f", 1, 4, 1, "m", "", "\té=?"}), "f:1:4: m\n   é=?\n     ^\n");
}

TEST(Render, CaretMayStandAfterTheLine) {
  EXPECT_EQ(render(Diagnostic{"f", 1, 4, 1, "m", "", "y ="}), "f:1:4: m\n  y =\n     ^\n");
  EXPECT_EQ(render(Diagnostic{"f", 1, 99, 9, "m", "", "y ="}), "f:1:99: m\n  y =\n     ^\n");
}

TEST(Render, EscapesWhatWouldDeceive) {
  const std::string out = render(Diagnostic{"f\x1B[2J", 1, 2, 1, "m\xFF", "h\r", "\xFF\u202Ez"});
  EXPECT_EQ(out, "f\\u001B[2J:1:2: m\\xFF\n  \\xFF\\u202Ez\n      ^~~~~~\n  hint: h\\u000D\n");
}

TEST(Render, CutsLongLinesAroundTheCaret) {
  const std::string line = std::string(500, 'a') + "X" + std::string(500, 'b');
  const std::string out = render(Diagnostic{"f", 1, 501, 1, "m", "", line});
  EXPECT_THAT(out, HasSubstr("…"));
  EXPECT_LT(out.size(), 300u);
  const std::size_t caret = out.find('^') - out.rfind('\n', out.find('^'));
  const std::size_t x = out.find('X') - out.rfind('\n', out.find('X')) - 2;  // the ellipsis has three bytes
  EXPECT_EQ(caret, x);
}

TEST(Render, SeveralOneAfterAnother) {
  EXPECT_EQ(render(base::Diagnostics{Diagnostic{"f", 1, 1, 1, "a", "", ""}, Diagnostic{"f", 2, 1, 1, "b", "", ""}}),
            "f:1:1: a\nf:2:1: b\n");
}

}  // namespace diagnostic_test
