// Whoever asks for a chain's plans gets the same: study, bench, sweep, lesson, claims, and the search for the best.
#include "chain/parser.hpp"
#include "fake_device.hpp"
#include "lesson/claims.hpp"
#include "lesson/planned.hpp"
#include "plan/random_chain.hpp"
#include "session/state/lock_rule.hpp"
#include "study/sweep.hpp"

#include <gtest/gtest.h>

namespace same_plans_test {

/// A GPU that keeps rows of `row` elements; longer ones are cut.
machine::DeviceSpec keeping(std::int64_t row) {
  machine::DeviceSpec spec = tests::round_device();
  spec.persistent_row = {static_cast<double>(row), "test"};
  return spec;
}

std::string claim_of(std::shared_ptr<const chain::Chain> chain, const machine::DeviceSpec& spec) {
  lesson::Claims claims;
  lesson::Claim claim;
  claim.id = "N01";
  claim.said = "said";
  claim.found = "{crossings.unfused} in {kernels.unfused}, {crossings.fused} in {kernels.fused}";
  claim.verdict = "RIGHT";
  claim.chains.emplace_back("it", std::move(chain));
  claim.words = {"it"};
  claims.sections.push_back({"One", {claim}});
  const auto none = [](const chain::Chain&) { return std::nullopt; };
  const auto text = lesson::claims_markdown(claims, "claims.toml", spec, none, "onetrip");
  return text ? *text : base::render(text.error());
}

TEST(SamePlans, WhoeverAsks) {
  int cut_by_the_limit = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const std::string text = tests::RandomChain(seed, {.most_rows = 9, .most_columns = 90}).text();
    const auto chain = std::make_shared<const chain::Chain>(chain::parse(text).value());
    const machine::DeviceSpec spec = keeping(1 + static_cast<std::int64_t>(seed * 7919 % 100));
    const machine::Limits limits = spec.limits();
    const auto unfused = plan::segment(chain, {plan::Cuts::Kind::every, {}}, limits).value();
    const auto fused = plan::segment(chain, {plan::Cuts::Kind::none, {}}, limits).value();
    cut_by_the_limit += fused.notes.empty() ? 0 : 1;

    const auto study = study::study_of(chain, study::machine_of(spec), {"best"}).value();
    EXPECT_EQ(study.unfused(), unfused) << text;
    EXPECT_EQ(study.fused(), fused) << text;
    for (const plan::Group& group : study.plans[2].groups) {
      EXPECT_EQ(plan::why_not(*chain, group.ops, limits), "") << "best is over the limit\n" << text;
    }

    const auto bench = session::make_bench("it", chain, nullptr, spec).value();
    const auto leave = session::LockRule::to_run();
    EXPECT_EQ(bench->study(leave).plans, (std::vector{unfused, fused})) << text;
    EXPECT_TRUE(bench->cut("best"));
    EXPECT_EQ(bench->has_third() ? bench->study(leave).plans[2] : study.plans[2], study.plans[2]) << text;

    lesson::Lesson lesson;
    lesson.chains["it"] = chain;
    const auto numbers = lesson::lesson_quantities(lesson, study::machine_of(spec));
    EXPECT_EQ(numbers.at("it/kernels.unfused"), unfused.groups.size()) << text;
    EXPECT_EQ(numbers.at("it/kernels.fused"), fused.groups.size()) << text;
    EXPECT_EQ(numbers.at("it/crossings.fused"), study.predictions[1].crossings) << text;
    EXPECT_EQ(bench->quantities(leave).at("kernels.fused"), fused.groups.size()) << text;

    const std::string told =
        std::to_string(study.predictions[0].crossings) + " in " + std::to_string(unfused.groups.size()) + ", " +
        std::to_string(study.predictions[1].crossings) + " in " + std::to_string(fused.groups.size());
    EXPECT_NE(claim_of(chain, spec).find(told), std::string::npos) << told << "\n" << claim_of(chain, spec);
  }
  EXPECT_GT(cut_by_the_limit, 10) << "chains that no limit touches show nothing";
}

TEST(SamePlans, TheDeviceThatRunsCutsWhateverSpecPrices) {
  const auto chain = std::make_shared<const chain::Chain>(chain::parse("x: f32[64, 60000]\ny = layernorm(x)").value());
  const tests::FakeDevice device(std::make_shared<tests::Orders>());
  const machine::DeviceSpec narrow = keeping(1000);
  const auto bench = session::make_bench("it", chain, &device, narrow).value();
  EXPECT_EQ(bench->fused(session::LockRule::to_run()).groups.size(), 1u) << "65 536 elements fit there";
  EXPECT_EQ(bench->spec.id, narrow.id);
  const auto alone = session::make_bench("it", chain, nullptr, narrow).value();
  EXPECT_GT(alone->fused(session::LockRule::to_run()).groups.size(), 1u);
}

TEST(SamePlans, EachPointOfASweepIsCutAsItsOwnChain) {
  const auto chain = std::make_shared<const chain::Chain>(chain::parse("x: f32[8, 512]\ny = softmax(x)").value());
  const machine::DeviceSpec spec = keeping(1000);
  const auto data = study::swept(chain, chain::parse_axis("size=16K..256K").value(), study::machine_of(spec)).value();
  ASSERT_GT(data.points.size(), 2u);
  for (const charts::SweepPoint& point : data.points) {
    EXPECT_EQ(point.plans[1], study::study_of(point.chain, study::machine_of(spec)).value().fused()) << point.at;
  }
}

}  // namespace same_plans_test
