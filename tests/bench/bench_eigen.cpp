// Our fused kernel beside the same chain in Eigen, cold, in turn: the same numbers, the same number of threads, pages
// of the same kind, four times the last-level cache. Eigen's outputs are compared with ours, ours with double
// precision, before anything is timed. Goal: never slower than Eigen.
#include "bench.hpp"
#include "eigen_chains.hpp"

#include <chrono>
#include <cmath>
#include <sys/mman.h>

namespace {

/// Zeroed pages that nobody has touched, huge ones where the system gives them.
class Pages {
 public:
  explicit Pages(std::int64_t floats) : bytes_(static_cast<std::size_t>(floats) * 4 + huge) {
    memory_ = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory_ == MAP_FAILED) bench::fail("no memory");
    ::madvise(memory_, bytes_, MADV_HUGEPAGE);
  }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  ~Pages() { ::munmap(memory_, bytes_); }
  [[nodiscard]] float* data() const {
    return reinterpret_cast<float*>((reinterpret_cast<std::uintptr_t>(memory_) + huge - 1) / huge * huge);
  }

 private:
  static constexpr std::uintptr_t huge = std::uintptr_t{1} << 21;
  std::size_t bytes_;
  void* memory_;
};

/// Elements spread over the output, by the device and by Eigen: the largest difference, in units of 1 + |value|.
double largest_difference(bench::Subject& subject, const float* eigen, std::int64_t elements) {
  constexpr std::int64_t looks = 65536;
  device::ProbedOutput output{subject.spec.plans[0].chain->outputs().at(0), {}};
  for (std::int64_t i = 0; i < looks; ++i) output.elements.push_back(i * (elements - 1) / (looks - 1));
  const std::vector<double> ours = subject.experiment->evidence({0, {output}}).outputs.at(0).got;
  double largest = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const double theirs = static_cast<double>(eigen[output.elements[i]]);
    largest = std::max(largest, std::abs(theirs - ours[i]) / (1 + std::abs(ours[i])));
  }
  return largest;
}

struct Figures {
  std::vector<double> ours, eigen, ratio;
  double difference = 0;
};

void round(device::Device& device, const machine::DeviceSpec& spec, const bench::EigenChain& chain, Figures& figures) {
  constexpr int turns = 9;
  constexpr double most_difference = 2e-6;
  const std::int64_t columns = 4096, rows = 4 * bench::cache_bytes(spec) / 4 / columns;
  auto subject = bench::prepare(device, chain.name, bench::sized(chain.text, rows, columns), {plan::Cuts::Kind::none});
  const chain::Chain& parsed = *subject.spec.plans[0].chain;
  std::vector<std::unique_ptr<Pages>> pages;
  std::vector<const float*> inputs;
  for (const int input : parsed.inputs()) {
    const chain::Shape& shape = parsed.values[input].shape;
    pages.push_back(std::make_unique<Pages>(shape.elements()));
    bench::fill(pages.back()->data(), shape.elements() / columns, columns, subject.spec.seed, inputs.size(),
                spec.processors);
    inputs.push_back(pages.back()->data());
  }
  const Pages out(rows * columns);
  bench::fill(out.data(), rows, columns, 0, 0, spec.processors);
  const std::int64_t flushed = 2 * bench::cache_bytes(spec) / 4;
  const Pages flush(flushed);
  bench::fill(flush.data(), flushed / columns, columns, 0, 1, spec.processors);

  const bench::EigenArguments arguments{inputs.data(), out.data(), rows, columns};
  chain.run(arguments, spec.processors);
  figures.difference = std::max(figures.difference, largest_difference(subject, out.data(), rows * columns));
  if (!(figures.difference <= most_difference)) bench::fail(subject.name + ": Eigen computes something else");
  std::vector<double> ours, eigen;
  for (int turn = 0; turn < turns; ++turn) {
    ours.push_back(bench::cold_medians(subject, 1)[0]);
    if (std::isnan(bench::read_all(flush.data(), flushed, spec.processors))) bench::fail("the flush was changed");
    const auto begin = std::chrono::steady_clock::now();
    chain.run(arguments, spec.processors);
    eigen.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  figures.ours.push_back(base::median(ours));
  figures.eigen.push_back(base::median(eigen));
  figures.ratio.push_back(figures.eigen.back() / figures.ours.back());
}

}  // namespace

int main() {
  const auto device = device::cpu::make_device();
  const machine::DeviceSpec spec = device->calibrate({}, {});
  std::printf(
      "%s, %d threads each, %d rounds; Eigen by -O3 -march=native, rows shared by OpenMP\n%-14s %9s %9s %14s "
      "%15s %20s\n",
      device->name().c_str(), spec.processors, bench::rounds, "", "ours", "Eigen", "Eigen / ours", "of all rounds",
      "largest difference");
  bool never_slower = true;
  std::vector<Figures> all(bench::eigen_chains().size());
  for (int i = 0; i < bench::rounds; ++i) {
    for (std::size_t c = 0; c < all.size(); ++c) round(*device, spec, bench::eigen_chains()[c], all[c]);
  }
  for (std::size_t c = 0; c < all.size(); ++c) {
    const Figures& figures = all[c];
    const auto [least, most] = std::ranges::minmax(figures.ratio);
    const double ratio = base::median(figures.ratio);
    never_slower = never_slower && ratio >= 1;
    std::printf("%-14s %6.1f ms %6.1f ms %14.2f %7.2f to %.2f %20.1e\n", bench::eigen_chains()[c].name,
                base::median(figures.ours) * 1e3, base::median(figures.eigen) * 1e3, ratio, least, most,
                figures.difference);
  }
  return never_slower ? 0 : 1;
}
