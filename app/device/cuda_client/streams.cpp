// Each finding needs the others a little: the prices need the edges and how road and arithmetic meet, which need the
// prices. They settle in a few rounds.
#include "device/cuda_client/streams.hpp"

#include "base/median.hpp"
#include "model/overlap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace device::cuda_client {
namespace {

using chain::Dtype;

constexpr int few = 2, several = 4, short_code = 3, long_code = 8;  // applications
constexpr std::int64_t row = 8192;
constexpr int rounds = 4;
constexpr double above_road = 1.1;  ///< a time so far above the road's tells of arithmetic

constexpr std::string_view slow_ops[] = {"gelu", "gelu_erf", "silu", "softplus", "sigmoid", "tanh",       "exp", "sin",
                                         "cos",  "dropout",  "log",  "sqrt",     "rsqrt",   "reciprocal", "div"};
/// Whose prices leave no doubt: what two of them more take is theirs, and the rest the edges'.
constexpr std::string_view clear_ops[] = {"gelu", "gelu_erf", "silu", "tanh", "cos"};

/// Functions that have a slow way for numbers below zero get a square and two more, as division does.
bool of_square(std::string_view op) {
  return op == "log" || op == "sqrt" || op == "rsqrt" || op == "reciprocal" || op == "div";
}

std::string applied(std::string_view op, const std::string& to, int number) {
  if (op == "div") return fmt::format("{0} / ({0} * {0} + 2)", to);
  if (op == "dropout") return fmt::format("dropout({}, 0.1, {})", to, number);  // each draws its own numbers
  return of_square(op) ? fmt::format("{0}({1} * {1} + 2)", op, to) : fmt::format("{}({})", op, to);
}

double elements_of_thread(Dtype dtype) {
  return 16.0 / static_cast<double>(chain::size_of(dtype));
}

class Prices {
 public:
  Prices(machine::DeviceSpec& spec, const std::vector<StreamTime>& times, double elements)
      : spec_(spec), times_(times), elements_(elements) {}

  void settle() {
    exponent_ = 6;
    for (int round = 0; round < rounds; ++round) {
      ops();
      edges_of_f32();
      codes();
      meeting();
    }
    rows();
  }

 private:
  [[nodiscard]] const StreamTime* find(std::string_view op, int applications, Dtype dtype) const {
    const auto found = std::ranges::find_if(times_, [&](const StreamTime& time) {
      return time.stream.op == op && time.stream.applications == applications && time.stream.dtype == dtype;
    });
    return found == times_.end() ? nullptr : &*found;
  }

  /// Seconds an element of the stream's arithmetic; nothing where the road hides it.
  [[nodiscard]] std::optional<double> arithmetic(std::string_view op, int applications, Dtype dtype) const {
    const StreamTime *time = find(op, applications, dtype), *road = find("", 0, dtype);
    if (time == nullptr || road == nullptr || time->seconds < above_road * road->seconds) return std::nullopt;
    return model::arithmetic_of(time->seconds, road->seconds, exponent_) / elements_;
  }

  [[nodiscard]] double price(std::string_view op) const {
    const auto found = spec_.op_cost.find(fmt::format("{}:f32", op));
    return found == spec_.op_cost.end() ? 0 : found->second;
  }
  void keep(std::string_view what, std::initializer_list<Dtype> dtypes, double cost) {
    for (const Dtype dtype : dtypes) spec_.op_cost[fmt::format("{}:{}", what, chain::name(dtype))] = cost;
  }
  [[nodiscard]] double ops_of(std::string_view op, int applications) const {
    return applications * (price(op) + (of_square(op) ? price("mul") + price("add") : 0));
  }

  void ops() {
    std::vector<double> rests;
    for (const std::string_view op : clear_ops) {
      const auto little = arithmetic(op, few, Dtype::bf16), more = arithmetic(op, several, Dtype::bf16);
      if (!little || !more) continue;
      rests.push_back(several / few * *little - *more);
    }
    if (!rests.empty()) {
      edges_ = std::max(0.0, base::median(std::move(rests)));
      keep("load", {Dtype::f16, Dtype::bf16}, edges_ / 2);
      keep("store", {Dtype::f16, Dtype::bf16}, edges_ / 2);
    }
    for (const std::string_view op : slow_ops) {
      const auto all = arithmetic(op, several, Dtype::bf16);
      if (!all) continue;
      const double cheap = ops_of(op, several) / several - price(op);
      const double each = (*all - edges_) / several - cheap;
      if (each > 0) keep(op, {Dtype::f32, Dtype::f16, Dtype::bf16}, each);
    }
  }

  void edges_of_f32() {
    std::vector<double> rests;
    for (const std::string_view op : clear_ops) {
      const auto all = arithmetic(op, several, Dtype::f32);
      if (all) rests.push_back(*all - ops_of(op, several));
    }
    if (rests.empty()) return;
    edges_of_f32_ = std::max(0.0, base::median(std::move(rests)));
    keep("load", {Dtype::f32}, edges_of_f32_ / 2);
    keep("store", {Dtype::f32}, edges_of_f32_ / 2);
  }

  void codes() {
    std::vector<machine::LongCode> codes;
    for (const StreamTime& time : times_) {
      const Stream& stream = time.stream;
      if (stream.applications < long_code) continue;
      const auto all = arithmetic(stream.op, stream.applications, stream.dtype);
      const double priced = ops_of(stream.op, stream.applications) + edges_of_f32_;
      if (all && priced > 0) codes.push_back({priced * elements_of_thread(stream.dtype), *all / priced});
    }
    spec_.long_code = std::move(codes);
  }

  /// The exponent that misses least where road and arithmetic are near each other.
  void meeting() {
    const StreamTime* road = find("", 0, Dtype::f32);
    if (road == nullptr) return;
    std::vector<model::Together> kernels;
    for (const StreamTime& time : times_) {
      const Stream& stream = time.stream;
      if (stream.dtype != Dtype::f32 || stream.applications == 0 || stream.applications > short_code) continue;
      const double priced = ops_of(stream.op, stream.applications) + edges_of_f32_;
      const double alone = priced * elements_ * spec_.code_factor(priced * elements_of_thread(Dtype::f32));
      kernels.push_back({road->seconds, alone, time.seconds});
    }
    constexpr double least = 1.5;
    exponent_ = spec_.overlap.value = model::fit_overlap(kernels, least);
  }

  void rows() {
    const auto all = arithmetic("softmax", 1, Dtype::bf16);
    const double priced = price("max") + price("sub") + price("exp") + price("sum") + price("div") + edges_;
    spec_.row_code.value = all && priced > 0 ? *all / priced : 0;
  }

  machine::DeviceSpec& spec_;
  const std::vector<StreamTime>& times_;
  const double elements_;
  double exponent_ = 0, edges_ = 0, edges_of_f32_ = 0;  ///< edges: of one tensor read and one written
};

}  // namespace

const std::vector<Stream>& streams() {
  static const std::vector<Stream> all = [] {
    std::vector<Stream> list{{"", 0, Dtype::f32}, {"", 0, Dtype::bf16}, {"softmax", 1, Dtype::bf16}};
    for (const std::string_view op : slow_ops) list.push_back({op, several, Dtype::bf16});
    for (const std::string_view op : clear_ops) {
      list.push_back({op, few, Dtype::bf16});
      list.push_back({op, several, Dtype::f32});
    }
    for (const Stream& near :
         {Stream{"cos", 2}, Stream{"cos", 3}, Stream{"tanh", 3}, Stream{"gelu", 2}, Stream{"gelu", 3}}) {
      list.push_back(near);
    }
    for (const int applications : {8, 12, 16, 24, 32, 48}) list.push_back({"cos", applications, Dtype::f32});
    return list;
  }();
  return all;
}

std::string chain_of(const Stream& stream, std::int64_t elements) {
  const std::string_view dtype = chain::name(stream.dtype);
  if (stream.op == "softmax") return fmt::format("x: {}[{}, {}]; y = softmax(x)", dtype, elements / row, row);
  std::string text = fmt::format("x: {}[{}]", dtype, elements), value = "x";
  for (int i = 1; i <= stream.applications; ++i) {
    const std::string next = fmt::format("y{}", i);
    text += fmt::format("; {} = {}", next, applied(stream.op, value, i));
    value = next;
  }
  return stream.applications == 0 ? text + "; y = x + 1" : text;
}

void price_streams(machine::DeviceSpec& spec, const std::vector<StreamTime>& times, std::int64_t elements) {
  Prices(spec, times, static_cast<double>(elements)).settle();
}

}  // namespace device::cuda_client
