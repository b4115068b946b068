// A real card for tests, and kernels compiled for it. Skipped where there is none.
#pragma once

#include "golden.hpp"
#include "worker/card.hpp"
#include "worker/compile_role.hpp"
#include "worker/fixed_kernels.hpp"
#include "worker/ready_job.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace tests {

class OnCard : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    try {
      card = worker::open_card({});
    } catch (const worker::Failed& failed) {
      reason = failed.what();
    }
  }
  void SetUp() override {
    if (!reason.empty()) GTEST_SKIP() << reason;
    wire::Capabilities told;
    role_.open({}, told);
    images_ = {{std::string(worker::fixed_cubin), compile(std::string(worker::fixed_source()))}};
  }
  std::string compile(const std::string& source, const std::string& letter = {}) {
    const std::string architecture = std::to_string(card.compute_capability) + letter;
    const auto body = role_.answer(wire::Compile{source, architecture, {"-fmad=false"}}, {nullptr, nullptr});
    return std::get<wire::Compiled>(body).image;
  }
  void add(const std::string& cubin, const std::string& source) { images_.push_back({cubin, compile(source)}); }

  static inline wire::Card card;
  static inline std::string reason;
  tests::TemporaryFolder folder_;
  worker::CompileRole role_{folder_.path().string(), false};
  std::vector<wire::Image> images_;
};

}  // namespace tests
