// The model counts the launches that the generated kernels are.
#include "plan/launches.hpp"

#include "codegen/program.hpp"
#include "model/predict.hpp"
#include "model/specs.hpp"
#include "plan/plans.hpp"
#include "plan/random_chain.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace launches_test {

/// How many groups of two launches the plan has.
int compare(const std::string& text, int multiprocessors) {
  int parted = 0;
  codegen::Target target;
  target.multiprocessors = multiprocessors;
  machine::DeviceSpec spec = tests::round_gpu();
  spec.processors = multiprocessors;
  for (const char* cuts : {"every", "none"}) {
    const plan::FusionPlan plan = tests::plan_of(text, cuts, codegen::limits(target));
    const codegen::Program program = codegen::lower(plan, target);
    const model::Prediction prediction = model::predict(plan, spec);
    EXPECT_EQ(prediction.launches, static_cast<int>(program.kernels.size()));
    for (const model::KernelPrediction& kernel : prediction.kernels) {
      const auto launched = std::ranges::count(program.kernels, kernel.group, &codegen::Kernel::group);
      EXPECT_EQ(kernel.launches, launched) << cuts << " K" << kernel.group + 1;
      parted += kernel.launches == 2 ? 1 : 0;
    }
    const std::string title = codegen::emit(program, plan).substr(0, 200);
    EXPECT_EQ(title.contains(fmt::format(" in {} launches", prediction.launches)),
              prediction.launches > static_cast<int>(plan.groups.size()));
  }
  return parted;
}

TEST(Launches, TheModelAndTheKernelsAgreeOnLongRows) {
  int parted = 0;
  for (std::uint64_t seed = 900; seed < 1100; ++seed) {
    const std::string text = tests::RandomChain(seed, {1, 6, 300, 400'000}).text();
    SCOPED_TRACE(text);
    parted += compare(text, seed % 2 == 0 ? 132 : 20);
  }
  EXPECT_GT(parted, 20);
}

TEST(Launches, TheModelAndTheKernelsAgreeAroundEveryEdge) {
  int parted = 0;
  for (const char* dtype : {"f32", "bf16", "f16"}) {
    for (const std::int64_t columns :
         {1, 2, 16384, 32767, 32768, 32769, 32770, 65532, 65535, 65536, 131064, 131072, 1 << 20}) {
      for (const std::int64_t rows : {1, 2, 39, 40, 263, 264}) {
        const std::string text =
            fmt::format("x: {0}[{1}, {2}]; z: {0}[{1}, {2}]; y = sum(x * z) + mean(x)", dtype, rows, columns);
        SCOPED_TRACE(text);
        parted += compare(text, 132);
        parted += compare(text, 20);
      }
    }
  }
  EXPECT_GT(parted, 20);
}

}  // namespace launches_test
