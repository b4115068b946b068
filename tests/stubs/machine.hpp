// A machine of stub libraries: those of tests/stubs that are said to be there, playing what a script says.
#pragma once

#include "golden.hpp"
#include "places.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>

namespace tests {

/// Workers that start while it lives find the stubs and no other library. What it plays may change under them.
class StubMachine {
 public:
  explicit StubMachine(const std::string& script = {}, std::initializer_list<std::string_view> missing = {}) {
    namespace fs = std::filesystem;
    for (const auto& entry : fs::directory_iterator(tests::stubs())) {
      const std::string name = entry.path().filename().string();
      const bool there = std::ranges::none_of(missing, [&](std::string_view one) { return name.starts_with(one); });
      if (there) fs::create_symlink(entry.path(), folder_.path() / name);
    }
    play(script);
    ::setenv("ONETRIP_STUBS", folder_.path().c_str(), 1);
    ::setenv("ONETRIP_STUB_SCRIPT", (folder_.path() / "script").c_str(), 1);
  }
  ~StubMachine() {
    ::unsetenv("ONETRIP_STUBS");
    ::unsetenv("ONETRIP_STUB_SCRIPT");
  }
  StubMachine(const StubMachine&) = delete;
  StubMachine& operator=(const StubMachine&) = delete;

  /// A library that is there, but has not what is looked for in it.
  void stand_in(const std::string& name) const {
    std::filesystem::remove(folder_.path() / name);
    std::filesystem::create_symlink(tests::stubs() / "libnvidia-ml.so.1", folder_.path() / name);
  }
  /// Lines as tests/stubs/script.hpp has them; at once for every stub.
  void play(const std::string& script) const {
    const auto part = folder_.path() / "script.part";
    std::ofstream(part) << script << '\n';
    std::filesystem::rename(part, folder_.path() / "script");
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace tests
