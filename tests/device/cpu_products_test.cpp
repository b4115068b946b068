// Chains with matrix products: fused and unfused against double, views, siblings, several outputs, planted faults.
#include "device/cpu/cpu_device.hpp"
#include "device/runs.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace cpu_products_test {

using tests::check_all;

TEST(CpuProducts, AloneAndWithWhatFollows) {
  for (const char* sizes : {"1, 1, 1", "1, 300, 200", "3, 70, 513", "8, 100, 64", "9, 33, 1021", "130, 97, 260"}) {
    std::array<int, 3> size{};
    ASSERT_EQ(std::sscanf(sizes, "%d, %d, %d", &size[0], &size[1], &size[2]), 3);
    const auto [m, n, k] = size;
    for (const std::string dtype : {"f32", "f16", "bf16"}) {
      const auto input = [&](const char* name, int rows, int columns) {
        return std::string(name) + ": " + dtype + "[" + std::to_string(rows) + ", " + std::to_string(columns) + "]\n";
      };
      const std::string operands = input("x", m, k) + input("w", k, n);
      SCOPED_TRACE(operands);
      EXPECT_EQ(check_all(operands + "y = x @ w").wrong, "");
      const std::string beside = "b: " + dtype + "[" + std::to_string(n) + "]\n" + input("r", m, n) + input("s", m, 1);
      const auto found = check_all(operands + beside + "y = gelu((x @ w) * s + b) + r");
      EXPECT_EQ(found.wrong, "");
      EXPECT_TRUE(found.identical || dtype != "f32");
      EXPECT_EQ(check_all(input("x", m, k) + input("w", n, k) + "y = relu(x @ transpose(w))").wrong, "");
    }
  }
}

TEST(CpuProducts, TwoResultsOfOneKernel) {
  for (const std::string dtype : {"f32", "bf16"}) {
    const std::string inputs = "x: " + dtype + "[70, 80]\nw: " + dtype + "[80, 90]\nb: " + dtype + "[90]\n";
    EXPECT_EQ(check_all(inputs + "h = x @ w\ny = silu(h + b)\nout h, y").wrong, "");
    EXPECT_EQ(check_all(inputs + "h = (x @ w) * 0.1 + b\ny = h * sigmoid(h)\nz = cast(y, f32) * 2\nout h, y, z").wrong,
              "");
    EXPECT_EQ(check_all(inputs + "y = dropout(x @ w, 0.3, 7) + b * b").wrong, "");
  }
}

TEST(CpuProducts, SiblingsStandAloneOrMeet) {
  const std::string x = "x: f32[65, 48]\n";
  const std::string gate = x + "a: f32[48, 100]\nb: f32[48, 100]\ng = x @ a\nu = x @ b\ny = silu(g) * u";
  EXPECT_EQ(check_all(gate).wrong, "");
  EXPECT_EQ(check_all(gate, {"every", "none", "g+u"}).wrong, "");
  const std::string three = x +
                            "a: f32[48, 100]\nb: f32[48, 20]\nc: f32[48, 20]\nd: f32[20]\n"
                            "q = x @ a\nk = (x @ b) + d\nv = x @ c\nout q, k, v";
  EXPECT_EQ(check_all(three, {"every", "none", "q+k+v"}).wrong, "");
}

TEST(CpuProducts, BatchesHeadsAndGroups) {
  EXPECT_EQ(check_all("q: f32[2, 6, 20, 16]\nk: f32[2, 6, 30, 16]\ns = (q @ transpose(k)) * 0.25").wrong, "");
  EXPECT_EQ(check_all("q: bf16[2, 6, 20, 16]\nk: bf16[2, 2, 30, 16]\ns = (q @ transpose(k)) * 0.25").wrong, "");
  EXPECT_EQ(check_all("q: f32[6, 1, 16]\nk: f32[3, 30, 16]\ns = q @ transpose(k)").wrong, "");
  EXPECT_EQ(check_all("x: f32[3, 5, 40]\nw: f32[40, 30]\ny = relu(x @ w)").wrong, "");
  EXPECT_EQ(check_all("x: f32[33, 48]\nk: f32[3, 50, 16]\ns = heads(x, 3) @ transpose(k)").wrong, "");
  EXPECT_EQ(check_all("x: f32[33, 48]\ny: f32[20, 24]\ns = heads(x, 6) @ transpose(heads(y, 3))").wrong, "");
  EXPECT_EQ(check_all("p: f32[4, 33, 20]\nv: f32[20, 64]\ny = merge(p @ heads(v, 4))").wrong, "");
  EXPECT_EQ(check_all("x: f32[2, 33, 48]\nk: f32[2, 3, 50, 16]\ns = exp(heads(x, 3) @ transpose(k) * 0.1)").wrong, "");
}

TEST(CpuProducts, AttentionAsItIsWritten) {
  const std::string text =
      "x: f32[40, 64]\na: f32[64, 64]\nb: f32[64, 32]\nc: f32[64, 32]\nd: f32[64, 64]\n"
      "q = heads(x @ a, 4)\nk = heads(x @ b, 2)\nv = heads(x @ c, 2)\n"
      "s = q @ transpose(k) * 0.01\np = softmax(s)\no = merge(p @ v)\ny = x + o @ d * 0.01";
  EXPECT_EQ(check_all(text).wrong, "");
}

TEST(CpuProducts, ViewsAsKernels) {
  for (const std::string dtype : {"f32", "f16", "bf16"}) {
    for (const char* shape : {"1, 1", "5, 130", "64, 64", "200, 3", "2, 70, 66", "2, 3, 65, 10"}) {
      const std::string x = "x: " + dtype + "[" + shape + "]\n";
      SCOPED_TRACE(x);
      const auto found = check_all(x + "y = transpose(x)\nz = relu(y)\nout y, z");
      EXPECT_EQ(found.wrong, "");
      EXPECT_TRUE(found.identical);
    }
    const std::string x = "x: " + dtype;
    EXPECT_EQ(check_all(x + "[35, 48]\ny = heads(x, 6)").wrong, "");
    EXPECT_EQ(check_all(x + "[3, 35, 48]\ny = exp(heads(x, 3))").wrong, "");
    EXPECT_EQ(check_all(x + "[6, 35, 10]\ny = merge(x)").wrong, "");
    EXPECT_EQ(check_all(x + "[2, 6, 35, 10]\ny = neg(merge(x)) + 1").wrong, "");
  }
}

TEST(CpuProducts, BytesAreNotCountedAndItSaysWhy) {
  const device::RunSpec spec = tests::run_spec("x: f32[64, 64]\nw: f32[64, 64]\ny = relu(x @ w)");
  const auto experiment = tests::cpu().prepare(spec);
  const device::Counts counts = experiment->count();
  EXPECT_EQ(counts.tier, record::Tier::times_only);
  EXPECT_TRUE(counts.plans.empty());
  EXPECT_NE(counts.refusal.find("BLIS"), std::string::npos) << counts.refusal;
}

TEST(CpuProducts, StopsWithinAPlan) {
  const device::RunSpec spec = tests::run_spec("x: f32[64, 64]\nw: f32[64, 64]\ny = relu(x @ w)");
  const auto experiment = tests::cpu().prepare(spec);
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(static_cast<void>(experiment->evidence({0, {{2, {0}}}, device::Inputs::random, source.get_token()})),
               base::Cancelled);
}

TEST(CpuProducts, PlantedFaultsAreFound) {
  using device::cpu::Fault;
  const char* texts[] = {"x: f32[130, 40]\nw: f32[40, 70]\ny = relu(x @ w)", "x: f32[5, 40]\nw: f32[40, 70]\ny = x @ w",
                         "x: f32[70, 90]\ny = transpose(x)", "x: f32[70, 90]\ny = heads(x, 9)"};
  for (const char* text : texts) {
    for (const Fault fault : {Fault::wrong_op, Fault::short_tail, Fault::skipped_thread}) {
      device::cpu::plant(fault);
      const auto found = check_all(text, {"none"});
      device::cpu::plant(Fault::none);
      EXPECT_NE(found.wrong, "") << text << " " << static_cast<int>(fault);
    }
  }
  device::cpu::plant(Fault::no_rounding);
  const auto found = check_all("x: bf16[130, 40]\nw: bf16[40, 70]\ny = x @ w", {"none"});
  device::cpu::plant(Fault::none);
  EXPECT_NE(found.wrong, "");
}

/// y = epilogue(x @ w) in a random dtype, order, batch and size.
class RandomProduct {
 public:
  explicit RandomProduct(std::uint64_t seed) : random_(seed) {}
  std::string text() {
    const std::string dtype = one_of({"f32", "f16", "bf16"});
    const int m = one_in(3) ? any(1, 8) : any(1, 150), n = any(1, 200), k = any(1, 300);
    const int share = any(1, 3), inner = share * any(1, 2);
    const bool batch = one_in(3), right_batch = batch && one_in(2), transposed = one_in(2);
    const auto input = [&](const std::string& name, const std::string& lead, int rows, int columns) {
      return name + ": " + dtype + "[" + lead + std::to_string(rows) + ", " + std::to_string(columns) + "]\n";
    };
    const std::string lead = batch ? std::to_string(inner) + ", " : "";
    const std::string right_lead = right_batch ? std::to_string(inner / share) + ", " : "";
    const auto weights = [&](const std::string& name) {
      return transposed ? input(name, right_lead, n, k) : input(name, right_lead, k, n);
    };
    const auto times = [&](const std::string& name) {
      return "x @ " + (transposed ? "transpose(" + name + ")" : name);
    };
    std::string all = input("x", lead, m, k) + weights("w") + "b: " + dtype + "[" + std::to_string(n) + "]\n" +
                      input("r", lead, m, n) + input("s", lead, m, 1);
    std::string used = "h = (" + times("w") + ") * s + b\n";
    if (one_in(3)) {
      all += weights("u");
      used += "g = " + times("u") + "\nh2 = h * sigmoid(g * 0.01)\n";
    } else {
      used += "h2 = maximum(h, r * 0.5)\n";
    }
    used += "y = " + one_of({"relu", "gelu", "silu", "abs"}) + "(h2 * 0.01) + r\n";
    if (one_in(2)) used += "out h, y";
    return all + used;
  }

 private:
  int any(int least, int most) { return std::uniform_int_distribution<int>(least, most)(random_); }
  bool one_in(int times) { return any(1, times) == 1; }
  std::string one_of(const std::vector<std::string>& all) {
    return all[static_cast<std::size_t>(any(0, static_cast<int>(all.size()) - 1))];
  }
  std::mt19937_64 random_;
};

TEST(CpuProducts, RandomChains) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const std::string text = RandomProduct(seed).text();
    SCOPED_TRACE(text);
    EXPECT_EQ(check_all(text).wrong, "") << "seed " << seed;
    if (HasFailure()) break;
  }
}

TEST(CpuProducts, ALibrarysEpilogueIsRefusedInASentence) {
  const device::RunSpec spec = tests::run_spec("x: f32[8, 8]; w: f32[8, 8]; y = relu(x @ w)", {"every", "library"});
  try {
    const auto experiment = tests::cpu().prepare(spec);
    FAIL() << "a processor has no such call";
  } catch (const device::DeviceError& refused) {
    EXPECT_NE(std::string(refused.what()).find("BLIS"), std::string::npos);
  }
}

}  // namespace cpu_products_test
