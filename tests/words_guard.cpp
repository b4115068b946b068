// In every test program: a key that was asked for and is nowhere fails it, however the key was made.
#include "base/words.hpp"

#include <gtest/gtest.h>

namespace {

class WordsGuard : public testing::Environment {
 public:
  void TearDown() override {
    for (const std::string& key : base::unknown_keys()) {
      // Keys have no spaces; a test that asks for none on purpose does.
      if (key.find(' ') == std::string::npos) ADD_FAILURE() << "assets/words/en.toml has no '" << key << "'";
    }
  }
};

[[maybe_unused]] const auto* const guard = testing::AddGlobalTestEnvironment(new WordsGuard);

}  // namespace
