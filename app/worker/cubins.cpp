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
  auto* run = std::get_if<wire::Run>(&request);
  auto* count = std::get_if<wire::Count>(&request);
  const wire::Job& job = run != nullptr ? run->job : count->job;
  std::vector<wire::Image>& into = run != nullptr ? run->images : count->images;
  into.clear();
  into.push_back({std::string(fixed_cubin), images_.at(own_)});
  std::set<std::string> had;
  for (const wire::Plan& plan : job.plans) {
    for (const wire::Kernel& kernel : plan.kernels) {
      if (!had.insert(kernel.cubin).second) continue;
      const auto found = images_.find(kernel.cubin);
      if (found == images_.end()) return kernel.cubin;
      into.push_back({kernel.cubin, found->second});
    }
  }
  return std::nullopt;
}

}  // namespace worker
