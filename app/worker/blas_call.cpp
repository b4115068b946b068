// Matrices as the library wants them: axes of a batch joined where they lie at equal steps, else gone over.
#include "worker/blas_call.hpp"

#include "base/words.hpp"
#include "worker/cublas_names.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace worker {
namespace {

constexpr float one = 1, zero = 0;

cublas::DataType type_of(wire::Dtype dtype) {
  if (dtype == wire::Dtype::f16) return cublas::DataType::f16;
  return dtype == wire::Dtype::bf16 ? cublas::DataType::bf16 : cublas::DataType::f32;
}

cublas::Epilogue epilogue_of(wire::Epilogue epilogue) {
  switch (epilogue) {
    case wire::Epilogue::none:
      return cublas::Epilogue::none;
    case wire::Epilogue::bias:
      return cublas::Epilogue::bias;
    case wire::Epilogue::relu:
      return cublas::Epilogue::relu;
    case wire::Epilogue::relu_bias:
      return cublas::Epilogue::relu_bias;
    case wire::Epilogue::gelu:
      return cublas::Epilogue::gelu;
    case wire::Epilogue::gelu_bias:
      return cublas::Epilogue::gelu_bias;
  }
  return cublas::Epilogue::none;
}

const void* pointer(cuda::Address address) {
  return reinterpret_cast<const void*>(address);
}

}  // namespace

const wire::Matrix& BlasCall::matrix(Operand operand) const {
  switch (operand) {
    case a:
      return call_.right;
    case b:
      return call_.left;
    case c:
      return call_.residual.empty() ? call_.result : call_.residual.front();
    case d:
      return call_.result;
  }
  return call_.result;
}

BlasCall::BlasCall(const wire::LibraryCall& call, const wire::Job& job, std::span<const cuda::Address> buffers,
                   cuda::Address workspace)
    : call_(call), workspace_(workspace) {
  for (const Operand operand : {a, b, c, d}) {
    const wire::Matrix& from = matrix(operand);
    const auto buffer = static_cast<std::size_t>(from.buffer);
    dtypes_[operand] = job.buffers[buffer].dtype;
    first_[operand] = buffers[buffer] + static_cast<cuda::Address>(from.offset * wire::bits_of(dtypes_[operand]) / 8);
  }
  std::int64_t rows = call.m;
  lay_axes(rows);
  make_layouts(rows);
  make_product(call.bias < 0 ? 0 : buffers[static_cast<std::size_t>(call.bias)]);
}

/// The axes are: outer, those that share a right operand, and those that do not. One of them becomes the library's
/// batch, one that reads the same right operand below the rows before may become more rows.
void BlasCall::lay_axes(std::int64_t& rows) {
  const std::int64_t share = call_.share;
  const auto each = [&](auto step) { return Offsets{step(a), step(b), step(c), step(d)}; };
  const std::vector<Axis> all{
      {call_.outer, each([&](Operand o) { return matrix(o).outer_stride; })},
      {call_.inner / share, each([&](Operand o) { return matrix(o).inner_stride * (o == a ? 1 : share); })},
      {share, each([&](Operand o) { return o == a ? 0 : matrix(o).inner_stride; })}};
  std::vector<Axis> axes;
  for (const Axis& axis : all) {
    if (axis.count == 1) continue;
    const bool equal_steps = !axes.empty() && std::ranges::all_of(std::array{a, b, c, d}, [&](Operand o) {
      return axes.back().step[o] == axis.count * axis.step[o];
    });
    if (equal_steps) {
      axes.back() = {axes.back().count * axis.count, axis.step};
    } else {
      axes.push_back(axis);
    }
  }
  if (!axes.empty()) {
    const Axis& last = axes.back();
    const bool more_rows =
        last.step[a] == 0 && !call_.left.transposed &&
        std::ranges::all_of(std::array{b, c, d}, [&](Operand o) { return last.step[o] == rows * matrix(o).leading; });
    if (more_rows) {
      rows *= last.count;
      axes.pop_back();
    }
  }
  const auto widest = std::ranges::max_element(axes, {}, &Axis::count);
  if (widest != axes.end()) {
    batch_ = *widest;
    axes.erase(widest);
  }
  begins_ = {Offsets{}};
  for (const Axis& axis : axes) {
    std::vector<Offsets> further;
    for (const Offsets& begin : begins_) {
      for (std::int64_t i = 0; i < axis.count; ++i) {
        Offsets& next = further.emplace_back(begin);
        for (const Operand o : {a, b, c, d}) next[o] += i * axis.step[o];
      }
    }
    begins_ = std::move(further);
  }
}

void BlasCall::make_layouts(std::int64_t rows) {
  for (const Operand operand : {a, b, c, d}) {
    const wire::Matrix& from = matrix(operand);
    // Row by row: what is a row here is a column there.
    std::int64_t down = operand == b ? call_.k : call_.n, across = operand == a ? call_.k : rows;
    if (from.transposed) std::swap(down, across);
    const std::int64_t leading = across == 1 ? std::max(down, from.leading) : from.leading;
    cublas::Layout made = nullptr;
    cublas::check(cublas::api().layout_create(&made, type_of(dtypes_[operand]), static_cast<std::uint64_t>(down),
                                              static_cast<std::uint64_t>(across), leading),
                  "describe_product");
    layouts_[operand].reset(made);
    const auto count = static_cast<std::int32_t>(batch_.count);
    if (count == 1) continue;
    cublas::check(cublas::api().layout_set(made, cublas::LayoutAttribute::batch_count, &count, sizeof count),
                  "describe_product");
    cublas::check(cublas::api().layout_set(made, cublas::LayoutAttribute::batch_stride, &batch_.step[operand],
                                           sizeof batch_.step[operand]),
                  "describe_product");
  }
}

void BlasCall::make_product(cuda::Address bias) {
  cublas::Product made = nullptr;
  cublas::check(cublas::api().product_create(&made, cublas::Compute::f32, cublas::DataType::f32), "describe_product");
  product_.reset(made);
  const auto set = [&](cublas::ProductAttribute attribute, const auto& value) {
    cublas::check(cublas::api().product_set(made, attribute, &value, sizeof value), "describe_product");
  };
  const auto transpose = [](bool yes) { return yes ? cublas::Transpose::yes : cublas::Transpose::no; };
  set(cublas::ProductAttribute::transpose_a, transpose(call_.right.transposed));
  set(cublas::ProductAttribute::transpose_b, transpose(call_.left.transposed));
  set(cublas::ProductAttribute::epilogue, epilogue_of(call_.epilogue));
  if (bias == 0) return;
  set(cublas::ProductAttribute::bias_pointer, pointer(bias));
  set(cublas::ProductAttribute::bias_type, type_of(dtypes_[d]));
}

/// Bytes that every matrix of an operand begins at a multiple of.
std::uint32_t BlasCall::alignment(Operand operand) const {
  constexpr std::uint64_t most = 256;
  const auto bytes = static_cast<std::uint64_t>(wire::bits_of(dtypes_[operand]) / 8);
  std::uint64_t bits = first_[operand] | most;
  if (batch_.count > 1) bits |= static_cast<std::uint64_t>(batch_.step[operand]) * bytes;
  for (const Offsets& begin : begins_) bits |= static_cast<std::uint64_t>(begin[operand]) * bytes;
  return static_cast<std::uint32_t>(bits & (~bits + 1));
}

BlasCall::Preference BlasCall::preference() const {
  using enum cublas::PreferenceAttribute;
  cublas::Preference made = nullptr;
  cublas::check(cublas::api().preference_create(&made), "describe_product");
  Preference preference(made);
  const auto set = [&](cublas::PreferenceAttribute attribute, const auto& value) {
    cublas::check(cublas::api().preference_set(made, attribute, &value, sizeof value), "describe_product");
  };
  set(cublas::PreferenceAttribute::workspace, static_cast<std::uint64_t>(call_.workspace));
  set(reductions, cublas::Reduction::compute_type);
  set(alignment_a, alignment(a));
  set(alignment_b, alignment(b));
  set(alignment_c, alignment(c));
  set(alignment_d, alignment(d));
  return preference;
}

bool BlasCall::keeps_f32(const cublas::Heuristic& one) const {
  auto scheme = cublas::Reduction::none;
  std::size_t written = 0;
  const cublas::Status told =
      cublas::api().attribute(&one.algorithm, cublas::AlgorithmAttribute::reduction, &scheme, sizeof scheme, &written);
  const bool fits = one.state == cublas::success && one.workspace <= static_cast<std::size_t>(call_.workspace);
  return fits && told == cublas::success &&
         (scheme == cublas::Reduction::none || scheme == cublas::Reduction::compute_type);
}

std::vector<cublas::Heuristic> BlasCall::propose(int most) const {
  std::vector<cublas::Heuristic> found(static_cast<std::size_t>(most));
  int count = 0;
  const cublas::Status asked =
      cublas::api().heuristics(cublas::handle(), product_.get(), layouts_[a].get(), layouts_[b].get(),
                               layouts_[c].get(), layouts_[d].get(), preference().get(), most, found.data(), &count);
  if (asked != cublas::not_supported) cublas::check(asked, "choose_product");
  found.resize(static_cast<std::size_t>(asked == cublas::success ? std::clamp(count, 0, most) : 0));
  std::erase_if(found, [&](const cublas::Heuristic& one) { return !keeps_f32(one); });
  if (found.empty()) {
    throw Failed(wire::Failure::Kind::library, std::string(base::text("worker.no_algorithm")),
                 std::string(base::text("worker.library.remedy")));
  }
  return found;
}

std::optional<cublas::Heuristic> BlasCall::accept(const std::string& algorithm) const {
  cublas::Heuristic told;
  if (algorithm.size() != sizeof told.algorithm) return std::nullopt;
  std::memcpy(&told.algorithm, algorithm.data(), sizeof told.algorithm);
  cublas::Heuristic result;
  const cublas::Status taken =
      cublas::api().check(cublas::handle(), product_.get(), layouts_[a].get(), layouts_[b].get(), layouts_[c].get(),
                          layouts_[d].get(), &told.algorithm, &result);
  if (taken != cublas::success) return std::nullopt;
  result.algorithm = told.algorithm;  // the check fills in the rest
  return keeps_f32(result) ? std::optional(result) : std::nullopt;
}

void BlasCall::put(const cublas::Heuristic& how, cuda::Stream stream) const {
  for (const Offsets& begin : begins_) {
    const auto at = [&](Operand operand) {
      const std::int64_t bytes = begin[operand] * wire::bits_of(dtypes_[operand]) / 8;
      return first_[operand] + static_cast<cuda::Address>(bytes);
    };
    cublas::check(
        cublas::api().multiply(cublas::handle(), product_.get(), &one, pointer(at(a)), layouts_[a].get(),
                               pointer(at(b)), layouts_[b].get(), call_.residual.empty() ? &zero : &one, pointer(at(c)),
                               layouts_[c].get(), const_cast<void*>(pointer(at(d))), layouts_[d].get(), &how.algorithm,
                               const_cast<void*>(pointer(workspace_)), how.workspace, stream),
        "multiply");
  }
}

wire::Candidate BlasCall::describe(const cublas::Heuristic& one, double seconds) {
  const auto number = [&]<class T>(cublas::AlgorithmAttribute attribute, T value) {
    std::size_t written = 0;
    const cublas::Status told = cublas::api().attribute(&one.algorithm, attribute, &value, sizeof value, &written);
    return told == cublas::success ? value : T{};
  };
  using enum cublas::AlgorithmAttribute;
  wire::Candidate out;
  out.algorithm.assign(reinterpret_cast<const char*>(&one.algorithm), sizeof one.algorithm);
  out.tile = cublas::tile_name(number(tile, std::uint32_t{0}));
  out.stages = cublas::stages_name(number(stages, std::uint32_t{0}));
  out.cluster = cublas::cluster_name(number(cluster, std::uint16_t{0}));
  out.reduction = cublas::reduction_name(number(reduction, cublas::Reduction::none));
  out.id = std::max(0, number(id, std::int32_t{0}));
  out.split_k = std::max(0, number(split_k, std::int32_t{0}));
  out.workspace = static_cast<std::int64_t>(one.workspace);
  out.waves = one.waves > 0 && one.waves < 1e9f ? static_cast<double>(one.waves) : 0;
  out.seconds = seconds;
  return out;
}

}  // namespace worker
