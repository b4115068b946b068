// A study: whose limits cut, whose spec prices, what is refused, and the plan of eager PyTorch.
#include "study/study.hpp"

#include "lesson/planned.hpp"
#include "plan/plans.hpp"
#include "plan/presets.hpp"
#include "study/eager.hpp"

#include <gmock/gmock.h>

namespace study_test {

using study::machine_of;
using study::study_of;
using testing::HasSubstr;

study::Study of(std::string_view text, const std::vector<std::string>& cuts = {}) {
  auto made = study_of(tests::chain_of(text), machine_of(tests::round_device()), cuts);
  if (!made) throw std::runtime_error(base::render(made.error()));
  return *std::move(made);
}

TEST(Study, EveryPlanHasItsPrediction) {
  const auto study = of("x: f32[64, 128]\nt = exp(x)\ny = cos(t) + 1", {"best", "t", "every", "none"});
  ASSERT_EQ(study.plans.size(), 4u) << "every and none are there already";
  EXPECT_EQ(study.plans[2].name, "best");
  EXPECT_EQ(study.plans[3].name, "t");
  for (std::size_t p = 0; p < study.plans.size(); ++p) {
    EXPECT_EQ(study.predictions[p], model::predict(study.plans[p], study.spec)) << study.plans[p].name;
  }
}

TEST(Study, AllThatIsWrongIsTold) {
  const auto refused =
      study_of(tests::chain_of("x: f32[64]\ny = exp(x)"), machine_of(tests::round_device()), {"nothing", "x"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().size(), 2u);
}

TEST(Study, AnotherSpecPricesTheSamePlansAnew) {
  auto study = of("x: f32[4096, 4096]\ny = softmax(x) * x");
  const auto plans = study.plans;
  auto slower = study.spec;
  slower.dram_bandwidth.value /= 2;
  const double before = study.predictions[1].cold.value,
               eager = study::eager_of(study).value().value().prediction.cold.value;
  study.price(slower);
  EXPECT_EQ(study.plans, plans);
  EXPECT_GT(study.predictions[1].cold.value, 1.5 * before);
  EXPECT_GT(study::eager_of(study).value().value().prediction.cold.value, 1.5 * eager);
}

TEST(Study, ARunIsPricedByTheWayItsKernelsWereOrdered) {
  auto spec = tests::round_device();
  spec.launch.value = 4e-6;
  spec.graph_launch.value = 0;
  const auto chain = tests::chain_of("x: f32[64]\ny = exp(x) * 2");
  record::Measurement graph;
  graph.provenance.submit = "graph";
  auto unknown = study_of(chain, machine_of(spec)).value();
  const auto stream = unknown.predictions;
  unknown.price_as(graph);
  EXPECT_EQ(unknown.predictions, stream) << "what a graph costs there is not known";
  EXPECT_EQ(unknown.spec.submit, machine::Submit::stream) << "and is not claimed";

  spec.graph_launch.value = 1e-6;
  auto study = study_of(chain, machine_of(spec)).value();
  study.price_as(graph);
  EXPECT_NEAR(stream[0].cold.value - study.predictions[0].cold.value, 2 * 3e-6 + spec.start.value, 1e-9);
  EXPECT_EQ(study.spec.submit, machine::Submit::graph);
  graph.provenance.submit = "stream";
  study.price_as(graph);
  EXPECT_EQ(study.predictions, stream);
}

std::string words_of(const study::Study& study, bool timed = true) {
  return study::eager_words(study, study::eager_of(study), timed);
}

TEST(Eager, SoftmaxAndNormsAreOneKernelEach) {
  for (const char* preset : {"softmax", "layernorm", "rmsnorm"}) {
    const auto chain = std::make_shared<const chain::Chain>(plan::preset(preset).value());
    const auto study = study_of(chain, machine_of(tests::round_device()));
    ASSERT_TRUE(study) << preset;
    const auto eager = study::eager_of(*study);
    ASSERT_TRUE(eager && *eager) << preset;
    EXPECT_EQ((*eager)->plan, study->fused()) << preset;
    EXPECT_THAT(words_of(*study), HasSubstr("it already runs this chain the way the fused plan does")) << preset;
  }
  const auto two = of("x: f32[64, 128]\nr: f32[64, 128]\ny = softmax(x) * relu(r)");
  const auto eager = study::eager_of(two);
  EXPECT_EQ(eager.value().value().plan.groups.size(), 3u) << "softmax, relu, mul";
  EXPECT_EQ((*eager)->plan.name, "eager");
  EXPECT_THAT(words_of(two), testing::AllOf(HasSubstr("3 kernels"), HasSubstr("according to the model")));
  EXPECT_EQ(words_of(two, false).find("according to the model"), std::string::npos);
}

TEST(Eager, ElsewhereItIsUnfused) {
  for (const char* text : {"x: f32[64, 128]\ny = gelu(x) + 1", "x: f32[64, 128]\ny = x * rsqrt(mean(x * x))"}) {
    const auto study = of(text);
    EXPECT_FALSE(study::eager_of(study).value()) << text;
    EXPECT_EQ(words_of(study), "");
    EXPECT_EQ(study.plan("eager").value(), study.unfused()) << text;
  }
}

TEST(Eager, OfARowThatDoesNotFitNothingIsKnown) {
  const auto study = of("x: f32[64, 100000]\ny = softmax(x)");
  EXPECT_FALSE(study::eager_of(study));
  const auto refused = study.plan("eager");
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().front().message, HasSubstr("reads a row this long more than once"));
  EXPECT_EQ(words_of(study), refused.error().front().message);
}

}  // namespace study_test
