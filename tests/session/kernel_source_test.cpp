// The source view: whose kernels it shows, what it says of them, and that it is shut while a lesson asks.
#include "device/recorded/recorded_device.hpp"
#include "record/recording.hpp"
#include "record/samples.hpp"
#include "right_answers.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

namespace kernel_source_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

constexpr auto bias = "x: f32[4096, 8192]\nb: f32[8192]\nt = x + b\ny = gelu(t)\n";
constexpr auto bias_elsewhere = "a: f32[64, 32]\nc: f32[32]\nz = gelu(a + c)\n";
constexpr auto other = "x: f32[64, 32]\ny = exp(x)\n";

record::KernelCode code(std::string entry, int registers) {
  record::KernelCode code;
  code.source = "// planted " + entry + "\nextern \"C\" __global__ void __launch_bounds__(256, 1) " + entry + "() {}\n";
  code.entry = std::move(entry);
  code.registers = registers;
  code.shared = base::Bytes{0};
  code.spill_stores = code.spill_loads = base::Bytes{16};
  return code;
}

/// A card's result of this chain with kernels that no emitter writes.
record::Measurement planted(std::string_view chain) {
  record::Measurement m = tests::sample_of(chain);
  m.provenance.device = "NVIDIA H200";
  m.provenance.date = "2026-02-03T04:05:06Z";
  m.target = record::Target{90, 132, 227 * 1024, 60 << 20, 32768};
  m.plans[0].code = {code("k1_first", 64), code("k2_second", 32)};
  m.plans[1].code = {code("k1_both", 64)};
  return m;
}

class RecordedStage {
 public:
  explicit RecordedStage(const record::Measurement& measurement)
      : stage_([&](session::Services& services) {
          record::save({measurement}, folder_.path() / "a.json");
          device::recorded::Options options;
          options.card = "h200";
          options.folders = {folder_.path()};
          services.recorded = device::recorded::make_device(std::move(options));
        }) {}
  Stage* operator->() { return &stage_; }
  session::Session& operator*() { return *stage_; }

 private:
  tests::TemporaryFolder folder_;
  Stage stage_;
};

TEST(KernelSource, WithNoCardAndNoRecordingIsWhatWouldBeWrittenForAnH200) {
  Stage stage;
  stage->open_free_play(other);
  EXPECT_EQ(stage.node("source"), nullptr);
  ASSERT_TRUE(stage->act("source.toggle"));
  const session::Node* source = stage.node("source");
  ASSERT_NE(source, nullptr);
  EXPECT_EQ(source->label, "fused 1: k1_exp");
  EXPECT_THAT(source->value, AllOf(HasSubstr("onetrip emit"), HasSubstr("H200 (sm_90)"), HasSubstr("did not run")));
  EXPECT_THAT(source->lines, ::testing::Contains(HasSubstr("__global__")));
  EXPECT_THAT(stage.node("source.figures")->value, AllOf(HasSubstr("Connect a GPU host"), HasSubstr("a dot")));
  EXPECT_THAT(stage.twin(), AllOf(HasSubstr("__global__"), HasSubstr("Hide the kernels (F4)")));
  ASSERT_TRUE(stage->act("source.toggle"));
  EXPECT_EQ(stage.node("source"), nullptr);
}

TEST(KernelSource, TakesTheKeyboardOnlyWhereItWasOpened) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  for (int step = 1; step <= 5; ++step) ASSERT_TRUE(tests::answer(stage, "02", step)) << step;
  ASSERT_TRUE(stage->act("source.toggle"));
  ASSERT_FALSE(stage.node("source")->lines.empty());
  EXPECT_TRUE(stage.node("source")->focused);
  for (int step = 6; step <= 7; ++step) {
    stage->go_to_step(step);
    EXPECT_FALSE(stage.node("source")->selected) << "the step's own picture, step " << step;
    ASSERT_TRUE(tests::answer(stage, "02", step)) << step;
    EXPECT_FALSE(stage.node("source")->focused) << "Enter goes on, step " << step;
  }
  EXPECT_FALSE(stage.node("source")->lines.empty()) << "once nothing asks about them";
}

TEST(KernelSource, ARunOnTheProcessorDoesNotMakeItACards) {
  Stage stage;
  stage->open_free_play(other);
  stage->act("source.toggle");
  ASSERT_TRUE(stage->act("run.start"));
  stage->wait();
  ASSERT_NE(stage.node("reveal.verdict"), nullptr);
  EXPECT_THAT(stage.node("source")->value, HasSubstr("did not run"));
}

TEST(KernelSource, OfARunOnACardAreThoseThatRan) {
  Stage stage;
  stage.orders().code = {{code("k1_ran", 40)}, {code("k1_ran_fused", 48)}};
  stage->open_free_play(other);
  stage->act("source.toggle");
  ASSERT_TRUE(stage->act("run.start"));
  stage->wait();
  EXPECT_EQ(stage.node("source")->label, "fused 1: k1_ran_fused");
  EXPECT_THAT(stage.node("source")->value, HasSubstr("These kernels ran on Fake processor"));
  EXPECT_EQ(tests::line(stage.node("source.figures")->rows.at(1)),
            "Registers per thread\t48\tmeasured: from the compiler");
}

TEST(KernelSource, OfARecordedChainAreTheRecordingsOwnWithTheirFigures) {
  RecordedStage stage(planted(bias));
  (*stage).open_free_play(bias);
  for (const char* way : {"before it is opened", "opened", "beside a run"}) {
    if (way == std::string("opened")) {
      ASSERT_TRUE((*stage).act("recording.open"));
    }
    if (way == std::string("beside a run")) {
      ASSERT_TRUE((*stage).act("run.start"));
      (*stage).wait();
    }
    if (stage->node("source") == nullptr) {
      ASSERT_TRUE((*stage).act("source.toggle"));
    }
    EXPECT_EQ(stage->node("source")->label, "fused 1: k1_both") << way;
    EXPECT_EQ(stage->node("source")->value,
              "These kernels ran on NVIDIA H200, from a.json, not part of this release, recorded 2026-02-03.")
        << way;
    EXPECT_EQ(stage->node("source")->lines.at(0), "// planted k1_both") << way;
  }
  EXPECT_THAT(
      tests::lines(*stage->node("source.figures")),
      ::testing::ElementsAre("\tvalue\tsource", "Registers per thread\t64\trecorded: from the compiler",
                             "Shared memory per block\tnone\trecorded: from the compiler",
                             "Spills stored (local bytes per thread)\t16 B\trecorded: from the compiler",
                             "Spills loaded (local bytes per thread)\t16 B\trecorded: from the compiler",
                             "Local memory moved\tnot reported\tnot counted in that run",
                             "Occupancy, at most\t32 of 64 warps (50%)\tmodel: CUDA's rule, from the numbers above "
                             "and 256 threads per block"));
}

TEST(KernelSource, ShowsTheLocalMemoryThatTheCardCounted) {
  record::Measurement m = planted(bias);
  m.plans[1].code[0].local_read = base::Bytes{123'456};
  m.plans[1].code[0].local_written = base::Bytes{0};
  RecordedStage stage(m);
  (*stage).open_free_play(bias);
  ASSERT_TRUE((*stage).act("source.toggle"));
  EXPECT_THAT(
      tests::lines(*stage->node("source.figures")),
      ::testing::IsSupersetOf({"Local memory read, by all threads\t123 kB\trecorded: counted by the GPU, one start",
                               "Local memory written, by all threads\tnone\trecorded: counted by the GPU, one start"}));
}

TEST(KernelSource, SaysInHowManyWavesTheBlocksOfALaunchGo) {
  record::Measurement m = planted(bias);
  std::string& source = m.plans[1].code[0].source;
  source = "// Launch: 1\u202F000 blocks of 256 threads; each thread moves 4 elements.\n" + source;
  RecordedStage stage(m);
  (*stage).open_free_play(bias);
  ASSERT_TRUE((*stage).act("source.toggle"));
  EXPECT_THAT(tests::lines(*stage->node("source.figures")),
              ::testing::Contains("Waves of blocks\t2, the last with 11% of its places empty\t"
                                  "model: 1\u202F000 blocks, 528 at once on this GPU"));
}

TEST(KernelSource, GoesFromKernelToKernel) {
  RecordedStage stage(planted(bias));
  (*stage).open_free_play(bias);
  ASSERT_TRUE((*stage).act("source.toggle"));
  EXPECT_FALSE((*stage).act("source.show:fused.0")) << "nothing is shown";
  for (const char* entry : {"k1_first", "k2_second", "k1_both"}) {
    ASSERT_TRUE((*stage).act("source.next"));
    EXPECT_THAT(stage->node("source")->label, HasSubstr(entry));
  }
  ASSERT_TRUE((*stage).act("source.show:unfused.1"));
  EXPECT_EQ(stage->node("source")->label, "unfused 2: k2_second");
  ASSERT_TRUE((*stage).act("chain.set", other));
  EXPECT_EQ(stage->node("source")->label, "fused 1: k1_exp") << "a chain without that kernel shows its own";
}

TEST(KernelSource, SaysWhatTheCompilerDidNotTell) {
  record::Measurement m = planted(bias);
  m.plans[1].code[0].registers.reset();
  RecordedStage stage(m);
  (*stage).open_free_play(bias);
  ASSERT_TRUE((*stage).act("source.toggle"));
  EXPECT_THAT(stage->node("source.figures")->value, HasSubstr("said nothing"));
  EXPECT_TRUE(stage->node("source.figures")->rows.empty());
}

TEST(LockRule, TheKernelsOfAChainComeAfterTheGuess) {
  RecordedStage stage(planted(bias));
  const auto shut = [&] {
    return AllOf(Not(HasSubstr("__global__")), Not(HasSubstr("planted")), Not(HasSubstr("k1_both")),
                 Not(HasSubstr("k1_add_gelu")), Not(HasSubstr("fused 1:")));
  };
  (*stage).open_free_play(other);
  ASSERT_TRUE((*stage).act("source.toggle")) << "open before the lesson begins";
  ASSERT_TRUE((*stage).open_lesson("02"));
  for (int step = 1; step <= 10; ++step) {
    (*stage).go_to_step(step);
    EXPECT_THAT(stage->everything(), shut()) << "step " << step;
    ASSERT_NE(stage->node("source"), nullptr) << "step " << step;
    EXPECT_THAT(stage->node("source")->value, HasSubstr("After your guess")) << "step " << step;
    EXPECT_FALSE(stage->node("source")->selected) << "the step's own picture is seen, step " << step;
    EXPECT_TRUE(std::ranges::any_of(stage->node("stage")->children, &session::Node::selected)) << "step " << step;
    EXPECT_TRUE(stage->node("source")->actions.empty());
    EXPECT_FALSE((*stage).act("source.next"));
    EXPECT_FALSE((*stage).act("source.show:fused.0"));
  }
  for (const char* text : {bias, bias_elsewhere}) {
    (*stage).open_free_play(text);
    EXPECT_THAT(stage->everything(), shut()) << text;
    EXPECT_THAT(stage->node("source")->value, HasSubstr("After your guess"));
  }
  ASSERT_TRUE((*stage).act("source.toggle"));
  EXPECT_FALSE((*stage).act("source.toggle")) << "it does not open again";
  EXPECT_THAT(stage->node("button.source")->actions.at(0).why_not, HasSubstr("After your guess"));
  ASSERT_TRUE((*stage).act("chain.set", other));
  EXPECT_TRUE((*stage).act("source.toggle")) << "another chain's kernels tell nothing";
}

}  // namespace kernel_source_test
