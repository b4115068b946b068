// Folders of recordings: what was run is found again, what is broken is named and left out.
#include "record/recording_store.hpp"

#include "golden.hpp"
#include "record/recording.hpp"
#include "record/samples.hpp"

#include <gmock/gmock.h>

#include <fstream>

namespace recording_store_test {

using testing::AllOf;
using testing::HasSubstr;
using tests::plan_of;
using tests::sample_of;

constexpr auto text = "x: f32[64, 32]; b: f32[32]; y = gelu(x + b)";

std::vector<plan::FusionPlan> plans(std::string_view chain, const std::vector<std::string>& cuts = {"every", "none"}) {
  std::vector<plan::FusionPlan> all;
  for (const std::string& cut : cuts) all.push_back(plan_of(chain, cut));
  return all;
}

class Store : public testing::Test {
 protected:
  void write(const std::string& name, const std::vector<record::Measurement>& measurements) {
    record::save(measurements, folder_.path() / name);
  }
  void write(const std::string& name, const std::string& contents) {
    std::ofstream(folder_.path() / name, std::ios::binary) << contents;
  }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }

 private:
  tests::TemporaryFolder folder_;
};

TEST_F(Store, FindsWhatWasRunUnderOtherNames) {
  write("a.json", {sample_of("x: f32[8]; y = relu(x)"), sample_of(text)});
  const record::RecordingStore store({folder()});
  const auto found = store.find(plans("in: f32[64, 32]; row: f32[32]; t = in + row; out_ = gelu(t)"), "stream");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->source, record::Source::recorded);
  EXPECT_EQ(found->plans.at(1).plan, "fused");
  EXPECT_EQ(store.all().size(), 2u);
  EXPECT_TRUE(store.left_out().empty());
}

TEST_F(Store, OtherShapesDtypesCutsAndSubmissionsAreNotIt) {
  write("a.json", {sample_of(text)});
  const record::RecordingStore store({folder()});
  EXPECT_TRUE(store.find(plans(text), "stream"));
  EXPECT_FALSE(store.find(plans(text), "graph"));
  EXPECT_FALSE(store.find(plans(text, {"none"}), "stream")) << "'identical' is said of the first plan";
  EXPECT_FALSE(store.find(plans("x: f32[64, 64]; b: f32[64]; y = gelu(x + b)"), "stream"));
  EXPECT_FALSE(store.find(plans("x: bf16[64, 32]; b: bf16[32]; y = gelu(x + b)"), "stream"));
  EXPECT_FALSE(store.find(plans("x: f32[64, 32]; b: f32[32]; y = relu(x + b)"), "stream"));
}

TEST_F(Store, PlansAreTakenOutOfARecordingOfMore) {
  constexpr auto longer = "x: f32[64]; y = exp(abs(relu(x)))";
  record::Measurement three = sample_of(longer, {"every", "none", "y.2"});
  three.plans[2].throttled = 77;
  write("a.json", {three});
  const record::RecordingStore store({folder()});
  const auto wanted = plans(longer, {"every", "y.2"});
  const auto found = store.find(wanted, "stream");
  ASSERT_TRUE(found);
  ASSERT_EQ(found->plans.size(), 2u);
  EXPECT_EQ(found->plans[1].plan, "y.2");
  EXPECT_EQ(found->plans[1].throttled, 77);
  EXPECT_EQ(found->key, record::key(wanted, "stream"));
}

TEST_F(Store, TheNewestWins) {
  record::Measurement old = sample_of(text), young = sample_of(text);
  old.provenance.date = "2026-01-02T00:00:00Z";
  young.provenance.date = "2026-03-04T00:00:00Z";
  write("a.json", {young});
  write("b.json", {old});
  EXPECT_EQ(record::RecordingStore({folder()}).find(plans(text), "stream")->provenance.date, young.provenance.date);
}

TEST_F(Store, BrokenFilesAreNamedAndTheRestIsOfUse) {
  const std::string whole = record::to_recording({sample_of(text)});
  std::string edited = whole;
  edited.replace(edited.find("0.002"), 5, "0.001");
  write("cut.json", whole.substr(0, whole.size() / 2));
  write("edited.json", edited);
  write("foreign.json", std::string(R"({"torch": 2.9})"));
  write("bytes.json", std::string("\0\xff\xfe", 3));
  write("notes.txt", std::string("not looked at"));
  std::filesystem::create_directory(folder() / "folder.json");
  write("good.json", {sample_of(text)});
  const record::RecordingStore store({folder(), folder() / "nowhere"});
  EXPECT_EQ(store.all().size(), 1u);
  EXPECT_TRUE(store.find(plans(text), "stream"));
  std::string reasons;
  for (const auto& one : store.left_out()) reasons += one.reason + "\n";
  EXPECT_EQ(store.left_out().size(), 5u) << reasons;
  EXPECT_THAT(reasons, AllOf(HasSubstr("cut.json"), HasSubstr("cut off"), HasSubstr("edited.json"),
                             HasSubstr("changed after it was written"), HasSubstr("foreign.json"),
                             HasSubstr("not a recording"), HasSubstr("bytes.json"), HasSubstr("folder.json")));
}

TEST_F(Store, MeasurementsThatSayNothingAreLeftOutByTheirPlace) {
  record::Measurement other_key = sample_of(text), no_chain = sample_of(text), no_plans = sample_of(text),
                      wrong = sample_of(text);
  other_key.key = "0123456789abcdef";
  no_chain.chain = "x: f32[8]; y = fly(x)";
  no_plans.plans.clear();
  wrong.plans[1].verdict.passed = false;
  wrong.plans[1].cold.reset();
  wrong.plans[1].batch.reset();
  write("a.json", {no_chain, no_plans, wrong, sample_of(text)});
  write("b.json", {other_key});
  const record::RecordingStore store({folder()});
  EXPECT_EQ(store.all().size(), 1u);
  ASSERT_EQ(store.left_out().size(), 4u);
  EXPECT_THAT(store.left_out()[0].reason, AllOf(HasSubstr("measurements[0]"), HasSubstr("cannot be read")));
  EXPECT_THAT(store.left_out()[1].reason, HasSubstr("no plan"));
  EXPECT_THAT(store.left_out()[2].reason, HasSubstr("outputs were wrong"));
  EXPECT_THAT(store.left_out()[3].reason, AllOf(HasSubstr("measurements[0]"), HasSubstr("its key does not")));
}

TEST_F(Store, DevicesAreFoldersBesideTheProgramAndBesideLessons) {
  for (const char* place : {"assets/recordings/h200", "lessons/02/recordings/h200", "lessons/02/recordings/a100"}) {
    std::filesystem::create_directories(folder() / place);
  }
  const auto devices = record::recorded_devices({folder() / "assets", folder() / "lessons/02", folder() / "none"});
  ASSERT_EQ(devices.size(), 2u);
  EXPECT_EQ(devices.at("h200").size(), 2u);
}

TEST_F(Store, KernelsAndTargetComeBack) {
  record::Measurement m = sample_of(text);
  m.plans[0].code = {
      {0, "k1_add", "__global__ void k1_add() {}\n", "feed", 32, base::Bytes{1024}, base::Bytes{0}, {}, {}, {}}};
  m.target = record::Target{90, 132, 232448, 50'000'000, 32768};
  write("a.json", {m});
  const auto found = record::RecordingStore({folder()}).find(plans(text), "stream");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->plans[0].code, m.plans[0].code);
  EXPECT_EQ(found->target, m.target);
}

}  // namespace recording_store_test
