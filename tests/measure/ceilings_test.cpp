// A calibration made on a busy machine, or a run on one, is doubted; a model that is merely rough is not.
#include "measure/ceilings.hpp"

#include "model/specs.hpp"
#include "record/samples.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace ceilings_test {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Plans that take 1 and 2 ms by the model and these shares of it by the clock.
struct Case {
  machine::DeviceSpec spec = tests::round_cpu();
  std::vector<model::Prediction> predictions = std::vector<model::Prediction>(2);
  record::Measurement measurement = tests::sample_measurement();

  Case(double unfused, double fused) {
    predictions[0].cold = {2e-3};
    predictions[1].cold = {1e-3};
    measurement.plans[0].cold->median = {2e-3 * unfused};
    measurement.plans[1].cold->median = {1e-3 * fused};
  }
  [[nodiscard]] std::string doubt() const { return measure::ceilings_doubt(spec, predictions, measurement); }
};

TEST(Ceilings, AreDoubtedWhereEveryPlanStraysTheSameWay) {
  const std::string sooner = Case(0.37, 0.355).doubt();
  EXPECT_THAT(sooner, HasSubstr("took only 0.35 to 0.37 times as long"));
  EXPECT_THAT(sooner, HasSubstr("busy on 2026-11-21, when it was last measured"));
  EXPECT_THAT(Case(1.6, 2.4).doubt(), HasSubstr("took 1.6 to 2.4 times as long"));
  EXPECT_THAT(Case(1.6, 2.4).doubt(), Not(HasSubstr("busy on"))) << "a calibration on a busy machine has plans win";
  EXPECT_THAT(Case(2.0, 2.001).doubt(), HasSubstr("took 2.0 times as long"));
}

TEST(Ceilings, HoldWhereOnePlanOnlyStraysOrBothALittle) {
  EXPECT_THAT(Case(1.0, 1.0).doubt(), IsEmpty());
  EXPECT_THAT(Case(1.4, 1.4).doubt(), IsEmpty());
  EXPECT_THAT(Case(1.0, 3.0).doubt(), IsEmpty()) << "that is the plan's own affair";
  EXPECT_THAT(Case(0.5, 2.0).doubt(), IsEmpty());
}

TEST(Ceilings, OfADataSheetARecordingAndALaunchAreNotDoubted) {
  Case sheet(3, 3), recorded(3, 3), launch(3, 3), untimed(3, 3);
  sheet.spec.calibrated_on.clear();
  EXPECT_THAT(sheet.doubt(), IsEmpty());
  recorded.measurement.source = record::Source::recorded;
  EXPECT_THAT(recorded.doubt(), IsEmpty());
  launch.predictions[1].bound = model::Bound::launch;
  EXPECT_THAT(launch.doubt(), IsEmpty());
  untimed.measurement.plans[1].cold.reset();
  EXPECT_THAT(untimed.doubt(), IsEmpty());
}

}  // namespace ceilings_test
