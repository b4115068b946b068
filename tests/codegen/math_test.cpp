// The prelude's functions over all of f32: how far from double, in the measure of the op table.
#include "base/resources.hpp"
#include "chain/op.hpp"
#include "golden.hpp"
#include "places.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace math_test {

/// Sweeps bit patterns and prints the worst error in units of the op table's bound. The fast division may be 2 ulp off
/// on a card, 2^x as much (gelu shows half of it), and both are exact here: their share is added.
constexpr const char* hardware = R"(
f32 two_to(f32 x) { return exp2f(x); }
f32 over(f32 x, f32 y) { return x / y; }
)";
constexpr const char* sweep = R"(
template <class Function, class Exact>
void worst(const char* name, double bound, Function f, Exact exact) {
  double most = 0;
  for (unsigned long long bits = 0; bits < (1ull << 32); bits += 4099) {
    const f32 x = __uint_as_float(unsigned(bits));
    if (x != x || std::fabs(x) > 1e30f) continue;
    const double want = exact(double(x)), got = f(x);
    const double scale = std::max(std::fabs(want), name[0] == 'g' ? std::fabs(double(x)) / 2 : 0.0);
    const double ulp = std::ldexp(1.0, std::max(-126, scale > 0 ? std::ilogb(scale) : -126) - 23);
    const double flushed = (name[0] == 's' && name[2] == 'l' ? std::max(1.0, std::fabs(double(x))) : 1.0) * 0x1p-126;
    const double error = std::fabs(got - want) - flushed;
    if (!(error <= 0)) most = std::max(most, error / (bound * ulp));
  }
  std::printf("%s %.3f\n", name, most);
}
double logistic(double x) { return 1 / (1 + std::exp(-x)); }
int main() {
  worst("sigmoid", 4 - 2, sigmoid, logistic);
  worst("silu", 5 - 2, silu, [](double x) { return x * logistic(x); });
  worst("softplus", 6 - 2, softplus, [](double x) { return std::fmax(x, 0) + std::log1p(std::exp(-std::fabs(x))); });
  worst("gelu", 6 - 2 - 1, gelu, [](double x) {
    return x == 0 ? x : x * logistic(2 * std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x));
  });
  worst("sin", 4, sine, [](double x) { return std::sin(x); });
  worst("cos", 4, cosine, [](double x) { return std::cos(x); });
  worst("gelu_erf", 6 - 2, gelu_erf, [](double x) { return 0.5 * x * std::erfc(-x / M_SQRT2); });
}
)";

std::string prelude(const char* name) {
  return *base::read_file(base::program_file(std::string("kernels/prelude/") + name), 1 << 20);
}

TEST(Math, FunctionsKeepTheBoundsOfTheOpTable) {
  const tests::TemporaryFolder folder;
  const std::string at = folder.path().string();
  std::ofstream(folder.path() / "math.cpp")
      << "#include \"shim.hpp\"\n#include <algorithm>\n"
      << prelude("types.cuh") << hardware << prelude("math.cuh") << prelude("trig.cuh") << sweep;
  const std::string command = fmt::format(
      "g++ -std=c++20 -O2 -w -ffp-contract=off -I{}/codegen/host_shim {}/math.cpp -o {}/math >{}/log 2>&1 && "
      "{}/math >{}/log 2>&1",
      tests::folder().string(), at, at, at, at, at);
  const int status = std::system(command.c_str());
  std::ifstream log(folder.path() / "log");
  std::string name;
  double worst = 0;
  int seen = 0;
  ASSERT_EQ(status, 0) << std::string(std::istreambuf_iterator<char>(log), {});
  while (log >> name >> worst) {
    EXPECT_LE(worst, 1) << name
                        << ": of the op table's bound, less what a card's fast division and exponential may be off";
    RecordProperty(name, fmt::format("{:.3f}", worst));
    ASSERT_TRUE(chain::op_named(name).has_value());
    ++seen;
  }
  EXPECT_EQ(seen, 7);
}

}  // namespace math_test
