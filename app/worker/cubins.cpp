// Which images a job needs.
#include "worker/cubins.hpp"

#include "worker/fixed_kernels.hpp"

#include <set>

namespace worker {
namespace {

constexpr std::size_t most = 512;

}  // namespace

void Cubins::keep(const std::string& name, std::string image, bool own) {
  if (images_.size() >= most) {
    std::erase_if(images_, [&](const auto& one) { return one.first != own_; });  // named again, compiled again
  }
  images_[name] = std::move(image);
  if (own) own_ = name;
}

std::optional<std::string> Cubins::attach(wire::Body& request) const {
  if (auto* run = std::get_if<wire::Run>(&request)) return attach(run->job, run->images);
  if (auto* count = std::get_if<wire::Count>(&request)) return attach(count->job, count->images);
  if (auto* choose = std::get_if<wire::Choose>(&request)) return attach(choose->job, choose->images);
  auto& trace = std::get<wire::Trace>(request);
  return attach(trace.job, trace.images);
}

std::optional<std::string> Cubins::attach(const wire::Job& job, std::vector<wire::Image>& into) const {
  into.clear();
  into.push_back({std::string(fixed_cubin), images_.at(own_)});
  std::set<std::string> had;
  for (const wire::Plan& plan : job.plans) {
    for (const wire::Step& step : plan.steps) {
      const auto* kernel = std::get_if<wire::Kernel>(&step);
      if (kernel == nullptr || !had.insert(kernel->cubin).second) continue;
      const auto found = images_.find(kernel->cubin);
      if (found == images_.end()) return kernel->cubin;
      into.push_back({kernel->cubin, found->second});
    }
  }
  return std::nullopt;
}

}  // namespace worker
