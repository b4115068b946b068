// Files of words, and other TOML, that were written to keep their reader busy.
#include "base/toml_flaw.hpp"
#include "base/translation.hpp"
#include "linear.hpp"

namespace linear_words_test {

TEST(LinearWords, HostileFiles) {
  const std::vector<std::pair<std::string, std::function<std::string(std::size_t)>>> texts = {
      {"UnknownKeys", tests::counted("", [](std::size_t i) { return "k" + std::to_string(i) + "=\"a\"\n"; })},
      {"NoTexts", tests::counted("", [](std::size_t i) { return "k" + std::to_string(i) + "=1\n"; })},
      {"Forms", tests::counted("", [](std::size_t i) { return "\"k" + std::to_string(i) + ".one\"=\"a\"\n"; })},
      {"Remarks", tests::filled("", "# x\n")},
      {"OneText", tests::filled("\"app.tagline\"=\"", "{a}", "\"\n")},
      {"OneLongText", tests::filled("\"app.tagline\"=\"\"\"", "{\n", "\"\"\"\n")},
      {"Brackets", tests::filled("a=", "[")},
      {"List", tests::filled("a=[", "1,", "]")},
      {"Dots", tests::filled("a", ".a", "=1")},
      {"Quotes", tests::filled("", "\"")},
      {"BadBytes", tests::filled("", "\xFF")},
      {"Plural", tests::filled("\"plural.one\"=\"n", " or n", " == 1\"\n")},
  };
  for (const auto& [name, text] : texts) {
    tests::expect_linear(name, text, base::max_word_bytes,
                         [](const std::string& one) { (void)base::parse_words(one, "w"); });
  }
}

}  // namespace linear_words_test
