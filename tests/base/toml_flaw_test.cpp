// TOML is looked at before toml++ sees it.
#include "base/toml_flaw.hpp"

#include <gmock/gmock.h>

namespace toml_flaw_test {

using testing::HasSubstr;

TEST(TomlFlaw, CountsWhatToml33CannotHold) {
  const auto brackets = [](std::size_t n) { return "a = " + std::string(n, '[') + std::string(n, ']') + "\n"; };
  EXPECT_FALSE(base::toml_flaw(brackets(16)));
  const auto deep = base::toml_flaw(brackets(17));
  ASSERT_TRUE(deep);
  EXPECT_EQ(deep->line, 1);
  EXPECT_EQ(deep->column, 5 + 16);
  EXPECT_THAT(deep->message, HasSubstr("16 deep"));
  std::string dotted = "a";
  for (int i = 0; i < 16; ++i) dotted += ".a";
  EXPECT_FALSE(base::toml_flaw(dotted + " = 1\n"));
  ASSERT_TRUE(base::toml_flaw(dotted + ".a = 1\n"));
  EXPECT_TRUE(base::toml_flaw("[" + dotted + ".\"b\"]\n"));
  EXPECT_TRUE(base::toml_flaw(std::string(base::max_toml_bytes + 1, ' ')));
}

TEST(TomlFlaw, NamesLineAndColumn) {
  const auto deep = base::toml_flaw("a = 1\nµ = " + std::string(20, '['));
  ASSERT_TRUE(deep);
  EXPECT_EQ(deep->line, 2);
  EXPECT_EQ(deep->column, 5 + 16);
}

TEST(TomlFlaw, NumbersInAListAreNoDots) {
  std::string list = "a = [1.5";
  for (int i = 0; i < 40; ++i) list += ", 1.5";
  EXPECT_FALSE(base::toml_flaw(list + "]\n"));
}

TEST(TomlFlaw, StringsAndCommentsHoldWhatTheyLike) {
  const std::string many = std::string(40, '[') + std::string(40, '.');
  EXPECT_FALSE(base::toml_flaw("a = \"" + many + "\\\"" + many + "\"\n"));
  EXPECT_FALSE(base::toml_flaw("a = '" + many + "'\n# " + many + "\n"));
  EXPECT_FALSE(base::toml_flaw("a = \"\"\"" + many + "\n\"" + many + "\"\"\"\"\"\nb = '''" + many + "\n'''\n"));
  EXPECT_TRUE(base::toml_flaw("a = \"x\"\nb = " + many)) << "what follows a text counts again";
  EXPECT_TRUE(base::toml_flaw("a = \"\"\"x\"\"\"\nb = " + many));
}

}  // namespace toml_flaw_test
