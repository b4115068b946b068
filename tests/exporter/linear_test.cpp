// Figures that were written to keep their reader busy.
#include "linear.hpp"

#include "exporter/reader.hpp"
#include "golden.hpp"

namespace exporter_linear_test {

TEST(LinearFigures, HostileFiles) {
  const tests::TemporaryFolder folder;
  const std::string begin = "{\"format\":\"onetrip figure\",\"scene\":\"";
  const std::vector<std::pair<std::string, std::function<std::string(std::size_t)>>> texts = {
      {"Provenance", tests::filled(begin + "\",\"provenance\":[", "{},", "{}]}")},
      {"Scene", tests::filled(begin, "\\u202e", "\"}")},
      {"Keys", tests::counted(
                   "{", [](std::size_t i) { return "\"k" + std::to_string(i) + "\":1,"; }, "\"z\":1}")},
      {"Pairs", tests::filled("[", "[],", "[]]")},
      {"Brackets", tests::filled("", "[")},
      {"Tags", tests::filled("", "<onetrip:figure>")},
      {"Entities", tests::filled("<onetrip:figure>", "&amp;", "</onetrip:figure>")},
  };
  for (const auto& [name, text] : texts) {
    for (const char* file : {"f.json", "f.svg"}) {
      const auto path = folder.path() / file;
      tests::expect_linear(name + " in " + file, text, std::size_t{1} << 20, [&](const std::string& one) {
        std::ofstream(path, std::ios::binary) << one;
        (void)exporter::open_figure(path);
      });
    }
  }
}

}  // namespace exporter_linear_test
