// What CUPTI would count on each chip, worked out on the host: no card is needed, only the library.
#ifdef ONETRIP_CUPTI
#include "worker/cupti_config.hpp"
#include "worker/cupti_refusal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace worker::cupti {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;

std::vector<std::string> names(const Config& config) {
  std::vector<std::string> all;
  for (const Metric& metric : config.metrics()) all.push_back(metric.name);
  return all;
}

class Chips : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (open().api == nullptr) GTEST_SKIP() << "no CUPTI here: " << open().complaint;
  }
};

TEST_P(Chips, ReadsEverySetInOnePass) {
  for (const char* set : {"traffic", "spill"}) {
    const Config config(GetParam(), set);
    EXPECT_EQ(config.passes(), 1u) << set;
    EXPECT_THAT(names(config), IsSupersetOf({"dram_read_bytes", "dram_write_bytes"})) << set;
    EXPECT_FALSE(config.image().empty());
  }
}

TEST_P(Chips, CountsEveryLevelWhereTheChipIsNotTuring) {
  if (std::string_view(GetParam()) == "TU102") GTEST_SKIP() << "one pass of Turing's holds less";
  EXPECT_THAT(names(Config(GetParam(), "traffic")),
              IsSupersetOf({"time_s", "l2_read_bytes", "l2_write_bytes", "issued_read_bytes", "issued_write_bytes",
                            "sm_clock_hz", "dram_clock_hz"}));
  EXPECT_THAT(names(Config(GetParam(), "spill")),
              IsSupersetOf({"time_s", "local_read_bytes", "local_write_bytes", "l2_read_bytes"}));
}

INSTANTIATE_TEST_SUITE_P(Cupti, Chips, testing::Values("TU102", "GA100", "AD102", "GH100", "GB100", "GB202"),
                         [](const auto& chip) { return std::string(chip.param); });

TEST(Cupti, AForeignChipIsRefusedInWords) {
  if (open().api == nullptr) GTEST_SKIP() << "no CUPTI here: " << open().complaint;
  try {
    const Config config("XY999", "traffic");
    FAIL() << "a chip that does not exist was taken";
  } catch (const Refused& refused) {
    EXPECT_THAT(refused.refusal.sentence, Not(HasSubstr("{")));
    EXPECT_FALSE(refused.refusal.remedy_student.empty());
  }
}

TEST(Cupti, CodesAreToldApart) {
  EXPECT_EQ(refusal_of(CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, "").kind, RefusalKind::no_rights);
  EXPECT_THAT(refusal_of(CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, "").remedy_admin,
              HasSubstr("NVreg_RestrictProfilingToAdminUsers=0"));
  EXPECT_EQ(refusal_of(CUPTI_ERROR_HARDWARE_BUSY, "").kind, RefusalKind::busy);
  EXPECT_EQ(refusal_of(CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED, "").kind, RefusalKind::other_profiler);
  EXPECT_THAT(refusal_of(CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED, "").sentence, HasSubstr("MIG"));
  EXPECT_THAT(refusal_of(CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED, "").sentence, HasSubstr("WSL"));
  EXPECT_THAT(refusal_of(CUPTI_ERROR_UNKNOWN, "CUPTI_ERROR_UNKNOWN").sentence, HasSubstr("CUPTI_ERROR_UNKNOWN"));
}

}  // namespace
}  // namespace worker::cupti
#endif
