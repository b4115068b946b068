// Numbers of entries are verified by what they point at, and where entries are exact by the numbers themselves.
#include "chain/parser.hpp"
#include "device/cpu/cpu_device.hpp"
#include "measure/verify.hpp"

#include <gtest/gtest.h>

namespace measure_ranking_test {

using device::cpu::Fault;

/// Of the unfused plan (0) or the fused one.
record::Verdict verdict_of(const std::string& text, int plan, Fault fault) {
  static const std::unique_ptr<device::Device> device = device::cpu::make_device();
  device::RunSpec spec;
  const auto chain = std::make_shared<const chain::Chain>(chain::parse(text).value());
  for (const auto kind : {plan::Cuts::Kind::every, plan::Cuts::Kind::none}) {
    spec.plans.push_back(plan::segment(chain, {kind, {}}, machine::Limits(64 * 1024)).value());
  }
  device::cpu::plant(fault);
  const auto experiment = device->prepare(spec);
  device::cpu::plant(Fault::none);
  return measure::verify(*experiment, spec, plan).verdict;
}

const std::string product = "x: bf16[40, 64]; w: bf16[64, 3000]; ", rows = "z: bf16[40, 3000]; ";

TEST(Ranking, RightOnesPass) {
  for (const std::string& text :
       {rows + "v = topk(z, 50); i = topk_index(z, 50)\nout v, i", rows + "i = argmax(exp(z))",
        product + "r = x @ w; p = softmax(topk(r, 2)); i = topk_index(r, 2)\nout p, i",
        product + "r = x @ w; v = topk(r, 50); i = topk_index(r, 50)\nout r, v, i",
        product + "g: bf16[40, 3000]; i = argmax(x @ w * 1.25 + g)"}) {
    for (const int plan : {0, 1}) {
      const record::Verdict verdict = verdict_of(text, plan, Fault::none);
      EXPECT_TRUE(verdict.passed) << text << " " << plan << ": " << verdict.worst;
      EXPECT_EQ(verdict.largest_difference < 100, true) << "numbers of entries have no distance";
    }
  }
}

/// Sums of -1, 0 and 1 are equal again and again: the tie rule shows in the exact run, as it does in bf16 rows.
TEST(Ranking, ALostTieRuleIsFound) {
  for (const std::string& text :
       {product + "r = x @ w; i = topk_index(r, 8)", product + "i = argmax(x @ w)", rows + "i = topk_index(z, 50)"}) {
    const record::Verdict verdict = verdict_of(text, 1, Fault::later_of_equals);
    EXPECT_FALSE(verdict.passed) << text;
    EXPECT_NE(verdict.worst.find("no other number is right here"), std::string::npos) << verdict.worst;
  }
}

TEST(Ranking, NumbersOfAnotherTileAndEntriesThatAreThereTwiceAreFound) {
  for (const std::string& text : {product + "r = x @ w; i = topk_index(r, 8)", product + "r = x @ w; v = topk(r, 8)"}) {
    EXPECT_FALSE(verdict_of(text, 1, Fault::tile_twice).passed) << text;
    EXPECT_FALSE(verdict_of(text, 1, Fault::dropped_tile).passed) << text;
  }
  EXPECT_FALSE(verdict_of(product + "i = argmax(x @ w)", 1, Fault::number_in_tile).passed);
  EXPECT_FALSE(verdict_of(rows + "i = argmax(z)", 1, Fault::number_in_tile).passed);
  EXPECT_FALSE(verdict_of(rows + "i = argmax(z)", 1, Fault::wrong_op).passed);
  const record::Verdict far = verdict_of(rows + "i = argmax(exp(z))", 1, Fault::wrong_op);
  EXPECT_FALSE(far.passed) << "entries that have an error, and are further apart";
  EXPECT_NE(far.worst.find("the entries they point to are"), std::string::npos) << far.worst;
}

}  // namespace measure_ranking_test
