// Chains at random, as text: every op, dtype and kind of operand comes up.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace tests {

/// A chain of `ops` lines over [rows, columns], whose operands are full tensors, vectors, columns and numbers.
class RandomChain {
 public:
  RandomChain(std::uint32_t seed, int rows, int columns, int ops) : random_(seed), columns_of_row_(columns) {
    const char* dtype = pick({"f32", "f32", "f16", "bf16"});
    const std::string r = std::to_string(rows), c = std::to_string(columns);
    text_ = std::string("x: ") + dtype + "[" + r + ", " + c + "]\nv: " + dtype + "[" + c + "]\nw: " + dtype + "[" + r +
            ", 1]\n";
    full_ = {"x"};
    // Every input is read, whatever the dice say.
    line("x + v");
    line(full_.back() + " * w");
    while (made_ < ops) another();
    // What nobody reads must be an output.
    for (int value = 1; value <= made_; ++value) {
      if (!is_read("t" + std::to_string(value))) text_ += "out t" + std::to_string(value) + "\n";
    }
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  /// Named anywhere but where its line begins.
  [[nodiscard]] bool is_read(const std::string& name) const {
    for (std::size_t at = text_.find(name); at != std::string::npos; at = text_.find(name, at + 1)) {
      const char after = text_[at + name.size()];
      const bool whole = after < '0' || after > '9';
      if (whole && (at == 0 || text_[at - 1] != '\n') && (at == 0 || text_[at - 1] < 'a' || text_[at - 1] > 'z')) {
        return true;
      }
    }
    return false;
  }
  const char* pick(const std::vector<const char*>& from) { return from[random_() % from.size()]; }
  std::string full() { return full_[random_() % full_.size()]; }
  std::string operand() {
    switch (random_() % 4) {
      case 0:
        return full();
      case 1:
        return "v";
      case 2:
        return columns_.empty() ? "w" : columns_[random_() % columns_.size()];
      default:
        return pick({"0.5", "-1.25", "3", "1e-2"});
    }
  }
  std::string reduction() {
    const std::string name = columns_of_row_ > 1 ? pick({"sum", "mean", "max", "var"}) : pick({"sum", "mean", "max"});
    const bool keeps = (name == "sum" || name == "mean") && random_() % 4 == 0;
    return name + "(" + full() + (keeps ? pick({", bf16", ", f16"}) : "");
  }
  void line(const std::string& expression, bool column = false) {
    const std::string name = "t" + std::to_string(++made_);
    text_ += name + " = " + expression + "\n";
    (column ? columns_ : full_).push_back(name);
  }
  void another() {
    switch (random_() % 8) {
      case 0:
        return line(full() + pick({" + ", " - ", " * "}) + operand());
      case 1:
        return line(operand() + pick({" + ", " - ", " / "}) + full());
      case 2:
        return line(std::string(pick({"maximum", "minimum"})) + "(" + full() + ", " + operand() + ")");
      case 3:
        return line(std::string(pick({"tanh", "sigmoid", "relu", "gelu", "gelu_erf", "silu", "softplus", "sin", "cos",
                                      "abs", "square"})) +
                    "(" + full() + ")");
      case 4:
        return line("exp(-abs(" + full() + "))");
      case 5:
        return line(std::string(pick({"sqrt", "rsqrt", "log", "reciprocal"})) + "(abs(" + full() + ") + 0.5)");
      case 6:
        return line(reduction() + ")", true);
      default:
        return line("dropout(-" + full() + ", 0.25, " + std::to_string(random_() % 100) + ")");
    }
  }

  std::mt19937 random_;
  int columns_of_row_;
  std::string text_;
  std::vector<std::string> full_, columns_;
  int made_ = 0;
};

}  // namespace tests
