// What the streams' times say: a made-up card's prices are found again from the times that it would take.
#include "device/cuda_client/streams.hpp"

#include "chain/parser.hpp"
#include "plan/fusion_plan.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <map>

namespace streams_test {

using device::cuda_client::Stream;
using device::cuda_client::StreamTime;

constexpr std::int64_t elements = 1 << 25;

/// A card that takes as long for everything as its own figures say.
struct Card {
  double road = 16e-6, exponent = 6.5, edges = 2.2e-13, edges_of_f32 = 4e-13, rows = 1.3;  // road: of a byte an element
  std::map<std::string, double> prices{
      {"add", 4e-14},  {"mul", 4e-14},      {"sub", 4e-14},     {"sum", 4e-14},        {"max", 1e-13},
      {"gelu", 6e-13}, {"gelu_erf", 9e-13}, {"silu", 5e-13},    {"softplus", 1.2e-12}, {"sigmoid", 5e-13},
      {"tanh", 5e-13}, {"exp", 3e-13},      {"sin", 7e-13},     {"cos", 7e-13},        {"dropout", 1.1e-12},
      {"log", 1e-12},  {"sqrt", 4e-13},     {"rsqrt", 2.5e-13}, {"reciprocal", 4e-13}, {"div", 5e-13}};

  [[nodiscard]] double seconds(const Stream& stream) const {
    const bool f32 = stream.dtype == chain::Dtype::f32;
    const double far = road * static_cast<double>(chain::size_of(stream.dtype));
    const auto price = [&](const std::string& op) { return prices.at(op); };
    double work = f32 ? edges_of_f32 : edges;
    if (stream.op == "softmax") {
      work = rows * (edges + price("max") + price("sub") + price("exp") + price("sum") + price("div"));
    } else if (!stream.op.empty()) {
      const auto chain = chain::parse(chain_of(stream, elements));
      for (const chain::Value& value : chain->values) {
        if (value.op != chain::Op::input) work += price(std::string(chain::info(value.op).name));
      }
    }
    if (f32 && stream.applications > 8) work *= 1.1;  // long code
    return std::pow(std::pow(far, exponent) + std::pow(work * elements, exponent), 1 / exponent);
  }

  [[nodiscard]] machine::DeviceSpec priced() const {
    machine::DeviceSpec spec;
    for (const auto& [op, price] : prices) {  // loops see what is cheap as it is, and what is slow a fifth too dear
      for (const char* dtype : {"f32", "f16", "bf16"}) {
        spec.op_cost[op + ":" + dtype] = price > 2e-13 ? 1.2 * price : price;
      }
    }
    spec.op_cost["load:bf16"] = spec.op_cost["store:bf16"] = 3e-14;
    std::vector<StreamTime> times;
    for (const Stream& stream : device::cuda_client::streams()) times.push_back({stream, seconds(stream)});
    device::cuda_client::price_streams(spec, times, elements);
    return spec;
  }
};

TEST(Streams, EachIsOneKernel) {
  for (const Stream& stream : device::cuda_client::streams()) {
    const std::string text = chain_of(stream, elements);
    const auto chain = chain::parse(text);
    ASSERT_TRUE(chain) << text << "\n" << base::render(chain.error());
    const auto plan = plan::segment(std::make_shared<const chain::Chain>(*chain), {plan::Cuts::Kind::none, {}},
                                    machine::Limits(16384));
    ASSERT_TRUE(plan) << text;
    EXPECT_EQ(plan->groups.size(), 1) << text;
  }
}

TEST(Streams, FindTheCardsOwnFigures) {
  const Card card;
  const machine::DeviceSpec spec = card.priced();
  for (const auto& [op, price] : card.prices) {
    EXPECT_NEAR(spec.op_cost.at(op + ":f32") / price, 1, 0.04) << op;
    EXPECT_EQ(spec.op_cost.at(op + ":bf16"), spec.op_cost.at(op + ":f32")) << op;
  }
  EXPECT_NEAR((spec.op_cost.at("load:bf16") + spec.op_cost.at("store:bf16")) / card.edges, 1, 0.1);
  EXPECT_NEAR((spec.op_cost.at("load:f32") + spec.op_cost.at("store:f32")) / card.edges_of_f32, 1, 0.1);
  EXPECT_NEAR(spec.overlap.value, card.exponent, 0.5);
  EXPECT_NEAR(spec.row_code.value, card.rows, 0.05);
  ASSERT_GE(spec.long_code.size(), 5);
  EXPECT_NEAR(spec.long_code.front().factor, 1, 0.03);
  EXPECT_NEAR(spec.long_code.back().factor, 1.1, 0.03);
}

TEST(Streams, WhereTheRoadHidesAllTheLoopsPricesStay) {
  Card card;
  card.road = 1e-3;
  const machine::DeviceSpec spec = card.priced();
  EXPECT_DOUBLE_EQ(spec.op_cost.at("gelu:bf16"), 1.2 * card.prices["gelu"]);
  EXPECT_DOUBLE_EQ(spec.op_cost.at("load:bf16"), 3e-14);
  EXPECT_FALSE(spec.op_cost.contains("load:f32"));
  EXPECT_EQ(spec.row_code.value, 0);
  EXPECT_TRUE(spec.long_code.empty());
}

}  // namespace streams_test
