// The roofline of a device: slope from its balanced mix, ceilings from its roofs.
#include "model/roofline.hpp"

#include "base/words.hpp"
#include "model/product.hpp"

namespace model {

std::optional<chain::Dtype> tensor_operands(const chain::Chain& chain) {
  for (const chain::Value& value : chain.values) {
    if (!chain::multiplies(value.op)) continue;
    const chain::Dtype left = chain.values[value.operands[0].value].dtype;
    if (left != chain::Dtype::f32) return left;
  }
  return std::nullopt;
}

RooflineModel roofline(const machine::DeviceSpec& spec, std::optional<chain::Dtype> operands) {
  const bool cpu = spec.kind == machine::Kind::cpu;
  RooflineModel model;
  model.bandwidth = spec.bandwidth(0.5, cpu ? machine::Store::streaming : machine::Store::cached).value;
  model.bandwidth_name =
      spec.mixes.empty()
          ? base::say("model.roof.seen", {{"share", base::show_number(spec.efficiency.value, 2)},
                                          {"bandwidth", base::show(base::Bandwidth{spec.dram_bandwidth.value})}})
          : base::say(cpu ? "model.roof.mix_streaming" : "model.roof.mix");
  for (const machine::Roof& roof : spec.roofs) {
    model.ceilings.push_back({roof.name, roof.flops_per_second.value, roof.flops_per_second.value / model.bandwidth});
  }
  if (cpu || !operands || model.ceilings.size() < 2) return model;
  Ceiling& tensor = model.ceilings[1];
  if (const double rate = product_roof(*operands, spec); rate > tensor.flops_per_second) {
    tensor = {base::say("model.roof.products", {{"dtype", chain::name(*operands)}}), rate, rate / model.bandwidth};
  }
  return model;
}

std::optional<double> own_roof(const Prediction& prediction, const machine::DeviceSpec& spec) {
  if (spec.op_cost.empty() || spec.roofs.empty()) return std::nullopt;
  if (!(prediction.flops.value > 0 && prediction.arithmetic.value > 0)) return std::nullopt;
  const double own = prediction.flops.value / prediction.arithmetic.value;
  if (own >= (1 - clearly_lower) * spec.roofs.front().flops_per_second.value) return std::nullopt;
  return own;
}

}  // namespace model
