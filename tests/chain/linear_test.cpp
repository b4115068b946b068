// Chains that were written to keep their reader busy, up to the most that a chain may have.
#include "linear.hpp"

#include "chain/parser.hpp"

namespace chain_linear_test {

TEST(LinearChains, HostileTexts) {
  const std::string input = "x: f32[64]\n";
  const auto name = [](std::size_t i) { return "y" + std::to_string(i) + " = x + y" + std::to_string(i + 1) + "\n"; };
  const std::vector<std::pair<std::string, std::function<std::string(std::size_t)>>> texts = {
      {"Remarks", tests::filled(input, "# x\n")},
      {"OneRemark", tests::filled(input + "#", "x")},
      {"Signs", tests::filled(input, "$ ")},
      {"Lines", tests::filled("", "\n")},
      {"Inputs", tests::counted("", [](std::size_t i) { return "x" + std::to_string(i) + ": f32[64]\n"; })},
      {"UnknownOps", tests::filled(input, "y = q(x)\n")},
      {"UnknownNames", tests::counted(input, name)},
      {"Sum", tests::filled(input + "y = x", " + x")},
      {"Minus", tests::filled(input + "y = ", "-")},
      {"Parentheses", tests::filled(input + "y = ", "(")},
      {"Calls", tests::filled(input + "y = ", "relu(")},
      {"Outputs", tests::filled(input + "y = relu(x)\n", "out y\n")},
      {"Sizes", tests::filled("x: f32[64", ", 64")},
      {"OneName", tests::filled("", "a")},
      {"BadBytes", tests::filled(input, "\xFF")},
      {"Statements", tests::filled(input, ";")},
  };
  for (const auto& [what, text] : texts) {
    tests::expect_linear(what, text, chain::max_text_bytes,
                         [](const std::string& one) { (void)chain::parse(one, "c"); });
  }
}

}  // namespace chain_linear_test
