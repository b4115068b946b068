// Rows beside a tensor: what is streamed past a row is what the same kernel stores through the caches, bit for bit.
#include "chain/parser.hpp"
#include "device/cpu/buffer.hpp"
#include "device/cpu/executor.hpp"
#include "device/cpu/product/room.hpp"
#include "device/targets.hpp"
#include "plan/fusion_plan.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace cpu_rows_test {

using device::cpu::Buffer;
using device::cpu::Executor;
using device::cpu::Traffic;

/// One fused kernel over buffers of its own.
class Kernel {
 public:
  Kernel(const std::string& text, int threads, bool stream) : pool_(threads) {
    auto chain = chain::parse(text);
    if (!chain) throw std::runtime_error(base::render(chain.error()));
    plan_ = *plan::segment(std::make_shared<const chain::Chain>(std::move(*chain)), {plan::Cuts::Kind::none, {}},
                           machine::Limits(1 << 20));
    std::uint64_t place = 0;
    for (const chain::Value& value : plan_.chain->values) {
      Buffer& buffer = buffers_.emplace_back(value.shape.elements(), value.dtype);
      auto* numbers = reinterpret_cast<float*>(buffer.data());
      device::cpu::kernels().random(numbers, 7, place++, 0, value.shape.elements() / 32 * 32);
      tensors_.push_back({buffer.data(), device::cpu::Format::f32, stream, true});
    }
    Buffer& out = buffers_[static_cast<std::size_t>(plan_.groups.at(0).writes.at(0))];
    out.poison(0, out.elements());
    executor_.emplace(compile(plan_, plan_.groups[0], device::cpu::Fault::none), tensors_, pool_, room_, 256,
                      device::cpu::Fault::none);
  }
  Traffic run() { return executor_->count(); }
  [[nodiscard]] const Buffer& out() const {
    return buffers_[static_cast<std::size_t>(plan_.groups.at(0).writes.at(0))];
  }

 private:
  device::cpu::ThreadPool pool_;
  plan::FusionPlan plan_;
  std::vector<Buffer> buffers_;
  std::vector<device::cpu::Tensor> tensors_;
  device::cpu::ProductRoom room_;
  std::optional<Executor> executor_;
};

TEST(CpuRows, StreamedPastARowIsTheSameAsThroughTheCaches) {
  // few rows, threads that begin within a row, rows shorter than what is asked for ahead or not a whole
  // number of lines, a matrix over a batch (its rows differ), a column beside the row
  for (const char* shape : {"3, 1024", "4, 1024", "11, 1056", "9, 2048", "7, 8192", "10, 512", "10, 1040"}) {
    const std::string size = shape, columns = size.substr(size.find(' ') + 1), rows = size.substr(0, size.find(','));
    const std::string x = "x: f32[" + size + "]; b: f32[" + columns + "]; ";
    for (const std::string& text :
         {x + "y = relu(x + b)", x + "y = b - x", x + "y = x * b * 1.5", x + "r: f32[" + size + "]; y = (x + b) * r",
          x + "c: f32[" + rows + ", 1]; y = (x + b) * c", x + "y = dropout(x + b, 0.5, 3)",
          "x: f32[5, 4, " + columns + "]; m: f32[4, " + columns + "]; y = relu(x + m)"}) {
      for (const int threads : {1, 2, 3}) {
        SCOPED_TRACE(text + " on " + std::to_string(threads));
        Kernel stored(text, threads, false), streamed(text, threads, true);
        const Traffic expected = stored.run(), moved = streamed.run();
        EXPECT_EQ(moved.read, expected.read);
        EXPECT_EQ(moved.written, expected.written);
        const Buffer &a = stored.out(), &b = streamed.out();
        EXPECT_EQ(std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.bytes())), 0);
        EXPECT_TRUE(b.guards_whole());
      }
    }
  }
}

TEST(CpuRows, OnEveryInstructionSet) {
  for (const tests::Target& target : tests::targets()) {
    const tests::UsedTarget used(target);
    SCOPED_TRACE(target.name);
    Kernel stored("x: f32[13, 2080]; b: f32[2080]; y = gelu(x + b)", 2, false);
    Kernel streamed("x: f32[13, 2080]; b: f32[2080]; y = gelu(x + b)", 2, true);
    stored.run();
    streamed.run();
    EXPECT_EQ(std::memcmp(stored.out().data(), streamed.out().data(), static_cast<std::size_t>(stored.out().bytes())),
              0);
    EXPECT_TRUE(streamed.out().guards_whole());
  }
}

}  // namespace cpu_rows_test
