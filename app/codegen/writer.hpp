// Lines of source text, indented by the blocks they are in.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace codegen {

class Writer {
 public:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    text(fmt::format(format, std::forward<Arguments>(arguments)...));
  }
  /// As it is: braces of the source need no doubling.
  void text(const std::string& line) { out_ += std::string(static_cast<std::size_t>(2 * depth_), ' ') + line + "\n"; }
  /// Several, each in its place.
  void lines(std::string_view all) {
    for (std::size_t at = 0; at < all.size();) {
      const std::size_t end = std::min(all.find('\n', at), all.size());
      text(std::string(all.substr(at, end - at)));
      at = end + 1;
    }
  }
  void blank() { out_ += "\n"; }
  /// Starts at the margin, as a directive must.
  void unroll(int times = 0) { out_ += times == 0 ? "#pragma unroll\n" : fmt::format("#pragma unroll {}\n", times); }
  void open(const std::string& head) {
    text(head + " {");
    ++depth_;
  }
  /// With `after` behind the brace: a lambda's ";".
  void close(std::string_view after = {}) {
    --depth_;
    text(fmt::format("}}{}", after));
  }
  /// Where the text is now; what came since is asked for a word, or gets a line put before it.
  [[nodiscard]] std::size_t mark() const { return out_.size(); }
  [[nodiscard]] bool since(std::size_t mark, std::string_view word) const {
    return out_.find(word, mark) != std::string::npos;
  }
  void insert(std::size_t mark, const std::string& line) {
    out_.insert(mark, std::string(static_cast<std::size_t>(2 * depth_), ' ') + line + "\n");
  }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  std::string out_;
  int depth_ = 0;
};

}  // namespace codegen
