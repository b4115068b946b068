// The text of a backward pass while it is written: its names, its lines, and what it reads of the forward pass.
#pragma once

#include "chain/chain.hpp"

#include <set>
#include <span>
#include <string>
#include <vector>

namespace chain {

/// The operands that a composition was written with: x, then perhaps gain and bias.
[[nodiscard]] std::vector<Operand> composition_operands(const Chain& chain, int composition);

class BackwardText {
 public:
  BackwardText(const Chain& forward, std::span<const int> kept);

  /// The value by its name here; from now on the text declares it or makes it again.
  std::string value(int value);
  std::string operand(const Operand& operand);
  /// The name of what the forward chain calls so, for names made of it: "y_1".
  [[nodiscard]] const std::string& name(int value) const { return names_[value]; }
  /// The gradient that comes in for an output.
  std::string incoming(int output);
  [[nodiscard]] bool is_incoming(std::string_view name) const;
  /// A new line; its name is `wanted` unless that is taken.
  std::string line(std::string wanted, std::string expression);
  void rename(const std::string& from, const std::string& to);
  [[nodiscard]] std::string unused(std::string wanted);
  void remark(std::string sentence) { remarks_.push_back(std::move(sentence)); }
  /// Values that it reads, inputs and kept ones.
  [[nodiscard]] std::vector<int> read() const;
  /// All of it, with these outputs.
  [[nodiscard]] std::string text(const std::vector<std::string>& outputs) const;

 private:
  struct Line {
    std::string name, expression;
  };
  [[nodiscard]] std::vector<bool> needed() const;
  [[nodiscard]] bool is_given(int value) const;
  [[nodiscard]] std::string forward_line(int value) const;

  const Chain& forward_;
  std::vector<bool> kept_, asked_;
  std::vector<std::string> names_;
  std::set<std::string, std::less<>> taken_;
  std::vector<std::pair<std::string, int>> incoming_;  ///< by name, of which output
  std::vector<Line> lines_;
  std::vector<std::string> remarks_;
};

/// `text` with each whole name `from` replaced.
[[nodiscard]] std::string with_name(std::string_view text, std::string_view from, std::string_view to);

}  // namespace chain
