// A path, or an id.
#include "lesson/named.hpp"

#include "lesson/loader.hpp"

#include <filesystem>

namespace lesson {

base::Expected<Lesson> named(std::string_view word) {
  const std::filesystem::path path(word);
  std::error_code ignored;
  const bool is_path = word.find('/') != std::string_view::npos || word == "." || word == ".." ||
                       word.ends_with(".md") || std::filesystem::is_regular_file(path / "lesson.md", ignored);
  return is_path ? load(path) : find(word);
}

}  // namespace lesson
