// One job on the card: its kernels loaded, its buffers allocated and filled, ready to be looked at and timed.
#pragma once

#include "wire/messages.hpp"
#include "worker/device_memory.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace worker {

/// Asked between samples: true ends them.
using Stop = std::function<bool()>;

/// A cubin loaded into the current context.
class Module {
 public:
  explicit Module(const std::string& image);
  ~Module();
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  [[nodiscard]] cuda::Function function(const std::string& entry) const;

 private:
  cuda::Module module_ = nullptr;
};

/// The worker's own kernels on the current context, with a clean buffer to read when caches are to be flushed.
class Tools {
 public:
  Tools(const std::string& image, const wire::Card& card, cuda::Stream stream);
  void fill(const wire::Buffer& buffer, cuda::Address to);
  [[nodiscard]] wire::Seen look(const wire::Look& look, const wire::Buffer& buffer, cuda::Address here,
                                cuda::Address there);
  void flush();
  /// Reads other memory than flush() does, as much of it: what was still to be written goes out.
  void flush_again();
  [[nodiscard]] std::int64_t flush_bytes() const { return flush_bytes_; }
  /// Keeps the multiprocessors' clock and the time, at the one end and the other of what lies between.
  void stamp(bool end);
  /// Hertz between the two stamps, once they have run; 0 where they do not fit together.
  [[nodiscard]] double clock();
  [[nodiscard]] bool can_flush() const { return !clean_.empty(); }

 private:
  void launch(const char* entry, std::int64_t elements, std::initializer_list<std::uint64_t> arguments);
  void read(const DeviceMemory& clean);
  [[nodiscard]] std::string gather(const wire::Look& look, const wire::Buffer& buffer, cuda::Address here);

  Module module_;
  std::map<std::string, cuda::Function> functions_;
  cuda::Stream stream_;
  int blocks_;
  std::int64_t flush_bytes_;
  DeviceMemory clean_, other_, sink_, found_, stamps_;
};

class ReadyJob {
 public:
  /// Throws Failed; memory is refused before anything is allocated.
  ReadyJob(const wire::Job& job, const std::vector<wire::Image>& images, const wire::Card& card);
  ~ReadyJob();
  ReadyJob(const ReadyJob&) = delete;
  ReadyJob& operator=(const ReadyJob&) = delete;

  [[nodiscard]] const wire::Job& job() const { return job_; }
  [[nodiscard]] wire::Ran evidence(const wire::Evidence& asked);
  void sample(const wire::Sampling& asked, const Stop& stop, wire::Ran& into);
  [[nodiscard]] std::vector<wire::Loaded> loaded() const;
  [[nodiscard]] std::int64_t flush_bytes() const { return tools_->flush_bytes(); }
  /// Puts one run of a plan, or of one of its kernels, into the stream.
  void run(std::size_t plan);
  void run(std::size_t plan, std::size_t kernel);
  /// Flushes the caches and puts a run of a plan behind that, so that the card never waits for its first kernel.
  void run_cold(std::size_t plan);
  /// Flushes the caches, runs the first kernels of a plan and waits for them: what stands before the next one.
  void lead_up_to(std::size_t plan, std::size_t kernel);
  void flush();
  void flush_again();
  void wait();

 private:
  struct Launch {
    cuda::Function function = nullptr;
    std::vector<std::uint64_t> values;
    std::vector<void*> pointers;
    const wire::Kernel* kernel = nullptr;
  };
  struct Prepared {
    std::vector<Launch> launches;
    cuda::GraphExec graph = nullptr;
    std::int64_t repetitions = 0;  ///< of a batch sample; 0 = not known yet
    bool ran = false;
  };

  void refuse_if_too_large(const wire::Card& card) const;
  void load(const std::vector<wire::Image>& images);
  void capture(Prepared& plan);
  void put(const Launch& launch);
  void poison(std::size_t plan);
  [[nodiscard]] double timed(std::size_t plan, std::int64_t repetitions);
  [[nodiscard]] wire::Timed sample_of(std::size_t plan, wire::Temperature temperature);

  wire::Job job_;
  cuda::Stream stream_ = nullptr;
  cuda::Event begin_ = nullptr, end_ = nullptr;
  std::unique_ptr<Tools> tools_;
  std::map<std::string, std::unique_ptr<Module>> modules_;
  std::vector<DeviceMemory> buffers_;
  std::vector<Prepared> plans_;
};

}  // namespace worker
