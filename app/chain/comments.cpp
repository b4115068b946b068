// Line by line, by the name that a line gives its value.
#include "chain/comments.hpp"

#include "base/text.hpp"

#include <map>
#include <utility>
#include <vector>

namespace chain {
namespace {

/// "x: f32[64]" and "x = relu(a)" both name x; of several on a line the first.
std::string name_of(std::string_view statement) {
  return std::string(base::trim(statement.substr(0, statement.find_first_of(":=;"))));
}

struct Comments {
  std::string above;   ///< whole lines
  std::string behind;  ///< "# why"
};

/// Of each line of a text, in its order; what stands below the last one has no name.
std::vector<std::pair<std::string, Comments>> comments_of(std::string_view text) {
  std::vector<std::pair<std::string, Comments>> all;
  std::string above;
  for (const auto line : base::split_lines(text)) {
    const auto hash = line.find('#');
    const auto statement = base::trim(line.substr(0, hash));
    const std::string comment(hash == std::string_view::npos ? std::string_view() : base::trim(line.substr(hash)));
    if (!statement.empty()) {
      all.push_back({name_of(statement), {above, comment}});
      above.clear();
    } else if (!comment.empty()) {
      above += comment + "\n";
    }
  }
  all.push_back({{}, {above, {}}});
  return all;
}

}  // namespace

std::string with_comments(std::string_view before, std::string_view after) {
  std::map<std::string, std::string> lines;  // of the new text, by name
  for (const auto line : base::split_lines(after)) lines.emplace(name_of(line), line);
  std::map<std::string, Comments> kept;
  std::string above;
  for (auto& [name, comments] : comments_of(before)) {
    above += comments.above;
    if (!name.empty() && !lines.contains(name)) continue;
    kept[name].above += std::exchange(above, {});
    if (!comments.behind.empty()) kept[name].behind = std::move(comments.behind);
  }
  std::string out;
  for (const auto line : base::split_lines(after)) {
    if (base::trim(line).empty()) continue;
    const Comments& comments = kept[name_of(line)];
    out += comments.above + std::string(line) + (comments.behind.empty() ? "" : "  " + comments.behind) + "\n";
  }
  return out + kept[{}].above;
}

}  // namespace chain
