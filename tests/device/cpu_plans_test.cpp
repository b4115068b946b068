// Whole plans: schedules, broadcasts, awkward sizes, kept values, random chains.
#include "device/runs.hpp"
#include "plan/random_chain.hpp"

#include <gtest/gtest.h>

namespace cpu_plans_test {

using tests::check_all;

TEST(CpuPlans, PointwiseF32IsIdenticalFusedAndUnfused) {
  const auto found =
      check_all("x: f32[300, 1000]\nb: f32[1000]\nr: f32[300, 1000]\ny = gelu((x + b) * 1.5 - r) + r * x");
  EXPECT_EQ(found.wrong, "");
  EXPECT_TRUE(found.identical);
}

TEST(CpuPlans, AwkwardSizes) {
  for (const char* size : {"1", "2", "15", "16", "17", "31", "63", "511", "513", "1021", "65537", "1048579"}) {
    const std::string n = size;
    SCOPED_TRACE(n);
    const auto pointwise = check_all("x: f32[" + n + "]\nb: f32[1]\ny = relu(x * 2 + b) - x");
    EXPECT_EQ(pointwise.wrong, "");
    EXPECT_TRUE(pointwise.identical);
    EXPECT_EQ(check_all("x: bf16[" + n + "]\ny = silu(x + 1) * x").wrong, "");
    EXPECT_EQ(check_all("x: f32[" + n + "]\ny = sum(x * x) * 0.5").wrong, "");
  }
}

TEST(CpuPlans, RowsOfAwkwardLengths) {
  for (const char* shape : {"1, 1", "1, 7", "7, 1", "333, 3", "100, 16", "77, 17", "5, 1023", "3, 1025", "2, 5000"}) {
    const std::string x = std::string("x: f32[") + shape + "]\n";
    SCOPED_TRACE(x);
    EXPECT_EQ(check_all(x + "y = softmax(x)").wrong, "");
    EXPECT_EQ(check_all(x + "y = layernorm(x)").wrong, "");
    EXPECT_EQ(check_all(x + "m = max(x)\ny = (x - m) * 2\nz = sum(y)\nout m, y, z").wrong, "");
  }
}

TEST(CpuPlans, SumsInOrderAndVariancesOfRowsOfEveryLength) {
  for (const char* shape : {"1, 2", "7, 3", "333, 5", "100, 16", "77, 17", "5, 1023", "3, 1025", "40, 5000"}) {
    for (const std::string dtype : {"f32", "f16", "bf16"}) {
      const std::string x = "x: " + dtype + "[" + shape + "]\n";
      SCOPED_TRACE(x);
      EXPECT_EQ(check_all(x + "y = sum(square(x), bf16)").wrong, "");
      EXPECT_EQ(check_all(x + "s = mean(x, f16)\nt = sum(x)\ny = s * 2 + t\nout s, y").wrong, "");
      EXPECT_EQ(check_all(x + "y = x * rsqrt(mean(square(x), bf16) + 0.5)").wrong, "");
      EXPECT_EQ(check_all(x + "y = var(x)").wrong, "");
      EXPECT_EQ(check_all(x + "z = x + 30\ny = (z - mean(z)) * rsqrt(var(z) + 0.5)").wrong, "");
    }
  }
  EXPECT_EQ(check_all("x: f32[2, 300007]\ny = sum(abs(x), bf16)\nz = var(x)\nout y, z").wrong, "");
}

TEST(CpuPlans, BroadcastsOfEveryKind) {
  // trailing vectors (short and long), row statistics, scalars, a matrix over a batch, small values of their own
  EXPECT_EQ(check_all("x: f32[500, 3]\nv: f32[3]\ns: f32[500, 1]\nk: f32[1]\ny = (x + v) * s - k").wrong, "");
  EXPECT_EQ(check_all("x: f32[9, 5000]\nv: f32[5000]\ns: f32[9, 1]\ny = relu((x + v) * s)").wrong, "");
  EXPECT_EQ(check_all("x: f32[5, 7, 33]\nm: f32[7, 33]\nt: f32[7, 1]\ny = x * m + t").wrong, "");
  EXPECT_EQ(check_all("x: f32[50, 100]\nb: f32[100]\nc: f32[100]\ny = x * (b * c + 1)").wrong, "");
  EXPECT_EQ(check_all("x: f32[50, 100]\ns: f32[50, 1]\nq: f32[50, 1]\ny = x * (s + q)\nz = sum(y) + s").wrong, "");
  EXPECT_EQ(check_all("a: f32[700, 1]\nb: f32[300]\ny = tanh(a * b)").wrong, "");
}

TEST(CpuPlans, RowsAndColumnsBesideATensorInOneLoop) {
  // rows of whole cache lines are read in place, others in tiles; a row is shorter than a vector, or longer than a
  // piece
  for (const char* shape : {"3, 5", "200, 7", "40, 100", "70, 256", "9, 288", "5, 1021", "3, 8192", "2, 20000"}) {
    const std::string size = shape, columns = size.substr(size.find(' ') + 1), rows = size.substr(0, size.find(','));
    for (const std::string dtype : {"f32", "f16", "bf16"}) {
      const std::string x = "x: " + dtype + "[" + size + "]\n", second = ": " + dtype + "[";
      SCOPED_TRACE(x);
      for (const std::string& beside :
           {"b" + second + columns + "]\n", "b" + second + rows + ", 1]\n", "b" + second + "1]\n"}) {
        const auto found = check_all(x + beside + "y = relu(x + b)");
        EXPECT_EQ(found.wrong, "") << beside;
        EXPECT_TRUE(dtype != "f32" || found.identical) << beside;
      }
    }
  }
}

TEST(CpuPlans, SixteenBitValuesAreRoundedWhereTheyAreStored) {
  for (const char* dtype : {"f16", "bf16"}) {
    const std::string x = std::string("x: ") + dtype + "[41, 97]\nb: " + dtype + "[97]\n";
    EXPECT_EQ(check_all(x + "t = x + b\ny = gelu(t) * t\nout t, y", {"every", "none", "t"}).wrong, "");
    EXPECT_EQ(check_all(x + "y = rmsnorm(x + b)").wrong, "");
    EXPECT_EQ(check_all(x + "y = cast(exp(cast(x + b, f32) * 0.5), " + dtype + ")").wrong, "");
  }
}

TEST(CpuPlans, WhatIsMadeAgainIsTheSame) {
  for (const std::string size : {"1", "7, 33", "64, 128", "300, 1000"}) {
    SCOPED_TRACE(size);
    const std::string x = "x: f32[" + size + "]\n", two = "y = relu(t) * x\nz = abs(t) - 1\nout y, z";
    for (const std::string made : {"t = exp(x * 0.5)\n", "t = dropout(x, 0.3, 11)\n"}) {
      const auto found = check_all(x + made + two, {"every", "none", "t", "~t"});
      EXPECT_EQ(found.wrong, "") << made;
      EXPECT_TRUE(found.identical) << made;
    }
    EXPECT_EQ(check_all(x + "e = exp(x)\ns = sum(e)\ny = e / s", {"every", "e,s", "~e,s"}).wrong, "");
    EXPECT_EQ(check_all(x + "m = mean(x)\ny = x - m\nz = x * m\nout y, z", {"every", "m", "~m"}).wrong, "");
  }
  // A value that is not written is not rounded to its dtype.
  EXPECT_EQ(check_all("x: bf16[41, 97]\nt = exp(x)\ny = relu(t) + x\nz = t * 3\nout y, z", {"every", "~t"}).wrong, "");
  // A product again, for two readers.
  EXPECT_EQ(
      check_all("a: f32[33, 40]\nb: f32[40, 50]\nt = a @ b\ny = relu(t)\nz = abs(t)\nout y, z", {"every", "~t"}).wrong,
      "");
}

TEST(CpuPlans, RandomChainsMadeAgain) {
  int copied = 0;
  for (std::uint64_t seed = 0; copied < 60 && seed < 2000; ++seed) {
    const std::string text = tests::RandomChain(seed).text();
    const auto chain = std::make_shared<const chain::Chain>(*chain::parse(text));
    std::vector<int> again;
    for (const int op : chain->made()) {
      if (!chain->values[op].output && base::random_bits(seed, 8, static_cast<std::uint64_t>(op)) % 2 == 0)
        again.push_back(op);
    }
    std::string cuts;
    for (const int op : again) cuts += (cuts.empty() ? "~" : ",~") + chain->values[op].name;
    const auto plan = again.empty() ? std::nullopt : plan::segment_at(chain, {}, false, machine::Limits(65536), again);
    if (!plan || std::ranges::all_of(plan->groups, [](const auto& group) { return group.again.empty(); })) continue;
    ++copied;
    SCOPED_TRACE(text + "--cuts " + cuts);
    ASSERT_EQ(check_all(text, {"every", cuts}).wrong, "") << "seed " << seed;
  }
  EXPECT_EQ(copied, 60);
}

TEST(CpuPlans, TransposesReadInPlace) {
  for (const std::string dtype : {"f32", "bf16"}) {
    for (const std::string shape : {"1, 7", "33, 70", "3, 64, 100", "300, 700"}) {
      SCOPED_TRACE(dtype + shape);
      const std::string a = "a: " + dtype + "[" + shape + "]\n";
      EXPECT_EQ(check_all(a + "t = transpose(a)\ns = exp(t) * 2\ny = relu(s)", {"every", "none", "s"}).wrong, "");
    }
    const std::string x = "x: " + dtype + "[130, 130]\nb: " + dtype + "[130]\n";
    EXPECT_EQ(check_all(x + "t = transpose(x)\ns = x + t * b\ny = s * 2", {"every", "none", "s"}).wrong, "");
  }
}

TEST(CpuPlans, OneLongRowIsDealtOutToAllThreads) {
  EXPECT_EQ(check_all("x: f32[3, 300007]\ny = sum(abs(x))\nz = y * y\nout y, z").wrong, "");
  EXPECT_EQ(check_all("x: f32[1000003]\ny = mean(x * x)\nm = max(x)\nout y, m").wrong, "");
}

TEST(CpuPlans, LongRowsAreCutWhereTheyDoNotFit) {
  EXPECT_EQ(check_all("x: f32[4, 5000]\ny = softmax(x)", {"every", "none"}, machine::Limits(1000)).wrong, "");
}

TEST(CpuPlans, RandomChains) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const std::string text = tests::RandomChain(seed).text();
    SCOPED_TRACE(text);
    EXPECT_EQ(check_all(text).wrong, "") << "seed " << seed;
    if (HasFailure()) break;
  }
}

TEST(CpuPlans, RandomPointwiseF32ChainsAreIdenticalToTheLastBit) {
  for (std::uint64_t seed = 1000; seed < 1150; ++seed) {
    const std::string text =
        tests::RandomChain(seed, {.most_rows = 40, .most_columns = 90, .reductions = false, .narrow = false}).text();
    SCOPED_TRACE(text);
    const auto found = check_all(text);
    EXPECT_EQ(found.wrong, "") << "seed " << seed;
    EXPECT_TRUE(found.identical) << "seed " << seed;
    if (HasFailure()) break;
  }
}

}  // namespace cpu_plans_test
